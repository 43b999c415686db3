//! Every exported model is read back by a small reader of its format, which is independent of the writer, and solved: its
//! solutions must be those of the problem. The syntax of MiniZinc is too rich for a small reader; `tests/peers/run.sh` tests
//! it, like the others, with real solvers, for which the last test here writes random problems.

use super::{ExportFormat, ExportNames, ExportRefusal, RefusalPlace, able, export};
use crate::engine::conformance::solutions;
use crate::engine::{Collect, Control, Engine, Job, Query, engine_named};
use crate::geometry::CellId;
use crate::problem::random::{Mix, problems};
use crate::problem::{
    Assignment, ChoiceId, Clique, Conflicts, Linear, Lit, Matching, Objective, Origin, Problem, ProblemParts,
    Var, samples,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The parsed model: a problem whose choices are the variables of the text.
struct Read {
    problem: ProblemParts,
    names: Vec<String>,
}

impl Read {
    fn new() -> Self {
        let problem = ProblemParts { kinds: 1, ..samples::free(1, 1, 0).into_parts() };
        Self { problem, names: Vec::new() }
    }

    fn variable(&mut self, name: &str) -> u32 {
        if let Some(at) = self.names.iter().position(|n| n == name) {
            return at as u32;
        }
        self.names.push(name.to_owned());
        self.problem.choices.push(0, &[CellId(0)]);
        self.problem.conflicts = Conflicts::none(self.names.len());
        self.names.len() as u32 - 1
    }

    fn sum(&mut self, terms: Vec<(i64, Lit)>, lo: i64, hi: i64) {
        self.problem.linears.push(Linear { terms, lo, hi, guard: None, origin: Origin(0) });
    }

    /// All solutions (with an objective, the optimal ones), by the names of the true variables.
    fn solutions(mut self) -> BTreeSet<BTreeSet<String>> {
        self.problem.group = vec![self.problem.choice_ids().collect()];
        let engine: &dyn Engine = engine_named("sat").expect("it takes everything");
        let job = Job { problem: &Problem::new(self.problem), query: Query::All, seed: 0, threads: 1 };
        let mut found = Collect::default();
        let run = engine.run(&job, &Control::unlimited(), &mut found).expect("no fault");
        assert!(run.end.is_complete());
        let named = |s: &Vec<ChoiceId>| s.iter().map(|c| self.names[c.index()].clone()).collect();
        found.solutions.iter().map(named).collect()
    }
}

fn positive(variable: u32) -> Lit {
    Lit::positive(Var(variable))
}

/// Splits text such as `+ 2 x - y` into signs, numbers and names.
fn terms(read: &mut Read, words: &[&str]) -> Vec<(i64, Lit)> {
    let mut terms: BTreeMap<u32, i64> = BTreeMap::new();
    let (mut sign, mut weight) = (1, 1);
    for word in words {
        match *word {
            "+" => sign = 1,
            "-" => sign = -1,
            number if number.parse::<i64>().is_ok() => weight = number.parse().expect("a number"),
            name => {
                *terms.entry(read.variable(name)).or_default() += sign * weight;
                (sign, weight) = (1, 1);
            }
        }
    }
    terms.into_iter().filter(|t| t.1 != 0).map(|(v, w)| (w, positive(v))).collect()
}

fn read_lp(text: &str) -> Read {
    let mut read = Read::new();
    let text: Vec<&str> = text.lines().filter(|l| !l.starts_with('\\')).collect();
    let mut words: Vec<&str> = text.iter().flat_map(|l| l.split_whitespace()).collect();
    words.retain(|w| !matches!(*w, "Subject" | "To"));
    let mut section = words[0];
    let maximize = section == "Maximize";
    let (mut at, mut objective) = (2, Vec::new());
    let mut pending: Vec<&str> = Vec::new();
    while section != "End" {
        let word = words[at];
        at += 1;
        match word {
            "Bounds" | "Binary" | "End" => {
                (section, pending) = (word, Vec::new());
            }
            label if label.ends_with(':') => {
                if section == "Maximize" || section == "Minimize" {
                    objective = terms(&mut read, &pending);
                }
                (section, pending) = ("rows", Vec::new());
            }
            "<=" | ">=" | "=" => {
                let bound: i64 = words[at].parse().expect("a bound");
                at += 1;
                let terms = terms(&mut read, &pending);
                let lo = if word == "<=" { i64::MIN } else { bound };
                let hi = if word == ">=" { i64::MAX } else { bound };
                read.sum(terms, lo, hi);
                pending.clear();
            }
            name if section == "Binary" => {
                read.variable(name);
            }
            other => pending.push(other),
        }
    }
    if !objective.is_empty() {
        read.problem.objectives.push(Objective { maximize, terms: objective, constant: 0 });
    }
    read
}

/// The letter of a row, its terms, its right-hand side.
type MpsRow<'a> = (&'a str, Vec<(i64, Lit)>, i64);

