#!/usr/bin/env bash
# Brings DuckDB's library and headers into the cache folder: two npm packages, pinned by version and checksum.
#   fetch_duckdb.sh [DIR]     prints the folder: DIR/lib/libduckdb.so, DIR/src/... (the package's source tree)
set -euo pipefail
version=1.4.4
dir=${1:-${TARN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tarn}/duckdb-$version}
if [ -e "$dir/complete" ]; then echo "$dir"; exit 0; fi

fetch() { # npm package, file that npm names it, sha256
  (cd "$work" && npm pack --silent "$1" >/dev/null)
  echo "$3  $work/$2" | sha256sum --check --quiet || { echo "fetch_duckdb: $1 is not the pinned file" >&2; exit 1; }
}
mkdir -p "$(dirname "$dir")"
work=$(mktemp -d "$(dirname "$dir")/duckdb.XXXXXX")
trap 'rm -rf "$work"' EXIT
echo "fetching DuckDB $version (33 MB)" >&2
fetch "@duckdb/node-bindings-linux-x64@1.4.4-r.4" duckdb-node-bindings-linux-x64-1.4.4-r.4.tgz \
  732fac4dc6b8f198870b9c4bb6ddf13544466daca00ad28ba2f1d80de5d7aa4b
fetch "duckdb@$version" duckdb-$version.tgz \
  5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
mkdir -p "$work/out/lib"
tar xzf "$work/duckdb-node-bindings-linux-x64-1.4.4-r.4.tgz" -C "$work"
mv "$work/package/libduckdb.so" "$work/out/lib/"
cp "$work/package/LICENSE" "$work/out/LICENSE"
rm -rf "$work/package"
tar xzf "$work/duckdb-$version.tgz" -C "$work"
mv "$work/package/src/duckdb" "$work/out/src"
touch "$work/out/complete"
rm -rf "$dir"
mv "$work/out" "$dir"
echo "$dir"
