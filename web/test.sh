#!/usr/bin/env bash
# Builds the page and tests it in Chromium. PUZZLE names the command with which its answers are compared; without it, builds
# one. Screenshots go to the folder `web/screenshots` below the target folder.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd)
if [ -z "${PUZZLE:-}" ]; then
  (cd "$web/.." && cargo build --quiet --locked --release)
  PUZZLE=${CARGO_TARGET_DIR:-$web/../target}/release/puzzle
fi
page=$("$web/build.sh")
node "$web/page/test.mjs" "$page" "$PUZZLE" "$(dirname "$page")/screenshots"
