//! Text in lines of a given width.

use super::letters;

/// Words in lines of this width. A word that is longer than a line is broken.
pub(super) fn wrapped(text: &str, width: f32, size: f32) -> Vec<String> {
    let fits = |line: &str| letters::width(line, size) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut()
            && fits(&format!("{line} {word}"))
        {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        lines.push(String::new());
        for letter in word.chars() {
            let line = lines.last_mut().expect("a line has been opened");
            line.push(letter);
            // A single letter stays, however narrow the line.
            if line.chars().nth(1).is_some() && !fits(line) {
                line.pop();
                lines.push(letter.to_string());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines() {
        assert_eq!(wrapped("a b  c", 1000.0, 10.0), ["a b c"]);
        assert_eq!(wrapped("a b c", 1.0, 10.0), ["a", "b", "c"]);
        let narrow = letters::width("mmm", 10.0) + 0.1;
        assert_eq!(wrapped("mmmmmm i", narrow, 10.0), ["mmm", "mmm", "i"]);
    }
}
