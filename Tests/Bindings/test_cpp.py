# SPDX-License-Identifier: BSD-3-Clause
"""The C++ binding: its headers with every compiler and standard, and programs under AddressSanitizer."""
import os
import re
import subprocess

import pytest

from bindings import describe
from support.tree import ROOT

from .cpp_programs import ADDRESS, CXX, INCLUDES, PROGRAMS, WARNINGS, WITHOUT_EXCEPTIONS, build, compiler

BINDING = ROOT / "bindings/cpp"
HEADERS = sorted(BINDING.rglob("*.hpp"))
#: Functions that the binding does not need: the status of an error is that of the call.
NOT_CALLED = {"lectern_error_status"}


@pytest.mark.parametrize("name, flags", [
    (CXX, ["-std=c++20", "-fno-exceptions"]), ("clang++", ["-std=c++17", "-DLECTERN_NO_NLOHMANN"])])
def test_headers_compile(name, flags):
    """C++17 with g++ is covered by the programs below."""
    done = subprocess.run(
        [compiler(name), "-x", "c++", *flags, *WARNINGS, *INCLUDES, "-fsyntax-only", "-"],
        input="#include <lectern.hpp>\n#include <lectern.hpp>\n", text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [CXX, "clang++"])
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_calls_end_by_a_token_in_each_standard(name, standard):
    """A program that stops calls: in C++20 also with a std::stop_token, which C++17 does not have."""
    done = subprocess.run(
        [compiler(name), f"-std={standard}", *WARNINGS, *INCLUDES, "-fsyntax-only", "-include", "lectern.hpp",
         PROGRAMS / "callbacks.cpp"], text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [CXX, "clang++"])
@pytest.mark.parametrize("text, is_kept", [
    ("auto all = book.manifest(); std::string_view text = all.json();", True),
    ("std::string text = book.manifest().json();", True), ("auto text = book.get(path).read().view().substr(1);", True),
    ("std::string_view text = book.manifest().json();", False), ("std::string_view text = book.get(path).read();", False),
    ("std::string_view text = book.get(path).read().view();", False)])
def test_a_view_of_a_temporary_text_does_not_compile(name, text, is_kept):
    source = f"#include <lectern.hpp>\nbool f(lectern::Publication &book, const char *path) {{ {text} return text.empty() && path; }}"
    done = subprocess.run([compiler(name), "-x", "c++", "-std=c++17", *INCLUDES, "-fsyntax-only", "-"], input=source, text=True,
                          capture_output=True, timeout=300)
    assert (done.returncode == 0) == is_kept, done.stderr
    assert is_kept or "deleted" in done.stderr


def test_each_header_has_a_guard_and_finds_the_others():
    for header in HEADERS:
        text = header.read_text(encoding="utf-8")
        for include in re.findall(r'#include "(.+)"', text):
            assert (header.parent / include).is_file(), f"{header}: {include}"
        guard = header.relative_to(BINDING).as_posix().removeprefix("lectern/").replace("/", "_").replace("-", "_").upper()
        assert f"LECTERN_{guard.replace('.', '_')}".replace("LECTERN_LECTERN_", "LECTERN_") in text, header


def test_every_function_is_called():
    called = set(re.findall(r"\blectern_\w+", "".join(header.read_text(encoding="utf-8") for header in HEADERS)))
    functions = {one["name"] for one in describe.description()["functions"]}
    assert functions - called == NOT_CALLED


#: `make test` uses fewer.
FORGOTTEN = os.environ.get("LECTERN_FORGOTTEN", "10000")


@pytest.mark.parametrize("program, flags, arguments", [
    ("callbacks", ADDRESS, []), ("handles", ADDRESS, ["500"]), ("handles", WITHOUT_EXCEPTIONS, [FORGOTTEN]), ("json", ADDRESS, [])],
    ids=["callbacks", "handles", "thousands of books", "json"])
def test_program(program, flags, arguments, library, books):
    run([build(program, library, *flags), books / "book.epub", *arguments])


def test_both_kinds_in_one_program(library, books):
    run([build("modes", library, *ADDRESS, also=WITHOUT_EXCEPTIONS), books / "book.epub"])


#: The snippets of the README; each can use a book and its path.
README = (BINDING / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```cpp\n(.*?)^```", README, re.M | re.S)
AROUND = """#include <algorithm>
#include <iostream>
#include <lectern.hpp>
{includes}
{functions}
int main(int, char **arguments) {{
  const std::string path = arguments[1];
  const auto book = lectern::Publication::open(path);
{calls}}}
"""


def test_the_first_program_of_the_readme(library, books, tmp_path):
    source = tmp_path / "first.cpp"
    source.write_text(SNIPPETS[0], encoding="utf-8")
    assert SNIPPETS[0].count("\n") <= 10
    shown = run([build(source, library, *ADDRESS), books / "book.epub"])
    assert shown.startswith("Read Aloud has ") and "[whale]" in shown


def test_snippets_of_the_readme(library, books, tmp_path):
    """All snippets in one program, each as a function."""
    snippets = [one for one in SNIPPETS[1:] if "nlohmann" not in one or os.path.exists("/usr/include/nlohmann")]
    assert len(snippets) >= 7
    lines = [line for snippet in snippets for line in snippet.splitlines(keepends=True)]
    functions = [f"static void snippet{n}([[maybe_unused]] const lectern::Publication &book, "
                 f"[[maybe_unused]] const std::string &path) {{\n{re.sub('#include.*', '', one)}}}\n"
                 for n, one in enumerate(snippets)]
    source = tmp_path / "snippets.cpp"
    source.write_text(AROUND.format(
        includes="".join(line for line in lines if line.startswith("#include")), functions="".join(functions),
        calls="".join(f'  std::cout << "-- {n}\\n";\n  snippet{n}(book, path);\n' for n in range(len(snippets)))), encoding="utf-8")
    program = build(source, library, *ADDRESS)
    shown = run([program, books / "book.epub"]).split("-- ")
    assert len(shown) == len(snippets) + 1
    for number, one in enumerate(shown[1:]):
        assert len(one.splitlines()) > 1, f"this prints nothing: {snippets[number]}"


def test_the_snippet_with_libcurl_compiles(tmp_path):
    """Uses the header of libcurl, or a declaration of the functions if it is not installed."""
    text = README.partition("With libcurl:\n\n")[2].partition("\n## ")[0]
    function, _, body = "\n".join(line.removeprefix("    ") for line in text.splitlines()).partition("\n\n")
    assert "curl_easy_perform" in body and function.startswith("size_t append(")
    source = tmp_path / "remote.cpp"
    source.write_text("#include <curl/curl.h>\n#include <lectern.hpp>\n#include <lectern/remote.hpp>\n"
                      f"static {function}\nvoid f(const std::string &url);\nvoid f(const std::string &url) {{\n{body}\n}}\n",
                      encoding="utf-8")
    done = subprocess.run([compiler(), "-std=c++17", "-Wall", "-Wextra", "-Werror", *INCLUDES, "-idirafter", PROGRAMS,
                           "-fsyntax-only", source], text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1"})
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-6000:]}"
    assert not done.stderr
    return done.stdout
