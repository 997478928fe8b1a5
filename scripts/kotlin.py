#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Kotlin binding.

Usage: kotlin.py classes                  compiles it
       kotlin.py jar [LIBRARY]            build/lectern.jar, with the library for each processor
       kotlin.py release LIBRARY FOLDER   the jar, the jars with the sources and the documentation, and the POM

Compiled classes are cached in build/kotlin by the digest of their sources.
"""
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from built import alone, built
from machine import libraries as natives, machine
from version import VERSION

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build/kotlin"
TOOLS = BUILD / "tools/run_kotlin_kernel/jars"
JNA = Path("/usr/share/java/jna.jar")
SOURCES = ROOT / "bindings/kotlin/src"
COROUTINE_SOURCES = ROOT / "bindings/kotlin/coroutines/src"
JAR = ROOT / "build/lectern.jar"
POMS = {"lectern": ROOT / "packaging/lectern.pom.in", "lectern-coroutines": ROOT / "packaging/lectern-coroutines.pom.in"}
LICENCES = ROOT / "packaging/licences"

#: Short runs are faster with the JVM's simple compiler and garbage collector.
JAVA = ["java", "-Xmx2g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
OPTIONS = ["-no-stdlib", "-no-reflect", "-jvm-target", "17", "-jvm-default=no-compatibility", "-Werror"]
#: A library must declare the visibility of each name.
LIBRARY_OPTIONS = ["-Xexplicit-api=strict", "-module-name"]


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


def kotlinx_coroutines():
    """kotlinx.coroutines, which only lectern-coroutines needs.  The compiler's package has it; Debian's is too old."""
    return next(TOOLS.glob("kotlin-jupyter-kernel-*-all.jar"))


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
    return compiled("binding", SOURCES.rglob("*.kt"), options=[*LIBRARY_OPTIONS, "lectern"])


def coroutines():
    """The classes of lectern-coroutines: suspending functions and flows."""
    return compiled("coroutines", COROUTINE_SOURCES.rglob("*.kt"), [binding(), kotlinx_coroutines()],
                    [*LIBRARY_OPTIONS, "lectern-coroutines"])


def jar(library, path=JAR):
    """Packs classes, and the library for each processor where JNA looks for it."""
    files = {**below(binding()), **{f"META-INF/licences/{one.name}": one for one in LICENCES.iterdir()}}
    files.update((f"{machine(native).jna}/liblectern.so", native) for native in natives(library))
    return packed(path, files, {"Automatic-Module-Name": "lectern"})


def release(library, folder):
    """The files of a Maven repository.  The documentation is the reference, which `make docs` makes."""
    name = folder / f"lectern-{VERSION}"
    reference = below(ROOT / "build/docs")
    if "bindings/kotlin.html" not in reference:
        raise Missing("build/docs: missing; make docs writes it")
    poms = []
    for artifact, template in POMS.items():
        poms.append(folder / f"{artifact}-{VERSION}.pom")
        poms[-1].write_text(re.sub("@([A-Z]+)@", lambda match: versions()[match[1]], template.read_text()))
    optional = folder / f"lectern-coroutines-{VERSION}"
    return [jar(library, folder / f"{name.name}.jar"), packed(folder / f"{name.name}-sources.jar", below(SOURCES)),
            packed(folder / f"{name.name}-javadoc.jar", reference),
            packed(folder / f"{optional.name}.jar", below(coroutines()), {"Automatic-Module-Name": "lectern.coroutines"}),
            packed(folder / f"{optional.name}-sources.jar", below(COROUTINE_SOURCES)),
            packed(folder / f"{optional.name}-javadoc.jar", reference), *poms]


def versions():
    """Versions for the POMs."""
    jna = re.search(r"-(\d[\d.]*)\.jar", JNA.resolve().name)[1]
    with zipfile.ZipFile(kotlinx_coroutines()) as archive:
        coroutines = archive.read("META-INF/kotlinx_coroutines_core.version").decode().strip()
    return {"VERSION": VERSION, "KOTLIN": standard_library().stem.removeprefix("kotlin-stdlib-"), "JNA": jna, "COROUTINES": coroutines}


def packed(path, files, attributes=None):
    """Writes a jar, the same each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    manifest = "".join(f"{name}: {value}\r\n" for name, value in {"Manifest-Version": "1.0", **(attributes or {})}.items())
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as made:
        put(made, "META-INF/MANIFEST.MF", f"{manifest}\r\n".encode())
        for name, file in sorted({**files, "META-INF/LICENSE": ROOT / "LICENSE"}.items()):
            put(made, name, file.read_bytes())
    new.replace(path)
    return path


def below(folder):
    return {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}


def put(archive, name, data):
    archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def main(action="", library=ROOT / "build/lib/liblectern.so", *rest):
    library, rest = Path(library), [Path(folder) for folder in rest]
    actions = {"classes": lambda: [binding()], "jar": lambda: [jar(library)], "release": lambda: release(library, *rest)}
    if action not in actions or len(rest) != (action == "release"):
        sys.exit(__doc__)
    try:
        for made in actions[action]():
            print(os.path.relpath(made))
    except (Missing, RuntimeError) as error:
        sys.exit(f"kotlin.py: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
