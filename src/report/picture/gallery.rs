//! Many pictures on one paper: in rows of equal columns, each with its caption underneath.

use super::letters;
use super::scene::{Anchor, Color, Scene};

/// Between pictures, and the size of captions.
const GAP: f32 = 26.0;
const CAPTION: f32 = 14.0;
const LINE: f32 = CAPTION * 1.35;

/// A paper of so many columns is wide enough for a screen.
const WIDE: f32 = 1500.0;

/// A picture and the words under it.
pub(super) struct Hung {
    pub scene: Scene,
    pub caption: String,
}

/// The pictures in rows; so many in each, or as many as make a sheet of sensible form.
pub(super) fn gallery(pictures: &[Hung], columns: Option<usize>) -> Scene {
    let width = pictures.iter().map(|p| p.scene.width).fold(0.0, f32::max);
    let fitting = ((WIDE + GAP) / (width + GAP)) as usize;
    let square = (pictures.len() as f32).sqrt().ceil() as usize;
    let columns = columns.unwrap_or_else(|| fitting.min(square.max(2))).clamp(1, pictures.len().max(1));
    let lines: Vec<Vec<String>> = pictures.iter().map(|p| wrapped(&p.caption, width.max(160.0))).collect();
    let broad = lines.iter().flatten().map(|l| letters::width(l, CAPTION)).fold(width, f32::max);
    let mut sheet = Scene::new(columns as f32 * (broad + GAP) - GAP, 0.0);
    let mut top = 0.0;
    for (row, words) in pictures.chunks(columns).zip(lines.chunks(columns)) {
        let high = row.iter().map(|p| p.scene.height).fold(0.0, f32::max);
        let most = words.iter().map(Vec::len).max().unwrap_or(0);
        for (i, (picture, words)) in row.iter().zip(words).enumerate() {
            let left = i as f32 * (broad + GAP);
            sheet.place(&picture.scene, left + (broad - picture.scene.width) / 2.0, top);
            for (n, line) in words.iter().enumerate() {
                let at = (left + broad / 2.0, top + high + LINE * (n as f32 + 0.8));
                sheet.words(line.clone(), at, CAPTION, Anchor::Middle, Color::INK);
            }
        }
        top += high + LINE * (most as f32 + if most > 0 { 0.5 } else { 0.0 }) + GAP;
    }
    sheet.height = (top - GAP).max(1.0);
    sheet.description =
        pictures.iter().map(|p| p.scene.description.as_str()).filter(|d| !d.is_empty()).collect::<Vec<_>>().join("\n");
    sheet
}

/// Words in lines of that width, as far as they can be broken.
fn wrapped(text: &str, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if letters::width(&format!("{line} {word}"), CAPTION) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_captions() {
        let hung = |caption: &str| Hung { scene: Scene::new(100.0, 50.0), caption: caption.to_owned() };
        let pictures: Vec<Hung> = (0..5).map(|_| hung("")).collect();
        let sheet = gallery(&pictures, None);
        assert_eq!((sheet.width, sheet.height), (3.0 * 126.0 - 26.0, 2.0 * 76.0 - 26.0));
        let captioned = gallery(&[hung("orbit of 8, unchanged by rotation by 180°")], None);
        assert!(captioned.height > 50.0 + LINE && captioned.items.len() == 2, "{captioned:?}");
        assert_eq!(wrapped("a b c", 1.0), ["a", "b", "c"]);
    }
}
