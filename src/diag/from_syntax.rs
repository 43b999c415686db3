//! Conversion of syntax errors to diagnostics: code, message, labels and a help that can be pasted.

use super::first_guess::first_guess;
use super::mend::{FaultyLine, mend, near_location};
use super::wording::Wording;
use super::{Diagnostic, Severity, nearest};
use crate::syntax::{
    ExpectedItem, RESERVED, STATEMENTS, SyntaxError, SyntaxErrorKind as Kind, SyntaxLimit, limits,
};
use crate::text::Sources;

/// Maximum number of expected things that a message lists before "or something else".
const MAX_LISTED: usize = 7;

/// Maximum length in bytes of a list of expected things in a label, since labels are not wrapped.
const MAX_LABEL: usize = 45;

/// Returns the diagnostic for a syntax error.
pub fn from_syntax(error: &SyntaxError, sources: &Sources) -> Diagnostic {
    let text = &*sources.get(error.span.source).text;
    let told = tell(&error.kind, &FaultyLine { text, span: error.span });
    let is_guess = matches!(
        error.kind,
        Kind::Unexpected { .. } | Kind::UnknownStatement { .. } | Kind::ReservedName { .. }
    );
    let guess = is_guess.then(|| first_guess(text, error.span.start as usize)).flatten();
    told.maybe_help(guess).at(Some(error.span), Severity::Error)
}

fn tell(kind: &Kind, line: &FaultyLine<'_>) -> Wording {
    match kind {
        Kind::Unexpected { found, expected } => unexpected(found, expected, line),
        Kind::UnknownStatement { word } => unknown_statement(word, line),
        Kind::ReservedName { word } => reserved_name(word, line),
        Kind::BadName { name } => Wording::new(
            "syntax::bad_name",
            format!("`{name}` is not a valid name"),
            "use lower-case letters, digits and `_`, a letter first",
        )
        .maybe_help(line.with(&small_name(name)).filter(|_| !RESERVED.contains(&small_name(name).as_str()))),
        Kind::NotALocation { word } => not_a_location(word, line),
        Kind::StrayCharacter { found } => stray(found, line),
        Kind::UnclosedText => {
            Wording::new("syntax::unclosed_text", "this text has no closing quote", "opened here")
                .help("close the text on the same line: `puzzle \"Eight queens\"`")
        }
        Kind::UnclosedPicture => {
            Wording::new("syntax::unclosed_picture", "this picture has no closing quotes", "opened here")
                .help("end it with a line `\"\"\"`")
        }
        Kind::UnclosedBracket { open } => {
            Wording::new("syntax::unclosed_bracket", format!("this `{open}` is never closed"), "opened here")
        }
        Kind::UnopenedBracket { close } => Wording::new(
            "syntax::unopened_bracket",
            format!("unmatched `{close}`"),
            "no bracket is open here",
        )
        .maybe_help(line.with("")),
        Kind::MismatchedBracket { close, wanted, open } => Wording::new(
            "syntax::mismatched_bracket",
            format!("mismatched bracket `{close}`"),
            format!("expected `{wanted}`"),
        )
        .also(*open, "opened here")
        .maybe_help(line.with(&wanted.to_string())),
        Kind::NumberRunsIntoWord { number, word } => number_and_word(number, word, line),
        Kind::DoubledEquals => {
            Wording::new("syntax::doubled_equals", "a comparison uses a single `=`", "not `==`")
                .maybe_help(line.with("="))
        }
        Kind::ChainInCondition => Wording::new(
            "syntax::chain_in_condition",
            "a condition compares only two expressions",
            "the third begins here",
        )
        .help("write two comparisons: `1 < x and x < 3`"),
        Kind::RepeatedPart { word, first } => Wording::new(
            "syntax::repeated_part",
            format!("duplicate `{word}` after `count`"),
            "repeated here",
        )
        .also(*first, "first written here"),
        Kind::BlockOfThreeSides => {
            Wording::new("syntax::block_of_three_sides", "blocks have two sides, not three", "three sides")
                .help("write `blocks 3 x 3`")
        }
        Kind::Limit(limit) => exceeded(limit),
    }
}

fn reserved_name(word: &str, line: &FaultyLine<'_>) -> Wording {
    let help = line
        .forgotten_joint()
        .or_else(|| line.with("box = blocks").filter(|_| word == "blocks"))
        .or_else(|| line.with(&format!("{word}_1")));
    let message = format!("`{word}` is a reserved word and cannot be a name");
    Wording::new("syntax::reserved_name", message, "expected a name").maybe_help(help)
}

fn unexpected(found: &str, expected: &[ExpectedItem], line: &FaultyLine<'_>) -> Wording {
    let wanted = list(expected);
    let message = match found {
        "" => format!("expected {wanted}, but the statement ends here"),
        _ if found.starts_with("\"\"\"") => format!("expected {wanted}, found a picture"),
        _ => format!("expected {wanted}, found `{found}`"),
    };
    let label = match expected {
        [ExpectedItem::End] => "the statement should end before this".to_owned(),
        _ if wanted.len() > MAX_LABEL && found.is_empty() => "something is missing here".to_owned(),
        _ if wanted.len() > MAX_LABEL => "not expected here".to_owned(),
        _ => format!("expected {wanted}"),
    };
    Wording::new("syntax::unexpected", message, label).maybe_help(mend(found, expected, line))
}

