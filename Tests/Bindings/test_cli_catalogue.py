# SPDX-License-Identifier: BSD-3-Clause
"""`lectern catalogue`: a row for each book, regardless of what the book does or what happens to the process."""
import csv
import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess

import pytest

import lectern as binding
from lectern.catalogue import plan
from support import tiny_books
from support.tree import ROOT
from support.waiting import until

from .command_line import COMMAND, ENVIRONMENT, in_terminal, lectern, objects

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
pytest.importorskip("dask", reason="dask is not installed")


def rows(file):
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return parquet.read_table(file).to_pylist()


@pytest.fixture(scope="module")
def shelf(book, tmp_path_factory):
    """Valid and invalid books."""
    folder = tmp_path_factory.mktemp("shelf")
    shutil.copy(book, folder / "a.epub")
    (folder / "cut.epub").write_bytes(tiny_books.BROKEN["cut in half"])
    (folder / "deeper").mkdir()
    (folder / "deeper" / "tiny.epub").write_bytes(tiny_books.epub())
    shutil.copytree(ROOT / "Tests/Fixtures/broken", folder / "exploded")
    (folder / "notes.txt").write_text("no book")
    return folder


@pytest.fixture(scope="module")
def long_book():
    """A book that takes time and memory."""
    chapter = tiny_books.CHAPTER.replace('<p id="p1">{0}</p>', "<p>{0}</p>" * 20_000).format("Some words of a very long chapter. " * 10)
    return tiny_books.epub(title="Long", files={"EPUB/c1.xhtml": chapter, "EPUB/c2.xhtml": chapter})


