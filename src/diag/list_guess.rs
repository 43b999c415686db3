//! Help for clues that people write before they know the language: `rows: 1 2, 3`, `left: visible height = [2, 1]`,
//! `cage A: sum digit = 6`. Each form is a small change of the line; `first_guess` checks that the result parses.

/// Names that the text declares first: a family of pieces, a piece, a layer of regions.
pub(super) struct Declared<'t> {
    pub family: &'t str,
    pub piece: &'t str,
    pub layer: &'t str,
}

/// Words for the sides of a board.
const SIDES: &[(&str, &str)] = &[
    ("west", "left"),
    ("east", "right"),
    ("north", "top"),
    ("south", "bottom"),
    ("above", "top"),
    ("below", "bottom"),
];

/// Returns the line as the language writes it.
pub(super) fn list_guess(line: &str, declared: &Declared<'_>) -> Option<String> {
    let (head, rest) = line.split_once(':').map_or(("", line), |(head, rest)| (head.trim(), rest.trim()));
    let told = match head {
        "rows" | "columns" | "row" | "column" => lines(head, rest, declared)?,
        _ if side(head).is_some() => format!("from {}: {}", side(head)?, view(rest, declared)),
        "" => sum(line, declared)?,
        _ => region(head, rest, declared)?,
    };
    // Blanks alone are not what is wrong.
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    (bare(&told) != bare(line)).then_some(told)
}

/// `rows: 1 2, 3`, `row: runs of black = [1 2, 3]`, `rows: runs black = 1 2, 3`, `rows: visible height = [2, 1]`
fn lines(head: &str, rest: &str, declared: &Declared<'_>) -> Option<String> {
    let head = format!("{}s", head.trim_end_matches('s'));
    if rest.starts_with("visible") || rest.starts_with("first ") {
        let from = if head == "rows" { "left" } else { "top" };
        return Some(format!("from {from}: {}", view(rest, declared)));
    }
    let is_list = |text: &str| text.chars().all(|c| c.is_ascii_digit() || " ,_[]()".contains(c));
    if is_list(rest) && rest.contains([',', ' ']) {
        return Some(format!("{head}: runs of {} = {}", declared.piece, runs(rest)));
    }
    let (what, values) = rest.split_once('=')?;
    let what = match what.trim().strip_prefix("runs") {
        Some(piece) => {
            let piece = piece.trim().trim_start_matches("of ").trim();
            format!("runs of {}", if piece.is_empty() { declared.piece } else { piece })
        }
        None => return Some(format!("{head}: {} = {}", what.trim(), list(values.trim()))),
    };
    is_list(values).then(|| format!("{head}: {what} = {}", runs(values)))
}

/// The entries of a list of runs: `1 2, 3`, `[[1, 2], [], [3]]`, `[(1 2), 3]`
fn runs(values: &str) -> String {
    let values = values.trim();
    if values.contains("[[") {
        let inner = values.trim_start_matches('[').trim_end_matches(']');
        let entry = |entry: &str| {
            let lengths = entry.trim_matches(|c| "[] ,".contains(c)).replace(',', " ");
            let lengths = lengths.split_whitespace().collect::<Vec<_>>().join(" ");
            if lengths.is_empty() { "0".to_owned() } else { lengths }
        };
        return format!("[{}]", inner.split(']').map(entry).collect::<Vec<_>>().join(", "));
    }
    let plain: String = values.chars().filter(|c| !"[]()".contains(*c)).collect();
    let entries = plain.split(',').map(|e| if e.trim().is_empty() { "_" } else { e.trim() });
    format!("[{}]", entries.collect::<Vec<_>>().join(", "))
}

/// The entries of a list, with `_` for what is missing and a comma after each.
fn list(values: &str) -> String {
    let inner = values.trim_matches(|c| "[] ".contains(c));
    let entries: Vec<&str> = match inner.contains(',') {
        true => inner.split(',').map(|e| if e.trim().is_empty() { "_" } else { e.trim() }).collect(),
        false => inner.split_whitespace().collect(),
    };
    format!("[{}]", entries.join(", "))
}

