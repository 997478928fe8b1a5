# SPDX-License-Identifier: BSD-3-Clause
"""Books that are packed in ways that the specification does not allow, and that other readers open."""
import io
import unicodedata
import zipfile

import pytest
from PIL import Image

import lectern
from support.pdf_file import pages
from support.pictures import encoded
from support.tiny_books import CHAPTER, CONTAINER, NAV, NAV_ITEM, NCX, NCX_ITEM, PACKAGE, epub

FILES = ["EPUB/c1.xhtml", "EPUB/c2.xhtml"]


def renamed(name, data=None):
    """The book with other names in its archive; `name` returns the new one, or None for a file that is left out."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data or epub())) as archive, zipfile.ZipFile(target, "w") as copy:
        for old in archive.namelist():
            if name(old) is not None:
                info = zipfile.ZipInfo("x")
                # The constructor would change some of them.
                info.filename = name(old)
                copy.writestr(info, archive.read(old))
    return target.getvalue()


def read(book):
    """The texts of the reading order, and those that the contents lead to."""
    links = [link for entry in book.toc for link in (entry, *entry.get("children", []))]
    return [book.text(link["href"]) for link in book.reading_order], [book.text(link["href"]) for link in links]


BOTH = (["One", "Two"], ["One", "Two"])


def warned(book, words):
    found = [warning for warning in book.warnings if words in warning["message"]]
    assert len(found) == 1, book.warnings
    return found[0]


@pytest.mark.parametrize("name", [
    lambda old: "./" + old, lambda old: "/" + old, lambda old: "//" + old, lambda old: old.replace("/", "/./"),
    lambda old: old.replace("/", "//"), lambda old: ".\\" + old.replace("/", "\\")])
def test_names_with_segments_that_mean_nothing(name):
    with lectern.Publication.open_bytes(renamed(name)) as book:
        assert [link["href"] for link in book.reading_order] == FILES
        assert read(book) == BOTH
        warned(book, "which are ignored")


@pytest.mark.parametrize("name", [lambda old: "../" + old, lambda old: "a/../../" + old])
def test_names_that_lead_outside_are_left_out(name):
    with pytest.raises(lectern.FormatError):
        lectern.Publication.open_bytes(renamed(name))


@pytest.mark.parametrize("folder", ["My Book/", "a/b/", "Ünï/"])
@pytest.mark.parametrize("spelled", [str, lambda old: old.replace("META-INF", "meta-inf"), lambda old: old.replace(
    "META-INF/container.xml", "Meta-inf/Container.XML")])
def test_everything_in_one_folder(folder, spelled):
    for beside in ({}, {"__MACOSX/._x": "", "readme.txt": "x"}):
        data = io.BytesIO(renamed(lambda old: folder + spelled(old)))
        with zipfile.ZipFile(data, "a") as archive:
            for name, text in beside.items():
                archive.writestr(name, text)
        with lectern.Publication.open_bytes(data.getvalue()) as book:
            assert [link["href"] for link in book.reading_order] == FILES
            assert read(book) == BOTH
        assert lectern.sniff(io.BytesIO(data.getvalue()))["mediaType"] == "application/epub+zip"


def test_a_folder_on_disk(tmp_path):
    with zipfile.ZipFile(io.BytesIO(renamed(lambda old: "My Book/" + old.replace("META-INF", "meta-inf")))) as archive:
        archive.extractall(tmp_path)
    with lectern.Publication.open(tmp_path) as book:
        assert read(book) == BOTH


def test_other_packages_in_one_folder():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("x/manifest.json", '{"metadata": {"title": "T"}, "readingOrder": [{"href": "a.html", "type": "text/html"}]}')
        archive.writestr("x/a.html", "<p>One</p>")
    with lectern.Publication.open_bytes(data.getvalue()) as book:
        assert book.text("a.html") == "One"


def test_the_key_of_obfuscated_fonts_is_found_in_any_case():
    encryption = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
        <enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
        <enc:CipherData><enc:CipherReference URI="EPUB/f.otf"/></enc:CipherData></enc:EncryptedData></encryption>"""
    files = {"META-INF/encryption.xml": encryption, "EPUB/f.otf": bytes(2000)}
    item = NAV_ITEM + '<item id="f" href="f.otf" media-type="font/otf"/>'
    plain = epub(files=files, manifest=item)
    with lectern.Publication.open_bytes(plain) as book, lectern.Publication.open_bytes(
            renamed(lambda old: "x/" + old.replace("META-INF/e", "meta-inf/E"), plain)) as other:
        font = book.get("EPUB/f.otf").read()
        assert font != bytes(2000) and other.get("EPUB/f.otf").read() == font


