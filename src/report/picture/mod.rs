//! Pictures: boards and moves as SVG, PNG and TikZ.
//!
//! A picture is first a [`scene::Scene`] – shapes and text from back to front – which is independent of the output format;
//! each format is one file that turns scenes into text or bytes (`svg`, `tikz`, `png`, `pdf`). Text becomes outlines in formats without
//! fonts of their own ([`letters`]); without the feature `fonts`, an SVG keeps it as text.
//!
//! A scene consists of `outline`s in the colors of the `palette`. On the `frame` of a board, `board` draws the cells,
//! `routes` the routes, `pieces` the pieces with their `figures`, and `labels` the names around it, `pencil` the pencil marks; `moves` draws the moves of a piece; `gallery`
//! arranges several scenes on one sheet with captions (`wrapping`), `paper` text and boards on a page; `stage` divides a board into parts for a page
//! on which pieces come and go.

mod board;
mod clues;
mod figures;
#[cfg(not(feature = "fonts"))]
mod fontless;
mod frame;
mod gallery;
mod labels;
#[cfg(feature = "fonts")]
mod letters;
mod moves;
mod outline;
mod palette;
#[cfg(feature = "fonts")]
mod paper;
#[cfg(feature = "fonts")]
mod pdf;
mod pencil;
mod pieces;
#[cfg(feature = "fonts")]
mod png;
mod routes;
mod scene;
mod stage;
mod svg;
mod tikz;
mod wrapping;

use crate::geometry::{Movement, Vector};
use crate::model::{Diagram, Fact, Layer, Model, Placement};
use board::BoardView;
pub use board::{BoardLook, CellShade, Note};
#[cfg(not(feature = "fonts"))]
use fontless as letters;
use frame::BoardFrame;
use gallery::CaptionedScene;
use labels::Margins;
#[cfg(feature = "fonts")]
pub use paper::{Paragraph, PictureSheet, TextSize};
pub use pencil::PencilMark;
use scene::Scene;
pub use stage::Stage;
pub(super) use svg::escaped;

/// A sheet with one or more boards (or charts of moves).
#[derive(Clone, Debug, PartialEq)]
pub struct Picture(Scene);

/// A board and its caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptionedBoard {
    /// The pieces on the board.
    pub diagram: Diagram,
    /// The caption; empty for none.
    pub caption: String,
}

/// Maximum width of a chart on a sheet with many.
const MANY_WIDE: f32 = 260.0;

/// Margin around a board with its labels.
const MARGIN: f32 = 4.0;

/// A chart of one kind.
#[derive(Clone, Debug)]
pub enum Chart<'a> {
    /// The cells it attacks.
    Moves {
        /// Name that selects its figure; if there is none, the symbol is shown.
        name: &'a str,
        symbol: char,
        movement: &'a Movement,
        caption: String,
    },
    /// The cells of a tile.
    Tile {
        /// Offsets from its bottom left cell.
        cells: &'a [Vector],
        caption: String,
    },
}

impl Picture {
    /// Draws boards with their pieces, in rows of `columns` if given; `numbers`: the cells of routes have numbers along the way.
    pub fn of_boards(
        model: &Model,
        boards: &[CaptionedBoard],
        columns: Option<usize>,
        numbers: bool,
    ) -> Self {
        let layers = two_layers(model);
        let hang = |b: &CaptionedBoard| {
            let look = BoardLook::default();
            let view = BoardView { model, diagram: &b.diagram, layers: &layers, numbers, look, notes: &[] };
            CaptionedScene {
                scene: described(model, &b.diagram, board_of(&view)),
                caption: b.caption.clone(),
            }
        };
        Self(gallery::gallery(&boards.iter().map(hang).collect::<Vec<_>>(), columns))
    }

    /// Draws the initial board with this look. Two layers of regions are drawn together, as in a solution.
    pub fn of_puzzle(model: &Model, look: BoardLook) -> Self {
        let (diagram, layers) = (given(model), two_layers(model));
        let view = BoardView { model, diagram: &diagram, layers: &layers, numbers: false, look, notes: &[] };
        let mut scene = board_of(&view);
        scene.description = model.title.as_deref().unwrap_or("the board").to_owned();
        Self(scene)
    }

    /// Draws the initial board, once for each layer of regions.
    pub fn of_position(model: &Model) -> Self {
        let (diagram, look) = (given(model), BoardLook::default());
        let draw = |layers: &[Layer]| {
            board_of(&BoardView { model, diagram: &diagram, layers, numbers: false, look, notes: &[] })
        };
        let hung: Vec<CaptionedScene> = if model.layers.len() > 1 {
            let one = |l: &Layer| CaptionedScene {
                scene: draw(std::slice::from_ref(l)),
                caption: l.name.to_string(),
            };
            model.layers.iter().map(one).collect()
        } else {
            vec![CaptionedScene { scene: draw(&model.layers), caption: String::new() }]
        };
        let mut scene = gallery::gallery(&hung, None);
        scene.description = model.title.as_deref().unwrap_or("the board").to_owned();
        Self(scene)
    }

    /// Draws a solution with this look.
    pub fn of_answer(model: &Model, diagram: &Diagram, look: BoardLook) -> Self {
        let layers = two_layers(model);
        let view = BoardView { model, diagram, layers: &layers, numbers: false, look, notes: &[] };
        Self(described(model, diagram, board_of(&view)))
    }

