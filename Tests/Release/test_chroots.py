# SPDX-License-Identifier: BSD-3-Clause
"""Installs each package in a minimal system, as a user would, and opens a book there."""
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import kotlin
from support.tree import EXAMPLES, ROOT
from version import VERSION

from .chroot import PATH, Chroot, system

PROGRAM = "import lectern; book = lectern.open('book.epub'); print(book.title, len(book.positions), lectern.__file__)"


@pytest.fixture
def empty(chroot, book):
    chroot.bring(book)
    return chroot


def answers_in_python(chroot, python, place):
    title, positions, path = chroot.run(python, "-W", "error", "-c", PROGRAM).rsplit(maxsplit=2)
    assert (title, positions) == ("Read Aloud", "34") and path.startswith(place)


def test_wheel(empty, release):
    empty.bring(release.one("*x86_64.whl"))
    empty.run("python3", "-m", "venv", "/venv")
    empty.run("sh", "-c", "/venv/bin/pip install --no-index *.whl")
    answers_in_python(empty, "/venv/bin/python", "/venv/lib")
    assert empty.run("/venv/bin/lectern", "toc", "book.epub").startswith("Read Aloud\nLoomings\n")
    for path in ("man/man1/lectern.1", "man/man3/liblectern.3", *(f"doc/liblectern/{name}" for name in (
            "LICENSE", "licences/expat.txt", "reference/index.html"))):
        assert empty.exists(f"/venv/share/{path}"), path
    empty.run("/venv/bin/pip", "uninstall", "--yes", "liblectern")
    assert not empty.exists("/venv/share/man/man1/lectern.1") and not empty.exists("/venv/bin/lectern")


def test_wheel_for_arm(release, book):
    """Runs Python in an emulator. The packages of the ARM system are unpacked but not configured."""
    wheels = release.all("*aarch64.whl")
    emulator = shutil.which("qemu-aarch64-static")
    if not wheels or not emulator:
        pytest.skip("there is no wheel for ARM" if emulator else "qemu-user-static is not installed")
    root = Chroot(system("arm64", "--variant=extract", "--arch=arm64", "--include=python3-minimal,libpython3-stdlib,zlib1g"), "arm64").root
    try:
        subprocess.run([ROOT / "build/venv/bin/pip", "install", "--quiet", "--no-index", "--no-deps", "--only-binary=:all:",
                        f"--platform={wheels[0].stem.rpartition('-')[2]}", f"--target={root}/site", *wheels], check=True, timeout=120)
        shutil.copy(emulator, root)
        shutil.copy(book, root)
        python = next((root / "usr/bin").glob("python3.*")).relative_to(root)
        done = subprocess.run(["chroot", root, f"/{Path(emulator).name}", f"/{python}", "-W", "error", "-c", PROGRAM],
                              capture_output=True, text=True, timeout=120, env={"PATH": PATH, "PYTHONPATH": "/site"})
        assert (done.stdout, done.stderr) == ("Read Aloud 34 /site/lectern/__init__.py\n", "")
    finally:
        shutil.rmtree(root)


def test_source_distribution_says_what_is_missing(empty, release):
    empty.bring(release.one("liblectern-*.tar.gz"))
    empty.run("python3", "-m", "venv", "/venv")
    done = empty.start("sh", "-c", "/venv/bin/pip wheel --no-deps liblectern-*.tar.gz")
    assert done.returncode != 0 and "put a Swift toolchain (6.3 or later) into PATH" in done.stdout + done.stderr


@pytest.mark.skipif(not os.environ.get("LECTERN_SLOW"), reason="LECTERN_SLOW=1 builds the library from the source distribution")
def test_source_distribution_builds(empty, release):
    swift = Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parents[1]
    empty.bring(release.one("liblectern-*.tar.gz"))
    empty.install("binutils", "g++", "libcurl4", "libdeflate-dev", "libexpat1-dev", "libncurses6", "libsqlite3-0", "libxml2", "make", "zlib1g-dev")
    (empty.root / "swift").mkdir()
    empty.run("python3", "-m", "venv", "/venv")
    subprocess.run(["mount", "--bind", swift, empty.root / "swift"], check=True)
    try:
        empty.run("sh", "-c", "/venv/bin/pip wheel --no-deps liblectern-*.tar.gz", PATH=f"/swift/bin:{PATH}", timeout=1800)
    finally:
        subprocess.run(["umount", empty.root / "swift"], check=True)
    empty.run("sh", "-c", "/venv/bin/pip install --no-index *.whl")
    answers_in_python(empty, "/venv/bin/python", "/venv/lib")


