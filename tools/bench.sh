#!/usr/bin/env bash
# bench.sh BUILD_DIR [BENCH[/CASE]...]
set -euo pipefail
exec python3 "$(dirname "$0")/../bench/run.py" "$@"
