#!/usr/bin/env bash
# Builds the engine of the page as WebAssembly, and the JavaScript that loads it. A compiler of the system seldom has the
# standard library for WebAssembly, so this unpacks Debian's `rustc-web` and its source privately below the target folder
# (140 MB to download, 0.9 GB unpacked; nothing is installed). Cargo is the ordinary one. Needs apt-get and dpkg.
# Writes the module and its JavaScript to the folder that it prints. `PROFILE=quick` builds faster, for development.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd); root=$(dirname "$web")
target=${CARGO_TARGET_DIR:-$root/target}/web
tools=$target/toolchain profile=${PROFILE:-release}
mkdir -p "$tools/deb"

version=$(apt-cache policy rustc-web | awk '/Candidate/ { print $2 }')
[ -n "$version" ] && [ "$version" != "(none)" ] || { echo "apt has no rustc-web" >&2; exit 1; }
short=$(echo "$version" | cut -d. -f1-2)
llvm=$(apt-cache depends "libstd-rust-web-$short" | awk '/libllvm/ { print $2 }')
if [ ! -e "$tools/unpacked-$version" ]; then
  (cd "$tools/deb" && apt-get -q download "rustc-web=$version" "libstd-rust-web-$short=$version" \
    "libstd-rust-web-dev=$version" "rust-web-src=$version" "$llvm" "lld-${llvm#libllvm}" >&2)
  rm -rf "$tools/system"
  for package in "$tools"/deb/*.deb; do dpkg -x "$package" "$tools/system"; done
  touch "$tools/unpacked-$version"
fi

# The tool first, with the ordinary compiler.
cargo build --quiet --locked --manifest-path "$web/bindgen/Cargo.toml" --target-dir "$target" >&2

# `-Z` is for nightly compilers; RUSTC_BOOTSTRAP makes this one accept it. A fifth of the size is saved where nobody sees it: a
# panic is a trap, so its words and its place are left out, and the sorts of the standard library are the small ones.
(
  cd "$web/engine"
  export LD_LIBRARY_PATH=$tools/system/usr/lib/x86_64-linux-gnu RUSTC=$tools/system/usr/bin/rustc RUSTC_BOOTSTRAP=1
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$tools/system/usr/bin/wasm-ld-${llvm#libllvm}
  export RUSTFLAGS="--remap-path-prefix=$root=/nauck --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo
    -Z unstable-options -C panic=immediate-abort -Z location-detail=none"
  cargo -q -Z build-std=std,panic_abort -Z build-std-features=optimize_for_size build --profile "$profile" --locked --target wasm32-unknown-unknown --target-dir "$target" >&2
)
"$target/debug/bindgen" "$target/wasm32-unknown-unknown/$profile/nauck_web.wasm" "$target/engine" >&2
# The crates that are part of the module, for their licenses.
(cd "$web/engine" && cargo tree --locked --edges normal,no-proc-macro --target wasm32-unknown-unknown --prefix none \
  --format '{p}|{l}' | sed 's/ (.*)|/|/; s/ (\*)$//' | sort -u) >"$target/engine/crates.txt"
echo "$target/engine"
