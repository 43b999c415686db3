//! Figures: original drawings of pieces, in a square of 100 by 100. A kind has the figure named in its name (`queen`,
//! `white_queen`); kinds named only by a color have the figure of their moves; all others show their letter.

use super::outline::{Outline, Point};
use super::palette::{BLUE, GREEN, ORANGE, VERMILION, YELLOW};
use super::scene::{Color, Scene, Stroke};
use crate::model::Kind;
use crate::notation;

/// A part of a figure; parts are listed from the back.
struct FigurePart {
    outline: Outline,
    paint: Paint,
}

/// Paint of a part.
#[derive(Clone, Copy)]
enum Paint {
    /// The piece's color, with an outline.
    Body,
    /// A line in the color that contrasts with the body.
    Line,
    /// Filled with that color.
    Mark,
    /// A fixed color, with an outline.
    Own(Color),
}

/// Names of figures, in the order in which they are searched for in a kind's name.
const NAMES: [&str; 19] = [
    "king", "queen", "rook", "bishop", "knight", "pawn", "amazon", "empress", "princess", "star", "tent",
    "tree", "bulb", "lamp", "light", "mine", "ship", "mark", "stone",
];

/// Words for colors of pieces.
const WHITE: &str = "white";
const BLACK: &str = "black";

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub name: &'static str,
    pub color: Color,
}

/// Returns the figure of a kind, if it has one.
pub(super) fn figure(kind: &Kind) -> Option<Figure> {
    if kind.family.is_some() || kind.line.is_some() {
        return None;
    }
    let words: Vec<&str> = kind.name.split('_').collect();
    let named = |words: &[&str]| NAMES.iter().find(|n| words.contains(*n)).copied();
    let colored = |w: &&str| *w == WHITE || *w == BLACK;
    let by_moves = || words.iter().all(colored).then(|| named(&notation::names_of(&kind.movement))).flatten();
    let name = named(&words).or_else(by_moves)?;
    let color = match () {
        () if words.contains(&WHITE) => Color::WHITE,
        () if words.contains(&BLACK) => Color::INK,
        () => own_color(name),
    };
    Some(Figure { name, color })
}

pub(super) fn named(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|n| **n == name).copied()
}

/// Returns true if a kind is a chess piece, which stands on a checkered board.
pub(super) fn is_chess(kind: &Kind) -> bool {
    figure(kind).is_some_and(|f| NAMES[..9].contains(&f.name))
}

fn own_color(name: &str) -> Color {
    match name {
        "star" => ORANGE,
        "tent" => VERMILION,
        "tree" => GREEN,
        "bulb" | "lamp" | "light" => YELLOW,
        "ship" => BLUE,
        _ => Color::INK,
    }
}

/// Draws the figure around `centre`, with this width and height.
pub(super) fn draw(scene: &mut Scene, figure: Figure, centre: Point, size: f32) {
    let line = if figure.color == Color::INK { Color::WHITE } else { Color::INK };
    let scale = size / 100.0;
    let place = |(x, y): Point| (centre.0 + (x - 50.0) * scale, centre.1 + (y - 50.0) * scale);
    // A dark piece has a thin light rim, so that it stands out from a dark cell.
    let rim = Stroke::new(line, if line == Color::INK { 3.5 } else { 2.0 } * scale);
    for part in parts(figure.name) {
        let outline = part.outline.map(place);
        match part.paint {
            Paint::Body => scene.shape(outline, Some(figure.color), Some(rim)),
            Paint::Own(color) => {
                scene.shape(outline, Some(color), Some(Stroke::new(Color::INK, 3.0 * scale)))
            }
            Paint::Line => scene.stroke(outline, Stroke::new(line, 4.0 * scale)),
            Paint::Mark => scene.fill(outline, line),
        }
    }
}

