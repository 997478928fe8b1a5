#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Checks the style of the code, and white space at the ends of lines.  With --fix, corrects it: lint.sh [--fix]
set -uo pipefail
cd "$(dirname "$0")/.."
fix=${1:-} status=0 tools=build/venv/bin

# Files with one of these suffixes, but not generated ones and tables.
sources() { git ls-files "$@" | git check-attr --stdin linguist-generated | sed -n 's/: linguist-generated: unspecified$//p'; }

# check NAME ARGUMENT...: runs a tool, and prints its output if it fails.
check() {
  local name=$1 found
  if ! "$tools/$name" --version >/dev/null 2>&1; then echo "lint: $name is not installed"; return; fi
  shift
  found=$("$tools/$name" "$@" 2>&1) || { echo "$found"; status=1; }
}

check ruff check --no-cache --quiet ${fix:+--fix} .
mapfile -t files < <(sources '*.c' '*.h' '*.cpp' '*.hpp' ':!include' ':!Sources/CAssets' ':!Tests/Fixtures')
check clang-format $([ -n "$fix" ] && echo -i || echo --dry-run --Werror) "${files[@]}"
mapfile -t files < <(sources '*.js' '*.mjs' ':!Tests/Fixtures')
check oxlint --deny-warnings ${fix:+--fix} "${files[@]}"

if [ -n "$fix" ]; then
  "${SWIFT:-swift}" format --in-place --parallel --recursive Package.swift Sources Tests || status=1
else
  found=$("${SWIFT:-swift}" format lint --parallel --recursive Package.swift Sources Tests 2>&1 | grep -E 'warning:|error:')
  [ -z "$found" ] || { echo "$found"; status=1; }
fi

found=$(git grep -nIE '[[:blank:]]+$' -- ':!Tests/Fixtures' ':!Tests/Fuzz/seeds' ':!*.patch' 2>/dev/null)
[ -z "$found" ] || { echo "$found"; echo "lint: white space at the end of these lines"; status=1; }

[ $status -ne 0 ] && echo "lint: make format mends some of this" || echo "lint: nothing to complain about"
exit $status
