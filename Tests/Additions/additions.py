# SPDX-License-Identifier: BSD-3-Clause
"""Adds a setting and a format to a copy of the sources, following docs/architecture.md, and tests both.

Prints the number of files that each required.  Fails if a change to the code makes either of them touch more places.

    additions.py [--copy DIRECTORY]
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = "Sources/LecternNavigator/Settings/"
SHEETS = "Sources/LecternNavigator/Stylesheets/"

#: The label of the test setting in each language except English, which is in its row.
LABELS = {"de": "Kapit\u00e4lchen", "fr": "Petites capitales", "es": "Versalitas",
          "ja": "\u30b9\u30e2\u30fc\u30eb\u30ad\u30e3\u30d4\u30bf\u30eb", "ar": "\u062d\u0631\u0648\u0641 \u0635\u063a\u064a\u0631\u0629"}

#: file -> (the text to insert before, the text to insert): a row, its words, and its CSS property.
SETTING = {
    SETTINGS + "EPUBRows.swift": ('        SettingDefinition(\n            key: "lineHeight"', '''\
        SettingDefinition(
            key: "smallCapitals", label: "Small capitals", type: .toggle, builtIn: false, requires: [reflowable],
            reflows: true),
'''),
    **{f"Sources/LecternNavigator/Languages/{language}.json": ('    "lineHeight": ', f'    "smallCapitals": "{label}",\n')
       for language, label in LABELS.items()},
    SHEETS + "ReadiumCSS+UserProperties.swift": (
        '        CSSProperty("a11yNormalize"',
        '        CSSProperty("smallCapitals", flag: "readium-small-capitals-on") { $0.rendered("smallCapitals") == true },\n'),
}

#: A story: an archive with a text whose first line is the title.
FORMAT = {
    "Sources/LecternFormats/Story/StoryFormat.swift": (None, '''\
// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Reads stories: an archive with a text, whose first line is the title.
enum StoryFormat {
    static let container = ContainerFormat(
        specification: "story",
        rows: [FormatTable.row([.zip, "story"], "application/x-story+zip", "story")],
        recognizes: { $0.has("story.txt") },
        parse: { candidate throws(Failure) in try parse(candidate.container, limits: candidate.limits) })

    static func parse(_ container: any Container, limits: Limits) throws(Failure) -> ParsedPublication {
        var files = PublicationFiles(container, limits: limits)
        guard let entry = container.entry(at: "story.txt") else {
            throw Failure(.format, "There is no story.txt.", path: ["story.txt"])
        }
        let title = try files.read(entry).withBytes { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\\n") }, as: UTF8.self)
        }
        var manifest = Manifest(metadata: Metadata(title: LocalizedString(title)))
        manifest.readingOrder = [Link(href: "story.txt", type: "text/plain")]
        return ParsedPublication(manifest: manifest, mediaType: "application/x-story+zip", warnings: files.log.all)
    }
}
'''),
    "Sources/LecternFormats/Opening/Formats.swift": ("        FictionBookFormat.container, DAISYFormat.container,", "        StoryFormat.container,\n"),
}


def copy_sources(copy):
    """Copies the files that git tracks over an earlier copy, so that its build can be continued."""
    names = subprocess.run(["git", "ls-files", "-z", "Package.swift", "Sources", "Tests", "include", "bindings", "scripts"], cwd=ROOT,
                           check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = (ROOT / name).read_bytes()
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)


def add(copy, changes):
    for name, (before, text) in changes.items():
        path = copy / name
        if before is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            continue
        source = path.read_text(encoding="utf-8")
        if source.count(before) != 1:
            sys.exit(f"{name} has {source.count(before)} places for {text.strip()!r}")
        path.write_text(source.replace(before, text + before), encoding="utf-8")


def build(copy):
    environment = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX")}
    done = subprocess.run([os.environ.get("SWIFT", "swift"), "build", "--product", "lectern", "--disable-local-rpath"], cwd=copy,
                          env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout[-4000:] + done.stderr[-2000:])
    return copy / ".build" / "debug" / "liblectern.so"


def check(lectern, folder):
    """Uses both through the library, as a host would."""
    path = pathlib.Path(folder) / "one.story"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("story.txt", "The Lighthouse\nIt was dark.\n")
    with path.open("rb") as file:
        assert lectern.sniff(file)["mediaType"] == "application/x-story+zip"
    with lectern.Publication.open(path) as book:
        assert book.manifest["metadata"]["title"] == "The Lighthouse"
        assert book.get("story.txt").read() == b"The Lighthouse\nIt was dark.\n"
        assert [position["href"] for position in book.positions] == ["story.txt"]
    assert "application/x-story+zip" in str(lectern.build_info()), "build_info() does not list the format"

    manifest = {"metadata": {"title": "A", "language": "en"}, "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest) as book:
        with lectern.Navigator(book, {"preferences": {"smallCapitals": True}}) as navigator:
            setting = navigator.settings["settings"]["smallCapitals"]
            assert (setting["label"], setting["value"], setting["isEffective"]) == ("Small capitals", True, True), setting
            assert "readium-small-capitals-on" in navigator.css("a.html")["properties"].values()
        with lectern.Navigator(book, {"locale": "de"}) as navigator:
            assert navigator.settings["settings"]["smallCapitals"]["label"] == LABELS["de"]
    assert not lectern.live_handles()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--copy", type=pathlib.Path, default=ROOT / "build" / "additions")
    copy = parser.parse_args().copy
    copy_sources(copy)
    shutil.rmtree(copy / "Sources/LecternFormats/Story", ignore_errors=True)
    add(copy, SETTING)
    add(copy, FORMAT)
    os.environ["LECTERN_LIBRARY"] = str(build(copy))
    import lectern  # loads the library

    with tempfile.TemporaryDirectory() as folder:
        check(lectern, folder)
    for what, changes in (("setting", SETTING), ("format", FORMAT)):
        lines = sum(text.count("\n") for _, text in changes.values())
        print(f"a {what}: {len(changes)} files, {lines} lines: {', '.join(pathlib.Path(name).name for name in changes)}")


if __name__ == "__main__":
    main()
