#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Everything that must pass: style, the Swift tests, and those in Python, which also build and run the programs of the bindings.
# What takes long and waits much is done side by side.  Each runner's closing line is repeated at the end.  What the tests leave
# in the temporary folder goes with it.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
TMPDIR=$(mktemp -d "$PWD/build/tmp.XXXXXX")
export TMPDIR
beside=
trap 'kill $beside 2>/dev/null; rm -rf "$TMPDIR"' EXIT
summary=() status=0

# run NAME PATTERN COMMAND...: PATTERN is in the closing line of its output.
run() {
  local name=$1 pattern=$2 log=$TMPDIR/$1.log result=passed line
  shift 2
  echo "==== $name"
  "$@" 2>&1 | tee "$log" || result=FAILED status=1
  line=$(grep -aE "$pattern" "$log" | tail -n 1 | cut -c -200)
  summary+=("$(printf '%-8s %-7s %s' "$name" "$result" "${line:-no closing line}")")
}

# The library and the Swift tests are compiled while the tools of the bindings are installed.
echo '==== library'
"${MAKE:-make}" --no-print-directory lib WANTED=--build-tests >"$TMPDIR/lib" 2>&1 &
beside=$!
scripts/setup.sh browser || echo 'test: without a browser, the tests of the page are skipped'
scripts/setup.sh node || echo 'test: without Node or TypeScript, the tests of its binding are skipped'
scripts/setup.sh kotlin || echo 'test: without the Kotlin compiler, the tests of its binding are skipped'
build/venv/bin/python scripts/kotlin.py classes >"$TMPDIR/kotlin" 2>&1  # If that fails, a test says so.
run lint '^lint:' scripts/lint.sh
wait "$beside" || { cat "$TMPDIR/lib"; exit 1; }
tail -n 1 "$TMPDIR/lib"

# The Makefile has the options of the build; several words.
# shellcheck disable=SC2086
swift_tests() {
  env -u CC -u CXX "${SWIFT:-swift}" test ${RELEASE:--c release} --disable-testable-imports --skip-build >"$TMPDIR/swift" 2>&1
  local result=$?
  # They print a line when each test begins and ends, with its arguments: what failed is enough.
  awk '/^✔ Test run/ || !/^(◇|✔|\[[0-9]+\/)/' "$TMPDIR/swift" | cut -c -400
  return $result
}
run swift 'Test run with' swift_tests

# The inputs that the fuzz targets start with, and those that once stopped them.
seeds() {
  local seed target result=0 count=0
  for seed in Tests/Fuzz/seeds/*/*; do
    target=$(basename "$(dirname "$seed")")
    .build/release/FuzzTargets "$seed" "$target" || { echo "$seed stops the target $target"; result=1; }
    count=$((count + 1))
  done
  echo "$count seeds"
  return $result
}
run seeds '^[0-9]+ seeds' seeds

# The page and the reader, in a browser; `make page` also runs the tests that take long.
run web '(passed|failed|error|skipped).* in ' build/venv/bin/python -m pytest -q -rs --durations=12 -p no:cacheprovider \
  --numprocesses 3 --dist loadfile --no-loadscope-reorder -m 'not slow' Tests/Web
# `make soak` has more of them.
export LECTERN_FORGOTTEN=1000
run python '(passed|failed|error).* in ' build/venv/bin/python -m pytest -q -rs --durations=12 -p no:cacheprovider \
  --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder Tests/Checks Tests/Python Tests/Bindings

echo '===='
printf '%s\n' "${summary[@]}"
exit $status
