# SPDX-License-Identifier: BSD-3-Clause
"""The programs in the README of the Kotlin binding, and the one for Android.

The whole README is one compilation and one process, because each takes a while.
"""
import re
import subprocess

import pytest

import kotlin
from support.tree import ROOT

from .jvm import compiled, environment, java, needed

README = (ROOT / "bindings/kotlin/README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```kotlin\n(.*?)^```", README, re.M | re.S)
JAVA = re.findall(r"^```java\n(.*?)^```", README, re.M | re.S)
#: Stubs of Android classes, and a program that uses the code in docs/web.md.
ANDROID = ROOT / "Tests/Bindings/kotlin/android"
MARK = "-- the next program --"


@pytest.fixture(scope="session")
def programs():
    """The folder with the classes of all programs, each in its own package."""
    needed()
    sources = {f"Program{number}.kt": f"package program{number}\n{text}" for number, text in enumerate(PROGRAMS)}
    calls = "\n".join(f'    program{number}.main()\n    println("{MARK}")' for number in range(len(PROGRAMS)))
    sources["All.kt"] = f"fun main() {{\n{calls}\n}}\n"
    for text in JAVA:
        sources[re.search(r"class (\w+)", text)[1] + ".java"] = text
    return compiled("programs", written("documentation", sources), kotlin.coroutines(), kotlin.kotlinx_coroutines())


def written(name, sources):
    """Writes the files to the same place each time, so that they are compiled once."""
    folder = kotlin.BUILD / name
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in sources.items():
        (folder / path).write_text(text, encoding="utf-8")
    return [folder / path for path in sources]


def run(programs, name, library, books):
    # Java writes in the encoding of the terminal, but there is none here.
    command = java(programs, kotlin.binding(), kotlin.coroutines(), kotlin.kotlinx_coroutines())
    done = subprocess.run([command[0], "-Dfile.encoding=UTF-8", *command[1:], name], cwd=books, capture_output=True,
                          encoding="utf-8", timeout=120, env=environment(library))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_kotlin(programs, library, books):
    *outputs, rest = run(programs, "AllKt", library, books).split(MARK + "\n")
    assert len(outputs) == len(PROGRAMS) and rest == ""
    assert all(outputs), "a program prints nothing"
    assert outputs[0].startswith("Read Aloud by "), outputs[0]
    together = "".join(outputs)
    for expected in ("true\n", "There is no missing.epub.", '{"about":"Read Aloud"}', "This is one.html.", "stopped",
                     "text/html"):
        assert expected in together, together


def test_java(programs, library, books):
    assert JAVA
    assert run(programs, "First", library, books).startswith("Read Aloud has ")


def test_the_first_program_is_short():
    assert PROGRAMS[0].count("\n") <= 10


def test_android(library, books):
    needed()
    page = (ROOT / "docs/web.md").read_text(encoding="utf-8")
    program, = re.findall(r"^```kotlin\n(.*?)^```", page, re.M | re.S)
    classes = compiled("android", [*written("documentation", {"Web.kt": program}), *ANDROID.glob("*.kt")])
    assert run(classes, "MainKt", library, books) == "as expected\n"
