//! A spec with values for its parameters, and the questions about it.

use crate::answer::Answer;
use crate::board::{Board, Boards};
use crate::errors::{best, diagnostics, failed, fault, finished};
use crate::explanation::{Verdict, Why};
use crate::files::SpecText;
use crate::forced::Forced;
use crate::orbits::Orbits;
use crate::origin::{Origin, OriginState};
use crate::reading::{BoardText, board_from};
use crate::running;
use crate::settings::{Settings, seconds};
use crate::stream::Solutions;
use nauck::model::Model;
use nauck::report::{BoardLook, Picture, draw_position, explanation};
use nauck::run::{self, Discard, Outcome, Request, Show};
use nauck::{Order, Query, RunError, Source};
use num_bigint::BigUint;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;

/// A placement puzzle: a spec with values for its parameters.
///
/// Puzzles never change; `with_`, `within` and `using` return new ones.
///
/// >>> queens = Puzzle.parse("param n = 8 in 1..20\nboard n x n\nuse queen\nno attacks\ncount queen = n")
/// >>> queens.count()
/// 92
/// >>> queens.with_(n=6).count()
/// 4
#[pyclass(frozen, module = "nauck")]
#[derive(Clone)]
pub struct Puzzle {
    origin: Arc<Origin>,
    settings: Settings,
}

impl Puzzle {
    fn read(py: Python<'_>, spec: SpecText) -> PyResult<Self> {
        let origin = Arc::new(Origin::read(py, spec, Vec::new())?);
        Ok(Self { origin, settings: Settings::default() })
    }

    fn inner(&self) -> &nauck::Puzzle {
        &self.origin.puzzle
    }

    fn model(&self) -> &Model {
        self.inner().model()
    }

    fn asking(&self, query: Query) -> Request {
        self.settings.asking(self.inner(), query)
    }

    /// Asks `request`, in a second attempt with another `show`.
    fn run<S: Show + Send>(
        &self,
        py: Python<'_>,
        request: &Request,
        show: impl Fn() -> S,
    ) -> PyResult<(Outcome, S)> {
        let mut shown = show();
        let result = match running::briefly(py, self.model(), request, &mut shown) {
            Some(result) => result,
            None => {
                shown = show();
                self.run_in_thread(py, request, &mut shown)?
            }
        };
        Ok((result.map_err(|e| failed(&e))?, shown))
    }

    fn run_in_thread(
        &self,
        py: Python<'_>,
        request: &Request,
        show: &mut (impl Show + Send),
    ) -> PyResult<Result<Outcome, RunError>> {
        let model = self.model();
        running::run(py, |stop| run::run(model, request, stop, show))
    }

    /// Asks `request` and shows no solution. So it does not matter which engine finds the first ones, and in the brief attempt
    /// they need no threads of their own.
    fn outcome(&self, py: Python<'_>, request: &Request) -> PyResult<Outcome> {
        let alone = Request { host: running::without_threads(), ..request.clone() };
        let result = match running::briefly(py, self.model(), &alone, &mut Discard) {
            Some(result) => result,
            None => self.run_in_thread(py, request, &mut Discard)?,
        };
        result.map_err(|e| failed(&e))
    }

    /// The same spec with a statement in front of it.
    fn stating(&self, py: Python<'_>, statement: String) -> PyResult<Self> {
        let spec = SpecText { statement: Some(statement), ..self.origin.spec.clone() };
        let origin = Arc::new(Origin::read(py, spec, self.origin.changed.clone())?);
        Ok(Self { origin, settings: self.settings.clone() })
    }

    fn boards(&self) -> Boards {
        Boards { origin: Arc::clone(&self.origin), found: Vec::new() }
    }
}

