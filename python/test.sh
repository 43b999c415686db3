#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh virtual environment, and runs all tests of the package there: types and stubs,
# docstrings, pytest, notebooks. Without network, or without `maturin`, pip reports what it misses.
#   PUZZLE  the command, whose answers are compared with those of the package (default: none, and the test is skipped)
#   PYTHON  the interpreter (default: python3)
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/build"
"$work/build/bin/pip" install --quiet 'maturin>=1.9,<2'
"$work/build/bin/maturin" build --release --locked --quiet --interpreter "$work/build/bin/python" --out "$work/wheels"
"${PYTHON:-python3}" -m venv "$work/fresh"
"$work/fresh/bin/pip" install --quiet "$work"/wheels/nauck-*.whl

echo "== the wheel alone"
(cd "$work" && fresh/bin/python -c 'import nauck; print(nauck.__version__, nauck.Puzzle.parse("board 2 x 2\nuse king\nno attacks").count())')

"$work/fresh/bin/pip" install --quiet pytest mypy numpy pandas sympy nbclient nbformat ipykernel
cp -r tests notebooks "$work"
mkdir "$work/python"; mv "$work/tests" "$work/notebooks" "$work/python"
cp -r ../examples "$work"
cp pyproject.toml "$work/python"
cd "$work/python"
export PATH="$work/fresh/bin:$PATH"
echo "== types and stubs"
python -m mypy --strict -p nauck
python -m mypy --strict tests
python -m mypy.stubtest nauck --mypy-config-file pyproject.toml --allowlist tests/stubs.allow
echo "== docstrings"
python - <<'PYTHON'
import doctest, nauck, nauck._nauck
found = doctest.testmod(nauck)
runner = doctest.DocTestRunner()
for name in ("Puzzle",):
    for test in doctest.DocTestFinder().find(getattr(nauck._nauck, name), name, module=False, globs=vars(nauck).copy()):
        runner.run(test)
total = runner.summarize(verbose=False)
assert not found.failed and not total.failed and found.attempted + total.attempted >= 5, (found, total)
PYTHON
echo "== tests"
python -m pytest -q
