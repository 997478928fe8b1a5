# SPDX-License-Identifier: BSD-3-Clause
"""Rules for the source that compilers do not check."""
import re
import subprocess
from fnmatch import fnmatch
from functools import cache

import pytest

from support.tree import ROOT

from .swift_code import code_of

# ------------------------------------------------------------------------------------------------------------- Files

#: Folders of source files; everything else is generated or external.
FOLDERS = ("Sources", "Tests", "apps", "bindings", "examples", "scripts", "packaging", "include", "web")
SUFFIXES = {".swift", ".c", ".h", ".hpp", ".cpp", ".py", ".js", ".css", ".html", ".kt", ".sh"}
#: The header is one file on purpose, because it is the whole interface.
LONG_ON_PURPOSE = {"include/lectern.h"}


def _built(path):
    return any(part in ("build", "node_modules", "__pycache__") or part.startswith(".") for part in path.relative_to(ROOT).parts)


def source_files(suffixes=SUFFIXES):
    files = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")))
    return [path for path in files if path.suffix in suffixes and path.is_file() and not _built(path)]


#: Signatures with types that the header dictates: C pointers are imported with a !.  This covers exported functions,
#: and requirements that the structs of the header satisfy.
SIGNATURE = re.compile(r"@_cdecl\(\"\"\) @implementation\s+public func \w+\([^{]*\{|var \w+: [^\n{]*! \{ get \}")


@cache
def swift_files():
    """All Swift files of the library, with only their code."""
    return [(path.relative_to(ROOT).as_posix(), swift_code(path.read_text(encoding="utf-8")))
            for path in source_files({".swift"}) if path.relative_to(ROOT).parts[0] == "Sources"]


def swift_code(source):
    return SIGNATURE.sub(lambda match: "\n" * match[0].count("\n") + "{", code_of(source))


def found(pattern, files):
    """The matches of a pattern in (name, text) pairs, as "file:line: text"."""
    return [f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0].strip()}"
            for name, text in files for match in re.finditer(pattern, text, re.M)]


def texts(files):
    return [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in files]


# ------------------------------------------------------------------------------------------------------------- Walls

#: The permitted imports of each module.
MAY_IMPORT = {
    "LecternModel": set(),
    "LecternThreads": {"CThreads"},
    "LecternSystem": {"LecternModel", "LecternThreads", "CMemory", "CSystem"},
    "LecternEvents": {"LecternModel", "LecternThreads"},
    "LecternAssets": {"CAssets", "CMemory", "LecternModel"},
    "LecternNavigator": {"LecternModel", "LecternThreads", "LecternAssets", "LecternEvents"},
    "LecternAccessibility": {"LecternModel", "LecternAssets"},
    "LecternWeb": {"LecternModel", "LecternThreads", "LecternMarkup", "LecternContainers", "LecternEvents",
                   "LecternNavigator"},
    "LecternNotes": {"LecternModel", "LecternMarkup"},
    "LecternStore": {"LecternModel", "LecternThreads", "LecternSystem", "LecternMarkup", "LecternEvents", "LecternNavigator",
                     "LecternNotes", "CSQLite"},
    "LecternEncodings": {"LecternModel"},
    "LecternMarkup": {"LecternModel", "LecternEncodings", "CExpat", "CMemory", "Synchronization", "Swift"},
    "LecternContainers": {"LecternModel", "LecternThreads", "LecternSystem", "LecternEncodings", "LecternMarkup", "CZlib",
                          "CDeflate", "CMemory"},
    "LecternImages": {"LecternModel", "LecternSystem"},
    "LecternPDF": {"LecternModel", "LecternSystem", "LecternContainers", "LecternImages"},
    "LecternRecordings": {"LecternModel", "LecternEncodings", "LecternContainers"},
    "LecternFormats": {"LecternModel", "LecternSystem", "LecternMarkup", "LecternContainers", "LecternPDF", "LecternRecordings"},
    "LecternText": {"LecternModel", "LecternThreads", "LecternSystem", "LecternEncodings", "LecternMarkup", "CMemory"},
    "LecternPublication": {"LecternModel", "LecternThreads", "LecternSystem", "LecternMarkup", "LecternText",
                           "LecternContainers", "LecternImages", "LecternPDF", "LecternRecordings",
                           "LecternFormats"},
    "LecternC": {"CLectern", "CMemory", "LecternModel", "LecternThreads", "LecternAssets", "LecternMarkup", "LecternText",
                 "LecternContainers", "LecternFormats", "LecternPublication", "LecternEvents", "LecternNavigator",
                 "LecternAccessibility", "LecternWeb", "LecternNotes", "LecternStore"},
}
#: Libraries that only one file may import.
IMPORTED_ONCE = ("CZlib", "CDeflate", "CExpat",
                 # The full module name is used only for Unicode normalization, which is not public.
                 "Swift")
