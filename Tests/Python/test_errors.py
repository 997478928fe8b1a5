# SPDX-License-Identifier: BSD-3-Clause
"""Failures: the exception, its path, and the absence of leaks."""

import copy
import gc
import io
import pickle
import subprocess
import sys
import weakref

import pytest

import lectern
from lectern import errors
from support.tree import BINDING, LIBRARY

from .odd_files import FailingFile


def test_missing_file(tmp_path):
    with pytest.raises(lectern.NotFoundError) as caught:
        lectern.Publication.open(tmp_path / "nowhere.epub")
    error = caught.value
    assert (error.status, error.code) == ("LECTERN_ERROR_NOT_FOUND", -6)
    assert "nowhere.epub" in error.path
    assert error.message in str(error) and error.path in str(error) and error.status in str(error)


def test_not_a_publication(tmp_path):
    file = tmp_path / "notes.dat"
    file.write_text("No book at all.")
    with pytest.raises(lectern.LecternError) as caught:
        lectern.Publication.open(file)
    assert isinstance(caught.value, (lectern.FormatError, lectern.UnsupportedError))


def test_missing_resource(sample):
    with pytest.raises(lectern.NotFoundError) as caught:
        sample.get("EPUB/text/nowhere.xhtml")
    assert "nowhere.xhtml" in caught.value.path + caught.value.message


def test_unknown_option_shows_where(packed):
    with pytest.raises(lectern.JsonError) as caught:
        lectern.Publication.open(packed("sample"), {"nmae": "typo"})
    assert "/nmae" in caught.value.path


def test_malformed_json_text(sample):
    with pytest.raises(lectern.JsonError):
        lectern.Navigator(sample, '{"locale":')


def test_limit(packed):
    with lectern.Context(maxEntries=3) as context, pytest.raises(lectern.LimitError):
        lectern.Publication.open(packed("sample"), context=context)


def test_unknown_limit():
    with pytest.raises(lectern.JsonError):
        lectern.Context(maxPatience=1)


def test_unknown_schema():
    with pytest.raises(lectern.NotFoundError):
        lectern.schema("no-such-schema")


def test_closed_handle(packed):
    book = lectern.Publication.open(packed("sample"))
    assert not book.closed and "open" in repr(book)
    book.close()
    book.close()
    assert book.closed and "closed" in repr(book)
    for use in (lambda: book.manifest, lambda: book.get("x"), lambda: lectern.Navigator(book)):
        with pytest.raises(lectern.HandleError):
            use()


def test_handle_of_another_type(sample, navigator):
    with pytest.raises(lectern.HandleError):
        lectern.Navigator(navigator)


def test_handles_cannot_be_copied(sample):
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(sample)


def test_errors_can_be_pickled():
    error = errors.from_json(
        {
            "status": "LECTERN_ERROR_FORMAT",
            "message": "No spine.",
            "path": "a.epub > p.opf",
            "causes": [{"status": "LECTERN_ERROR_IO", "message": "Gone.", "path": "", "causes": []}],
        }
    )
    copied = pickle.loads(pickle.dumps(error))
    assert type(copied) is lectern.FormatError and str(copied) == str(error)
    assert isinstance(copied.causes[0], lectern.IoError)
    assert str(copied) == (
        "a.epub > p.opf: No spine. [LECTERN_ERROR_FORMAT]\n  because Gone. [LECTERN_ERROR_IO]"
    )


def test_unknown_status_is_still_an_error():
    error = errors.from_json({"status": "LECTERN_ERROR_LATER", "message": "New.", "path": ""})
    assert type(error) is lectern.LecternError
    assert error.status == "LECTERN_ERROR_LATER"


@pytest.mark.parametrize("value", ["a\0b", "\ud800"])
def test_text_that_c_cannot_take(sample, value):
    with pytest.raises(ValueError):
        sample.get(value)


def test_numbers_that_c_cannot_take(sample):
    with sample.get("EPUB/css/book.css") as resource:
        for offset, length in ((-1, 1), (0, -1), (2**64, 1)):
            with pytest.raises(ValueError):
                resource.read(offset, length)


def test_values_that_json_cannot_take():
    with lectern.Preferences() as draft, pytest.raises(ValueError):
        draft.set("fontSize", float("nan"))


