#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Opens hostile books in browser engines, with a server that must not receive any request: hostile-page.sh [ENGINE...].
# Missing packages are installed if possible; an engine that is unavailable is a failure.
set -uo pipefail
cd "$(dirname "$0")/.."
engines=("$@")
[ $# -gt 0 ] || engines=(chromium firefox qt webkit)
logs=build/hostile-page summary=() status=0
mkdir -p $logs

for engine in "${engines[@]}"; do
  echo "==== $engine"
  case $engine in
    firefox) scripts/setup.sh firefox ;;
    qt | webkit) scripts/desktop.sh windows ;;
  esac || status=1
  result=passed
  build/venv/bin/python -m pytest -q --numprocesses 2 --engine "$engine" \
    --junitxml=$logs/"$engine".xml Tests/Web/test_hostile.py Tests/Web/test_scripted.py 2>&1 |
    tee $logs/"$engine".log || result=FAILED status=1
  summary+=("$(printf '%-8s %-6s %s' "$engine" $result "$(tail -n 1 $logs/"$engine".log)")")
done

echo '===='
printf '%s\n' "${summary[@]}"
exit $status
