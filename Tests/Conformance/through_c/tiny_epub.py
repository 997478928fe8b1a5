# SPDX-License-Identifier: BSD-3-Clause
"""Creates small EPUBs around the documents under test."""
import io
import posixpath
import re
import zipfile
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path={} media-type="application/oebps-package+xml"/></rootfiles></container>"""

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version={version} unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title>
<dc:identifier id="id">{identifier}</dc:identifier></metadata>
<manifest><item id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"{overlay}/>{items}</manifest>
<spine{toc}><itemref idref="chapter"/></spine></package>"""

PAGE = b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body/></html>'


def archive(files):
    """An EPUB with these files, by path."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        for path, content in files.items():
            book.writestr(path, content)
    return out.getvalue()


def around_package(package, at, others=None, page=None):
    """A book with this package document, and this page for every file in its manifest."""
    files = {"META-INF/container.xml": CONTAINER.format(quoteattr(at)), at: package}
    for href in hrefs(package):
        files.setdefault(posixpath.normpath(posixpath.join(posixpath.dirname(at), unquote(href))), page or PAGE)
    return archive(files | (others or {}))


def around(files, items, version="3.0", identifier="urn:uuid:0", toc="", overlay=""):
    """A book with one chapter, and with these files and manifest items (id, path, media type, properties)."""
    described = "".join(
        f'<item id={quoteattr(id)} href={quoteattr(path)} media-type={quoteattr(kind)} properties={quoteattr(properties)}/>'
        for id, path, kind, properties in items)
    package = PACKAGE.format(
        version=quoteattr(version), identifier=identifier, items=described,
        toc=f" toc={quoteattr(toc)}" if toc else "", overlay=f" media-overlay={quoteattr(overlay)}" if overlay else "")
    return archive({"META-INF/container.xml": CONTAINER.format('"package.opf"'), "package.opf": package,
                    "chapter.xhtml": PAGE} | files)


def hrefs(package, where=lambda item: True):
    """The hrefs in the manifest of a package document.  Fixtures use undeclared prefixes."""
    declared = re.sub(rb"(<(?:\w+:)?package\b)", rb'\1 xmlns:opf="http://www.idpf.org/2007/opf"', package, count=1) \
        if b"xmlns:opf" not in package else package
    items = [item for item in ElementTree.fromstring(declared).iter() if item.tag.endswith("}item")]
    return [item.get("href") for item in items if item.get("href") and where(item)]
