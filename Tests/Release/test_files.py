# SPDX-License-Identifier: BSD-3-Clause
"""The release is complete, and passes lintian, auditwheel and the schema of CycloneDX."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from xml.etree import ElementTree

import pytest

import lectern
from support.tree import ROOT
from version import ABI, VERSION


#: For each artifact for Kotlin, its sources and what it depends on.
ARTIFACTS = {"lectern": ("bindings/kotlin/src", {"jna", "kotlin-stdlib"}),
             "lectern-coroutines": ("bindings/kotlin/coroutines/src", {"lectern", "kotlinx-coroutines-core"})}


def test_pieces(release):
    """Either all packages for ARM are included, or none."""
    names = {path.name for path in release.folder.iterdir()}
    debian = f"{VERSION}-1"
    both = {f"lectern-{VERSION}.tgz", f"liblectern-{VERSION}.tar.gz", f"lectern_{VERSION}.orig.tar.gz", f"lectern_{debian}.dsc",
            f"lectern_{debian}.debian.tar.xz", f"liblectern-doc_{debian}_all.deb", f"python3-lectern_{debian}_all.deb", "SHA256SUMS",
            *(f"{artifact}-{VERSION}{ending}" for artifact in ARTIFACTS for ending in (".jar", "-sources.jar", "-javadoc.jar", ".pom"))}
    wanted = both | of("x86_64", "amd64", debian, names)
    if any("aarch64" in name or "arm64" in name for name in names):
        wanted |= of("aarch64", "arm64", debian, names)
    assert names == wanted


def of(linux, debian, version, names):
    wheels = [name for name in names if re.fullmatch(rf"liblectern-{re.escape(VERSION)}-py3-none-manylinux_2_\d+_{linux}\.whl", name)]
    assert len(wheels) == 1
    return {*wheels, f"lectern-{VERSION}-linux-{linux}.tar.gz", f"lectern-{VERSION}-linux-{linux}.cdx.json",
            *(f"{name}_{version}_{debian}.deb" for name in (f"liblectern{ABI}", "liblectern-dev")),
            *(f"lectern_{version}_{debian}.{ending}" for ending in ("changes", "buildinfo"))}


def test_checksums(release):
    listed = dict(reversed(line.split("  ")) for line in (release.folder / "SHA256SUMS").read_text().splitlines())
    assert listed == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in release.folder.iterdir()
                      if path.name != "SHA256SUMS"}


def test_bill_of_materials(release, library):
    """It follows the schema, and agrees with build_info() and the licence files."""
    for path in release.all("*.cdx.json"):
        bill = json.loads(path.read_text())
        parts = {one["name"]: one for one in bill["components"]}
        info = lectern.build_info()
        assert set(info["dependencies"]) | set(info["optionalDependencies"]) <= parts.keys()
        inside = {name for name, one in parts.items() if {"name": "lectern:linked", "value": "inside"} in one["properties"]}
        assert inside == {path.stem for path in (ROOT / "packaging/licences").iterdir()}
        assert all(parts[name]["version"] and parts[name]["licenses"] for name in inside)
        assert {name: parts[name]["version"] for name in info["dependencies"].keys() & inside} == \
            {name: version for name, version in info["dependencies"].items() if name in inside}
        with tarfile.open(release.one(path.name.replace(".cdx.json", ".tar.gz"))) as archive:
            top = path.name.removesuffix(".cdx.json")
            packed = archive.extractfile(f"{top}/lib/{library.name}").read()
            assert archive.extractfile(f"{top}/share/doc/lectern/lectern.cdx.json").read() == path.read_bytes()
        assert bill["metadata"]["component"]["hashes"][0]["content"] == hashlib.sha256(packed).hexdigest()
        valid_by_the_schema(path)


def valid_by_the_schema(path):
    validation = pytest.importorskip("cyclonedx.validation.json", reason="cyclonedx-python-lib is not installed")
    from cyclonedx.schema import SchemaVersion

    assert validation.JsonStrictValidator(SchemaVersion.V1_5).validate_str(path.read_text()) is None


def test_lintian(release):
    if not shutil.which("lintian"):
        pytest.skip("lintian is not installed")
    done = subprocess.run(["lintian", "--allow-root", "--tag-display-limit", "0", *release.all("*.dsc", "*.changes")], capture_output=True,
                          text=True, timeout=300)
    found = [line for line in done.stdout.splitlines() if line.startswith(("E:", "W:"))]
    # The default maintainer has an invalid address.
    assert not [line for line in found if "mail" not in line], "\n".join(found)


def test_auditwheel(release):
    program = ROOT / "build/venv/bin/auditwheel"
    if not program.exists():
        pytest.skip("auditwheel is not installed")
    for wheel in release.all("*.whl"):
        done = subprocess.run([program, "show", wheel], capture_output=True, text=True, timeout=120)
        tag = r"manylinux_2_(\d+)_(\w+?)"
        promised, needed = re.search(rf"{tag}\.whl", wheel.name), re.search(rf'platform tag: "{tag}"', " ".join(done.stdout.split()))
        # Wheel tools have no tags between 2.17 and 2.26, so that a wheel may need an older glibc than its tag says.
        assert needed and needed[2] == promised[2] and int(needed[1]) <= int(promised[1]), done.stdout + done.stderr


@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_maven_artifacts(artifact, release):
    """The POM lists the dependencies, and the source jar contains all source files."""
    folder, needed = ARTIFACTS[artifact]
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    pom = ElementTree.parse(release.one(f"{artifact}-{VERSION}.pom")).getroot()
    assert (pom.find("m:artifactId", space).text, pom.find("m:version", space).text) == (artifact, VERSION)
    needs = {one.find("m:artifactId", space).text: one.find("m:version", space).text for one in pom.iterfind(".//m:dependency", space)}
    assert needs.keys() == needed and all(re.match(r"\d+\.\d+", version) for version in needs.values())
    sources = {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*.kt")}
    with zipfile.ZipFile(release.one(f"{artifact}-{VERSION}-sources.jar")) as archive:
        assert set(archive.namelist()) == sources | {"META-INF/MANIFEST.MF", "META-INF/LICENSE"}
    with zipfile.ZipFile(release.one(f"{artifact}-{VERSION}-javadoc.jar")) as archive:
        assert {"index.html", "bindings/kotlin.html"} <= set(archive.namelist())
    with zipfile.ZipFile(release.one(f"{artifact}-{VERSION}.jar")) as archive:
        assert any(name.endswith(".class") for name in archive.namelist())


def test_processors(release):
    """The jar and the npm package have the library for each processor."""
    with zipfile.ZipFile(release.one(f"lectern-{VERSION}.jar")) as archive:
        natives = {name.split("/")[0] for name in archive.namelist() if name.endswith("liblectern.so")}
    with tarfile.open(release.one("*.tgz")) as archive:
        addons = {name.split("/")[1] for name in archive.getnames() if name.endswith("lectern.node")}
        facts = json.load(archive.extractfile("package/package.json"))
    assert facts["version"] == VERSION
    arm = bool(release.all("*aarch64.whl"))
    assert natives == {"linux-x86-64", *(["linux-aarch64"] if arm else [])} and addons == {"linux-x64", *(["linux-arm64"] if arm else [])}


def test_the_source_distribution_is_what_git_has(release):
    tracked = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
    with tarfile.open(release.one("liblectern-*.tar.gz")) as archive:
        top = f"liblectern-{VERSION}"
        assert {name.removeprefix(f"{top}/") for name in archive.getnames()} == {*filter(lambda name: os.path.lexists(ROOT / name), tracked), "PKG-INFO"}
        assert b"\nName: liblectern\n" in archive.extractfile(f"{top}/PKG-INFO").read()
