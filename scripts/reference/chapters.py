# SPDX-License-Identifier: BSD-3-Clause
"""The pages of docs/ as HTML, with their links and pictures."""
import os
import re
import subprocess
from collections import Counter

from . import html
from .contents import FILES, PROGRAM, sources, titles


def page(name):
    text = sources()[name].read_text(encoding="utf-8")
    made = subprocess.run([PROGRAM, "--unsafe", "-e", "table", "-e", "autolink"], input=text, capture_output=True, text=True, check=True).stdout
    made = re.sub(r"^<h1>.*?</h1>\n", "", made)
    seen = Counter()
    made = re.sub(r"<(h[23])>(.*?)</\1>", lambda match: heading(match, seen), made)
    made = re.sub(r'<a href="([^"]*)">(.*?)</a>', anchor, made, flags=re.S)
    made = re.sub(r'src="([^"]*)"', lambda match: f'src="{target(match[1])}"', made)
    made = re.sub(r"<table>.*?</table>", lambda match: html.tag("div", match[0], class_="scrolling", tabindex="0"), made, flags=re.S)
    made = made.replace("<pre>", '<pre tabindex="0">').replace(' align="', ' data-align="')
    return html.page(html.escaped(titles()[name]).replace("`", ""), "", [made], depth=1)


def heading(match, seen):
    """A heading with the same id as on GitHub; equal headings are numbered."""
    name = re.sub(r"[^\w\- ]", "", re.sub(r"<.*?>|&\w+;", "", match[2])).strip().lower().replace(" ", "-")
    seen[name] += 1
    name += f"-{seen[name] - 1}" if seen[name] > 1 else ""
    return f'<{match[1]} id="{name}">{match[2]}</{match[1]}>'


def anchor(match):
    """A link inside the site, or to the web; the names of other files of the repository are text."""
    place = target(match[1])
    return f'<a href="{place}">{match[2]}</a>' if place else f'<span class="file" title="{match[1]}">{match[2]}</span>'


def target(address):
    """The address in the site of a link of a chapter; "" if the site does not have the file."""
    path, mark, fragment = address.partition("#")
    if not path or re.match(r"\w+:", path):
        return address
    inside = os.path.normpath(os.path.join(FILES, path))
    name = os.path.basename(inside).removesuffix(".md")
    if inside.startswith("docs/pictures/"):
        return "../" + inside.removeprefix("docs/")
    if os.path.dirname(inside) == FILES and name in sources():
        return f"{name}.html{mark}{fragment}"
    special = {"include/lectern.h": "../api/library.html", "include/schemas": "../json/index.html"}
    return special.get(inside, "")
