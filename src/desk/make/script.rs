//! The text of a spec, with choices written in place of its `vary` statements.

use super::draft::{ClueSite, Draft};
use super::error::MakeError;
use super::patches::Patches;
use crate::geometry::{Board, CellId};
use crate::model::Model;
use crate::model::check::{Overrides, Spec};
use crate::syntax::ast::{
    Axis, BoardDecl, Picture, PictureMark, RegionsBody, Side, Statement, StatementKind, Varied,
};
use crate::syntax::format::format;
use crate::syntax::parse;
use crate::text::{SourceId, Sources, Span};
use std::sync::Arc;

/// Number by which this file's own texts are known.
const OWN: SourceId = SourceId(0);

/// The main file of a spec.
#[derive(Clone, Debug)]
pub struct Script {
    text: String,
    statements: Vec<Statement>,
    /// Statements whose clues vary.
    clue_statements: Vec<usize>,
    /// True if the clues that are written stay, and others join them.
    keeps_clues: bool,
    /// True if the text differs from that of the main file.
    is_changed: bool,
}

/// Letters that name regions, as far as the alphabets go.
fn region_letter(number: u32) -> Option<char> {
    let letters = ('A'..='Z').chain('a'..='z').chain('α'..='ω').chain('а'..='я').chain('ա'..='ֆ');
    letters.clone().nth(number as usize)
}

impl Script {
    /// Takes the main file of `spec` with the statements of the files that it includes. Parameters whose values differ from the
    /// file get these values.
    ///
    /// # Errors
    /// If such a parameter is declared in a library.
    pub fn read(spec: &Spec, sources: &Sources, overrides: &Overrides) -> Result<Self, MakeError> {
        let text = with_parameters(with_includes(spec, sources), overrides)?;
        let (file, _) = parse(OWN, &text);
        let included = spec.statements().iter().any(|s| s.span.source != spec.root());
        let mut script = Self {
            text,
            statements: file.statements,
            clue_statements: Vec::new(),
            keeps_clues: false,
            is_changed: included || !overrides.is_empty(),
        };
        script.clue_statements = script.varied_clues();
        Ok(script)
    }

    /// Returns the same script with all its clues, to which others may be added.
    #[must_use]
    pub fn completing(&self) -> Self {
        let mut script = Self { keeps_clues: true, ..self.clone() };
        script.clue_statements = script.clues_of(&|_| true);
        script
    }

    /// Returns true if the clues that are written stay.
    pub fn keeps_clues(&self) -> bool {
        self.keeps_clues
    }

    /// Returns true if the text differs from that of the main file, so that spans of the spec do not apply to it.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Returns the place of a clue in words.
    pub fn place(&self, model: &Model, site: ClueSite) -> String {
        let cell = || model.board.cell_name(CellId::from_index(site.place));
        let number = site.place + 1;
        match &self.statements[site.statement].kind {
            StatementKind::ClueLayer { name, .. } => format!("{} in `clues {}`", cell(), name.node),
            StatementKind::ClueList { along, .. } | StatementKind::Runs { along, .. } => match along.node {
                Axis::Rows => format!("entry {number} of `rows:`"),
                Axis::Columns => format!("entry {number} of `columns:`"),
            },
            StatementKind::SideList { side, .. } => {
                let side = match side.node {
                    Side::Left => "left",
                    Side::Right => "right",
                    Side::Top => "top",
                    Side::Bottom => "bottom",
                };
                format!("entry {number} of `from {side}:`")
            }
            StatementKind::RegionList { layer, .. } => {
                let regions = model.layers.iter().find(|l| l.name == layer.node).map(|l| &l.regions);
                let name = regions.and_then(|r| r.get(site.place)).map_or("?", |n| n);
                format!("region {name} of `{}:`", layer.node)
            }
            _ => format!("{} of the board", cell()),
        }
    }

