//! The worksheets of all specs of a command, written as one document.

use super::args::OutputArgs;
use super::exit::Failure;
use super::inputs::Inputs;
use super::output::write_whole;
use super::streams::Streams;
use crate::report::{Sheet, worksheets};
use std::cell::RefCell;

/// The sheets made so far.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    sheets: RefCell<Vec<Sheet>>,
    /// What was read for them.
    inputs: RefCell<Inputs>,
}

impl Sheets {
    /// Adds one.
    pub fn push(&self, sheet: Sheet) {
        self.sheets.borrow_mut().push(sheet);
    }

    /// Adds files that are not to be overwritten.
    pub fn keep(&self, inputs: &Inputs) {
        self.inputs.borrow_mut().extend(inputs);
    }

    /// Writes them where the command line says, if there are any: the puzzles, and their answers behind.
    pub fn write(&self, output: &OutputArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let sheets = self.sheets.borrow();
        let Some(path) = output.worksheet.as_deref().filter(|_| !sheets.is_empty()) else { return Ok(()) };
        self.inputs.borrow().spare(path)?;
        let html = worksheets(&sheets);
        write_whole(Some(path), streams, None, |out| out.write_all(html.as_bytes()))
    }
}