_IMPORT = r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"


def imports():
    """Yields (file, module, imported) for every import of the library."""
    return [(name, name.split("/")[1], match[1]) for name, code in swift_files() for match in re.finditer(_IMPORT, code, re.M)]


def test_modules_import_only_what_they_may():
    wrong = [f"{name} imports {imported}" for name, module, imported in imports()
             if imported not in MAY_IMPORT.get(module, set())]
    assert not wrong, "\n".join(wrong)


def test_modules_import_all_that_they_may():
    """An unused import must be removed from this list and from Package.swift."""
    used = {(module, imported) for _, module, imported in imports()}
    unused = [f"{module} may import {imported}" for module, allowed in MAY_IMPORT.items() for imported in sorted(allowed)
              if (module, imported) not in used]
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    for module, list_ in re.findall(r'\.target\(\s*name: "(Lectern\w+)", dependencies: \[(.*?)\]', package, re.S):
        unused += [f"{module} depends on {other}" for other in re.findall(r'"(\w+)"', list_) if (module, other) not in used]
    assert not unused, "\n".join(unused)


def test_the_table_of_modules_is_right():
    """docs/architecture.md names each module with its imports, but for those of C and of Swift itself."""
    rows = re.findall(r"^\| (`[^|]*`) \| [^|]+ \| ?([^|]*?) ?\|$", (ROOT / "docs/architecture.md").read_text(encoding="utf-8"), re.M)
    said = {name: set() if list_ in ("", "nothing") else {f"Lectern{each}" for each in list_.split(", ")}
            for names, list_ in rows for name in re.findall("`(Lectern\\w+)`", names)}
    right = {module: {each for each in allowed if each.startswith("Lectern")} for module, allowed in MAY_IMPORT.items()}
    assert said == right


TYPE = r"^(?:(?:public|final|private|fileprivate|indirect)\s+)*(?:struct|class|enum|protocol|typealias)\s+(\w+)"


