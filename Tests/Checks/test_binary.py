# SPDX-License-Identifier: BSD-3-Clause
"""The library file from outside: symbols, dependencies, size.  Also the consistency of header, binding and schemas."""
import os
import re
import shutil
import subprocess

import pytest
from jsonschema import Draft7Validator

from bindings import header
from support.schemas import documents
from support.tree import ROOT

#: Permitted dependencies: the C library and its companions, and zlib, which is everywhere.
MAY_NEED = re.compile(r"lib(c|m|z|dl|pthread)\.so\.\d+|ld-linux[\w-]*\.so\.\d+")

#: About 6 MB are the Swift runtime and the libraries inside; what is ours should not grow unnoticed.
MAX_SIZE = 14_800_000


def run(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True, text=True, timeout=60).stdout


def dynamic(library, tag):
    return re.findall(rf"\({tag}\).*\[(.*)\]", run("readelf", "-dW", library))


def test_exports_are_the_header(library):
    lines = run("nm", "-D", "--defined-only", library).splitlines()
    symbols = {line.split()[-1].split("@")[0] for line in lines if line.split()[-2] != "A"}
    names = {function.name for function in header.functions()}
    assert symbols == names, f"only exported: {symbols - names}; only declared: {names - symbols}"


def test_needs_only_what_is_everywhere(library):
    needed = dynamic(library, "NEEDED")
    assert needed and all(MAY_NEED.fullmatch(name) for name in needed), needed


def test_brings_its_own_cplusplus(library):
    """No C++ symbol may come from outside, where the C++ library may differ, including symbols that the linker did not
    resolve."""
    undefined = [line.split()[-1] for line in run("nm", "-D", "--undefined-only", library).splitlines()]
    assert undefined and not [name for name in undefined if re.match(r"_Z|_Unwind|__cxa_(?!atexit|finalize)|__gxx", name)]
    # A symbol without a version does not come from a listed library.
    unknown = [name for name in undefined if "@" not in name and not re.match(r"inflate|zlib|_ITM_|__gmon_start__", name)]
    assert not unknown, unknown


def test_glibc_is_the_one_that_the_readme_names(library):
    """The versions of symbols say which glibc is needed."""
    needed = {tuple(map(int, version.split("."))) for version in re.findall(r"Name: GLIBC_(2[.\d]+)", run("readelf", "-VW", library))}
    version = ".".join(map(str, max(needed)))
    assert f"glibc {version} (" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_is_called_by_its_abi(library):
    abi = re.search(r"#define LECTERN_ABI (\d+)u", header.text())[1]
    assert dynamic(library, "SONAME") == [f"liblectern.so.{abi}"]


def test_looks_nowhere_else(library):
    assert dynamic(library, "RUNPATH") == dynamic(library, "RPATH") == []


def test_has_no_executable_stack(library):
    stack = re.search(r"GNU_STACK.*", run("readelf", "-lW", library))
    assert stack and "RWE" not in stack[0]


def test_is_small(library):
    assert library.stat().st_size <= MAX_SIZE


def test_status_values_of_the_binding_are_the_header():
    from lectern import errors

    values = {name: int(value) for name, value in re.findall(r"(LECTERN_ERROR_\w+)\s*=\s*(-\d+)", header.text())}
    assert {kind.status: kind.code for kind in errors.LecternError.__subclasses__()} == values


# ----------------------------------------------------------------------------------------------------------- Schemas

SCHEMAS = documents()


def test_every_tag_has_a_schema():
    names = [name for name, topic in re.findall(r"@json ([a-z-]+)(<topic>)?", header.text()) if not topic]
    missing = [name for name in names if name not in (*SCHEMAS, "any")]
    assert names and not missing, f"@json names without include/schemas/NAME.schema.json: {missing}"


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid(name):
    schema = SCHEMAS[name]
    Draft7Validator.check_schema(schema)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["$id"] == f"{name}.schema.json"
    assert schema.get("title") and schema.get("description")


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_refers_only_to_its_neighbours(name):
    for reference in values_of(SCHEMAS[name], "$ref"):
        file, _, pointer = reference.partition("#")
        target = SCHEMAS[file.removesuffix(".schema.json")] if file else SCHEMAS[name]
        for step in pointer.strip("/").split("/") if pointer.strip("/") else []:
            assert step in target, f"{reference} leads nowhere"
            target = target[step]


