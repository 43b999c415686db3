//! Lemmas on blocking: where pieces in between cannot change the answer, rides may be read without blocking.
//!
//! Each lemma is applied only where its side condition holds; `tests` below and the suite compare both readings over all
//! fillings of small boards.

use super::Unground;
use super::cancel::CancelCallback;
use super::classes::KindClasses;
use super::forbidden::ForbiddenAttacks;
use crate::geometry::{Mode, Ray};
use crate::model::{Kind, KindId, KindSet, Shapes};
use rustc_hash::{FxHashMap, FxHashSet};

/// Returns true if pieces in between can affect `ray`.
pub(super) fn sees_blockers(ray: &Ray) -> bool {
    match ray.mode {
        Mode::Plain => ray.to != Some(1),
        Mode::Through => false,
        Mode::Lame | Mode::Cannon | Mode::Grasshopper => true,
    }
}

/// Returns true if a piece that blocks `ray` and rides along `carrier` attacks the cells further along `ray`, as far as its
/// own path is clear: `carrier` is straight, has the same step, attacks from the first step, and reaches far enough. (From
/// every cell that a bent ray visits, the rest of the ray is straight.)
fn carries(carrier: &Ray, ray: &Ray) -> bool {
    carrier.step == ray.step
        && carrier.lead.is_none()
        && carrier.from == 1
        && matches!(carrier.mode, Mode::Plain | Mode::Through)
        && match (carrier.to, ray.to) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(c), Some(r)) => c + 1 >= r,
        }
}

/// Returns true if a piece with these moves, including `ray`, attacks every cell that `ray` visits before its first target:
/// there is none, or it is the bend, to which the piece also leaps.
fn attacks_from_start(rays: &[Ray], ray: &Ray) -> bool {
    let leaps_to = |lead| {
        let blind = |r: &Ray| matches!(r.mode, Mode::Plain | Mode::Through);
        rays.iter().any(|r| r.lead.is_none() && r.step == lead && r.from == 1 && blind(r))
    };
    ray.from == 1 || ray.from == 2 && ray.lead.is_some_and(leaps_to)
}

/// A kind's ray, and a kind it must not attack.
pub(super) type Sight = (KindId, usize, KindId);

/// **Lemma A (blocked attacks).** Let F be the forbidden pairs of kinds. Take a set S of triples (j, r, k): (j, k) ∈ F,
/// r a plain ride of kind j. Let each triple of S meet, for every kind b in play,
///
/// 1. (j, b) ∈ F, and r attacks from its first step, or is bent, attacks from its second step, and j leaps to the bend; or
/// 2. b covers one cell, has a ray r' that carries r on, (b, k) ∈ F, and r' passes over pieces, or is a leap, or
///    (b, r', k) ∈ S.
///
/// Then a diagram without a forbidden attack has no forbidden attack along a triple of S even if pieces do not block (a
/// tile's own cells still block its own rides).
///
/// *Proof.* Suppose a diagram has no forbidden attack, but without blocking some j sees a k along r, with (j, r, k) ∈ S.
/// Among all such sights along triples of S, take one with the fewest steps. Since it is not an attack, pieces other than j
/// block it; let b be the one nearest to j, on cell u. In case 1 the piece on u is attacked: nothing blocks the path to it,
/// and r attacks from its first step, or u is the bend. (If the k of the sight is a tile, the piece may be that very tile;
/// it is attacked nevertheless.) In case 2 b is not the k, since b covers only u, and b sees k along r' in fewer steps. If
/// r' needs no clear path, this is a forbidden attack; otherwise (b, r', k) ∈ S, which contradicts the minimal choice. ∎
///
/// Returns the largest such S, found by removing triples until all others meet the condition. Kinds of one class meet it
/// together, so the triples and the b of the condition range over representatives of classes.
pub(super) fn unblocked(
    kinds: &[Kind],
    present: &[bool],
    forbidden: &ForbiddenAttacks,
    classes: &KindClasses,
    cancel: &CancelCallback<'_>,
) -> Result<FxHashSet<Sight>, Unground> {
    let mut lemma =
        LemmaA { kinds, forbidden, inert: FxHashMap::default(), all: Vec::new(), kept: FxHashSet::default() };
    lemma.all = classes.firsts().filter(|b| present[b.index()]).collect();
    for j in classes.firsts() {
        let inert = |b: &KindId| !forbidden.contains_key(&(j, *b));
        lemma.inert.insert(j, lemma.all.iter().copied().filter(inert).collect());
        for k in classes.firsts().filter(|&k| forbidden.contains_key(&(j, k))) {
            for (index, ray) in kinds[j.index()].movement.rays().iter().enumerate() {
                if ray.mode == Mode::Plain && sees_blockers(ray) {
                    lemma.kept.insert((j, index, k));
                }
            }
        }
        cancel.ask()?;
    }
    loop {
        let mut propagate: Vec<Sight> = Vec::new();
        for &sight in &lemma.kept {
            cancel.check()?;
            if !lemma.meets(sight) {
                propagate.push(sight);
            }
        }
        if propagate.is_empty() {
            return Ok(lemma.kept);
        }
        for sight in propagate {
            lemma.kept.remove(&sight);
        }
    }
}

