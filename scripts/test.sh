#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Everything that must pass: style, the Swift tests, and those in Python, which also build and run the programs in C.
# Each runner's closing line is repeated at the end.  What the tests leave in the temporary folder goes with it.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
TMPDIR=$(mktemp -d "$PWD/build/tmp.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
summary=() status=0

# run NAME PATTERN COMMAND...: PATTERN is in the closing line of its output.
run() {
  local name=$1 pattern=$2 log=$TMPDIR/$1.log line
  shift 2
  echo "==== $name"
  if "$@" 2>&1 | tee "$log" | shown "$name"; then result=passed; else result=FAILED status=1; fi
  line=$(grep -aE "$pattern" "$log" | tail -n 1 | cut -c -200)
  summary+=("$(printf '%-8s %-7s %s' "$name" "$result" "${line:-no closing line}")")
}

# The Swift tests print a line when each test begins and ends, with its arguments: what failed is enough.
shown() {
  if [ "$1" = swift ]; then grep -avE --line-buffered '^(◇|✔|\[[0-9]+/)' | cut -c -400; else cat; fi
  return 0
}

run lint '^lint:' scripts/lint.sh
# The Makefile has the options of the build; several words.
# shellcheck disable=SC2086
run swift 'Test run with' env -u CC -u CXX "${SWIFT:-swift}" test ${RELEASE:--c release} --disable-testable-imports
run python '(passed|failed|error).* in ' build/venv/bin/python -m pytest -q -rs -p no:cacheprovider \
  --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder Tests/Checks Tests/Python
# The page and the reader, in a browser; without one, these tests are skipped.  `make page` has those that take long.
scripts/setup.sh browser || echo 'test: without a browser, the tests of the page are skipped'
run web '(passed|failed|error|skipped).* in ' build/venv/bin/python -m pytest -q -rs -p no:cacheprovider \
  --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder -m 'not slow' Tests/Web

echo '===='
printf '%s\n' "${summary[@]}"
exit $status