@pytest.mark.parametrize("module", ["LecternText", "LecternPublication"])
def test_folders_use_only_folders_above_them(module):
    """docs/architecture.md lists all folders of these modules in such an order, so they have no cycles."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = page.partition(f"folders of `{module}`")[2].split("\n\n")[1]
    order = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    files = [(name.split("/")[2], code) for name, code in swift_files() if name.startswith(f"Sources/{module}/")]
    assert {folder for folder, _ in files} == set(order)
    homes = {type_: folder for folder, code in files for type_ in re.findall(TYPE, code, re.M)}
    wrong = {f"{folder} uses {type_} of {homes[type_]}" for folder, code in files
             for type_ in set(re.findall(r"\b[A-Z]\w+", code)) & homes.keys()
             if order.index(homes[type_]) > order.index(folder)}
    assert not wrong, "\n".join(sorted(wrong))


def test_the_table_of_tests_is_right():
    """Tests/README.md has a row for each folder."""
    said = set(re.findall(r"^\| `(\w+)`", (ROOT / "Tests/README.md").read_text(encoding="utf-8"), re.M))
    folders = {path.name for path in (ROOT / "Tests").iterdir() if path.is_dir() and not path.name.startswith((".", "__"))}
    assert said == {name for name in folders if not re.fullmatch(r"Lectern\w+Tests", name)}


@pytest.mark.parametrize("library", IMPORTED_ONCE)
def test_one_file_knows_each_library(library):
    files = [name for name, module, imported in imports() if imported == library]
    assert len(files) == 1, f"{library} is imported by {files}"


def test_walls_cost_nothing():
    """The compiler can specialize and inline `public` declarations of other modules, but not `package` ones."""
    matches = found(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)*package(?:\(set\))?\s+(?:\w+\s+)*(?:struct|class|enum|protocol|func|var|let|init|subscript|typealias|extension)\b.*$",
                    swift_files())
    assert not matches, "\n".join(matches)


# --------------------------------------------------------------------------------------------- No trap, no surprise

#: Anything that could crash or surprise the host process.
FORBIDDEN = {
    "try! traps": r"\btry!",
    "as! traps": r"\bas!",
    "a postfix ! traps": r"[\w)\]}>\"?]!(?![=\w])",
    "fatalError ends the process": r"\bfatalError\b",
    "preconditionFailure ends the process": r"\bprecondition(Failure)?\b",
    "exit and abort end the process": r"(?<![.\w])(abort|exit|_exit)\(",
    "unowned traps": r"\bunowned\b",
    "print writes to the terminal of the host": r"(?<![.\w])(print|debugPrint|dump)\(",
    "Foundation is too large": r"\bFoundation(Essentials|XML|Networking)?\b",
    "the environment is not read": r"\b(getenv|setlocale|CommandLine|ProcessInfo)\b",
    "no thread is started": r"\b(pthread_create|Task\s*\{|Task\.detached|DispatchQueue)\b",
    "#file paths name the machine": r"#file(Path)?\b",
}


@pytest.mark.parametrize("reason", FORBIDDEN)
def test_forbidden_constructs(reason):
    matches = found(FORBIDDEN[reason], swift_files())
    assert not matches, f"{reason}:\n" + "\n".join(matches)


#: Anything that a thread could hold or wait for without `fork` knowing.  Only LecternThreads and the C code below it
#: use these.
LOCKS = r"\b(Mutex|pthread_\w+|sem_\w+|swift_once|os_unfair_\w+|dispatch_\w+|mtx_\w+|call_once|Dispatch|NS\w*Lock|threads_\w+)\b"


def test_there_is_one_kind_of_lock():
    # The last file passes locks on to the C library and has none of its own.
    below = ("Sources/LecternThreads/", "Sources/CThreads/", "Sources/COlderLibc/OlderLibc.c")
    files = swift_files() + [(name, text) for name, text in texts(source_files({".c", ".h"})) if name.startswith("Sources/")]
    matches = found(LOCKS, [(name, text) for name, text in files if not name.startswith(below)])
    assert not matches, "\n".join(matches)
    assert found(LOCKS, files), "the pattern finds nothing at all"


def test_fork_knows_of_every_call():
    """fork() does not wait for anything that an exported function does outside of `call`."""
    functions = [(name, match[1], match[2]) for name, code in texts(source_files({".swift"})) if name.startswith("Sources/LecternC/")
                 for match in re.finditer(r'@_cdecl\("(\w+)"\)(.*?)(?=\n@_cdecl|\n/// |\Z)', code, re.S)]
    wrong = [f"{name}: {function}" for name, function, body in functions
             if not re.search(r"\b(call|callJSON|callOptional|free|open|step|edit|cached)\b", body)]
    assert len(functions) > 100 and not wrong, "\n".join(wrong)


def test_the_search_sees_code_and_only_code():
    source = 'let a = "b!" // c!\n/* d! /* e! */ f! */ let g = """\n h! \\(i!) \\"""\n""" ; let j = #"k!"\\#(l!)"# ; m != n; !o\np! = q as! r'
    assert found(FORBIDDEN["a postfix ! traps"], [("x", code_of(source))]) == ["x:3: i!", "x:4: l!", "x:5: p!", "x:5: s!"]


# -------------------------------------------------------------------------------------------------------- Good manners

def test_files_are_short():
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in source_files()}
    lengths = {name: len(text.splitlines()) for name, text in texts.items() if "Generated by scripts/" not in text[:400]}
    long = {name for name, lines in lengths.items() if lines > 500}
    assert long == LONG_ON_PURPOSE


def test_sources_hold_only_sources():
    kinds = {".swift", ".c", ".h", ".modulemap", ".css", ".js", ".html"}
    strangers = [path.relative_to(ROOT).as_posix() for path in (ROOT / "Sources").rglob("*")
                 if path.is_file() and path.suffix not in kinds and (path.parent.name, path.suffix) != ("Languages", ".json")]
    assert not strangers, "\n".join(strangers)


