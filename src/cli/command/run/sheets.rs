//! Worksheets of all specs of a command, written as one document.

use crate::cli::exit::Failure;
use crate::cli::inputs::Inputs;
use crate::cli::options::OutputArgs;
use crate::cli::sheets::{format_of, write_sheets};
use crate::cli::streams::Streams;
use crate::report::{SheetLayout, Worksheet};
use std::cell::RefCell;

#[derive(Debug, Default)]
pub(in crate::cli) struct Sheets {
    sheets: RefCell<Vec<Worksheet>>,
    /// Files read for them.
    inputs: RefCell<Inputs>,
}

impl Sheets {
    pub fn push(&self, sheet: Worksheet) {
        self.sheets.borrow_mut().push(sheet);
    }

    /// Adds files that must not be overwritten.
    pub fn keep(&self, inputs: &Inputs) {
        self.inputs.borrow_mut().extend(inputs);
    }

    /// Writes the sheets, if any, to the `--worksheet` file: puzzles first, then answers.
    pub fn write(&self, output: &OutputArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let sheets = self.sheets.borrow();
        let Some(path) = output.worksheet.as_deref().filter(|_| !sheets.is_empty()) else { return Ok(()) };
        let format = format_of(None, Some(path))?;
        write_sheets(&sheets, &SheetLayout::default(), format, Some(path), &self.inputs.borrow(), streams)
    }
}
