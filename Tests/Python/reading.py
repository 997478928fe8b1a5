# SPDX-License-Identifier: BSD-3-Clause
"""The text of a document as a reader sees it, computed independently with lxml."""

import re

from lxml import cssselect, etree

BLOCKS = set("""html body address article aside blockquote caption center details dialog dir div dl dt dd fieldset figcaption
    figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p
    plaintext pre search section summary table colgroup col thead tbody tfoot tr td th ul xmp svg text""".split())
SKIPPED = set("""head script style template noscript iframe noembed noframes title rt rp rtc desc defs metadata annotation
    annotation-xml select datalist textarea canvas audio video""".split())
OPS = "{http://www.idpf.org/2007/ops}type"
INVISIBLE = re.compile("[\u00AD]")
SPACE = re.compile("[ \t\n\r\f]+")


def parsed(data):
    """The document without namespaces, as selectors see it; None if it is not XML."""
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, load_dtd=False, huge_tree=True))
    except etree.XMLSyntaxError:
        return None
    if any(isinstance(node, etree._Entity) for node in root.iter()):
        return None
    for node in root.iter():
        if isinstance(node.tag, str):
            node.tag = etree.QName(node).localname
    return root


def body_of(root):
    return next((child for child in root if child.tag == "body"), root)


def found(root, selector):
    """The elements that match a selector."""
    xpath = cssselect.CSSSelector(selector)
    return xpath(root)


def _is_hidden(element):
    style = (element.get("style") or "").lower().replace(" ", "")
    return (element.get("hidden") not in (None, "until-found") or element.get("aria-hidden") == "true" or "display:none" in style
            or element.tag == "dialog" and element.get("open") is None)


def _words(element, name):
    return (element.get(name) or "").lower().split()


def _is_page_break(element):
    return "pagebreak" in _words(element, OPS) or "doc-pagebreak" in _words(element, "role")


def _alternative(element):
    return next((text for text in map(element.get, ("alt", "aria-label", "alttext")) if text and text.strip()), None)


def _is_replaced(element):
    """Whether something is read instead of the content of an element."""
    if element.tag in ("img", "image"):
        return True
    if element.tag == "math":
        return element.get("alttext", "").strip() != ""
    if element.tag in ("object", "embed"):
        return element.get("type", "").strip().lower().startswith(("image/", "audio/", "video/"))
    return {"img", "image"} & set(_words(element, "role")) and element.get("aria-label", "").strip() != "" and element.tag != "svg"


def has_replaced(element):
    return any(isinstance(node.tag, str) and _is_replaced(node) for node in element.iter())


def blocks(element, into=None):
    """The texts of an element as a reader sees them: one for each run between block edges."""
    texts = [""] if into is None else into
    if not isinstance(element.tag, str):
        return texts
    if element.tag in SKIPPED:
        if element.tag in ("audio", "video"):
            texts.append("")
        return texts
    if _is_hidden(element) or _is_page_break(element):
        return texts
    if _is_replaced(element):
        if element.tag in ("object", "embed"):
            texts.append("")
        else:
            texts[-1] += "\uE000" + (_alternative(element) or "") + "\uE001"
        return texts
    is_note = {"footnote", "endnote", "rearnote"} & set(_words(element, OPS)) or {"doc-footnote", "doc-endnote"} & set(
        _words(element, "role"))
    is_block = element.tag in BLOCKS or bool(is_note) or element.tag == "math" and element.get("display") == "block"
    if is_block:
        texts.append("")
    if element.tag == "br":
        texts[-1] += "\n"
    texts[-1] += element.text or ""
    for child in element:
        blocks(child, texts)
        texts[-1] += child.tail or ""
    if is_block:
        texts.append("")
    return texts


def squeezed(text):
    """Removes all white space, to compare text regardless of rendering."""
    return re.sub(r"\s", "", INVISIBLE.sub("", text))


def visible(element):
    """All texts of an element without white space; an image counts only in a line with other text."""
    kept = []
    for text in blocks(element):
        alone = re.sub("\uE000[^\uE001]*\uE001", "", text)
        is_formula = "\uE000" in text and any(node.tag == "math" for node in element.iter("math"))
        if re.sub("[\\s\u00AD\u200B-\u200F\u2060\uFEFF]", "", alone) or is_formula:
            kept.append(squeezed(text.replace("\uE000", "").replace("\uE001", "")))
    return "".join(kept)
