# SPDX-License-Identifier: BSD-3-Clause
"""Small books with much to read."""
import zipfile

from support.tiny_books import CONTAINER

TEXT = "".join(f"<h2>Part {number}</h2>" + "<p>The captain saw the ship, and the ship saw the whale. </p>" * 20
               for number in range(200))
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">long</dc:identifier><dc:title>Long</dc:title>
<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"""


def make_epub(path, chapters=300):
    """An EPUB with chapters of a quarter of a megabyte."""
    numbers = range(chapters)
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in numbers)
    spine = "".join(f'<itemref idref="c{n}"/>' for n in numbers)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/package.opf", PACKAGE.format(items=items, spine=spine))
        for number in numbers:
            archive.writestr(
                f"OEBPS/c{number}.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Part</title></head>'
                f"<body><h1>Chapter {number}</h1>{TEXT}</body></html>")


def make_html(path):
    """A single document of about 20 MB."""
    with open(path, "w") as file:
        file.write("<!DOCTYPE html><html lang='en'><head><title>Long</title></head><body>")
        for _ in range(70):
            file.write(TEXT)
        file.write("</body></html>")
