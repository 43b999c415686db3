"""Threads, processes, Ctrl-C and the interpreter lock."""

import multiprocessing
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from nauck import Board, Puzzle, Unfinished

#: Takes minutes, however fast the machine is.
LONG = "board 24 x 24\nuse queen\nno attacks\ncount queen = 24"


def test_solutions_come_during_the_search() -> None:
    found = Puzzle.parse(LONG.replace("24", "16")).solutions()
    boards = [next(found) for _ in range(200)]
    assert len(set(boards)) == 200
    found.close()
    assert list(found) == []


def test_a_limit_on_solutions(queens: Puzzle) -> None:
    assert len(list(queens.solutions(5))) == 5 and len(list(queens.solutions(1000))) == 92
    with pytest.raises(ValueError):
        queens.solutions(0)
    hurried = queens.with_(n=20).within(nodes=500).solutions()
    with pytest.raises(Unfinished):
        list(hurried)
    assert list(hurried) == []


def test_the_lock_is_released() -> None:
    """Another thread works on while a search runs."""
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.01)

    clock = threading.Thread(target=tick)
    clock.start()
    with pytest.raises(Unfinished):
        Puzzle.parse(LONG).within(time=1.0).using(threads=1).count()
    done.set()
    clock.join()
    assert ticks > 10


def test_threads_share_a_puzzle(queens: Puzzle) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda n: queens.with_(n=n).count(), [4, 5, 6, 7, 8] * 8)) == [2, 10, 4, 40, 92] * 8
    found = queens.solutions()
    with ThreadPoolExecutor(2) as pool:
        pool.submit(found.close).result()
    assert list(found) == []


@pytest.mark.parametrize("n", [8, 12])
def test_threads_share_an_iterator(queens: Puzzle, n: int) -> None:
    """Each solution goes to one of them, and none takes another one's wait for the end."""
    found = queens.with_(n=n).solutions()
    with ThreadPoolExecutor(4) as pool:
        shares = list(pool.map(lambda _: list(found), range(4)))
    boards = [board for share in shares for board in share]
    assert len(boards) == len(set(boards)) == {8: 92, 12: 14200}[n]


def _count(puzzle: Puzzle) -> int:
    return puzzle.count()


def _first(puzzle: Puzzle) -> "Board | None":
    return puzzle.first()


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_get_puzzles_and_return_boards(queens: Puzzle, method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_count, [queens.with_(n=n) for n in (4, 5, 6)]) == [2, 10, 4]
        (board,) = pool.map(_first, [queens.with_(n=6)])
    assert board in list(queens.with_(n=6).solutions())


def test_pickles_keep_everything(queens: Puzzle) -> None:
    hurried = pickle.loads(pickle.dumps(queens.with_(n=21).within(nodes=10).using(threads=1, seed=3)))
    assert hurried.params == {"n": 21}
    with pytest.raises(Unfinished):
        hurried.count()
    board = queens.orbits().boards[0]
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.orbit == board.orbit


ASKS = [
    "puzzle.count()",
    "puzzle.solve()",
    "list(puzzle.solutions())",
    "puzzle.orbits()",
    "puzzle.sweep(n=[24])",
    "while True: puzzle.with_(n=6).is_unique()",
]


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("ask", ASKS)
def test_control_c(ask: str) -> None:
    spec = LONG.replace("24", "n")
    program = textwrap.dedent(
        f"""
        import nauck
        puzzle = nauck.Puzzle.parse({("param n = 24 in 1..40" + chr(10) + spec)!r})
        print("ready", flush=True)
        try:
            {ask}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    begun = time.monotonic()
    assert child.communicate(timeout=30)[0] == "interrupted\n" and child.returncode == 0
    assert time.monotonic() - begun < 10


def test_a_program_ends_with_a_search_open() -> None:
    program = f"import nauck; found = nauck.Puzzle.parse({LONG!r}).solutions(); print(len(next(found)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("24\n", "", 0)
