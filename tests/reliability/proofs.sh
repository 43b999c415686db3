#!/usr/bin/env bash
# Checks the proofs of certificates with independent public checkers: rate (DRAT; `cargo install rate`) and VeriPB
# (pseudo-Boolean; `cargo install veripb`; reads the CNF directly, and each DRAT addition as a `rup` step).
#
#   tests/reliability/proofs.sh            uses the installed checkers; fails if there is none
#   tests/reliability/proofs.sh --install  first installs both from crates.io
#
# PUZZLE: the command (default: built here). RATE, VERIPB: the checkers (default: found on PATH).
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" = --install ]; then
  cargo install rate --version 0.3.0 --locked || cargo install rate --version 0.3.0
  cargo install veripb --version 3.0.2
fi
RATE=${RATE:-$(command -v rate || true)} VERIPB=${VERIPB:-$(command -v veripb || true)}
if [ -z "$RATE$VERIPB" ]; then
  echo "neither rate nor veripb is installed; run tests/reliability/proofs.sh --install" >&2
  exit 1
fi
if [ -z "${PUZZLE:-}" ]; then
  cargo build --release --locked
  PUZZLE=${CARGO_TARGET_DIR:-target}/release/puzzle
fi
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
seconds() { local from=$EPOCHREALTIME; "$@" > "$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
  awk -v a="$from" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f s", b - a }'; }

# Converts a DRAT proof to VeriPB's format: each clause is a constraint implied by reverse unit propagation.
to_veripb() {
  awk 'function terms(from,   i, t) {
         t = ""
         for (i = from; i < NF; i++) t = t ($i < 0 ? " 1 ~x" (-$i) : " 1 x" $i)
         return t
       }
       BEGIN { print "pseudo-Boolean proof version 3.0" }
       /^d / { print "del spec" terms(2) " >= 1 ;"; next }
       { print "rup" terms(1) " >= 1 ;" }
       END { print "output NONE ;"; print "conclusion UNSAT : -1 ;"; print "end pseudo-Boolean proof ;" }' "$1"
}

accepts() { # name: checks that each available checker accepts the proof
  local name=$1 line
  line="$name: $(grep -c '' "$work/$name.drat") lines, $(wc -c < "$work/$name.drat") bytes"
  if [ -n "$RATE" ]; then
    line="$line; rate $(seconds "$RATE" "$work/$name.cnf" "$work/$name.drat")"
    grep -q '^s VERIFIED' "$work/said" || { echo "$name: rate rejects the proof" >&2; cat "$work/said" >&2; exit 1; }
  fi
  if [ -n "$VERIPB" ]; then
    to_veripb "$work/$name.drat" > "$work/$name.pbp"
    line="$line; veripb $(seconds "$VERIPB" --cnf "$work/$name.cnf" "$work/$name.pbp")"
    grep -q '^s VERIFIED UNSATISFIABLE' "$work/said" || { echo "$name: veripb rejects the proof" >&2; cat "$work/said" >&2; exit 1; }
  fi
  echo "$line"
}

certify() { # name spec arguments…: writes a certificate and verifies it here, then with the other checkers
  local name=$1; shift
  local run; run=$(seconds "$PUZZLE" run "$@" --certify "$work/$name.json")
  local verify; verify=$(seconds "$PUZZLE" verify --certificate "$work/$name.json")
  grep -q '^verified: ' "$work/said" || { cat "$work/said" >&2; exit 1; }
  echo "$name: written in $run, verified in $verify"
  accepts "$name"
}

# Six queens and six knights do not fit on the chessboard.
certify six_and_six examples/founding/queens_knights_fixed.puz -p k=6 --count
"$PUZZLE" export examples/founding/queens_knights_fixed.puz -p k=6 --to cnf | cmp - "$work/six_and_six.cnf"
# Five and five is optimal: one solution and a proof that none is better.
certify best examples/queens_knights.puz --first
# There are exactly 16 solutions with five and five.
certify all_best examples/queens_knights.puz --orbits
certify queens examples/queens.puz --all --format coords
certify sudoku examples/genres/sudoku.puz

# A checker that accepts everything proves nothing: it must refuse the proof without its last hundred lines.
head -n -100 "$work/six_and_six.drat" > "$work/cut.drat"; cp "$work/six_and_six.cnf" "$work/cut.cnf"
if (accepts cut) > /dev/null 2>&1; then echo "a truncated proof is accepted" >&2; exit 1; fi
echo "a truncated proof is refused"
