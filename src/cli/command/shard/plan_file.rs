//! The plan file: everything a shard needs, including the text of the spec. A machine that runs a shard needs no other file. The first
//! line is about all shards, and each further line is the share of one. A shard parses only its own share; whether all shares together
//! are the numbered cubes is checked where results are merged.

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
const FORM: &str = "nauck shards 4";
/// Limit on the size of a plan.
const MOST_BYTES: usize = 1 << 30;

/// Limit on the characters of an error message, which may quote the file.
const MOST_WORDS: usize = 300;

/// Contents of a plan file: the fields other than the shares are the first line.
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
    /// SHA-256 of the text without this key.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    digest: String,
    /// A line for each shard: its [`Share`].
    #[serde(skip)]
    shares: Vec<String>,
}

/// The cubes of a shard.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Share {
    /// Ascending.
    numbers: Vec<usize>,
    cubes: Vec<Cube>,
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
            digest: String::new(),
            shares: division.shares.iter().map(Share::line).collect(),
        };
        plan.digest = sha256(&plan.text());
        Some(plan)
    }

    /// Reads the plan at `path`; also returns its text.
    pub fn read(path: &Path) -> Result<(Self, String), Failure> {
        let text = files::read_text(path, MOST_BYTES)?;
        Ok((Self::parse(&text).map_err(|why| no_plan(path, &why))?, text))
    }

    /// Parses a plan except for the shares; the error is a clause.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (first, shares) = text.split_once('\n').unwrap_or((text, ""));
        let mut plan: Self = serde_json::from_str(first).map_err(unparsed)?;
        if plan.form != FORM {
            return Err(format!("its form is `{}`, not `{FORM}`", quoted(&plan.form, 40)));
        }
        plan.shares = shares.lines().map(str::to_owned).collect();
        let digest = std::mem::take(&mut plan.digest);
        let found = sha256(&plan.text());
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
        if plan.shares.is_empty() {
            return Err("it has no shares".to_owned());
        }
        if EmbeddedTexts::of(&plan.spec).is_none() {
            return Err("it contains no spec".to_owned());
        }
        Ok(plan)
    }

    /// Checks that the shares together are the numbered cubes; the error is a clause.
    pub fn check_shares(&self) -> Result<(), String> {
        let mut all = Vec::new();
        for share in &self.shares {
            let Share { numbers, cubes } = self.share(share)?;
            all.extend(numbers.into_iter().zip(cubes));
        }
        all.sort_unstable_by_key(|numbered| numbered.0);
        let (numbers, cubes): (Vec<usize>, Vec<Cube>) = all.into_iter().unzip();
        if !numbers.into_iter().eq(0..self.numbering.cubes) {
            return Err("its shares do not contain every cube exactly once".to_owned());
        }
        if self.numbering.digest != cubes_digest(&cubes).to_string() {
            return Err("its cubes are not the numbered ones".to_owned());
        }
        Ok(())
    }

    fn share(&self, line: &str) -> Result<Share, String> {
        let share: Share = serde_json::from_str(line).map_err(unparsed)?;
        let is_ascending = share.numbers.is_sorted_by(|a, b| a < b);
        let are_known = share.numbers.last().is_none_or(|&last| last < self.numbering.cubes);
        if !is_ascending || !are_known || share.numbers.len() != share.cubes.len() {
            return Err("a share has false numbers".to_owned());
        }
        Ok(share)
    }

    pub fn text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("numbers and strings are JSON");
        self.shares.iter().for_each(|share| text.extend(["\n", share]));
        text + "\n"
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

    /// Number of all cubes.
    pub fn cubes(&self) -> usize {
        self.numbering.cubes
    }

    /// Header of the ledger of shard `index` of this plan, which was read from `path`.
    pub fn header(&self, index: usize, path: &Path) -> Result<Header, Failure> {
        let Share { numbers, cubes } = self.share(&self.shares[index]).map_err(|why| no_plan(path, &why))?;
        Ok(Header::new(self.search.clone(), self.numbering.clone(), cubes, Some(numbers)))
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

impl Share {
    /// The line for the share of the ledger with this header.
    fn line(header: &Header) -> String {
        let share = Self { numbers: header.own(), cubes: header.cubes.clone() };
        serde_json::to_string(&share).expect("numbers are JSON")
    }
}

fn unparsed(error: serde_json::Error) -> String {
    quoted(&error.to_string(), MOST_WORDS)
}

/// Says that the file at `path` is not a plan; `why` is a clause.
pub(super) fn no_plan(path: &Path, why: &str) -> Failure {
    Failure::Usage(format!("`{}` is not a shard plan: {why}", path.to_string_lossy()))
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
