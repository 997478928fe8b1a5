# SPDX-License-Identifier: BSD-3-Clause
"""Invalid services, fetchers and values: the exceptions of the binding, and the absence of leaks."""
import gc
import io
import subprocess
import sys
import weakref

import pytest

import lectern

LINK = {"href": "a.txt", "type": "text/plain"}
MANIFEST = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}]}


@pytest.fixture
def book(packed):
    return packed("sample")


def opened(book, factory, name=None):
    with lectern.Context() as context:
        context.add_service(factory, name)
        return lectern.Publication.open(book, context=context)


# ---------------------------------------------------------------------------------------------------------- Wrong types

WRONG = [
    lambda book: lectern.Resource.of(LINK, 5),
    lambda book: lectern.Resource.of(LINK, "text"),
    lambda book: lectern.Resource.of(LINK, [1, 2]),
    lambda book: lectern.Resource.of(5, b""),
    lambda book: lectern.Resource.of_stream(5, io.BytesIO()),
    lambda book: lectern.Resource.of_stream({"href": {1}}, io.BytesIO()),
    lambda book: lectern.Publication.open_bytes(5),
    lambda book: lectern.Publication.open_bytes(b"x", context="context"),
    lambda book: lectern.Publication.open_stream(io.BytesIO(), context=object()),
    lambda book: lectern.Publication.open_stream(io.BytesIO(), options=5),
    lambda book: lectern.Publication.open_manifest(5, lambda href: None),
    lambda book: lectern.Publication.open_manifest(MANIFEST, lambda href: None, context=1.5),
    lambda book: lectern.sniff(io.BytesIO(), hints={"name": {1}}),
    lambda book: book.cache(5, lambda: b""),
    lambda book: book.cache("k", lambda: b"", variant=5),
    lambda book: book.get(5),
    lambda book: lectern.Context().add_service(lambda publication: None),
    lambda book: lectern.Context().add_service(lectern.Service(book)),
    lambda book: lectern.Context().add_service(lectern.Service, name=b"bytes"),
]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_type_is_a_type_error_and_keeps_nothing(sample, wrong):
    with pytest.raises(TypeError):
        wrong(sample)


def test_a_wrong_handle_in_ctypes_hands_is_let_go():
    with pytest.raises(lectern._calls.ctypes.ArgumentError):
        lectern._calls.call("lectern_context_add_service", object(), lectern.service.as_struct(lectern.Service, "n"))


@pytest.mark.parametrize("answer", ["text", 5, [b"x"], {}, object()])
def test_an_answer_of_a_wrong_type_is_the_cause(book, answer):
    class Wrong(lectern.Service):
        name = "org.example.wrong"

        def get(self, href):
            return answer

    with opened(book, Wrong) as publication:
        with pytest.raises(lectern.CallbackError) as raised:
            publication.get("a.txt")
        assert isinstance(raised.value.__cause__, TypeError)
    with lectern.Publication.open_manifest(MANIFEST, lambda href: answer) as publication:
        with pytest.raises(lectern.CallbackError) as raised:
            publication.get("a.html")
        assert isinstance(raised.value.__cause__, TypeError)


def test_a_resource_is_given_away_once(book):
    class Keeping(lectern.Service):
        name = "org.example.keeping"

        def __init__(self, publication):
            super().__init__(publication)
            self.kept = lectern.Resource.of(LINK, b"once")

        def get(self, href):
            return self.kept

    with opened(book, Keeping) as publication:
        assert publication.get("a").read() == b"once"
        with pytest.raises(lectern.CallbackError, match="freed"):
            publication.get("a")


def test_positions_that_are_none_are_the_mistake_of_the_service(book):
    for answer in (b"", b"[]", b"{}", b'{"positions": [1]}', b"\xff"):
        class Wrong(lectern.Service):
            name = "positions"

            def get(self, href):
                return answer if href.startswith("/~") else None

        with opened(book, Wrong) as publication:
            with pytest.raises(lectern.CallbackError, match="valid positions"):
                publication.positions
            with pytest.raises(lectern.CallbackError, match="valid positions"):
                publication.positions_by_reading_order


