//! MiniZinc: the choices are an enumeration, and every constraint is written in its own form under its statement.
//!
//! Definitions are a separate array, each equivalent to its meaning, so they never multiply solutions; the edges of a
//! matching may, as the heading says. Integers stay within 32 bits, the range of the solvers behind MiniZinc.

use super::linear::{TOGETHER, weights, wrapped};
use super::names::{self, ExportNames};
use super::refusal::ExportRefusal;
use crate::engine::{Form, RowSource, objective_forms};
use crate::problem::{
    ChoiceId, Conflicts, Definition, Linear, Lit, Matching, Objective, Origin, Problem, ProblemParts,
};
use std::fmt::Write;

const WRITES: &str = "writing to a string does not fail";

/// Largest integer of solvers with 32 bits, less one.
const MOST: i64 = (1 << 31) - 2;

pub(super) fn write(problem: &Problem, names: &ExportNames) -> Result<String, ExportRefusal> {
    let writer = MznWriter { problem, names, choices: names.choices(problem), text: String::new() };
    writer.write()
}

struct MznWriter<'a> {
    problem: &'a Problem,
    names: &'a ExportNames,
    choices: Vec<String>,
    text: String,
}

impl MznWriter<'_> {
    fn write(mut self) -> Result<String, ExportRefusal> {
        // Graphs and routes have been lowered. The table of `find number by` and the symmetries are not part of a model. A statement writes its own constraints.
        let ProblemParts {
            board: _,
            kinds: _,
            choices: _,
            definitions,
            graphs: _,
            cliques: _,
            conflicts,
            bicliques: _,
            tight: _,
            clauses: _,
            linears: _,
            matchings,
            connectivities: _,
            routes: _,
            objectives,
            by: _,
            group: _,
        } = &**self.problem;
        for line in &self.names.heading {
            writeln!(self.text, "% {line}").expect(WRITES);
        }
        if !matchings.is_empty() {
            self.line("% a matching adds variables: two solutions are distinct only if they differ in `on`");
        }
        self.text.push_str("\nenum CHOICE = {");
        let listed: Vec<String> = comma_separated(&self.choices);
        wrapped(&listed, &mut self.text);
        self.line(" };");
        self.line("array[CHOICE] of var bool: on;");
        self.line("function var int: placed(set of CHOICE: s) = sum(c in s)(on[c]);");
        self.definitions(definitions)?;
        for origin in names::origins(self.problem) {
            self.statement(origin)?;
        }
        self.conflicts(conflicts);
        self.solve(objectives)?;
        Ok(self.text)
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Writes everything that comes from one statement.
    fn statement(&mut self, origin: Origin) -> Result<(), ExportRefusal> {
        let problem = self.problem;
        let title = match self.names.statements.get(origin.0 as usize) {
            Some(statement) => statement.clone(),
            None if origin == Origin::BOARD => "at most one piece on a cell".into(),
            None => ExportNames::source(RowSource::Statement(origin)),
        };
        writeln!(self.text, "\n% {title}").expect(WRITES);
        for clique in problem.cliques.iter().filter(|q| q.origin == origin) {
            let relation = if clique.exactly { "=" } else { "<=" };
            let set = self.set(&clique.choices);
            writeln!(self.text, "constraint placed({set}) {relation} 1;").expect(WRITES);
        }
        for (clause, _) in problem.clauses.iter().filter(|c| c.1 == origin) {
            let any = self.any(clause);
            writeln!(self.text, "constraint {any};").expect(WRITES);
        }
        for linear in problem.linears.iter().filter(|l| l.origin == origin) {
            self.linear(linear)?;
        }
        for (i, matching) in problem.matchings.iter().enumerate().filter(|(_, m)| m.origin == origin) {
            self.matching(i, matching);
        }
        Ok(())
    }

    fn literal(&self, lit: Lit) -> String {
        let not = if lit.is_positive() { "" } else { "not " };
        format!("{not}{}", self.variable(lit))
    }

    fn variable(&self, lit: Lit) -> String {
        match self.choices.get(lit.var().index()) {
            Some(name) => format!("on[{name}]"),
            None => format!("def[{}]", lit.var().index() - self.choices.len() + 1),
        }
    }

    fn any(&self, lits: &[Lit]) -> String {
        let all: Vec<String> = lits.iter().map(|&l| self.literal(l)).collect();
        if all.is_empty() { "false".into() } else { all.join(" \\/ ") }
    }

    fn all(&self, lits: &[Lit]) -> String {
        let all: Vec<String> = lits.iter().map(|&l| self.literal(l)).collect();
        if all.is_empty() { "true".into() } else { all.join(" /\\ ") }
    }

    fn set(&self, choices: &[ChoiceId]) -> String {
        let names: Vec<&str> = choices.iter().map(|c| &*self.choices[c.index()]).collect();
        format!("{{{}}}", names.join(", "))
    }

    /// A sum of literals; choices with weight 1 or -1 are grouped into sets.
    fn terms(&self, terms: &[(i64, Lit)]) -> String {
        let is_choice = |l: &Lit| l.is_positive() && l.var().index() < self.choices.len();
        let of_weight = |w: i64| -> Vec<ChoiceId> {
            let of = terms.iter().filter(|t| t.0 == w && is_choice(&t.1));
            of.map(|t| ChoiceId(t.1.var().0)).collect()
        };
        let mut parts = Vec::new();
        for weight in [1, -1] {
            let set = of_weight(weight);
            if !set.is_empty() {
                parts.push(format!("{} placed({})", if weight > 0 { "+" } else { "-" }, self.set(&set)));
            }
        }
        for &(weight, lit) in terms.iter().filter(|t| t.0.abs() != 1 || !is_choice(&t.1)) {
            let sign = if weight < 0 { "-" } else { "+" };
            let times =
                if weight.abs() == 1 { String::new() } else { format!("{} * ", weight.unsigned_abs()) };
            let value = self.variable(lit);
            let value = if lit.is_positive() { value } else { format!("(1 - {value})") };
            parts.push(format!("{sign} {times}{value}"));
        }
        let text = parts.join(" ");
        match text.strip_prefix("+ ") {
            Some(rest) => rest.to_owned(),
            None if text.is_empty() => "0".to_owned(),
            None => format!("0 {text}"),
        }
    }

    fn definitions(&mut self, definitions: &[Definition]) -> Result<(), ExportRefusal> {
        if definitions.is_empty() {
            return Ok(());
        }
        self.text.push_str("\n% conditions used in rules\n");
        writeln!(self.text, "array[1..{}] of var bool: def;", definitions.len()).expect(WRITES);
        for (i, definition) in definitions.iter().enumerate() {
            let meaning = match definition {
                Definition::All(lits) => self.all(lits),
                Definition::Any(lits) => self.any(lits),
                Definition::Linked { .. } => unreachable!("exports write a lowered problem"),
                Definition::AtLeast(terms, bound) => {
                    Form::new(terms, *bound, MOST)?;
                    format!("{} >= {bound}", self.terms(terms))
                }
            };
            writeln!(self.text, "constraint def[{}] <-> ({meaning});", i + 1).expect(WRITES);
        }
        Ok(())
    }

    fn linear(&mut self, &Linear { ref terms, lo, hi, guard, origin }: &Linear) -> Result<(), ExportRefusal> {
        let place = |unfit| ExportRefusal {
            place: super::RefusalPlace::Statement(origin),
            ..ExportRefusal::from(unfit)
        };
        let (least, greatest) = Form::new(terms, 0, MOST).map_err(place)?.range();
        let value = self.terms(terms);
        // An unreachable bound is moved to just out of reach.
        let (lo, hi) = (lo.clamp(least, greatest + 1), hi.clamp(least - 1, greatest));
        let bounds = match (lo > least, hi < greatest) {
            _ if lo == hi => format!("{value} = {lo}"),
            (true, true) => format!("{value} >= {lo} /\\ {value} <= {hi}"),
            (true, false) => format!("{value} >= {lo}"),
            (false, true) => format!("{value} <= {hi}"),
            (false, false) => return Ok(()),
        };
        let guard = guard.map(|g| format!("{} -> ", self.literal(g))).unwrap_or_default();
        let bounds = if guard.is_empty() { bounds } else { format!("({bounds})") };
        writeln!(self.text, "constraint {guard}{bounds};").expect(WRITES);
        Ok(())
    }

    fn matching(&mut self, number: usize, Matching { left, right, edges, origin: _ }: &Matching) {
        let name = format!("edge_{}", number + 1);
        // An end that is not on its side has no partner.
        let has = |side: &[ChoiceId], end: ChoiceId| side.binary_search(&end).is_ok();
        let edges: Vec<_> = edges.iter().filter(|&&(l, r, _)| has(left, l) && has(right, r)).collect();
        let count = edges.len();
        writeln!(self.text, "array[1..{count}] of var bool: {name};").expect(WRITES);
        let mut at: [std::collections::BTreeMap<ChoiceId, Vec<String>>; 2] = Default::default();
        for (i, &&(l, r, open)) in edges.iter().enumerate() {
            let edge = format!("{name}[{}]", i + 1);
            let (a, b) = (&self.choices[l.index()], &self.choices[r.index()]);
            let open = open.map(|o| format!(" /\\ {}", self.literal(o))).unwrap_or_default();
            writeln!(self.text, "constraint {edge} -> on[{a}] /\\ on[{b}]{open};").expect(WRITES);
            at[0].entry(l).or_default().push(edge.clone());
            at[1].entry(r).or_default().push(edge);
        }
        for (side, at) in [left, right].into_iter().zip(at) {
            for end in side {
                let edges = at.get(end).map_or_else(|| "0".into(), |edges| edges.join(" + "));
                let name = &self.choices[end.index()];
                writeln!(self.text, "constraint {edges} = on[{name}];").expect(WRITES);
            }
        }
    }

    fn conflicts(&mut self, conflicts: &Conflicts) {
        if conflicts.is_empty() {
            return;
        }
        self.line("\n% conflicts");
        for c in self.problem.choice_ids() {
            let later: Vec<ChoiceId> = conflicts[c.index()].iter().copied().filter(|&d| d >= c).collect();
            if !later.is_empty() {
                let (name, set) = (&self.choices[c.index()], self.set(&later));
                writeln!(self.text, "constraint on[{name}] -> placed({set}) = 0;").expect(WRITES);
            }
        }
    }

    fn solve(&mut self, objectives: &[Objective]) -> Result<(), ExportRefusal> {
        let forms = objective_forms(self.problem, MOST)?;
        let weights = weights(self.problem, &forms, MOST)?;
        self.text.push('\n');
        for (i, objective) in objectives.iter().enumerate() {
            let statement = self.names.objectives.get(i).map_or("", |o| o);
            let value = self.value(objective);
            writeln!(self.text, "var int: value_{} = {value};  % {statement}", i + 1).expect(WRITES);
        }
        let goal = weights.iter().enumerate().map(|(i, w)| format!("{w} * value_{}", i + 1));
        let goal = goal.collect::<Vec<_>>().join(" + ");
        match objectives.first() {
            None => self.line("solve satisfy;"),
            Some(first) => {
                let goal = if objectives.len() == 1 { "value_1".to_owned() } else { goal };
                if objectives.len() > 1 {
                    writeln!(self.text, "% {TOGETHER}").expect(WRITES);
                }
                let direction = if first.maximize { "maximize" } else { "minimize" };
                writeln!(self.text, "solve {direction} {goal};").expect(WRITES);
            }
        }
        self.text.push_str("output [\"\\(c) \" | c in CHOICE where fix(on[c])] ++ [\"\\n\"]");
        for i in 1..=objectives.len() {
            write!(self.text, " ++ [\"value_{i} = \\(value_{i})\\n\"]").expect(WRITES);
        }
        self.line(";");
        Ok(())
    }

    fn value(&self, objective: &Objective) -> String {
        let terms = self.terms(&objective.terms);
        match objective.constant {
            0 => terms,
            c if c < 0 => format!("{terms} - {}", c.unsigned_abs()),
            c => format!("{terms} + {c}"),
        }
    }
}

/// Adds a comma after each name but the last.
fn comma_separated(names: &[String]) -> Vec<String> {
    let last = names.len().saturating_sub(1);
    names.iter().enumerate().map(|(i, n)| if i < last { format!("{n},") } else { n.clone() }).collect()
}
