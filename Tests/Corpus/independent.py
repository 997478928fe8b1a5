# SPDX-License-Identifier: BSD-3-Clause
"""What other programs say about a file: calibre, pandoc, ffprobe, libarchive's bsdtar, and Python's own parser of XML."""
import json
import re
import subprocess
import xml.etree.ElementTree as ElementTree


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=300, **more)
    return done.stdout


def letters(text):
    """Letters and digits alone: programs differ in spaces, quotation marks and the marks of lists."""
    return re.sub(r"[\W_]+", "", text)


# ------------------------------------------------------------------------------------------------------------ calibre

def convert(source, target):
    run("ebook-convert", source, target)
    return target


def metadata(path):
    """The fields of calibre's ebook-meta that a book in any format can have."""
    lines = run("ebook-meta", path).decode().splitlines()
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    found = {name.strip(): value.strip() for name, value in fields.items()}
    authors = re.sub(r"\[[^]]*\]", "", found.get("Author(s)", ""))
    return {"title": found.get("Title"), "authors": [one.strip() for one in authors.split("&") if one.strip() not in ("", "Unknown")],
            "languages": found.get("Languages", ""), "publisher": found.get("Publisher"), "series": found.get("Series")}


# ------------------------------------------------------------------------------------------------------------- pandoc

def pandoc(path, form, to):
    return run("pandoc", "-f", form, "-t", to, "--wrap=none", path).decode()


def outline(path, form):
    """The texts of all headings, in order."""
    found = []

    def text(value):
        if isinstance(value, dict):
            if value.get("t") in ("Str", "Code"):
                return value["c"] if isinstance(value["c"], str) else value["c"][1]
            return " " if value.get("t") in ("Space", "SoftBreak", "LineBreak") else text(value.get("c"))
        return "".join(map(text, value)) if isinstance(value, list) else ""

    def visit(value):
        if isinstance(value, dict):
            if value.get("t") == "Header":
                found.append(letters(text(value["c"][2])))
            else:
                visit(list(value.values()))
        elif isinstance(value, list):
            for one in value:
                visit(one)

    visit(json.loads(pandoc(path, form, "json")))
    return [one for one in found if one]


# ---------------------------------------------------------------------------------------------------------- Recordings

def probe(path):
    """Duration, tags and chapters of a recording."""
    found = json.loads(run("ffprobe", "-v", "quiet", "-of", "json", "-show_format", "-show_streams", "-show_chapters", path))
    tags = {name.lower(): value for part in (*found["streams"], found["format"]) for name, value in part.get("tags", {}).items()}
    chapters = [(round(float(one["start_time"]), 2), one.get("tags", {}).get("title")) for one in found.get("chapters", ())]
    return {"duration": float(found["format"]["duration"]), "tags": tags, "chapters": chapters,
            "picture": any(one.get("disposition", {}).get("attached_pic") for one in found["streams"])}


# ------------------------------------------------------------------------------------------------------------ Archives

def listing(path):
    """The files of an archive as `sort -V` orders them."""
    names = [line for line in run("bsdtar", "-tf", path).decode().splitlines() if not line.endswith("/")]
    return run("sort", "-V", input="\n".join(names).encode()).decode().splitlines()


def content(path, name):
    return run("bsdtar", "-xOf", path, name)


# ----------------------------------------------------------------------------------------------------------------- XML

def tree(data):
    """A document without its document type, whose entities are replaced by their usual characters."""
    text = data.decode("utf-8-sig")
    text = re.sub(r"<!DOCTYPE[^>\[]*(\[[^\]]*\])?[^>]*>", "", text, count=1)
    return ElementTree.fromstring(text.replace("&nbsp;", "\u00a0").encode())


def texts(root, *names):
    """The texts of all elements with one of these local names, in order."""
    return [" ".join("".join(one.itertext()).split()) for one in root.iter() if isinstance(one.tag, str) and one.tag.rsplit("}")[-1] in names]


def seconds(clip):
    """The length of an audio element of SMIL 1.0 or 2.0."""
    def time(*names):
        text = next(clip.get(name) for name in names if clip.get(name)).removeprefix("npt=").rstrip("s")
        return sum(float(part) * 60 ** power for power, part in enumerate(reversed(text.split(":"))))
    return time("clip-end", "clipEnd") - time("clip-begin", "clipBegin")


def named(files, name):
    """The value of a meta element of NCC, or the title of an NCX."""
    found = [one.get("content") for path, root in files.items() if path.name == "ncc.html" for one in root.iter() if one.get("name") == name]
    return (found+ [
        one.get("content") for path, root in files.items() if path.suffix == ".xml" for one in root.findall("{*}head/{*}meta[@name='dc:Title']")])[0]
