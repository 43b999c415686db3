#!/usr/bin/env bash
# Builds the book from `docs`, with the page for its links, to the folder `book` below the target folder, and prints that. Needs node;
# installs mdBook below the target folder if it is not there. `build.sh test` also tests it in Chromium.
set -euo pipefail
web=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$(dirname "$web")/target}
version=0.4.52 tool=$target/mdbook
if [ ! -x "$tool/bin/mdbook" ]; then
  cargo install mdbook --locked --version "$version" --no-default-features --features search --root "$tool" --target-dir "$target/mdbook-build" >&2
fi
page=${PAGE:-$("$web/build.sh")}
(cd "$web/.." && "$tool/bin/mdbook" build --dest-dir "$target/book" >&2)
cp "$page" "$target/book/nauck.html"
if [ "${1:-}" = test ]; then
  mkdir -p "$target/web/screenshots"
  node "$web/book/test.mjs" "$target/book" "$target/web/screenshots" >&2
fi
echo "$target/book"