fn parts(name: &str) -> Vec<FigurePart> {
    let body = |data: &str| FigurePart { outline: Outline::read(data), paint: Paint::Body };
    let line = |data: &str| FigurePart { outline: Outline::read(data), paint: Paint::Line };
    match name {
        "king" => {
            vec![body(KING), line("M 26 66 L 74 66 M 50 64 C 50 54 53 45 58 38 M 50 64 C 50 54 47 45 42 38")]
        }
        "queen" => queen(),
        "rook" => vec![body(ROOK), line("M 32 40 L 68 40 M 30 70 L 70 70")],
        "bishop" => vec![body(BISHOP), line("M 54 29 L 46 45 M 40 58 L 60 58")],
        "knight" => knight(),
        "pawn" => vec![body(PAWN)],
        "amazon" => with_emblem(queen()),
        "empress" => with_emblem(vec![body(ROOK)]),
        "princess" => with_emblem(vec![body(BISHOP)]),
        "star" => vec![FigurePart { outline: star(), paint: Paint::Body }],
        "tent" => {
            vec![body(TENT), FigurePart { outline: Outline::read(DOOR), paint: Paint::Own(Color::WHITE) }]
        }
        "tree" => vec![
            FigurePart { outline: Outline::read(TRUNK), paint: Paint::Own(Color(0x8c, 0x5a, 0x2b)) },
            body(CROWN),
        ],
        "bulb" | "lamp" | "light" => {
            let base = FigurePart { outline: Outline::read(SOCKET), paint: Paint::Own(Color::GREY) };
            vec![base, body(BULB), line("M 42 64 L 42 46 L 50 54 L 58 46 L 58 64")]
        }
        "mine" => mine(),
        "ship" => {
            vec![body(HULL), FigurePart { outline: Outline::circle((50.0, 50.0), 9.0), paint: Paint::Mark }]
        }
        "mark" => vec![FigurePart { outline: Outline::rectangle(8.0, 8.0, 84.0, 84.0), paint: Paint::Body }],
        _ => vec![FigurePart { outline: Outline::circle((50.0, 50.0), 38.0), paint: Paint::Body }],
    }
}

fn queen() -> Vec<FigurePart> {
    let mut outline = Outline::read(QUEEN);
    for ball in [(17.0, 29.0), (32.0, 18.0), (50.0, 13.0), (68.0, 18.0), (83.0, 29.0)] {
        outline.extend(&Outline::circle(ball, 5.0));
    }
    let sash = Outline::read("M 28 68 L 72 68 M 25.5 77.5 L 74.5 77.5");
    vec![FigurePart { outline, paint: Paint::Body }, FigurePart { outline: sash, paint: Paint::Line }]
}

fn knight() -> Vec<FigurePart> {
    vec![
        FigurePart { outline: Outline::read(KNIGHT), paint: Paint::Body },
        FigurePart { outline: Outline::circle((39.0, 34.0), 3.2), paint: Paint::Mark },
        FigurePart {
            outline: Outline::read("M 53 27 C 64 34 69 47 68 62 M 30 78 L 76 78"),
            paint: Paint::Line,
        },
    ]
}

/// Adds a small knight's head to a piece that also moves like a knight.
fn with_emblem(mut parts: Vec<FigurePart>) -> Vec<FigurePart> {
    parts.truncate(1);
    let small = |(x, y): Point| (50.0 + (x - 48.0) * 0.46, 63.0 + (y - 50.0) * 0.46);
    parts.push(FigurePart { outline: Outline::read(KNIGHT).map(small), paint: Paint::Mark });
    parts
}

fn star() -> Outline {
    let corner = |i: u8| {
        let turn = std::f32::consts::PI * f32::from(i) / 5.0;
        let r = if i.is_multiple_of(2) { 46.0 } else { 20.0 };
        (50.0 + r * turn.sin(), 53.0 - r * turn.cos())
    };
    Outline::polygon((0..10).map(corner))
}

fn mine() -> Vec<FigurePart> {
    let mut spikes = Outline::default();
    for i in 0..8u8 {
        let turn = std::f32::consts::PI * f32::from(i) / 4.0;
        let (s, c) = turn.sin_cos();
        let at = |along: f32, aside: f32| (50.0 + along * c - aside * s, 50.0 + along * s + aside * c);
        spikes.extend(&Outline::polygon([at(20.0, -5.0), at(43.0, -2.5), at(43.0, 2.5), at(20.0, 5.0)]));
    }
    vec![
        FigurePart { outline: spikes, paint: Paint::Body },
        FigurePart { outline: Outline::circle((50.0, 50.0), 28.0), paint: Paint::Body },
        FigurePart { outline: Outline::circle((41.0, 41.0), 6.0), paint: Paint::Mark },
    ]
}

const KING: &str = "M 47 6 L 53 6 L 53 12 L 59 12 L 59 18 L 53 18 L 53 27 C 56 30 58 34 58 38 C 64 32 74 31 80 37 \
    C 87 44 84 56 74 66 L 76 78 L 76 87 L 24 87 L 24 78 L 26 66 C 16 56 13 44 20 37 C 26 31 36 32 42 38 \
    C 42 34 44 30 47 27 L 47 18 L 41 18 L 41 12 L 47 12 Z";
