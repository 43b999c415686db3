#!/usr/bin/env bash
# Proofs of certificates, checked by public programs that share nothing with this one: rate (DRAT; `cargo install rate`) and
# VeriPB (pseudo-Boolean; `cargo install veripb`, which reads the clauses as they are and the proof line by line as `rup`).
#
#   tests/reliability/proofs.sh            with those of the two that are there; with none it fails
#   tests/reliability/proofs.sh --install  installs both from crates.io first
#
# PUZZLE: the command (default: built here). RATE, VERIPB: the checkers (default: from the path).
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" = --install ]; then
  cargo install rate --version 0.3.0 --locked || cargo install rate --version 0.3.0
  cargo install veripb --version 3.0.2
fi
RATE=${RATE:-$(command -v rate || true)} VERIPB=${VERIPB:-$(command -v veripb || true)}
if [ -z "$RATE$VERIPB" ]; then
  echo "neither rate nor veripb is there; tests/reliability/proofs.sh --install gets them" >&2
  exit 1
fi
if [ -z "${PUZZLE:-}" ]; then
  cargo build --release --locked
  PUZZLE=${CARGO_TARGET_DIR:-target}/release/puzzle
fi
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
seconds() { local from=$EPOCHREALTIME; "$@" > "$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
  awk -v a="$from" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f s", b - a }'; }

# A proof in DRAT as one in the form of VeriPB: each clause is a constraint that follows by reverse unit propagation.
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

accepts() { # name: both checkers accept the proof, and refuse it for a formula without its last clause
  local name=$1 line
  line="$name: $(grep -c '' "$work/$name.drat") lines, $(wc -c < "$work/$name.drat") bytes"
  if [ -n "$RATE" ]; then
    line="$line; rate $(seconds "$RATE" "$work/$name.cnf" "$work/$name.drat")"
    grep -q '^s VERIFIED' "$work/said" || { echo "$name: rate does not accept it" >&2; cat "$work/said" >&2; exit 1; }
  fi
  if [ -n "$VERIPB" ]; then
    to_veripb "$work/$name.drat" > "$work/$name.pbp"
    line="$line; veripb $(seconds "$VERIPB" --cnf "$work/$name.cnf" "$work/$name.pbp")"
    grep -q '^s VERIFIED UNSATISFIABLE' "$work/said" || { echo "$name: veripb does not accept it" >&2; cat "$work/said" >&2; exit 1; }
  fi
  echo "$line"
}

certify() { # name spec arguments…: a certificate, verified here, then elsewhere
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
# Nothing is better than five and five: one solution and the proof.
certify best examples/queens_knights.puz --first
# And the 16 solutions with five and five are all.
certify all_best examples/queens_knights.puz --orbits
certify queens examples/queens.puz --all --format coords
certify sudoku examples/genres/sudoku.puz

# A checker that accepts everything proves nothing: without its last hundred lines the proof is refused.
head -n -100 "$work/six_and_six.drat" > "$work/cut.drat"; cp "$work/six_and_six.cnf" "$work/cut.cnf"
if (accepts cut) > /dev/null 2>&1; then echo "a proof that was cut off is accepted" >&2; exit 1; fi
echo "a proof that was cut off is refused"
