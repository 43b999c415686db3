//! Help for loops and paths that people write before they know the language: `hamiltonian path by knight`, `visit all cells`,
//! `loop tour by knight visits every cell`. The line is read word by word; `first_guess` checks that the result parses.

/// Words that say that the route visits every cell.
const ALL: &[&str] = &["all", "every", "each", "everything", "everywhere"];

/// Words that begin a line about a route, apart from the names of its piece.
const HEADS: &[&str] =
    &["loop", "path", "tour", "cycle", "circuit", "hamiltonian", "closed", "open", "visit", "one", "single"];

/// Words of a line about a route.
struct RouteWords<'w> {
    words: &'w [&'w str],
    /// Number of words that are read.
    at: usize,
}

/// Returns the line as the language writes it, and a remark.
pub(super) fn route_guess(words: &[&str]) -> Option<(String, &'static str)> {
    let first = possessor(words.first()?).to_lowercase();
    let is_of_piece = matches!(words, [_, "tour" | "loop" | "cycle", ..] | [_, "move", "tour", ..]);
    let head = first.as_str();
    if !(HEADS.contains(&head) || is_of_piece && is_name(head)) {
        return None;
    }
    let mut rest = RouteWords { words, at: 0 };
    let is_statement = matches!(head, "loop" | "path");
    let name = if is_statement { rest.name() } else { None };
    let before = &words[..words.iter().position(|w| *w == "by" || is_clause(w)).unwrap_or(words.len())];
    let is_open = head == "path" || before.iter().any(|w| matches!(*w, "open" | "path"));
    // A tour, a Hamiltonian path and `visit all cells` go through every cell; a loop named `tour` need not.
    let is_tour = |w: &&str| matches!(w.to_lowercase().as_str(), "tour" | "hamiltonian" | "visit");
    let mut is_full = if is_statement { false } else { before.iter().any(is_tour) };
    let (mut moves, mut clauses) = (None, Vec::new());
    if is_of_piece && !HEADS.contains(&head) {
        moves = Some(head.to_owned());
    }
    while let Some(word) = rest.next() {
        match word {
            "by" => moves = Some(rest.until_clause()).filter(|m| !m.is_empty()),
            "through" | "visits" | "visit" | "visiting" | "covering" | "covers"
                if rest.peek().is_none_or(|w| ALL.contains(&w)) =>
            {
                is_full = true;
            }
            "from" | "to" | "through" | "avoiding" => clauses.push(format!("{word} {}", rest.until_clause())),
            // `loop tour knight`
            _ if name.is_some() && moves.is_none() && !is_full && is_name(word) => {
                moves = Some(word.to_owned());
            }
            _ => {}
        }
    }
    let note = match (name, &moves) {
        (Some(_), Some(_)) => "",
        (None, Some(_)) => ", with a name of your own",
        (Some(_), None) => ", with another piece for its steps",
        (None, None) => ", with a name of your own, and another piece for its steps",
    };
    let moves = moves.unwrap_or_else(|| if is_full { "knight" } else { "wazir" }.to_owned());
    let (word, own) = if is_open { ("path", "walk") } else { ("loop", "tour") };
    let mut told = format!("{word} {} by {moves}", name.unwrap_or(own));
    for clause in clauses {
        told += &format!(" {clause}");
    }
    if is_full {
        told += " through every cell";
    }
    (told != words.join(" ")).then_some((told, note))
}

impl<'w> RouteWords<'w> {
    /// Returns the name behind the first word, which is read too.
    fn name(&mut self) -> Option<&'w str> {
        self.at = 1;
        let name = self.peek().filter(|w| is_name(w) && !is_clause(w) && !matches!(*w, "by" | "visits"))?;
        self.at = 2;
        Some(name)
    }

    fn peek(&self) -> Option<&'w str> {
        self.words.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'w str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Reads the words before the next clause.
    fn until_clause(&mut self) -> String {
        let start = self.at;
        while self.peek().is_some_and(|w| !is_clause(w)) {
            self.at += 1;
        }
        self.words[start..self.at].join(" ")
    }
}

/// Returns true for a word that begins a part of a route.
fn is_clause(word: &str) -> bool {
    matches!(word, "from" | "to" | "through" | "avoiding" | "visits" | "visiting" | "covers" | "covering")
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Returns the piece in `knight's` and `knights`.
fn possessor(word: &str) -> &str {
    word.trim_end_matches("'s").trim_end_matches('s')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_written_as_statements() {
        let table = [
            ("loop by knight", "loop tour by knight"),
            ("loop tour", "loop tour by wazir"),
            ("loop tour knight", "loop tour by knight"),
            ("loop fence king from a1", "loop fence by king from a1"),
            ("path from a1 to h8", "path walk by wazir from a1 to h8"),
            ("path walk from a1", "path walk by wazir from a1"),
            ("loop through every cell", "loop tour by knight through every cell"),
            ("loop by knight through all cells", "loop tour by knight through every cell"),
            ("loop tour by knight through every", "loop tour by knight through every cell"),
            ("loop tour by knight visits every cell", "loop tour by knight through every cell"),
            (
                "path walk by leap (1, 2) from a1 visiting all cells",
                "path walk by leap (1, 2) from a1 through every cell",
            ),
            (
                "loop l by king through a1, b2 avoiding row 3 to",
                "loop l by king through a1, b2 avoiding row 3 to ",
            ),
            ("visit all cells", "loop tour by knight through every cell"),
            ("visit every cell by king", "loop tour by king through every cell"),
            ("hamiltonian", "loop tour by knight through every cell"),
            ("Hamiltonian cycle by king", "loop tour by king through every cell"),
            ("hamiltonian path by knight from a1", "path walk by knight from a1 through every cell"),
            ("tour", "loop tour by knight through every cell"),
            ("tour by camel", "loop tour by camel through every cell"),
            ("knight tour", "loop tour by knight through every cell"),
            ("knight's tour", "loop tour by knight through every cell"),
            ("king's tour", "loop tour by king through every cell"),
            ("closed tour by knight", "loop tour by knight through every cell"),
            ("closed knight's tour", "loop tour by knight through every cell"),
            ("open tour by knight", "path walk by knight through every cell"),
        ];
        for (line, wanted) in table {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(route_guess(&words).map(|g| g.0).as_deref(), Some(wanted), "{line}");
        }
        for line in ["loop tour by knight through every cell", "count queen = 3", "each row: count tour = 3"]
        {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(route_guess(&words), None, "{line}");
        }
    }
}
