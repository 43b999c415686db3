//! Excerpts of a source around given spans, safe to display: hidden characters are escaped, and a very long line is cut
//! to the part around the span.

use super::escape;
use crate::text::{Position, Source, Span};
use std::ops::Range;

/// Number of lines shown before and after a span.
pub(super) const CONTEXT_LINES: usize = 1;
/// Maximum length in bytes of a displayed line.
const MAX_LINE: usize = 160;
/// Number of bytes kept before the span in a longer line.
const LEAD: usize = 60;

pub(super) struct Excerpt {
    /// The lines, each with its line feed.
    pub text: String,
    /// Number of the first line, from 0.
    pub first_line: usize,
    /// For each span, its byte range in `text` and its start position in the source.
    pub places: Vec<(Range<usize>, Position)>,
}

impl Excerpt {
    /// Returns the lines around `spans`, which must all lie in `source`.
    pub(super) fn new(source: &Source, spans: &[Span]) -> Self {
        let spans: Vec<Range<usize>> = spans.iter().map(|s| clamp(&source.text, s.range())).collect();
        let start = spans.iter().map(|s| s.start).min().unwrap_or(0);
        let end = spans.iter().map(|s| s.end).max().unwrap_or(0);
        let from = (0..CONTEXT_LINES).fold(line_start(&source.text, start), |at, _| {
            if at == 0 { 0 } else { line_start(&source.text, at - 1) }
        });
        let to = (0..CONTEXT_LINES).fold(line_end(&source.text, end), |at, _| line_end(&source.text, at));
        let first_line = source.text[..from].matches('\n').count();
        let mut shown =
            ExcerptOutput { text: String::new(), marks: marks(&spans), next: 0, moved: Vec::new() };
        let mut at = from;
        for line in source.text[from..to].split_inclusive('\n') {
            shown.line(line, at);
            at += line.len();
        }
        shown.pass(usize::MAX);
        let places = spans
            .iter()
            .map(|s| (shown.place(s.start)..shown.place(s.end), source.position(s.start)))
            .collect();
        Self { text: shown.text, first_line, places }
    }
}

/// Returns the range, limited to the text and moved to character boundaries.
fn clamp(text: &str, range: Range<usize>) -> Range<usize> {
    let on_boundary =
        |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let start = on_boundary(range.start);
    start..on_boundary(range.end).max(start)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |i| i + 1)
}

/// One past the line feed of the line that `at` is in.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |i| at + i + 1)
}

/// The starts and ends of all spans, sorted.
fn marks(spans: &[Range<usize>]) -> Vec<usize> {
    let mut marks: Vec<usize> = spans.iter().flat_map(|s| [s.start, s.end]).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Output built so far, and the positions in it of the marks passed.
struct ExcerptOutput {
    text: String,
    marks: Vec<usize>,
    /// The first mark that has not been passed.
    next: usize,
    /// For each mark passed, its position in `text`.
    moved: Vec<usize>,
}

impl ExcerptOutput {
    /// Records the marks up to byte `at` of the source, which is about to be written.
    fn pass(&mut self, at: usize) {
        while self.next < self.marks.len() && self.marks[self.next] <= at {
            self.moved.push(self.text.len());
            self.next += 1;
        }
    }

    fn place(&self, mark: usize) -> usize {
        let index = self.marks.binary_search(&mark).expect("both ends of every span are marks");
        self.moved[index]
    }

    /// Writes a line that begins at byte `at` of the source.
    fn line(&mut self, line: &str, at: usize) {
        let end = line.strip_suffix('\n').map_or(line.len(), |l| l.strip_suffix('\r').unwrap_or(l).len());
        let kept = self.kept(&line[..end], at);
        if kept.start > 0 {
            self.text.push('…');
        }
        for (i, c) in line[kept.clone()].char_indices() {
            self.pass(at + kept.start + i);
            if c == '\t' { self.text.push(' ') } else { escape::push(&mut self.text, c) }
        }
        self.pass(at + kept.end);
        if kept.end < end {
            self.text.push('…');
        }
        // Marks in the part cut off at the end move to the cut.
        self.pass((at + line.len()).saturating_sub(1));
        self.text.push('\n');
    }

    /// Byte range of the displayed part of a line.
    fn kept(&self, line: &str, at: usize) -> Range<usize> {
        if line.len() <= MAX_LINE {
            return 0..line.len();
        }
        let mark = self.marks.get(self.next).map_or(0, |m| m.saturating_sub(at).min(line.len()));
        let start = clamp(line, mark.saturating_sub(LEAD)..line.len()).start;
        let end = clamp(line, start..start + MAX_LINE).end;
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceId;

    fn excerpt(text: &str, start: usize, end: usize) -> (String, String, usize) {
        let source = Source { name: "a".into(), text: text.into() };
        let e = Excerpt::new(&source, &[Span::new(SourceId(0), start, end)]);
        (e.text[e.places[0].0.clone()].into(), e.text, e.first_line)
    }

    #[test]
    fn lines_around_a_place() {
        assert_eq!(excerpt("a\nb\ncd\ne\nf", 5, 6), ("d".into(), "b\ncd\ne\n".into(), 1));
        assert_eq!(excerpt("ab", 2, 2), (String::new(), "ab\n".into(), 0));
        assert_eq!(excerpt("ab\r\n", 1, 2), ("b".into(), "ab\n".into(), 0));
        assert_eq!(excerpt("", 0, 0), (String::new(), String::new(), 0));
        assert_eq!(excerpt("é\x1bé", 2, 3).0, "\\u{1b}");
        assert_eq!(excerpt("a\n\tb", 3, 4), ("b".into(), "a\n b\n".into(), 0));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}Q{}\n", "é".repeat(500), "x".repeat(5000));
        let (marked, text, _) = excerpt(&text, 1000, 1001);
        assert_eq!(marked, "Q");
        assert!(text.len() < 400 && text.starts_with('…') && text.ends_with("…\n"));
        let (marked, _, _) = excerpt(&"x".repeat(9000), 10, 8000);
        assert!(marked.len() < 400);
    }
}
