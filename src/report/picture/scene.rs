//! A picture independent of its format: shapes and text from back to front, on white paper.

use super::letters;
use super::outline::{Outline, Point};

/// A color: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Color(pub u8, pub u8, pub u8);

impl Color {
    pub const WHITE: Self = Self(255, 255, 255);
    pub const INK: Self = Self(0x22, 0x22, 0x22);
    pub const GREY: Self = Self(0x77, 0x77, 0x77);
    pub const FAINT: Self = Self(0xc4, 0xc4, 0xc4);

    /// Formats the color as six hexadecimal digits.
    pub fn hex(self) -> String {
        format!("{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Mixes the color with white; 0 leaves it, 1 is white.
    pub fn lighter(self, by: f32) -> Self {
        let mix = |c: u8| (f32::from(c) + (255.0 - f32::from(c)) * by).round() as u8;
        Self(mix(self.0), mix(self.1), mix(self.2))
    }

    /// Relative luminance (sRGB), from 0 to 1.
    pub fn luminance(self) -> f32 {
        let linear = |c: u8| {
            let c = f32::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Ink or white, whichever contrasts more with this color.
    pub fn contrast(self) -> Self {
        if self.luminance() > 0.3 { Self::INK } else { Self::WHITE }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub color: Color,
    pub width: f32,
    /// Lengths of a dash and of the gap behind it, if it is dashed.
    pub dash: Option<(f32, f32)>,
}

impl Stroke {
    pub fn new(color: Color, width: f32) -> Self {
        Self { color, width, dash: None }
    }

    #[must_use]
    pub fn dashed(self) -> Self {
        Self { dash: Some((7.0, 5.0)), ..self }
    }
}

/// Horizontal alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// An item on the paper.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SceneItem {
    Shape {
        outline: Outline,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    },
    /// A line of text; `at` is its vertical middle.
    Words {
        text: String,
        at: Point,
        size: f32,
        anchor: Anchor,
        color: Color,
        bold: bool,
    },
}

/// Items on a paper of this size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    pub width: f32,
    pub height: f32,
    pub items: Vec<SceneItem>,
    /// Description for readers who cannot see the picture.
    pub description: String,
}

impl Scene {
    pub fn new(width: f32, height: f32) -> Self {
        Self { width, height, items: Vec::new(), description: String::new() }
    }

    pub fn fill(&mut self, outline: Outline, color: Color) {
        self.shape(outline, Some(color), None);
    }

    pub fn stroke(&mut self, outline: Outline, stroke: Stroke) {
        self.shape(outline, None, Some(stroke));
    }

    pub fn shape(&mut self, outline: Outline, fill: Option<Color>, stroke: Option<Stroke>) {
        if !outline.is_empty() {
            self.items.push(SceneItem::Shape { outline, fill, stroke });
        }
    }

    /// Adds a line of text at `at`.
    pub fn words(&mut self, text: impl Into<String>, at: Point, size: f32, anchor: Anchor, color: Color) {
        self.items.push(SceneItem::Words { text: text.into(), at, size, anchor, color, bold: false });
    }

    /// Adds a centered line of text in bold.
    pub fn bold(&mut self, text: impl Into<String>, at: Point, size: f32, color: Color) {
        let anchor = Anchor::Middle;
        self.items.push(SceneItem::Words { text: text.into(), at, size, anchor, color, bold: true });
    }

    /// Returns the picture scaled by a factor.
    #[must_use]
    pub fn scaled(&self, by: f32) -> Self {
        let place = |p: Point| (p.0 * by, p.1 * by);
        let item = |item: &SceneItem| match item.clone() {
            SceneItem::Shape { outline, fill, stroke } => {
                let stroke = stroke.map(|s| Stroke {
                    width: s.width * by,
                    dash: s.dash.map(|(dash, gap)| (dash * by, gap * by)),
                    ..s
                });
                SceneItem::Shape { outline: outline.map(place), fill, stroke }
            }
            SceneItem::Words { text, at, size, anchor, color, bold } => {
                SceneItem::Words { text, at: place(at), size: size * by, anchor, color, bold }
            }
        };
        Self {
            width: self.width * by,
            height: self.height * by,
            items: self.items.iter().map(item).collect(),
            description: self.description.clone(),
        }
    }

    /// Puts another picture onto this one, its top left corner at `(x, y)`.
    pub fn place(&mut self, other: &Self, x: f32, y: f32) {
        let moved = |p: Point| (p.0 + x, p.1 + y);
        self.items.extend(other.items.iter().cloned().map(|item| match item {
            SceneItem::Shape { outline, fill, stroke } => {
                SceneItem::Shape { outline: outline.map(moved), fill, stroke }
            }
            SceneItem::Words { text, at, size, anchor, color, bold } => {
                SceneItem::Words { text, at: moved(at), size, anchor, color, bold }
            }
        }));
    }
}

/// The outline of a text.
pub(super) fn lettered(text: &str, at: Point, size: f32, anchor: Anchor) -> Outline {
    let (outline, width) = letters::line(text, size);
    let left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - width / 2.0,
        Anchor::End => at.0 - width,
    };
    let foot = at.1 + size * letters::CAPITAL / 2.0;
    outline.map(|(x, y)| (left + x, foot + y))
}
