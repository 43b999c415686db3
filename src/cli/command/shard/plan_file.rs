//! The plan file: everything a shard needs, including the text of the spec. A machine that runs a shard needs no other file.

use crate::certificate::{SpecText, sha256};
use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::embedded::{EmbeddedTexts, spec_text};
use crate::cli::exit::Failure;
use crate::cli::load::{LoadedSpec, read_source};
use crate::cli::options::QuestionArgs;
use crate::cli::streams::Streams;
use crate::cli::{files, sweep};
use crate::engine::engine_named;
use crate::model::Model;
use crate::problem::{Cube, cubes_digest};
use crate::report::quoted;
use crate::run::{Header, Identity, Numbering, Request, SearchDivision};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Version of the file format.
const FORM: &str = "nauck shards 3";
/// Limit on the size of a plan.
const MOST_BYTES: usize = 1 << 30;

/// Limit on the characters of an error message, which may quote the file.
const MOST_WORDS: usize = 300;

/// Contents of a plan file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanFile {
    form: String,
    /// Identity of the search.
    search: Identity,
    /// Question of the command line.
    question: QuestionArgs,
    spec: SpecText,
    /// Origin and number of the cubes.
    numbering: Numbering,
    /// By shard: numbers of its cubes, ascending.
    shares: Vec<Vec<usize>>,
    cubes: Vec<Cube>,
    /// SHA-256 of the text without this key.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    digest: String,
}

impl PlanFile {
    pub fn new(
        loaded: &LoadedSpec,
        model: &Model,
        question: QuestionArgs,
        division: &SearchDivision,
    ) -> Option<Self> {
        let first = division.shares.first()?;
        let mut plan = Self {
            form: FORM.to_owned(),
            search: first.search.clone(),
            question,
            spec: spec_text(loaded, model),
            numbering: first.numbering.clone(),
            shares: division.shares.iter().map(Header::own).collect(),
            cubes: division.cubes.clone(),
            digest: String::new(),
        };
        plan.digest = sha256(&plan.json());
        Some(plan)
    }

    /// Reads the plan at `path`; also returns its text.
    pub fn read(path: &Path) -> Result<(Self, String), Failure> {
        let shown = path.to_string_lossy();
        let text = files::read_text(path, MOST_BYTES)?;
        let none = |why: String| Failure::Usage(format!("`{shown}` is not a shard plan: {why}"));
        Ok((Self::parse(&text).map_err(none)?, text))
    }

    /// Parses a plan; the error is a clause.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut plan: Self = serde_json::from_str(text).map_err(|e| quoted(&e.to_string(), MOST_WORDS))?;
        if plan.form != FORM {
            return Err(format!("its form is `{}`, not `{FORM}`", quoted(&plan.form, 40)));
        }
        let digest = std::mem::take(&mut plan.digest);
        let found = sha256(&plan.json());
        if digest != found {
            return Err(format!(
                "it was edited: its digest is {found}, but it says `{}`",
                quoted(&digest, 80)
            ));
        }
        plan.digest = digest;
        let parts = plan.numbering.engine.iter().map(|engine| &engine.0);
        let mut engines = parts.chain(Some(&plan.search.engine).filter(|engine| *engine != "auto"));
        if let Some(engine) = engines.find(|engine| engine_named(engine).is_none()) {
            return Err(format!("its engine `{}` is unknown", quoted(engine, 40)));
        }
        let mut all: Vec<usize> = plan.shares.iter().flatten().copied().collect();
        all.sort_unstable();
        if plan.shares.is_empty() || !all.iter().copied().eq(0..plan.cubes.len()) {
            return Err("its shares do not contain every cube exactly once".to_owned());
        }
        let numbering = &plan.numbering;
        if numbering.cubes != plan.cubes.len() || numbering.digest != cubes_digest(&plan.cubes).to_string() {
            return Err("its cubes are not the numbered ones".to_owned());
        }
        if EmbeddedTexts::of(&plan.spec).is_none() {
            return Err("it contains no spec".to_owned());
        }
        Ok(plan)
    }

    pub fn text(&self) -> String {
        format!("{}\n", self.json())
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings are JSON")
    }

    pub fn shards(&self) -> usize {
        self.shares.len()
    }

    pub fn search(&self) -> &Identity {
        &self.search
    }

    pub fn into_question(self) -> QuestionArgs {
        self.question
    }

    /// The engine whose parts the cubes are, if they are such parts.
    pub fn engine(&self) -> Option<&str> {
        self.numbering.engine.as_ref().map(|engine| engine.0.as_str())
    }

    /// Number of cubes of shard `index`.
    pub fn cubes_of(&self, index: usize) -> usize {
        self.shares[index].len()
    }

    /// Header of the ledger of shard `index`.
    pub fn header(&self, index: usize) -> Header {
        let share = self.shares[index].clone();
        let cubes = share.iter().map(|&cube| self.cubes[cube].clone()).collect();
        Header::new(self.search.clone(), self.numbering.clone(), cubes, Some(share))
    }

    pub fn load(&self) -> Result<LoadedSpec, Failure> {
        let (file, texts) =
            EmbeddedTexts::of(&self.spec).ok_or_else(|| Failure::usage("the plan contains no spec"))?;
        Ok(read_source(file, Box::new(texts), self.question.statement().as_deref(), DiagnosticFormat::Text))
    }

    /// Builds the model and the request, without the solving options of the command line.
    pub fn ask(&self, loaded: &LoadedSpec, streams: &mut Streams<'_>) -> Result<(Model, Request), Failure> {
        ask(loaded, &self.question, &self.search.engine, self.search.seed, streams)
    }
}

/// Builds the model and the request for a question.
pub(super) fn ask(
    loaded: &LoadedSpec,
    question: &QuestionArgs,
    engine: &str,
    seed: u64,
    streams: &mut Streams<'_>,
) -> Result<(Model, Request), Failure> {
    let settings = sweep::one_setting(&question.params, &loaded.document.spec.parameter_names())?;
    let model = loaded.model(&settings, streams)?;
    let mut request = question.request(&model)?;
    request.engine = (engine != "auto").then(|| engine.to_owned());
    request.seed = seed;
    Ok((model, request))
}
