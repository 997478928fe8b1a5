# SPDX-License-Identifier: BSD-3-Clause
"""Books in legacy encodings: package documents, tables of contents, chapters, style sheets and ZIP names."""
import io
import zipfile
from urllib.parse import unquote

import pytest

import lectern
from support.pictures import encoded, picture

from .searched import hits

#: Label, codec of Python, and words in two scripts, if the encoding has them.
ENCODINGS = [
    ("gb2312", "gbk", "第一章 目录"), ("gbk", "gbk", "第壹章 鎔鑄"), ("gb18030", "gb18030", "第一章 㐀"), ("big5", "big5hkscs", "第一章 你好嗎"),
    ("shift_jis", "cp932", "第一章 こんにちは"), ("euc-jp", "euc_jp", "第一章 こんにちは"), ("iso-2022-jp", "iso2022_jp", "第一章 こんにちは"),
    ("euc-kr", "cp949", "제일장 안녕똠"), ("windows-1251", "cp1251", "Глава первая"), ("koi8-r", "koi8-r", "Глава первая"),
    ("iso-8859-2", "iso8859-2", "Příliš žluťoučký"), ("windows-1252", "cp1252", "“naïve”"), ("utf8", "utf-8", "第一章"),
]
CONTAINER = ('<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
             '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
PACKAGE = """<?xml version="1.0" encoding="{label}"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>{words}</dc:title>
<dc:language>{language}</dc:language></metadata><manifest><item id="n" href="n.ncx" media-type="application/x-dtbncx+xml"/>
<item id="c" href="{name}" media-type="application/xhtml+xml"/><item id="s" href="s.css" media-type="text/css"/></manifest>
<spine toc="n"><itemref idref="c"/></spine></package>"""
NCX = """<?xml version="1.0" encoding="{label}"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/>
<docTitle><text>{words}</text></docTitle><navMap><navPoint id="a" playOrder="1"><navLabel><text>{words}</text></navLabel>
<content src="{name}"/></navPoint></navMap></ncx>"""
XHTML = ('<?xml version="1.0" encoding="{label}"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>'
         "<body><p>a {words} b</p></body></html>")
#: Not well-formed.
HTML = "<html><head>{meta}<title>T</title></head><body><p>a {words} b<br></body></html>"
METAS = ['<meta charset="{label}">', "<META CONTENT='text/html; charset = {label}' HTTP-EQUIV=content-type>",
         "<meta charset=x-unknown><meta charset={label}>", "<!--" + "x" * 2000 + "--><meta charset={label}>"]


class Named(zipfile.ZipInfo):
    """An entry whose name is not marked as UTF-8."""

    def __init__(self, name, codec):
        super().__init__(name)
        self.codec = codec

    def _encodeFilenameFlags(self):
        return self.filename.encode(self.codec), self.flag_bits & ~0x800


def archive(files, codec="utf-8"):
    """The bytes of a ZIP."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as target:
        for name, data in files.items():
            target.writestr(Named(name, codec), data)
    return stream.getvalue()


def book(label, codec, words, chapter, names="utf-8", name="c.xhtml", language="en", sheet=b"", folder=""):
    values = {"label": label, "words": words, "name": name, "language": language}
    return lectern.Publication.open_bytes(archive({
        "mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER.replace("p.opf", folder + "p.opf"),
        folder + "p.opf": PACKAGE.format(**values).encode(codec), folder + "n.ncx": NCX.format(**values).encode(codec),
        folder + name: chapter, folder + "s.css": sheet}, names))


def warnings(book):
    return [warning["message"] for warning in book.warnings]


@pytest.mark.parametrize("label, codec, words", ENCODINGS)
def test_every_part_of_a_book(label, codec, words):
    chapter = XHTML.format(label=label.upper(), words=words).encode(codec)
    sheet = f'@charset "{label}";p::before {{ content: "{words}" }}'.encode(codec)
    with book(label, codec, words, chapter, sheet=sheet) as opened, lectern.Navigator(opened) as navigator:
        assert opened.metadata["title"] == words
        assert [link["title"] for link in opened.manifest["toc"]] == [words]
        assert opened.text("c.xhtml").strip() == f"a {words} b"
        assert [hit["text"]["highlight"] for hit in hits(opened, words)] == [words]
        page = navigator.get("c.xhtml")
        served = page.read().decode()
        assert page.type == "application/xhtml+xml" and f"a {words} b</p>" in served and label.upper() not in served
        assert navigator.get("s.css").read().decode() == f'@charset "utf-8";p::before {{ content: "{words}" }}'


# Text in ISO-2022-JP is also ASCII, so only a declaration near the beginning counts.
@pytest.mark.parametrize("label, codec, words, meta", [
    (*encoding, meta) for encoding in ENCODINGS for meta in METAS if encoding[0] != "iso-2022-jp" or "<!--" not in meta])
def test_html(label, codec, words, meta):
    chapter = HTML.format(meta=meta.format(label=label), words=words).encode(codec)
    with book("utf-8", "utf-8", "T", chapter) as opened, lectern.Navigator(opened) as navigator:
        assert opened.text("c.xhtml").strip() == f"a {words} b"
        assert [hit["text"]["highlight"] for hit in hits(opened, words)] == [words]
        assert f"a {words} b<br></p>" in navigator.get("c.xhtml").read().decode()


@pytest.mark.parametrize("label, codec, words", ENCODINGS)
def test_the_media_type_counts_more_than_the_document(label, codec, words):
    """A byte order mark takes precedence over both."""
    text = HTML.format(meta='<meta charset="iso-8859-5">', words=words)
    files = {"a.html": text.encode(codec), "b.html": text.encode("utf-8-sig"), "a.css": f"/*{words}*/".encode(codec)}
    kind = f'text/html; charset="{label}"'
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": name, "type": kind} for name in ("a.html", "b.html")],
                "resources": [{"href": "a.css", "type": f"text/css;charset={label}"}]}
    with lectern.Publication.open_manifest(manifest, files.get) as opened, lectern.Navigator(opened) as navigator:
        for name in ("a.html", "b.html"):
            assert opened.text(name).strip() == f"a {words} b"
            assert f"a {words} b<br></p>" in navigator.get(name).read().decode()
        assert len(hits(opened, words)) == 2
        assert navigator.get("a.css").read().decode() == f"/*{words}*/"


@pytest.mark.parametrize("codec, words", [
    ("utf-8", "第一章 目录"), ("gbk", "第一章　他说：“你好。”然后就走了。"), ("big5", "第一章　他說：「你好。」然後就走了。"),
    ("cp932", "第一章　「こんにちは」と彼は言った。"), ("euc_jp", "第一章　「こんにちは」と彼は言った。"),
    ("cp949", "제일장 그는 안녕하세요라고 말하고 나서 밖으로 나갔다."), ("cp1252", "“Naïve” — it’s “the” café, où l’été…"),
    ("cp1252", "“The” ‘best’ “of” times, it’s “1859”"), ("latin-1", "Ça va? Àla carte, Æther, öffnen, größer")])
def test_html_that_declares_nothing(codec, words):
    """It is windows-1252, as in a Western browser, unless it looks like Chinese, Japanese or Korean."""
    with book("utf-8", "utf-8", "T", HTML.format(meta="", words=words).encode(codec)) as opened:
        assert opened.text("c.xhtml").strip() == f"a {words} b"


def test_declarations_that_are_left_over():
    """Valid UTF-8 takes precedence, except for text that consists of two-byte sequences."""
    for label in ("gb2312", "iso-8859-1", "windows-1251", "shift_jis", "iso-2022-jp"):
        chapter = HTML.format(meta=f"<meta charset={label}>", words="目录 é").encode()
        with book("utf-8", "utf-8", "T", chapter) as opened:
            assert opened.text("c.xhtml").strip() == "a 目录 é b"
    with book("utf-8", "utf-8", "T", HTML.format(meta="<meta charset=gb2312>", words="目录").encode("gbk")) as opened:
        assert opened.text("c.xhtml").strip() == "a 目录 b"
    chapter = ('<?xml version="1.0" encoding="utf-8"?>' + HTML.format(meta="<meta charset=gb2312>", words="第一章")).encode("gbk")
    with book("utf-8", "utf-8", "T", chapter) as opened:
        assert opened.text("c.xhtml").strip() == "a 第一章 b"


def test_what_is_not_valid_is_replaced():
    for label, codec, words in ENCODINGS[:6]:
        chapter = XHTML.format(label=label, words=words).encode(codec).replace(b"<p>a ", b"<p>a \xff")
        with book(label, codec, words, chapter) as opened:
            assert opened.text("c.xhtml").strip() == f"a \ufffd{words} b"
    for data, expected in ((b"\x81<i>", "\ufffd"), (b"\xb5\xda\xd2<i>", "第\ufffd"), (b"\x810<i>", "\ufffd0")):
        chapter = XHTML.format(label="gbk", words="WORDS</i>").encode().replace(b"WORDS", data)
        with book("gbk", "gbk", "T", chapter) as opened:
            assert opened.text("c.xhtml").strip() == f"a {expected} b"


def test_encodings_that_browsers_do_not_read():
    for label, words in (("hz-gb-2312", "~{<:Ky2;~}"), ("hz-gb-2312", "\xff"), ("iso-2022-kr", "\x1b$)C\x0e1[\x0f"), ("ISO-2022-CN-EXT", "\x1b$)A")):
        with book("utf-8", "utf-8", "T", HTML.format(meta=f"<meta charset={label}>", words=words).encode("latin-1")) as opened:
            assert opened.text("c.xhtml").strip() == "\ufffd"


def test_many_declarations_that_mean_nothing():
    """Each label is looked up in constant time."""
    metas = "<meta charset=x-unknown>" * 100_000
    with book("utf-8", "utf-8", "T", HTML.format(meta=metas + "<meta charset=gbk>", words="第一章").encode("gbk")) as opened:
        assert opened.text("c.xhtml").strip() == "a 第一章 b"


# ------------------------------------------------------------------------------------------------------- Names in the ZIP

NAMES = [("gbk", "第一章.xhtml"), ("gbk", "目录.xhtml"), ("gbk", "封面.xhtml"), ("big5", "第一章.xhtml"), ("big5", "功能表.xhtml"), ("cp932", "第一章.xhtml"),
         ("cp932", "ソ表.xhtml"), ("euc_jp", "第一章.xhtml"), ("cp949", "제일장.xhtml"), ("cp866", "Глава.xhtml"), ("cp1251", "Глава.xhtml"),
         ("koi8-r", "Глава.xhtml"), ("cp437", "Überüñ.xhtml"), ("cp1252", "Überüñ.xhtml"), ("utf-8", "Überüñ.xhtml"), ("utf-8", "第一章.xhtml")]


@pytest.mark.parametrize("folder", ["", "書/"])
@pytest.mark.parametrize("codec, name", NAMES)
def test_names_are_those_of_the_package_document(codec, name, folder):
    try:
        folder.encode(codec)
    except UnicodeEncodeError:
        folder = "Ж/" if codec in ("cp866", "cp1251", "koi8-r") else "ü/" if codec.startswith("cp") and folder else folder and "제/"
    with book("utf-8", "utf-8", "T", XHTML.format(label="utf-8", words="x"), names=codec, name=name, folder=folder) as opened:
        assert [opened.text(link["href"]).strip() for link in opened.reading_order] == ["a x b"]
        assert opened.manifest["toc"][0]["href"] == opened.reading_order[0]["href"]
        assert any("guessed" in warning for warning in warnings(opened)) == (codec not in ("utf-8", "cp437"))
        assert not any("There is no" in warning for warning in warnings(opened))


@pytest.mark.parametrize("codec, names", [
    ("gbk", ["封面.png", "第一话/01.png", "第二话/01.png"]), ("cp932", ["表紙.png", "第１話/01.png", "ソフト/01.png"]),
    ("cp932", ["ワンピース/01.png"]), ("cp932", ["あいう/01.png"]), ("gbk", ["第01卷/01.png"]), ("gbk", ["漫画.png"]), ("gbk", ["王.png"]),
    ("big5", ["封面.png", "第一話/功.png"]), ("big5", ["中文/1.png"]), ("cp949", ["표지.png", "제일화 시작하는 이야기/01.png"]), ("cp949", ["나루토 1권/01.png"]),
    ("cp949", ["만화책표지1.png"]), ("euc_jp", ["ワンピース 第01巻/01.png"]), ("euc_jp", ["あいうえお/01.png"]), ("cp866", ["Страница 1.png", "Том 2/Страница 2.png"]),
    ("cp1251", ["Страница 1.png", "Страница 2.png"]), ("cp1251", ["том/№1 «Ёж».png"]), ("koi8-r", ["Страница 1.png"]), ("cp866", ["глава.png"]), ("cp866", ["Том 1.png"]), ("cp1251", ["стр 1.png", "стр 2.png"]),
    ("gbk", ["汉字/1.png"]), ("big5", ["大人.png"]),
    ("cp437", ["Tome à lire.png"]), ("cp437", ["Übung.png", "été/é.png", "château.png"]),
])
def test_names_without_references(codec, names):
    with lectern.Publication.open_bytes(archive(dict.fromkeys(names, encoded(picture(4, 4), "PNG")), codec)) as opened:
        assert sorted(unquote(link["href"]) for link in opened.reading_order) == sorted(names)


def test_playlists():
    """Names in the archive and in the playlist have the same encoding."""
    lines = "#EXTM3U\n#EXTINF:10,物語のはじまり\nそのニ.mp3\n#EXTINF:20,つづき\nそのー.mp3\n"
    for codec in ("cp932", "utf-8", "utf-8-sig"):
        files = {"そのー.mp3": b"ID3", "そのニ.mp3": b"ID3", "a.m3u": lines.encode(codec)}
        with lectern.Publication.open_bytes(archive(files, codec.removesuffix("-sig"))) as opened:
            assert [(unquote(link["href"]), link["title"], link["duration"]) for link in opened.reading_order] == [
                ("そのニ.mp3", "物語のはじまり", 10), ("そのー.mp3", "つづき", 20)]
