# SPDX-License-Identifier: BSD-3-Clause
"""Values that are cached across runs: never stale, never incomplete, never an obstacle."""
import functools
import hashlib
import io
import os
import random
import resource
import signal
import subprocess
import sys
import time
import zipfile
import zlib

import pytest
from PIL import Image

import lectern
from support.pdf_file import encrypted, pages
from support.pictures import encoded

from .test_pdf_packages import CountingFile, package

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

# Page counts of PDFs that are large enough for reads to be noticed.
COUNTS = (3, 4)


@functools.cache
def book(*counts, padding=100_000):
    """Reproducible, because an archive contains timestamps."""
    return package({f"{index}.pdf": pages(count, more=["(" + "x" * padding + ")"])
                    for index, count in enumerate(counts or COUNTS)})


def opened(data, folder, **options):
    """The page counts of a book, whether they were computed, and the messages of the logger."""
    entries, file = [], CountingFile(data)
    with lectern.Context(cacheDirectory=str(folder), logger=entries.append, **options) as context:
        with lectern.Publication.open_stream(file, context=context) as publication:
            before = file.read_bytes
            counts = tuple(len(positions) for positions in publication.positions_by_reading_order)
            return counts, file.read_bytes > before, [entry for entry in entries if "cache" in entry["message"]]


def files(folder):
    return sorted(folder.iterdir())


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept"


def test_what_was_computed_is_there_the_next_time(folder):
    assert opened(book(), folder) == (COUNTS, True, [])
    assert opened(book(), folder) == (COUNTS, False, [])
    (kept,) = files(folder)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert kept.name.startswith("lectern-") and len(kept.name) == len("lectern-") + 64 + len(".cache")


@pytest.mark.parametrize("documents", [1, 2, 3, 4, 5, 6, 20, 70])
def test_the_key_is_sha_256_and_the_checksum_that_of_archives(folder, documents):
    counts = (1,) * documents
    data = book(*counts, padding=1)
    assert opened(data, folder)[0] == counts
    (kept,) = files(folder)
    head, checksum, value = kept.read_bytes()[:55], kept.read_bytes()[55:59], kept.read_bytes()[59:]
    assert value == b"[" + b",".join([b"1"] * documents) + b"]"
    assert head[:15] == b"Lectern cache 2" and head[47:] == number(len(value))
    assert checksum == zlib.crc32(head + value).to_bytes(4, "big")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        directory = data[archive.start_dir:data.rindex(b"PK\5\6")]
    of_book = digest(text(lectern.version()), number(0), number(0), text("zip"), number(len(data)), directory)
    assert head[15:47] == digest(of_book, text("page counts 1"), text(""))
    assert kept.name == f"lectern-{head[15:47].hex()}.cache"


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def number(value):
    return value.to_bytes(8, "big")


def text(value):
    return number(len(value.encode())) + value.encode()


def test_without_a_directory_nothing_is_kept(folder, tmp_path):
    with lectern.Publication.open_stream(CountingFile(book())) as publication:
        assert len(publication.positions) == sum(COUNTS)
    assert files(tmp_path) == []


def test_another_book_of_the_same_size_is_another_book(folder, tmp_path):
    one, other = book(3, 4), book(4, 3)
    assert len(one) == len(other)
    path = tmp_path / "book.lcpdf"
    for data, counts in ((one, (3, 4)), (other, (4, 3)), (one, (3, 4))):
        path.write_bytes(data)
        os.utime(path, (1_000_000_000, 1_000_000_000))
        with lectern.Context(cacheDirectory=str(folder)) as context:
            with lectern.Publication.open(path, context=context) as publication:
                assert tuple(map(len, publication.positions_by_reading_order)) == counts
    assert len(files(folder)) == 2


def test_a_file_with_another_time_is_another_file(folder, tmp_path):
    path = tmp_path / "book.lcpdf"
    path.write_bytes(book())
    for moment in (1_000_000_000, 1_000_000_001):
        os.utime(path, (moment, moment))
        with lectern.Context(cacheDirectory=str(folder)) as context:
            with lectern.Publication.open(path, context=context) as publication:
                assert len(publication.positions) == sum(COUNTS)
    assert len(files(folder)) == 2


def test_a_file_that_changes_while_it_is_open_is_not_kept(folder, tmp_path):
    path = tmp_path / "book.lcpdf"
    path.write_bytes(book())
    with lectern.Context(cacheDirectory=str(folder)) as context:
        with lectern.Publication.open(path, context=context) as publication:
            os.utime(path, (1, 1))
            assert len(publication.positions) == sum(COUNTS)
    assert not folder.exists() or files(folder) == []


