#!/usr/bin/env bash
# Installs `puzzle` with the studio: the command with cargo, and its page beside it. Needs node and npm for the page.
# `install-studio.sh FOLDER` installs to another folder than that of cargo.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd)
root=${1:-${CARGO_INSTALL_ROOT:-${CARGO_HOME:-$HOME/.cargo}}}
page=$("$web/build.sh" studio)
cargo install --locked --path "$web/.." --features studio --root "$root"
install -D -m 644 "$page" "$root/share/nauck/studio.html"
echo "installed $root/bin/puzzle and $root/share/nauck/studio.html"
