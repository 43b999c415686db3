//! Reading formulas in DIMACS format.

use super::{MalformedText, literal};

/// Maximum number of variables: twice their number must fit 32 bits.
const MOST_VARIABLES: u32 = 1 << 30;

/// Clauses over variables numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    pub variables: u32,
    pub clauses: Vec<Vec<i32>>,
}

/// Reads a formula. Lines that begin with `c` are comments; a clause ends with 0 and may span lines.
///
/// # Errors
/// If the text is not a formula, or its numbers differ from those in its header.
pub fn read_formula(text: &str) -> Result<Formula, MalformedText> {
    let at = |line: usize, what: String| MalformedText { line: line + 1, what };
    let mut lines = text.lines().enumerate().filter(|(_, l)| !l.starts_with('c') && !l.trim().is_empty());
    let (first, heading) = lines.next().ok_or_else(|| at(0, "missing header `p cnf`".to_owned()))?;
    let (variables, expected) = heading_of(heading)
        .ok_or_else(|| at(first, format!("expected `p cnf VARIABLES CLAUSES`, found `{heading}`")))?;
    let mut formula = Formula { variables, clauses: Vec::new() };
    let mut open = Vec::new();
    let mut last = first;
    for (number, line) in lines {
        last = number;
        for word in line.split_ascii_whitespace() {
            match literal(word, variables).map_err(|what| at(number, what))? {
                0 => formula.clauses.push(std::mem::take(&mut open)),
                l => open.push(l),
            }
        }
    }
    if !open.is_empty() {
        return Err(at(last, "the last clause has no final 0".to_owned()));
    }
    if formula.clauses.len() != expected {
        let found = formula.clauses.len();
        return Err(at(first, format!("the header announces {expected} clauses, but there are {found}")));
    }
    Ok(formula)
}

fn heading_of(line: &str) -> Option<(u32, usize)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words.as_slice() {
        ["p", "cnf", variables, clauses] => {
            let variables = variables.parse().ok().filter(|v| *v <= MOST_VARIABLES)?;
            Some((variables, clauses.parse().ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read() {
        let text = "c a remark\np cnf 3 2\nc p show 1 0\n1 -2\n0 3 0\n";
        let formula = read_formula(text).expect("a formula");
        assert_eq!(formula, Formula { variables: 3, clauses: vec![vec![1, -2], vec![3]] });
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        let wrong = |text: &str| read_formula(text).expect_err("no formula").to_string();
        assert_eq!(wrong("c\n"), "line 1: missing header `p cnf`");
        assert!(wrong("1 0\n").starts_with("line 1: expected `p cnf"));
        assert!(wrong("p cnf 5000000000 1\n1 0\n").starts_with("line 1: expected `p cnf"));
        assert_eq!(wrong("p cnf 2 1\n3 0\n"), "line 2: `3` is out of range; there are 2 variables");
        assert_eq!(wrong("p cnf 2 1\nx 0\n"), "line 2: `x` is not a literal");
        assert_eq!(wrong("p cnf 2 1\n1 2\n"), "line 2: the last clause has no final 0");
        assert_eq!(wrong("p cnf 2 2\n1 2 0\n"), "line 1: the header announces 2 clauses, but there are 1");
    }
}
