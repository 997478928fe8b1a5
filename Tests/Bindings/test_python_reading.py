# SPDX-License-Identifier: BSD-3-Clause
"""Features of the Python binding beyond the functions of the header."""
import asyncio
import gc
import io
import threading

import pytest

import lectern
from support.tiny_books import BOOKS, NAV_ITEM, epub


@pytest.fixture
def opened(book):
    with lectern.open(book) as opened:
        yield opened
    gc.collect()
    assert lectern.live_handles() == {}


# ---------------------------------------------------------------------------------------------------------- Books

def test_open_takes_paths_bytes_and_files(book):
    data = book.read_bytes()
    with open(book, "rb") as file:
        for source in (book, str(book), data, bytearray(data), io.BytesIO(data), file):
            with lectern.open(source, {"name": "a.epub"}) as opened:
                assert opened.title == "Read Aloud"
    with pytest.raises(lectern.NotFoundError):
        lectern.open("nowhere.epub")


def test_metadata(opened):
    assert (opened.title, opened.subtitle) == ("Read Aloud", "Pieces for a Lectern")
    assert opened.authors[:2] == ["Herman Melville", "Lewis Carroll"] and "Aesop" in opened.authors
    assert opened.contributors("translator") == ["George Fyler Townsend"] and opened.contributors("narrator") == []
    assert (opened.language, opened.languages) == ("en", ["en", "fr"])
    assert opened.subjects == ["Anthologies", "Poetry", "Fables"] and opened.publishers == ["Lectern"]
    assert opened.identifier.startswith("urn:uuid:") and opened.published.startswith("1871")
    assert opened.description.startswith("Six voices") and opened.metadata == opened.manifest["metadata"]


def test_what_a_manifest_may_leave_out():
    manifest = {"metadata": {"title": {"fr": "Un titre", "en": "A title"}, "author": {"name": {"de": "N. N."}}, "language": "en"},
                "links": [], "readingOrder": []}
    with lectern.Publication.open_manifest(manifest) as opened:
        assert (opened.title, opened.authors, opened.language) == ("A title", ["N. N."], "en")
        assert opened.subtitle is opened.identifier is opened.description is opened.published is None
        assert opened.subjects == opened.publishers == opened.toc == opened.landmarks == opened.page_list == []
    manifest["metadata"] = {"title": "Alone"}
    with lectern.Publication.open_manifest(manifest) as opened:
        assert (opened.title, opened.language, opened.languages, opened.authors) == ("Alone", None, [], [])


def test_contents(opened):
    manifest = opened.manifest
    assert opened.reading_order == manifest["readingOrder"] and opened.resources == manifest["resources"]
    assert opened.toc == manifest["toc"] and [link["title"] for link in opened.toc][:2] == ["Read Aloud", "Loomings"]
    assert opened.landmarks == manifest["landmarks"] and opened.page_list == manifest["pageList"]


def test_text_and_words(opened):
    texts = [opened.text(link["href"]) for link in opened.reading_order]
    assert opened.text() == "\n\n".join(texts) and "Call me Ishmael." in opened.text()
    assert opened.word_count == sum(len(lectern.tokenize(text, {"unit": "word"})) for text in texts) > 3000


def test_text_of_what_has_no_text():
    with lectern.open(BOOKS["a chapter is missing"]) as opened:
        assert opened.text() == "One" and opened.word_count == 1
    with lectern.open(epub(files={"EPUB/c1.xhtml": None, "EPUB/c2.xhtml": None})) as opened:
        with pytest.raises(lectern.LecternError):
            opened.text()
    with lectern.Publication.open_manifest({"metadata": {"title": "a"}, "links": [], "readingOrder": []}) as opened:
        assert opened.word_count == 0


def test_text_stops_for_what_is_not_about_a_file(book):
    class Failing(lectern.Service):
        name = "org.example.failing"

        def get(self, href):
            if href.endswith("raven.xhtml"):
                raise ZeroDivisionError("on purpose")

    with lectern.Context() as context:
        context.add_service(Failing)
        with lectern.open(book, context=context) as opened, pytest.raises(lectern.CallbackError) as raised:
            opened.text()
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_matches(opened):
    found = list(opened.matches("raven"))
    assert found and all(match.text.lower() == "raven" for match in found)
    pages = [locator for page in opened.search("raven") for locator in page["locators"]]
    assert [match.locator for match in found] == pages
    first = next(opened.matches("whale", {"wholeWord": True}))
    assert first.before.endswith("Moby-Dick; or, The ") and first.after.startswith(", 1851")
    assert (first.title, first.href, first.position) == ("Loomings", "EPUB/text/loomings.xhtml", 2)
    assert str(first) == first.before + "Whale" + first.after and "Whale" in repr(first)
    assert opened.locate(first.locator)["href"] == first.href


def test_matches_are_found_as_they_are_asked_for(opened):
    matches = opened.matches("the")
    next(matches)
    assert lectern.live_handles()["cursor"] == 1
    matches.close()
    assert "cursor" not in lectern.live_handles()


