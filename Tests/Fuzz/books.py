# SPDX-License-Identifier: BSD-3-Clause
"""Damaged EPUBs, derived from a small valid one.  Everything is determined by one random.Random."""
import io
import re
import zipfile

CONTAINER = ('<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
             '<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
PACKAGE = ('<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en" dir="ltr" '
           'prefix="foaf: http://xmlns.com/foaf/spec/"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
           '<dc:identifier id="id">urn:uuid:1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed</dc:identifier><dc:title id="t">T</dc:title>'
           '<dc:language>en</dc:language><dc:date>2020-02-29</dc:date><dc:creator id="c">A</dc:creator>'
           '<meta property="role" refines="#c">aut</meta><meta property="file-as" refines="#t">T</meta>'
           '<meta property="alternate-script" refines="#t" xml:lang="fr">U</meta><meta property="dcterms:modified">2021-01-01T00:00:00Z</meta>'
           '<meta property="media:duration">0:32:29</meta><meta property="schema:numberOfPages">9</meta>'
           '<meta property="belongs-to-collection" id="s">S</meta><meta property="group-position" refines="#s">2</meta>'
           '<meta name="cover" content="i"/><meta property="rendition:layout">reflowable</meta><meta property="foaf:a">b</meta></metadata>'
           '<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml" fallback="i"/>'
           '<item id="b" href="b%20c.xhtml" media-type="application/xhtml+xml" properties="scripted svg"/>'
           '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
           '<item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="f" href="f.ttf" media-type="font/ttf"/>'
           '<item id="i" href="i.png" media-type="image/png" properties="cover-image"/></manifest>'
           '<spine toc="x" page-progression-direction="ltr"><itemref idref="a" properties="page-spread-left"/>'
           '<itemref idref="b" linear="yes"/></spine><guide><reference type="cover" href="a.xhtml"/></guide></package>')
NAVIGATION = ('<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>'
              '<li><a href="a.xhtml#p">One</a><ol><li><span>Two</span><ol><li><a href="b%20c.xhtml">Three</a></li></ol></li></ol></li>'
              '</ol></nav><nav epub:type="page-list"><ol><li><a href="a.xhtml#1">1</a></li></ol></nav></body></html>')
NCX = ('<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint id="p"><navLabel><text>One</text></navLabel>'
       '<content src="a.xhtml"/></navPoint></navMap></ncx>')
ENCRYPTION = ('<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
              '<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherData><CipherReference URI="OEBPS/f.ttf"/>'
              '</CipherData></EncryptedData></encryption>')
FILES = {"META-INF/container.xml": CONTAINER, "META-INF/encryption.xml": ENCRYPTION, "OEBPS/package.opf": PACKAGE,
         "OEBPS/nav.xhtml": NAVIGATION, "OEBPS/toc.ncx": NCX, "OEBPS/a.xhtml": "<html><body><p id='p'>a</p></body></html>",
         "OEBPS/b c.xhtml": "<html/>" * 700, "OEBPS/f.ttf": "f" * 3000, "OEBPS/i.png": "png"}

#: Values for places where something else is expected.
VALUES = ("", " ", "0", "-1", "1e308", "NaN", "99999999999999999999", "0000-00-00", "99999999999-01-01", "2021-02-30T25:61:61+99:99",
          "-0:00:01", "99:59:59.999999999", "%", "%2", "%zz", "..%2f..%2f..%2fetc/passwd", "../../../../etc/passwd", "\\..\\a", "//host/a",
          "file:///etc/passwd", "data:text/html,x", "javascript:x", "http://[::1", "#", "?", "#a", "a#b#c", "&lt;", "&#0;", "&#xD800;",
          "&#x10FFFF;", "&#xFFFE;", "\ufffe", "\u202e", "\U0001f1e6" * 99, "e\u0301\u0323" * 99, "\u0301\u0323" * 9999, "x" * 99999,
          "a b c " * 999, "foaf:", ":a", "a:b:c", "en-", "x-" + "a" * 99, "id", "a", "c", "#c", "nav nav nav", "cover-image", "&x;", "&nbsp;")
DOCTYPES = ('<!DOCTYPE a [<!ENTITY x "y">]>', '<!DOCTYPE a [<!ENTITY x "&x;">]>', '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '<!DOCTYPE a [<!ENTITY % p "<!ENTITY x \'y\'>"> %p;]>',
            '<!DOCTYPE a [<!ENTITY a "' + "y" * 999 + '"><!ENTITY b "' + "&a;" * 99 + '"><!ENTITY x "' + "&b;" * 99 + '">]>')
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "utf-7", "latin-1", "cp037")


