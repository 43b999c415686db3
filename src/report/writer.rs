//! Writing solutions in a format as they arrive.

use super::compact;
use super::drawing::{Face, draw, faces, texts};
use super::format::{Format, PictureFormat, Style};
use super::grid::{bare, bare_texts, beside, boxed, fit};
use super::items::items;
use super::json::{BoardText, WrittenBoards};
use super::line::{self, UnfitBoard};
use super::page::Page;
use super::picture::{CaptionedBoard, Picture};
use crate::geometry::SymmetryKind;
use crate::model::{Diagram, Model};
use crate::run::{Orbit, PresentedSolution, Transformation};
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;

/// Reason why a solution could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format cannot show it.
    #[error(transparent)]
    Unfit(#[from] UnfitBoard),
}

/// Writes solutions of one model in one style.
#[derive(Debug)]
pub struct SolutionWriter<'a> {
    model: &'a Model,
    style: Style,
    /// In a sweep: the parameters of this setting, and true if it is the first.
    setting: Vec<(Arc<str>, i64)>,
    is_first: bool,
    written: u64,
    /// Boxes of the current line of the grid.
    boxes: Vec<Vec<String>>,
    json: BoardText<'a>,
    /// Boards of the JSON object, without the final bracket: there may be a gigabyte of them, too much to copy.
    boards: String,
    /// Their routes.
    routes: String,
    /// Boards of a picture, which is drawn at the end.
    drawn: Vec<CaptionedBoard>,
}

impl<'a> SolutionWriter<'a> {
    /// Creates a writer for solutions of `model`.
    ///
    /// # Errors
    /// If the format can show no solution of this model.
    pub fn new(model: &'a Model, style: Style) -> Result<Self, UnfitBoard> {
        let name = match style.format {
            Format::Matrix => Some("a matrix"),
            Format::Vector => Some("a vector"),
            _ => None,
        };
        if let Some(format) = name {
            compact::one_kind(model).map_err(|reason| UnfitBoard { format, reason })?;
        }
        Ok(Self {
            model,
            style,
            setting: Vec::new(),
            is_first: true,
            written: 0,
            boxes: Vec::new(),
            json: BoardText::new(model),
            boards: String::new(),
            routes: String::new(),
            drawn: Vec::new(),
        })
    }

    /// Adds the parameters of a sweep's setting to every solution, in formats for programs; only the first setting has a
    /// heading.
    #[must_use]
    pub fn of_setting(mut self, setting: Vec<(Arc<str>, i64)>, is_first: bool) -> Self {
        (self.setting, self.is_first) = (setting, is_first);
        self
    }

    /// Returns the boards of the JSON object so far.
    pub fn take_boards(&mut self) -> WrittenBoards {
        let close = |text: &mut String| {
            let mut text = std::mem::take(text);
            text.push_str(if text.is_empty() { "[]" } else { "]" });
            text
        };
        let boards = close(&mut self.boards);
        let routes = (!self.model.routes.is_empty()).then(|| close(&mut self.routes));
        WrittenBoards { boards, routes }
    }

    /// Writes the next solution.
    ///
    /// # Errors
    /// If the stream fails, or the format cannot show this board.
    pub fn solution(&mut self, out: &mut dyn Write, shown: &PresentedSolution) -> Result<(), WriteError> {
        self.written += 1;
        match self.style.format {
            Format::Json => {
                self.boards.push(if self.boards.is_empty() { '[' } else { ',' });
                self.json.write(&shown.diagram, &mut self.boards);
                if !self.model.routes.is_empty() {
                    self.routes.push(if self.routes.is_empty() { '[' } else { ',' });
                    self.json.write_routes(&shown.diagram, &mut self.routes);
                }
            }
            Format::Jsonl => writeln!(out, "{}", self.json_line(shown))?,
            Format::Csv => self.csv(out, &shown.diagram)?,
            Format::Bfile => {}
            Format::Picture(_) => self.hang(shown),
            Format::Grid => self.grid(out, shown)?,
            Format::Board | Format::Glyph | Format::Matrix => self.block(out, shown)?,
            Format::Coords | Format::Vector | Format::Fen => self.line(out, shown)?,
        }
        Ok(())
    }

    /// Writes the rest after the last solution. `page` is the content of an HTML page besides the boards.
    ///
    /// # Errors
    /// If the stream fails, or a picture cannot be drawn.
    pub fn finish(&mut self, out: &mut dyn Write, page: Option<Page>) -> Result<(), WriteError> {
        self.flush_boxes(out)?;
        if let Format::Picture(format) = self.style.format {
            return self.picture(out, format, page);
        }
        if self.style.format == Format::Csv && self.written == 0 {
            self.csv_heading(out)?;
        }
        if self.style.format.is_for_people() && self.written > 0 {
            writeln!(out)?;
        }
        Ok(())
    }

