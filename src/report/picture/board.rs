//! A board as a picture: cells, regions, walls, clues, givens, and pieces.
//!
//! From the back: cells (checkered for chess pieces, in the tints of their regions, or white), lines between cells,
//! tiles, thick lines between regions and around the board, numbers, pieces, and outside the names of files and ranks and
//! the numbers of lists of clues. Givens have a grey background, so that a solution shows what was found.

use super::clues;
use super::frame::{BoardFrame, CELL};
use super::labels::{self, Margins};
use super::outline::{Outline, Point};
use super::palette::{BLUE, VERMILION, color, spread};
use super::pieces::PiecePainter;
use super::routes::{RoutePainter, is_to_neighbours};
use super::scene::{Color, Scene, Stroke};
use crate::geometry::{CellId, Shape};
use crate::model::{ClueMode, Diagram, Fact, KindId, Layer, Model, RuleBody};

/// Input of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardView<'a> {
    pub model: &'a Model,
    /// The pieces on the board.
    pub diagram: &'a Diagram,
    /// The regions that are drawn: borders by the first, tints by the last.
    pub layers: &'a [Layer],
    /// True if the cells of routes are numbered along the way.
    pub numbers: bool,
    pub look: BoardLook,
    /// By cell: a letter for its possible contents, and a shade if these are restricted. Empty without notes.
    pub notes: &'a [Note],
}

/// Parts of a drawing besides the puzzle itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLook {
    /// Names of rows and columns.
    pub names: bool,
    /// Tints of regions, and squares of a chessboard.
    pub tints: bool,
}

impl Default for BoardLook {
    fn default() -> Self {
        Self { names: true, tints: true }
    }
}

/// A note on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Letter of the legend; a space for none.
    pub letter: char,
    pub shade: CellShade,
}

/// Restriction of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShade {
    /// Every kind is possible.
    None,
    /// Some kinds are not possible.
    Some,
    /// No kind is possible.
    All,
    /// A step concludes something about the cell.
    Concluded,
    /// The cell belongs to the reason of a step.
    Reason,
}

const THIN: f32 = 0.8;
const THICK: f32 = 3.2;

const WALL: Color = Color(0x33, 0x33, 0x33);
const GIVEN: Color = Color(0xe2, 0xe2, 0xe2);
const DARK_SQUARE: Color = Color(0xe6, 0xdc, 0xc8);
const MIDDLE_SQUARE: Color = Color(0xf2, 0xec, 0xe0);
const SHADED: Color = Color(0xf0, 0xbe, 0x96);
const REASON: Color = Color(0xcf, 0xe6, 0xf5);

pub(super) fn board(view: &BoardView<'_>) -> Scene {
    let frame = BoardFrame::new(&view.model.board);
    let margins = Margins::of(view.model, &frame, view.look.names);
    let mut scene =
        Scene::new(margins.left + frame.width + margins.right, margins.top + frame.height + margins.bottom);
    let mut inside = Scene::new(frame.width, frame.height);
    // Routes of chess pieces are drawn on a chessboard, too.
    let chess = view.model.kinds.iter().any(super::figures::is_chess)
        || view.model.routes.iter().any(|route| !is_to_neighbours(&view.model.board, route));
    let (holes, given, divided) = (holes(view.model), given_cells(view.model), kinds_of_groups(view.model));
    let ground = Ground { view, frame: &frame, holes, chess, given, divided };
    let pieces = PiecePainter { model: view.model, frame: &frame };
    let routes = RoutePainter { model: view.model, frame: &frame, numbers: view.numbers };
    ground.cells(&mut inside);
    ground.lines(&mut inside);
    clues::inside(&mut inside, view.model, &frame, view.diagram);
    pieces.tiles(&mut inside, view.diagram);
    ground.borders(&mut inside);
    ground.frames(&mut inside);
    ground.numbers(&mut inside);
    routes.draw(&mut inside, view.diagram);
    pieces.points(&mut inside, view.diagram);
    ground.covered_numbers(&mut inside);
    labels::draw(&mut inside, view.model, &frame, view.look.names);
    scene.place(&inside, margins.left, margins.top);
    scene
}

