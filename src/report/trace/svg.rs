//! The frames as a self-playing SVG (SMIL), without scripts and external resources.
//!
//! An invisible clock runs through all frames and starts again. Each letter of a cell is drawn once for every run of frames
//! in which it stays, and is visible during that run. Without animation (in a static viewer, in print) the last frame is
//! visible, since that is the state of the letters without animation.

use super::Frame;
use crate::report::picture::escaped;
use std::fmt::Write;

/// Side of a cell, in the units of the picture.
const CELL: usize = 32;
/// Seconds per frame.
const SECONDS: f64 = 1.5;
const MARGIN: usize = 12;

const WRITES: &str = "writing to a string does not fail";

/// Returns the frames as one animated picture with this title.
pub fn trace_svg(title: &str, frames: &[Frame]) -> String {
    let rows = frames.iter().map(|f| f.board.len()).max().unwrap_or(0);
    let columns = frames.iter().flat_map(|f| &f.board).map(|l| l.chars().count()).max().unwrap_or(0);
    let widest = frames.iter().map(|f| f.words.chars().count()).max().unwrap_or(0);
    // A character of the sentence is about seven units wide.
    let width = (columns * CELL).max(widest * 7) + 2 * MARGIN;
    let height = rows * CELL + 3 * MARGIN + 16;
    let all = frames.len() as f64 * SECONDS;
    let mut text = String::new();
    writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\">\n<title>{}</title>\n<style>text{{font-family:monospace;text-anchor:middle;dominant-baseline:central}}\
         .p{{font-weight:bold;fill:#111}}.o{{fill:#555}}.x{{fill:#a99}}.k{{fill:#2864a0}}.s{{text-anchor:start;fill:#111}}</style>",
        escaped(title)
    )
    .expect(WRITES);
    writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>").expect(WRITES);
    writeln!(
        text,
        "<rect width=\"0\" height=\"0\"><animate id=\"clock\" attributeName=\"x\" from=\"0\" to=\"0\" dur=\"{all}s\" \
         begin=\"0s;clock.end\"/></rect>"
    )
    .expect(WRITES);
    for row in 0..rows {
        for column in 0..columns {
            cell(frames, row, column, &mut text);
        }
    }
    let at = rows * CELL + 2 * MARGIN + 8;
    let sentence = |f: &Frame| Some(f.words.clone());
    runs(
        frames,
        &sentence,
        &mut |words, showing| {
            format!(
                "<text class=\"s\" font-size=\"12\" x=\"{MARGIN}\" y=\"{at}\"{}</text>",
                showing(&escaped(words))
            )
        },
        &mut text,
    );
    text.push_str("</svg>\n");
    text
}

/// Draws a cell with its letters over time.
fn cell(frames: &[Frame], row: usize, column: usize, text: &mut String) {
    let letter = |f: &Frame| {
        let letter = f.board.get(row)?.chars().nth(column)?;
        (letter != ' ').then(|| letter.to_string())
    };
    let Some(first) = frames.iter().find_map(letter) else { return };
    let (x, y) = (MARGIN + column * CELL, MARGIN + row * CELL);
    let fill = match first.as_str() {
        "#" => "#444",
        _ if (row + column).is_multiple_of(2) => "#f6f1e7",
        _ => "#e7dcc6",
    };
    writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>")
        .expect(WRITES);
    if first == "#" {
        return;
    }
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    runs(
        frames,
        &letter,
        &mut |letter, showing| {
            let class = match letter {
                "." => "o",
                "x" => "x",
                l if l.chars().all(char::is_lowercase) => "k",
                _ => "p",
            };
            format!(
                "<text class=\"{class}\" font-size=\"18\" x=\"{x}\" y=\"{y}\"{}</text>",
                showing(&escaped(letter))
            )
        },
        text,
    );
}

/// Appends the visibility and the animation to an element's attributes, and inserts its text.
type Showing<'a> = &'a dyn Fn(&str) -> String;

/// Writes an element for each run of frames in which `of` stays the same. `draw` receives its value and its visibility.
fn runs(
    frames: &[Frame],
    of: &dyn Fn(&Frame) -> Option<String>,
    draw: &mut dyn FnMut(&str, Showing<'_>) -> String,
    text: &mut String,
) {
    let mut from = 0;
    while from < frames.len() {
        let value = of(&frames[from]);
        let length = frames[from..].iter().take_while(|f| of(f) == value).count();
        let to = from + length;
        if let Some(value) = value {
            let (begin, dur) = (from as f64 * SECONDS, length as f64 * SECONDS);
            let last = to == frames.len();
            let showing = |inner: &str| match (from, last) {
                (0, true) => format!(">{inner}"),
                (_, true) => format!(
                    ">{inner}<set attributeName=\"visibility\" to=\"hidden\" begin=\"clock.begin\" dur=\"{begin}s\"/>"
                ),
                _ => format!(
                    " visibility=\"hidden\">{inner}<set attributeName=\"visibility\" to=\"visible\" \
                     begin=\"clock.begin+{begin}s\" dur=\"{dur}s\"/>"
                ),
            };
            writeln!(text, "{}", draw(&value, &showing)).expect(WRITES);
        }
        from = to;
    }
}
