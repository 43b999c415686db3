//! Movements: the cells that a piece attacks from a cell, as rays. [`Movement::attacked`] is the literal definition, step by
//! step over a filled board; judging uses it. Grounding enumerates the same rays as conditions ([`Movement::ways`]); a test
//! checks that the two agree.
//!
//! Source of the rules: `docs/language.md` (section "Pieces"), and XBoard's and Fairy-Stockfish's reading of Betza notation.

use super::{Board, CellId, CellSet, Matrix, Vector};

/// Effect of obstacles on a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Attacks up to and including the first occupied cell. A leap is a plain ray of one step.
    Plain,
    /// Passes over pieces, but not walls.
    Through,
    /// A leap, one step, whose path must be free of pieces and walls.
    Lame,
    /// Skips empty cells, jumps exactly one piece, then attacks like a plain ray.
    Cannon,
    /// Like the cannon, but attacks only the cell right behind the hurdle.
    Grasshopper,
}

/// A repeated step, optionally after a different first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ray {
    /// First step of a bent ride, after which it turns; never null. `None` if all steps are equal.
    pub lead: Option<Vector>,
    /// Repeated step; never null.
    pub step: Vector,
    pub mode: Mode,
    /// First step that attacks, from 1; pieces on earlier cells still block.
    pub from: u32,
    /// Last step that attacks; `None` if unlimited.
    pub to: Option<u32>,
}

impl Ray {
    pub fn leap(step: Vector) -> Self {
        Self { lead: None, step, mode: Mode::Plain, from: 1, to: Some(1) }
    }

    /// Creates an unlimited ride.
    pub fn ride(step: Vector) -> Self {
        Self { lead: None, step, mode: Mode::Plain, from: 1, to: None }
    }

    /// Creates an unlimited ride that first takes `lead` and then turns to `step`.
    pub fn bent(lead: Vector, step: Vector) -> Self {
        Self { lead: Some(lead), ..Self::ride(step) }
    }

    /// Returns the vector from the start to the cell after `steps` steps; `None` on overflow.
    pub fn vector_after(&self, steps: i32) -> Option<Vector> {
        let times = |k: i32, v: Vector| {
            Some(Vector::new(v.x.checked_mul(k)?, v.y.checked_mul(k)?, v.z.checked_mul(k)?))
        };
        let Some(lead) = self.lead.filter(|_| steps > 0) else { return times(steps, self.step) };
        let rest = times(steps - 1, self.step)?;
        let add = |a: i32, b: i32| a.checked_add(b);
        Some(Vector::new(add(lead.x, rest.x)?, add(lead.y, rest.y)?, add(lead.z, rest.z)?))
    }

    /// Returns the same moves in normal form: a ride `through` of one step becomes a leap, a bent ride that continues
    /// straight becomes a straight ride, and the first step of a bent ride becomes a separate leap.
    fn simplified(self) -> [Option<Self>; 2] {
        let ray = Self { from: self.from.max(1), lead: self.lead.filter(|&lead| lead != self.step), ..self };
        let passes = matches!(ray.mode, Mode::Plain | Mode::Through);
        match ray.lead {
            Some(lead) if passes && ray.from == 1 => {
                let rest = Self { from: 2, ..ray };
                [Some(Self::leap(lead)), Some(rest).filter(|r| r.to.is_none_or(|to| to >= 2))]
            }
            None if ray.mode == Mode::Through && ray.to == Some(1) => {
                [Some(Self { mode: Mode::Plain, ..ray }), None]
            }
            _ => [Some(ray), None],
        }
    }

    /// Iterates over the cells that a lame leap passes, as vectors from its start: each step goes along the longest
    /// remaining axis, or along all of the longest if they are equal. The end is omitted.
    pub fn lame_path(step: Vector) -> impl Iterator<Item = Vector> {
        let mut at = Vector::ZERO;
        std::iter::from_fn(move || {
            let left = step - at;
            let longest = left.x.abs().max(left.y.abs()).max(left.z.abs());
            let part = |a: i32| if a.abs() == longest { a.signum() } else { 0 };
            at = at + Vector::new(part(left.x), part(left.y), part(left.z));
            (at != step).then_some(at)
        })
    }
}

/// One way to attack a cell: `target` is attacked if every cell of `clear` is empty and, for hoppers, `hurdle` is occupied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackPath {
    pub target: CellId,
    /// Ray of the attack, as an index into [`Movement::rays`].
    pub ray: usize,
    /// Cells that must be empty; never a wall, never the start.
    pub clear: Vec<CellId>,
    /// Cell that must be occupied.
    pub hurdle: Option<CellId>,
}

/// A set of rays; `stay` adds the piece's own cell, for `within` only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Movement {
    rays: Vec<Ray>,
    stay: bool,
}

impl Movement {
    /// Creates a movement; order and repetition of the rays do not matter. Rays of equal step and mode whose ranges meet or
    /// overlap are merged, a ride `through` of one step becomes a leap, and the first step of a bent ride becomes a
    /// separate leap.
    pub fn new(rays: impl IntoIterator<Item = Ray>, stay: bool) -> Self {
        let mut rays: Vec<Ray> = rays.into_iter().flat_map(Ray::simplified).flatten().collect();
        rays.sort_by_key(|r| (r.lead, r.step, r.mode, r.from, r.to.unwrap_or(u32::MAX)));
        rays.dedup_by(|later, kept| {
            let joined = (later.lead, later.step, later.mode) == (kept.lead, kept.step, kept.mode)
                && kept.to.is_none_or(|to| later.from <= to.saturating_add(1));
            if joined {
                kept.to = kept.to.zip(later.to).map(|(a, b)| a.max(b));
            }
            joined
        });
        Self { rays, stay }
    }