@pytest.mark.parametrize("container", [
    None, "<container/>", "no XML at all", CONTAINER.replace("package.opf", "gone.opf"), CONTAINER.replace("full-path", "path")])
@pytest.mark.parametrize("has_mimetype", [True, False])
def test_a_package_document_without_its_container(container, has_mimetype):
    data = epub(files={"META-INF/container.xml": container, "EPUB/old/other.opf": PACKAGE})
    data = renamed(lambda old: old if has_mimetype or old != "mimetype" else None, data)
    with lectern.Publication.open_bytes(data) as book:
        assert read(book) == BOTH
        assert warned(book, '"EPUB/package.opf" is used')["severity"] == "major"
    assert lectern.sniff(io.BytesIO(data))["mediaType"] == "application/epub+zip"


METADATA = '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><guide/></package>'


def test_a_package_document_of_nothing_but_metadata():
    """Programs that manage books add one."""
    with lectern.Publication.open_bytes(epub(files={"META-INF/container.xml": None, "metadata.opf": METADATA})) as book:
        assert read(book) == BOTH
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("1.png", KINDS["image/png"])
        archive.writestr("metadata.opf", METADATA)
    with lectern.Publication.open_bytes(data.getvalue(), {"name": "x.cbz"}) as book:
        assert book.info["format"] == "application/vnd.comicbook+zip"


SPINE = '<itemref idref="c1"/><itemref idref="c2"/>'


@pytest.mark.parametrize("spine, words", [
    ("<spine/>", "The spine is empty"), ("", "The spine is empty"), ('<spine><itemref idref="x"/></spine>', "The spine is empty"),
    (f"<spine>{SPINE}</spine>".replace("/>", ' linear="no"/>'), "no linear item")])
def test_spines_without_a_linear_item(spine, words):
    package = PACKAGE.replace(f"<spine{{spine}}>{SPINE}</spine>", spine)
    assert package != PACKAGE
    package = package.format(version="3.0", title="T", language="en", metadata="", manifest=NAV_ITEM)
    with lectern.Publication.open_bytes(epub(files={"EPUB/package.opf": package})) as book:
        assert [link["href"] for link in book.reading_order] == FILES
        assert read(book) == BOTH
        assert warned(book, words)["severity"] == "major"


# ------------------------------------------------------------------------------------------------------------ Names

def named(entry, href, **more):
    """A book whose first chapter has a name in the archive and another one in the manifest and the contents."""
    package = PACKAGE.replace("c1.xhtml", href).format(
        version="3.0", title="T", language="en", metadata="", spine="", manifest=NAV_ITEM)
    return lectern.Publication.open_bytes(epub(files={
        "EPUB/package.opf": package, "EPUB/c1.xhtml": None, f"EPUB/{entry}": CHAPTER.format("One"),
        "EPUB/nav.xhtml": NAV.replace("c1.xhtml", more.get("link", href))}))


