#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Checks the style of the code: ruff for Python, swift-format for Swift, and white space everywhere.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0

if build/venv/bin/python -m ruff --version >/dev/null 2>&1; then
  build/venv/bin/python -m ruff check --no-cache --quiet . || status=1
else
  echo 'lint: ruff is not installed: Python is not checked'
fi

found=$("${SWIFT:-swift}" format lint --parallel --recursive Package.swift Sources Tests 2>&1 | grep -E 'warning:|error:')
[ -z "$found" ] || { echo "$found"; status=1; }

found=$(git grep -nIE '[[:blank:]]+$' -- ':!Tests/Fixtures' ':!Tests/Fuzz/seeds' ':!*.patch' 2>/dev/null)
[ -z "$found" ] || { echo "$found"; echo "lint: white space at the end of these lines"; status=1; }

[ $status -ne 0 ] && echo "lint: make format mends some of this" || echo "lint: nothing to complain about"
exit $status
