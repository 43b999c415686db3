//! A board with its pieces: a mapping from cells to names of kinds, and its pictures.

use crate::origin::{Origin, OriginState};
use nauck::SolvedBoard;
use nauck::geometry::Shape;
use nauck::model::{Diagram, Model};
use nauck::report::{
    DisplayStyle, Format, PictureFormat, SolutionWriter, Style, VectorAxis, board_value, parse_board,
};
use nauck::run::{PresentedSolution, Show};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Limit on the boards of a page.
const MOST: usize = 24;

/// A board with its pieces: a mapping from the names of the occupied cells to the names of the kinds.
#[pyclass(frozen, mapping, module = "nauck")]
pub struct Board {
    origin: Arc<Origin>,
    solved: SolvedBoard,
    cells: PyOnceLock<Py<PyDict>>,
    orbit: Option<usize>,
}

/// Collects the boards of a run.
pub struct Boards {
    pub origin: Arc<Origin>,
    pub found: Vec<Board>,
}

impl Show for Boards {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.found.push(Board::of_orbit(Arc::clone(&self.origin), shown.clone()));
        ControlFlow::Continue(())
    }
}

impl Board {
    pub fn new(origin: Arc<Origin>, diagram: Diagram) -> Self {
        let solved = SolvedBoard::new(Arc::clone(origin.puzzle.shared_model()), diagram);
        Self { origin, solved, cells: PyOnceLock::new(), orbit: None }
    }

    pub fn of_orbit(origin: Arc<Origin>, shown: PresentedSolution) -> Self {
        Self { orbit: shown.orbit.map(|orbit| orbit.size), ..Self::new(origin, shown.diagram) }
    }

    fn model(&self) -> &Model {
        self.origin.puzzle.model()
    }

    /// The board as JSON, which names kinds and cells, so that it can be read for another setting of the parameters.
    pub fn value(&self) -> serde_json::Value {
        board_value(self.model(), self.solved.diagram())
    }

    /// The cells and their kinds as a dictionary.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        let made = self.cells.get_or_try_init(py, || {
            let cells = PyDict::new(py);
            for placement in self.solved.diagram().placements() {
                let name = self.model().told_name(placement.kind);
                for &cell in &placement.cells {
                    cells.set_item(self.model().board.cell_name(cell), &**name)?;
                }
            }
            Ok::<_, PyErr>(cells.unbind())
        })?;
        Ok(made.bind(py))
    }

    fn written(&self, format: Format) -> PyResult<Vec<u8>> {
        let style = Style {
            format,
            one_based: false,
            by: VectorAxis::Column,
            columns: None,
            width: 80,
            numbers: false,
            look: DisplayStyle::default(),
        };
        let unfit = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let mut text = Vec::new();
        let mut writer = SolutionWriter::new(self.model(), style).map_err(|e| unfit(&e))?;
        let shown = PresentedSolution { diagram: self.solved.diagram().clone(), orbit: None };
        writer.solution(&mut text, &shown).map_err(|e| unfit(&e))?;
        if matches!(format, Format::Picture(_) | Format::Grid) {
            writer.finish(&mut text, None).map_err(|e| unfit(&e))?;
        }
        Ok(text)
    }

    pub fn text(&self, format: Format) -> PyResult<String> {
        let text = String::from_utf8_lossy(&self.written(format)?).trim_end_matches('\n').to_owned();
        Ok(text)
    }

    fn symbols(&self) -> Vec<Vec<String>> {
        let kinds = self.solved.diagram().kinds_by_cell(self.model().board.len());
        let symbol = |cell: &nauck::geometry::CellId| match kinds[cell.index()] {
            Some(kind) => self.model().kind(kind).symbol.to_string(),
            None if self.model().board.is_wall(*cell) => "#".to_owned(),
            None => ".".to_owned(),
        };
        self.model().board.rows().iter().map(|row| row.iter().map(symbol).collect()).collect()
    }
}

