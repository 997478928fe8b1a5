# SPDX-License-Identifier: BSD-3-Clause
"""The processors that the library is built for, with the names that package formats have for them.

`machine.py LIBRARY` prints the name that `uname -m` has for the processor of a library.
"""
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: The library for ARM from scripts/arm64.sh, and a C compiler for ARM.
ARM64 = (ROOT / "build/arm64/lib/liblectern.so").resolve()
ARM64_COMPILER = ROOT / "build/arm64/bin/gcc"


@dataclass(frozen=True)
class Machine:
    linux: str
    debian: str
    jna: str
    node: str


#: By the member e_machine of an ELF file.
MACHINES = {
    62: Machine("x86_64", "amd64", "linux-x86-64", "linux-x64"),
    183: Machine("aarch64", "arm64", "linux-aarch64", "linux-arm64"),
}


def machine(library):
    """The processor that a library file is for."""
    with open(library, "rb") as file:
        return MACHINES[int.from_bytes(file.read(20)[18:], "little")]


def libraries(library):
    """A library, and the one for ARM if that has been built, too."""
    return [Path(library), *([ARM64] if ARM64.exists() and machine(library) != machine(ARM64) else [])]


if __name__ == "__main__":
    print(machine(sys.argv[1]).linux)
