# SPDX-License-Identifier: BSD-3-Clause
"""The layout of a publication is that of its reading order: the items take precedence over the metadata."""

import io
import zipfile

import lectern
import pytest

PAGES = 4


def epub(layout, items, folder):
    """An EPUB with spine items of these layouts; None omits the layout."""
    manifest = "".join(f'<item id="p{i}" href="p{i}.xhtml" media-type="application/xhtml+xml"/>' for i in range(len(items)))
    spine = "".join(
        f'<itemref idref="p{i}"' + (f' properties="rendition:layout-{item}"' if item else "") + "/>" for i, item in enumerate(items))
    said = f'<meta property="rendition:layout">{layout}</meta>' if layout else ""
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "package.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>T</dc:title>'
        f'<dc:language>en</dc:language>{said}</metadata><manifest>{manifest}</manifest><spine>{spine}</spine></package>',
        **{f"p{i}.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>Text</p></body></html>'
           for i in range(len(items))},
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    path = folder / "book.epub"
    path.write_bytes(data.getvalue())
    return path


FIXED, FLOWING = "pre-paginated", "reflowable"


@pytest.mark.parametrize("layout, items, said, kind", [
    (None, [FIXED] * PAGES, "allFixed", "fixed"),
    (FLOWING, [FIXED] * PAGES, "allFixed", "fixed"),
    (FIXED, [None] * PAGES, "allFixed", "fixed"),
    (FIXED, [FLOWING] * PAGES, "allReflowable", "reflowable"),
    (None, [None] * PAGES, "allReflowable", "reflowable"),
    (None, [None, FIXED, FIXED, FIXED], "mixed", "reflowable"),
    (FIXED, [None, FIXED, FLOWING, None], "mixed", "fixed"),
])
def test_layout_of_an_epub(layout, items, said, kind, tmp_path):
    with lectern.Publication.open(epub(layout, items, tmp_path)) as book:
        assert book.info["readingOrderLayout"] == said
        assert book.info["presentation"]["layout"] == kind
        with lectern.Navigator(book, {"viewport": {"width": 1000, "height": 600}}) as navigator:
            assert navigator.settings["layout"] == kind
            acts = {key: setting["isActive"] for key, setting in navigator.settings["settings"].items()}
            assert acts["fontSize"] == (kind == "reflowable") and acts["spread"] == acts["fit"] == (kind == "fixed")
            with navigator.edit_preferences({}) as draft:
                assert draft.settings["layout"] == kind
            if said == "allFixed":
                assert [len(spread["resources"]) for spread in navigator.spreads["spreads"]] == [1, 2, 1]
            if said == "allReflowable":
                assert not navigator.spreads["isEnabled"] and len(navigator.spreads["spreads"]) == PAGES
                assert navigator.css("p0.xhtml")["layout"] == "reflowable"


@pytest.mark.parametrize("types, said", [
    (["image/png", "image/jpeg"], "allFixed"),
    (["application/pdf"], "allFixed"),
    (["audio/mpeg", "audio/mpeg"], None),
    (["audio/mpeg", "text/html"], "allReflowable"),
    (["text/html", "image/png"], "mixed"),
    ([], None),
])
def test_layout_of_a_manifest(types, said):
    order = [{"href": str(index), "type": type} for index, type in enumerate(types)]
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": order}
    with lectern.Publication.open_manifest(manifest, lambda href: b"") as book:
        assert book.info["readingOrderLayout"] == said