/// State of the search for the set S of Lemma A.
struct LemmaA<'a> {
    kinds: &'a [Kind],
    forbidden: &'a ForbiddenAttacks,
    /// For each kind, the kinds in play that it may attack.
    inert: FxHashMap<KindId, Vec<KindId>>,
    /// Representatives of the classes in play.
    all: Vec<KindId>,
    kept: FxHashSet<Sight>,
}

impl LemmaA<'_> {
    fn meets(&self, (j, index, k): Sight) -> bool {
        let rays = self.kinds[j.index()].movement.rays();
        let ray = &rays[index];
        // All other kinds satisfy case 1.
        let open = if attacks_from_start(rays, ray) { &self.inert[&j] } else { &self.all };
        open.iter().all(|&b| {
            self.kinds[b.index()].shapes == Shapes::Point
                && self.forbidden.contains_key(&(b, k))
                && self.kinds[b.index()].movement.rays().iter().enumerate().any(|(i, carrier)| {
                    carries(carrier, ray) && (!sees_blockers(carrier) || self.kept.contains(&(b, i, k)))
                })
        })
    }
}

/// **Lemma B (blocked attackers).** Let P be a set of kinds such that every ray of a kind of P that pieces can block is a
/// plain ride, and for each such ray r every kind b in play is in P, covers one cell, and has a ray that carries r on.
/// Then a cell is attacked by some piece of P if and only if it is when pieces do not block.
///
/// *Proof.* Only the direction "if" needs proof. Among all pieces of P that see the cell without blocking, along any of
/// their rays, take one with the fewest steps. If it does not attack the cell, its ray is a plain ride blocked by some b ∈
/// P, which carries the ride on and sees the cell in fewer steps. ∎
///
/// So "attackers P >= 1" and "attackers P = 0" may be read without blocking. The number of attackers may not.
pub(super) fn sees_as_attacks(kinds: &[Kind], present: &[bool], by: &KindSet) -> bool {
    let rays = |k: KindId| kinds[k.index()].movement.rays();
    by.iter().filter(|k| present[k.index()]).all(|j| {
        rays(j).iter().filter(|r| sees_blockers(r)).all(|ray| {
            ray.mode == Mode::Plain
                && kinds[j.index()].shapes == Shapes::Point
                && (0..kinds.len()).filter(|&b| present[b]).all(|b| {
                    let id = KindId(b as u16);
                    by.contains(id)
                        && kinds[b].shapes == Shapes::Point
                        && rays(id).iter().any(|carrier| carries(carrier, ray))
                })
        })
    })
}