def test_npm_package(empty, release):
    empty.bring(release.one("lectern-*.tgz"))
    empty.install("nodejs")
    # The same as `npm install`, because the package has no dependencies and no scripts.
    empty.run("sh", "-c", "mkdir -p node_modules/lectern && tar -xzf lectern-*.tgz -C node_modules/lectern --strip-components=1")
    program = "const { openSync } = require('lectern'); console.log(openSync('book.epub').title);"
    assert empty.run("node", "-e", program) == "Read Aloud\n"


def test_jar(empty, release, tmp_path):
    jar = release.one(f"lectern-{VERSION}.jar")
    subprocess.run(["javac", "-encoding", "UTF-8", "--release", "17", "-cp", kotlin.joined([jar, *kotlin.libraries()]), "-d", tmp_path,
                    EXAMPLES / "java/Read.java"], check=True, timeout=120)
    empty.bring(jar, kotlin.standard_library(), *tmp_path.glob("*.class"))
    empty.install("libjna-java", "openjdk-17-jre-headless")
    shown = empty.run("java", "-cp", ".:*:/usr/share/java/jna.jar", "Read", "book.epub")
    assert shown.startswith("\nRead Aloud: Pieces for a Lectern")


def test_tarball(empty, release):
    empty.bring(release.one("*-linux-x86_64.tar.gz"), EXAMPLES / "c/describe.c")
    empty.install("gcc", "libc6-dev", "pkg-config")
    empty.run("sh", "-c", "tar -xzf lectern-*.tar.gz && rm lectern-*.tar.gz && mv lectern-* 'some where'")
    where = "/srv/some where"
    empty.run("sh", "-c", "eval gcc -std=c99 describe.c -o describe $(pkg-config --cflags --libs lectern)",
              PKG_CONFIG_PATH=f"{where}/lib/pkgconfig")
    assert "Read Aloud" in empty.run("./describe", "book.epub", LD_LIBRARY_PATH=f"{where}/lib")
    assert empty.run("python3", "-m", "lectern", "toc", "book.epub", PYTHONPATH=f"{where}/python").startswith("Read Aloud\nLoomings\n")
    assert empty.exists(f"{where}/share/man/man3/liblectern.3") and empty.exists(f"{where}/share/doc/lectern/lectern.cdx.json")


def test_debian_packages(empty, release):
    empty.bring(*release.all("*_amd64.deb", "*_all.deb"), EXAMPLES / "c/describe.c")
    before = files_of(empty)
    empty.install("gcc", "libc6-dev", "pkg-config", *(f"./{path.name}" for path in empty.work.glob("*.deb")))
    empty.run("sh", "-c", "gcc -std=c99 describe.c -o describe $(pkg-config --cflags --libs lectern)")
    assert "Read Aloud" in empty.run("./describe", "book.epub")
    assert empty.run("lectern", "toc", "book.epub").startswith("Read Aloud\nLoomings\n")
    answers_in_python(empty, "python3", "/usr/lib/python3/dist-packages/")
    for path in ("man/man1/lectern.1.gz", "man/man3/liblectern.3.gz", "doc/liblectern-doc/reference/index.html"):
        assert empty.exists(f"/usr/share/{path}"), path
    empty.run("sh", "-c", "dpkg --purge $(dpkg-query -W -f '${source:Package} ${Package}\\n' | sed -n 's/^lectern //p')")
    assert not [path for path in files_of(empty) - before if "lectern" in path]


def files_of(chroot):
    return set(chroot.run("find", "/usr", "/etc", "/var/lib", "-xdev").splitlines())


def test_tests_of_the_source_package(empty, release):
    """autopkgtest installs the packages, and runs debian/tests."""
    if not shutil.which("autopkgtest"):
        pytest.skip("autopkgtest is not installed")
    empty.run("apt-get", "-qq", "update")
    done = subprocess.run(["autopkgtest", "--no-built-binaries", *release.all("*_amd64.deb", "*_all.deb"), release.one("*.dsc"),
                           "--", "chroot", empty.root], capture_output=True, text=True, timeout=590, env={"PATH": os.environ["PATH"]})
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert "program              PASS" in done.stdout + done.stderr and "command-line         PASS" in done.stdout + done.stderr
