# SPDX-License-Identifier: BSD-3-Clause
"""The wheel is complete, runs in an empty folder, and has the right platform tag."""
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.tree import ROOT

from . import scenario_books, test_scenario

HERE = Path(__file__).resolve().parent
PACKAGE, READER = ROOT / "bindings/python", ROOT / "apps/reader"

PROGRAM = """
import lectern
with lectern.open("book.epub") as book:
    print(book.title, "by", book.authors[0])
    print(next(book.matches("whale")).text)
assert lectern.live_handles() == {}
"""


def python(version):
    """An interpreter of this version, if the machine has one."""
    places = [*map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")), shutil.which(f"python{version}")]
    for place in filter(None, places):
        # It may be a shim for a version that is not installed.
        if subprocess.run([place, "-c", "import venv"], capture_output=True, timeout=60).returncode == 0:
            return place
    pytest.skip(f"there is no Python {version}")


def environment(**more):
    """The environment without variables that refer to the checkout."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LECTERN_LIBRARY")} | more


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the package and of the reader, for the files that setuptools writes."""
    root = tmp_path_factory.mktemp("source")
    ignored = shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    shutil.copytree(READER, root / "apps/reader", ignore=ignored)
    return shutil.copytree(PACKAGE, root / "bindings/python", ignore=ignored)


def build(source, target, **variables):
    return subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
                           "--disable-pip-version-check", "-w", target, source], capture_output=True, text=True, timeout=120,
                          env=environment(**variables))


@pytest.fixture(scope="module")
def wheel(source, library, tmp_path_factory):
    if not find_spec("setuptools") or not find_spec("pip"):
        pytest.skip("setuptools is not installed")
    target = tmp_path_factory.mktemp("wheel")
    done = build(source, target, LECTERN_LIBRARY=str(library))
    assert done.returncode == 0, done.stderr
    return next(target.glob("*.whl"))


def test_the_wheel_is_complete(wheel, library):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("lectern/")}
        packed = archive.read(f"lectern/{library.name}")
    assert wheel.name.startswith("liblectern-")
    assert packed == library.read_bytes()
    sources = {path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "lectern").rglob("*")
               if path.suffix in (".py", ".typed")}
    reader = {f"lectern/_reader/{path.relative_to(READER).as_posix()}" for path in READER.rglob("*")
              if path.is_file() and path.suffix != ".pyc"}
    assert names == sources | reader | {f"lectern/{library.name}"}


def test_the_wheel_says_where_it_runs(wheel, library):
    if not shutil.which("objdump"):
        pytest.skip("objdump is not installed")
    symbols = subprocess.run(["objdump", "-T", library], capture_output=True, text=True, check=True, timeout=60).stdout
    # Wheel tools do not know the versions 2.18 to 2.23, and 2.25.
    needed = max(26, *(int(minor) for minor in re.findall(r"\(GLIBC_2\.(\d+)", symbols)))
    assert f"-py3-none-manylinux_2_{needed}_{os.uname().machine}.whl" in wheel.name


def test_auditwheel_agrees(wheel):
    if not find_spec("auditwheel"):
        pytest.skip("auditwheel is not installed")
    done = subprocess.run([sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    tag = re.search(r"manylinux_2_\d+_\w+?(?=\.whl)", wheel.name)[0]
    assert f'platform tag: "{tag}"' in " ".join(done.stdout.split()), done.stdout


@pytest.mark.parametrize("version", [f"3.{minor}" for minor in range(9, 15)])
def test_a_fresh_environment(version, wheel, book, tmp_path):
    """Installed into an empty environment, and used in a folder that only has a book."""
    if not sys.version.startswith(f"{version}.") and not os.environ.get("LECTERN_EVERY_PYTHON"):
        pytest.skip("`make wheel` tries the other versions of Python")
    interpreter = python(version)
    subprocess.run([interpreter, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True, timeout=120)
    inside = tmp_path / "venv/bin/python"
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", inside, "install", "--quiet",
                    "--no-index", "--no-compile", wheel], check=True, timeout=120, env=environment())
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(book, folder / "book.epub")
    done = subprocess.run([inside, "-W", "error", "-c", PROGRAM], cwd=folder, capture_output=True, text=True, timeout=60,
                          env=environment())
    assert done.stdout == "Read Aloud by Herman Melville\nWhale\n" and not done.stderr, done.stderr
    # The command line and the reader are included.
    done = subprocess.run([tmp_path / "venv/bin/lectern", "toc", "book.epub"], cwd=folder, capture_output=True, text=True, timeout=60,
                          env=environment())
    assert done.stdout.startswith("Read Aloud\nLoomings\n") and not done.stderr, done.stderr
    reader = subprocess.Popen([inside, "-W", "error", "-m", "lectern", "read", "book.epub", "--no-browser", "--data", "data"], cwd=folder,
                              stdout=subprocess.PIPE, text=True, env=environment())
    assert reader.stdout.readline().startswith("Reading book.epub at http://127.0.0.1:")
    reader.send_signal(signal.SIGINT)
    reader.communicate(timeout=30)
    assert reader.returncode == 0
    # Runs the scenario with the installed package, too.
    scenario_books.make(folder)
    done = subprocess.run([inside, "-W", "error", HERE / "run_python.py", HERE / "scenario.txt"], cwd=folder, capture_output=True,
                          text=True, timeout=60, env=environment())
    assert not done.stderr, done.stderr
    assert test_scenario.answers(done.stdout) == test_scenario.golden()


def test_a_checkout_has_the_library(source, library, tmp_path):
    """`pip install .` takes the library that `make lib` has built."""
    if not find_spec("setuptools"):
        pytest.skip("setuptools is not installed")
    for folder in "include", "build/lib", "bindings":
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "include/lectern.h", tmp_path / "include")
    (tmp_path / "build/lib" / library.name).symlink_to(library)
    package = shutil.copytree(source, tmp_path / "bindings/python")
    subprocess.run([sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", tmp_path / "made"], cwd=package, check=True,
                   timeout=60, env=environment(SWIFT="no-such-program"))
    assert (tmp_path / "made/lectern" / library.name).read_bytes() == library.read_bytes()
    (tmp_path / "build/lib" / library.name).unlink()
    build_py = [sys.executable, "setup.py", "--quiet", "build_py"]
    done = subprocess.run(build_py, cwd=package, capture_output=True, text=True, timeout=60, env=environment(SWIFT="no-such-program"))
    assert done.returncode != 0 and "is not a file" in done.stderr and "Swift toolchain" in done.stderr
    # With a toolchain, the library is built.
    (tmp_path / "Makefile").write_text(f"lib:\n\tcp {library} build/lib/{library.name}\n")
    subprocess.run(build_py, cwd=package, check=True, timeout=60, env=environment(SWIFT=sys.executable))
    assert list((package / "build").rglob(library.name))


@pytest.mark.parametrize("variables, sentences", [
    ({}, ("liblectern is not there", "make lib", "LECTERN_LIBRARY")),
    ({"LECTERN_LIBRARY": "nowhere.so"}, ("nowhere.so is not a file", "make wheel")),
])
def test_what_is_missing_is_said(variables, sentences, source):
    if not find_spec("setuptools"):
        pytest.skip("setuptools is not installed")
    done = subprocess.run([sys.executable, "setup.py", "--quiet", "build_py"], cwd=source, capture_output=True, text=True, timeout=60,
                          env=environment(**variables))
    assert done.returncode != 0 and all(sentence in done.stderr for sentence in sentences), done.stderr
