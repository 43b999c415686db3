//! Differences between two texts, line by line.
//!
//! Strips the common prefix and suffix and keeps a longest common subsequence of the rest (R. A. Wagner and M. J. Fischer,
//! Journal of the ACM 21 (1974), 168–173, with lines for characters). The table is quadratic; if it would be too large, all
//! remaining lines count as different.

/// Limit on the entries of the table.
const MAX_TABLE: usize = 4_000_000;

/// Lines in which `after` differs from `before`, each with its number in its own text and `-` or `+`.
pub(super) fn difference(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let old_rest = &old_rest[..old_rest.len() - tail];
    let new_rest = &new_rest[..new_rest.len() - tail];
    let removed = |i: usize| format!("{:>5} - {}", same + i + 1, old_rest[i]);
    let added = |j: usize| format!("{:>5} + {}", same + j + 1, new_rest[j]);
    let kept = common(old_rest, new_rest);
    let mut lines = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (keep_i, keep_j) in kept.into_iter().chain([(old_rest.len(), new_rest.len())]) {
        lines.extend((i..keep_i).map(removed));
        lines.extend((j..keep_j).map(added));
        (i, j) = (keep_i + 1, keep_j + 1);
    }
    lines
}

/// Positions of a longest common subsequence; empty if the table would be too large.
fn common(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let (height, width) = (old.len() + 1, new.len() + 1);
    if height.saturating_mul(width) > MAX_TABLE {
        return Vec::new();
    }
    // By position in both: length of a longest common subsequence of the rest.
    let mut length = vec![0u32; height * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let at = |i: usize, j: usize| length[i * width + j];
            length[i * width + j] =
                if old[i] == new[j] { at(i + 1, j + 1) + 1 } else { at(i + 1, j).max(at(i, j + 1)) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut kept = Vec::new();
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            kept.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if length[(i + 1) * width + j] >= length[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), [""; 0]);
        assert_eq!(difference("a\nb\nc\n", "a\nB\nc\n"), ["    2 - b", "    2 + B"]);
        assert_eq!(difference("a\nb\nc\nd", "a\nc\nx\nd"), ["    2 - b", "    3 + x"]);
        assert_eq!(difference("", "a\n"), ["    1 + a"]);
        let (long, other) = ("a\n".repeat(3000) + "x", "b\n".repeat(3000) + "y");
        assert_eq!(difference(&long, &other).len(), 6002);
    }
}