def test_positions_of_a_service_are_sorted_into_the_reading_order(book):
    with lectern.Publication.open(book) as plain:
        order = [link["href"] for link in plain.manifest["readingOrder"]]
    locators = [{"href": href, "type": "text/html", "locations": {"position": number + 1, "totalProgression": 0.5}}
                for number, href in enumerate([order[1], order[0], order[1], "elsewhere"])]

    class Own(lectern.Service):
        name = "positions"
        links = [{"href": "/~readium/positions", "title": "Own"}]

        def get(self, href):
            return lectern._values.json_value({"total": 4, "positions": locators}) if href.startswith("/~") else None

    with opened(book, Own) as publication:
        assert publication.positions == locators
        lists = publication.positions_by_reading_order
        assert lists[:2] == [[locators[1]], [locators[0], locators[2]]]
        assert len(lists) == len(order) and not any(lists[2:])
        links = [link for link in publication.manifest["links"] if "positions" in link["href"]]
        assert links == [{"href": "~readium/positions", "title": "Own"}]


def test_a_value_that_is_not_there_is_kept_as_such(book):
    asked = []
    with lectern.Publication.open(book) as publication:
        for _ in range(2):
            assert publication.cache("k", lambda: asked.append(1)) is None
        assert asked == [1]
        assert publication.cache("k", lambda: b"", variant="v") == b""
        with pytest.raises(lectern.CallbackError):
            publication.cache("l", lambda: 5)
        assert publication.cache("l", lambda: b"now") == b"now"


# ----------------------------------------------------------------------------------------------------------- Exceptions

class Speechless(Exception):
    def __str__(self):
        raise RuntimeError("no words")


@pytest.mark.parametrize("exception", [ValueError("x\0y"), ValueError("\ud800"), Speechless(), lectern.LecternError("bare"),
                                       lectern.NotFoundError("not here"), ValueError("a\u0301" + "\u0301" * 999)])
@pytest.mark.parametrize("where", ["get", "fetch", "compute", "read"])
def test_what_callbacks_raise_is_the_cause(book, exception, where):
    def fail(*arguments):
        raise exception

    class Failing(lectern.Service):
        name = "org.example.failing"
        get = fail

    class File(io.BytesIO):
        read = fail

    with opened(book, Failing) as failing, lectern.Publication.open_manifest(MANIFEST, fail) as served, \
            lectern.Resource.of_stream(LINK, File(b"123")) as resource:
        call = {"get": lambda: failing.get("a"), "fetch": lambda: served.get("a.html"),
                "compute": lambda: failing.cache("k", fail), "read": resource.read}[where]
        with pytest.raises(lectern.LecternError) as raised:
            call()
        assert raised.value.__cause__ is exception
        exception.__traceback__ = None


@pytest.mark.parametrize("where", ["open", "links", "close"])
def test_an_exception_that_stops_nothing_is_not_lost(book, where, unraisable):
    class Failing(lectern.Service):
        name = "org.example.failing"

        def __init__(self, publication):
            super().__init__(publication)
            if where == "open":
                raise ValueError(where)

        @property
        def links(self):
            if where == "links":
                raise ValueError(where)
            return []

        def close(self):
            if where == "close":
                raise ValueError(where)

    opened(book, Failing).close()
    assert [str(exception) for exception in unraisable] == [where]
    unraisable.clear()


def test_what_is_no_exception_of_the_book_goes_on(book):
    class Leaving(lectern.Service):
        name = "org.example.leaving"

        def get(self, href):
            raise SystemExit(7)

    with opened(book, Leaving) as publication:
        with pytest.raises(SystemExit):
            publication.get("a")


def test_an_interrupt_is_not_lost(book):
    class Interrupted(lectern.Service):
        name = "org.example.interrupted"

        def __init__(self, publication):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opened(book, Interrupted)


# ------------------------------------------------------------------------------------------------------ Without an end

