#!/usr/bin/env bash
# Builds the folders that do not know DuckDB with a sanitizer and runs their unit tests.
#   sanitize.sh asan|tsan
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
[ -e "build/$preset/build.ninja" ] || cmake --preset "$preset" -DTARN_DUCKDB_FREE=ON >/dev/null
cmake --build "build/$preset" >&2
export LSAN_OPTIONS=suppressions=$PWD/tools/lsan.supp:print_suppressions=0
cd "build/$preset"
exec ctest --output-on-failure
