//! Reads drafts of a spec and answers questions about them.

use super::draft::Draft;
use super::error::MakeError;
use super::script::Script;
use super::workbench::{Rival, Workbench};
use crate::model::{Diagram, Model};
use crate::random::Random;

/// Success, or the reason why an attempt failed and another may not.
pub(super) type Attempt<T> = Result<T, String>;

/// Reads drafts of a spec.
pub(super) struct DraftReader<'a> {
    pub script: Script,
    pub bench: &'a Workbench<'a>,
    /// Model of the spec as it is written.
    pub model: Model,
}

impl DraftReader<'_> {
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the model of the spec with these choices.
    pub fn read(&self, draft: &Draft) -> Result<Model, MakeError> {
        self.bench.model(&self.script.write(&self.model, draft, false)?)
    }

    pub fn solution(&self, model: &Model, random: &mut Random) -> Result<Option<Diagram>, MakeError> {
        self.bench.solution(model, random)
    }

    pub fn rival(&self, model: &Model, solution: &Diagram) -> Result<Rival, MakeError> {
        self.bench.rival(model, solution)
    }
}
