"""The package and the command give the same answers, on all examples that the command answers within a second.

PUZZLE names the command; without it, the test is skipped.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from nauck import Puzzle

COMMAND = os.environ.get("PUZZLE")
EXAMPLES = Path(__file__).parents[2] / "examples"
#: Fewer would mean that the examples were not found or the machine is far too slow.
LEAST = 60


def _asked(path: Path) -> "dict[str, object] | None":
    run = [str(COMMAND), "run", str(path), "--json", "--time-limit", "1s"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    answer: dict[str, object] = json.loads(done.stdout) if done.stdout else {}
    return answer if answer.get("status") == "complete" else None


@pytest.mark.skipif(COMMAND is None, reason="PUZZLE does not name the command")
def test_examples() -> None:
    compared = 0
    for path in sorted(EXAMPLES.rglob("*.puz")):
        expected = _asked(path)
        if expected is None:
            continue
        answer = Puzzle.load(path).within(time=60).solve(boards=100)
        assert answer.proved, path
        assert answer.satisfiable == expected["satisfiable"], path
        assert (answer.count is not None) == expected["complete"], path
        if answer.count is not None:
            assert str(answer.count) == str(expected["solutions"]), path
        if answer.optimum is not None:
            assert [str(value) for value in answer.optimum] == expected["optimum"], path
        compared += 1
    assert compared >= LEAST
