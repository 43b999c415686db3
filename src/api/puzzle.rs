//! A parsed and checked spec with values for its parameters.

use super::{Answer, Document, Faults, Forced, Solutions, SolvedBoard};
use crate::diag::{Diagnostic, Severity};
use crate::model::Model;
use crate::model::check::Overrides;
use crate::run::{Order, PresentedSolution, Query, Request, RunError, Show, forced, run, sample};
use crate::text::{Loader, NoFiles, Source, Sources};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A puzzle: a spec with values for its parameters.
#[derive(Clone, Debug)]
pub struct Puzzle {
    document: Document,
    overrides: Overrides,
    model: Arc<Model>,
    warnings: Vec<Diagnostic>,
}

impl Puzzle {
    /// Parses and checks a spec that includes no files.
    ///
    /// # Errors
    /// Returns every error of the text with its source location.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        Self::read(Source { name: "puzzle".into(), text: text.into() }, &NoFiles)
    }

    /// Parses and checks a spec; `loader` loads the files that it includes.
    ///
    /// # Errors
    /// Returns every error of the text and of included files with its source location.
    pub fn read(source: Source, loader: &dyn Loader) -> Result<Self, Faults> {
        Self::checked(Document::read(source, loader), Overrides::new())
    }

    fn checked(document: Document, overrides: Overrides) -> Result<Self, Faults> {
        let (model, found) = document.model(&overrides);
        match model.filter(|_| found.iter().all(|d| d.severity != Severity::Error)) {
            Some(model) => Ok(Self { document, overrides, model: Arc::new(model), warnings: found }),
            None => Err(Faults::new(found, document.sources)),
        }
    }

    /// Returns the same puzzle with another value for a parameter.
    ///
    /// # Errors
    /// Fails if the parameter does not exist, if the value is out of range, or if the spec is invalid with it.
    pub fn with(&self, name: &str, value: i64) -> Result<Self, Faults> {
        let mut overrides: Overrides = self.overrides.clone();
        overrides.retain(|(n, _)| &**n != name);
        overrides.push((name.into(), value));
        Self::checked(self.document.clone(), overrides)
    }

    /// Returns the model: the board, the kinds of pieces, every rule expanded.
    #[doc(hidden)]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the same model for those who keep it longer than the puzzle.
    #[doc(hidden)]
    pub fn shared_model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the texts of the spec, to which the spans of the model refer.
    #[doc(hidden)]
    pub fn sources(&self) -> &Sources {
        &self.document.sources
    }

    /// Returns the warnings: what is legal but suspicious.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Returns the request that the spec makes. Modify it and pass it to [`Puzzle::answer`].
    pub fn request(&self) -> Request {
        Request::of(&self.model)
    }

    /// Answers the spec's own request (its `find` statement; without one, all solutions).
    ///
    /// # Errors
    /// Fails if the problem exceeds a limit of the program, or on a bug.
    pub fn solve(&self) -> Result<Answer, RunError> {
        self.answer(&self.request())
    }

    /// Counts the solutions (with an objective, the optimal ones).
    ///
    /// # Errors
    /// As [`Puzzle::solve`].
    pub fn count(&self) -> Result<Answer, RunError> {
        self.answer(&Request { query: Query::Count, ..self.request() })
    }

    /// Answers `request`. Keeps all solutions in memory; [`Puzzle::solutions`] does not.
    ///
    /// # Errors
    /// As [`Puzzle::solve`]; also fails if the engine named by the request does not exist or does not admit the puzzle.
    pub fn answer(&self, request: &Request) -> Result<Answer, RunError> {
        let mut boards = BoardCollector { model: &self.model, solutions: Vec::new() };
        let outcome = run(&self.model, request, &Arc::default(), &mut boards)?;
        Ok(Answer::new(outcome, boards.solutions))
    }

    /// Decides for each cell and kind if a piece of it stands there in all, some or no solutions (with an objective, of the
    /// optimal ones); `counts`: and in how many. Of the request the limits except that on solutions, the engine, the threads
    /// and the host apply. Usually far faster than all solutions, but not with numbers.
    ///
    /// # Errors
    /// As [`Puzzle::answer`].
    pub fn forced(&self, request: &Request, counts: bool) -> Result<Forced, RunError> {
        let cells = forced(&self.model, request, counts, &Arc::default(), None)?;
        Ok(Forced::new(Arc::clone(&self.model), cells))
    }

    /// Draws `number` solutions (with an objective, optimal ones) with the seed of the request: each is equally likely at every
    /// draw, and may be drawn again. The answer has the solutions drawn, none if there is none; its count is that of all.
    /// Besides the seed, the limits except that on solutions, the engine, the threads and the host of the request apply; a
    /// limit may leave fewer draws.
    ///
    /// # Errors
    /// As [`Puzzle::answer`].
    pub fn sample(&self, number: u64, request: &Request) -> Result<Answer, RunError> {
        let mut boards = BoardCollector { model: &self.model, solutions: Vec::new() };
        let drawn = sample(&self.model, request, number, &Arc::default(), None, &mut boards)?;
        Ok(Answer::new(drawn.outcome().clone(), boards.solutions))
    }

    /// Iterates over all solutions (with an objective, the optimal ones) during the search. Dropping the iterator ends the
    /// search. On a host without threads the first `next` runs the whole search ([`Solutions`]).
    pub fn solutions(&self) -> Solutions {
        self.search(Request { query: Query::All, order: Order::Found, ..self.request() })
    }

    /// Iterates over the solutions of `request` during the search, in its order, threads and limits. Dropping the iterator
    /// ends the search.
    pub fn search(&self, request: Request) -> Solutions {
        Solutions::start(Arc::clone(&self.model), request)
    }
}

struct BoardCollector<'a> {
    model: &'a Arc<Model>,
    solutions: Vec<SolvedBoard>,
}

impl Show for BoardCollector<'_> {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.solutions.push(SolvedBoard::new(Arc::clone(self.model), shown.diagram.clone()));
        ControlFlow::Continue(())
    }
}
