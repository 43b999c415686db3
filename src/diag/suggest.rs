//! Search for the known word nearest to a misspelled one.
//!
//! The distance is the restricted Damerau distance (optimal string alignment): insertions, deletions, substitutions and
//! transpositions of neighbors cost one each, and no part is edited twice. F. J. Damerau, "A technique for computer
//! detection and correction of spelling errors", Communications of the ACM 7 (1964), 171–176.

/// Maximum length of a compared word, which bounds the cost for any input.
const MAX_COMPARED: usize = 32;

/// Returns the candidate nearest to `word`, the first in case of a tie. Returns `None` if the nearest is further away than
/// a third of the word's length (rounded, and at least one edit for words of two letters or more). Case is ignored.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let letters: Vec<char> = word.chars().take(MAX_COMPARED + 1).flat_map(char::to_lowercase).collect();
    if letters.len() > MAX_COMPARED {
        return None;
    }
    let cutoff = if letters.len() < 2 { 0 } else { ((letters.len() + 1) / 3).max(1) };
    candidates
        .into_iter()
        .filter(|&c| c != word)
        .map(|c| {
            (distance(&letters, &c.to_lowercase().chars().take(2 * MAX_COMPARED).collect::<Vec<_>>()), c)
        })
        .filter(|&(d, c)| d <= cutoff && d < c.chars().count().max(1))
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// Restricted Damerau–Levenshtein distance. The common prefix and suffix are skipped.
fn distance(a: &[char], b: &[char]) -> usize {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 0..a.len() {
        row[0] = i + 1;
        for j in 0..b.len() {
            let mut best = (last[j] + usize::from(a[i] != b[j])).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before_last[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let d = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        for (a, b, wanted) in [
            ("", "", 0),
            ("", "abc", 3),
            ("board", "bord", 1),
            ("coutn", "count", 1),
            ("ca", "abc", 3),
            ("queen", "knight", 6),
        ] {
            assert_eq!(d(a, b), wanted, "{a} {b}");
            assert_eq!(d(b, a), wanted, "{b} {a}");
        }
    }

    #[test]
    fn near_words() {
        let words = ["board", "count", "columns", "rows", "no", "a"];
        for (word, wanted) in [
            ("bord", Some("board")),
            ("coutn", Some("count")),
            ("colums", Some("columns")),
            ("Board", Some("board")),
            ("row", Some("rows")),
            ("knight", None),
            ("z", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, words), wanted, "{word}");
        }
        assert_eq!(nearest(&"b".repeat(1000), words), None);
    }
}
