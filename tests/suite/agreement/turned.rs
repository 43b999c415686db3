//! Specs turned by a quarter and with other names: the same puzzle in another text.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// Names of the random specs, and other names for them.
const NAMES: &[(&str, &str)] = &[
    ("hint", "peak"),
    ("gold", "silver"),
    ("side", "pane"),
    ("v", "worth"),
    ("k0", "z0"),
    ("k1", "y1"),
    ("k2", "w2"),
    ("tt", "slab"),
    ("d", "value"),
    ("h", "height"),
];

/// Everything in a rule that names a direction, a line or a cell. Moves come first: the vectors in them stay as they are.
static PLACES: LazyLock<Regex> = LazyLock::new(|| {
    let alternatives = [
        r#"(?:leap|ride|then) (?:orthogonal|diagonal|\([^)]*\))|betza "[^"]*""#,
        r"\bmirror (?P<mirror>left-right|top-bottom|diagonal|antidiagonal)",
        r"\bwindow (?P<width>\d) x (?P<height>\d)",
        r"\beach (?P<slope>falling|rising) diagonal|each diagonal",
        r"\b(?P<which>each|own) (?P<line>row|column)\b",
        r"\bfrom (?P<side>left|right|top|bottom):",
        r"^(?P<lists>rows|columns):",
        r"\brow (?P<row>\d|d\b)|\bcolumn (?P<column>[a-e])\b",
        r"\b(?P<diagonal>diagonal|antidiagonal)\b",
        r"\b(?P<a>[a-e])(?P<b>\d)(?:\.\.(?P<c>[a-e])(?P<d>\d))?\b",
        r"\((?P<x>\w), (?P<y>\w)\)(?:\.\.\((?P<to_x>\w), (?P<to_y>\w)\))?",
        r"\b(?P<axis>[xy])\b",
    ];
    Regex::new(&alternatives.join("|")).expect("a pattern")
});

static WORDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b[a-z]\w*\b").expect("a pattern"));
static REGIONS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?P<before>region |[{ ])(?P<name>[ABC])\b").expect("a pattern"));

/// Returns the spec turned clockwise by a quarter, with other names; `None` if a move or a tile of it has a direction, or the board
/// has one row.
pub fn turned(text: &str) -> Option<String> {
    let has_direction = ["only ", "betza \"f", "betza \"hr", "]fr[", "fixed"];
    if has_direction.iter().any(|word| text.contains(word)) {
        return None;
    }
    let width = text.lines().nth(1)?.chars().count();
    let has_one_row = text.lines().nth(2).is_none_or(|line| line.starts_with("\"\"\""));
    if has_one_row {
        // In a picture one cell wide, no number has two characters.
        return None;
    }
    let mut told = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let opens = line.matches("\"\"\"").count() % 2 == 1;
        let picture: Vec<&str> =
            if opens { lines.by_ref().take_while(|l| !l.contains("\"\"\"")).collect() } else { Vec::new() };
        // The end of the picture has been taken with it.
        let end = if opens { closing(text, line, &picture) } else { "" };
        let is_piece = ["piece ", "pieces ", "tile "].iter().any(|word| line.starts_with(word));
        let first = if is_piece || opens { line.to_owned() } else { places(line, width) };
        told += &renamed(&first);
        told.push('\n');
        if opens {
            let kept = line.starts_with("tile ");
            let rows = if kept { picture.iter().map(|&r| r.to_owned()).collect() } else { quarter(&picture) };
            for row in rows {
                told += &if line.starts_with("regions \"") { regions(&row) } else { row };
                told.push('\n');
            }
            told += &wrapped(end);
            told.push('\n');
        }
    }
    Some(told)
}

/// Returns the line that ends the picture after `line`.
fn closing<'t>(text: &'t str, line: &str, picture: &[&str]) -> &'t str {
    let at = line.as_ptr() as usize - text.as_ptr() as usize + line.len();
    let rest = text[at..].strip_prefix('\n').unwrap_or_default();
    rest.lines().nth(picture.len()).unwrap_or_default()
}

fn wrapped(end: &str) -> String {
    if end.contains("wrap rows") { end.replace("rows", "columns") } else { end.replace("columns", "rows") }
}

