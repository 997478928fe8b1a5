#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# fuzz_targets.sh SECONDS TARGET...: builds Tests/Fuzz/Targets with libFuzzer and AddressSanitizer, and runs each target
# for that many seconds, starting from Tests/Fuzz/seeds.  Inputs that reach new code are kept in build/corpus for the
# next run; crashing inputs are written to build/crashes.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
mkdir -p build/tmp build/crashes
env -u CC -u CXX TMPDIR="$PWD/build/tmp" "${SWIFT:-swift}" build -c release --product FuzzTargets --scratch-path build/fuzz-targets \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -DFUZZER -Xswiftc -use-ld=lld
for target; do
  mkdir -p "build/corpus/$target"
  echo "==== $target"
  build/fuzz-targets/release/FuzzTargets -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 \
    -max_len=20000 -print_final_stats=1 -artifact_prefix="build/crashes/$target-" "build/corpus/$target" "Tests/Fuzz/seeds/$target" \
    -ignore_remaining_args=1 "$target"
done