@pytest.mark.parametrize("entry, href", [
    ("7%202701-h.xhtml", "7%202701-h.xhtml"), ("my%20file.xhtml", "my file.xhtml"), ("7%202701-h.xhtml", "7%25202701-h.xhtml"),
    ("7%25202701-h.xhtml", "7%25202701-h.xhtml"), ("7%25202701-h.xhtml", "7%202701-h.xhtml"),
    ("Caf%C3%A9.xhtml", "Café.xhtml"), ("Caf%C3%A9.xhtml", "Caf%c3%a9.xhtml"), ("50%bare.xhtml", "50%bare.xhtml"),
    ("Text/C1.xhtml", "text/c1.xhtml"), ("Text/C1.xhtml", "Text\\C1.xhtml"), ("MY%20FILE.xhtml", "my%20file.xhtml"),
    (unicodedata.normalize("NFD", "Café.xhtml"), "Caf%C3%A9.xhtml"), ("Café.xhtml", unicodedata.normalize("NFD", "Café.xhtml")),
    ("c1.xhtml", "c1.xhtml#part"), ("c1.xhtml", "EPUB/c1.xhtml"), ("c1.xhtml", "/EPUB/c1.xhtml"), ("c1.xhtml", "../../EPUB/c1.xhtml")])
def test_names_in_the_manifest(entry, href):
    with named(entry, href) as book:
        assert read(book) == BOTH
        assert "#" not in book.reading_order[0]["href"]
        assert book.locate(book.toc[0])["href"] == book.reading_order[0]["href"]


@pytest.mark.parametrize("link", [
    "EPUB/Text/Ch%201.xhtml", "/EPUB/Text/Ch%201.xhtml", "../EPUB/Text/Ch%201.xhtml", "../../../EPUB/Text/Ch%201.xhtml",
    "text/ch%201.XHTML", "Text/Ch 1.xhtml", "Text\\Ch%201.xhtml", "sub/Text/Ch%201.xhtml", "Text/Ch%25201.xhtml"])
def test_links_lead_to_the_file_that_they_mean(link):
    """In the contents, and in documents."""
    with named("Text/Ch 1.xhtml", "Text/Ch%201.xhtml", link=link) as book:
        assert book.toc[0]["href"] == "EPUB/Text/Ch%201.xhtml"
        assert book.landmarks[0]["href"] == "EPUB/Text/Ch%201.xhtml"
        assert book.page_list[0]["href"] == "EPUB/Text/Ch%201.xhtml#p1"
        for href in ("EPUB/" + link.replace(" ", "%20"), link):
            if "\\" not in href:
                assert book.get(href).read().startswith(b"<html")
                assert book.locate({"href": href, "type": "text/html"})["href"] == "EPUB/Text/Ch%201.xhtml"


def test_the_spelling_of_the_manifest_is_that_of_the_contents():
    with named("Text/C1.xhtml", "text/c1.xhtml", link="Text/C1.xhtml") as book:
        assert book.toc[0]["href"] == book.reading_order[0]["href"] == "EPUB/text/c1.xhtml"