/// `visible = [2, 1]`, `count visible height = [2, 1]`, `sees height = [2 _ 1]`
fn view(rest: &str, declared: &Declared<'_>) -> String {
    let Some(open) = rest.find('[') else { return rest.to_owned() };
    let (what, values) = rest.split_at(open);
    let mut words: Vec<&str> = what.split_whitespace().filter(|w| *w != "count").collect();
    for word in &mut words {
        if matches!(*word, "sees" | "seen" | "see") {
            *word = "visible";
        }
    }
    let has_piece =
        words.get(1).is_some_and(|w| w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '{'));
    if !has_piece && !words.is_empty() {
        words.insert(1, declared.family);
    }
    format!("{} {}", words.join(" "), list(values))
}

/// The side that a word before the colon means.
fn side(head: &str) -> Option<&'static str> {
    let word = head.strip_prefix("from ").unwrap_or(head).trim_start_matches("the ");
    let known = SIDES.iter().find(|(guess, side)| word == *guess || word == *side);
    known.map(|(_, side)| *side)
}

/// `sum(a4, b4) = 6`, `sum cage A = 6`, `sum in cage A = 6`
fn sum(line: &str, declared: &Declared<'_>) -> Option<String> {
    let rest = line.strip_prefix("sum")?;
    let family = declared.family;
    if let Some((cells, after)) = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        return Some(format!("sum {family} in {cells} {}", after.trim()));
    }
    let rest = rest.trim_start().trim_start_matches("in ");
    rest.starts_with(&format!("{} ", declared.layer)).then(|| format!("sum {family} in {rest}"))
}

/// `cage A: sum digit = 6`, `each cage: sum digit = {A: 6}`, `cage: sum = {A: 6}`
fn region(head: &str, rest: &str, declared: &Declared<'_>) -> Option<String> {
    let layer = declared.layer;
    if let Some(name) = head.strip_prefix(layer).or_else(|| head.strip_prefix("region")) {
        if name.trim().is_empty() {
            let rest =
                rest.strip_prefix("sum =").map(|values| format!("sum {} ={values}", declared.family))?;
            return Some(format!("{layer}: {rest}"));
        }
        return Some(format!("in {layer} {}: {rest}", name.trim()));
    }
    let each = head.strip_prefix("each ")?;
    (each == layer && rest.contains('{')).then(|| format!("{layer}: {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_are_written_as_lists() {
        let declared = Declared { family: "digit", piece: "black", layer: "cage" };
        let table = [
            ("rows: 1 2, 3, 0", "rows: runs of black = [1 2, 3, 0]"),
            ("columns: runs black = [1, 2, 3]", "columns: runs of black = [1, 2, 3]"),
            ("row: runs of black = [1 2]", "rows: runs of black = [1 2]"),
            ("rows: runs of black = 1 2, 3", "rows: runs of black = [1 2, 3]"),
            ("rows: runs of black = [(1 2), 3]", "rows: runs of black = [1 2, 3]"),
            ("rows: runs of black = [[1, 2], [3], [], [5]]", "rows: runs of black = [1 2, 3, 0, 5]"),
            ("row: count black = [1, 2]", "rows: count black = [1, 2]"),
            ("left: visible digit = [2, _, 1]", "from left: visible digit = [2, _, 1]"),
            ("from west: visible digit = [2, _, 1]", "from left: visible digit = [2, _, 1]"),
            ("from left: visible = [2, 1]", "from left: visible digit = [2, 1]"),
            ("from left: count visible digit = [2, 1]", "from left: visible digit = [2, 1]"),
            ("from top: sees digit = [2, , 1]", "from top: visible digit = [2, _, 1]"),
            ("from left: visible digit = [2 _ 4 1]", "from left: visible digit = [2, _, 4, 1]"),
            ("rows: visible digit = [2, 1]", "from left: visible digit = [2, 1]"),
            ("cage A: sum digit = 6", "in cage A: sum digit = 6"),
            ("region A: sum digit = 6", "in cage A: sum digit = 6"),
            ("each cage: sum digit = {A: 6, B: 9}", "cage: sum digit = {A: 6, B: 9}"),
            ("cage: sum = {A: 6}", "cage: sum digit = {A: 6}"),
            ("sum(a4, b4) = 6", "sum digit in a4, b4 = 6"),
            ("sum cage A = 6", "sum digit in cage A = 6"),
        ];
        for (line, wanted) in table {
            assert_eq!(list_guess(line, &declared).as_deref(), Some(wanted), "{line}");
        }
        for line in ["rows: runs of black = [1 2, 3]", "from left: visible digit = [2, 1]", "count black = 3"]
        {
            assert_eq!(list_guess(line, &declared), None, "{line}");
        }
    }
}
