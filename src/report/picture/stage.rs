//! The parts of a board whose pieces come and go: the empty board, and each piece by itself, as fragments of SVG.

use super::board::{BoardLook, BoardView};
use super::frame::BoardFrame;
use super::labels::Margins;
use super::outline::{Outline, number};
use super::pieces::PiecePainter;
use super::routes::RoutePainter;
use super::scene::Scene;
use super::{MARGIN, board_of, given, svg, two_layers};
use crate::geometry::CellId;
use crate::model::{Diagram, Model, Placement};

/// The board of a model, on which a page places pieces.
#[derive(Clone, Debug)]
pub struct Stage<'a> {
    model: &'a Model,
    frame: BoardFrame,
    /// Top left corner of the board inside its labels.
    corner: (f32, f32),
    given: Diagram,
    ground: Scene,
}

impl<'a> Stage<'a> {
    pub fn new(model: &'a Model) -> Self {
        let frame = BoardFrame::new(&model.board);
        let look = BoardLook::default();
        let margins = Margins::of(model, &frame, look.names);
        let given = given(model);
        let layers = two_layers(model);
        let view = BoardView { model, diagram: &given, layers: &layers, numbers: false, look, notes: &[] };
        let ground = board_of(&view);
        Self { model, frame, corner: (MARGIN + margins.left, MARGIN + margins.top), given, ground }
    }

    /// Returns the value of `viewBox`.
    pub fn view_box(&self) -> String {
        format!("0 0 {} {}", number(self.ground.width.ceil()), number(self.ground.height.ceil()))
    }

    /// Returns the board with its givens.
    pub fn ground(&self) -> String {
        svg::fragment(&self.ground)
    }

    /// Returns true if the empty board already shows the piece.
    pub fn is_given(&self, piece: &Placement) -> bool {
        self.given.placements().contains(piece)
    }

    /// Returns the drawing of a piece.
    pub fn piece(&self, piece: &Placement) -> String {
        let diagram = Diagram::new([piece.clone()]);
        let mut scene = Scene::new(self.frame.width, self.frame.height);
        let pieces = PiecePainter { model: self.model, frame: &self.frame };
        pieces.tiles(&mut scene, &diagram);
        RoutePainter { model: self.model, frame: &self.frame, numbers: false }.draw(&mut scene, &diagram);
        pieces.points(&mut scene, &diagram);
        let mut placed = Scene::new(self.ground.width, self.ground.height);
        placed.place(&scene, self.corner.0, self.corner.1);
        svg::fragment(&placed)
    }

    /// Returns the outline of the inside of a cell, clear of the lines between cells, as the data of a path.
    pub fn outline(&self, cell: CellId) -> String {
        let (x, y) = self.center(cell);
        let middle = self.frame.centre(cell);
        let inset = |p: (f32, f32)| (x + (p.0 - middle.0) * 0.92, y + (p.1 - middle.1) * 0.92);
        Outline::polygon(self.frame.corners(cell)).map(inset).to_svg()
    }

    /// Returns the center of a cell.
    pub fn center(&self, cell: CellId) -> (f32, f32) {
        let (x, y) = self.frame.centre(cell);
        (x + self.corner.0, y + self.corner.1)
    }
}
