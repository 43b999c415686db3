"""Solves exported models with all installed solvers and compares the results with the expected answers."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

LIMIT = 120
# With more solutions than this, peers only decide satisfiability.
MANY = 20_000


def call(*words):
    """Output of a solver; None if it times out."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout + done.stderr


def expected(folder, name):
    """Number of solutions (None: unknown), values of the objectives (None: no solution) and their directions."""
    facts = folder / f"{name}.json"
    if facts.exists():
        return json.loads(facts.read_text())
    run = json.loads((folder / f"{name}.run").read_text().splitlines()[-1])
    optimum = [int(v) for v in run["optimum"]] if run.get("optimum") else ([] if run["satisfiable"] else None)
    assert run["satisfiable"] is not None, name
    count = int(run["solutions"]) if run["complete"] else None
    return {"solutions": count, "optimum": optimum, "maximize": None, "matching": False}


def weights(path):
    """Weights of the objectives in the single exported objective."""
    found = re.findall(r"objective \d+, weight (-?\d+):", path.read_text())
    return [int(w) for w in found] or [1]


def value_of(want, path):
    """Optimal value of the exported objective."""
    return sum(w * v for w, v in zip(weights(path), want["optimum"]))


def turned(path):
    return -1 if "with opposite sign" in path.read_text() else 1


def highs(path):
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("time_limit", float(LIMIT))
    assert model.readModel(str(path)) == highspy.HighsStatus.kOk, path
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return "none"
    if status != highspy.HighsModelStatus.kOptimal:
        return None
    return round(model.getInfo().objective_function_value)


def glpsol(path):
    form = "--lp" if path.suffix == ".lp" else "--freemps"
    text = call("glpsol", form, str(path), "--tmlim", str(LIMIT), "-o", f"{path}.sol")
    if text is None or "TIME LIMIT" in text:
        return None
    if re.search(r"NO (PRIMAL|INTEGER|FEASIBLE)|INFEASIBLE|no (primal|integer) feasible", text):
        return "none"
    assert "INTEGER OPTIMAL SOLUTION FOUND" in text or "OPTIMAL" in text, (path, text)
    return round(float(re.search(r"Objective:\s+value = (\S+)", Path(f"{path}.sol").read_text()).group(1)))


def cbc(path):
    text = call("cbc", str(path), "sec", str(LIMIT), "solve", "solu", f"{path}.cbc")
    if text is None or "Stopped on time" in text:
        return None
    first = Path(f"{path}.cbc").read_text().splitlines()[0]
    if "nfeasible" in first:
        return "none"
    assert first.startswith("Optimal"), (path, first)
    return round(float(first.split()[-1]))


def clasp(path):
    text = call("clasp", str(path), "--opt-mode=opt", f"--time-limit={LIMIT}")
    if text is None or "TIME LIMIT" in text or "UNKNOWN" in text:
        return None
    if "UNSATISFIABLE" in text:
        return "none"
    found = re.findall(r"^o (-?\d+)", text, re.M)
    return int(found[-1]) if found else 0


def minisat(path):
    text = call("minisat", str(path), "/dev/null")
    return None if text is None else ("none" if "UNSATISFIABLE" in text else "some")


def pysat(path, most):
    """Number of models that differ in the shown variables."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    shown = next(l for l in path.read_text().splitlines() if l.startswith("c p show"))
    shown = [int(v) for v in shown.split()[3:-1]]
    with Solver(name="cadical153", bootstrap_with=CNF(from_file=str(path)).clauses) as solver:
        count = 0
        while count <= most and solver.solve():
            true = set(solver.get_model())
            count += 1
            solver.add_clause([-v if v in true else v for v in shown])
    return count


def covers(path, most):
    """Number of exact covers, by Knuth's Algorithm X on sets."""
    lines = [l for l in path.read_text().splitlines() if not l.startswith("|")]
    primary, _, _ = lines[0].partition("|")
    primary = set(primary.split())
    options = [frozenset(l.split()) for l in lines[1:]]
    having = {}
    for i, option in enumerate(options):
        for item in option:
            having.setdefault(item, set()).add(i)

    def search(open_items, live):
        if not open_items:
            return 1
        item = min(sorted(open_items), key=lambda i: len(having.get(i, set()) & live))
        total = 0
        for i in sorted(having.get(item, set()) & live):
            clash = set().union(*(having[j] for j in options[i]))
            total += search(open_items - options[i], live - clash)
            if total > most:
                break
        return total

    return search(primary, set(range(len(options))))


