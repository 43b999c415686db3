//! A board from a file, finished or not, in any form that people have: JSON, a vector, a chess position, coordinates, or a
//! drawing. The text tells which.

use super::exit::Failure;
use super::files;
use super::given::GivenVector;
use super::load::LoadedSpec;
use super::streams::Streams;
use crate::diag::escape;
use crate::model::{Diagram, Fact, Model, Placement};
use crate::report::{DrawnBoard, MAX_SOLUTION_BYTES, VectorAxis, read_drawn, read_solutions};
use std::path::Path;

pub(super) struct BoardFile<'a> {
    pub path: &'a Path,
    /// Axis of a vector.
    pub by: VectorAxis,
    pub one_based: bool,
}

impl BoardFile<'_> {
    /// Reads the board. Of a vector the givens of the model are left out.
    pub fn read(
        &self,
        model: &Model,
        loaded: &mut LoadedSpec,
        streams: &mut Streams<'_>,
    ) -> Result<DrawnBoard, Failure> {
        let shown = self.path.to_string_lossy();
        let text = files::read_text(self.path, MAX_SOLUTION_BYTES)?;
        let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
        let fault = |fault: &dyn std::fmt::Display| Failure::Usage(format!("{}: {fault}", escape(&shown)));
        if let [line] = &lines[..]
            && is_vector(line)
        {
            return self.vector(line, model, loaded, streams);
        }
        if self.one_based || self.by != VectorAxis::Column {
            return Err(fault(&"--one-based and --by are about vectors, and this board is none"));
        }
        let mut boards = Vec::new();
        let listed = read_solutions(model, &text, &mut |diagram| boards.push(diagram));
        let rows = model.board.rows().len();
        match listed {
            Ok(()) if boards.len() == 1 => Ok(DrawnBoard { diagram: boards.remove(0), empty: Vec::new() }),
            Ok(()) if lines.is_empty() => Ok(DrawnBoard::default()),
            Ok(()) if lines.len() != rows => {
                Err(fault(&format!("it has {} boards, but one is wanted", boards.len())))
            }
            Err(why) if lines.len() == 1 && rows > 1 => Err(fault(&why)),
            _ => read_drawn(model, &text).map_err(|why| fault(&why)),
        }
    }

    fn vector(
        &self,
        line: &str,
        model: &Model,
        loaded: &mut LoadedSpec,
        streams: &mut Streams<'_>,
    ) -> Result<DrawnBoard, Failure> {
        let given = GivenVector::new(line, self.by, self.one_based, loaded);
        let mut placed = model.clone();
        given.place(&mut placed, loaded, streams)?;
        let piece = |fact: &Fact| match *fact {
            Fact::Holds(cell, kind, _) => Some(Placement::point(kind, cell)),
            Fact::Empty(..) => None,
        };
        let pieces = placed.facts[model.facts.len()..].iter().filter_map(piece);
        Ok(DrawnBoard { diagram: Diagram::new(pieces), empty: Vec::new() })
    }
}

/// Returns true if a line is a list of numbers, in brackets or with commas.
fn is_vector(line: &str) -> bool {
    let line = line.trim();
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    let entry = |e: &str| e.trim() == "_" || e.trim().parse::<i64>().is_ok();
    inner.is_some() || line.contains(',') && line.split(',').all(entry)
}