fn read_mps(text: &str) -> Read {
    let mut read = Read::new();
    let mut section = "";
    let mut rows: BTreeMap<&str, MpsRow<'_>> = BTreeMap::new();
    for line in text.lines().filter(|l| !l.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (line.starts_with(' '), section, words.as_slice()) {
            (false, ..) => section = words[0],
            (_, "ROWS", [letter, name]) => {
                rows.insert(name, (letter, Vec::new(), 0));
            }
            (_, "COLUMNS", [_, "'MARKER'", _]) => {}
            (_, "COLUMNS", [column, row, weight]) => {
                let variable = positive(read.variable(column));
                let weight: i64 = weight.parse().expect("a weight");
                rows.get_mut(row).expect("a known row").1.push((weight, variable));
            }
            (_, "RHS", [_, row, right]) => {
                rows.get_mut(row).expect("a known row").2 = right.parse().expect("a number");
            }
            (_, "BOUNDS", ["BV", _, name]) => assert!(read.names.iter().any(|n| n == name), "{name}"),
            (_, "BOUNDS", ["FX", _, "one", "1"]) => {}
            other => panic!("{other:?}"),
        }
    }
    for (letter, mut terms, right) in rows.into_values() {
        terms.retain(|t| t.0 != 0);
        match letter {
            "N" if terms.is_empty() => {}
            "N" => read.problem.objectives.push(Objective { maximize: false, terms, constant: 0 }),
            "E" => read.sum(terms, right, right),
            "L" => read.sum(terms, i64::MIN, right),
            _ => read.sum(terms, right, i64::MAX),
        }
    }
    read
}

/// Reads a table such as `x1 = queen_d4` from comments that begin with `mark`.
fn table<'t>(text: &'t str, mark: &str, prefix: &str) -> BTreeMap<&'t str, &'t str> {
    let comments = text.lines().filter_map(|l| l.strip_prefix(mark));
    let pairs = comments.filter_map(|l| l.trim().split_once(" = "));
    pairs
        .filter(|(x, name)| {
            let number = x.strip_prefix(prefix).is_some_and(|n| n.parse::<u32>().is_ok());
            number && !name.contains(' ')
        })
        .collect()
}