def test_generated_files_are_marked():
    """.gitattributes has a pattern for each; a later one with a minus excludes a file."""
    rows = [line.split() for line in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for path in source_files():
        name = path.relative_to(ROOT).as_posix()
        generated = "Generated by scripts/" in path.read_text(encoding="utf-8")[:400] and not name.startswith(("scripts/", "Tests/"))
        marks = [mark for pattern, mark in rows if fnmatch(name, pattern)]
        assert (marks[-1:] == ["linguist-generated"]) == generated, name


def test_names_say_what_a_thing_is():
    vague = re.compile(r"(Manager|Helper|Utils?|Misc)(?![a-z])")
    files = [path.name for path in source_files() if vague.search(path.stem)]
    types = found(r"\b(?:struct|class|enum|actor|protocol|typealias|extension)\s+\w*(?:Manager|Helper|Utils?|Misc)(?![a-z])\w*", swift_files())
    assert not files + types


def test_nothing_is_left_for_later():
    own = {"Tests/Checks/test_source_rules.py"}
    texts_of_others = [(name, text) for name, text in texts(source_files()) if name not in own]
    matches = found(r"\b(TODO|FIXME|XXX|HACK)\b", texts_of_others)
    assert not matches, "\n".join(matches)


def test_no_path_of_a_machine():
    tracked = source_files(SUFFIXES | {".md", ".json", ".toml", ".in", ".txt"}) + list(ROOT.glob("*.md")) + list(ROOT.glob("docs/*.md")) + [ROOT / name for name in ("Makefile", "Tests/Makefile", "packaging/Makefile", "scripts/common.mk")]
    matches = found(r"(?<![\w.])/(home/(?!me\b)\w+|root/|work/|Users/\w+|opt/swift)", texts(tracked))
    own = "Tests/Checks/test_source_rules.py"
    assert not [line for line in matches if not line.startswith(own)], "\n".join(matches)


def test_every_source_file_names_its_licence():
    without = [name for name, text in texts(source_files({".swift", ".c", ".cpp", ".hpp", ".py", ".sh"}))
               if "SPDX-License-Identifier: BSD-3-Clause" not in text[:400] and text.strip()]
    assert not without, "\n".join(without)


# ------------------------------------------------------------------------------------------------------------ Documents

def test_the_version_is_the_same_everywhere():
    version = re.search(r'#define LECTERN_VERSION "([^"]+)"', (ROOT / "include/lectern.h").read_text())[1]
    binding = (ROOT / "bindings/python/lectern/__init__.py").read_text()
    assert f'__version__ = "{version}"' in binding
    assert version in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), "the changelog does not know this version"
    assert "BSD" in (ROOT / "LICENSE").read_text(encoding="utf-8")


#: The number of waits for a time in files of the tests.
SLEEPS = {
    "Tests/Web/reading.py": 1, "Tests/support/waiting.py": 1,  # between two looks at a condition
    # A process is killed at a random time.
    "Tests/Python/test_cache.py": 1, "Tests/Python/test_note_histories.py": 1, "Tests/Python/test_store_processes.py": 2,
    "Tests/Web/test_links.py": 1, "Tests/Soak/interrupts.py": 1,  # slow hosts
}


def test_tests_wait_for_conditions_and_never_for_a_time():
    """The programs in Desktop and Scale use processes that report no events."""
    sleeps = [line.partition(":")[0] for line in found(r"^.*(\bwait_for_timeout|\btime\.sleep)\(.*$", texts(source_files({".py"})))
              if line.startswith("Tests/") and not line.startswith(("Tests/Desktop/", "Tests/Scale/", "Tests/Checks/test_source_rules.py"))]
    assert {name: sleeps.count(name) for name in sleeps} == SLEEPS


def test_modules_are_found_by_the_settings():
    """In pytest.ini and scripts/common.mk: no test changes the path of Python."""
    lines = found(r"^.*\bsys\.path\b.*$", [one for one in texts(source_files({".py"})) if one[0] != "Tests/Checks/test_source_rules.py"])
    assert not lines, "\n".join(lines)


def test_scripts_are_sound():
    scripts = sorted((ROOT / "scripts").glob("*.sh"))
    for script in scripts:
        shell = "bash" if "bash" in script.read_text(encoding="utf-8").splitlines()[0] else "sh"
        done = subprocess.run([shell, "-n", script], capture_output=True, text=True, timeout=10)
        assert done.returncode == 0, done.stderr