@pytest.mark.parametrize("damage", ["flipped", "shorter", "longer"])
def test_damage_is_found(folder, damage):
    opened(book(), folder)
    (kept,) = files(folder)
    whole = kept.read_bytes()
    if damage == "flipped":
        variants = [whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1:] for place in range(len(whole))]
    elif damage == "shorter":
        variants = [whole[:length] for length in range(len(whole))]
    else:
        variants = [whole + b"\0", whole + whole, b"\0" + whole]
    for variant in variants:
        kept.write_bytes(variant)
        assert opened(book(), folder) == (COUNTS, True, [])
        assert kept.read_bytes() == whole, "it is made anew"
    assert files(folder) == [kept]


def test_a_file_of_another_key_is_not_believed(folder):
    opened(book(3, 4), folder)
    (first,) = files(folder)
    opened(book(4, 3), folder)
    (second,) = set(files(folder)) - {first}
    second.write_bytes(first.read_bytes())
    assert opened(book(4, 3), folder) == ((4, 3), True, [])


def test_what_is_no_file_is_not_waited_for(folder, tmp_path):
    opened(book(), folder)
    (kept,) = files(folder)
    whole = kept.read_bytes()
    target = tmp_path / "target"
    target.write_bytes(whole)
    target.chmod(0o600)

    def put(make):
        kept.unlink()
        make()
        assert opened(book(), folder)[:2] == (COUNTS, True)

    put(lambda: kept.symlink_to(target))
    assert not kept.is_symlink() and target.read_bytes() == whole
    put(lambda: kept.symlink_to("/dev/zero"))
    put(lambda: os.mkfifo(kept))
    put(lambda: (kept.write_bytes(whole), kept.chmod(0o644)))
    put(lambda: kept.touch())
    kept.unlink()
    kept.mkdir()
    counts, computed, entries = opened(book(), folder)
    assert (counts, computed, len(entries)) == (COUNTS, True, 1)
    assert kept.is_dir()