def pieces(text):
    """Splits markup into tags, values and the text in between."""
    return re.findall(r'<[^>]*>|"[^"]*"|[^<"]+', text)


def repeated(tag, count):
    """Repeats a tag, limited to a size that a test can generate quickly."""
    return [tag] * min(count, 1 + 2_000_000 // (len(tag) + 1))


def mutate_markup(text, random):
    """A random change to the structure of a document."""
    tags = pieces(text) or [""]
    at = random.randrange(len(tags))
    change = random.randrange(8)
    if change == 0:
        return value_changed(text, random)
    if change == 1:
        del tags[at]
    elif change == 2:
        tags[at:at] = repeated(random.choice(tags), random.choice((1, 2, 300, 20000)))
    elif change == 3:
        tags[at] = random.choice(VALUES)
    elif change == 4:
        return random.choice(DOCTYPES) + text
    elif change == 5:
        other = random.randrange(len(tags))
        tags[at], tags[other] = tags[other], tags[at]
    elif change == 6:
        return text[:random.randrange(len(text) + 1)]
    else:
        tags[at:at] = repeated(tags[at], random.choice((2, 300, 20000)))
    return "".join(tags)


def value_changed(text, random):
    """Replaces the value of an attribute, or adds a second attribute with the same name."""
    attributes = list(re.finditer(r'(?<![\w:-])([\w:-]{1,64})="([^"]*)"', text))
    if not attributes:
        return text
    chosen = random.choice(attributes)
    value = random.choice(VALUES)
    again = f' {chosen[0]}' if random.random() < 0.1 else ""
    return text[:chosen.start()] + f'{chosen[1]}="{value}"{again}' + text[chosen.end():]


def mutate_bytes(data, random):
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 9, 99))):
        if not data:
            return b""
        at = random.randrange(len(data))
        kind = random.randrange(4)
        if kind == 0:
            data[at] = random.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF, random.randrange(256)))
        elif kind == 1:
            size = random.choice((2, 4, 8))
            data[at:at + size] = random.choice((0, 1, 2**15, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1, len(data))).to_bytes(8, "little")[:size]
        elif kind == 2:
            del data[at:at + random.choice((1, 4, 99))]
        else:
            data[at:at] = data[at:at + random.choice((1, 22, 46, 99))]
    return bytes(data)


def book(random):
    """The files of a damaged book."""
    files = dict(FILES)
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        name = random.choice(("OEBPS/package.opf",) * 4 + tuple(files))
        files[name] = mutate_markup(files[name], random)
    return "book.epub", disturbed({"mimetype": "application/epub+zip", **files}, random)


def disturbed(files, random):
    """The bytes of files; sometimes one is missing, renamed, or has another encoding."""
    result = {}
    for name, text in files.items():
        chance = random.random()
        if chance < 0.02:
            continue
        name = random.choice(VALUES)[:60000].replace("\0", "") or "x" if chance < 0.04 else name
        result[name] = text.encode(random.choice(ENCODINGS) if chance > 0.96 else "utf-8", "replace")
    return result


def packed(files, is_deflated=True):
    """An archive of these files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED if is_deflated else zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, archive.compression)
    return target.getvalue()
