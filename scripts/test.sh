#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs everything that must pass: style, the Swift tests, and the Python tests, which also build and run the programs of
# the bindings.  Slow tests that mostly wait run in parallel.  The last line of each runner is repeated at the end.
# Temporary files of the tests are removed with the temporary folder.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
TMPDIR=$(mktemp -d "$PWD/build/tmp.XXXXXX")
export TMPDIR
beside=
trap 'kill $beside 2>/dev/null; rm -rf "$TMPDIR"' EXIT
summary=() status=0

# run NAME PATTERN COMMAND...: PATTERN matches the last line of its output.
run() {
  local name=$1 pattern=$2 log=$TMPDIR/$1.log result=passed line
  shift 2
  echo "==== $name"
  "$@" 2>&1 | tee "$log" || result=FAILED status=1
  line=$(grep -aE "$pattern" "$log" | tail -n 1 | cut -c -200)
  summary+=("$(printf '%-8s %-7s %s' "$name" "$result" "${line:-no closing line}")")
}

# Compiles the library and the Swift tests while the tools of the bindings are installed.
echo '==== library'
"${MAKE:-make}" --no-print-directory lib WANTED=--build-tests >"$TMPDIR/lib" 2>&1 &
beside=$!
scripts/setup.sh browser || echo 'test: without a browser, the tests of the page are skipped'
scripts/setup.sh node || echo 'test: without Node or TypeScript, the tests of its binding are skipped'
scripts/setup.sh kotlin || echo 'test: without the Kotlin compiler, the tests of its binding are skipped'
build/venv/bin/python scripts/kotlin.py classes >"$TMPDIR/kotlin" 2>&1  # if this fails, a test reports it
run lint '^lint:' scripts/lint.sh
wait "$beside" || { cat "$TMPDIR/lib"; exit 1; }
tail -n 1 "$TMPDIR/lib"

# The options of the build come from the Makefile, as several words.
# shellcheck disable=SC2086
swift_tests() {
  env -u CC -u CXX "${SWIFT:-swift}" test ${RELEASE:--c release} --disable-testable-imports --skip-build >"$TMPDIR/swift" 2>&1
  local result=$?
  # Swift prints a line when each test starts and ends, with its arguments: only failures are of interest.
  awk '/^✔ Test run/ || !/^(◇|✔|\[[0-9]+\/)/' "$TMPDIR/swift" | cut -c -400
  return $result
}
run swift 'Test run with' swift_tests

# The seeds of the fuzz targets, and inputs that once crashed them.
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

run web '(passed|failed|error|skipped).* in ' build/venv/bin/python -m pytest -q --durations=12 \
  --numprocesses 3 Tests/Web
# `make soak` runs more of them.
export LECTERN_FORGOTTEN=1000
run python '(passed|failed|error).* in ' build/venv/bin/python -m pytest -q --durations=12 \
  --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder Tests/Checks Tests/Python Tests/Bindings

echo '===='
printf '%s\n' "${summary[@]}"
exit $status
