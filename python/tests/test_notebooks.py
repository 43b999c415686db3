"""The magic, and the notebooks from their first cell to the last."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def _run(*cells: str) -> "list[list[dict[str, str]]]":
    """The data of the outputs of each cell."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    return [[dict(out.get("data", {})) for out in cell.outputs if "data" in out] for cell in book.cells]


def test_the_magic() -> None:
    spec = "param n = 8 in 1..20\nboard n x n\nuse queen\nno attacks\ncount queen = n"
    outputs = _run(
        "%load_ext nauck",
        f"%%puz --count\n{spec}",
        f"n = 6\nother = 3",
        f"%%puz --limit 3 --name six\n{spec}",
        f"%%puz --count -p n=other+4\n{spec}",
        "six.params",
        "%%puz\nboard 3 x 3\nuse quean",
        f"%%puz --time 0.05 --count -p n=20\n{spec}",
    )
    assert outputs[1][0]["text/plain"] == "92"
    assert outputs[3][0]["text/html"].count("<figure") == 3
    assert "4 solutions, complete" in outputs[3][0]["text/html"]
    assert "the first 3 of 4 are shown" in outputs[3][0]["text/html"]
    assert outputs[4][0]["text/plain"] == "40"
    assert outputs[5][0]["text/plain"] == "{'n': 6}"
    assert "did you mean `queen`?" in outputs[6][0]["text/html"]
    assert "not decided: the time limit was reached" in outputs[7][0]["text/html"]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    for module in ("sympy", "pandas"):
        pytest.importorskip(module)
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": NOTEBOOKS}}).execute()
    assert all(cell.get("outputs") is not None for cell in book.cells if cell.cell_type == "code")
