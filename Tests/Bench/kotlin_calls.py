# SPDX-License-Identifier: BSD-3-Clause
"""Measures the cost of a call through the Kotlin binding.  Usage: python -m Bench.kotlin_calls FOLDER"""
import os
import subprocess
import sys
from pathlib import Path

import kotlin

from .node import large_book

HERE = Path(__file__).resolve().parent


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    try:
        binding = kotlin.binding()
        program = kotlin.compiled("bench", [HERE / "Calls.kt"], [binding])
    except kotlin.Missing as missing:
        print(f"Kotlin is not measured: {missing}")
        return 0
    library = os.environ.get("LECTERN_LIBRARY", kotlin.ROOT / "build/lib/liblectern.so")
    # Unlike the tests, uses all compilers of the JVM, because this process runs longer.
    classpath = kotlin.joined([program, binding, *kotlin.libraries()])
    command = ["java", "-cp", classpath, "bench.CallsKt", large_book(folder)]
    return subprocess.run(command, env={**os.environ, "LECTERN_LIBRARY": str(library)}).returncode


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
