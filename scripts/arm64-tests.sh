#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Tests the library for 64-bit ARM in QEMU: arm64-tests.sh [CORPUS].  Runs the programs in C, with threads and forks; in
# Python, the scenario, threads, and stores whose processes are killed; the wheel; and, with a corpus, compares all
# answers with the truth and with the library for this machine.
set -eu
cd "$(dirname "$0")/.."
here=$PWD/build/arm64 corpus=${1:-}
python="$here/bin/python3"
export LECTERN_LIBRARY="$here/lib/liblectern.so"

[ -e "$here/site/complete" ] || {
  rm -rf "$here/site"
  # The lines from ruff on are tools, and not available for ARM.
  sed '/^ruff/,$d' Tests/requirements.txt | build/venv/bin/pip install -q --target "$here/site" --only-binary :all: \
    --python-version 3.11 --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64 -r /dev/stdin
  touch "$here/site/complete"
}

CC="$here/bin/gcc" CXX="$here/bin/g++" LECTERN_SANITIZE='' LECTERN_RUNNER="qemu-aarch64-static -L $here/root" \
  build/venv/bin/python -m pytest -q -n 2 Tests/Checks/test_c_programs.py

own=$PYTHONPATH
export PYTHONPATH="$own:$here/site"
"$python" -m pytest -q -n 2 Tests/Python/test_threads.py Tests/Python/test_store_processes.py Tests/Python/test_store_damage.py
"$python" -m pytest -q Tests/Bindings/test_scenario.py -k python

# The wheel, without anything of the checkout.
rm -rf "$here/installed"
build/venv/bin/pip install -q --target "$here/installed" --no-deps --only-binary :all: --platform manylinux_2_27_aarch64 \
  "$here"/packages/liblectern-*.whl
examples=$PWD/examples
build/venv/bin/python "$examples/zip_book.py" "$examples/book" "$here/book.epub"
(cd "$here" && env -u LECTERN_LIBRARY PYTHONPATH="$here/installed" "$python" -m lectern info book.epub)

[ -d "$corpus" ] || exit 0
"$python" -m Corpus.corpus --corpus "$corpus"
for one in "$python $LECTERN_LIBRARY $PYTHONPATH" "build/venv/bin/python $PWD/build/lib/liblectern.so $own"; do
  # shellcheck disable=SC2086 # three words
  set -- $one
  LECTERN_LIBRARY=$2 PYTHONPATH=$3 "$1" -m Corpus.answers --corpus "$corpus" >"$here/answers-$(basename "$1")"
done
cmp "$here/answers-python3" "$here/answers-python"
wc -l <"$here/answers-python" | xargs printf '%s publications have the same manifest, warnings, positions and text on both\n'
