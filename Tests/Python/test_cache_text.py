# SPDX-License-Identifier: BSD-3-Clause
"""Text of documents that is cached across runs: the same as without the cache, and never that of another document."""
import functools
import io
import json
import os
import random
import subprocess
import sys
import zipfile
import zlib

import pytest

import lectern

from .searched import XHTML, document, manifest
from .test_pdf_packages import CountingFile

HEAD = b"Lectern cache 2"
# Prevents the whole file from being read at once, so that a chapter is read when it is needed.
NOISE = random.Random(0).randbytes(40_000)
SMALL = "small.html"


@functools.cache
def words(seed, count=2000):
    chosen = random.Random(seed)
    return " ".join("".join(chosen.choices("abcdefghé漢", k=chosen.randrange(1, 9))) for _ in range(count))


@functools.cache
def book(*seeds, count=2000):
    """A package with a chapter for each seed, and a small one; reproducible."""
    files = {f"{number}.html": document(f"<h1>{seed}</h1><p>{words(seed, count)}</p>") for number, seed in enumerate(seeds)}
    files[SMALL] = document("<p>Small.</p>")
    return packed({"manifest.json": json.dumps(manifest(files)), **files, "noise": NOISE})


def packed(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def text_of(seed, count=2000):
    return f"{seed}\n{words(seed, count)}"


def read(data, folder, href="0.html", options=None, **context_options):
    """The text of a chapter, the bytes read for it, and the log messages about the cache."""
    entries, file = [], CountingFile(data)
    with lectern.Context(cacheDirectory=str(folder), logger=entries.append, **context_options) as context:
        with lectern.Publication.open_stream(file, options, context) as publication:
            before = file.read_bytes
            text = publication.text(href)
            return text, file.read_bytes - before, [entry for entry in entries if "cache" in entry["message"]]


def files(folder):
    return sorted(folder.iterdir()) if folder.exists() else []


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept"


def forged(kept, value):
    """A cache file with a valid header for another value."""
    key = kept.read_bytes()[len(HEAD):len(HEAD) + 32]
    beginning = HEAD + key + len(value).to_bytes(8, "big")
    kept.write_bytes(beginning + zlib.crc32(beginning + value).to_bytes(4, "big") + value)


def test_the_second_run_reads_nothing_of_the_book(folder):
    first = read(book(1), folder)
    assert first[0] == text_of(1) and first[1] > 5000
    assert read(book(1), folder) == (text_of(1), 0, [])
    (kept,) = files(folder)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.read_bytes().endswith(text_of(1).encode())
    forged(kept, text_of(1).encode())
    assert read(book(1), folder)[1] == 0


def test_each_document_has_a_text_of_its_own(folder):
    for _ in range(2):
        for number, seed in enumerate((1, 2, 3)):
            assert read(book(1, 2, 3), folder, f"{number}.html")[0] == text_of(seed)
            # In any spelling.
            assert read(book(1, 2, 3), folder, f"./{number}.html#there")[:2] == (text_of(seed), 0)
    assert len(files(folder)) == 3
    first, second = files(folder)[:2]
    second.write_bytes(first.read_bytes())
    for number, seed in enumerate((1, 2, 3)):
        assert read(book(1, 2, 3), folder, f"{number}.html")[0] == text_of(seed)


def test_a_changed_document_has_another_text(folder):
    assert read(book(1), folder)[0] == text_of(1)
    assert read(book(2), folder)[0] == text_of(2)
    assert read(book(1), folder)[:2] == (text_of(1), 0)
    assert len(files(folder)) == 2


def test_a_book_that_is_replaced_at_its_path(folder, tmp_path):
    path = tmp_path / "book.webpub"
    for moment, seed in enumerate((1, 2, 1)):
        path.write_bytes(book(seed))
        os.utime(path, (1_000_000_000 + moment,) * 2)
        with lectern.Context(cacheDirectory=str(folder)) as context:
            with lectern.Publication.open(path, context=context) as publication:
                assert publication.text("0.html") == text_of(seed)
                os.utime(path, (1, 1))
                publication.text("0.html")
    assert len(files(folder)) == 3


def test_what_costs_little_is_not_kept(folder):
    """Small documents, positions from sizes in the archive, and text that a search reads."""
    assert read(book(1), folder, SMALL)[0] == "Small."
    file = CountingFile(book(1, 2))
    with lectern.Context(cacheDirectory=str(folder)) as context:
        with lectern.Publication.open_stream(file, context=context) as publication:
            before = file.read_bytes
            assert len(publication.positions) > 3
            assert sum(map(len, publication.positions_by_reading_order)) == len(publication.positions)
            assert file.read_bytes == before, "the directory of the archive says it all"
            with publication.search(words(1)[:10]) as cursor:
                assert len(list(cursor)) == 1
    assert files(folder) == []


def test_what_somebody_else_decides_is_not_kept(folder, tmp_path):
    assert read(book(1), folder, options={"password": "secret"})[0] == text_of(1)
    exploded = tmp_path / "exploded"
    with zipfile.ZipFile(io.BytesIO(book(1))) as archive:
        archive.extractall(exploded)
        served = {name: archive.read(name) for name in archive.namelist()}

    class Other(lectern.Service):
        name = "org.example.other"

    with lectern.Context(cacheDirectory=str(folder)) as context:
        with lectern.Publication.open(exploded, context=context) as publication:
            assert publication.text("0.html") == text_of(1)
        listed = json.loads(served["manifest.json"])
        with lectern.Publication.open_manifest(listed, served.get, context=context) as publication:
            assert publication.text("0.html") == text_of(1)
        context.add_service(Other)
        with lectern.Publication.open_bytes(book(1), context=context) as publication:
            assert publication.text("0.html") == text_of(1)
    assert files(folder) == []


ALGORITHMS = {"0.html": "http://www.idpf.org/2008/embedding", "1.html": "http://www.w3.org/2001/04/xmlenc#aes256-cbc"}


def encrypted_book():
    """The first chapter is obfuscated, the second encrypted, the third plain."""
    chapters = {f"{number}.html": document(f"<p>{words(number)}</p>") for number in range(3)}
    items = "".join(f'<item id="i{name[0]}" href="{name}" media-type="{XHTML}"/>' for name in chapters)
    spine = "".join(f'<itemref idref="i{name[0]}"/>' for name in chapters)
    methods = "".join(
        f'<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="{algorithm}"/>'
        f'<CipherData><CipherReference URI="{name}"/></CipherData></EncryptedData>' for name, algorithm in ALGORITHMS.items())
    return packed({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "META-INF/encryption.xml": f'<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">{methods}</encryption>',
        "p.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="u">x</dc:identifier><dc:title>T</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
        **chapters, "noise": NOISE})


def test_what_is_encrypted_is_not_kept(folder):
    for _ in range(2):
        # It was never obfuscated, so deobfuscation destroys its beginning.
        assert read(encrypted_book(), folder, "0.html")[1] > 0
        with pytest.raises(lectern.ProtectedError):
            read(encrypted_book(), folder, "1.html")
    assert files(folder) == []
    assert read(encrypted_book(), folder, "2.html")[0] == words(2)
    assert len(files(folder)) == 1


def test_a_damaged_document_is_refused_each_time(folder):
    data = bytearray(book(1))
    place = data.index(b"0.html") + 2000
    data[place] ^= 0xFF
    for _ in range(2):
        with pytest.raises(lectern.FormatError):
            read(bytes(data), folder)
    assert files(folder) == []


def test_damage_is_found(folder):
    read(book(1), folder)
    (kept,) = files(folder)
    whole = kept.read_bytes()
    places = [*range(70), *random.Random(1).sample(range(70, len(whole)), 60)]
    variants = [whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1:] for place in places]
    variants += [whole[:place] for place in places] + [whole + b"\0", whole + whole, b"\0" + whole]
    # Files of another version.
    variants.append(whole.replace(HEAD, b"Lectern cache 1"))
    for variant in variants:
        kept.write_bytes(variant)
        text, count, entries = read(book(1), folder)
        assert (text, count > 0, entries) == (text_of(1), True, [])
        assert kept.read_bytes() == whole, "it is made anew"


