//! Letters as outlines, from fonts that the program includes (Ubuntu Light, with a line around it for bold text). So a
//! picture looks the same on a machine without fonts.

use super::outline::{Outline, PenStep, Point};
use ttf_parser::{Face, OutlineBuilder};

/// Height of capital letters and digits, relative to the size.
pub(super) const CAPITAL: f32 = 0.693;

/// A font with most letters, and one with more of the rare ones.
const FONTS: [&[u8]; 2] = [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR];

/// Records the outlines of glyphs, with the y axis flipped.
struct Pen {
    steps: Vec<PenStep>,
    left: f32,
    /// Size of a unit of the font.
    scale: f32,
    at: Point,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        (self.left + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.steps.push(PenStep::Move(self.at));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.steps.push(PenStep::Line(self.at));
    }

    /// A quadratic curve equals the cubic one whose control points lie two thirds of the way.
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (control, end) = (self.place(cx, cy), self.place(x, y));
        let toward = |p: Point| (p.0 + (control.0 - p.0) * 2.0 / 3.0, p.1 + (control.1 - p.1) * 2.0 / 3.0);
        self.steps.push(PenStep::Curve(toward(self.at), toward(end), end));
        self.at = end;
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (a, b, end) = (self.place(ax, ay), self.place(bx, by), self.place(x, y));
        self.steps.push(PenStep::Curve(a, b, end));
        self.at = end;
    }

    fn close(&mut self) {
        self.steps.push(PenStep::Close);
    }
}

pub(super) fn is_known(letter: char) -> bool {
    fonts().iter().any(|font| font.glyph_index(letter).is_some())
}

fn fonts() -> Vec<Face<'static>> {
    FONTS.iter().filter_map(|data| Face::parse(data, 0).ok()).collect()
}

/// A line of text from (0, 0), its baseline, to the right, and its width. A letter that no font has is a hollow box.
pub(super) fn line(text: &str, size: f32) -> (Outline, f32) {
    let fonts = fonts();
    let mut pen = Pen { steps: Vec::new(), left: 0.0, scale: 1.0, at: (0.0, 0.0) };
    for letter in text.chars() {
        let found = fonts.iter().find_map(|font| Some((font, font.glyph_index(letter)?)));
        let Some((font, glyph)) = found else {
            let (w, h) = (size * 0.5, size * CAPITAL);
            let outer = Outline::rectangle(pen.left + size * 0.05, -h, w, h);
            pen.steps.extend(outer.0);
            // Reversed, so that it is a hole.
            let (x, b) = (pen.left + size * 0.1, size * 0.05);
            let inner = [(x, -b), (x + w - 2.0 * b, -b), (x + w - 2.0 * b, b - h), (x, b - h)];
            pen.steps.extend(Outline::polygon(inner).0);
            pen.left += size * 0.6;
            continue;
        };
        pen.scale = size / f32::from(font.units_per_em());
        // A letter without an outline, such as a space, only advances.
        let _ = font.outline_glyph(glyph, &mut pen);
        pen.left += font.glyph_hor_advance(glyph).map_or(size * 0.5, |units| f32::from(units) * pen.scale);
    }
    (Outline(pen.steps), pen.left)
}

pub(super) fn width(text: &str, size: f32) -> f32 {
    line(text, size).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_outlines_and_widths() {
        let (outline, one) = line("8", 10.0);
        assert!(outline.0.len() > 10 && one > 4.0 && one < 8.0, "{one}");
        assert!((width("88", 10.0) - 2.0 * one).abs() < 0.01);
        let capital = line("H", 10.0).0;
        let top = capital.0.iter().filter_map(|s| match s {
            PenStep::Line(p) | PenStep::Move(p) => Some(-p.1),
            _ => None,
        });
        let top = top.fold(0.0, f32::max);
        assert!((top - 10.0 * CAPITAL).abs() < 0.1, "{top}");
        assert!(is_known('°') && is_known('Ж') && !is_known('中'));
        assert!(!line("中", 10.0).0.is_empty());
    }
}
