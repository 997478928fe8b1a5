#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Debian packages from the installed files, with dpkg-dev.  Usage: deb.py LIBRARY FOLDER

    liblectern0      the library, with its symbols file
    liblectern-dev   headers for C and C++, CMake and pkg-config files, schemas, the description of the interface
    python3-lectern  the Python package

DEBFULLNAME and DEBEMAIL name the maintainer, as for other Debian tools.
"""
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from email.utils import formatdate
from pathlib import Path

from machine import ARM64, machine

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging/debian"
VERSION = re.search(r'#define LECTERN_VERSION "(.+)"', (ROOT / "include/lectern.h").read_text())[1]
MAINTAINER = f"{os.environ.get('DEBFULLNAME', 'Lectern maintainers')} <{os.environ.get('DEBEMAIL', 'maintainers@lectern.invalid')}>"

#: For each package, its part of what `make install` installs, and its control file.
PACKAGES = {
    "liblectern0": {
        "paths": ["usr/lib/*/liblectern.so.*"],
        "section": "libs", "multi-arch": "same", "depends": "${shlibs}",
        "recommends": "libarchive13, libcmark0.30.2, libjpeg62-turbo, libpng16-16, libwebp7, libgif7, libsqlite3-0, libpcre2-8-0",
        "summary": "library that opens books for reading apps",
        "text": ["Lectern opens EPUB, comics, audiobooks, PDF and web publications, and", "describes them as Readium does:"
                 " a manifest, positions, resources, search,", "settings from preferences, and decorations."],
    },
    "liblectern-dev": {
        "paths": ["usr/include/*", "usr/lib/*/*.so", "usr/lib/*/pkgconfig", "usr/lib/*/cmake", "usr/share/lectern"],
        "section": "libdevel", "multi-arch": "same", "depends": f"liblectern0 (= {VERSION})", "recommends": "nlohmann-json3-dev",
        "summary": "library that opens books for reading apps - development files",
        "text": ["The headers for C and for C++17, files for CMake and pkg-config, the", "schemas of the JSON, and a"
                 " description of the interface for programs."],
    },
    "python3-lectern": {
        "paths": ["usr/bin", "usr/lib/python3"],
        "section": "python", "architecture": "all", "depends": f"python3:any (>= 3.9), liblectern0 (>= {VERSION})",
        "recommends": "python3-rich",
        "summary": "library that opens books for reading apps - Python 3",
        "text": ["The package lectern for Python 3, which calls the library through ctypes,", "and the command line."],
    },
}
#: Additional files of the control archive.
SCRIPTS = {
    "liblectern0": {"triggers": "activate-noawait ldconfig\n"},
    "python3-lectern": {
        "postinst": "#!/bin/sh\nset -e\nif command -v py3compile >/dev/null 2>&1; then py3compile -p python3-lectern; fi\n",
        "prerm": "#!/bin/sh\nset -e\nif command -v py3clean >/dev/null 2>&1; then py3clean -p python3-lectern; fi\n",
    },
}
#: The script /usr/bin/lectern.
COMMAND = "#!/usr/bin/python3\nimport sys\n\nfrom lectern.cli import main\n\nsys.exit(main())\n"
#: lintian tags to override, with the reason.
OVERRIDES = {
    "liblectern0": [("embedded-library", "expat and libdeflate are linked in, so that one library runs on any system")],
    "python3-lectern": [("no-manual-page", "lectern --help and the help of each command say the same")],
}


def main(library, folder):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        work = Path(work)
        # For the other tools of dpkg, too.
        os.environ["DEB_HOST_ARCH"] = architecture = machine(library).debian
        triplet = run("dpkg-architecture", "-a", architecture, "-q", "DEB_HOST_MULTIARCH").strip()
        installed = work / "installed"
        run(ROOT / "scripts/install.sh", Path(library).resolve(), installed, "/usr", f"/usr/lib/{triplet}")
        shutil.copytree(ROOT / "bindings/python/lectern", installed / "usr/lib/python3/dist-packages/lectern",
                        ignore=shutil.ignore_patterns("__pycache__", "liblectern*"))
        shutil.copytree(ROOT / "apps/reader", installed / "usr/lib/python3/dist-packages/lectern/_reader",
                        ignore=shutil.ignore_patterns("__pycache__"))
        command = installed / "usr/bin/lectern"
        command.parent.mkdir()
        command.write_text(COMMAND)
        command.chmod(0o755)
        for name, facts in PACKAGES.items():
            print(build(name, facts, work, installed, architecture, folder))


def build(name, facts, work, installed, architecture, folder):
    root = work / name
    for pattern in facts["paths"]:
        for path in sorted(installed.glob(pattern)):
            target = root / path.relative_to(installed)
            target.parent.mkdir(parents=True, exist_ok=True)
            path.rename(target)
    documents(name, root)
    control = root / "DEBIAN"
    control.mkdir()
    for file, text in SCRIPTS.get(name, {}).items():
        (control / file).write_text(text)
        (control / file).chmod(0o755 if text.startswith("#!") else 0o644)
    depends = facts["depends"].replace("${shlibs}", symbols(name, root, work) if "${shlibs}" in facts["depends"] else "")
    architecture = facts.get("architecture", architecture)
    size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file()) // 1024 + 1
    fields = {
        "Package": name, "Source": "lectern", "Version": VERSION, "Architecture": architecture, "Maintainer": MAINTAINER,
        "Installed-Size": size, "Depends": depends, "Recommends": facts.get("recommends"), "Section": facts["section"],
        "Priority": "optional", "Multi-Arch": facts.get("multi-arch"),
        "Description": facts["summary"] + "".join(f"\n {line}" for line in facts["text"]),
    }
    (control / "control").write_text("".join(f"{field}: {value}\n" for field, value in fields.items() if value))
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in sorted(root.rglob("*"))
            if path.is_file() and not path.is_symlink() and control not in path.parents]
    (control / "md5sums").write_text("".join(sums))
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    root.chmod(0o755)
    made = folder / f"{name}_{VERSION}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, made)
    return made


def documents(name, root):
    """Writes the files that every package has in usr/share/doc."""
    folder = root / "usr/share/doc" / name
    folder.mkdir(parents=True)
    (folder / "copyright").write_text(copyright_file())
    date = formatdate(int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()))
    log = f"lectern ({VERSION}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {MAINTAINER}  {date}\n"
    write_compressed(folder / "changelog.gz", log)
    if name in OVERRIDES:
        overrides = root / "usr/share/lintian/overrides" / name
        overrides.parent.mkdir(parents=True)
        overrides.write_text("".join(f"# {reason}\n{name}: {tag} *\n" for tag, reason in OVERRIDES[name]))


def write_compressed(path, text):
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(text.encode())


def copyright_file():
    """The licences of Lectern and of the libraries linked into it, in one file."""
    def indented(text):
        return "".join(f" {line}\n" if line else " .\n" for line in text.strip().splitlines())

    own = (PACKAGING / "copyright").read_text().replace("@LICENSE@\n", indented((ROOT / "LICENSE").read_text()))
    parts = [own]
    for path in sorted((ROOT / "packaging/licences").glob("*.txt")):
        text = path.read_text()
        if "Apache License" in text:  # Debian ships this licence once for all packages.
            exception = text[text.index("As an exception"):]
            text = f"Apache-2.0, see /usr/share/common-licenses/Apache-2.0, with the Runtime Library Exception:\n\n{exception}"
        parts.append(f"License: {path.stem}\n{indented(text)}")
    return "\n".join(parts)


def symbols(name, root, work):
    """Writes the symbols file, with the versions in packaging, and returns the dependencies of the library."""
    debian = work / "debian"
    debian.mkdir()
    (debian / "control").write_text(f"Source: lectern\nMaintainer: {MAINTAINER}\n\nPackage: {name}\nArchitecture: any\n")
    run("dpkg-gensymbols", f"-p{name}", f"-v{VERSION}", f"-P{root}", f"-I{PACKAGING}/{name}.symbols", f"-O{root}/DEBIAN/symbols",
        "-c4", cwd=work)
    library = next(root.glob("usr/lib/*/liblectern.so.*"))
    (root / "DEBIAN/shlibs").write_text(f"liblectern {library.suffix[1:]} {name} (>= {VERSION})\n")
    # Another system's packages are not installed here.
    system = ARM64.parents[1] / "root"
    known = [f"--admindir={system}/var/lib/dpkg", *(f"-l{folder}" for folder in system.glob("lib/*-linux-gnu"))]
    line = run("dpkg-shlibdeps", *(known if machine(library) == machine(ARM64) else ()), "-O", f"-S{root}", library, cwd=work)
    return re.search(r"shlibs:Depends=(.*)", line)[1]


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"deb: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
