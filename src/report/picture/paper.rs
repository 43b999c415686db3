//! A page of paper with text and boards, for worksheets.

use super::Picture;
use super::letters;
use super::outline::Outline;
use super::scene::{Anchor, Color, Scene, Stroke};
use super::wrapping::wrapped;

/// Largest size of a board's cell on paper, relative to the drawing.
const LARGEST: f32 = 1.0;

/// Size of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    Title,
    Heading,
    Large,
    Medium,
    Small,
}

impl TextSize {
    fn points(self) -> f32 {
        match self {
            Self::Title => 17.0,
            Self::Heading => 12.0,
            Self::Large => 11.0,
            Self::Medium => 9.5,
            Self::Small => 8.0,
        }
    }
}

/// A text that fills lines.
#[derive(Clone, Copy, Debug)]
pub struct Paragraph<'a> {
    pub text: &'a str,
    pub size: TextSize,
}

/// A page under construction; lengths are in points from the top left corner.
#[derive(Clone, Debug)]
pub struct PictureSheet {
    scene: Scene,
    described: Vec<String>,
}

impl PictureSheet {
    pub fn new(width: f32, height: f32) -> Self {
        Self { scene: Scene::new(width, height), described: Vec::new() }
    }

    /// Writes a paragraph within a width and returns its height.
    pub fn text(&mut self, paragraph: &Paragraph<'_>, (left, top): (f32, f32), width: f32) -> f32 {
        let size = paragraph.size.points();
        let line = size * 1.35;
        let bold = matches!(paragraph.size, TextSize::Title | TextSize::Heading);
        let shown = crate::diag::escape(paragraph.text);
        let lines = wrapped(&shown, width, size);
        for (i, text) in lines.iter().enumerate() {
            let at = (left, top + (i as f32 + 0.5) * line);
            if bold {
                let at = (left + letters::width(text, size) / 2.0, at.1);
                self.scene.bold(text.clone(), at, size, Color::INK);
            } else {
                self.scene.words(text.clone(), at, size, Anchor::Start, Color::INK);
            }
        }
        self.described.push(shown.into_owned());
        lines.len() as f32 * line
    }

    /// Draws a line for a name, which ends at `right`.
    pub fn name_line(&mut self, right: f32, y: f32) {
        self.scene.words("Name:", (right - 160.0, y), 11.0, Anchor::Start, Color::INK);
        self.scene
            .stroke(Outline::line((right - 122.0, y + 5.0), (right, y + 5.0)), Stroke::new(Color::GREY, 0.8));
    }

    /// Draws a board as large as the room allows, at its top and in its middle.
    pub fn board(&mut self, board: &Picture, (left, top): (f32, f32), (width, height): (f32, f32)) {
        let scene = &board.0;
        let scale = (width / scene.width).min(height / scene.height).min(LARGEST);
        let scene = scene.scaled(scale);
        self.scene.place(&scene, left + (width - scene.width) / 2.0, top);
        self.described.push(scene.description.clone());
    }

    /// Returns the page.
    pub fn finish(mut self) -> Picture {
        self.scene.description = self.described.join("\n");
        Picture(self.scene)
    }
}