@pytest.mark.parametrize("link", ["Notes.xhtml", "EPUB/notes.xhtml", "/EPUB/notes.xhtml", "NOTES.XHTML"])
def test_notes_in_a_file_whose_name_is_spelled_differently(link):
    chapter = f"""<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
        <p>Fact<a id="r" epub:type="noteref" href="{link}#n">1</a></p></body></html>"""
    notes = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
        <aside epub:type="footnote" id="n"><p>The note.</p></aside></body></html>"""
    item = NAV_ITEM + '<item id="n" href="notes.xhtml" media-type="application/xhtml+xml"/>'
    with lectern.Publication.open_bytes(
            epub(manifest=item, files={"EPUB/c1.xhtml": chapter, "EPUB/notes.xhtml": notes})) as book:
        note = book.footnote({"href": "EPUB/c1.xhtml", "type": "text/html", "locations": {"fragments": ["r"]}})
        assert note["text"] == "The note."


def test_missing_files_are_still_missing():
    with lectern.Publication.open_bytes(epub()) as book:
        for href in ("EPUB/c3.xhtml", "c1.html", "EPUB/", "EPUB/c1.xhtml/x", "x" * 100_000, "a/" * 10_000 + "b"):
            with pytest.raises(lectern.NotFoundError):
                book.get(href)


# --------------------------------------------------------------------------------------------------------- Contents

def contents(items, nav=NAV, **more):
    nav = nav[:nav.index("<ol>")] + f"<ol>{items}</ol></nav></body></html>"
    with lectern.Publication.open_bytes(epub(files={"EPUB/nav.xhtml": nav, **more.get("files", {})},
                                             manifest=NAV_ITEM + more.get("manifest", ""))) as book:
        return shown(book.toc)


def shown(links):
    return [(link.get("title"), link["href"].removeprefix("EPUB/"), *([shown(link["children"])] if "children" in link else []))
            for link in links]


ONE = '<a href="c1.xhtml">One</a>'


@pytest.mark.parametrize("item, expected", [
    (f"<span>{ONE}</span><ol></ol>", ("One", "c1.xhtml")),
    (f"<span>{ONE}</span>", ("One", "c1.xhtml")),
    (f"<p><span class='n'>1</span> {ONE}</p>", ("One", "c1.xhtml")),
    (f"<div><em>{ONE}</em></div><div><ol><li><a href='c2.xhtml'>Two</a></li></ol></div>", ("One", "c1.xhtml", [("Two", "c2.xhtml")])),
    ("<span>Part</span><ol><li><a href='c2.xhtml'>Two</a></li></ol>", ("Part", "#", [("Two", "c2.xhtml")])),
    ("<a id='x'/>" + ONE, ("One", "c1.xhtml")),
    ('<a href="c1.xhtml"><img src="i.png" alt="Chapter 2"/></a>', ("Chapter 2", "c1.xhtml")),
    ('<a href="c1.xhtml"><audio src="a.mp3"/><audio src="a.mp3" title="Chapter 1"/></a>', ("Chapter 1", "c1.xhtml")),
    ('<a href="c1.xhtml"><video title="A"/> <object title="B"/></a>', ("A B", "c1.xhtml")),
    ('<a href="c1.xhtml"><img src="i.png" alt="" title="Named"/></a>', ("Named", "c1.xhtml")),
    ('<a href="c1.xhtml">Chapter <img src="i.png" alt="Seven"/></a>', ("Chapter Seven", "c1.xhtml")),
    ('<a href="c1.xhtml"><b><img src="o.png" alt="O"/></b>nce upon</a>', ("Once upon", "c1.xhtml")),
    ('<a href="c1.xhtml"><img src="i.png" alt="A"/><img src="j.png" alt="B"/></a>', ("A B", "c1.xhtml")),
    ('<a href="c1.xhtml">Case <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><mi>x</mi></math></a>', ("Case x squared", "c1.xhtml")),
    ('<a href="c1.xhtml"><span title="hint">Shown</span></a>', ("Shown", "c1.xhtml")),
    ('<a href="c1.xhtml" title="Chapter 3"><img src="x.png"/></a>', ("Chapter 3", "c1.xhtml")),
    ('<a href="c1.xhtml" aria-label="Chapter 4"><img src="x.png"/></a>', ("Chapter 4", "c1.xhtml")),
    ('<a href="c1.xhtml"><math alttext="x squared" xmlns="http://www.w3.org/1998/Math/MathML"/></a>', ("x squared", "c1.xhtml")),
    ("<a href='c1.xhtml'><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp></ruby>京</a>", ("東京", "c1.xhtml")),
    ("<a href='c1.xhtml'>Chapter 1<br/>Loomings</a>", ("Chapter 1 Loomings", "c1.xhtml")),
    ("<a href='c1.xhtml'><p>Chapter 1</p><p>Loom<i>ings</i></p></a>", ("Chapter 1 Loomings", "c1.xhtml")),
    ("<a href='c1.xhtml'><div>Chapter 1</div>Loomings</a>", ("Chapter 1 Loomings", "c1.xhtml")),
])
def test_labels_of_the_contents(item, expected):
    assert contents(f"<li>{item}</li>") == [expected]


TWO = "<a href='c2.xhtml'>Two</a>"


@pytest.mark.parametrize("items, expected", [
    (f"<li>{ONE}</li><ol><li>{TWO}</li></ol>", [("One", "c1.xhtml", [("Two", "c2.xhtml")])]),
    (f"<ol><li>{ONE}</li></ol><li>{TWO}</li>", [("One", "c1.xhtml"), ("Two", "c2.xhtml")]),
    (f"<div><li>{ONE}</li><li>{TWO}</li></div>", [("One", "c1.xhtml"), ("Two", "c2.xhtml")]),
    (f"<div><div><li>{ONE}<ol><li>{TWO}</li></ol></li></div></div>", [("One", "c1.xhtml", [("Two", "c2.xhtml")])])])
def test_lists_that_are_nested_wrongly_keep_their_entries(items, expected):
    assert contents(items) == expected


@pytest.mark.parametrize("markup", ["<p>{}</p><p>{}</p>", "<dl><dt>{}</dt><dd>{}</dd></dl>", "<table><tr><td>{}</td><td>{}</td></tr></table>", "{}{}"])
def test_contents_without_a_list(markup):
    nav = NAV[:NAV.index("<ol>")] + markup.format(ONE, TWO) + "</nav></body></html>"
    with lectern.Publication.open_bytes(epub(files={"EPUB/nav.xhtml": nav})) as book:
        assert shown(book.toc) == [("One", "c1.xhtml"), ("Two", "c2.xhtml")]


@pytest.mark.parametrize("links", [
    '<li><a href="#">A</a></li><li><a href="">B</a></li>', '<li><a href="nav.xhtml#">A</a></li>', '<li><a href="#a">A</a></li>',
    '<li><a href="nav.xhtml#a">A</a><ol><li><a href="#b">B</a></li></ol></li>', '<li><a href="gone.xhtml#c">A</a></li>',
    '<li><span>A</span><ol><li><a href="gone.xhtml">A</a></li></ol></li>'])
def test_contents_that_lead_nowhere_give_way_to_the_ncx(links):
    assert contents(links, files={"EPUB/toc.ncx": NCX}, manifest=NCX_ITEM) == [("One", "c1.xhtml")]
    # No other link is better.
    assert contents(links)[0][0] == "A"


@pytest.mark.parametrize("links", [
    '<li><a href="gone.xhtml">A</a></li><li><a href="C1.xhtml">B</a></li>', '<li><a href="https://example.org/">A</a></li>',
    '<li><span>A</span><ol><li><a href="c1.xhtml">B</a></li></ol></li>'])
def test_one_link_that_leads_somewhere_is_enough(links):
    assert contents(links, files={"EPUB/toc.ncx": NCX}, manifest=NCX_ITEM)[0][0] == "A"


def test_contents_of_one_document_are_kept():
    """Neither leads away: the navigation document comes first."""
    ncx = NCX.replace("c1.xhtml", "toc.ncx")
    assert contents('<li><a href="nav.xhtml">A</a></li>', files={"EPUB/toc.ncx": ncx}, manifest=NCX_ITEM) == [("A", "nav.xhtml")]


# ------------------------------------------------------------------------------------------------- Content over name

KINDS = {
    "application/pdf": pages(1), "image/png": encoded(Image.new("RGB", (2, 2), "blue"), "PNG"),
    "image/jpeg": encoded(Image.new("RGB", (2, 2), "blue"), "JPEG"), "audio/mpeg": b"ID3\3\0\0\0\0\0\0\xff\xfb\x90\0" + bytes(400),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hint", [
    {"name": "b.epub"}, {"name": "b.cbz"}, {"name": "b.zip"}, {"name": "b.cbr"}, {"mediaType": "application/epub+zip"}])
def test_the_content_decides_over_the_name_of_an_archive(kind, hint):
    with lectern.Publication.open_bytes(KINDS[kind], hint) as book:
        assert book.info["format"] == kind
    assert lectern.sniff(io.BytesIO(KINDS[kind]), hint)["mediaType"] == kind


def test_an_archive_behind_an_image_stays_an_archive():
    data = io.BytesIO(KINDS["image/png"])
    data.seek(0, io.SEEK_END)
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("1.png", KINDS["image/png"])
    with lectern.Publication.open_bytes(data.getvalue(), {"name": "b.cbz"}) as book:
        assert book.info["format"] == "application/vnd.comicbook+zip"
