# SPDX-License-Identifier: BSD-3-Clause
"""The Kotlin binding, in addition to the scenario: handles, callbacks, examples and the jar."""
import os
import re
import shutil
import subprocess
import zipfile

import pytest

import kotlin
from support.tree import ROOT

from .jvm import compiled, environment, java, needed

EXAMPLES = [ROOT / "examples/kotlin/Read.kt", ROOT / "examples/java/Read.java"]
COROUTINES = ROOT / "Tests/Bindings/kotlin/Coroutines.kt"
LIFETIME = ROOT / "Tests/Bindings/kotlin/Lifetime.kt"


def run(command, library, folder, *arguments):
    return subprocess.run([*command, *arguments], cwd=folder, capture_output=True, encoding="utf-8", timeout=300,
                          env=environment(library))


@pytest.mark.parametrize("name", re.findall(r'^ {8}"(.+)" ->', LIFETIME.read_text(encoding="utf-8"), re.M))
def test_lifetime(name, library, books):
    """Each test in a separate process, with little memory and few file descriptors."""
    command, *rest = java(compiled("lifetime", [LIFETIME]))
    program = ["sh", "-c", 'ulimit -n 512 && exec "$0" "$@"', command, "-Xmx64m", *rest]
    done = run([*program, "lifetime.LifetimeKt"], library, books, name)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", re.findall(r'^ {8}"(.+)" ->', COROUTINES.read_text(encoding="utf-8"), re.M))
def test_coroutines(name, library, books):
    needed()
    needs = [kotlin.coroutines(), kotlin.kotlinx_coroutines()]
    program = java(compiled("coroutine-tests", [COROUTINES], *needs), kotlin.binding(), *needs)
    done = run([*program, "coroutines.CoroutinesKt"], library, books, name)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.name)
def test_examples_print_what_that_in_python_prints(source, library, books):
    program = java(compiled(f"example-{source.parent.name}", [source])) + ["ReadKt" if source.suffix == ".kt" else "Read"]
    done = run(program, library, books, "book.epub")
    assert (done.returncode, done.stderr) == (0, "")
    golden = (ROOT / "examples/golden/read.py.txt").read_text(encoding="utf-8")
    assert done.stdout == golden.replace("publisherStyles: False", "publisherStyles: false")
    missing = run(program, library, books, "nowhere.epub")
    assert missing.returncode == 1 and "nowhere.epub" in missing.stderr


def test_the_jar_needs_two_others_and_nothing_else(library, books, tmp_path):
    """Runs in a folder with the jar, JNA and Kotlin's standard library, without LECTERN_LIBRARY."""
    classes = compiled("example-java", [ROOT / "examples/java/Read.java"])
    folder = tmp_path / "jars"
    folder.mkdir()
    shutil.copytree(classes, folder / "program")
    kotlin.jar(library, folder / "lectern.jar")
    for jar in kotlin.libraries():
        shutil.copy(jar, folder / jar.name)
    done = subprocess.run(["java", "-cp", "program:*", "Read", books / "book.epub"], cwd=folder, capture_output=True,
                          encoding="utf-8", timeout=120, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("\nRead Aloud: Pieces for a Lectern")
    with zipfile.ZipFile(folder / "lectern.jar") as jar:
        names = set(jar.namelist())
    assert {"lectern/Publication.class", "linux-x86-64/liblectern.so", "META-INF/LICENSE", "META-INF/licences/expat.txt"} <= names
    left = [path for path in folder.rglob("*") if path.name.startswith("jna") and path.suffix != ".jar" and path.is_file()]
    assert not left, "the library that was unpacked stays behind"