/// Returns true if walls are drawn as missing cells: if they are neither clues nor enclosed.
fn holes(model: &Model) -> bool {
    let board = &model.board;
    if board.walls().is_empty() || model.clue_mode == Some(ClueMode::Walls) || board.shape().is_spatial() {
        return false;
    }
    let frame = BoardFrame::new(board);
    let mut outside: Vec<CellId> = board
        .cells()
        .filter(|&c| board.is_wall(c) && frame.sides(board, c).iter().any(|s| s.2.is_none()))
        .collect();
    let mut seen = vec![false; board.len()];
    for c in &outside {
        seen[c.index()] = true;
    }
    while let Some(cell) = outside.pop() {
        for next in frame.sides(board, cell).into_iter().filter_map(|s| s.2) {
            if board.is_wall(next) && !std::mem::replace(&mut seen[next.index()], true) {
                outside.push(next);
            }
        }
    }
    board.cells().all(|c| seen[c.index()] == board.is_wall(c))
}

/// By cell: true if the spec gives a piece or a part of a route. Ends of routes have marks of their own.
fn given_cells(model: &Model) -> Vec<bool> {
    let mut given = vec![false; model.board.len()];
    for fact in &model.facts {
        if let Fact::Holds(cell, ..) = fact {
            given[cell.index()] = true;
        }
    }
    for line in model.given_lines().iter().filter(|l| !l.is_end) {
        given[line.cell.index()] = true;
    }
    given
}

