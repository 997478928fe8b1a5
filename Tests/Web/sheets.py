# SPDX-License-Identifier: BSD-3-Clause
"""A document with our style sheets for books and an element of each kind, whose computed styles are read.

The attributes and properties of its root are those that the library sets."""
import json

import lectern
from support.books_without_files import publication
from support.tree import ROOT

CSS = ROOT / "Sources" / "LecternWeb" / "runtime" / "css"

FAMILIES = {"default": ("en", {}), "rtl": ("ar", {}), "cjk-horizontal": ("ja", {}),
            "cjk-vertical": ("ja", {"readingProgression": "rtl"})}
CJK = ["cjk-horizontal", "cjk-vertical"]

PROBES = """<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>
<p>text <span>span</span> <b>b</b> <strong>strong</strong> <em>em</em> <i>i</i> <a href="#x">link <u>inside</u></a>
<a id="anchor">anchor</a> <sub>sub</sub><sup>sup</sup> <code>code</code><kbd>kbd</kbd><samp>samp</samp><var>var</var>
<ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby> <small>small</small><mark>mark</mark>
<img alt="" src="data:,"><img class="gaiji" id="gaiji" alt="" src="data:,"></p>
<div>div</div><ul><li>li</li></ul><dl><dt>dt</dt><dd>dd</dd></dl>
<blockquote><p id="quoted">p</p></blockquote><figure><figcaption><p id="caption">p</p></figcaption></figure>
<header><p id="headed">p</p></header><hgroup><p id="grouped">p</p></hgroup><aside>aside</aside>
<pre>pre <code id="listing">code</code></pre><p><span class="symbol" id="symbol">x</span></p>
<table><tr><th>th</th><td>td</td></tr></table>
<svg width="9" height="9"><text>text</text><image href="data:,"/><path d="M0 0"/></svg>
<math><mi>x</mi></math>"""

#: Declarations of a publication for all of its elements, with the highest priority.
LOUD = {
    "color": "rgb(1, 2, 3)", "background-color": "rgb(200, 201, 202)", "border-top-color": "rgb(4, 5, 6)",
    "fill": "rgb(7, 8, 9)", "font-family": "Publisher", "font-size": "13px", "font-weight": "600",
    "font-style": "italic", "font-stretch": "75%", "font-optical-sizing": "none", "font-variant-caps": "small-caps",
    "font-variant-ligatures": "contextual", "line-height": "17px", "text-align": "center", "text-indent": "3px",
    "text-transform": "uppercase", "text-decoration-line": "overline", "word-spacing": "2px", "letter-spacing": "1px",
    "hyphens": "none", "margin-top": "5px", "margin-right": "6px", "margin-bottom": "7px", "margin-left": "8px",
    "filter": "opacity(0.5)", "mix-blend-mode": "screen", "vertical-align": "top",
}
TRACKED = [*LOUD, "writing-mode", "display", "column-count", "color-scheme"]

SETUP = """([sheets, publisher, probes, language]) => {
  document.documentElement.lang = language;
  document.head.replaceChildren();
  for (const text of [sheets.before, publisher, sheets.default, sheets.after, sheets.page]) {
    if (text === null) continue;
    const style = document.createElement("style");
    style.textContent = text;
    document.head.append(style);
  }
  document.body.innerHTML = probes;
  const seen = {};
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.id) element.id = element.localName in seen ? `${element.localName}${++seen[element.localName]}` : element.localName;
    seen[element.localName] ??= 1;
  }
}"""
#: A computed value, rounded, because WebKit differs by a millionth in some.
VALUE = r"""(style, name) => style.getPropertyValue(name).replace(/\d+\.\d{4,}/g, (number) => String(+(+number).toFixed(3)))"""
READ = """([root, tracked]) => {
  const valueOf = %s;
  const html = document.documentElement;
  const set = (data, act) => data.split(" ").filter(Boolean).forEach((word) => act(...`data-lectern-${word}`.split("=")));
  set(html.getAttribute("data-lectern") || "", (name) => html.removeAttribute(name));
  html.setAttribute("data-lectern", root.data);
  set(root.data, (name, value = "") => html.setAttribute(name, value));
  html.removeAttribute("style");
  if (root.dir) html.dir = root.dir; else html.removeAttribute("dir");
  for (const [name, value] of Object.entries(root.properties)) if (value) html.style.setProperty(name, value, "important");
  const found = {};
  for (const element of [html, document.body, ...document.body.querySelectorAll("*")]) {
    const style = getComputedStyle(element);
    found[element.id || element.localName] = Object.fromEntries(tracked.map((name) => [name, valueOf(style, name)]));
  }
  return found;
}""" % VALUE


SHEETS = {name: (CSS / file).read_text("utf-8") for name, file in {
    "before": "lectern-before.css", "default": "lectern-default.css", "after": "lectern-after.css",
    "page": "page.css"}.items()}
STYLED = {**SHEETS, "default": None}


def rules(selector, declarations, important=True):
    mark = " !important" if important else ""
    return f"{selector} {{ {' '.join(f'{name}: {value}{mark};' for name, value in declarations.items())} }}"


def loud():
    """A rule of a publication with the specificity of three ids."""
    return rules("body:not(#a#b#c), body :not(#a#b#c)", LOUD)


def root_of(family, preferences=None, version=1, own=None):
    """The attributes and properties that the library sets on the root of a document."""
    language, more = FAMILIES[family]
    settings = [{"key": f"test:{name.strip('-_')}", "type": "value", "cssVariable": name, "default": value}
                for name, value in (own or {}).items()]
    options = {"verticalPages": True, "preferences": preferences or {}, "settings": settings, "readiumCSS": {"version": version}}
    with publication(language, **more) as book, lectern.Navigator(book, options) as navigator:
        return json.loads(navigator.get("~lectern/state.json").read())["css"]["reflowable"]


def at(data, properties=None, family="default", **more):
    """Likewise, written by hand: for properties without a setting."""
    named = {("--USER__" + name): value for name, value in (properties or {}).items()}
    return {"data": f"{data} family={family}", "properties": {**named, **more}, "dir": "rtl" if family == "rtl" else None}


def read(page, root):
    return page.evaluate(READ, [root, TRACKED])


def set_up(page, family="default", publisher=None, sheets=STYLED, probes=PROBES, language=None):
    page.evaluate(SETUP, [sheets, loud() if publisher is None else publisher, probes, language or FAMILIES[family][0]])


def changes(page, before, root):
    """The differences from `before`: (id, property) -> value."""
    now = read(page, root)
    return {(probe, name): value for probe, values in now.items() for name, value in values.items()
            if before[probe][name] != value}


def everything(page):
    return page.evaluate("() => [document.body, ...document.body.querySelectorAll('*')].map((e) => e.id || e.localName)")