    /// Puts pages below each other.
    pub fn stacked(pages: &[Self]) -> Self {
        let pages: Vec<CaptionedScene> =
            pages.iter().map(|p| CaptionedScene { scene: p.0.clone(), caption: String::new() }).collect();
        Self(gallery::gallery(&pages, Some(1)))
    }

    /// Returns a PDF document with these pages.
    #[cfg(feature = "fonts")]
    pub fn to_pdf(title: &str, pages: &[Self]) -> Vec<u8> {
        pdf::pdf(title, &pages.iter().map(|p| &p.0).collect::<Vec<_>>())
    }

    /// Draws a board with notes on its cells; `legend` is the caption.
    pub fn of_notes(model: &Model, diagram: &Diagram, notes: &[Note], legend: &str) -> Self {
        let board = CaptionedBoard { diagram: diagram.clone(), caption: legend.to_owned() };
        Self::of_noted_boards(model, &[(board, notes.to_vec())])
    }

    /// Draws boards with notes on their cells.
    pub fn of_noted_boards(model: &Model, boards: &[(CaptionedBoard, Vec<Note>)]) -> Self {
        let layers = two_layers(model);
        let hang = |(board, notes): &(CaptionedBoard, Vec<Note>)| {
            let diagram = &board.diagram;
            let look = BoardLook::default();
            let view = BoardView { model, diagram, layers: &layers, numbers: false, look, notes };
            let scene = described(model, &board.diagram, board_of(&view));
            CaptionedScene { scene, caption: board.caption.clone() }
        };
        Self(gallery::gallery(&boards.iter().map(hang).collect::<Vec<_>>(), None))
    }

    /// Draws a board with a pencil mark on each cell; `legend` is the caption.
    pub fn of_pencilled(model: &Model, diagram: &Diagram, marks: &[PencilMark], legend: &str) -> Self {
        let layers = two_layers(model);
        let look = BoardLook::default();
        let mut scene =
            board_of(&BoardView { model, diagram, layers: &layers, numbers: false, look, notes: &[] });
        let frame = BoardFrame::new(&model.board);
        let margins = Margins::of(model, &frame, look.names);
        let mut pencilled = Scene::new(frame.width, frame.height);
        pencil::draw(&mut pencilled, model, &frame, marks);
        scene.place(&pencilled, MARGIN + margins.left, MARGIN + margins.top);
        let scene = described(model, diagram, scene);
        Self(gallery::gallery(&[CaptionedScene { scene, caption: legend.to_owned() }], None))
    }

    /// Returns the corners of each cell in a picture of one board without a caption, clockwise.
    pub fn cell_corners(model: &Model) -> Vec<Vec<(f32, f32)>> {
        let frame = BoardFrame::new(&model.board);
        let margins = Margins::of(model, &frame, BoardLook::default().names);
        let place = |(x, y): (f32, f32)| (x + MARGIN + margins.left, y + MARGIN + margins.top);
        model.board.cells().map(|cell| frame.corners(cell).into_iter().map(place).collect()).collect()
    }

    /// Draws the moves of pieces and the shapes of tiles, each with its caption.
    pub fn of_moves(pieces: &[Chart<'_>]) -> Self {
        let hang = |piece: &Chart<'_>| {
            let (scene, caption) = match piece {
                Chart::Moves { name, symbol, movement, caption } => {
                    (moves::chart(name, *symbol, movement), caption)
                }
                Chart::Tile { cells, caption } => (moves::tile(cells), caption),
            };
            // On a sheet with many charts, large ones are scaled down.
            let small = if pieces.len() > 4 { (MANY_WIDE / scene.width).min(1.0) } else { 1.0 };
            CaptionedScene { scene: scene.scaled(small), caption: caption.clone() }
        };
        Self(gallery::gallery(&pieces.iter().map(hang).collect::<Vec<_>>(), None))
    }

    /// Returns the picture as an SVG document.
    pub fn to_svg(&self) -> String {
        svg::svg(&self.0)
    }

    /// Returns the picture as a LaTeX document with TikZ.
    pub fn to_tikz(&self) -> String {
        tikz::tikz(&self.0)
    }

    /// Returns the picture as PNG.
    ///
    /// # Errors
    /// A sentence, if it cannot be drawn.
    #[cfg(feature = "fonts")]
    pub fn to_png(&self) -> Result<Vec<u8>, String> {
        png::png(&self.to_svg())
    }

    /// Returns a sentence: without fonts there is no PNG.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "fonts"))]
    pub fn to_png(&self) -> Result<Vec<u8>, String> {
        Err("this build has no fonts, which a PNG needs".to_owned())
    }
}

fn board_of(view: &BoardView<'_>) -> Scene {
    let inner = board::board(view);
    let mut scene = Scene::new(inner.width + 2.0 * MARGIN, inner.height + 2.0 * MARGIN);
    scene.place(&inner, MARGIN, MARGIN);
    scene
}

fn described(model: &Model, diagram: &Diagram, mut scene: Scene) -> Scene {
    scene.description = super::line::coords(model, diagram);
    scene
}

/// A drawing shows two layers of regions: the first by its borders, the last by its tints.
fn two_layers(model: &Model) -> Vec<Layer> {
    match model.layers.as_slice() {
        [first, .., last] => vec![first.clone(), last.clone()],
        few => few.to_vec(),
    }
}

fn given(model: &Model) -> Diagram {
    let piece = |fact: &Fact| match *fact {
        Fact::Holds(cell, kind, _) => Some(Placement::point(kind, cell)),
        Fact::Empty(..) => None,
    };
    Diagram::new(model.facts.iter().filter_map(piece))
}
