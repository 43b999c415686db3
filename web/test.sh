#!/usr/bin/env bash
# Builds the page and tests it in Chromium, then `puzzle studio` with its page. PUZZLE names a command with the studio, with which
# the answers of the page are compared; without it, builds one. Screenshots go to the folder `web/screenshots` below the target
# folder.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd)
profile=${PROFILE:-release}
if [ -z "${PUZZLE:-}" ]; then
  (cd "$web/.." && cargo build --quiet --locked --profile "$profile" --features studio)
  PUZZLE=${CARGO_TARGET_DIR:-$web/../target}/$profile/puzzle
fi
page=$("$web/build.sh")
studio=$("$web/build.sh" studio)
shots=$(dirname "$page")/screenshots
node "$web/page/test.mjs" "$page" "$PUZZLE" "$shots"
node "$web/page/test-studio.mjs" "$PUZZLE" "$studio" "$shots"
