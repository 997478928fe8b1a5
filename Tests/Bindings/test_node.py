# SPDX-License-Identifier: BSD-3-Clause
"""The Node binding: its own tests, its declarations, its package, and the programs in its documentation."""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import node_package
from machine import machine
from support.tree import ROOT

HERE = Path(__file__).resolve().parent / "node"
BINDING = ROOT / "bindings/node"


def built():
    """The path of Node, after building the addon; skips with a reason if that is impossible."""
    try:
        node_package.addon()
        return node_package.node()
    except node_package.Missing as missing:
        pytest.skip(str(missing))


def environment(library, **more):
    """Makes the addon in build/node find the library under test before the one in build/lib."""
    return {**os.environ, "LD_LIBRARY_PATH": str(library.parent), **more}


def run(node, *arguments, **options):
    done = subprocess.run([node, *arguments], capture_output=True, text=True, timeout=200, **options)
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("test_*.mjs")))
def test_in_node(name, library, books):
    output = run(built(), "--expose-gc", HERE / f"{name}.mjs", cwd=books, env=environment(library))
    assert output == "", output


def test_forgotten_books_do_not_use_up_the_files_of_the_process(library, books):
    """Without --expose-gc: the garbage collector has to run by itself."""
    output = run("sh", "-c", 'ulimit -n 200 && exec "$0" "$1"', built(), HERE / "forgotten.mjs", cwd=books,
                 env=environment(library))
    assert output == "opened\n"


@pytest.fixture(scope="session")
def watched(library, tmp_path_factory):
    """The package with an addon that is instrumented with AddressSanitizer, and the environment that preloads the
    sanitizer."""
    built()
    command = [node_package.compiler(), "-print-file-name=libasan.so"]
    runtime = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    if not os.path.isabs(runtime):
        pytest.skip("AddressSanitizer is not installed")
    folder = tmp_path_factory.mktemp("watched") / "package"
    shutil.copytree(BINDING / "lib", folder / "lib")
    node_package.addon(folder / machine(library).node / "lectern.node", library.parent, ["-g", "-fsanitize=address"])
    return {"LECTERN_PACKAGE": str(folder / "lib/index.js"), "LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0"}


@pytest.mark.parametrize("name", ["test_callbacks", "test_workers"])
def test_under_address_sanitizer(name, library, books, watched):
    output = run(built(), "--expose-gc", HERE / f"{name}.mjs", cwd=books, env=environment(library, **watched))
    assert output == "", output


def test_one_addon_for_every_node():
    """The addon only uses Node's stable interface, and no newer C library than Node 18 requires."""
    built()
    names = subprocess.run(["objdump", "-T", node_package.ADDON], check=True, capture_output=True, text=True).stdout
    undefined = {line.split()[-1]: re.search(r"GLIBC_([\d.]+)", line) for line in names.splitlines() if "*UND*" in line}
    needed = max(tuple(map(int, match[1].split("."))) for match in undefined.values() if match)
    assert needed <= (2, 28), f"it needs GLIBC_{'.'.join(map(str, needed))}"
    strange = [name for name, match in undefined.items()
               if not match and not name.startswith(("napi_", "lectern_", "uv_thread_", "_ITM_", "__gmon", "__cxa"))]
    assert not strange, strange


# ------------------------------------------------------------------------------------------------------- Declarations

@pytest.fixture
def project(tmp_path):
    """A folder in which the package is installed, as far as TypeScript is concerned."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/lectern").symlink_to(BINDING)
    return tmp_path


def test_declarations(project):
    if not shutil.which("tsc"):
        pytest.skip("TypeScript is not installed")
    shutil.copy(HERE / "sample.ts", project)
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16"]
    done = subprocess.run(["tsc", *options, "sample.ts"], cwd=project, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout


def test_everything_is_declared(library):
    """The classes, functions and members are exactly those in the declarations."""
    program = f"""
      const lectern = require({json.dumps(str(BINDING / "lib/index.js"))});
      const members = (one) => [...Object.getOwnPropertyNames(one.prototype)].filter((name) => !name.startsWith('_'));
      console.log(JSON.stringify(Object.fromEntries(Object.entries(lectern).map(([name, one]) =>
        [name, typeof one === 'function' && /^class/.test(one) ? members(one) : null]))));"""
    found = json.loads(run(built(), "-e", program, env=environment(library)))
    declared = (BINDING / "types/index.d.ts").read_text(encoding="utf-8")
    exported = set(re.findall(r"^export (?:function|class|const) (\w+)", declared, re.M))
    assert exported == set(found)
    for name, members in found.items():
        body = re.search(rf"^export class {name}\b.*?^}}", declared, re.M | re.S)
        listed = set(re.findall(r"^  (?:readonly |static )*(\w+)(?:<.*?>)?[(:?]", body[0], re.M)) if body else set()
        for member in members or ():
            inherited = member in ("constructor", "close", "name")
            assert member in listed or inherited, f"{name}.{member} is not declared"


# ------------------------------------------------------------------------------------------------------------ Package

@pytest.fixture(scope="session")
def tarball(tmp_path_factory):
    built()
    return node_package.package(tmp_path_factory.mktemp("npm"))


def unpacked(tarball, folder):
    """Unpacks the package, with npm if available."""
    folder.mkdir()
    if shutil.which("npm"):
        (folder / "package.json").write_text("{}")
        command = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts=false", tarball]
        subprocess.run(command, check=True, cwd=folder, capture_output=True, timeout=200,
                       env={**os.environ, "HOME": str(folder)})
    else:
        target = folder / "node_modules/lectern"
        target.mkdir(parents=True)
        subprocess.run(["tar", "-xzf", tarball, "-C", target, "--strip-components=1"], check=True)
    return folder


def test_package_in_an_empty_folder(tarball, tmp_path, books):
    folder = unpacked(tarball, tmp_path / "app")
    shutil.copy(books / "book.epub", folder)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LECTERN", "LD_", "NODE"))}
    program = "const { openSync } = require('lectern'); console.log(openSync('book.epub').title);"
    assert run(built(), "-e", program, cwd=folder, env=plain) == "Read Aloud\n"
    module = "import { open } from 'lectern'; const book = await open('book.epub'); console.log(book.title);"
    assert run(built(), "--input-type=module", "-e", module, cwd=folder, env=plain) == "Read Aloud\n"


def test_the_package_has_what_it_names(tarball):
    names = subprocess.run(["tar", "-tzf", tarball], check=True, capture_output=True, text=True).stdout.split()
    assert all(name.startswith("package/") for name in names)
    files = {name.removeprefix("package/") for name in names}
    described = json.loads((BINDING / "package.json").read_text())
    entry = described["exports"]["."]
    assert {described["main"], described["types"], *(path.removeprefix("./") for path in entry.values())} <= files
    assert {"linux-x64/lectern.node", "linux-x64/liblectern.so.1", "LICENSE", "README.md"} <= files
    assert "binding.gyp" not in files, "npm would try to build it"


# ------------------------------------------------------------------------------------------------------ Documentation

PROGRAMS = re.findall(r"^```(js|mjs|cjs)\n(.*?)^```", (BINDING / "README.md").read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_programs_of_the_documentation(number, library, project, books):
    language, text = PROGRAMS[number]
    shutil.copy(books / "book.epub", project)
    script = project / f"program.{'cjs' if language == 'cjs' else 'mjs'}"
    script.write_text(text, encoding="utf-8")
    assert run(built(), script, cwd=project, env=environment(library)), "it prints nothing"


def test_the_first_program_is_short():
    assert PROGRAMS[0][1].count("\n") <= 10