fn read_opb(text: &str) -> Read {
    let mut read = Read::new();
    let named = table(text, "* ", "x");
    let header: Vec<&str> = text.lines().next().expect("a header").split_whitespace().collect();
    let variables: usize = header[2].parse().expect("a number");
    for i in 1..=variables {
        let x = format!("x{i}");
        read.variable(named.get(&*x).copied().unwrap_or(&x));
    }
    let mut constraints = 0;
    for line in text.lines().filter(|l| !l.starts_with('*')) {
        let line = line.strip_suffix(';').expect("every line is ended").trim();
        let sum = |words: &[&str]| -> Vec<(i64, Lit)> {
            let pairs = words.chunks(2).map(|p| {
                let variable: u32 = p[1].strip_prefix('x').expect("a variable").parse().expect("its number");
                (p[0].parse().expect("a weight"), positive(variable - 1))
            });
            pairs.filter(|t| t.0 != 0).collect()
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["min:", words @ ..] = words.as_slice() {
            read.problem.objectives.push(Objective { maximize: false, terms: sum(words), constant: 0 });
            continue;
        }
        constraints += 1;
        let (relation, right) = (words[words.len() - 2], words[words.len() - 1].parse().expect("a number"));
        let hi = if relation == "=" { right } else { i64::MAX };
        let terms = sum(&words[..words.len() - 2]);
        read.sum(terms, right, hi);
    }
    assert_eq!(header[4], constraints.to_string());
    read
}

/// The clauses, and the names of the projection variables.
fn read_cnf(text: &str) -> (Read, BTreeSet<String>) {
    let mut read = Read::new();
    let named = table(text, "c ", "");
    let mut shown = BTreeSet::new();
    for line in text.lines() {
        if let Some(list) = line.strip_prefix("c p show ") {
            let names = list.split_whitespace().filter(|n| *n != "0").map(|n| named[n].to_owned());
            shown.extend(names);
        } else if let Some(sizes) = line.strip_prefix("p cnf ") {
            let variables: u32 = sizes.split(' ').next().expect("a number").parse().expect("a number");
            for i in 1..=variables {
                let i = i.to_string();
                read.variable(named.get(&*i).copied().unwrap_or(&i));
            }
        } else if !line.starts_with('c') {
            let numbers = line.split(' ').map(|n| n.parse::<i32>().expect("a literal")).filter(|n| *n != 0);
            let literal = |n: i32| if n > 0 { positive(n as u32 - 1) } else { !positive(-n as u32 - 1) };
            read.problem.clauses.push((numbers.map(literal).collect(), Origin(0)));
        }
    }
    (read, shown)
}

fn read_xcc(text: &str) -> Read {
    let mut read = Read::new();
    let mut items: Option<(Vec<&str>, Vec<&str>)> = None;
    let mut options: Vec<(String, Vec<&str>)> = Vec::new();
    let mut comment = "";
    for line in text.lines() {
        if let Some(words) = line.strip_prefix('|') {
            comment = words.trim();
            continue;
        }
        let Some(_) = items else {
            let (primary, secondary) = line.split_once('|').unwrap_or((line, ""));
            items = Some((primary.split_whitespace().collect(), secondary.split_whitespace().collect()));
            continue;
        };
        options.push((comment.to_owned(), line.split_whitespace().collect()));
    }
    let (primary, secondary) = items.expect("a line of items");
    assert!(primary.iter().chain(&secondary).all(|i| i.len() <= 8));
    let known: BTreeSet<&str> = primary.iter().chain(&secondary).copied().collect();
    assert_eq!(known.len(), primary.len() + secondary.len());
    for (name, items) in &options {
        read.variable(name);
        assert!(
            items.iter().all(|i| known.contains(i)) && items.iter().any(|i| primary.contains(i)),
            "{name}"
        );
    }
    for (items, exactly) in [(primary, true), (secondary, false)] {
        for item in items {
            let of = options.iter().enumerate().filter(|(_, o)| o.1.contains(&item));
            let choices: Vec<ChoiceId> = of.map(|(i, _)| ChoiceId(i as u32)).collect();
            if choices.is_empty() && exactly {
                read.problem.clauses.push((Vec::new(), Origin(0)));
            } else {
                read.problem.cliques.push(Clique { choices, exactly, origin: Origin(0) });
            }
        }
    }
    read
}

/// The solutions of the text in `form`, each as the names of its choices.
fn read(problem: &Problem, form: ExportFormat, text: &str) -> BTreeSet<BTreeSet<String>> {
    let own: BTreeSet<String> = names().choices(problem).into_iter().collect();
    let all = match form {
        ExportFormat::Lp => read_lp(text).solutions(),
        ExportFormat::Mps => read_mps(text).solutions(),
        ExportFormat::Opb => read_opb(text).solutions(),
        ExportFormat::Cnf => {
            let (read, shown) = read_cnf(text);
            assert_eq!(shown, own);
            read.solutions()
        }
        ExportFormat::Xcc => read_xcc(text).solutions(),
        ExportFormat::Mzn => unreachable!("read by the real one"),
    };
    all.into_iter().map(|s| s.intersection(&own).cloned().collect()).collect()
}

fn names() -> ExportNames {
    ExportNames {
        heading: vec!["a = b".into()],
        kinds: vec!["queen".into(), "e1".into()],
        ..ExportNames::default()
    }
}

const READ: [ExportFormat; 5] =
    [ExportFormat::Lp, ExportFormat::Mps, ExportFormat::Opb, ExportFormat::Cnf, ExportFormat::Xcc];

/// Checks every format that accepts the problem; returns these formats.
fn check(problem: &Problem, expected: &[Vec<ChoiceId>]) -> Vec<ExportFormat> {
    let choices = names().choices(problem);
    let named = |s: &Vec<ChoiceId>| s.iter().map(|c| choices[c.index()].clone()).collect();
    let expected: BTreeSet<BTreeSet<String>> = expected.iter().map(named).collect();
    let mut done = Vec::new();
    for form in READ {
        if let Ok(text) = export(problem, &names(), form) {
            assert_eq!(read(problem, form, &text), expected, "{form:?} {problem:?}\n{text}");
            done.push(form);
        }
    }
    done
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn models_read_back_have_the_same_solutions(problem in problems(Mix::EVERYTHING)) {
        let done = check(&problem, &solutions(&problem));
        prop_assert!(done.contains(&ExportFormat::Opb));
        prop_assert_eq!(done.contains(&ExportFormat::Cnf), problem.objectives.is_empty());
    }

    #[test]
    fn covers_read_back_have_the_same_solutions(
        problem in problems(Mix {
        definitions: false,
        matchings: false,
        graphs: false,
        negative: false,
        general_sums: false,
        objectives: false,
    })
    ) {
        let done = check(&problem, &solutions(&problem));
        prop_assert!(done.len() >= READ.len() - 1, "{:?}", done);
    }
}

#[test]
fn samples_of_every_form() {
    let queens = samples::queens(5);
    let expected = solutions_of(&queens);
    assert_eq!(expected.len(), 10);
    assert_eq!(check(&queens, &expected), READ);
    let knights = samples::domination(3, &samples::leaper(1, 2));
    let expected = solutions_of(&knights);
    assert_eq!(check(&knights, &expected), [ExportFormat::Lp, ExportFormat::Mps, ExportFormat::Opb]);
}

/// All solutions, by brute force.
fn solutions_of(problem: &Problem) -> Vec<Vec<ChoiceId>> {
    let job = Job { problem, query: Query::All, seed: 0, threads: 1 };
    let mut found = Collect::default();
    engine_named("oracle")
        .expect("there is one")
        .run(&job, &Control::unlimited(), &mut found)
        .expect("no fault");
    found.solutions
}

#[test]
fn what_a_format_cannot_say_is_named() {
    let mut problem = samples::free(3, 1, 1);
    let terms: Vec<(i64, Lit)> = problem.choice_ids().map(|c| (1, c.lit())).collect();
    let two = Linear { terms: terms.clone(), lo: 2, hi: 2, guard: None, origin: Origin(7) };
    problem.edit(|p| p.linears.push(two));
    let refused = |p: &Problem, form| export(p, &names(), form).expect_err("refused");
    let ExportRefusal { reason, place } = refused(&problem, ExportFormat::Xcc);
    assert_eq!(reason, "2 of 3 are required, but a cover has exactly one or at most one");
    assert_eq!(place, RefusalPlace::Statement(Origin(7)));
    let all = [ExportFormat::Lp, ExportFormat::Mps, ExportFormat::Opb, ExportFormat::Cnf, ExportFormat::Mzn];
    assert_eq!(able(&problem, &names()), all);
    problem.edit(|p| p.linears[0].terms[0].0 = 1 << 40);
    assert_eq!(refused(&problem, ExportFormat::Lp).place, RefusalPlace::Statement(Origin(7)));
    assert_eq!(able(&problem, &names()), [ExportFormat::Opb, ExportFormat::Cnf]);
    problem.edit(|p| p.objectives.push(Objective { maximize: true, terms, constant: 0 }));
    assert_eq!(refused(&problem, ExportFormat::Cnf).place, RefusalPlace::Objective(0));
    assert_eq!(able(&problem, &names()), [ExportFormat::Opb]);
    let matching = Matching { left: vec![], right: vec![], edges: vec![], origin: Origin(5) };
    problem.edit(|p| p.matchings.push(matching.clone()));
    assert_eq!(refused(&problem, ExportFormat::Xcc).reason, "an exact cover has no objective");
    let mut paired = samples::free(3, 1, 1);
    paired.edit(|p| p.matchings.push(matching));
    let ExportRefusal { reason, place } = refused(&paired, ExportFormat::Xcc);
    assert_eq!(reason, "an exact cover cannot express a matching");
    assert_eq!(place, RefusalPlace::Statement(Origin(5)));
}

/// Writes random problems and their answers into the folder named by `PUZZLE_PEERS`, for `tests/peers/run.sh`.
#[test]
#[ignore = "for tests/peers/run.sh"]
fn write_random_problems_for_peers() {
    use proptest::strategy::ValueTree;
    let folder = std::env::var("PUZZLE_PEERS").expect("the script sets it");
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for i in 0..60 {
        let mix = Mix { objectives: i % 2 == 0, matchings: i % 3 == 0, ..Mix::EVERYTHING };
        let problem = problems(mix).new_tree(&mut runner).expect("a problem").current();
        let expected = solutions(&problem);
        let optimum = expected.first().map(|s| {
            let assignment = Assignment::new(&problem, s);
            problem.objectives.iter().map(|o| o.value(&assignment)).collect::<Vec<i64>>()
        });
        let facts = serde_json::json!({
            "solutions": expected.len(), "optimum": optimum,
            "maximize": problem.objectives.iter().map(|o| o.maximize).collect::<Vec<_>>(),
            "matching": !problem.matchings.is_empty(),
        });
        std::fs::write(format!("{folder}/random{i}.json"), facts.to_string()).expect("written");
        for form in able(&problem, &names()) {
            let text = export(&problem, &names(), form).expect("able");
            std::fs::write(format!("{folder}/random{i}.{}", form.name()), text).expect("written");
        }
    }
}
