//! Conversion of syntax errors to diagnostics: code, message, labels and a help that can be pasted.

use super::mend::{FaultyLine, mend, near_location};
use super::{Diagnostic, Label, Severity, nearest};
use crate::syntax::limits;
use crate::syntax::{Expected, RESERVED, STATEMENTS, SyntaxError, SyntaxErrorKind as Kind};
use crate::text::Sources;

/// Maximum number of expected things that a message lists before "or something else".
const MAX_LISTED: usize = 7;

/// Maximum length in bytes of a list of expected things in a label, since labels are not wrapped.
const MAX_LABEL: usize = 45;

/// Returns the diagnostic for a syntax error.
pub fn from_syntax(error: &SyntaxError, sources: &Sources) -> Diagnostic {
    let text = &*sources.get(error.span.source).text;
    let told = tell(error, &FaultyLine { text, span: error.span });
    let mut labels = vec![Label { span: error.span, text: told.label }];
    match error.kind {
        Kind::MismatchedBracket { open, .. } => labels.push(Label { span: open, text: "opened here".into() }),
        Kind::RepeatedPart { first, .. } => {
            labels.push(Label { span: first, text: "first written here".into() })
        }
        _ => {}
    }
    Diagnostic {
        code: code(&error.kind),
        severity: Severity::Error,
        message: told.message,
        labels,
        help: told.help,
    }
}

fn code(kind: &Kind) -> &'static str {
    match kind {
        Kind::Unexpected { .. } => "syntax::unexpected",
        Kind::UnknownStatement { .. } => "syntax::unknown_statement",
        Kind::ReservedName { .. } => "syntax::reserved_name",
        Kind::BadName { .. } => "syntax::bad_name",
        Kind::NotALocation { .. } => "syntax::not_a_location",
        Kind::StrayCharacter { .. } => "syntax::stray_character",
        Kind::UnclosedText => "syntax::unclosed_text",
        Kind::UnclosedPicture => "syntax::unclosed_picture",
        Kind::UnclosedBracket { .. } => "syntax::unclosed_bracket",
        Kind::UnopenedBracket { .. } => "syntax::unopened_bracket",
        Kind::MismatchedBracket { .. } => "syntax::mismatched_bracket",
        Kind::NumberRunsIntoWord { .. } => "syntax::number_runs_into_word",
        Kind::DoubledEquals => "syntax::doubled_equals",
        Kind::ChainInCondition => "syntax::chain_in_condition",
        Kind::RepeatedPart { .. } => "syntax::repeated_part",
        Kind::BlockOfThreeSides => "syntax::block_of_three_sides",
        Kind::NumberTooLarge => "syntax::number_too_large",
        Kind::SourceTooLarge { .. } => "syntax::source_too_large",
        Kind::TooManyStatements => "syntax::too_many_statements",
        Kind::StatementTooLong => "syntax::statement_too_long",
        Kind::TooManyOperators => "syntax::too_many_operators",
        Kind::TooDeep => "syntax::too_deep",
        Kind::WordTooLong => "syntax::word_too_long",
        Kind::PictureTooLarge => "syntax::picture_too_large",
        Kind::TooInvolved => "syntax::too_involved",
        Kind::TooManyErrors => "syntax::too_many_errors",
    }
}

/// Text of a diagnostic.
struct Wording {
    message: String,
    label: String,
    help: Option<String>,
}

fn wording(message: impl Into<String>, label: impl Into<String>, help: impl Into<Option<String>>) -> Wording {
    Wording { message: message.into(), label: label.into(), help: help.into() }
}

fn tell(error: &SyntaxError, line: &FaultyLine<'_>) -> Wording {
    match &error.kind {
        Kind::Unexpected { found, expected } => unexpected(found, expected, line),
        Kind::UnknownStatement { word } => unknown_statement(word, line),
        Kind::ReservedName { word } => wording(
            format!("`{word}` is a reserved word and cannot be a name"),
            "expected a name",
            line.forgotten_joint()
                .or_else(|| line.with("box = blocks").filter(|_| &**word == "blocks"))
                .or_else(|| line.with(&format!("{word}_1"))),
        ),
        Kind::BadName { name } => wording(
            format!("`{name}` is not a valid name"),
            "use lower-case letters, digits and `_`, a letter first",
            line.with(&small_name(name)).filter(|_| !RESERVED.contains(&small_name(name).as_str())),
        ),
        Kind::NotALocation { word } => not_a_location(word, line),
        Kind::StrayCharacter { found } => stray(found, line),
        Kind::UnclosedText => wording(
            "this text has no closing quote",
            "opened here",
            "close the text on the same line: `puzzle \"Eight queens\"`".to_owned(),
        ),
        Kind::UnclosedPicture => wording(
            "this picture has no closing quotes",
            "opened here",
            "end it with a line `\"\"\"`".to_owned(),
        ),
        Kind::UnclosedBracket { .. } | Kind::UnopenedBracket { .. } | Kind::MismatchedBracket { .. } => {
            bracket(&error.kind, line)
        }
        Kind::NumberRunsIntoWord { number, word } => number_and_word(number, word, line),
        Kind::DoubledEquals => wording("a comparison uses a single `=`", "not `==`", line.with("=")),
        Kind::ChainInCondition => wording(
            "a condition compares only two expressions",
            "the third begins here",
            "write two comparisons: `1 < x and x < 3`".to_owned(),
        ),
        Kind::RepeatedPart { word, .. } => {
            wording(format!("duplicate `{word}` after `count`"), "repeated here", None)
        }
        Kind::BlockOfThreeSides => {
            wording("blocks have two sides, not three", "three sides", "write `blocks 3 x 3`".to_owned())
        }
        _ => limit(error),
    }
}

