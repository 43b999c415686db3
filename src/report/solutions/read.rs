//! Solutions from text, one at a time.

use super::boards::ObjectReader;
use super::json::read_json;
use crate::model::{Diagram, Model};
use crate::report::line::parse_line;
use crate::report::quote::quoted;

/// Maximum size in bytes of a text with solutions.
pub const MAX_SOLUTION_BYTES: usize = 100_000_000;
/// Maximum number of solutions in a text.
pub const MAX_SOLUTIONS: usize = 4_000_000;
/// Maximum length in characters of a message: text from a file may be as long as the file.
const MAX_WORDS: usize = 200;

/// Reason why a text is not a list of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {words}")]
pub struct SolutionFault {
    /// The line, from 1.
    pub line: usize,
    pub words: String,
}

/// Passes every solution of `text` to `take` in order. The text consists of JSON objects with `boards` or `board`, one a
/// line, lines of coordinates (as [`coords`](crate::report::coords) writes them), or chess positions. Rules are not checked.
///
/// # Errors
/// The first line that cannot be read or exceeds [`MAX_SOLUTIONS`]. Earlier solutions have been passed on.
pub fn read_solutions(model: &Model, text: &str, take: &mut dyn FnMut(Diagram)) -> Result<(), SolutionFault> {
    let mut taken = 0;
    let mut count = |diagram: Diagram| {
        if taken == MAX_SOLUTIONS {
            return Err(format!("there are more than {MAX_SOLUTIONS} solutions, the limit of one file"));
        }
        taken += 1;
        take(diagram);
        Ok(())
    };
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let read = if line.trim_start().starts_with('{') {
            read_json(line, ObjectReader { model, take: &mut count })
        } else {
            parse_line(model, line).and_then(&mut count)
        };
        read.map_err(|words| fault_in(i, &words))?;
    }
    Ok(())
}

pub(super) fn fault_in(i: usize, words: &str) -> SolutionFault {
    SolutionFault { line: i + 1, words: quoted(words, MAX_WORDS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::check::Spec;
    use crate::report::coords;
    use crate::text::{NoFiles, Source, Sources};

    fn model() -> Model {
        let mut sources = Sources::new();
        let text = "board 3 x 2\nuse king\ntile bar \"B\" \"##\"\n";
        let root = sources.add(Source { name: "test".into(), text: text.into() });
        let (spec, ..) = Spec::read(&mut sources, root, &NoFiles);
        spec.model(&Vec::new()).expect("sound").0
    }

    fn read(text: &str) -> Result<Vec<String>, String> {
        let (model, mut found) = (model(), Vec::new());
        read_solutions(&model, text, &mut |diagram| found.push(coords(&model, &diagram)))
            .map_err(|fault| fault.to_string())?;
        Ok(found)
    }

    #[test]
    fn every_form_is_read() {
        let lines = "Ka1 Bc2+c1\n\n{\"board\":[[\"bar\",\"c2\",\"c1\"],[\"king\",\"a1\"]],\"x\":[{}]}\n\
            {\"schema\":1,\"boards\":[[],[[\"king\",\"b\\u0031\"]]]}\n";
        assert_eq!(read(lines).expect("sound"), ["Ka1 Bc2+c1", "Ka1 Bc2+c1", "", "Kb1"]);
        assert_eq!(read("").expect("sound"), [""; 0]);
    }

    #[test]
    fn faults_have_their_lines_and_few_words() {
        let deep = format!("{{\"x\":{}", "[".repeat(200));
        let long = format!("{{\"board\":[[\"{}\"]]}}", "k".repeat(5000));
        let longer = format!("{{\"board\":\"\\\"{}", "k".repeat(200_000));
        let (crowd, word) = ("Ka1 ".repeat(7), "K".repeat(5000));
        let heap = format!("K{}", "a1+".repeat(7));
        let many = format!("{{\"board\":[{}[\"king\",\"a1\"]]}}", "[\"king\",\"a1\"],".repeat(6));
        let wide = format!("{{\"board\":[[\"bar\"{}]]}}", ",\"a1\"".repeat(7));
        for (text, words) in [
            ("{}", "neither `board` nor `boards`"),
            ("{\"board\":[],\"boards\":[]}", "more than one"),
            ("{\"board\":[],\"board\":[]}", "more than one"),
            ("{\"board\":[[\"king\"]]}", "`king` is placed on no cell (column 18)"),
            ("{\"board\":[[]]}", "one is empty"),
            ("{\"board\":[[\"king\",5]]}", "invalid type: integer `5`, expected the name of a cell"),
            ("{\"board\":{}}", "expected a board"),
            ("{\"boards\":3}", "expected a list of boards"),
            ("{\"board\":[[\"rook\",\"a1\"]]}", "unknown kind `rook`"),
            ("{\"board\":[[\"king\",\"d1\"]]}", "unknown cell `d1`"),
            ("{\"board\":[]} x", "trailing characters"),
            ("{\"board\":[1e999]}", "number out of range"),
            ("{", "EOF"),
            (&deep, "deeper than the limit of 64"),
            (&long, "unknown kind"),
            (&many, "a board of 6 cells cannot hold more pieces"),
            (&longer, "longer than the limit of 100000 bytes"),
            (&crowd, "a board of 6 cells cannot hold more pieces"),
            (&word, "unknown cell"),
            (&heap, "cannot cover more cells"),
            (&wide, "cannot cover more cells than the board has"),
        ] {
            let fault = read(&format!("Ka1\n{text}\n")).expect_err(text);
            assert!(fault.starts_with("line 2: ") && fault.contains(words), "{fault}");
            assert!(fault.chars().count() <= MAX_WORDS + 60, "{fault}");
        }
    }
}
