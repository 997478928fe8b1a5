#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the SBOM of a library file: linked and loaded libraries, in the JSON format of CycloneDX 1.5.

Usage: sbom.py LIBRARY

The script calls the library; for ARM, it uses the emulator of scripts/arm64.sh.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

from machine import ARM64, ROOT, machine

#: SPDX expressions of the linked parts.  The names are those of the files in packaging/licences.
INSIDE = {
    "expat": "MIT",
    "libdeflate": "MIT",
    "swift": "Apache-2.0 WITH Swift-exception",
    "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "unicode": "Unicode-DFS-2016",
}
#: Shared libraries of the system that are required.
NEEDED = {"zlib": "Zlib"}


def bill(library):
    info = build_info(library)
    versions = {**info["dependencies"], "swift": swift_version(library), "libstdc++": gcc_version(library),
                "unicode": unicode_version()}
    components = [component(name, versions[name], licence, text(name), "inside", "required") for name, licence in INSIDE.items()]
    components += [component(name, None, licence, None, "shared", "required") for name, licence in NEEDED.items()]
    components += [component(name, None, None, None, "loaded", "optional") for name in info["optionalDependencies"]]
    about = component("liblectern", info["version"], "BSD-3-Clause", (ROOT / "LICENSE").read_text(encoding="utf-8"), None, None)
    about["hashes"] = [{"alg": "SHA-256", "content": hashlib.sha256(library.read_bytes()).hexdigest()}]
    about["properties"] = [{"name": "lectern:processor", "value": machine(library).linux},
                           {"name": "lectern:soname", "value": library.name}]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, about['hashes'][0]['content'])}", "version": 1,
        "metadata": {"timestamp": date(), "component": about},
        "components": components,
        "dependencies": [{"ref": "liblectern", "dependsOn": [one["bom-ref"] for one in components]}],
    }


def component(name, version, licence, licence_text, linked, scope):
    """Returns a component.  Libraries of the system have no version here."""
    made = {"type": "library", "bom-ref": name, "name": name}
    if version:
        made["version"] = version
    if scope:
        made["scope"] = scope
        made["properties"] = [{"name": "lectern:linked", "value": linked}]
    if licence and " WITH " in licence:
        made["licenses"] = [{"expression": licence}]
    elif licence:
        made["licenses"] = [{"license": {"id": licence}}]
        if licence_text:
            made["licenses"][0]["license"]["text"] = {"contentType": "text/plain", "content": licence_text}
    return made


def text(name):
    return (ROOT / f"packaging/licences/{name}.txt").read_text(encoding="utf-8")


def build_info(library):
    python = ROOT / "build/arm64/bin/python3" if library == ARM64 else sys.executable
    variables = {**os.environ, "LECTERN_LIBRARY": str(library), "PYTHONPATH": str(ROOT / "bindings/python")}
    return json.loads(run(python, "-c", "import json, lectern; print(json.dumps(lectern.build_info()))", env=variables))


def swift_version(library):
    """The version of the compiler, or for ARM, of Debian's package with Swift's library."""
    if library == ARM64:
        package, = (ROOT / "build/arm64/sid/packages").glob("swiftlang_*.deb")
        return package.name.split("_")[1].partition("-")[0]
    return re.search(r"Swift version (\S+)", run(os.environ.get("SWIFT", "swift"), "--version"))[1]


def gcc_version(library):
    """The version of libstdc++: GCC writes its version into a section of each object file."""
    found = re.search(rb"GCC: \([^)]*\) (\d+(?:\.\d+)+)", library.read_bytes())
    return found[1].decode() if found else None


def unicode_version():
    """The version of the generated tables."""
    tables = (path.read_text(encoding="utf-8") for path in (ROOT / "Sources/LecternMarkup").rglob("*.swift"))
    return next(match[1] for one in tables if (match := re.search(r'unicodeVersion = "(.+)"', one)))


def date():
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct")
    return datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def run(*command, env=None):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, env=env).stdout


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(json.dumps(bill(Path(sys.argv[1]).resolve()), indent=2))