#[pymethods]
impl Puzzle {
    /// Parse a spec from its text. It includes no files.
    ///
    /// Raises `Fault` if the text is not a valid spec.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let source = Source { name: "puzzle".into(), text: text.into() };
        Self::read(py, SpecText { source, is_file: false, statement: None })
    }

    /// Parse the spec in a file. It may include files of the same folder and below.
    ///
    /// Raises `Fault` if the text is not a valid spec, and `OSError` if it cannot be read.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        Self::read(py, SpecText::load(&path)?)
    }

    /// Return the puzzle with other values for its parameters.
    ///
    /// Raises `Fault` if a parameter does not exist or its value is out of range.
    #[pyo3(signature = (**params))]
    fn with_(&self, py: Python<'_>, params: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut origin = (*self.origin).clone();
        for (name, value) in params.into_iter().flatten() {
            let (name, value): (String, i64) = (name.extract()?, value.extract()?);
            origin.puzzle = origin.puzzle.with(&name, value).map_err(|faults| fault(py, &faults))?;
            origin.changed.retain(|(other, _)| *other != name);
            origin.changed.push((name, value));
        }
        Ok(Self { origin: Arc::new(origin), settings: self.settings.clone() })
    }

    /// Return the puzzle with limits on every question: seconds, search nodes, bytes of memory.
    ///
    /// A question that a limit leaves open raises `Unfinished`, or gives an answer that is not `proved`. What is not named
    /// stays as it is.
    #[pyo3(signature = (*, time=None, nodes=None, memory=None))]
    fn within(&self, time: Option<f64>, nodes: Option<u64>, memory: Option<u64>) -> PyResult<Self> {
        let mut puzzle = self.clone();
        let limits = &mut puzzle.settings.limits;
        limits.time = time.map(seconds).transpose()?.or(limits.time);
        (limits.nodes, limits.memory) = (nodes.or(limits.nodes), memory.or(limits.memory));
        Ok(puzzle)
    }

    /// Return the puzzle with an engine, a number of threads and a seed for every question. They change no answer.
    ///
    /// The seed decides which solutions `first`, `solutions` with a limit, and `sample` return. What is not named stays as
    /// it is.
    #[pyo3(signature = (*, engine=None, threads=None, seed=None))]
    fn using(&self, engine: Option<String>, threads: Option<usize>, seed: Option<u64>) -> PyResult<Self> {
        if threads == Some(0) {
            return Err(PyValueError::new_err("threads is 0; write a number from 1"));
        }
        let mut puzzle = self.clone();
        let settings = &mut puzzle.settings;
        settings.engine = engine.or(settings.engine.take()).filter(|name| name != "auto");
        settings.threads = threads.or(settings.threads);
        settings.seed = seed.unwrap_or(settings.seed);
        Ok(puzzle)
    }

    /// The text of the spec.
    #[getter]
    fn text(&self) -> &str {
        &self.origin.spec.source.text
    }

    /// The title after `puzzle`.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.model().title.as_deref()
    }

    /// The parameters and their values.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let params = PyDict::new(py);
        self.model().params.iter().try_for_each(|(name, value)| params.set_item(&**name, value))?;
        Ok(params)
    }

    /// True if the spec has an objective (maximize, minimize).
    #[getter]
    fn has_objective(&self) -> bool {
        !self.model().objectives.is_empty()
    }

    /// Diagnostics about what is legal but suspicious.
    #[getter]
    fn warnings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        diagnostics(py, self.inner().warnings(), self.inner().sources())
    }

    /// Answer the question of the spec itself (its `find` statement; without one, all solutions).
    ///
    /// Never raises `Unfinished`: the answer says whether it is `proved`. If the question is about all solutions, `boards`
    /// limits those that the answer keeps, but not their number.
    #[pyo3(signature = (*, boards=None))]
    fn solve(&self, py: Python<'_>, boards: Option<u64>) -> PyResult<Answer> {
        let mut request = self.settings.request(self.inner());
        request.most = boards.filter(|_| request.query == Query::All);
        let (outcome, boards) = self.run(py, &request, || self.boards())?;
        Answer::new(py, outcome, boards.found)
    }

    /// Count the solutions; with an objective, the optimal ones.
    ///
    /// Raises `Unfinished` if a limit came first, so an integer is always exact.
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        let outcome = self.outcome(py, &self.asking(Query::Count))?;
        finished(py, &outcome)?;
        Ok(outcome.count().clone())
    }

    /// Return a solution (with an objective, an optimal one), or None if it is proved that there is none.
    fn first(&self, py: Python<'_>) -> PyResult<Option<Board>> {
        let (outcome, mut boards) = self.run(py, &self.asking(Query::First(1)), || self.boards())?;
        if outcome.has_objective() || boards.found.is_empty() {
            finished(py, &outcome)?;
        }
        Ok(boards.found.pop())
    }

    /// Return True if there is exactly one solution (with an objective, one optimal solution).
    ///
    /// Raises `Unfinished` if a limit came before the proof. A second solution ends the search.
    fn is_unique(&self, py: Python<'_>) -> PyResult<bool> {
        let outcome = self.outcome(py, &self.asking(Query::First(2)))?;
        let is_one = *outcome.count() == BigUint::from(1u8);
        if outcome.has_objective() || is_one || *outcome.count() == BigUint::ZERO {
            finished(py, &outcome)?;
        }
        Ok(is_one)
    }

    /// Iterate over the solutions (with an objective, the optimal ones) during the search, over `limit` of them at most.
    ///
    /// The iterator raises `Unfinished` at its end if a limit of the puzzle came first.
    #[pyo3(signature = (limit=None))]
    fn solutions(&self, py: Python<'_>, limit: Option<u64>) -> PyResult<Solutions> {
        let query = match limit {
            None => Query::All,
            Some(0) => return Err(PyValueError::new_err("limit is 0; write a number from 1")),
            Some(limit) => Query::First(limit),
        };
        let request = self.settings.request(self.inner());
        Solutions::start(py, &self.origin, Request { query, order: Order::Found, ..request })
    }

    /// The optimal value, or None without a solution; a tuple for several objectives.
    ///
    /// Raises `Unfinished`, with the best value and the bound, if a limit came before the proof.
    #[getter]
    fn optimum(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        if self.model().objectives.is_empty() {
            return Err(PyTypeError::new_err("the puzzle has no objective (maximize, minimize)"));
        }
        let outcome = self.outcome(py, &self.asking(Query::First(1)))?;
        finished(py, &outcome)?;
        match best(&outcome).as_deref() {
            None => Ok(None),
            Some([value]) => Ok(Some(value.into_pyobject(py)?.into_any().unbind())),
            Some(values) => Ok(Some(PyTuple::new(py, values)?.into_any().unbind())),
        }
    }

    /// Return the orbits of the solutions under the symmetries of the spec.
    fn orbits(&self, py: Python<'_>) -> PyResult<Orbits> {
        let request = self.settings.request(self.inner());
        let request =
            Request { query: Query::All, up_to_symmetry: true, orbits: true, describe: true, ..request };
        let (outcome, boards) = self.run(py, &request, || self.boards())?;
        finished(py, &outcome)?;
        Orbits::new(py, outcome.orbits().cloned().unwrap_or_default(), boards.found)
    }

    /// Count the solutions for each value of an expression, such as `count queen`.
    fn by<'py>(&self, py: Python<'py>, expr: &str) -> PyResult<Bound<'py, PyDict>> {
        if expr.contains(['\n', '\r', '#']) {
            return Err(PyValueError::new_err("the expression is one line without a comment"));
        }
        let asked = self.stating(py, format!("find number by {expr}"))?;
        let request = Request { up_to_symmetry: false, ..asked.settings.request(asked.inner()) };
        let outcome = asked.outcome(py, &request)?;
        finished(py, &outcome)?;
        let numbers = PyDict::new(py);
        outcome.by().into_iter().flatten().try_for_each(|(value, number)| numbers.set_item(value, number))?;
        Ok(numbers)
    }

    /// Count the solutions for each setting of the parameters and return one row for each, for pandas or polars.
    ///
    /// The values of a parameter are a number, numbers, or a function of parameters named before it. A row has the parameters,
    /// `count`, `found`, `proved` and `status`, with an objective also `optimum`. If a limit came first, `proved` is False,
    /// and `count` and `optimum` are None. With `by`, each value of the expression is a row of its own, with the key `value`.
    #[pyo3(signature = (*, by=None, **params))]
    fn sweep<'py>(
        this: &Bound<'py, Self>,
        by: Option<&str>,
        params: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("nauck._sweep")?.getattr("sweep")?.call1((this, by, params))
    }

    /// Decide for each cell which pieces stand there in all, some or no solutions; with `counts`, in how many.
    #[pyo3(signature = (*, counts=false))]
    fn forced(&self, py: Python<'_>, counts: bool) -> PyResult<Forced> {
        let (model, request) = (self.model(), self.asking(Query::All));
        let cells = running::run(py, |stop| run::forced(model, &request, counts, stop, None))?;
        Ok(Forced::new(Arc::clone(self.inner().shared_model()), cells.map_err(|e| failed(&e))?))
    }

    /// Draw `number` solutions at random: each is equally likely at every draw, and may be drawn again.
    ///
    /// The seed is that of `using`.
    #[pyo3(signature = (number=1))]
    fn sample(&self, py: Python<'_>, number: u64) -> PyResult<Vec<Board>> {
        let (model, request) = (self.model(), self.asking(Query::All));
        let mut boards = self.boards();
        let drawn = running::run(py, |stop| run::sample(model, &request, number, stop, None, &mut boards))?;
        finished(py, drawn.map_err(|e| failed(&e))?.outcome())?;
        Ok(boards.found)
    }

    /// Explain why there is no solution: the rules and givens that contradict each other. None if there is a solution.
    ///
    /// Takes up to five seconds without a time limit; the explanation says whether it is `irreducible`.
    fn why(&self, py: Python<'_>) -> PyResult<Option<Why>> {
        let request = self.asking(Query::First(1));
        let outcome = self.outcome(py, &request)?;
        match outcome.satisfiable() {
            Some(true) => return Ok(None),
            Some(false) => {}
            None => return Err(crate::errors::unfinished(py, &outcome)),
        }
        let model = self.model();
        let why = running::run(py, |stop| run::why(model, &request, stop))?.map_err(|e| failed(&e))?;
        Why::new(py, &why, self.inner()).map(Some)
    }

    /// Describe the compiled problem, the chosen engine and the reasons.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        let request = self.settings.request(self.inner());
        let lines = py.detach(|| explanation(self.model(), self.inner().sources(), &request));
        Ok(lines.map_err(|e| failed(&e))?.join("\n"))
    }

    /// Check a board by the literal rules: a `Board`, a mapping from cells to kinds, or a text (`Qg6 Nb2`, FEN, JSON, or
    /// a drawing).
    fn verify(&self, py: Python<'_>, board: BoardText<'_>) -> PyResult<Verdict> {
        let diagram = board_from(self.model(), &board)?;
        Verdict::of(py, self.inner(), &diagram)
    }

    /// Read a board of this puzzle, in the forms that `verify` takes. No rule is checked.
    fn board(&self, board: BoardText<'_>) -> PyResult<Board> {
        let diagram = board_from(self.model(), &board)?;
        Ok(Board::new(Arc::clone(&self.origin), diagram))
    }

    fn _repr_svg_(&self) -> String {
        Picture::of_puzzle(self.model(), BoardLook::default()).to_svg()
    }

    fn __str__(&self) -> String {
        draw_position(self.model(), nauck::report::DisplayStyle::default()).join("\n")
    }

    fn __repr__(&self) -> String {
        let model = self.model();
        let mut text =
            format!("<Puzzle {:?}", model.title.as_deref().unwrap_or(&self.origin.spec.source.name));
        for (name, value) in &model.params {
            text.push_str(&format!(" {name}={value}"));
        }
        text + ">"
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Settings { limits, engine, threads, seed } = self.settings.clone();
        let limits = (limits.time.map(|time| time.as_secs_f64()), limits.nodes, limits.memory);
        let state = (self.origin.state(), limits, (engine, threads, seed)).into_pyobject(py)?;
        Ok((py.import("nauck._nauck")?.getattr("_puzzle")?, state))
    }
}

type LimitsState = (Option<f64>, Option<u64>, Option<u64>);
type ChoiceState = (Option<String>, Option<usize>, Option<u64>);

/// Restores a puzzle from what `__reduce__` returned.
#[pyfunction]
pub fn _puzzle(
    py: Python<'_>,
    origin: OriginState,
    limits: LimitsState,
    used: ChoiceState,
) -> PyResult<Puzzle> {
    let origin = Arc::new(Origin::of_state(py, origin)?);
    let puzzle = Puzzle { origin, settings: Settings::default() };
    puzzle.within(limits.0, limits.1, limits.2)?.using(used.0, used.1, used.2)
}
