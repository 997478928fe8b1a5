# SPDX-License-Identifier: BSD-3-Clause
"""Single HTML documents: their metadata, headings, and the files next to them."""
import io

import pytest

import lectern

PAGE = """<!DOCTYPE html>
<html lang="en-US"><head><title>My  page</title><meta name="author" content="Anna"><meta name="description" content="Short.">
<link rel="stylesheet" href="style.css?v=1"><link rel="next" href="other.html"></head><body>
<h1>One, two - three &amp; four</h1><p>Text <img src="img/a%20b.png"> <img src="https://example.org/x.png"> <img src="../up.png"> <img src="gone.png"></p>
<h2 id="s">Sub</h2><p>More</p><h1>Zwei ä</h1><p>The end</p><h3>Deep</h3></body></html>"""
XHTML = PAGE.replace("<!DOCTYPE html>\n<html ", '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml" ').replace('">', '"/>').replace(
    'en-US"/>', 'en-US">').replace('id="s"/>', 'id="s">')


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "img").mkdir()
    for name in ("style.css", "img/a b.png", "other.html", "secret.txt"):
        (tmp_path / name).write_text(name)
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "page.xhtml").write_text(XHTML)
    return tmp_path


@pytest.mark.parametrize("name, kind", [("page.html", "text/html"), ("page.xhtml", "application/xhtml+xml")])
def test_a_page_with_its_files(folder, name, kind):
    with lectern.open(folder / name) as book:
        assert book.reading_order == [{"href": name, "type": kind}]
        assert book.title == "My page" and book.metadata["language"] == ["en-US"] and book.metadata["description"] == "Short."
        assert book.metadata["author"] == [{"name": "Anna"}]
        assert [link["href"] for link in book.collection("resources")] == ["style.css?v=1", "img/a%20b.png"]
        assert book.get("img/a%20b.png").read() == b"img/a b.png"
        assert book.get(name).read() == (folder / name).read_bytes()
        for other in ("secret.txt", "other.html", "../up.png"):
            with pytest.raises(lectern.NotFoundError):
                book.get(other).read()
        assert not book.warnings


def test_headings_are_contents(folder):
    with lectern.open(folder / "page.html") as book:
        one, two = book.toc
        assert (one["title"], [link["href"] for link in one["children"]]) == ("One, two - three & four", ["page.html#s"])
        assert (two["title"], [link["title"] for link in two["children"]]) == ("Zwei ä", ["Deep"])
        for link in (one, two, *one["children"], *two["children"]):
            place = book.locate({"href": link["href"]})
            assert place["title"] == link["title"]
        match, = book.matches("The end")
        assert match.title == "Zwei ä"


def test_without_a_folder():
    with lectern.Publication.open_bytes(PAGE.encode(), {"name": "page.html"}) as book:
        assert book.reading_order == [{"href": "publication.html", "type": "text/html"}] and "resources" not in book.manifest
        assert [match.text for match in book.matches("More")] == ["More"]


def test_behind_a_symbolic_link(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "link.html").symlink_to(folder / "page.html")
    (other / "style.css").write_text("other")
    with lectern.open(other / "link.html") as book:
        assert book.get("link.html").read() == PAGE.encode() and "resources" not in book.manifest


@pytest.mark.parametrize("data, name", [
    (PAGE, "x.html"), (PAGE.upper(), "x.htm"), ("<p>Only a part</p>", "x.html"), (" \n" + PAGE, "x.xhtml"),
    ("<!-- saved -->\n<html><body>Text</body></html>", "x.HTML"), ("<html></html>", "x.htm")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_recognised(data, name, encoding):
    data = data.encode(encoding)
    with lectern.Publication.open_bytes(data, {"name": name}) as book:
        assert len(book.reading_order) == 1
    assert "html" in lectern.sniff(io.BytesIO(data), {"name": name})["specifications"]


@pytest.mark.parametrize("name", ["book.epub", "book.unknown", "book"])
def test_a_page_under_another_name_is_no_book(name):
    with pytest.raises(lectern.FormatError):
        lectern.Publication.open_bytes(PAGE.encode(), {"name": name})
    with lectern.Publication.open_bytes(PAGE.encode(), {"name": "book", "mediaType": "text/html"}) as book:
        assert book.title == "My page"


@pytest.mark.parametrize("data", ["Only text", '<?xml version="1.0"?><other/>', "\0\1\2<html>", ""])
def test_not_html(data):
    with pytest.raises(lectern.LecternError):
        lectern.Publication.open_bytes(data.encode(), {"name": "x.html"})
