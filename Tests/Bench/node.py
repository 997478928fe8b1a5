# SPDX-License-Identifier: BSD-3-Clause
"""Measures the cost of a call through the Node binding.  Usage: python -m Bench.node FOLDER"""
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import node_package

HERE = Path(__file__).resolve().parent


def large_book(folder):
    """A book with a manifest of one megabyte."""
    path = folder / "large-manifest.webpub"
    links = [{"href": f"text/chapter-{i}.html", "type": "text/html", "title": f"Chapter {i}, in which it happens"}
             for i in range(11_000)]
    manifest = {"@context": "https://readium.org/webpub-manifest/context.jsonld", "metadata": {"title": "Large"},
                "links": [], "readingOrder": links}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest, ensure_ascii=False))
        archive.writestr(links[0]["href"], "<p>The first one.</p>")
    return path


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    try:
        node = node_package.node()
        node_package.addon()
    except node_package.Missing as missing:
        print(f"Node is not measured: {missing}")
        return
    bare = folder / "bare.node"
    source = HERE / "bare_node.c"
    command = [node_package.compiler(), *node_package.flags(), "-o", bare, source, node_package.LIBRARY]
    subprocess.run(command, check=True)
    subprocess.run([node, HERE / "node.mjs", bare.resolve(), large_book(folder)], check=True,
                   env={**os.environ, "LD_LIBRARY_PATH": str(node_package.LIBRARY.parent)})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
