#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Kotlin binding.  Usage: kotlin.py classes | jar [LIBRARY]

The jar contains the classes, their sources and the library.  Compiled classes are cached in build/kotlin by the digest
of their sources.
"""
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from built import alone, built
from machine import libraries as natives, machine

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build/kotlin"
TOOLS = BUILD / "tools/run_kotlin_kernel/jars"
JNA = Path("/usr/share/java/jna.jar")
#: Used by an example in the documentation; the binding itself does not need them.
COROUTINES = [Path("/usr/share/java/kotlinx-coroutines-core.jar"), Path("/usr/share/java/atomicfu.jar")]
SOURCES = ROOT / "bindings/kotlin/src"
JAR = ROOT / "build/lectern.jar"

#: Short runs are faster with the JVM's simple compiler and garbage collector.
JAVA = ["java", "-Xmx2g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
OPTIONS = ["-no-stdlib", "-no-reflect", "-jvm-target", "17", "-jvm-default=no-compatibility", "-Werror"]
#: A library must declare the visibility of each name.
LIBRARY_OPTIONS = ["-Xexplicit-api=strict", "-module-name", "lectern"]


class Missing(Exception):
    """A tool is not installed."""


def tools():
    """Returns the paths of the tools.  Raises Missing, with installation instructions, if any is absent."""
    found = {"java": shutil.which("java"), "javac": shutil.which("javac"), "JNA": JNA.exists(), "the Kotlin compiler": TOOLS.is_dir()}
    missing = [name for name, there in found.items() if not there]
    if missing:
        raise Missing(f"{', '.join(missing)}: missing; scripts/setup.sh kotlin installs what is needed")


def standard_library():
    return next(TOOLS.glob("kotlin-stdlib-*.jar"))


def libraries():
    """The libraries that every program needs, apart from the binding."""
    return [standard_library(), JNA]


def compiled(name, sources, classpath=(), options=()):
    """Compiles Kotlin and Java files, unless that was done before.  Returns the folder with the classes."""
    tools()
    sources, classpath = sorted(sources), [*classpath, *libraries()]

    def make(folder):
        # One compiler at a time, because each takes two gigabytes.
        with alone(BUILD / "compiler"):
            compile_into(folder, sources, classpath, options)

    details = [standard_library().name, OPTIONS, options, [str(path) for path in (*classpath, *sources)], sources]
    return built(BUILD / name, details, make)


def compile_into(folder, sources, classpath, options):
    folder.mkdir()
    kotlin = [source for source in sources if source.suffix == ".kt"]
    java = [source for source in sources if source.suffix == ".java"]
    if kotlin:
        run([*JAVA, "-cp", f"{TOOLS}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", *OPTIONS, *options,
             "-classpath", joined(classpath), "-d", folder, *kotlin])
    if java:
        run(["javac", "-encoding", "UTF-8", "--release", "17", "-Xlint:all,-classfile", "-Werror",
             "-classpath", joined([folder, *classpath]), "-d", folder, *java])


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def joined(classpath):
    return os.pathsep.join(map(str, classpath))


def command(classpath):
    """The command that runs a program, up to the name of its class."""
    return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", joined([*classpath, *libraries()])]


def binding():
    """The classes of the binding."""
    return compiled("binding", SOURCES.rglob("*.kt"), options=LIBRARY_OPTIONS)


def jar(library, path=JAR):
    """Packs classes, sources, and the library for each processor where JNA looks for it.  The result is reproducible."""
    files = {**below(binding()), **below(SOURCES), "META-INF/LICENSE": ROOT / "LICENSE"}
    files.update((f"{machine(native).jna}/liblectern.so", native) for native in natives(library))
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as made:
        put(made, "META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nAutomatic-Module-Name: lectern\r\n\r\n")
        for name, file in sorted(files.items()):
            put(made, name, file.read_bytes())
    new.replace(path)
    return path


def below(folder):
    return {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}


def put(archive, name, data):
    archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def main(arguments):
    if arguments != ["classes"] and (arguments[:1] != ["jar"] or len(arguments) > 2):
        sys.exit(__doc__)
    library = Path(arguments[1]) if arguments[1:] else ROOT / "build/lib/liblectern.so"
    try:
        made = binding() if arguments == ["classes"] else jar(library)
        print(made.relative_to(ROOT))
    except (Missing, RuntimeError) as error:
        sys.exit(f"kotlin.py: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