@pytest.mark.parametrize("reads", range(4))
def test_stream_that_fails(packed, reads):
    failure = OSError("the cable fell out")
    file = FailingFile(packed("sample").read_bytes(), reads, failure)
    with pytest.raises(lectern.IoError) as caught:
        with lectern.Publication.open_stream(file) as book:
            for link in book.manifest["readingOrder"]:
                with book.get(link["href"]) as resource:
                    resource.read()
    assert caught.value.__cause__ is failure
    assert "the cable fell out" in str(caught.value)


def test_stream_that_is_interrupted(packed):
    file = FailingFile(packed("sample").read_bytes(), 1, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        lectern.Publication.open_stream(file)


def test_stream_of_text():
    with pytest.raises(lectern.IoError) as caught:
        lectern.Publication.open_stream(io.StringIO("no bytes here"))
    assert isinstance(caught.value.__cause__, TypeError)


def test_stream_that_returns_too_much():
    class Generous(io.BytesIO):
        def read(self, size=-1):
            return b"x" * (size + 1)

    with pytest.raises(lectern.IoError) as caught:
        lectern.Publication.open_stream(Generous(b"x" * 1000))
    assert isinstance(caught.value.__cause__, ValueError)


def test_stream_is_released_without_garbage_collection(packed):
    # A class, because an exception instance in the file would refer to the file through its traceback.
    file = FailingFile(b"PK", 0, OSError)
    seen = weakref.ref(file)
    gc.disable()
    try:
        try:
            lectern.Publication.open_stream(file)
        except lectern.IoError:
            pass
        del file
        assert seen() is None, "a reference cycle keeps the file"
    finally:
        gc.enable()


def test_progress_stops(packed):
    tasks = []

    def progress(task, done, total):
        tasks.append((task, done, total))
        return True

    with lectern.Context(progress=progress) as context:
        with pytest.raises(lectern.CancelledError) as caught:
            lectern.Publication.open(packed("sample"), context=context)
    assert len(tasks) == 1 and isinstance(tasks[0][0], str)
    assert caught.value.__cause__ is None


def test_progress_that_raises(packed):
    def progress(task, done, total):
        raise RuntimeError("enough")

    with lectern.Context(progress=progress) as context:
        with pytest.raises(lectern.CancelledError) as caught:
            lectern.Publication.open(packed("sample"), context=context)
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_progress_that_goes_on(packed):
    with lectern.Context(progress=lambda *step: None) as context:
        with lectern.Publication.open(packed("sample"), context=context) as book:
            assert book.positions


def test_logger_hears_the_warnings(packed):
    entries = []
    with lectern.Context(logger=entries.append) as context:
        with lectern.Publication.open(packed("broken"), context=context) as book:
            assert entries == book.warnings


def test_logger_can_be_removed(packed):
    entries = []
    with lectern.Context(logger=entries.append) as context:
        context.set_logger(None)
        assert lectern._callbacks._kept == {}
        lectern.Publication.open(packed("broken"), context=context).close()
    assert entries == []


def test_logger_that_raises_stops_nothing(packed, unraisable):
    def logger(entry):
        raise RuntimeError("no paper")

    with lectern.Context(logger=logger) as context:
        with lectern.Publication.open(packed("broken"), context=context) as book:
            assert len(unraisable) == len(book.warnings)


def test_handles_left_open_at_exit_are_freed(packed):
    script = (
        "import sys, lectern; lectern.load(sys.argv[1]);"
        "book = lectern.Publication.open(sys.argv[2]); navigator = lectern.Navigator(book);"
        "navigator.observe(None, lambda topic, event: None);"
        "print(sum(lectern.live_handles().values()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(LIBRARY), str(packed("sample"))],
        env={"PYTHONPATH": str(BINDING)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "3\n"


@pytest.mark.parametrize("number, found", [(-1, "-1"), (1.5, "1.5"), (60_001, "60001"), (2**70, "a number")])
def test_a_number_out_of_range_is_told_the_range(number, found):
    with pytest.raises(lectern.JsonError) as raised:
        lectern.Store(busyTimeout=number)
    assert raised.value.message == f"Expected a whole number between 0 and 60000, found {found}."
