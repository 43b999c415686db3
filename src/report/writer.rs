//! Writes solutions in a format as they come.

use super::drawing::{Face, bare, draw, faces};
use super::format::{Format, Style};
use super::grid::{beside, boxed, fit};
use super::json::BoardText;
use super::line::{self, Unfit};
use crate::model::{Diagram, Model};
use crate::run::{Orbit, Shown};
use serde_json::json;
use std::io::{self, Write};

/// Why a solution could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The stream refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format cannot show it.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// Writes solutions of one model in one style.
#[derive(Debug)]
pub struct SolutionWriter<'a> {
    model: &'a Model,
    style: Style,
    written: u64,
    /// Boxes of a line of the grid that is not full yet.
    boxes: Vec<Vec<String>>,
    /// Writes boards as JSON.
    json: BoardText<'a>,
    /// Boards of the JSON object, without the brackets around all.
    boards: String,
}

impl<'a> SolutionWriter<'a> {
    /// A writer for solutions of `model`.
    ///
    /// # Errors
    /// Where the format can show no solution of this model.
    pub fn new(model: &'a Model, style: Style) -> Result<Self, Unfit> {
        let name = match style.format {
            Format::Matrix => Some("a matrix"),
            Format::Vector => Some("a vector"),
            _ => None,
        };
        if let Some(format) = name {
            line::one_kind(model).map_err(|reason| Unfit { format, reason })?;
        }
        Ok(Self {
            model,
            style,
            written: 0,
            boxes: Vec::new(),
            json: BoardText::new(model),
            boards: String::new(),
        })
    }

    /// The boards of the JSON object so far, an array as text.
    pub fn take_boards(&mut self) -> String {
        format!("[{}]", std::mem::take(&mut self.boards))
    }

    /// Writes the next solution.
    ///
    /// # Errors
    /// Where the stream refuses, or the format cannot show this board.
    pub fn solution(&mut self, out: &mut dyn Write, shown: &Shown) -> Result<(), WriteError> {
        self.written += 1;
        match self.style.format {
            Format::Json => {
                if !self.boards.is_empty() {
                    self.boards.push(',');
                }
                self.json.write(&shown.diagram, &mut self.boards);
            }
            Format::Jsonl => writeln!(out, "{}", self.json_line(shown))?,
            Format::Csv => self.csv(out, &shown.diagram)?,
            Format::Bfile => {}
            Format::Grid => self.grid(out, shown)?,
            Format::Board | Format::Glyph | Format::Matrix => self.block(out, shown)?,
            Format::Coords | Format::Vector | Format::Fen => self.line(out, shown)?,
        }
        Ok(())
    }

    /// Writes what is left when no more solutions come.
    ///
    /// # Errors
    /// Where the stream refuses.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.flush_boxes(out)?;
        if self.style.format == Format::Csv && self.written == 0 {
            writeln!(out, "solution,kind,cell")?;
        }
        if self.style.format.is_for_people() && self.written > 0 {
            writeln!(out)?;
        }
        Ok(())
    }

    fn block(&self, out: &mut dyn Write, shown: &Shown) -> io::Result<()> {
        if self.written > 1 {
            writeln!(out)?;
        }
        for text in self.board_lines(&shown.diagram) {
            writeln!(out, "{text}")?;
        }
        let Some(orbit) = &shown.orbit else {
            return Ok(());
        };
        writeln!(out, "{}", describe(orbit))?;
        for (kind, member) in orbit.members.iter().skip(1) {
            writeln!(out, "\n{kind}:")?;
            for text in self.board_lines(member) {
                writeln!(out, "{text}")?;
            }
        }
        Ok(())
    }

    fn board_lines(&self, diagram: &Diagram) -> Vec<String> {
        match self.style.format {
            Format::Matrix => {
                let occupied = self.model.occupied(diagram);
                let bit = |c| if occupied.contains(c) { '1' } else { '0' };
                bare(&self.model.board, &self.model.board.cells().map(bit).collect::<Vec<_>>())
            }
            Format::Glyph => draw(self.model, diagram, Face::Glyph),
            _ => draw(self.model, diagram, Face::Letter),
        }
    }

    fn line(&self, out: &mut dyn Write, shown: &Shown) -> Result<(), WriteError> {
        let Some(orbit) = &shown.orbit else {
            return Ok(writeln!(out, "{}", self.line_of(&shown.diagram)?)?);
        };
        writeln!(out, "{}  # {}", self.line_of(&shown.diagram)?, describe(orbit))?;
        for (kind, member) in orbit.members.iter().skip(1) {
            writeln!(out, "{}  # {kind}", self.line_of(member)?)?;
        }
        Ok(())
    }

    fn line_of(&self, diagram: &Diagram) -> Result<String, Unfit> {
        let model = self.model;
        match self.style.format {
            Format::Vector => line::vector(model, diagram, self.style.by, self.style.one_based),
            Format::Fen => line::fen(model, diagram, &faces(model, diagram, Face::Letter)),
            _ => Ok(line::coords(model, diagram)),
        }
    }

    fn json_line(&mut self, shown: &Shown) -> String {
        let mut line = String::from("{\"board\":");
        self.json.write(&shown.diagram, &mut line);
        if let Some(orbit) = &shown.orbit {
            let keeps: Vec<String> = orbit.keeps.iter().map(ToString::to_string).collect();
            line.push_str(&format!(",\"orbit\":{},\"keeps\":{}", orbit.size, json!(keeps)));
            for (i, (kind, member)) in orbit.members.iter().enumerate() {
                line.push_str(if i == 0 { ",\"members\":[" } else { "," });
                line.push_str(&format!("{{\"by\":{},\"board\":", json!(kind.to_string())));
                self.json.write(member, &mut line);
                line.push('}');
            }
            line.push_str(if orbit.members.is_empty() { "" } else { "]" });
        }
        line.push('}');
        line
    }

    fn csv(&self, out: &mut dyn Write, diagram: &Diagram) -> io::Result<()> {
        if self.written == 1 {
            writeln!(out, "solution,kind,cell")?;
        }
        for placement in diagram.placements() {
            for &cell in &placement.cells {
                let kind = &self.model.kind(placement.kind).name;
                writeln!(out, "{},{kind},{}", self.written, self.model.board.cell_name(cell))?;
            }
        }
        Ok(())
    }

    fn grid(&mut self, out: &mut dyn Write, shown: &Shown) -> io::Result<()> {
        let members = shown.orbit.iter().flat_map(|o| o.members.iter().skip(1)).map(|(_, d)| d);
        for diagram in std::iter::once(&shown.diagram).chain(members) {
            let bare = bare(&self.model.board, &faces(self.model, diagram, Face::Letter));
            let next = boxed(&bare);
            let width = next[0].chars().count();
            self.boxes.push(next);
            if self.boxes.len() >= self.style.columns.unwrap_or_else(|| fit(width, self.style.width)).max(1) {
                self.flush_boxes(out)?;
            }
        }
        Ok(())
    }

    fn flush_boxes(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for line in beside(&std::mem::take(&mut self.boxes)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// Such as `orbit of 4, unchanged by rotation by 180°`.
fn describe(orbit: &Orbit) -> String {
    let keeps: Vec<String> = orbit.keeps.iter().map(ToString::to_string).collect();
    let unchanged =
        if keeps.is_empty() { String::new() } else { format!(", unchanged by {}", keeps.join(", ")) };
    format!("orbit of {}{unchanged}", orbit.size)
}
