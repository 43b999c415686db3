//! The moves of a piece as a picture: dots for leaps, lines for rides with an arrowhead if they continue, small crosses for
//! leaps that need an empty path, rings for cells beyond the piece that a hopper needs.

use super::figures::{self, Figure};
use super::frame::CELL;
use super::letters;
use super::outline::{Outline, Point};
use super::palette::{BLUE, GREEN, VERMILION};
use super::scene::{Anchor, Color, Scene, Stroke};
use crate::geometry::{Mode, Movement, Ray, Vector};
use crate::report::moves::{leaves_plane, reach_of};

/// Draws the piece in the middle of an empty board. `name` selects its figure; if there is none, its symbol is shown.
pub(super) fn chart(name: &str, symbol: char, movement: &Movement) -> Scene {
    let radius = reach_of(movement);
    let side = 2 * radius + 1;
    let size = side as f32 * CELL;
    let mut scene = Scene::new(size + 10.0, size + 10.0);
    let mut inside = Scene::new(size, size);
    squares(&mut inside, side);
    if movement.rays().iter().any(leaves_plane) {
        inside.words("its moves leave the plane", (size / 2.0, CELL * 0.5), 14.0, Anchor::Middle, Color::INK);
    }
    for ray in movement.rays().iter().filter(|r| !leaves_plane(r)) {
        draw_ray(&mut inside, ray, radius);
    }
    let middle = place(0, 0, radius);
    match figures::named(name) {
        Some(name) => figures::draw(&mut inside, Figure { name, color: Color::INK }, middle, CELL * 0.9),
        None => {
            let letter = if letters::is_known(symbol) { symbol } else { '@' };
            inside.shape(Outline::circle(middle, CELL * 0.38), Some(Color::INK), None);
            inside.bold(letter.to_string(), middle, CELL * 0.46, Color::WHITE);
        }
    }
    scene.place(&inside, 5.0, 5.0);
    scene.description = format!("the moves of {name}");
    scene
}

pub(super) fn tile(cells: &[Vector]) -> Scene {
    let (width, height) = cells.iter().fold((1, 1), |(w, h), v| (w.max(v.x + 1), h.max(v.y + 1)));
    let mut scene = Scene::new(width as f32 * CELL + 10.0, height as f32 * CELL + 10.0);
    let mut outline = Outline::default();
    for v in cells {
        let (x, y) = (v.x as f32 * CELL + 5.0, (height - 1 - v.y) as f32 * CELL + 5.0);
        outline.extend(&Outline::rectangle(x, y, CELL, CELL));
    }
    scene.shape(outline, Some(BLUE.lighter(0.4)), Some(Stroke::new(Color::INK, 1.5)));
    scene.description = "a tile".to_owned();
    scene
}

fn place(x: i32, y: i32, radius: i32) -> Point {
    ((x + radius) as f32 * CELL + CELL / 2.0, (radius - y) as f32 * CELL + CELL / 2.0)
}

fn squares(scene: &mut Scene, side: i32) {
    let size = side as f32 * CELL;
    let (mut dark, mut lines) = (Outline::default(), Outline::default());
    for i in 0..side {
        for j in (0..side).filter(|j| (i + j) % 2 == 1) {
            dark.extend(&Outline::rectangle(i as f32 * CELL, j as f32 * CELL, CELL, CELL));
        }
        let at = i as f32 * CELL;
        lines.extend(&Outline::line((at, 0.0), (at, size)));
        lines.extend(&Outline::line((0.0, at), (size, at)));
    }
    scene.fill(dark, Color(0xf0, 0xec, 0xe2));
    scene.stroke(lines, Stroke::new(Color::FAINT, 0.8));
    scene.stroke(Outline::rectangle(0.0, 0.0, size, size), Stroke::new(Color::INK, 2.4));
}

fn draw_ray(scene: &mut Scene, ray: &Ray, radius: i32) {
    let last = ray.to.map_or(i32::MAX, |to| i32::try_from(to).unwrap_or(i32::MAX));
    let first = i32::try_from(ray.from).unwrap_or(i32::MAX);
    let inside = |s: i32| {
        let within = |a: i32| (-radius..=radius).contains(&a);
        ray.vector_after(s).is_some_and(|v| within(v.x) && within(v.y))
    };
    let end = (1..=2 * radius).take_while(|&s| s <= last && inside(s)).last().unwrap_or(0);
    let at = |s: i32| {
        let v = ray.vector_after(s).unwrap_or(Vector::ZERO);
        place(v.x, v.y, radius)
    };
    let leap = ray.to == Some(1) && matches!(ray.mode, Mode::Plain | Mode::Through);
    if leap || ray.mode == Mode::Lame {
        for s in (1..=end).filter(|s| *s >= first) {
            target(scene, ray.mode, at(s));
        }
        return;
    }
    let hops = matches!(ray.mode, Mode::Cannon | Mode::Grasshopper);
    let color = if hops { VERMILION } else { BLUE };
    if end >= 1 {
        let line = Stroke::new(color, 3.0);
        let line = if hops { line.dashed() } else { line };
        let bend = if ray.lead.is_some() { 1 } else { 0 };
        if bend > 0 {
            scene.stroke(Outline::line(at(0), at(bend)), line);
        }
        if bend < end {
            scene.stroke(Outline::line(at(bend), at(end)), line);
        }
    }
    // A hopper cannot attack the cell next to it.
    for s in (1..=end).filter(|s| *s >= first && !(hops && *s == 1)) {
        if hops {
            target(scene, ray.mode, at(s));
        } else {
            scene.fill(Outline::circle(at(s), 5.0), color);
        }
    }
    if last > end && end >= 1 {
        arrow(scene, at(end - 1), at(end), color);
    }
}

fn target(scene: &mut Scene, mode: Mode, at: Point) {
    match mode {
        Mode::Cannon | Mode::Grasshopper => {
            scene.shape(Outline::circle(at, 8.0), Some(Color::WHITE), Some(Stroke::new(VERMILION, 3.0)));
        }
        Mode::Lame => {
            let r = 7.0;
            let mut cross = Outline::line((at.0 - r, at.1 - r), (at.0 + r, at.1 + r));
            cross.extend(&Outline::line((at.0 - r, at.1 + r), (at.0 + r, at.1 - r)));
            scene.stroke(cross, Stroke::new(GREEN, 4.0));
        }
        Mode::Plain | Mode::Through => scene.fill(Outline::circle(at, 9.0), BLUE),
    }
}

/// An arrowhead just beyond `to`, along the line from `from`.
fn arrow(scene: &mut Scene, from: Point, to: Point, color: Color) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy);
    let (ux, uy) = (dx / long, dy / long);
    let tip = |along: f32, aside: f32| (to.0 + ux * along - uy * aside, to.1 + uy * along + ux * aside);
    scene.fill(Outline::polygon([tip(17.0, 0.0), tip(5.0, -7.0), tip(5.0, 7.0)]), color);
}
