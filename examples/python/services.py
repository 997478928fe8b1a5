# SPDX-License-Identifier: BSD-3-Clause
# Four services of a host: positions by words, a cover drawn from the title (with Pillow), a search that knows synonyms,
# and decryption.  Each is a class, and is called like the library's own services.
#
#   PYTHONPATH=bindings/python python3 examples/python/services.py book.epub
import hashlib
import io
import itertools
import json
import sys
import textwrap
import urllib.parse
import zipfile
import zlib

import lectern
from PIL import Image, ImageDraw, ImageFont


class WordPositions(lectern.Service):
    """One position for every 500 words, instead of one for every kilobyte."""

    name = "positions"
    words = 500

    def get(self, href):
        if href != "/~readium/positions":
            return None
        places = [
            {"href": link["href"], "type": link["type"], "locations": {"progression": start / count}}
            for link, count in self.counted()
            for start in range(0, count, self.words)
        ]
        for index, place in enumerate(places):
            place["locations"].update(position=index + 1, totalProgression=index / len(places))
        return json.dumps({"total": len(places), "positions": places}).encode()

    def counted(self):
        """The items of the reading order with their numbers of words, at least one."""
        for link in self.publication.reading_order:
            yield link, max(1, len(self.publication.text(link["href"]).split()))


class TitleCover(lectern.Service):
    """Draws the title on a colour derived from it."""

    name = "cover"
    width, height = 600, 800

    def get(self, href):
        if href != "/~readium/cover":
            return None
        link = {"href": href, "type": "image/png", "rel": "cover", "width": self.width, "height": self.height}
        return lectern.Resource.of(link, self.drawn(self.publication.title))

    def drawn(self, title):
        color = tuple(64 + byte // 3 for byte in zlib.crc32(title.encode()).to_bytes(4, "big")[:3])
        image = Image.new("RGB", (self.width, self.height), color)
        text = "\n".join(textwrap.wrap(title, 14))
        font = ImageFont.load_default(size=56)
        place = (self.width / 2, self.height / 3)
        ImageDraw.Draw(image).text(place, text, "white", font, anchor="mm", align="center")
        target = io.BytesIO()
        image.save(target, "PNG")
        return target.getvalue()


class SynonymSearch(lectern.Service):
    """Wraps the search of the library, and calls it for each synonym."""

    name = "search"
    synonyms = [{"sea", "ocean", "water"}, {"crow", "raven", "bird"}]

    def get(self, href):
        route, _, query = href.partition("?")
        if route != "/~readium/search":
            return None
        asked = dict(urllib.parse.parse_qsl(query))
        word = asked.get("query", "").lower()
        same = next((words for words in self.synonyms if word in words), {word})
        found = [locator for word in sorted(same) for locator in self.builtin({**asked, "query": word})]
        found.sort(key=lambda locator: locator["locations"]["totalProgression"])
        return json.dumps({"metadata": {"numberOfItems": len(found)}, "locators": found}).encode()

    def builtin(self, query):
        """The locators of all pages, one after the other."""
        href = "/~readium/search?" + urllib.parse.urlencode(query)
        while href:
            with self.publication.get_builtin(href) as resource:
                page = json.loads(resource.read())
            yield from page["locators"]
            href = next((link["href"] for link in page.get("links", []) if "next" in link["rel"]), None)


class Decryption(lectern.Service):
    """Decrypts the chapters that `encrypted` has encrypted."""

    name = "org.example.decryption"
    algorithm = "https://example.org/stand-in"
    passphrase = "open sesame"

    def get(self, href):
        if href.startswith("/~readium/"):
            return None
        with self.publication.get_builtin(href) as stored:
            if stored.link.get("properties", {}).get("encrypted", {}).get("algorithm") != self.algorithm:
                return None
            return lectern.Resource.of(stored.link, self.combined(stored.read()))

    @classmethod
    def combined(cls, data):
        """XORs each byte with a digest: its own inverse, and only a placeholder for real encryption."""
        blocks = (hashlib.sha256(f"{cls.passphrase} {number}".encode()).digest() for number in itertools.count())
        return bytes(byte ^ key for byte, key in zip(data, itertools.chain.from_iterable(blocks)))


def encrypted(path):
    """The bytes of the book with its chapters encrypted."""
    target, entries = io.BytesIO(), []
    with zipfile.ZipFile(path) as book, zipfile.ZipFile(target, "w") as copy:
        for entry in book.infolist():
            data = book.read(entry)
            if entry.filename.endswith(".xhtml") and "nav" not in entry.filename:
                entries.append(
                    '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
                    f'<EncryptionMethod Algorithm="{Decryption.algorithm}"/>'
                    f'<CipherData><CipherReference URI="{entry.filename}"/></CipherData></EncryptedData>'
                )
                data = Decryption.combined(data)
            copy.writestr(entry, data)
        root = '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">{}</encryption>'
        copy.writestr("META-INF/encryption.xml", root.format("".join(entries)))
    return target.getvalue()


def serving(*services):
    context = lectern.Context()
    for service in services:
        context.add_service(service)
    return context


def main(path):
    with serving(WordPositions, TitleCover, SynonymSearch) as context:
        with lectern.Publication.open(path) as plain, lectern.Publication.open(path, context=context) as book:
            print(f"Positions: {len(plain.positions)} of the library, {len(book.positions)} of ours")
            with plain.cover() as old, book.cover() as new, book.cover(width=150, height=150) as small:
                print(f"Cover: {old.link['href']} before, {new.link['href']} now, {small.link['width']} pixels wide")
            for word in "sea", "crow":
                ours = [match.text.lower() for match in book.matches(word)]
                hits = len(list(plain.matches(word)))
                print(f"Search for {word!r}: {hits} of the library, {len(ours)} of ours: {', '.join(sorted(set(ours)))}")
    closed = encrypted(path)
    with lectern.Publication.open_bytes(closed) as without:
        chapter = without.reading_order[1]["href"]
        try:
            without.get(chapter).read()
        except lectern.ProtectedError as error:
            print(f"Without our service: {error.message}")
    with serving(Decryption) as context, lectern.Publication.open_bytes(closed, context=context) as book:
        print(f"With it: {book.text(chapter).splitlines()[0]}")


if __name__ == "__main__":
    main(sys.argv[1])
