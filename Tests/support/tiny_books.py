# SPDX-License-Identifier: BSD-3-Clause
"""Small EPUBs that differ from the sample book in one way."""
import io
import zipfile

CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="{version}" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:identifier id="id">urn:uuid:00000000-0000-4000-8000-000000000001</dc:identifier>
<dc:title>{title}</dc:title><dc:language>{language}</dc:language>
<meta property="dcterms:modified">2025-01-01T00:00:00Z</meta>{metadata}</metadata>
<manifest>{manifest}<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
<item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine{spine}><itemref idref="c1"/><itemref idref="c2"/></spine></package>"""

NAV_ITEM = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
NCX_ITEM = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'

NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a><ol><li><a href="c2.xhtml">Two</a></li></ol></li></ol></nav>
<nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">1</a></li></ol></nav>
<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">Start</a></li></ol></nav></body></html>"""

NCX = """<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap><navPoint id="n1"><navLabel><text>One</text></navLabel>
<content src="c1.xhtml"/></navPoint></navMap></ncx>"""

CHAPTER = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{0}</title></head><body><p id="p1">{0}</p></body></html>"""

OVERLAY = """<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>
<seq id="s" epub:textref="c1.xhtml" epub:type="chapter"><par id="p"><text src="c1.xhtml#p1"/>
<audio src="a.mp3" clipBegin="0s" clipEnd="1.5s"/></par></seq></body></smil>"""

SPOKEN = PACKAGE.replace('<item id="c1" ', '<item id="c1" media-overlay="o" ').format(
    version="3.0", title="Spoken", language="en", metadata="", spine="", manifest=NAV_ITEM
    + '<item id="o" href="o.smil" media-type="application/smil+xml"/><item id="a" href="a.mp3" media-type="audio/mpeg"/>')


def epub(version="3.0", title="Tiny", language="en", metadata="", manifest=NAV_ITEM, spine="", files=None):
    """The bytes of an EPUB; `files` adds or replaces entries, and None removes one."""
    entries = {
        "META-INF/container.xml": CONTAINER,
        "EPUB/package.opf": PACKAGE.format(version=version, title=title, language=language, metadata=metadata,
                                           manifest=manifest, spine=spine),
        "EPUB/nav.xhtml": NAV,
        "EPUB/c1.xhtml": CHAPTER.format("One"),
        "EPUB/c2.xhtml": CHAPTER.format("Two"),
        **(files or {}),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in entries.items():
            if text is not None:
                archive.writestr(name, text)
    return target.getvalue()


#: name -> bytes
BOOKS = {
    "plain": epub(),
    "fixed layout, right to left": epub(
        metadata='<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">both</meta>',
        spine=' page-progression-direction="rtl"', language="ar"),
    "vertical Japanese": epub(title="坊っちゃん", language="ja", spine=' page-progression-direction="rtl"'),
    "EPUB 2": epub(version="2.0", manifest=NCX_ITEM, spine=' toc="ncx"',
                   metadata='<meta name="calibre:series" content="Series"/><meta name="calibre:series_index" content="2"/>',
                   files={"EPUB/toc.ncx": NCX, "EPUB/nav.xhtml": None}),
    "without contents": epub(manifest="", files={"EPUB/nav.xhtml": None}),
    "media overlays": epub(files={"EPUB/package.opf": SPOKEN, "EPUB/o.smil": OVERLAY, "EPUB/a.mp3": "ID3"}),
    "a chapter is missing": epub(files={"EPUB/c2.xhtml": None}),
    "every kind of metadata": epub(metadata="""
        <dc:creator id="a">A. Author</dc:creator><meta refines="#a" property="role" scheme="marc:relators">aut</meta>
        <meta refines="#a" property="file-as">Author, A.</meta><meta refines="#a" property="alternate-script" xml:lang="el">Α</meta>
        <dc:contributor id="t">T.</dc:contributor><meta refines="#t" property="role" scheme="marc:relators">trl</meta>
        <dc:publisher>House</dc:publisher><dc:subject>One, two; three</dc:subject><dc:date>2001</dc:date>
        <dc:description>&lt;p&gt;Text&lt;/p&gt;</dc:description>
        <meta property="belongs-to-collection" id="s">Series</meta><meta refines="#s" property="collection-type">series</meta>
        <meta refines="#s" property="group-position">1.5</meta><meta property="schema:numberOfPages">12</meta>
        <meta property="media:duration">0:01:30.5</meta><meta property="media:active-class">-active</meta>
        <meta property="schema:accessMode">textual</meta><meta property="schema:accessModeSufficient">textual,visual</meta>
        <meta property="schema:accessibilityFeature">alternativeText</meta><meta property="schema:accessibilityHazard">none</meta>
        <meta property="schema:accessibilitySummary">Fine.</meta><meta property="a11y:certifiedBy">Us</meta>
        <meta property="dcterms:conformsTo">EPUB Accessibility 1.1 - WCAG 2.1 Level AA</meta>
        <meta property="tdm:reservation">1</meta><meta property="tdm:policy">https://example.org/policy</meta>
        <meta property="acme:thing">kept</meta>"""),
}

#: name -> bytes that must be rejected
BROKEN = {
    "nothing": b"",
    "not an archive": b"Call me Ishmael." * 100,
    "neither container nor package": epub(files={"META-INF/container.xml": None, "EPUB/package.opf": None}),
    "no package": epub(files={"EPUB/package.opf": None}),
    "an empty package": epub(files={"EPUB/package.opf": "<package/>"}),
    "cut in half": epub()[:700],
}