def minizinc(path, optimize, most):
    """Number of solutions, or the values of the objectives."""
    words = ["minizinc", "--solver", "gecode", "--time-limit", str(LIMIT * 1000), str(path)]
    text = call(*words) if optimize else call(*words, "-n", str(most + 1))
    assert text is None or "rror" not in text, (path, text)
    if text is None or "UNKNOWN" in text:
        return None
    if "UNSATISFIABLE" in text:
        return "none"
    if not optimize:
        return len({s.strip() for s in text.split("----------")[:-1]})
    if "==========" not in text:
        return None
    return [int(v) for v in re.findall(r"value_\d+ = (-?\d+)", text.split("----------")[-2])]


def linear(solve):
    def check(path, want):
        got = solve(path)
        if want["optimum"] is None or not want["optimum"]:
            right = "none" if want["optimum"] is None else 0
        else:
            right = turned(path) * value_of(want, path)
        return got, right

    return check


def counted(solve):
    def check(path, want):
        if want["solutions"] is None or want["solutions"] > MANY:
            got = solve(path, 0)
            return min(got, 1), int(want["optimum"] is not None)
        return solve(path, want["solutions"]), want["solutions"]

    return check


def satisfied(path, want):
    return minisat(path), "none" if want["optimum"] is None else "some"


def modelled(path, want):
    if want["optimum"]:
        return minizinc(path, True, 0), want["optimum"]
    if want["optimum"] is None:
        return minizinc(path, False, 0), "none"
    if want["matching"] or "a matching has" in path.read_text() or (want["solutions"] or MANY) >= MANY:
        got = minizinc(path, False, 0)
        return got if got is None or got == "none" else 1, 1
    return minizinc(path, False, want["solutions"]), want["solutions"]


def there(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


PEERS = [
    ("HiGHS", ["lp", "mps"], linear(highs), there("highspy")),
    ("glpsol", ["lp", "mps"], linear(glpsol), shutil.which("glpsol")),
    ("cbc", ["lp", "mps"], linear(cbc), shutil.which("cbc")),
    ("clasp", ["opb"], linear(clasp), shutil.which("clasp")),
    ("minisat", ["cnf"], satisfied, shutil.which("minisat")),
    ("python-sat", ["cnf"], counted(pysat), there("pysat")),
    ("algorithm X", ["xcc"], counted(covers), True),
    ("MiniZinc", ["mzn"], modelled, shutil.which("minizinc")),
]


def main():
    folder = Path(sys.argv[1])
    names = sorted({p.stem for p in folder.iterdir() if p.suffix in (".json", ".run")})
    wrong = 0
    solvers = 0
    for peer, forms, check, available in PEERS:
        if not available:
            print(f"{peer}: not installed")
            continue
        solvers += peer != "algorithm X"
        for form in forms:
            agreed, open_, asked = 0, [], 0
            for name in names:
                path = folder / f"{name}.{form}"
                if not path.exists():
                    continue
                asked += 1
                got, right = check(path, expected(folder, name))
                if got is None:
                    open_.append(name)
                elif got == right:
                    agreed += 1
                else:
                    wrong += 1
                    print(f"WRONG {peer} on {name}.{form}: got {got}, expected {right}")
            late = f", timed out after {LIMIT} s: {', '.join(open_)}" if open_ else ""
            print(f"{peer} {form}: {agreed} of {asked} agree{late}", flush=True)
    if solvers == 0:
        sys.exit("no solver is installed")
    sys.exit(1 if wrong else 0)


main()