    /// Returns the rays, sorted.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// Returns true if the movement includes the piece's own cell.
    pub fn stays(&self) -> bool {
        self.stay
    }

    /// Returns true if the movement attacks no cell.
    pub fn is_empty(&self) -> bool {
        self.rays.is_empty() && !self.stay
    }

    /// Returns the vectors of a movement that consists of leaps which nothing obstructs; `None` for any other.
    pub fn leaps(&self) -> Option<Vec<Vector>> {
        let is_leap = |r: &Ray| r.lead.is_none() && r.mode == Mode::Plain && (r.from, r.to) == (1, Some(1));
        let all = !self.stay && self.rays.iter().all(is_leap);
        all.then(|| self.rays.iter().map(|r| r.step).collect())
    }

    /// Returns the union of two movements.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.rays.iter().chain(&other.rays).copied(), self.stay || other.stay)
    }

    /// Returns the image under a linear map.
    #[must_use]
    pub fn mapped(&self, map: &Matrix) -> Self {
        let image = |r: &Ray| Ray { lead: r.lead.map(|v| map.apply(v)), step: map.apply(r.step), ..*r };
        Self::new(self.rays.iter().map(image), self.stay)
    }

    /// Returns true if pieces on other cells can change the attacked cells.
    pub fn sees_blockers(&self) -> bool {
        self.rays.iter().any(|r| match r.mode {
            Mode::Plain => r.to != Some(1),
            Mode::Through => false,
            Mode::Lame | Mode::Cannon | Mode::Grasshopper => true,
        })
    }

    /// Returns the cells attacked from `from` while the cells of `occupied` hold pieces; `from` itself may be in
    /// `occupied`, which makes no difference. Walls stop every ray and are never attacked. A piece never attacks its own
    /// cell unless it stays.
    pub fn attacked(&self, board: &Board, from: CellId, occupied: &CellSet) -> CellSet {
        let mut set = CellSet::empty(board.len());
        self.visit_attacked(board, from, occupied, &mut |cell| {
            set.insert(cell);
        });
        set
    }

    /// Calls `visit` with every cell of [`Movement::attacked`], once for each ray that attacks it.
    pub fn visit_attacked(
        &self,
        board: &Board,
        from: CellId,
        occupied: &CellSet,
        visit: &mut impl FnMut(CellId),
    ) {
        if self.stay {
            visit(from);
        }
        for ray in &self.rays {
            attacked_by(ray, board, from, occupied, visit);
        }
    }

    /// Returns every way to attack from `from`, ray by ray, near cells first; `stay` is omitted. A cell may be reached in
    /// several ways.
    pub fn ways(&self, board: &Board, from: CellId) -> Vec<AttackPath> {
        let mut ways = Vec::new();
        for (index, ray) in self.rays.iter().enumerate() {
            ways_by(index, ray, board, from, &mut ways);
        }
        ways
    }
}

fn attacked_by(ray: &Ray, board: &Board, from: CellId, occupied: &CellSet, visit: &mut impl FnMut(CellId)) {
    let mut walk = board.walk(from, ray);
    match ray.mode {
        Mode::Plain | Mode::Through => {
            for (taken, cell) in (1..).zip(walk) {
                if taken >= ray.from {
                    visit(cell);
                }
                if ray.mode == Mode::Plain && occupied.contains(cell) {
                    return;
                }
            }
        }
        Mode::Lame => {
            let free = |c: CellId| !board.is_wall(c) && (c == from || !occupied.contains(c));
            if Ray::lame_path(ray.step).all(|v| board.step(from, v).is_some_and(free))
                && let Some(cell) = walk.next()
            {
                visit(cell);
            }
        }
        Mode::Cannon | Mode::Grasshopper => {
            if walk.by_ref().any(|cell| occupied.contains(cell)) {
                for cell in walk {
                    visit(cell);
                    if ray.mode == Mode::Grasshopper || occupied.contains(cell) {
                        return;
                    }
                }
            }
        }
    }
}

fn ways_by(index: usize, ray: &Ray, board: &Board, from: CellId, ways: &mut Vec<AttackPath>) {
    let cells: Vec<CellId> = board.walk(from, ray).collect();
    let mut push = |target, clear: Vec<CellId>, hurdle| {
        ways.push(AttackPath { target, ray: index, clear, hurdle });
    };
    match ray.mode {
        Mode::Plain | Mode::Through => {
            for (i, &target) in cells.iter().enumerate().skip((ray.from as usize).saturating_sub(1)) {
                let clear = if ray.mode == Mode::Plain { cells[..i].to_vec() } else { Vec::new() };
                push(target, clear, None);
            }
        }
        Mode::Lame => {
            let path: Option<Vec<CellId>> = Ray::lame_path(ray.step).map(|v| board.step(from, v)).collect();
            if let (Some(mut path), Some(&target)) = (path, cells.first())
                && path.iter().all(|&c| !board.is_wall(c))
            {
                path.retain(|&c| c != from);
                push(target, path, None);
            }
        }
        Mode::Cannon | Mode::Grasshopper => {
            for h in 0..cells.len() {
                for t in h + 1..cells.len() {
                    if ray.mode == Mode::Grasshopper && t > h + 1 {
                        break;
                    }
                    let clear = cells[..h].iter().chain(&cells[h + 1..t]).copied().collect();
                    push(cells[t], clear, Some(cells[h]));
                }
            }
        }
    }
}
