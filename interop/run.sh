#!/usr/bin/env bash
# Real Java Paimon (two versions), pypaimon, pypaimon-rust and Flink against the same tables and jobs.
#   run.sh BUILD_DIR [--only WORD]        Fetched parts are kept in ~/.cache/tarn.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath "$1")
shift
cache=${TARN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tarn}
export TARN_FLINK_CACHE=${TARN_FLINK_CACHE:-$cache/flink}

for version in 1.0.1 1.4.2; do
  if [ ! -x "$cache/java-$version/run" ] || [ "$here/java/Write.java" -nt "$cache/java-$version/run" ]; then
    echo "interop: fetching and compiling the Java programs for Paimon $version" >&2
    "$here/java/build.sh" "$version" "$cache/java-$version" >/dev/null
  fi
done
python=$cache/python
if [ ! -e "$python/complete-2.1.0-0.4.0" ]; then
  echo "interop: fetching pypaimon 2.1.0 and pypaimon-rust 0.4.0" >&2
  python3 -m venv "$python"
  "$python/bin/pip" install --quiet pypaimon==2.1.0 pypaimon-rust==0.4.0
  touch "$python/complete-2.1.0-0.4.0"
fi

failed=0
python3 "$here/matrix.py" "$out" "$cache/java-1.0.1/run" "$cache/java-1.4.2/run" "$python/bin/python" "$@" || failed=1
python3 "$here/jobs.py" "$out" "$here/flink/run.sh" "$cache/java-1.4.2/run" || failed=1
# The AIS logs are not part of this repository.
logs=${TARN_SHARED:-$here/../../shared}/data
if [ -d "$logs" ]; then
  python3 "$here/ais.py" "$out/tarn" "$logs"/ais_nmea_conformance/*.{nmea,aivdm,txt,ais,log} "$logs"/ais_dma_raw/*.nmea* \
    "$logs"/ais_caribewave_raw/vernon*h.log.gz "$logs"/ais_caribewave_raw/guadeloupe*h.csv.gz || failed=1
else
  echo "SKIPPED: AIS decoding against gpsdecode: no logs at $logs; set TARN_SHARED"
fi
exit $failed
