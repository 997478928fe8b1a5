# SPDX-License-Identifier: BSD-3-Clause
"""EPUBs with all files in the root folder: a page, an image, and the package document."""
import io
import zipfile

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="{version}" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>Blue</dc:title>
<dc:language>en</dc:language>{metadata}</metadata>
<manifest>{item}<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
<item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="c1"/><itemref idref="c2"/></spine>{guide}</package>"""
CONTAINER = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def epub(version="3.0", page="<html/>", image=None, item="", guide="", metadata="", files=None):
    """The bytes of an EPUB; `files` adds entries, and None removes one."""
    entries = {
        "mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER,
        "p.opf": PACKAGE.format(version=version, item=item, guide=guide, metadata=metadata),
        "c1.xhtml": page, "c2.xhtml": "<html/>", "b.png": image, **(files or {})}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            if text is not None:
                archive.writestr(name, text)
    return target.getvalue()
