//! The pieces on a board: figures, letters in discs, digits; tiles as outlined areas with different colors for neighbors,
//! ships as ships.

use super::figures;
use super::frame::{BoardFrame, CELL};
use super::letters;
use super::outline::{Outline, Point};
use super::palette::{self, color, spread};
use super::scene::{Color, Scene, Stroke};
use crate::model::{Diagram, Fact, Kind, KindId, Model, Placement, Shapes};

/// Draws the pieces on the boards of one model.
pub(super) struct PiecePainter<'a> {
    pub model: &'a Model,
    pub frame: &'a BoardFrame,
}

impl PiecePainter<'_> {
    /// Pieces on single cells.
    pub fn points(&self, scene: &mut Scene, diagram: &Diagram) {
        for placement in diagram.placements() {
            let kind = self.model.kind(placement.kind);
            let is_other = is_ship(kind) || kind.line.is_some();
            if let ([cell], false) = (placement.cells.as_slice(), is_other) {
                let given = self.model.facts.iter().any(|f| matches!(f, Fact::Holds(at, ..) if at == cell));
                if kind.shapes == Shapes::Point || given {
                    self.point(scene, placement.kind, self.frame.centre(*cell), given);
                }
            }
        }
    }

    fn point(&self, scene: &mut Scene, id: KindId, at: Point, given: bool) {
        let kind = self.model.kind(id);
        let size = self.frame.inner();
        if let Some(figure) = figures::figure(kind) {
            return figures::draw(scene, figure, at, size);
        }
        if kind.family.is_some() || kind.symbol.is_ascii_digit() {
            let (ink, size) = if given { (Color::INK, 0.66) } else { (palette::BLUE, 0.56) };
            let text = kind.family.map_or_else(|| letter(kind).to_string(), |f| member_text(kind, f.1));
            let size = if text.len() > 1 { size * 0.8 } else { size };
            return scene.bold(text, at, CELL * size, ink);
        }
        disc(scene, kind, id, at, size);
    }

    /// Tiles, above the lines between cells.
    pub fn tiles(&self, scene: &mut Scene, diagram: &Diagram) {
        let tiles: Vec<&Placement> = diagram
            .placements()
            .iter()
            .filter(|p| self.model.kind(p.kind).shapes != Shapes::Point && !self.is_lone_given(p))
            .collect();
        let (ships, tiles): (Vec<&Placement>, Vec<&Placement>) =
            tiles.into_iter().partition(|p| is_ship(self.model.kind(p.kind)));
        for ship in ships {
            self.ship(scene, ship);
        }
        let colors = spread(&self.neighbours(&tiles), |t| tiles[t].kind.index());
        for (tile, &n) in tiles.iter().zip(&colors) {
            self.tile(scene, tile, color(n));
        }
    }

    /// Returns true for a given that a cell is covered by a tile, which does not say how the tile lies.
    fn is_lone_given(&self, placement: &Placement) -> bool {
        let Shapes::Tile(shapes) = &self.model.kind(placement.kind).shapes else { return false };
        shapes.iter().all(|s| s.len() != placement.cells.len())
    }

    fn neighbours(&self, tiles: &[&Placement]) -> Vec<Vec<usize>> {
        let mut owner = vec![None; self.model.board.len()];
        for (i, tile) in tiles.iter().enumerate() {
            for cell in &tile.cells {
                owner[cell.index()] = Some(i);
            }
        }
        let next = |(i, tile): (usize, &&Placement)| {
            let sides = tile.cells.iter().flat_map(|&c| self.frame.sides(&self.model.board, c));
            let mut next: Vec<usize> =
                sides.filter_map(|s| owner[s.2?.index()]).filter(|&o| o != i).collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        tiles.iter().enumerate().map(next).collect()
    }

    /// The area, its rim, and its letter on its first cell.
    fn tile(&self, scene: &mut Scene, tile: &Placement, color: Color) {
        let (mut area, mut rim, mut inner) = (Outline::default(), Outline::default(), Outline::default());
        for &cell in &tile.cells {
            area.extend(&Outline::polygon(self.frame.corners(cell)));
            for (from, to, other) in self.frame.sides(&self.model.board, cell) {
                let line = Outline::line(from, to);
                let inside = other.is_some_and(|o| tile.cells.contains(&o));
                if inside { &mut inner } else { &mut rim }.extend(&line);
            }
        }
        let light = color.lighter(0.25);
        scene.fill(area, light);
        scene.stroke(inner, Stroke::new(color, 1.0));
        scene.stroke(rim, Stroke::new(Color::INK, 3.0));
        if let Some(&first) = tile.cells.first() {
            let letter = letter(self.model.kind(tile.kind)).to_string();
            scene.bold(letter, self.frame.centre(first), CELL * 0.42, light.contrast());
        }
    }

    /// A hull around the centers of the cells, with a porthole on each.
    fn ship(&self, scene: &mut Scene, ship: &Placement) {
        let centres: Vec<Point> = ship.cells.iter().map(|&c| self.frame.centre(c)).collect();
        let r = CELL * 0.36;
        let mut keel = Outline::default();
        let close = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < CELL * 1.05;
        let mut hull = Outline::default();
        for (i, &a) in centres.iter().enumerate() {
            hull.extend(&Outline::circle(a, r));
            for &b in centres[..i].iter().filter(|&&b| close(a, b)) {
                let (dx, dy) = ((b.0 - a.0) / CELL * r, (b.1 - a.1) / CELL * r);
                // The quadrangle has the same orientation as the circles, or their overlap would be a hole.
                keel.extend(&Outline::polygon([
                    (a.0 + dy, a.1 - dx),
                    (b.0 + dy, b.1 - dx),
                    (b.0 - dy, b.1 + dx),
                    (a.0 - dy, a.1 + dx),
                ]));
            }
        }
        hull.extend(&keel);
        scene.fill(hull, palette::BLUE);
        for &centre in &centres {
            scene.fill(Outline::circle(centre, r * 0.3), Color::WHITE);
        }
    }
}

/// Returns true if a tile is drawn as a ship: it is straight and keeps a distance from others.
fn is_ship(kind: &Kind) -> bool {
    let Shapes::Tile(shapes) = &kind.shapes else {
        return false;
    };
    let straight =
        |s: &Vec<crate::geometry::Vector>| s.iter().all(|v| v.x == 0) || s.iter().all(|v| v.y == 0);
    !kind.movement.rays().is_empty() && shapes.iter().all(straight)
}

/// Returns the text of a family's member: its symbol, or its value if the symbol is a letter that stands for it.
fn member_text(kind: &Kind, value: i64) -> String {
    if (0..=9).contains(&value) { letter(kind).to_string() } else { value.to_string() }
}

/// The letter of a kind: its symbol, or if no font has it the first letter of its name.
pub(super) fn letter(kind: &Kind) -> char {
    if letters::is_known(kind.symbol) {
        return kind.symbol;
    }
    kind.name.chars().next().map_or('?', |c| c.to_ascii_uppercase())
}

/// The letter in a disc of the kind's color.
pub(super) fn disc(scene: &mut Scene, kind: &Kind, id: KindId, at: Point, size: f32) {
    let words: Vec<&str> = kind.name.split('_').collect();
    let fill = match () {
        () if words.contains(&"white") => Color::WHITE,
        () if words.contains(&"black") => Color::INK,
        () => color(id.index()),
    };
    scene.shape(Outline::circle(at, size * 0.38), Some(fill), Some(Stroke::new(Color::INK, 1.2)));
    scene.bold(letter(kind).to_string(), at, size * 0.46, fill.contrast());
}
