#!/usr/bin/env bash
# Solves exported models with other solvers; each must give the same answer as `puzzle run`.
# Uses any of: minizinc with Gecode, clasp, minisat, glpsol (glpk-utils), cbc (coinor-cbc); Python's highspy, python-sat.
# Missing solvers are skipped; with none installed, the script fails. PUZZLE: the command (default: built here).
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
if [ -z "${PUZZLE:-}" ]; then
  cargo build --release --locked
  PUZZLE=${CARGO_TARGET_DIR:-target}/release/puzzle
fi
if [ -z "${PEERS_SPECS_ONLY:-}" ]; then
  PUZZLE_PEERS="$work" cargo test --locked --lib -- --ignored --exact export::tests::write_random_problems_for_peers
fi

# Name, spec, settings.
while read -r name spec settings; do
  "$PUZZLE" run "$spec" $settings --json > "$work/$name.run"
  for format in lp mps opb cnf xcc mzn; do
    # A format that cannot express the spec refuses it; any other failure is an error.
    "$PUZZLE" export "$spec" $settings --to "$format" -o "$work/$name.$format" 2> "$work/said" ||
      grep -q export::cannot_say "$work/said" || { cat "$work/said"; exit 1; }
  done
done < tests/peers/specs.txt

"${PYTHON:-python3}" tests/peers/check.py "$work"