fn unexpected(found: &str, expected: &[Expected], line: &FaultyLine<'_>) -> Wording {
    let wanted = list(expected);
    let message = match found {
        "" => format!("expected {wanted}, but the statement ends here"),
        _ if found.starts_with("\"\"\"") => format!("expected {wanted}, found a picture"),
        _ => format!("expected {wanted}, found `{found}`"),
    };
    let label = match expected {
        [Expected::End] => "the statement should end before this".to_owned(),
        _ if wanted.len() > MAX_LABEL && found.is_empty() => "something is missing here".to_owned(),
        _ if wanted.len() > MAX_LABEL => "not expected here".to_owned(),
        _ => format!("expected {wanted}"),
    };
    wording(message, label, mend(found, expected, line))
}

fn list(expected: &[Expected]) -> String {
    let mut all: Vec<String> = expected.iter().take(MAX_LISTED).map(show).collect();
    if expected.len() > MAX_LISTED {
        all.push("something else".into());
    }
    let last = all.pop().unwrap_or_else(|| "something else".into());
    if all.is_empty() { last } else { format!("{} or {last}", all.join(", ")) }
}

fn show(expected: &Expected) -> String {
    match expected {
        Expected::Thing(thing) => (*thing).to_owned(),
        Expected::Word(word) => format!("`{word}`"),
        Expected::Sign(sign) => format!("`{sign}`"),
        Expected::End => "the end of the line".to_owned(),
    }
}

fn unknown_statement(word: &str, line: &FaultyLine<'_>) -> Wording {
    let help = nearest(word, STATEMENTS.iter().copied())
        .map(|near| line.with(near).unwrap_or_else(|| format!("did you mean `{near}`?")));
    let help = help.or_else(|| {
        Some("a statement begins with a word such as `board`, `piece`, `no`, `count`, `each`, `find` or `expect`".into())
    });
    wording(format!("no statement begins with `{word}`"), "not the start of a statement", help)
}

fn small_name(name: &str) -> String {
    let small = name.to_lowercase();
    let small: String = small.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if small.starts_with(|c: char| c.is_ascii_lowercase()) { small } else { format!("a{small}") }
}

/// Characters common elsewhere, each with its form in this language.
const OTHER_SIGNS: &[(&str, &str)] = &[
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("×", "x"),
    ("·", "*"),
    ("−", "-"),
    ("–", "-"),
    ("÷", "/"),
    ("…", ".."),
    ("!", "!="),
    ("“", "\""),
    ("”", "\""),
    ("„", "\""),
    ("&", "and"),
    ("|", "or"),
];

fn stray(found: &str, line: &FaultyLine<'_>) -> Wording {
    let instead = OTHER_SIGNS.iter().find(|s| s.0 == found).map(|s| s.1);
    let help = match instead {
        _ if found == ";" => {
            Some("a statement ends with its line; start the next one on a new line".to_owned())
        }
        _ if found == "." => line.quoted_include(),
        Some(sign) if matches!(found, "≤" | "≥" | "≠" | "×" | "·" | "−" | "–" | "÷") => {
            line.with(sign)
        }
        Some(sign) => Some(format!("use `{sign}` instead")),
        None => None,
    };
    wording(format!("unexpected character `{found}`"), "not part of the language", help)
}

fn not_a_location(word: &str, line: &FaultyLine<'_>) -> Wording {
    let cell = word.to_ascii_lowercase();
    let letters = cell.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_cell =
        letters.len() < cell.len() && !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_lowercase());
    if is_cell {
        let message = format!("`{word}` is not a cell: cell names are lower case");
        return wording(message, "not a cell name", line.with(&cell));
    }
    let near = near_location(word).and_then(|near| line.with(near));
    let forms = "a location is a cell `a1`, a rectangle `a1..c3`, `row 3`, `column b`, `region A`, `border` and the like";
    wording(
        format!("`{word}` alone is not a location"),
        "expected a location",
        near.unwrap_or_else(|| forms.to_owned()),
    )
}

