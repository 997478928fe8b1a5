# SPDX-License-Identifier: BSD-3-Clause
"""Generates files from include/lectern.h and include/schemas.

Usage: PYTHONPATH=scripts python3 -m bindings [--check | --abi OLD.abi.txt]

--check writes nothing and lists stale files; --abi lists incompatible changes since an older interface.
"""
import sys
from pathlib import Path

from bindings import abi, cpp, describe, kotlin, node, python_functions, python_types, typescript
from bindings.header import ROOT

#: Modules with a function files(api): path from the root of the project -> text.
EMITTERS = (describe, abi, cpp, python_functions, python_types, node, typescript, kotlin)


def generated():
    api = describe.description()
    return {path: text for emitter in EMITTERS for path, text in emitter.files(api).items()}


def stale(files):
    """The generated files that are missing or out of date."""
    return [path for path, text in files.items()
            if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text]


def main(arguments):
    if arguments[:1] == ["--abi"] and len(arguments) == 2:
        old = Path(arguments[1]).read_text(encoding="utf-8").splitlines()
        wrong = abi.broken(old, list(abi.facts(describe.description())))
        print("\n".join(wrong) or "There are additions at most.")
        return 1 if wrong else 0
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    files = generated()
    old = stale(files)
    if arguments:
        print("\n".join(f"{path} is stale: run `make bindings`." for path in old) or "Everything is up to date.")
        return 1 if old else 0
    for path in old:
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(files[path], encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