/// Rows of a picture turned clockwise.
fn quarter(picture: &[&str]) -> Vec<String> {
    let blank = picture.iter().any(|row| row.contains(' '));
    let cells: Vec<Vec<String>> = picture
        .iter()
        .map(|row| match blank {
            true => row.split_whitespace().map(str::to_owned).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    let turned = |x: usize| {
        let cells: Vec<&str> = cells.iter().rev().map(|row| &*row[x]).collect();
        cells.join(if blank { " " } else { "" })
    };
    (0..cells[0].len()).map(turned).collect()
}

/// A rule with its lines, cells and lists turned.
fn places(line: &str, width: usize) -> String {
    let turned = PLACES.replace_all(line, |found: &Captures<'_>| place(found, width)).into_owned();
    let is_reversed = ["rows:", "from left:", "from right:"].iter().any(|start| line.starts_with(start));
    let is_runs = line.contains("runs of");
    let Some(open) = turned.rfind('[').filter(|_| turned.ends_with(']') && is_list(line)) else {
        return turned;
    };
    let mut entries: Vec<String> =
        turned[open + 1..turned.len() - 1].split(',').map(|e| e.trim().to_owned()).collect();
    if is_reversed {
        entries.reverse();
    } else if is_runs {
        // The rows are read from the other end of the columns.
        for entry in &mut entries {
            *entry = entry.split(' ').rev().collect::<Vec<_>>().join(" ");
        }
    }
    format!("{}[{}]", &turned[..open], entries.join(", "))
}

fn is_list(line: &str) -> bool {
    ["rows:", "columns:", "from "].iter().any(|start| line.starts_with(start))
}

fn place(found: &Captures<'_>, width: usize) -> String {
    let named = |name: &str| found.name(name).map(|part| part.as_str());
    let swapped = |word: &str, a: &str, b: &str| if word == a { b.to_owned() } else { a.to_owned() };
    let letter = |column: &str| usize::from(column.as_bytes()[0] - b'a') + 1;
    let from_right = |x: String| format!("{} - {x}", width + 1);
    if let Some(mirror) = named("mirror") {
        let is_straight = mirror.contains('-');
        let (a, b) = if is_straight { ("left-right", "top-bottom") } else { ("diagonal", "antidiagonal") };
        return format!("mirror {}", swapped(mirror, a, b));
    }
    if let (Some(width), Some(height)) = (named("width"), named("height")) {
        return format!("window {height} x {width}");
    }
    if let Some(slope) = named("slope") {
        return format!("each {} diagonal", swapped(slope, "falling", "rising"));
    }
    if let (Some(which), Some(line)) = (named("which"), named("line")) {
        return format!("{which} {}", swapped(line, "row", "column"));
    }
    if let Some(side) = named("side") {
        let after = match side {
            "left" => "top",
            "top" => "right",
            "right" => "bottom",
            _ => "left",
        };
        return format!("from {after}:");
    }
    if let Some(lists) = named("lists") {
        return swapped(lists, "rows", "columns") + ":";
    }
    if let Some(row) = named("row") {
        return format!("column ({row})");
    }
    if let Some(column) = named("column") {
        return format!("row ({})", from_right(letter(column).to_string()));
    }
    if let Some(diagonal) = named("diagonal") {
        return swapped(diagonal, "diagonal", "antidiagonal");
    }
    let cell = |x: String, y: &str| format!("({y}, {})", from_right(x));
    if let (Some(a), Some(b)) = (named("a"), named("b")) {
        return match (named("c"), named("d")) {
            (Some(c), Some(d)) => {
                format!(
                    "({b}, {})..({d}, {})",
                    from_right(letter(c).to_string()),
                    from_right(letter(a).to_string())
                )
            }
            _ => cell(letter(a).to_string(), b),
        };
    }
    if let (Some(x), Some(y)) = (named("x"), named("y")) {
        return match (named("to_x"), named("to_y")) {
            (Some(to_x), Some(to_y)) => {
                format!("({y}, {})..({to_y}, {})", from_right(to_x.to_owned()), from_right(x.to_owned()))
            }
            _ => cell(x.to_owned(), y),
        };
    }
    match named("axis") {
        // A cell at (x, y) goes to (y, width + 1 - x).
        Some("x") => format!("({})", from_right("y".to_owned())),
        Some(_) => "x".to_owned(),
        None => found[0].to_owned(),
    }
}

/// The line with other names for kinds, layers, variables and regions.
fn renamed(line: &str) -> String {
    let other = |found: &Captures<'_>| {
        NAMES
            .iter()
            .find(|(name, _)| *name == &found[0])
            .map_or_else(|| found[0].to_owned(), |n| n.1.to_owned())
    };
    let line = WORDS.replace_all(line, other).into_owned();
    let line = REGIONS.replace_all(&line, |found: &Captures<'_>| {
        format!("{}{}", &found["before"], regions(&found["name"]))
    });
    line.into_owned()
}

/// Other names for the regions A, B and C.
fn regions(row: &str) -> String {
    row.chars()
        .map(|c| match c {
            'A' => 'C',
            'B' => 'A',
            'C' => 'B',
            other => other,
        })
        .collect()
}

#[test]
fn a_spec_is_turned() {
    let text = "board \"\"\"\n#.\n..\n..\n\"\"\" wrap rows\nclues hint \"\"\"\n1.\n..\n.2\n\"\"\" are empty\n\
        pieces v[1..2] = ride diagonal\nrows: runs of v[1] = [1 1, _, 0]\ncolumns: runs of v[1] = [1 2, 0]\n\
        from left: visible v = [1, _, 2]\neach v d: count d in (d, 1)..(d, 2), row d >= 1\nsum v in a1..b2, b3 = 3\n";
    let wanted = "board \"\"\"\n..#\n...\n\"\"\" wrap columns\nclues peak \"\"\"\n..1\n2..\n\"\"\" are empty\n\
        pieces worth[1..2] = ride diagonal\ncolumns: runs of worth[1] = [0, _, 1 1]\nrows: runs of worth[1] = [2 1, 0]\n\
        from top: visible worth = [2, _, 1]\n\
        each worth value: count value in (1, 3 - value)..(2, 3 - value), column (value) >= 1\n\
        sum worth in (1, 3 - 2)..(2, 3 - 1), (3, 3 - 2) = 3\n";
    assert_eq!(turned(text).as_deref(), Some(wanted));
}
