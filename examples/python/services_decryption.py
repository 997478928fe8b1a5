# SPDX-License-Identifier: BSD-3-Clause
# A book that only we can read: its chapters are encrypted, in a way that is no more than a stand-in
# for a real one, and a service of ours opens them for everybody who asks the publication.
#
#   PYTHONPATH=bindings/python python3 examples/python/services_decryption.py book.epub
import hashlib
import io
import itertools
import sys
import zipfile

import lectern

ALGORITHM = "https://example.org/stand-in"
ENCRYPTED = """<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="{}"/>
<CipherData><CipherReference URI="{}"/></CipherData></EncryptedData>"""
LIST = '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">{}</encryption>'


def combined(data, passphrase):
    """Each block with a digest of the passphrase and of its number: the same step there and back."""
    blocks = (hashlib.sha256(f"{passphrase} {number}".encode()).digest() for number in itertools.count())
    return bytes(byte ^ key for byte, key in zip(data, itertools.chain.from_iterable(blocks)))


class Decryption(lectern.Service):
    name = "org.example.decryption"

    def __init__(self, publication, passphrase):
        super().__init__(publication)
        self.passphrase = passphrase

    def get(self, href):
        if href.startswith("/~readium/"):
            return None
        with self.publication.get_builtin(href) as stored:
            encrypted = stored.link.get("properties", {}).get("encrypted", {})
            if encrypted.get("algorithm") != ALGORITHM:
                return None
            return lectern.Resource.of(stored.link, combined(stored.read(), self.passphrase))


def encrypted(path, passphrase):
    """The bytes of the same book with its chapters encrypted."""
    target, names = io.BytesIO(), []
    with zipfile.ZipFile(path) as book, zipfile.ZipFile(target, "w") as copy:
        for entry in book.infolist():
            data = book.read(entry)
            if entry.filename.endswith(".xhtml") and "nav" not in entry.filename:
                names.append(entry.filename)
                data = combined(data, passphrase)
            copy.writestr(entry, data)
        copy.writestr("META-INF/encryption.xml", LIST.format("".join(ENCRYPTED.format(ALGORITHM, name) for name in names)))
    return target.getvalue()


def main(path):
    closed = encrypted(path, "open sesame")
    with lectern.Publication.open_bytes(closed) as book:
        chapter = book.manifest["readingOrder"][1]["href"]
        try:
            book.get(chapter).read()
        except lectern.ProtectedError as error:
            print(error.message)
    with lectern.Context() as context:
        context.add_service(lambda publication: Decryption(publication, "open sesame"), Decryption.name)
        with lectern.Publication.open_bytes(closed, context=context) as book:
            print("  ".join(book.get(chapter).read().decode().splitlines()[:3]))
            place = book.locate({"href": chapter, "progression": 0.5})
            print(f"Half of {place['title']!r}: {' '.join(place['text']['after'].split())}")


if __name__ == "__main__":
    main(sys.argv[1])
