//! Several pictures on one sheet: in rows, each with its caption underneath.

use super::letters;
use super::scene::{Anchor, Color, Scene};
use super::wrapping::wrapped;

/// Distance between pictures, and size of captions.
const GAP: f32 = 26.0;
const CAPTION: f32 = 14.0;
const LINE: f32 = CAPTION * 1.35;

/// Maximum width of a sheet, about that of a screen.
const WIDE: f32 = 1500.0;

/// A picture and its caption.
pub(super) struct CaptionedScene {
    pub scene: Scene,
    pub caption: String,
}

/// Arranges the pictures in rows of `columns`, or in a sheet of about equal width and height.
pub(super) fn gallery(pictures: &[CaptionedScene], columns: Option<usize>) -> Scene {
    let labels: Vec<Vec<String>> =
        pictures.iter().map(|p| wrapped(&p.caption, p.scene.width.max(200.0), CAPTION)).collect();
    let broad = |i: usize| {
        labels[i].iter().map(|l| letters::width(l, CAPTION)).fold(pictures[i].scene.width, f32::max)
    };
    let widths: Vec<f32> = (0..pictures.len()).map(broad).collect();
    let rows = rows(&widths, columns, target(pictures, &widths));
    let across = |row: &[usize]| row.iter().map(|&i| widths[i] + GAP).sum::<f32>() - GAP;
    let mut sheet = Scene::new(rows.iter().map(|r| across(r)).fold(1.0, f32::max), 0.0);
    let mut top = 0.0;
    for row in &rows {
        let high = row.iter().map(|&i| pictures[i].scene.height).fold(0.0, f32::max);
        let most = row.iter().map(|&i| labels[i].len()).max().unwrap_or(0);
        let mut left = 0.0;
        for &i in row {
            let scene = &pictures[i].scene;
            sheet.place(scene, left + (widths[i] - scene.width) / 2.0, top + high - scene.height);
            for (n, line) in labels[i].iter().enumerate() {
                let at = (left + widths[i] / 2.0, top + high + LINE * (n as f32 + 0.8));
                sheet.words(line.clone(), at, CAPTION, Anchor::Middle, Color::INK);
            }
            left += widths[i] + GAP;
        }
        top += high + LINE * (most as f32 + if most > 0 { 0.5 } else { 0.0 }) + GAP;
    }
    sheet.height = (top - GAP).max(1.0);
    let told = pictures.iter().map(|p| p.scene.description.as_str()).filter(|d| !d.is_empty());
    sheet.description = told.collect::<Vec<_>>().join("\n");
    sheet
}

/// Preferred width of a sheet: about equal to its height, at most a screen's, at least the widest picture's.
fn target(pictures: &[CaptionedScene], widths: &[f32]) -> f32 {
    let area: f32 = pictures.iter().zip(widths).map(|(p, w)| (w + GAP) * (p.scene.height + GAP)).sum();
    let widest = widths.iter().copied().fold(1.0, f32::max);
    // Two pictures side by side are better than two below each other.
    let two = if pictures.len() > 1 { 2.0 * widest + GAP } else { widest };
    (area.sqrt() * 1.1).max(two).min(WIDE).max(widest)
}

/// The indices of the pictures in each row.
fn rows(widths: &[f32], columns: Option<usize>, target: f32) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut used = 0.0;
    for (i, width) in widths.iter().enumerate() {
        let full = match (columns, rows.last()) {
            (_, None) => true,
            (Some(columns), Some(row)) => row.len() >= columns.max(1),
            (None, Some(_)) => used + width > target + 0.5,
        };
        if full {
            rows.push(Vec::new());
            used = 0.0;
        }
        rows.last_mut().expect("the first picture opens a row").push(i);
        used += width + GAP;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_captions() {
        let hung =
            |caption: &str| CaptionedScene { scene: Scene::new(100.0, 50.0), caption: caption.to_owned() };
        let pictures: Vec<CaptionedScene> = (0..5).map(|_| hung("")).collect();
        let sheet = gallery(&pictures, None);
        assert_eq!((sheet.width, sheet.height), (2.0 * 126.0 - 26.0, 3.0 * 76.0 - 26.0));
        let strip = gallery(&pictures, Some(5));
        assert_eq!((strip.width, strip.height), (5.0 * 126.0 - 26.0, 50.0));
        let captioned = gallery(&[hung("orbit of 8, unchanged by rotation by 180°")], None);
        assert!(captioned.height > 50.0 + LINE && captioned.items.len() == 2, "{captioned:?}");
    }
}
