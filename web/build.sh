#!/usr/bin/env bash
# Builds the page: one file that needs nothing else, `nauck.html` in the folder `web` below the target folder. Needs node, npm
# and what `build-engine.sh` needs. Prints the name of the file.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$(dirname "$web")/target}/web
engine=$("$web/build-engine.sh")
cd "$web/page"
npm ci --ignore-scripts --no-audit --no-fund >&2
node build.mjs "$engine" "$target/nauck.html" >&2
echo "$target/nauck.html"