def test_a_service_that_opens_its_book_again(book, unraisable):
    context = lectern.Context()
    opens = []

    class Again(lectern.Service):
        name = "org.example.again"

        def __init__(self, publication):
            super().__init__(publication)
            opens.append(1)
            with lectern.Publication.open(book, context=context) as inner:
                assert not any(service["name"] == self.name for service in inner.services)

        def get(self, href):
            with lectern.Publication.open(book, context=context) as inner:
                return inner.get(href)

    context.add_service(Again)
    with lectern.Publication.open(book, context=context) as publication:
        assert len(opens) == 1
        # The innermost book has no such service, because its service could no longer start.
        with pytest.raises(lectern.NotFoundError):
            publication.get("a")
        assert len(opens) < 100
        assert [type(exception) for exception in unraisable] == [lectern.BusyError]
        unraisable.clear()
    context.close()


def test_a_fetcher_that_asks_for_what_it_is_asked(book):
    publication = lectern.Publication.open_manifest(MANIFEST, lambda href: publication.get(href))
    with pytest.raises(lectern.BusyError):
        publication.get("a.html")
    publication.close()


# --------------------------------------------------------------------------------------------------------- Forgetting

def test_what_is_forgotten_is_closed(book):
    closed = []

    class Own(lectern.Service):
        name = "org.example.own"

        def __init__(self, publication):
            super().__init__(publication)
            self.itself = self

        def close(self):
            closed.append(weakref.ref(self))

    context = lectern.Context()
    context.itself = context
    context.add_service(Own)
    publication = lectern.Publication.open(book, context=context)
    publication.itself = publication
    del context, publication
    gc.collect()
    gc.collect()
    assert [service() for service in closed] == [None]


EXIT = """
import sys, threading, lectern
class Own(lectern.Service):
    name = "org.example.own"
    def get(self, href):
        if href == "leave":
            sys.exit(3)
        with self.publication.get(href) as inner:
            return lectern.Resource.of(inner.link, inner.read())
    def close(self):
        sys.stdout.write("closed\\n")  # in one piece, because Python may stop a daemon thread
context = lectern.Context()
context.add_service(Own)
publication = lectern.Publication.open(sys.argv[1], context=context)
context.held = Own.held = publication
href = publication.manifest["readingOrder"][0]["href"]
resource = publication.get(href)
publication.cache("k", lambda: b"value")
"""

ENDINGS = {
    "": 0,
    "publication.get('leave')": 3,
    "def ask():\n    while True: publication.get(href).read()\n"
    "for _ in range(3): threading.Thread(target=ask, daemon=True).start()\n": 0,
    "raise ValueError": 1,
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_leaving_with_everything_open(book, ending):
    done = subprocess.run([sys.executable, "-c", EXIT + ending, book], text=True, capture_output=True, timeout=60)
    assert done.returncode == ENDINGS[ending], done.stderr
    # A thread that is stopped in the middle of a call keeps the publication open.
    assert done.stdout == "closed\n" or "daemon" in ending and done.stdout == ""
    if ending == "" or "leave" in ending:
        assert done.stderr == ""


# ---------------------------------------------------------------------------------------------------- Files of the host

def test_a_fetcher_is_asked_as_the_manifest_spells_it():
    order = [{"href": href, "type": "text/html"} for href in ("a.html?x=1#f", "b%20c.html", "../d.html")]
    asked = []

    def fetch(href):
        asked.append(href)
        return b"0" * 2000 if "d.html" not in href else None

    with lectern.Publication.open_manifest({**MANIFEST, "readingOrder": order}, fetch) as publication:
        assert [position["href"] for position in publication.positions][:2] == ["a.html?x=1#f"] * 2
        assert asked == ["a.html?x=1#f", "b%20c.html", "../d.html"]
        asked.clear()
        for href in ("a.html?x=1#f", "/b c.html", "b%20c.html?query", "unknown.html?query#f"):
            publication.get(href).close()
        assert asked == ["a.html?x=1#f", "b%20c.html", "b%20c.html", "unknown.html"]


def test_a_long_manifest_is_read_in_linear_time():
    order = [{"href": f"c{number}.html", "type": "text/html"} for number in range(20_000)]
    with lectern.Publication.open_manifest({**MANIFEST, "readingOrder": order}, lambda href: href.encode()) as publication:
        for link in order:
            with publication.get(link["href"]) as resource:
                assert resource.link == link