    /// Returns the clue that is written at this place, if there is one.
    pub fn written(&self, model: &Model, site: ClueSite) -> Option<String> {
        let slice = |span: Span| self.text[span.range()].to_owned();
        match &self.statements[site.statement].kind {
            StatementKind::Board(BoardDecl::Picture { layers: pictures, .. })
            | StatementKind::ClueLayer { pictures, .. } => {
                let rows = pictures.iter().flat_map(|p| &p.rows).zip(model.board.rows());
                let mut marks = rows.flat_map(|(row, cells)| row.marks().into_iter().zip(cells));
                let ((mark, span), _) = marks.find(|(_, cell)| cell.index() == site.place)?;
                let is_number = match mark {
                    PictureMark::Character(c) => c.is_ascii_digit(),
                    PictureMark::Number(_) => true,
                };
                is_number.then(|| slice(span))
            }
            StatementKind::ClueList { values, .. } | StatementKind::SideList { values, .. } => {
                let value = values.get(site.place)?;
                value.node.is_some().then(|| slice(value.span))
            }
            StatementKind::Runs { values, .. } => {
                let value = values.get(site.place)?;
                value.node.is_some().then(|| slice(value.span))
            }
            StatementKind::RegionList { layer, values, .. } => {
                let layer = model.layers.iter().find(|l| l.name == layer.node)?;
                let name = layer.regions.get(site.place)?;
                values.iter().find(|(n, _)| n.node == *name).map(|(_, value)| slice(value.span))
            }
            _ => None,
        }
    }

    /// Returns the text with its `vary` statements.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the statements of the file.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Returns the indices of the statements whose clues vary.
    pub fn clue_statements(&self) -> &[usize] {
        &self.clue_statements
    }

    fn varied_clues(&self) -> Vec<usize> {
        let varied = self.statements.iter().filter_map(|s| match &s.kind {
            StatementKind::Vary(Varied::Clues(name)) => Some(name.as_ref().map(|n| n.node.clone())),
            _ => None,
        });
        let names: Vec<Option<Arc<str>>> = varied.collect();
        self.clues_of(&|layer| names.iter().any(|n| n.is_none() || n.as_ref() == layer))
    }

    /// Statements with clues of the layers or lists that are asked for; `None` stands for those without a name.
    fn clues_of(&self, is_varied: &dyn Fn(Option<&Arc<str>>) -> bool) -> Vec<usize> {
        let treated = self.statements.iter().any(|s| matches!(s.kind, StatementKind::Clues(_)));
        let with_index = self.statements.iter().enumerate();
        let chosen = with_index.filter(|(_, s)| match &s.kind {
            StatementKind::Board(_) => treated && is_varied(None),
            StatementKind::ClueLayer { name, .. } => is_varied(Some(&name.node)),
            StatementKind::RegionList { layer, .. } => is_varied(Some(&layer.node)),
            StatementKind::ClueList { .. } | StatementKind::Runs { .. } | StatementKind::SideList { .. } => {
                is_varied(None)
            }
            _ => false,
        });
        chosen.map(|(i, _)| i).collect()
    }

    /// Returns the spec with the choices of `draft`, and without `vary` statements. If `done`, its
    /// expectation is one solution, and it is formatted.
    ///
    /// # Errors
    /// If a choice concerns a part that is not in this file.
    pub fn write(&self, model: &Model, draft: &Draft, done: bool) -> Result<String, MakeError> {
        let mut writer = Writer { script: self, model, draft, patches: Patches::default() };
        writer.all(done)?;
        let mut text = writer.patches.apply(&self.text);
        if !done {
            return Ok(text);
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str("\nexpect unique\n");
        format(OWN, &text).map_err(|_| MakeError::Unwritable("the made spec cannot be formatted".to_owned()))
    }
}

/// The main file, with the statements of its includes in place of the first of them: their order does not matter.
fn with_includes(spec: &Spec, sources: &Sources) -> String {
    let source = sources.get(spec.root());
    let (file, _) = parse(spec.root(), &source.text);
    let included: Vec<&str> = spec
        .statements()
        .iter()
        .filter(|s| s.span.source != spec.root())
        .filter_map(|s| sources.find(s.span.source)?.text.get(s.span.range()))
        .collect();
    let mut included = Some(included.join("\n"));
    let mut patches = Patches::default();
    for statement in &file.statements {
        if matches!(statement.kind, StatementKind::Include(_)) {
            patches.replace(statement.span.range(), included.take().unwrap_or_default());
        }
    }
    patches.apply(&source.text)
}

/// The text with these values of its parameters.
fn with_parameters(text: String, overrides: &Overrides) -> Result<String, MakeError> {
    let (file, _) = parse(OWN, &text);
    let mut patches = Patches::default();
    for (chosen, number) in overrides {
        let value = file.statements.iter().find_map(|s| match &s.kind {
            StatementKind::Param { name, value, .. } if name.node == *chosen => Some(value.span),
            _ => None,
        });
        let Some(span) = value else {
            let words = format!(
                "the parameter `{chosen}` is not declared in the spec itself, so it cannot be set here"
            );
            return Err(MakeError::Unwritable(words));
        };
        patches.replace(span.range(), number.to_string());
    }
    Ok(patches.apply(&text))
}

struct Writer<'a> {
    script: &'a Script,
    model: &'a Model,
    draft: &'a Draft,
    patches: Patches,
}