const QUEEN: &str = "M 17 33 L 33 55 L 32 22 L 43 51 L 50 17 L 57 51 L 68 22 L 67 55 L 83 33 L 72 68 L 76 79 L 76 87 \
    L 24 87 L 24 79 L 28 68 Z";
const ROOK: &str = "M 24 15 L 35 15 L 35 23 L 44 23 L 44 15 L 56 15 L 56 23 L 65 23 L 65 15 L 76 15 L 76 33 L 68 40 \
    L 70 70 L 77 77 L 77 87 L 23 87 L 23 77 L 30 70 L 32 40 L 24 33 Z";
const BISHOP: &str = "M 50 8 C 53.5 8 56 10.5 56 13.5 C 56 15.5 55 17.3 53.6 18.4 C 64 26 69 36 68 46 C 67.5 51 65 55 61 58 \
    L 62.5 64 L 62.5 68 L 58 68 C 59 73 64 77 75 78 L 75 87 L 25 87 L 25 78 C 36 77 41 73 42 68 L 37.5 68 L 37.5 64 \
    L 39 58 C 35 55 32.5 51 32 46 C 31 36 36 26 46.4 18.4 C 45 17.3 44 15.5 44 13.5 C 44 10.5 46.5 8 50 8 Z";
const KNIGHT: &str = "M 39 10 L 46 20 C 63 22 77 36 78 61 C 78.3 68 78 74 76.5 78 L 76.5 87 L 29.5 87 L 29.5 78 \
    C 31 68 38 62 45 54 C 47 51.7 48 49.4 47.5 46.5 C 43 50 38 51 34 51.5 C 31 56 28 61 23 61.5 \
    C 18 61.5 14.5 57.5 16 53 C 20 46 26 38 28 32 C 29 28 31.5 24 35 21.5 Z";
const PAWN: &str = "M 50 15 C 58.3 15 65 21.7 65 30 C 65 35.5 62 40.3 57.6 42.9 L 67 47.5 L 67 52 L 58 52 \
    C 59 64 63 72 73 78 L 73 87 L 27 87 L 27 78 C 37 72 41 64 42 52 L 33 52 L 33 47.5 L 42.4 42.9 \
    C 38 40.3 35 35.5 35 30 C 35 21.7 41.7 15 50 15 Z";
const TENT: &str = "M 46 10 L 50 17 L 54 10 L 58 12.5 L 53.5 22 L 90 84 L 10 84 L 46.5 22 L 42 12.5 Z";
const DOOR: &str = "M 50 44 L 64 84 L 36 84 Z";
const TRUNK: &str = "M 44 58 L 56 58 L 57 90 L 43 90 Z";
const CROWN: &str = "M 50 8 C 61 8 68 14 70 22 C 80 24 86 32 85 42 C 84 55 74 64 62 64 C 58 68 42 68 38 64 \
    C 26 64 16 55 15 42 C 14 32 20 24 30 22 C 32 14 39 8 50 8 Z";
const BULB: &str =
    "M 50 9 C 68 9 80 22 80 38 C 80 51 70 56 65 68 L 35 68 C 30 56 20 51 20 38 C 20 22 32 9 50 9 Z";
const SOCKET: &str = "M 37 68 L 63 68 L 63 80 L 57 90 L 43 90 L 37 80 Z";
const HULL: &str =
    "M 50 12 C 71 12 88 29 88 50 C 88 71 71 88 50 88 C 29 88 12 71 12 50 C 12 29 29 12 50 12 Z";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_stays_in_its_square() {
        use crate::report::picture::outline::PenStep;
        for name in NAMES {
            let parts = parts(name);
            assert!(!parts.is_empty(), "{name}");
            for step in parts.iter().flat_map(|p| &p.outline.0) {
                let points = match *step {
                    PenStep::Move(p) | PenStep::Line(p) => vec![p],
                    PenStep::Curve(a, b, p) => vec![a, b, p],
                    PenStep::Close => Vec::new(),
                };
                assert!(
                    points.iter().all(|p| (0.0..=100.0).contains(&p.0) && (0.0..=100.0).contains(&p.1)),
                    "{name}"
                );
            }
        }
    }
}