def test_rows(shelf, tmp_path):
    out, texts = tmp_path / "books.parquet", tmp_path / "texts"
    [said] = objects("catalogue", shelf, "-o", out, "--text", texts)
    assert said.pop("seconds") > 0 and said == {"path": str(out), "books": 4, "total": 4, "errors": 1, "resumed": 0}
    found = {os.path.relpath(row["path"], shelf): row for row in rows(out)}
    assert sorted(found) == ["a.epub", "cut.epub", "deeper/tiny.epub", "exploded"]
    with binding.open(shelf / "a.epub") as book, book.cover() as cover:
        expected = {"title": "Read Aloud", "authors": book.authors, "language": "en", "identifier": book.identifier, "publishers": ["Lectern"],
                    "published": book.published, "format": "application/epub+zip", "words": 4060, "positions": 34,
                    "cover_sha256": hashlib.sha256(cover.read()).hexdigest(), "warnings": 0, "warning_messages": [], "error_status": None,
                    "error_message": None, "error_path": None, "bytes": (shelf / "a.epub").stat().st_size}
        text, counted = book.text(), book.statistics()
    assert {name: found["a.epub"][name] for name in expected} == expected
    assert found["a.epub"]["characters"] == counted["characters"] + counted["notes"]["characters"]
    with pytest.raises(binding.LecternError) as raised:
        binding.open(shelf / "cut.epub")
    failed = found["cut.epub"]
    assert (failed["error_status"], failed["error_message"], failed["title"]) == (raised.value.status, raised.value.message, None)
    assert found["exploded"]["warnings"] == len(found["exploded"]["warning_messages"]) == 6
    kept = {os.path.basename(row["path"]): row["text"] for file in sorted(texts.iterdir()) for row in rows(file)}
    assert kept["a.epub"] == text and sorted(kept) == ["a.epub", "exploded", "tiny.epub"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["books.parquet", "texts"], "something is left over"
    other = tmp_path / "other.parquet"
    assert "texts of another catalogue" in lectern("catalogue", shelf / "a.epub", "-o", other, "--text", texts, code=2)
    lectern("catalogue", shelf / "a.epub", "-o", other, "--text", texts, "--restart")
    assert [row["text"] for file in texts.iterdir() for row in rows(file)] == [text]


def test_the_other_formats(shelf, tmp_path):
    for ending in ".jsonl", ".csv":
        lectern("catalogue", shelf, "-o", tmp_path / f"books{ending}")
    lines = rows(tmp_path / "books.jsonl")
    with (tmp_path / "books.csv").open(newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [row["path"] for row in table] == [row["path"] for row in lines] == sorted(row["path"] for row in lines)
    assert table[0]["authors"].split("\n") == lines[0]["authors"] and list(table[0]) == list(lines[0])
    assert "does not end with" in lectern("catalogue", shelf, "-o", tmp_path / "books.xls", code=2)


def test_no_cell_is_a_formula(tmp_path):
    titles = ["=1+1", "+1", "-1", "@a", "\uff1d1", "a=1"]
    for number, title in enumerate(titles):
        (tmp_path / f"{number}.epub").write_bytes(tiny_books.epub(title=title))
    lectern("catalogue", tmp_path, "-o", tmp_path / "books.csv")
    with (tmp_path / "books.csv").open(newline="", encoding="utf-8") as file:
        assert [row["title"] for row in csv.DictReader(file)] == [title if title == "a=1" else "'" + title for title in titles]


def test_lists(shelf, tmp_path):
    """Lists of paths, from a file or standard input; duplicates have one row."""
    (tmp_path / "list").write_text(f"{shelf}/cut.epub\n\n{shelf}/a.epub\n{shelf}/a.epub\n{shelf}/gone.epub\n")
    lectern("catalogue", tmp_path / "list", "-o", tmp_path / "1.jsonl")
    lectern("catalogue", "-", "-o", tmp_path / "2.jsonl", input=(tmp_path / "list").read_text())
    for name in "1.jsonl", "2.jsonl":
        assert [(os.path.basename(row["path"]), row["error_status"]) for row in rows(tmp_path / name)] == [
            ("a.epub", None), ("cut.epub", "LECTERN_ERROR_FORMAT"), ("gone.epub", "LECTERN_ERROR_NOT_FOUND")]
    out = shelf / "all.jsonl"
    lectern("catalogue", shelf, "--all", "-o", out)
    found = {os.path.relpath(row["path"], shelf) for row in rows(out)}
    out.unlink()
    assert found == {os.path.relpath(path, shelf) for path in shelf.rglob("*") if path.is_file()}, "its own files are no books"
    assert "no-such-folder: No such file" in lectern("catalogue", "no-such-folder", "-o", tmp_path / "4.jsonl", code=3)
    lectern("catalogue", "-", "-o", tmp_path / "3.jsonl", input="", code=1)
    assert rows(tmp_path / "3.jsonl") == []


@pytest.mark.parametrize("limit, status", [(("--seconds", "0.05"), "TIMEOUT"), (("--megabytes", "46"), "CRASH")])
def test_a_book_that_ends_its_process(limit, status, book, long_book, tmp_path):
    """Such a book becomes a row, and other books are not affected."""
    (tmp_path / "b.epub").write_bytes(long_book)
    if status == "CRASH":
        for name in "a.epub", "c.epub":
            shutil.copy(book, tmp_path / name)
    lectern("catalogue", tmp_path, "--workers", 1, *limit, "-o", tmp_path / "books.jsonl")
    found = {os.path.basename(row["path"]): row for row in rows(tmp_path / "books.jsonl")}
    assert found.pop("b.epub")["error_status"] == status
    assert all(row["words"] == 4060 for row in found.values()) and len(found) == 2 * (status == "CRASH")


def test_killed_and_resumed(book, tmp_path):
    """Killed twice in the middle: no row is lost or repeated, and finished work is not repeated."""
    folder, out = tmp_path / "books", tmp_path / "books.jsonl"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number:03}.epub").symlink_to(book)
    command, parts = ("catalogue", folder, "--workers", 1, "-o", out), tmp_path / "books.jsonl.parts"
    seen = []
    for share in 10, 25:
        process = subprocess.Popen([*COMMAND, *map(str, command)], env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        until(lambda: len(list(parts.glob("part-*.parquet"))) >= share or process.poll() is not None)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        seen.append({file.name: file.stat().st_mtime_ns for file in parts.glob("part-*.parquet")})
    assert seen[0].items() <= seen[1].items() and not out.exists()
    assert "other arguments" in lectern(*command, "--all", code=2)
    [said] = objects(*command)
    assert said["resumed"] >= len(seen[1]) * 5 and said["books"] == 300
    assert [row["path"] for row in rows(out)] == sorted(map(str, folder.iterdir()))
    assert all(row["words"] == 4060 for row in rows(out)) and not parts.exists()


def test_what_is_there_stays(shelf, tmp_path):
    out = tmp_path / "books.jsonl"
    out.write_text("kept")
    assert "--restart" in lectern("catalogue", shelf, "-o", out, code=2)
    assert out.read_text() == "kept"
    lectern("catalogue", shelf, "-o", out, "--restart")
    assert len(rows(out)) == 4


def test_two_at_once(shelf, tmp_path):
    (tmp_path / "books.jsonl.parts").mkdir()
    with (tmp_path / "books.jsonl.parts" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Another process" in lectern("catalogue", shelf, "-o", tmp_path / "books.jsonl", code=2)


def test_a_cluster(shelf, tmp_path):
    """A Dask cluster elsewhere; here, in a separate process."""
    pytest.importorskip("distributed", reason="distributed is not installed")
    program = ("from distributed import LocalCluster\nimport sys\n"
               "with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, protocol='tcp', dashboard_address=None) as one:\n"
               "    print(one.scheduler_address, flush=True)\n    sys.stdin.read()\n")
    process = subprocess.Popen([COMMAND[0], "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    address = process.stdout.readline().strip()
    try:
        lectern("catalogue", shelf, "--cluster", address, "-o", tmp_path / "books.jsonl")
    finally:
        process.communicate(timeout=60)
    assert len(rows(tmp_path / "books.jsonl")) == 4


def test_a_cluster_that_is_not_there(shelf, tmp_path):
    pytest.importorskip("distributed", reason="distributed is not installed")
    said = lectern("catalogue", shelf, "--cluster", "tcp://127.0.0.1:9", "-o", tmp_path / "books.jsonl", code=3,
                   env={"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"})
    assert said.startswith("lectern: ") and said.count("\n") == 1


def test_progress_is_shown_in_a_terminal(shelf, tmp_path):
    pytest.importorskip("rich")
    assert "Reading books" in in_terminal("catalogue", shelf, "-o", tmp_path / "books.jsonl")


def test_what_is_missing_is_said(shelf, tmp_path):
    (tmp_path / "pyarrow.py").write_text("raise ImportError")
    said = lectern("catalogue", shelf, "-o", tmp_path / "books.jsonl", code=2,
                   env={"PYTHONPATH": f"{tmp_path}:{ENVIRONMENT['PYTHONPATH']}"})
    assert "pip install dask distributed pyarrow rich" in said


def test_lists_are_sorted_in_files(tmp_path, monkeypatch):
    """Long lists; here, a few paths already exceed the memory limit."""
    monkeypatch.setattr(plan, "RUN", 7)
    paths = [f"/books/{number * 37 % 100:03}.epub" for number in range(150)] + ["/books/\udcff.epub", "/books/a\nb.epub"]
    assert plan.write_sorted(iter(paths), tmp_path / "paths.jsonl") == 102
    written = [json.loads(line) for line in (tmp_path / "paths.jsonl").read_text().splitlines()]
    assert written == sorted(set(paths)) and os.listdir(tmp_path) == ["paths.jsonl"]
