"""Bad input: every error has its place, and none is a crash."""

import pickle
from pathlib import Path

import pytest

from nauck import Fault, Puzzle


def test_a_fault_has_its_place() -> None:
    with pytest.raises(Fault) as caught:
        Puzzle.parse("board 8 x 8\nuse quean\nno attacks")
    fault = caught.value
    assert (fault.code, fault.line, fault.column) == ("spec::unknown", 2, 5)
    assert fault.message == "`quean` is not a standard piece" and fault.help is not None and "queen" in fault.help
    assert "did you mean `queen`?" in str(fault) and "[puzzle:2:5]" in str(fault)
    label = fault.diagnostics[0].labels[0]
    assert (label.end_line, label.end_column, label.file) == (2, 10, "puzzle")
    assert isinstance(fault, ValueError)
    again = pickle.loads(pickle.dumps(fault))
    assert str(again) == str(fault) and again.diagnostics == fault.diagnostics


def test_all_errors_at_once() -> None:
    with pytest.raises(Fault) as caught:
        Puzzle.parse("board 8 x 8\nuse quean\nuse knigt")
    assert len([d for d in caught.value.diagnostics if d.severity == "error"]) == 2


@pytest.mark.parametrize("text", ["", "\0", "board", "board 0 x 0", "use \ud7ff", "(" * 10_000, "board 9999999 x 9999999"])
def test_nonsense(text: str) -> None:
    with pytest.raises(Fault):
        Puzzle.parse(text)


def test_parameters(queens: Puzzle) -> None:
    assert queens.params == {"n": 8} and queens.with_(n=9).params == {"n": 9}
    for wrong in ({"m": 3}, {"n": 0}, {"n": 41}):
        with pytest.raises(Fault):
            queens.with_(**wrong)
    with pytest.raises(OverflowError):
        queens.with_(n=2**70)
    with pytest.raises(TypeError):
        queens.with_(n="8")  # type: ignore[arg-type]


def test_files(tmp_path: Path) -> None:
    (tmp_path / "rules.puz").write_text("use queen\nno attacks\n")
    (tmp_path / "a.puz").write_text('include "rules.puz"\nboard 6 x 6\ncount queen = 6\n')
    puzzle = Puzzle.load(tmp_path / "a.puz")
    assert puzzle.count() == 4 and puzzle.by("count queen") == {6: 4}
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "b.puz").write_text('include "../rules.puz"\nboard 6 x 6\n')
    with pytest.raises(Fault):
        Puzzle.load(inner / "b.puz")
    with pytest.raises(FileNotFoundError):
        Puzzle.load(tmp_path / "none.puz")
    (tmp_path / "bytes.puz").write_bytes(b"\xff\xfe")
    with pytest.raises(OSError):
        Puzzle.load(tmp_path / "bytes.puz")
    with pytest.raises(Fault):
        Puzzle.parse('include "a.puz"')
