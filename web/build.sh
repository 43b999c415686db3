#!/usr/bin/env bash
# Builds the page: one file that needs nothing else, `nauck.html` in the folder `web` below the target folder. Needs node, npm
# and what `build-engine.sh` needs. `build.sh studio` builds `studio.html`, the page of `puzzle studio`, which has no engine of
# its own and needs node and npm only. Prints the name of the file.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$(dirname "$web")/target}/web
case ${1:-} in
  "") name=nauck engine=$("$web/build-engine.sh") ;;
  studio) name=studio engine=studio ;;
  *) echo "build.sh takes nothing, or the word studio" >&2; exit 2 ;;
esac
cd "$web/page"
npm ci --ignore-scripts --no-audit --no-fund >&2
node build.mjs "$engine" "$target/$name.html" >&2
echo "$target/$name.html"