fn list(expected: &[ExpectedItem]) -> String {
    let mut all: Vec<String> = expected.iter().take(MAX_LISTED).map(show).collect();
    if expected.len() > MAX_LISTED {
        all.push("something else".into());
    }
    let last = all.pop().unwrap_or_else(|| "something else".into());
    if all.is_empty() { last } else { format!("{} or {last}", all.join(", ")) }
}

fn show(expected: &ExpectedItem) -> String {
    match expected {
        ExpectedItem::Thing(thing) => (*thing).to_owned(),
        ExpectedItem::Word(word) => format!("`{word}`"),
        ExpectedItem::Sign(sign) => format!("`{sign}`"),
        ExpectedItem::End => "the end of the line".to_owned(),
    }
}

fn unknown_statement(word: &str, line: &FaultyLine<'_>) -> Wording {
    let help = nearest(word, STATEMENTS.iter().copied())
        .map(|near| line.with(near).unwrap_or_else(|| format!("did you mean `{near}`?")));
    let message = format!("no statement begins with `{word}`");
    Wording::new("syntax::unknown_statement", message, "not the start of a statement")
        .help(
            "a statement begins with a word such as `board`, `piece`, `no`, `count`, `each`, `find` \
             or `expect`",
        )
        .maybe_help(help)
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
    let message = format!("unexpected character `{found}`");
    Wording::new("syntax::stray_character", message, "not part of the language").maybe_help(help)
}

fn not_a_location(word: &str, line: &FaultyLine<'_>) -> Wording {
    const CODE: &str = "syntax::not_a_location";
    let cell = word.to_ascii_lowercase();
    let letters = cell.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_cell =
        letters.len() < cell.len() && !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_lowercase());
    if is_cell {
        let message = format!("`{word}` is not a cell: cell names are lower case");
        return Wording::new(CODE, message, "not a cell name").maybe_help(line.with(&cell));
    }
    let near = near_location(word).and_then(|near| line.with(near));
    Wording::new(CODE, format!("`{word}` alone is not a location"), "expected a location")
        .help(
            "a location is a cell `a1`, a rectangle `a1..c3`, `row 3`, `column b`, `region A`, `border` \
             and the like",
        )
        .maybe_help(near)
}

fn number_and_word(number: &str, word: &str, line: &FaultyLine<'_>) -> Wording {
    let apart = match word.strip_prefix('x') {
        Some("") => line.with(&format!("{number} x")),
        Some(side) if side.starts_with('_') => None,
        Some(side) => line.with(&format!("{number} x {side}")),
        None => line.with(&format!("{number} * {word}")),
    };
    Wording::new(
        "syntax::number_runs_into_word",
        format!("the number `{number}` runs into the word `{word}`"),
        "an operator or a space is missing",
    )
    .maybe_help(apart)
}

/// Exceeded limits: the message names the limit.
fn exceeded(limit: &SyntaxLimit) -> Wording {
    match limit {
        SyntaxLimit::NumberTooLarge => Wording::new(
            "syntax::number_too_large",
            "this number does not fit in 64 bits",
            "larger than 9223372036854775807",
        ),
        SyntaxLimit::SourceTooLarge { bytes } => Wording::new(
            "syntax::source_too_large",
            format!("the file has {bytes} bytes; the limit is {}", limits::MAX_SOURCE_BYTES),
            "",
        ),
        SyntaxLimit::TooManyStatements => Wording::new(
            "syntax::too_many_statements",
            format!("a file can have at most {} statements", limits::MAX_STATEMENTS),
            "one too many",
        ),
        SyntaxLimit::StatementTooLong => Wording::new(
            "syntax::statement_too_long",
            format!("a statement can have at most {} words and signs", limits::MAX_TOKENS),
            "this one has more",
        ),
        SyntaxLimit::TooManyOperators => Wording::new(
            "syntax::too_many_operators",
            format!("a statement can have at most {} operators", limits::MAX_OPERATORS),
            "one too many",
        ),
        SyntaxLimit::TooDeep => Wording::new(
            "syntax::too_deep",
            format!("brackets and signs can be nested at most {} deep", limits::MAX_DEPTH),
            "one too many",
        ),
        SyntaxLimit::WordTooLong => Wording::new(
            "syntax::word_too_long",
            format!("a word or number can have at most {} characters", limits::MAX_WORD),
            "too long",
        ),
        SyntaxLimit::PictureTooLarge => Wording::new(
            "syntax::picture_too_large",
            format!("a picture can have at most {0} rows of {0} characters", limits::MAX_PICTURE_SIDE),
            "too large here",
        ),
        SyntaxLimit::TooInvolved => {
            Wording::new("syntax::too_involved", "this statement is too complex to parse", "it begins here")
        }
        SyntaxLimit::TooManyErrors => Wording::new(
            "syntax::too_many_errors",
            format!("only the first {} errors are listed", limits::MAX_ERRORS),
            "more errors follow",
        ),
    }
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