    /// Keeps a board, and the other members of its orbit, for the picture.
    fn hang(&mut self, shown: &PresentedSolution) {
        let caption = shown.orbit.as_ref().map_or_else(String::new, describe);
        self.drawn.push(CaptionedBoard { diagram: shown.diagram.clone(), caption });
        let members = shown.orbit.iter().flat_map(|o| o.members.iter().skip(1));
        let captioned = |(kind, diagram): &(Transformation, Diagram)| CaptionedBoard {
            diagram: diagram.clone(),
            caption: transformation(kind),
        };
        self.drawn.extend(members.map(captioned));
    }

    fn picture(
        &mut self,
        out: &mut dyn Write,
        format: PictureFormat,
        page: Option<Page>,
    ) -> Result<(), WriteError> {
        let (model, columns, numbers) = (self.model, self.style.columns, self.style.numbers);
        let boards = std::mem::take(&mut self.drawn);
        if format == PictureFormat::Html {
            let mut page = page.unwrap_or_else(|| Page::about(model, "puzzle"));
            let one = |board: CaptionedBoard| {
                let bare = CaptionedBoard { caption: String::new(), ..board.clone() };
                (Picture::of_boards(model, &[bare], None, numbers), board.caption)
            };
            page.pictures.extend(boards.into_iter().map(one));
            return Ok(out.write_all(page.to_html().as_bytes())?);
        }
        let picture = Picture::of_boards(model, &boards, columns, numbers);
        Ok(write_picture(out, &picture, format)?)
    }

