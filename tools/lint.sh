#!/usr/bin/env bash
# Layers, format, and clang-tidy on what changed since the merge base with main (on main itself: since the last commit).
#   lint.sh BUILD_DIR     TIDY=all checks every file, TIDY=none skips that step
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
failed=0

python3 tools/check_layers.py || failed=1

mapfile -t sources < <(git ls-files '*.h' '*.cpp')
if clang-format-14 --dry-run --Werror "${sources[@]}" 2>/tmp/tarn-format.$$; then
  echo "format: ok (${#sources[@]} files)"
else
  grep -E 'error:' /tmp/tarn-format.$$ | cut -d: -f1 | sort -u | sed 's/^/format: /; s/$/ (clang-format-14 -i mends it)/'
  failed=1
fi
rm -f /tmp/tarn-format.$$

base=$(git merge-base HEAD origin/main 2>/dev/null || true)
[ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] || base=$(git rev-parse HEAD~1 2>/dev/null || git hash-object -t tree /dev/null)
case ${TIDY:-changed} in
  none) changed=() ;;
  all) mapfile -t changed < <(git ls-files 'src/*.cpp') ;;
  *) mapfile -t changed < <(git diff --name-only --diff-filter=AM "$base" -- 'src/*.cpp') ;;
esac
# A first commit or a large merge would take an hour: then a sample, spread evenly, and the count is said.
most=${TIDY_MOST:-12}
if [ "${TIDY:-changed}" != all ] && [ ${#changed[@]} -gt "$most" ]; then
  echo "tidy: ${#changed[@]} files changed; checking every $(( (${#changed[@]} + most - 1) / most ))th (TIDY=all checks them all)"
  mapfile -t changed < <(printf '%s\n' "${changed[@]}" | awk -v n=$(( (${#changed[@]} + most - 1) / most )) 'NR%n==1||n==1')
fi
if [ ${#changed[@]} -gt 0 ]; then
  cmake --preset release -B "$out/tidy" -DTARN_EACH_FILE=ON >/dev/null
  if printf '%s\n' "${changed[@]}" | xargs -P 2 -n 2 clang-tidy-14 -p "$out/tidy" --quiet --warnings-as-errors='*' 2>/tmp/tarn-tidy.$$; then
    echo "tidy: ok (${#changed[@]} files)"
  else
    grep -vE 'warnings? (generated|treated)|^Suppressed|^Use -header' /tmp/tarn-tidy.$$ || true
    failed=1
  fi
  rm -f /tmp/tarn-tidy.$$
fi
exit $failed