#[pymethods]
impl Board {
    fn __getitem__(&self, py: Python<'_>, cell: &str) -> PyResult<Py<PyAny>> {
        match self.cells(py)?.get_item(cell)? {
            Some(kind) => Ok(kind.unbind()),
            None => Err(PyKeyError::new_err(cell.to_owned())),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.cells(py)?.len())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.cells(py)?.try_iter()?.into_any().unbind())
    }

    fn __contains__(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.cells(py)?.contains(cell)
    }

    /// The occupied cells.
    fn keys(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.cells(py)?.call_method0("keys")?.unbind())
    }

    /// The kinds on the occupied cells.
    fn values(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.cells(py)?.call_method0("values")?.unbind())
    }

    /// The occupied cells with their kinds.
    fn items(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.cells(py)?.call_method0("items")?.unbind())
    }

    /// Return the kind on a cell, or `default` if the cell is empty.
    #[pyo3(signature = (key, default=None, /))]
    fn get(&self, py: Python<'_>, key: &Bound<'_, PyAny>, default: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let found = self.cells(py)?.get_item(key)?.map(Bound::unbind);
        Ok(found.or(default).unwrap_or_else(|| py.None()))
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let equal = if let Ok(board) = other.cast::<Self>() {
            let other = board.get();
            other.solved.diagram() == self.solved.diagram() && other.value() == self.value()
        } else if let Ok(mapping) = other.cast::<PyMapping>() {
            let cells = PyDict::new(py);
            cells.update(mapping)?;
            self.cells(py)?.eq(cells)?
        } else {
            return Ok(py.NotImplemented());
        };
        match op {
            CompareOp::Eq => Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!equal).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.solved.diagram().hash(&mut hasher);
        hasher.finish()
    }

    /// Each piece with its kind and its cells, in board order; a tile has several cells.
    #[getter]
    fn pieces(&self) -> Vec<(String, Vec<String>)> {
        self.solved.pieces().map(|(kind, cells)| (kind.to_owned(), cells)).collect()
    }

    /// Each loop and path with its name and its cells along the way.
    #[getter]
    fn routes(&self) -> Vec<(String, Vec<String>)> {
        self.solved.routes().map(|(name, cells)| (name.to_owned(), cells)).collect()
    }

    /// Return the number of pieces of a kind, or of cells on a route. Raises `KeyError` if the puzzle has neither.
    fn count(&self, name: &str) -> PyResult<usize> {
        self.solved.count(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    /// The size of the board's orbit; None unless it comes from `Puzzle.orbits` or a question up to symmetry.
    #[getter]
    fn orbit(&self) -> Option<usize> {
        self.orbit
    }

    /// The rows from top to bottom as lists of symbols; `.` is an empty cell, `#` a wall.
    #[getter]
    fn rows(&self) -> Vec<Vec<String>> {
        self.symbols()
    }

    /// Return the rows as a numpy array: of symbols, or with `kind`, of 1 where such a piece stands and 0 elsewhere.
    ///
    /// A board with layers has three axes. Raises `ValueError` for a hexagon.
    #[pyo3(signature = (kind=None))]
    fn to_numpy(&self, py: Python<'_>, kind: Option<&str>) -> PyResult<Py<PyAny>> {
        let shape = self.model().board.shape();
        let Shape::Box { depth, .. } = shape else {
            return Err(PyValueError::new_err("a hexagon is no array; use the mapping from cells to kinds"));
        };
        let numpy = py.import("numpy")?;
        let array = match kind {
            None => numpy.call_method1("array", (self.symbols(),))?,
            Some(name) => {
                self.count(name)?;
                let kinds = self.solved.diagram().kinds_by_cell(self.model().board.len());
                let is_one = |cell: &nauck::geometry::CellId| {
                    kinds[cell.index()].is_some_and(|k| **self.model().told_name(k) == *name)
                };
                let rows = self.model().board.rows();
                let rows: Vec<Vec<u16>> =
                    rows.iter().map(|row| row.iter().map(|c| u16::from(is_one(c))).collect()).collect();
                numpy.call_method1("array", (rows, "int8"))?
            }
        };
        if depth == 1 {
            return Ok(array.unbind());
        }
        let (width, height, depth) = shape.extent();
        Ok(array.call_method1("reshape", (depth, height, width))?.unbind())
    }

    /// The board on one line, such as `Qg6 Nb2`.
    #[getter]
    fn coords(&self) -> String {
        self.solved.coords()
    }

    /// The board as in a chess position. Raises `ValueError` if it has walls, tiles, routes, or is not a rectangle.
    #[getter]
    fn fen(&self) -> PyResult<String> {
        self.text(Format::Fen)
    }

    /// The row of the piece in each column, from 0 at the top. Raises `ValueError` unless each column has one piece.
    #[getter]
    fn vector(&self) -> PyResult<Vec<u32>> {
        let text = self.text(Format::Vector)?;
        let numbers = text.trim_matches(['[', ']']).split(", ").map(str::parse);
        numbers.collect::<Result<_, _>>().map_err(|_| PyValueError::new_err(text.clone()))
    }

    /// The board as a JSON object, as `puzzle run --format jsonl` writes it.
    #[getter]
    fn json(&self) -> PyResult<String> {
        self.text(Format::Jsonl)
    }

    /// The board as a picture, as SVG.
    #[getter]
    pub fn svg(&self) -> PyResult<String> {
        self.text(Format::Picture(PictureFormat::Svg))
    }

    /// The board as a LaTeX document.
    #[getter]
    fn tikz(&self) -> PyResult<String> {
        self.text(Format::Picture(PictureFormat::Tikz))
    }

    /// The board as a picture, as PNG.
    #[getter]
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.written(Format::Picture(PictureFormat::Png))?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn _repr_html_(&self) -> PyResult<String> {
        figure(self)
    }

    fn __str__(&self) -> String {
        self.solved.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Board {}>", self.solved.coords())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (name, state) = (py.import("nauck._nauck")?.getattr("_board")?, self.origin.state());
        Ok((name, (state, self.value().to_string(), self.orbit).into_pyobject(py)?))
    }
}

/// Restores a board from what `__reduce__` returned.
#[pyfunction]
pub fn _board(py: Python<'_>, origin: OriginState, pieces: &str, orbit: Option<usize>) -> PyResult<Board> {
    let origin = Origin::of_state(py, origin)?;
    let broken = |why: String| PyValueError::new_err(why);
    let value = serde_json::from_str(pieces).map_err(|why| broken(why.to_string()))?;
    let diagram = parse_board(origin.puzzle.model(), &value).map_err(broken)?;
    Ok(Board { orbit, ..Board::new(Arc::new(origin), diagram) })
}

/// The board as a figure of a page.
pub fn figure(board: &Board) -> PyResult<String> {
    Ok(format!("<figure style=\"margin: 0.5em; display: inline-block\">{}</figure>", board.svg()?))
}

/// Boards side by side, and a line below them.
pub fn gallery<'a>(boards: impl ExactSizeIterator<Item = &'a Board>, line: &str) -> PyResult<String> {
    let left = boards.len().saturating_sub(MOST);
    let figures: String = boards.take(MOST).map(figure).collect::<PyResult<_>>()?;
    let left = if left > 0 { format!("<p>and {left} more</p>") } else { String::new() };
    Ok(format!("<div>{figures}</div>{left}<p>{line}</p>"))
}