    fn block(&self, out: &mut dyn Write, shown: &PresentedSolution) -> io::Result<()> {
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
            writeln!(out, "\n{}:", transformation(kind))?;
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
            Format::Glyph => draw(self.model, diagram, Face::Glyph, self.style.look),
            _ => draw(self.model, diagram, Face::Letter, self.style.look),
        }
    }

    fn line(&self, out: &mut dyn Write, shown: &PresentedSolution) -> Result<(), WriteError> {
        let setting = self.setting.iter().map(|(name, value)| format!("{name} = {value}"));
        let setting = setting.collect::<Vec<_>>().join(", ");
        let mut line = |diagram: &Diagram, remarks: [&str; 2]| -> Result<(), WriteError> {
            let remarks: Vec<&str> = remarks.into_iter().filter(|r| !r.is_empty()).collect();
            let remark =
                if remarks.is_empty() { String::new() } else { format!("  # {}", remarks.join("; ")) };
            Ok(writeln!(out, "{}{remark}", self.line_of(diagram)?)?)
        };
        let about = shown.orbit.as_ref().map_or_else(String::new, describe);
        line(&shown.diagram, [&setting, &about])?;
        for (kind, member) in shown.orbit.iter().flat_map(|o| o.members.iter().skip(1)) {
            line(member, [&setting, &transformation(kind)])?;
        }
        Ok(())
    }

    fn line_of(&self, diagram: &Diagram) -> Result<String, UnfitBoard> {
        let model = self.model;
        match self.style.format {
            Format::Vector => compact::vector(model, diagram, self.style.by, self.style.one_based),
            Format::Fen => compact::fen(model, diagram, &faces(model, diagram, Face::Letter)),
            _ => Ok(line::coords(model, diagram)),
        }
    }

    fn json_line(&mut self, shown: &PresentedSolution) -> String {
        let mut line = String::from("{");
        if !self.setting.is_empty() {
            let params: serde_json::Map<_, _> =
                self.setting.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
            line.push_str(&format!("\"params\":{},", serde_json::Value::Object(params)));
        }
        line.push_str("\"board\":");
        self.json_board(&shown.diagram, &mut line);
        if let Some(orbit) = &shown.orbit {
            let keeps: Vec<String> = orbit.keeps.iter().map(ToString::to_string).collect();
            line.push_str(&format!(",\"orbit\":{},\"keeps\":{}", orbit.size, json!(keeps)));
            for (i, (kind, member)) in orbit.members.iter().enumerate() {
                line.push_str(if i == 0 { ",\"members\":[" } else { "," });
                line.push_str(&format!("{{\"by\":{},\"board\":", json!(kind.to_string())));
                self.json_board(member, &mut line);
                line.push('}');
            }
            line.push_str(if orbit.members.is_empty() { "" } else { "]" });
        }
        line.push('}');
        line
    }

    /// Writes a board, and its routes under a key of their own.
    fn json_board(&mut self, diagram: &Diagram, line: &mut String) {
        self.json.write(diagram, line);
        if !self.model.routes.is_empty() {
            line.push_str(",\"routes\":");
            self.json.write_routes(diagram, line);
        }
    }

    fn csv(&self, out: &mut dyn Write, diagram: &Diagram) -> io::Result<()> {
        if self.written == 1 {
            self.csv_heading(out)?;
        }
        let setting: String = self.setting.iter().map(|(_, value)| format!("{value},")).collect();
        for item in items(self.model, diagram) {
            let (kind, cells) = item.parts(self.model);
            for &cell in cells {
                let cell = self.model.board.cell_name(cell);
                writeln!(out, "{setting}{},{kind},{cell}", self.written)?;
            }
        }
        Ok(())
    }

    fn csv_heading(&self, out: &mut dyn Write) -> io::Result<()> {
        let names: String = self.setting.iter().map(|(name, _)| format!("{name},")).collect();
        if self.is_first { writeln!(out, "{names}solution,kind,cell") } else { Ok(()) }
    }

    fn grid(&mut self, out: &mut dyn Write, shown: &PresentedSolution) -> io::Result<()> {
        let members = shown.orbit.iter().flat_map(|o| o.members.iter().skip(1)).map(|(_, d)| d);
        for diagram in std::iter::once(&shown.diagram).chain(members) {
            let faces = faces(self.model, diagram, Face::Letter);
            let bare = bare_texts(&self.model.board, &texts(self.model, diagram, &faces));
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

/// Writes a picture in this format; an HTML page contains only the picture.
///
/// # Errors
/// If the stream fails, or the picture cannot be drawn.
pub fn write_picture(out: &mut dyn Write, picture: &Picture, format: PictureFormat) -> io::Result<()> {
    match format {
        PictureFormat::Svg => out.write_all(picture.to_svg().as_bytes()),
        PictureFormat::Tikz => out.write_all(picture.to_tikz().as_bytes()),
        PictureFormat::Png => out.write_all(&picture.to_png().map_err(io::Error::other)?),
        PictureFormat::Html => {
            let page = Page { pictures: vec![(picture.clone(), String::new())], ..Page::default() };
            out.write_all(page.to_html().as_bytes())
        }
    }
}

/// Maximum number of transformations that are named.
const MAX_KEEPS: usize = 16;

/// Describes an orbit, such as `orbit of 4, unchanged by rotation by 180°`; if its members are listed, this one is named
/// first.
fn describe(orbit: &Orbit) -> String {
    let keeps: Vec<String> = orbit.keeps.iter().map(ToString::to_string).collect();
    let unchanged = match keeps.len() {
        0 => String::new(),
        1..=MAX_KEEPS => format!(", unchanged by {}", keeps.join(", ")),
        many => format!(", unchanged by {many} transformations"),
    };
    let first = orbit.members.first().map_or_else(String::new, |(kind, _)| format!("{kind}; "));
    format!("{first}orbit of {}{unchanged}", orbit.size)
}

/// The name of a transformation; a reflection of a square also as the first reflection followed by a rotation, the way the
/// eight symmetries are enumerated.
fn transformation(kind: &Transformation) -> String {
    let after = match kind.symmetry {
        _ if !kind.exchange.is_empty() => return kind.to_string(),
        SymmetryKind::MirrorAntidiagonal => 90,
        SymmetryKind::MirrorLeftRight => 180,
        SymmetryKind::MirrorDiagonal => 270,
        _ => return kind.to_string(),
    };
    format!("{kind} ({}, then {})", SymmetryKind::MirrorTopBottom, SymmetryKind::Rotation(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, Shape};

    #[test]
    fn a_reflection_is_the_first_one_and_a_rotation() {
        let board = Board::new(Shape::rectangle(3, 3));
        let linear = |kind| board.symmetry(kind).expect("of a square").linear;
        let first = linear(SymmetryKind::MirrorTopBottom);
        for kind in
            [SymmetryKind::MirrorAntidiagonal, SymmetryKind::MirrorLeftRight, SymmetryKind::MirrorDiagonal]
        {
            let name = transformation(&kind.into());
            let degrees =
                name.rsplit("rotation by ").next().and_then(|d| d.trim_end_matches("°)").parse().ok());
            let rotation = SymmetryKind::Rotation(degrees.expect("degrees"));
            assert_eq!(linear(kind), linear(rotation).after(&first), "{name}");
        }
        assert_eq!(transformation(&SymmetryKind::Identity.into()), "identity");
    }
}