/// The kinds with a rule about each of their groups, if there are several, as in Fillomino.
fn kinds_of_groups(model: &Model) -> Vec<KindId> {
    let mut kinds: Vec<KindId> = Vec::new();
    for rule in &model.rules {
        let RuleBody::EachGroup(groups) = &rule.body else { continue };
        for what in groups.iter().map(|g| &g.groups.what).filter(|what| !what.empty) {
            if what.kinds.len() == 1 {
                kinds.extend(what.kinds.iter());
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() > 1 { kinds } else { Vec::new() }
}

struct Ground<'a> {
    view: &'a BoardView<'a>,
    frame: &'a BoardFrame,
    holes: bool,
    /// True if a kind is a chess piece.
    chess: bool,
    /// By cell: true if a piece is given.
    given: Vec<bool>,
    /// Kinds whose groups have walls around them.
    divided: Vec<KindId>,
}

impl Ground<'_> {
    fn model(&self) -> &Model {
        self.view.model
    }

    /// Returns true if the cell is drawn.
    fn is_there(&self, cell: CellId) -> bool {
        !(self.holes && self.model().board.is_wall(cell))
    }

    fn cells(&self, scene: &mut Scene) {
        let tints = self.tints();
        let mut by_color: Vec<(Color, Outline)> = Vec::new();
        for cell in self.model().board.cells().filter(|&c| self.is_there(c)) {
            let color = self.ground_color(cell, &tints);
            let outline = Outline::polygon(self.frame.corners(cell));
            match by_color.iter_mut().find(|(c, _)| *c == color) {
                Some((_, all)) => all.extend(&outline),
                None => by_color.push((color, outline)),
            }
        }
        for (color, outline) in by_color {
            scene.fill(outline, color);
        }
    }

    fn ground_color(&self, cell: CellId, tints: &[Color]) -> Color {
        let model = self.model();
        if model.board.is_wall(cell) {
            return WALL;
        }
        match self.view.notes.get(cell.index()).map(|n| n.shade) {
            Some(CellShade::All) => return SHADED,
            Some(CellShade::Some | CellShade::Concluded) => return SHADED.lighter(0.55),
            Some(CellShade::Reason) => return REASON,
            Some(CellShade::None) | None => {}
        }
        if self.given[cell.index()] {
            return GIVEN;
        }
        if !self.view.look.tints {
            return Color::WHITE;
        }
        if let Some(layer) = self.view.layers.last() {
            return layer.of[cell.index()].map_or(Color::WHITE, |region| tints[region as usize]);
        }
        if self.chess { self.chequer(cell) } else { Color::WHITE }
    }

    /// Two shades on squares, three on hexagons, so that neighbors differ.
    fn chequer(&self, cell: CellId) -> Color {
        let v = self.model().board.coordinate(cell);
        match self.model().board.shape() {
            Shape::Hex { .. } => {
                [Color::WHITE, DARK_SQUARE, MIDDLE_SQUARE][(v.x - v.y).rem_euclid(3) as usize]
            }
            Shape::Box { .. } => [DARK_SQUARE, Color::WHITE][(v.x + v.y + v.z).rem_euclid(2) as usize],
        }
    }

    fn tints(&self) -> Vec<Color> {
        let Some(layer) = self.view.layers.last() else {
            return Vec::new();
        };
        if self.are_blocks(layer) {
            return vec![Color::WHITE; layer.regions.len()];
        }
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); layer.regions.len()];
        for cell in self.model().board.cells() {
            for other in self.frame.sides(&self.model().board, cell).into_iter().filter_map(|s| s.2) {
                if let (Some(a), Some(b)) = (layer.of[cell.index()], layer.of[other.index()])
                    && a != b
                    && !neighbours[a as usize].contains(&(b as usize))
                {
                    neighbours[a as usize].push(b as usize);
                }
            }
        }
        spread(&neighbours, |r| r).into_iter().map(|c| color(c).lighter(0.74)).collect()
    }

    /// Returns true if the regions are rectangles side by side, as in a Sudoku, where borders are enough.
    fn are_blocks(&self, layer: &Layer) -> bool {
        let board = &self.model().board;
        let mut boxes = vec![(i32::MAX, i32::MAX, i32::MIN, i32::MIN, 0); layer.regions.len()];
        for cell in board.cells() {
            let Some(region) = layer.of[cell.index()] else { return false };
            let (v, b) = (board.coordinate(cell), &mut boxes[region as usize]);
            *b = (b.0.min(v.x), b.1.min(v.y), b.2.max(v.x), b.3.max(v.y), b.4 + 1);
        }
        let full = |b: &(i32, i32, i32, i32, i32)| {
            let (w, h) = (i64::from(b.2) - i64::from(b.0) + 1, i64::from(b.3) - i64::from(b.1) + 1);
            w * h == i64::from(b.4)
        };
        !board.shape().is_hex() && !board.shape().is_spatial() && boxes.iter().all(full)
    }

    fn lines(&self, scene: &mut Scene) {
        let mut outline = Outline::default();
        for cell in self.model().board.cells() {
            for (from, to, other) in self.frame.sides(&self.model().board, cell) {
                if other.is_some_and(|o| o > cell && self.is_there(o)) && self.is_there(cell) {
                    outline.extend(&Outline::line(from, to));
                }
            }
        }
        let color = if clues::on_corners(self.model()) { Color::GREY.lighter(0.7) } else { Color::GREY };
        scene.stroke(outline, Stroke::new(color, THIN));
    }

    /// Borders between regions, between groups and around the board; dashed where edges meet.
    fn borders(&self, scene: &mut Scene) {
        let board = &self.model().board;
        let (mut solid, mut open) = (Outline::default(), Outline::default());
        let region = |cell: CellId| self.view.layers.first().map(|layer| layer.of[cell.index()]);
        let kinds = self.view.diagram.kinds_by_cell(board.len());
        let kind = |cell: CellId| kinds[cell.index()].filter(|k| self.divided.contains(k));
        // An empty cell may yet join the group beside it.
        let parted = |a: CellId, b: CellId| kind(a).zip(kind(b)).is_some_and(|(a, b)| a != b);
        for cell in board.cells().filter(|&c| self.is_there(c)) {
            for (from, to, other) in self.frame.sides(board, cell) {
                let line = Outline::line(from, to);
                match other.filter(|&o| self.is_there(o)) {
                    Some(o) if o > cell && (region(cell) != region(o) || parted(cell, o)) => {
                        solid.extend(&line);
                    }
                    Some(_) => {}
                    None if other.is_none() && self.is_seam(from, to) => open.extend(&line),
                    None => solid.extend(&line),
                }
            }
        }
        scene.stroke(solid, Stroke::new(Color::INK, THICK));
        scene.stroke(open, Stroke::new(Color::INK, THICK * 0.6).dashed());
        scene.stroke(self.untinted_borders(), Stroke::new(Color::INK, THICK * 0.5).dashed());
        labels::seams(scene, board.shape(), self.frame);
    }

    /// Borders of the layer that tints would show, if there are no tints and no cages.
    fn untinted_borders(&self) -> Outline {
        let mut lines = Outline::default();
        let ([_, .., last], false, true) =
            (self.view.layers, self.view.look.tints, crate::report::clues::cages(self.model()).is_empty())
        else {
            return lines;
        };
        let board = &self.model().board;
        for cell in board.cells().filter(|&c| self.is_there(c)) {
            for (from, to, other) in self.frame.sides(board, cell) {
                if other.is_some_and(|o| o > cell && last.of[o.index()] != last.of[cell.index()]) {
                    lines.extend(&Outline::line(from, to));
                }
            }
        }
        lines
    }

    /// Returns true if this side of the rim meets the opposite one.
    fn is_seam(&self, from: Point, to: Point) -> bool {
        let upright = (from.0 - to.0).abs() < 0.01;
        matches!(self.model().board.shape(), Shape::Box { wrap_x, wrap_y, .. } if if upright { wrap_x } else { wrap_y })
    }

    /// Frames inside the cells of a step: solid where it concludes something, dashed for its reason.
    fn frames(&self, scene: &mut Scene) {
        let framed = |shade: CellShade, size: f32| {
            let mut outline = Outline::default();
            let cells = self.model().board.cells().zip(self.view.notes);
            for (cell, _) in cells.filter(|(_, n)| n.shade == shade) {
                let (x, y) = self.frame.centre(cell);
                let inset = |(a, b): Point| (x + (a - x) * size, y + (b - y) * size);
                outline.extend(&Outline::polygon(self.frame.corners(cell).into_iter().map(inset)));
            }
            outline
        };
        scene.stroke(framed(CellShade::Reason, 0.8), Stroke::new(BLUE, THIN * 1.5).dashed());
        scene.stroke(framed(CellShade::Concluded, 0.88), Stroke::new(VERMILION, THICK * 0.75));
    }

    /// Clues, notes, and crosses on cells given as empty.
    fn numbers(&self, scene: &mut Scene) {
        let model = self.model();
        let size = CELL * 0.58;
        for &(cell, value) in &model.clues {
            let ink = if model.board.is_wall(cell) { Color::WHITE } else { Color::INK };
            let text = value.to_string();
            let size = if text.len() > 2 { size * 0.7 } else { size };
            if self.view.diagram.at(cell).is_none() {
                scene.bold(text, self.frame.centre(cell), size, ink);
            }
        }
        let is_clue = |cell: CellId| model.clues.iter().any(|(at, _)| *at == cell);
        for fact in &model.facts {
            if let Fact::Empty(cell, _) = *fact
                && !is_clue(cell)
            {
                let ((x, y), r) = (self.frame.centre(cell), CELL * 0.12);
                let mut cross = Outline::line((x - r, y - r), (x + r, y + r));
                cross.extend(&Outline::line((x - r, y + r), (x + r, y - r)));
                scene.stroke(cross, Stroke::new(Color::GREY, 1.6));
            }
        }
        for (cell, note) in model.board.cells().zip(self.view.notes).filter(|(_, n)| n.letter != ' ') {
            scene.bold(note.letter.to_string(), self.frame.centre(cell), size * 0.72, Color::INK);
        }
    }

    /// Clues on cells with a piece: unchanged on a mark, which fills the cell, otherwise in the corner.
    fn covered_numbers(&self, scene: &mut Scene) {
        for &(cell, value) in &self.model().clues {
            let Some(piece) = self.view.diagram.at(cell) else { continue };
            let figure = super::figures::figure(self.model().kind(piece.kind));
            let (x, y) = self.frame.centre(cell);
            if figure.is_some_and(|f| f.name == "mark") {
                scene.bold(value.to_string(), (x, y), CELL * 0.58, Color::WHITE);
            } else {
                let at = (x - CELL * 0.34, y - CELL * 0.34);
                scene.fill(Outline::circle(at, CELL * 0.16), Color::WHITE);
                scene.bold(value.to_string(), at, CELL * 0.3, Color::INK);
            }
        }
    }
}