@pytest.mark.parametrize("value", [b"\xff", "caf\xe9".encode("latin-1"), b"\xed\xa0\x80", words(1).encode()[:-1] + b"\xe6"])
def test_what_is_no_text_is_not_handed_on(folder, value):
    read(book(1), folder)
    (kept,) = files(folder)
    forged(kept, value)
    assert read(book(1), folder)[0] == text_of(1)
    assert read(book(1), folder)[:2] == (text_of(1), 0)


# ------------------------------------------------------------------------------------------------------------------ Size

def total(folder):
    return sum(file.stat().st_size for file in files(folder))


def test_texts_and_all_else_keep_to_the_size(folder):
    size = len(text_of(1).encode()) * 7
    for seed in range(30):
        read(book(seed), folder, cacheSize=size)
        assert total(folder) <= size
    assert 3 <= len(files(folder)) < 8
    # The last ones are cached, the first ones are not.
    assert read(book(29), folder, cacheSize=size)[1] == 0
    assert read(book(0), folder, cacheSize=size)[1] > 0


def test_one_context_keeps_to_the_size(folder):
    """It does not scan the directory each time."""
    seeds = tuple(range(150))
    size = 1_000_000
    with lectern.Context(cacheDirectory=str(folder), cacheSize=size) as context:
        with lectern.Publication.open_bytes(book(*seeds, count=1200), context=context) as publication:
            for number in seeds:
                assert publication.text(f"{number}.html") == text_of(number, 1200)
                assert total(folder) <= size
    assert size // 2 < total(folder)


def test_one_text_takes_no_more_than_a_part_of_the_room(folder):
    size = len(text_of(1).encode())
    read(book(1), folder, cacheSize=4 * size)
    assert files(folder) == []
    read(book(1), folder, cacheSize=4 * size + 400)
    assert len(files(folder)) == 1


def test_there_are_not_too_many_files(folder):
    folder.mkdir()
    for number in range(33_000):
        (folder / f"lectern-{number:064x}.cache").touch()
    read(book(1), folder)
    left = files(folder)
    assert len(left) == 1 << 15
    assert read(book(1), folder)[1] == 0


# ------------------------------------------------------------------------------------------------------ Many processes

READER = """
import pathlib, random, sys
from Python import test_cache_text as cache
chosen = random.Random(int(sys.argv[2]))
for _ in range(60):
    seed = chosen.randrange(12)
    assert cache.read(cache.book(seed), pathlib.Path(sys.argv[1]), cacheSize=80_000)[0] == cache.text_of(seed)
"""


def test_processes_share_the_texts(folder):
    processes = [subprocess.Popen([sys.executable, "-c", READER, str(folder), str(seed)]) for seed in range(3)]
    assert [process.wait(120) for process in processes] == [0, 0, 0]
    assert total(folder) <= 80_000
    assert all(file.suffix == ".cache" for file in files(folder))