impl Writer<'_> {
    fn all(&mut self, done: bool) -> Result<(), MakeError> {
        let board_drawn = self.script.clue_statements.iter().any(|&i| self.is_board(i));
        let mut walls = (!self.draft.walls.is_empty() && !board_drawn).then(|| self.walls_text());
        let mut givens = (!self.draft.givens.is_empty()).then(|| self.givens_text());
        for (i, statement) in self.script.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::Vary(Varied::Walls(_)) => {
                    let text = walls.take();
                    self.replace(statement.span, text.unwrap_or_default());
                }
                StatementKind::Vary(Varied::Givens { .. }) => {
                    let text = givens.take();
                    self.replace(statement.span, text.unwrap_or_default());
                }
                StatementKind::Vary(_) => self.replace(statement.span, String::new()),
                StatementKind::Expect { .. } | StatementKind::Intended(_) if done => {
                    self.replace(statement.span, String::new());
                }
                StatementKind::Regions { layer, body } => {
                    let name = layer.as_ref().map_or("region", |l| &l.node);
                    let drawn = self.draft.regions.iter().find(|(n, _)| **n == *name);
                    if let Some((_, of)) = drawn {
                        self.regions(statement, body, of)?;
                    }
                }
                _ if self.script.clue_statements.contains(&i) => self.clues(i, statement)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn is_board(&self, statement: usize) -> bool {
        matches!(self.script.statements[statement].kind, StatementKind::Board(_))
    }

    fn replace(&mut self, span: Span, text: String) {
        self.patches.replace(span.range(), text);
    }

    fn walls_text(&self) -> String {
        let names: Vec<String> = self.draft.walls.iter().map(|&c| self.model.board.cell_name(c)).collect();
        format!("walls {}", names.join(", "))
    }

    fn givens_text(&self) -> String {
        let board = &self.model.board;
        let mut marks = vec![None; board.len()];
        self.draft.givens.iter().for_each(|&(cell, symbol)| marks[cell.index()] = Some(symbol));
        let mark = |c: CellId| match marks[c.index()] {
            Some(symbol) => symbol.to_string(),
            None => (if self.is_wall(c) { "#" } else { "." }).to_owned(),
        };
        format!("givens {}", picture(board, &mark))
    }

    fn is_wall(&self, cell: CellId) -> bool {
        self.model.board.is_wall(cell) || self.draft.walls.contains(&cell)
    }

    fn regions(
        &mut self,
        statement: &Statement,
        body: &RegionsBody,
        of: &[Option<u32>],
    ) -> Result<(), MakeError> {
        let count = of.iter().flatten().max().map_or(0, |&most| most + 1);
        if count > 0 && region_letter(count - 1).is_none() {
            return Err(MakeError::Impossible(format!(
                "{count} regions are more than there are letters for"
            )));
        }
        let mark = |c: CellId| match of[c.index()].and_then(region_letter) {
            Some(letter) => letter.to_string(),
            None => (if self.is_wall(c) { "#" } else { "." }).to_owned(),
        };
        let text = picture(&self.model.board, &mark);
        match body {
            RegionsBody::Pictures(pictures) => self.pictures(pictures, text),
            // From the `=`, which is before the span of `blocks …`.
            RegionsBody::Blocks { span, .. } => {
                let from = self.script.text[..span.start as usize].rfind('=').unwrap_or(span.start as usize);
                self.patches.replace(from..statement.span.end as usize, text);
            }
        }
        Ok(())
    }

    /// Replaces pictures, quotes included.
    fn pictures(&mut self, pictures: &[Picture], text: String) {
        let ([first, ..], [.., last]) = (pictures, pictures) else { return };
        let quotes = |at: usize| if self.script.text[at..].starts_with("\"\"\"") { 3 } else { 1 };
        let end = last.span.end as usize + quotes(last.span.end as usize);
        let before = &self.script.text[..first.span.start as usize];
        let start = before.len() - if before.ends_with("\"\"\"") { 3 } else { 1 };
        self.patches.replace(start..end, text);
    }

    fn clues(&mut self, index: usize, statement: &Statement) -> Result<(), MakeError> {
        let Some(clues) = &self.draft.clues else { return Ok(()) };
        let at = |place: usize| {
            let site = ClueSite { statement: index, place };
            let chosen = clues.iter().find(|c| c.site == site).map(|c| c.value.text());
            chosen.or_else(|| self.script.written(self.model, site).filter(|_| self.script.keeps_clues))
        };
        match &statement.kind {
            StatementKind::Board(board) => {
                let text = self.board_picture(board, &at);
                match board {
                    BoardDecl::Picture { layers, .. } => self.pictures(layers, text),
                    BoardDecl::Box { sides, wrap } => {
                        let start = sides.first().map_or(statement.span.start, |s| s.span.start) as usize;
                        let end = wrap.as_ref().map_or(statement.span.end, |w| w.span.start) as usize;
                        let gap = if wrap.is_some() { " " } else { "" };
                        self.patches.replace(start..end, text + gap);
                    }
                    BoardDecl::Hex(_) => {
                        let words = "the board of a hexagon has no picture for clues; use a layer of clues";
                        return Err(MakeError::Unwritable(words.to_owned()));
                    }
                }
            }
            StatementKind::ClueLayer { pictures, .. } => {
                let mark = |c: CellId| match at(c.index()) {
                    Some(clue) => clue,
                    None => ".".to_owned(),
                };
                let text = picture(&self.model.board, &mark);
                self.pictures(pictures, text);
            }
            StatementKind::ClueList { values, values_span, .. }
            | StatementKind::SideList { values, values_span, .. } => {
                self.replace(*values_span, list(values.len(), &at));
            }
            StatementKind::Runs { values, values_span, .. } => {
                self.replace(*values_span, list(values.len(), &at));
            }
            StatementKind::RegionList { layer, relation, .. } => {
                let regions = self.model.layers.iter().find(|l| l.name == layer.node).map(|l| &l.regions);
                let named = regions.into_iter().flatten().enumerate();
                let entries: Vec<String> =
                    named.filter_map(|(i, name)| Some(format!("{name}: {}", at(i)?))).collect();
                match entries.as_slice() {
                    [] => self.replace(statement.span, String::new()),
                    entries => self.patches.replace(
                        relation.span.end as usize..statement.span.end as usize,
                        format!(" {{{}}}", entries.join(", ")),
                    ),
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The board with its walls, the symbols that it has, and the clues.
    fn board_picture(&self, board: &BoardDecl, at: &dyn Fn(usize) -> Option<String>) -> String {
        let mut symbols: Vec<Option<char>> = Vec::new();
        if let BoardDecl::Picture { layers, .. } = board {
            symbols = vec![None; self.model.board.len()];
            let rows = layers.iter().flat_map(|p| &p.rows).zip(self.model.board.rows());
            for ((mark, _), cell) in rows.flat_map(|(row, cells)| row.marks().into_iter().zip(cells)) {
                if let PictureMark::Character(c) = mark
                    && !(c.is_ascii_digit() || matches!(c, '.' | '#'))
                {
                    symbols[cell.index()] = Some(c);
                }
            }
        }
        let mark = |c: CellId| match at(c.index()) {
            Some(clue) => clue,
            None => match symbols.get(c.index()).copied().flatten() {
                Some(symbol) => symbol.to_string(),
                None => (if self.is_wall(c) { "#" } else { "." }).to_owned(),
            },
        };
        picture(&self.model.board, &mark)
    }
}

fn list(entries: usize, at: &dyn Fn(usize) -> Option<String>) -> String {
    let entry = |i: usize| at(i).unwrap_or_else(|| "_".to_owned());
    format!("[{}]", (0..entries).map(entry).collect::<Vec<_>>().join(", "))
}

/// Draws a picture of marks, one for each layer of the board. Marks of several characters are aligned.
fn picture(board: &Board, mark: &dyn Fn(CellId) -> String) -> String {
    let rows = board.rows();
    let (_, height, _) = board.shape().extent();
    let width = board.cells().map(|c| mark(c).chars().count()).max().unwrap_or(1);
    let layers: Vec<String> = rows
        .chunks(height as usize)
        .map(|rows| {
            let lines: Vec<String> = rows
                .iter()
                .map(|row| row.iter().map(|&c| format!("{:>width$}", mark(c))).collect::<Vec<_>>().join(" "))
                .collect();
            format!("\"\"\"\n{}\n\"\"\"", lines.join("\n"))
        })
        .collect();
    layers.join(" ")
}