def test_cover(opened):
    with opened.cover() as cover:
        assert cover.link["href"] == "EPUB/images/cover.svg" and cover.read().startswith(b"<?xml")


# ------------------------------------------------------------------------------------------------------- Settings

def test_a_draft_is_a_dict_of_settings(opened):
    with lectern.Navigator(opened) as navigator, navigator.edit_preferences() as draft:
        draft["fontSize"] = 1.2
        size = draft["fontSize"]
        assert (size.key, size.label, size.value, size.value_label) == ("fontSize", "Font size", 1.2, "120%")
        assert size.preference == size.effective_value == 1.2 and size.is_active and size.reasons == []
        assert size.range == (0.1, 5.0) and size.choices == [] and "1.2" in repr(size)
        theme = draft["theme"]
        assert theme.type == "enum" and ("dark", "Dark") in theme.choices and theme.range is None
        assert size.value == 1.2, "a setting is as it was"
        del draft["fontSize"]
        assert draft.json == {} and draft["fontSize"].preference is None
        assert list(draft) == list(draft.settings["settings"]) and "theme" in draft and "nothing" not in draft
        with pytest.raises(lectern.NotFoundError):
            draft["nothing"]
        draft.set("theme", "dark").submit()
        assert navigator["theme"].value == "dark"
        with pytest.raises(KeyError):
            navigator["nothing"]


def test_an_inactive_setting_says_why(opened):
    with lectern.Navigator(opened) as navigator, navigator.edit_preferences({"publisherStyles": True}) as draft:
        inactive = [draft[key] for key in draft if not draft[key].is_active]
        assert inactive and all(setting.reasons and "inactive" in repr(setting) for setting in inactive)


# ------------------------------------------------------------------------------------------------------ Listeners

def test_listeners_are_removed_in_the_same_ways(opened):
    heard = []

    def listen(*event):
        heard.append(event)

    with lectern.Navigator(opened) as navigator, navigator.edit_preferences() as draft, lectern.Store() as store:
        for observe, change in (
                (lambda: navigator.observe("preferences", listen), lambda n: navigator.submit_preferences({"acme:n": n})),
                (lambda: draft.observe("preferences", listen), lambda n: draft.set("fontSize", 1 + n / 10)),
                (lambda: store.observe(None, listen), lambda n: store.save(lectern.store.GLOBAL, {"n": n}))):
            stop = observe()
            change(1)
            stop()
            stop()
            stop.close()
            with observe():
                change(2)
            heard.clear()
            change(3)
            assert heard == []


def test_loggers_and_progress_are_removed_in_the_same_ways(book):
    entries, steps = [], []
    with lectern.Context() as context:
        stop = context.set_logger(entries.append)
        with context.set_progress(lambda *step: steps.append(step)), lectern.Publication.open(book, context=context) as opened:
            list(opened.matches("whale"))
            assert steps
            with lectern.Navigator(opened, {"preferences": {"acme:own": 1}}):
                assert len(entries) == 1
            other = context.set_logger(lambda entry: entries.append("other"))
            stop()
            with lectern.Navigator(opened, {"preferences": {"acme:own": 1}}):
                assert entries[1:] == ["other"], "the new logger was removed with the old one"
            other.close()
            with lectern.Navigator(opened, {"preferences": {"acme:own": 1}}):
                assert len(entries) == 2
    other()
    with lectern.Context() as context, lectern.Publication.open(book, context=context) as opened:
        with context.set_progress(lambda *step: steps.append(step)):
            pass
        steps.clear()
        list(opened.matches("whale"))
        assert steps == []


# -------------------------------------------------------------------------------------------------------- asyncio

def test_the_event_loop_goes_on(book):
    """A call in a thread releases the interpreter: it can only return if the loop continues."""
    async def main():
        inside, answered = threading.Event(), threading.Event()

        def compute():
            inside.set()
            return b"early" if answered.wait(10) else b"late"

        opened = await asyncio.to_thread(lectern.open, book)
        with opened:
            call = asyncio.create_task(asyncio.to_thread(opened.cache, "key", compute))
            while not inside.is_set():
                await asyncio.sleep(0)
            answered.set()
            assert await call == b"early"
            counts = await asyncio.gather(*(asyncio.to_thread(lambda: opened.word_count) for _ in range(4)))
        return counts

    assert len(set(asyncio.run(main()))) == 1


def test_calls_run_while_another_thread_is_in_the_library():
    """Two threads meet inside callbacks of two calls: neither call holds a lock that the other one needs."""
    meeting = threading.Barrier(2, timeout=10)

    def compute():
        meeting.wait()
        return b"x"

    with lectern.open(epub(manifest=NAV_ITEM)) as one, lectern.open(epub()) as two:
        threads = [threading.Thread(target=book.cache, args=("key", compute)) for book in (one, two)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not meeting.broken and one.cache("key", lambda: b"y") == b"x"
