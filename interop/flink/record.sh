#!/usr/bin/env bash
# Records SQL cases: runs them on a real Flink and writes the files again with its answers.
#   record.sh OUT_DIR FILE.case...      What stands behind a case's statements is replaced; a case without answers is fine.
# The format is that of tests/data/sql-corpus/README.md. Environment: as for run.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
flink=2.2.1
"$here/build.sh" --flink "$flink"
home=${TARN_FLINK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tarn-flink}/flink-$flink
classes=$home/corpus-classes
if [ ! "$classes/CorpusRun.class" -nt "$here/CorpusRun.java" ]; then
  mkdir -p "$classes/META-INF/services"
  # shellcheck disable=SC2016
  printf 'CorpusRun$CaptureFactory\nCorpusRun$StepsFactory\n' >"$classes/META-INF/services/org.apache.flink.table.factories.Factory"
  javac -nowarn -d "$classes" -cp "$home/lib/*" "$here/CorpusRun.java" 2>&1 | { grep -v '^Note:' >&2 || true; }
fi
opens=()
for p in java.lang java.util java.util.concurrent java.util.concurrent.atomic java.net java.io java.nio sun.nio.ch java.lang.reflect java.text java.time; do
  opens+=(--add-opens "java.base/$p=ALL-UNNAMED")
done
exec java "${opens[@]}" "-Xmx${FLINK_HEAP:-2g}" "-Dlog4j.configurationFile=file:$here/log4j2.properties" \
  -cp "$classes:$home/lib/*" CorpusRun "$flink" "$@"