def test_the_oldest_go_first_and_nothing_else(folder):
    folder.mkdir()
    strangers = [folder / "notes.txt", folder / ("lectern-" + "x" * 64 + ".cache"), folder / "lectern-12.new"]
    for stranger in strangers:
        stranger.write_bytes(b"x" * 1000)
    opened(book(1), folder)
    (first,) = set(files(folder)) - set(strangers)
    size = first.stat().st_size
    for count in range(2, 6):
        opened(book(count), folder)
    ours = [file for file in files(folder) if file not in strangers]
    for age, file in enumerate(ours):
        os.utime(file, (1000 + age, 1000 + age))
    oldest = min(ours, key=lambda file: file.stat().st_mtime)
    # Using a file makes the next one the oldest.
    os.utime(first, (1, 1))
    assert opened(book(1), folder)[1] is False
    assert first.stat().st_mtime > 1_000_000
    opened(book(9), folder, cacheSize=16 * size // 3 + 8)
    left = [file for file in files(folder) if file not in strangers]
    assert len(left) == 4 and first in left
    assert oldest == first or oldest not in left
    assert all(stranger.exists() for stranger in strangers)


def test_many_files_of_others_hide_none_of_ours(folder):
    folder.mkdir()
    for number in range(1 << 16):
        os.close(os.open(folder / f"photo {number}.jpg", os.O_CREAT | os.O_WRONLY))
    ours = set()
    for count in range(1, 9):
        opened(book(count), folder, cacheSize=1000)
        ours = {file for file in folder.iterdir() if file.suffix == ".cache"}
    assert sum(file.stat().st_size for file in ours) <= 1000


def test_a_value_that_is_too_large_is_not_kept(folder):
    opened(book(), folder, cacheSize=100)
    assert not folder.exists() or files(folder) == []
    opened(book(), folder, cacheSize=0)
    assert not folder.exists() or files(folder) == []


def test_a_directory_that_cannot_be_used_is_mentioned_once(tmp_path):
    place = tmp_path / "file"
    place.write_bytes(b"")
    for folder in (place, place / "below", tmp_path / "missing" / "below"):
        entries = []
        with lectern.Context(cacheDirectory=str(folder), logger=entries.append) as context:
            for _ in range(2):
                with lectern.Publication.open_bytes(book(), context=context) as publication:
                    assert len(publication.positions) == sum(COUNTS)
        assert [entry["severity"] for entry in entries if "cache" in entry["message"]] == ["minor"]


def test_a_full_disk(folder):
    opened(book(3), folder)
    before = files(folder)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (32, limits[1]))
    try:
        counts, computed, entries = opened(book(), folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (counts, computed, len(entries)) == (COUNTS, True, 1)
    assert files(folder) == before, "what was begun is gone"


@pytest.mark.skipif(os.geteuid() == 0 and not os.path.exists("/proc/sys"), reason="root may write anywhere")
def test_a_directory_that_is_read_only(folder):
    opened(book(), folder)
    if os.geteuid() == 0:
        # root can write to any directory, but not to this file system.
        assert opened(book(), "/proc/sys")[:2] == (COUNTS, True)
        return
    folder.chmod(0o500)
    assert opened(book(), folder) == (COUNTS, False, [])
    assert len(opened(book(9), folder)[2]) == 1
    folder.chmod(0o700)


def test_what_is_not_sure_is_not_kept(folder):
    opened(package({"a.pdf": pages(2), "b.pdf": b"%PDF-1.7 damaged"}), folder)
    with lectern.Context(cacheDirectory=str(folder)) as context:
        locked = package({"a.pdf": encrypted("user", "owner", 3)})
        with lectern.Publication.open_bytes(locked, {"password": "user"}, context=context) as publication:
            assert len(publication.positions) == 3

        class Other(lectern.Service):
            name = "org.example.other"

        context.add_service(Other)
        with lectern.Publication.open_bytes(book(), context=context) as publication:
            assert len(publication.positions) == sum(COUNTS)
    assert not folder.exists() or files(folder) == []


def test_what_a_failing_stream_gives_is_not_kept(folder):
    class Failing(io.BytesIO):
        fails = False

        def read(self, size=-1):
            if self.fails:
                raise OSError("no luck")
            return super().read(size)

    file = Failing(book())
    with lectern.Context(cacheDirectory=str(folder)) as context:
        with lectern.Publication.open_stream(file, context=context) as publication:
            file.fails = True
            with pytest.raises(lectern.IoError):
                publication.positions
            assert not folder.exists() or files(folder) == []
            file.fails = False
            assert len(publication.positions) == sum(COUNTS)
    assert len(files(folder)) == 1


@pytest.mark.parametrize("options", [{"cacheDirectory": ""}, {"cacheDirectory": 1}, {"cacheSize": -1}, {"cacheSize": "1"}])
def test_options_that_are_wrong(options):
    with pytest.raises(lectern.JsonError):
        lectern.Context(**options)


# --------------------------------------------------------------------------------------------------------------- Covers

def scaled(data, folder, width=20, height=30, **options):
    """A cover, its type, and the number of bytes read for it."""
    file = CountingFile(data)
    with lectern.Context(cacheDirectory=str(folder)) as context:
        with lectern.Publication.open_stream(file, options, context) as publication:
            before = file.read_bytes
            with publication.cover(width=width, height=height) as cover:
                return cover.read(), cover.link, file.read_bytes - before


def test_covers_are_kept(folder):
    image = Image.effect_noise((300, 400), 90).convert("RGB")
    comic = io.BytesIO()
    with zipfile.ZipFile(comic, "w") as archive:
        archive.writestr("1.png", encoded(image, "PNG"))
    first = scaled(comic.getvalue(), folder, name="a.cbz")
    again = scaled(comic.getvalue(), folder, name="a.cbz")
    assert again[:2] == first[:2] and again[2] < 1000 < first[2]
    assert scaled(comic.getvalue(), folder, 10, 15, name="a.cbz")[1]["width"] == 10, "another size is another cover"
    assert len(files(folder)) == 2
    # A cover that fits comes from the book.
    scaled(comic.getvalue(), folder, 1000, 1000, name="a.cbz")
    assert len(files(folder)) == 2
    for kept in files(folder):
        kept.write_bytes(kept.read_bytes()[:-1])
    assert scaled(comic.getvalue(), folder, name="a.cbz")[:2] == first[:2]


def test_pages_that_were_drawn_are_kept(folder):
    first = scaled(book(2), folder)
    again = scaled(book(2), folder)
    assert again[:2] == first[:2] and again[2] < first[2]


# ------------------------------------------------------------------------------------------------------ Many processes

WRITER = """
import pathlib, random, sys
from Python import test_cache
chosen = random.Random(int(sys.argv[2]))
print("ready", flush=True)
for _ in range(int(sys.argv[3])):
    count = chosen.randrange(1, 40)
    assert test_cache.opened(test_cache.book(count, padding=10), pathlib.Path(sys.argv[1]), cacheSize=1200)[0] == (count,)
"""


def writer(folder, seed, rounds):
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(folder), str(seed), str(rounds)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    return process


def finish(process):
    process.stdout.close()
    return process.wait(120)


def test_processes_share_a_directory(folder):
    processes = [writer(folder, seed, 60) for seed in range(3)]
    assert [finish(process) for process in processes] == [0, 0, 0]
    assert sum(file.stat().st_size for file in files(folder)) <= 1200
    assert all(file.suffix == ".cache" for file in files(folder))


def test_a_process_that_is_killed_leaves_nothing_that_matters(folder):
    chosen = random.Random(1)
    for seed in range(10):
        process = writer(folder, seed, 100_000)
        time.sleep(chosen.random() / 5)
        process.send_signal(signal.SIGKILL)
        finish(process)
    # Files left by an interrupted write are removed by the next process that stores a value.
    (folder / ("lectern-" + "0" * 64 + ".new")).write_bytes(b"half")
    assert opened(book(41), folder, cacheSize=1200)[0] == (41,)
    assert all(file.suffix == ".cache" for file in files(folder))
    assert sum(file.stat().st_size for file in files(folder)) <= 1200
