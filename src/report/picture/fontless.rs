//! Letters without fonts: widths are estimates, and an outline is a row of boxes. The viewer of an SVG draws its text in a font
//! of its own.

use super::outline::Outline;

/// Height of capital letters and digits, relative to the size.
pub(super) const CAPITAL: f32 = 0.7;

/// Average width of a letter, relative to the size.
const WIDTH: f32 = 0.56;

pub(super) fn is_known(letter: char) -> bool {
    !letter.is_control()
}

/// A box for each letter, from (0, 0) to the right, and their width.
pub(super) fn line(text: &str, size: f32) -> (Outline, f32) {
    let mut boxes = Outline::default();
    for (i, _) in text.chars().enumerate() {
        let left = (i as f32 + 0.1) * size * WIDTH;
        boxes.extend(&Outline::rectangle(left, -size * CAPITAL, size * WIDTH * 0.8, size * CAPITAL));
    }
    (boxes, width(text, size))
}

pub(super) fn width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * WIDTH
}