@pytest.mark.parametrize("name", SCHEMAS)
def test_patterns_are_ecmascript(name):
    from regress import Regex

    for pattern in values_of(SCHEMAS[name], "pattern"):
        Regex(pattern)


def test_options_refuse_what_they_do_not_know():
    open_ended = [name for name, schema in SCHEMAS.items()
                  if name.endswith("-options") and schema.get("additionalProperties") is not False]
    assert not open_ended


def values_of(document, key):
    """All strings under a key, at any depth."""
    if isinstance(document, dict):
        if isinstance(document.get(key), str):
            yield document[key]
        document = list(document.values())
    if isinstance(document, list):
        for item in document:
            yield from values_of(item, key)


# ---------------------------------------------------------------------------------------------------------- Packaging

def make(target, prefix, folder=""):
    """With nothing but what root has: the library is there, and is not built again."""
    done = subprocess.run(["make", "-C", ROOT, target, f"PREFIX={prefix}", f"DESTDIR={folder}"], capture_output=True, text=True,
                          timeout=60, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    assert done.returncode == 0, done.stderr


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def test_install_is_complete(library, tmp_path):
    make("install", "/usr", tmp_path)
    installed = files(tmp_path / "usr")
    assert {"include/lectern.h", "lib/liblectern.so", f"lib/{library.name}", "lib/pkgconfig/lectern.pc"} <= installed
    assert (tmp_path / "usr/lib/liblectern.so").resolve().name == library.name
    assert {f"share/lectern/schemas/{name}.schema.json" for name in SCHEMAS} <= installed
    assert {"include/lectern.hpp", "share/lectern/lectern.api.json", "lib/cmake/lectern/lectern-config.cmake"} <= installed
    description = (tmp_path / "usr/lib/pkgconfig/lectern.pc").read_text()
    assert "@" not in description and "prefix=${pcfiledir}/../..\n" in description


def test_uninstall_removes_what_was_installed(library, tmp_path):
    make("install", "/usr", tmp_path)
    (tmp_path / "usr/share/lectern/notes.txt").touch()
    (tmp_path / "usr/lib/libother.so").touch()
    make("uninstall", "/usr", tmp_path)
    assert files(tmp_path) == {"usr/share/lectern/notes.txt", "usr/lib/libother.so"}
    assert not (tmp_path / "usr/include/lectern").exists()


def test_licences_of_all_that_is_linked_in():
    """The licences of the Swift runtime, its C++ library, Unicode's tables, and all dependencies of the build, except
    zlib, which is loaded from the system."""
    import lectern

    licences = {path.stem for path in (ROOT / "packaging/licences").glob("*.txt")}
    assert licences == {"swift", "libstdc++", "unicode"} | set(lectern.build_info()["dependencies"]) - {"zlib"}


def test_pkg_config_knows_how_to_link(library, tmp_path):
    if not shutil.which("pkg-config"):
        pytest.skip("pkg-config is not installed")
    make("install", tmp_path)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(tmp_path / "lib" / "pkgconfig")}
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "lectern"], env=environment, check=True,
                           capture_output=True, text=True, timeout=60).stdout.split()
    source = "#include <lectern.h>\nint main(void) { return lectern_abi() != LECTERN_ABI; }\n"
    program = tmp_path / "program"
    subprocess.run([os.environ.get("CC", "gcc"), "-x", "c", "-", "-o", program, *flags, f"-Wl,-rpath,{tmp_path}/lib"],
                   input=source, text=True, check=True, timeout=60)
    assert subprocess.run([program], timeout=60).returncode == 0