fn bracket(kind: &Kind, line: &FaultyLine<'_>) -> Wording {
    match kind {
        Kind::UnclosedBracket { open } => {
            wording(format!("this `{open}` is never closed"), "opened here", None)
        }
        Kind::MismatchedBracket { close, wanted, .. } => wording(
            format!("mismatched bracket `{close}`"),
            format!("expected `{wanted}`"),
            line.with(&wanted.to_string()),
        ),
        Kind::UnopenedBracket { close } => {
            wording(format!("unmatched `{close}`"), "no bracket is open here", line.with(""))
        }
        _ => wording("brackets do not match", "here", None),
    }
}

fn number_and_word(number: &str, word: &str, line: &FaultyLine<'_>) -> Wording {
    let apart = match word.strip_prefix('x') {
        Some("") => line.with(&format!("{number} x")),
        Some(side) if side.starts_with('_') => None,
        Some(side) => line.with(&format!("{number} x {side}")),
        None => line.with(&format!("{number} * {word}")),
    };
    wording(
        format!("the number `{number}` runs into the word `{word}`"),
        "an operator or a space is missing",
        apart,
    )
}

/// Exceeded limits: the message names the limit.
fn limit(error: &SyntaxError) -> Wording {
    let (message, label) = match &error.kind {
        Kind::NumberTooLarge => {
            ("this number does not fit in 64 bits".to_owned(), "larger than 9223372036854775807")
        }
        Kind::SourceTooLarge { bytes } => {
            (format!("the file has {bytes} bytes; the limit is {}", limits::MAX_SOURCE_BYTES), "")
        }
        Kind::TooManyStatements => {
            (format!("a file can have at most {} statements", limits::MAX_STATEMENTS), "one too many")
        }
        Kind::StatementTooLong => (
            format!("a statement can have at most {} words and signs", limits::MAX_TOKENS),
            "this one has more",
        ),
        Kind::TooManyOperators => {
            (format!("a statement can have at most {} operators", limits::MAX_OPERATORS), "one too many")
        }
        Kind::TooDeep => {
            (format!("brackets and signs can be nested at most {} deep", limits::MAX_DEPTH), "one too many")
        }
        Kind::WordTooLong => {
            (format!("a word or number can have at most {} characters", limits::MAX_WORD), "too long")
        }
        Kind::PictureTooLarge => (
            format!("a picture can have at most {0} rows of {0} characters", limits::MAX_PICTURE_SIDE),
            "too large here",
        ),
        Kind::TooManyErrors => {
            (format!("only the first {} errors are listed", limits::MAX_ERRORS), "more errors follow")
        }
        _ => ("this statement is too complex to parse".to_owned(), "it begins here"),
    };
    wording(message, label, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;
    use crate::text::Source;

    fn first(text: &str) -> (String, String) {
        let mut sources = Sources::new();
        let id = sources.add(Source { name: "a".into(), text: text.into() });
        let (_, errors) = parse(id, text);
        let diagnostic = from_syntax(errors.first().expect("the text has an error"), &sources);
        (diagnostic.message, diagnostic.help.unwrap_or_default())
    }

    #[test]
    fn what_is_missing_is_put_in() {
        for (text, wanted) in [
            ("bord 8 x 8", "write `board 8 x 8`"),
            ("param n 8", "write `param n = 8`"),
            ("count queen 8 # c", "write `count queen = 8`"),
            ("each row count star = 2", "write `each row: count star = 2`"),
            ("each rows: count star = 2", "write `each row: count star = 2`"),
            ("find all up symmetry", "write `find all up to symmetry`"),
            ("use queen knight", "write `use queen, knight`"),
            ("param n = 8 in 1 64", "write `param n = 8 in 1..64`"),
            ("board 8x n", "write `board 8 x n`"),
            ("count a = 2n", "write `count a = 2 * n`"),
            ("count a == 2", "write `count a = 2`"),
            ("count a ≤ 2", "write `count a <= 2`"),
            ("board 8 x 8 wrap colums", "write `board 8 x 8 wrap columns`"),
            ("param N = 3", "write `param n = 3`"),
            ("count a = (1]", "write `count a = (1)`"),
            ("count a = 1)", "write `count a = 1`"),
            ("board nxn", "write `board n x n`"),
            ("board 8 x8", "write `board 8 x 8`"),
            ("place a at A1", "write `place a at a1`"),
            ("include a.puz", "write `include \"a.puz\"`"),
            ("expect solutoins = 1", "write `expect solutions = 1`"),
            ("piece a = lepa (1, 2)", "write `piece a = leap (1, 2)`"),
            ("walls boarder", "write `walls border`"),
            ("pair a with b wihtin king", "write `pair a with b within king`"),
            ("attacks on queen = 1", "write `attacks piece on queen = 1`"),
            ("no attacks within knight", "write `no attacks among knight`"),
            ("each knight in a1..b2: attackers = 0", "write `each knight, in a1..b2: attackers = 0`"),
            ("pair a within king", "name both sides, such as `pair a with tree within king`"),
        ] {
            assert_eq!(first(text).1, wanted, "{text}");
            let pasted = wanted.split_once('`').expect("a line").1.trim_end_matches('`');
            assert_eq!(parse(crate::text::SourceId(0), pasted).1, [], "{pasted}");
        }
    }
}
