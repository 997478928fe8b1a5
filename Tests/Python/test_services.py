# SPDX-License-Identifier: BSD-3-Clause
"""Services of the host: they add, replace, wrap and decline, and are harmless when they fail."""
import gc
import io
import json
import threading

import lectern
import pytest

POSITIONS = "/~readium/positions"


class Recorded(lectern.Service):
    """A service that declines everything, and records its calls."""
    name = "org.example.recorded"
    events: list = []

    def __init__(self, publication):
        super().__init__(publication)
        self.events.append("open")

    def get(self, href):
        self.events.append(href)

    def close(self):
        self.events.append("close")


@pytest.fixture
def book(packed):
    return packed("sample")


@pytest.fixture(autouse=True)
def forgotten():
    Recorded.events.clear()


def opened(book, *services):
    context = lectern.Context()
    for service in services:
        context.add_service(service)
    return lectern.Publication.open(book, context=context)


def first(publication):
    return publication.manifest["readingOrder"][0]["href"]


def test_without_services_the_built_in_ones_are_listed(book):
    with lectern.Publication.open(book) as publication:
        positions = next(service for service in publication.services if service["name"] == "positions")
        assert positions["isBuiltIn"]
        assert positions["links"][0]["href"] == POSITIONS[1:]


def test_a_service_is_opened_and_closed_once_for_each_publication(book):
    context = lectern.Context()
    context.add_service(Recorded)
    one, other = (lectern.Publication.open(book, context=context) for _ in range(2))
    context.close()
    assert Recorded.events == ["open", "open"]
    resource = one.get(first(one))
    one.close()
    other.close()
    assert Recorded.events.count("close") == 2
    assert resource.read(), "a resource outlives its publication"
    resource.close()
    assert "publication" not in lectern.live_handles()


def test_a_service_that_declines_changes_nothing(book):
    with lectern.Publication.open(book) as plain, opened(book, Recorded) as publication:
        href = first(plain)
        assert publication.get("x/../" + href).read() == plain.get(href).read()
        assert publication.positions == plain.positions
        assert Recorded.events == ["open", href, POSITIONS]


def test_a_service_may_be_declined_for_a_publication(book):
    with opened_with_name(book, lambda publication: None) as publication:
        assert [service["name"] for service in publication.services if not service["isBuiltIn"]] == []


def opened_with_name(book, factory, name="org.example.named"):
    context = lectern.Context()
    context.add_service(factory, name)
    return lectern.Publication.open(book, context=context)


class Words(lectern.Service):
    """Adds its own route."""
    name = "org.example.words"
    links = [{"href": "/~readium/words{?of}", "type": "application/json", "templated": True}]

    def get(self, href):
        if not href.startswith("/~readium/words"):
            return None
        return json.dumps({"asked": href}).encode()


def test_a_service_adds_a_route(book):
    with opened(book, Words) as publication:
        link = next(link for link in publication.manifest["links"] if "words" in link["href"])
        assert link["templated"]
        route = lectern.links.expanded(link, {"of": "a b"})["href"]
        for spelling in (route, "/" + route):
            assert json.loads(publication.get(spelling).read()) == {"asked": "/~readium/words?of=a%20b"}
        assert publication.services[0]["name"] == "org.example.words"
        with pytest.raises(lectern.NotFoundError):
            publication.get_builtin(route)


class Clear(lectern.Service):
    """Wraps every file, like a simple decryption."""
    name = "org.example.clear"

    def get(self, href):
        if href.startswith("/~"):
            return None
        with self.publication.get_builtin(href) as inner:
            return lectern.Resource.of(inner.link, inner.read().swapcase())


def test_links_are_relative_and_routes_are_understood_in_both_spellings(book):
    """Clients resolve them against the address of the manifest, wherever that is."""
    class Own(lectern.Service):
        name = "org.example.own"
        links = [{"href": "/~own/a{?of}", "templated": True}, {"href": "~own/b"}, {"href": "/~readium/cover"}]

        def get(self, href):
            return href.encode() if href.startswith("/~own/") else None

    with opened(book, Own) as publication:
        hrefs = [link["href"] for service in publication.services for link in service["links"]]
        assert {"~own/a{?of}", "~own/b", "~readium/cover", "~readium/positions", "~readium/search{?query}"} <= set(hrefs)
        assert not [href for href in hrefs if href.startswith("/")]
        listed = [link["href"] for link in publication.manifest["links"]]
        assert set(hrefs) <= set(listed) and len(set(listed)) == len(listed)
        for asked in ("~own/a?of=1", "~own/b", "~own/b?x#y"):
            for slash in ("", "/"):
                assert publication.get(slash + asked).read().decode() == "/" + asked
        assert publication.get("/~own/c").read() == b"/~own/c"
        with pytest.raises(lectern.NotFoundError):
            publication.get("~own/c")
        for route in ("~readium/positions", "~readium/search?query=a"):
            with publication.get(route) as one, publication.get("/" + route) as other:
                assert one.link["href"] == other.link["href"] == route
                assert one.read() == other.read()
        assert all(link["href"].startswith("~readium/search?") for link in
                   json.loads(publication.get("/~readium/search?query=a").read())["links"])


def test_a_service_wraps_what_is_there(book):
    with lectern.Publication.open(book) as plain, opened(book, Clear) as publication:
        href = first(plain)
        resource = publication.get(href)
        assert resource.read() == plain.get(href).read().swapcase()
        assert resource.read(4, 6) == plain.get(href).read(4, 6).swapcase()
        assert resource.link == plain.get(href).link
        assert publication.get_builtin(href).read() == plain.get(href).read()


class Once(lectern.Service):
    name = "org.example.once"

    def get(self, href):
        """Calls its own publication, which must not call this service again."""
        with self.publication.get(href) as inner:
            return lectern.Resource.of(inner.link, b"<" + inner.read() + b">")


def test_services_nest_the_latest_outside(book):
    class Twice(Once):
        def get(self, href):
            with self.publication.get(href) as inner:
                return lectern.Resource.of(inner.link, b"[" + inner.read() + b"]")

    with lectern.Publication.open(book) as plain, opened(book, Once, Twice) as publication:
        href = first(plain)
        assert publication.get(href).read() == b"[<" + plain.get(href).read() + b">]"


def test_a_service_replaces_the_positions(book):
    class Two(lectern.Service):
        name = "positions"

        def get(self, href):
            return b'{"total": 0, "positions": []}' if href == POSITIONS else None

    with opened(book, Two) as publication:
        assert publication.positions == []


class Telling(lectern.Service):
    """Answers in every notable way."""
    name = "org.example.telling"
    links = [{"href": "/~telling/{word}{?of}", "type": "text/plain", "templated": True},
             {"href": "/~told", "type": "text/html"}]

    def get(self, href):
        if href == "/~raises":
            raise KeyError("why")
        if href == "/~refuses":
            raise lectern.NotFoundError("not today", "words.txt")
        if href == "/~hands-on":
            return self.publication.get_builtin("no.xhtml")
        if href == "/~typed":
            return lectern.Resource.of({"href": href, "type": "text/x-own"}, b"")
        if href.startswith(("/~tel", "/~told")) or href.endswith((".xhtml", ".new.css")):
            return b"bytes"


@pytest.mark.parametrize("href, kind, message, path", [
    ("/~raises", lectern.CallbackError, "KeyError: 'why'", "{} > /~raises"),
    ("/~refuses", lectern.NotFoundError, "not today", "{} > /~refuses > words.txt"),
    ("/~hands-on", lectern.NotFoundError, 'The publication has no resource "no.xhtml".', "{}"),
])
def test_an_error_says_once_where_it_comes_from(book, href, kind, message, path):
    with opened(book, Telling) as publication:
        with pytest.raises(kind) as raised:
            publication.get(href)
        assert raised.value.message == message
        assert raised.value.path == path.format(book.name)


def test_an_answer_without_a_media_type_has_that_of_the_link(book):
    with opened(book, Telling) as publication:
        types = {"/~telling/a?of=b": "text/plain", "/~told": "text/html", "/~told?x=1": "text/html", "/~typed": "text/x-own",
                 "/~tel": None, first(publication): "application/xhtml+xml", "EPUB/a.new.css": "text/css"}
        for href, type in types.items():
            with publication.get(href) as resource:
                assert resource.link.get("type") == type, href


def test_a_service_that_is_left_out_is_named(book, unraisable):
    class Unmade(lectern.Service):
        name = "org.example.unmade"

        def __init__(self, publication):
            raise ValueError("not made")

    class Unlinked(lectern.Service):
        name = "org.example.unlinked"
        links = [{"hreff": "x"}]

    with opened(book, Unmade, Unlinked) as publication:
        found = [(warning["message"], warning["path"]) for warning in publication.warnings]
    unraisable.clear()
    assert found == [
        ("A service of the host could not be opened: ValueError: not made", f"{book.name} > org.example.unmade"),
        ('A service of the host could not be opened: The member "href" is missing.', f"{book.name} > org.example.unlinked > links > /0")]


def test_a_failing_service_fails_the_request_alone(book):
    class Failing(Recorded):
        def get(self, href):
            raise RuntimeError("no luck")

    with opened(book, Failing) as publication:
        with pytest.raises(lectern.CallbackError) as raised:
            publication.get(first(publication))
        assert isinstance(raised.value.__cause__, RuntimeError)
        assert publication.get_builtin(first(publication)).read()
    assert Recorded.events[-1] == "close"


@pytest.mark.parametrize("wrong", ["open", "links"])
def test_a_service_that_cannot_begin_is_left_out_with_a_warning(book, wrong, unraisable):
    class Wrong(Recorded):
        def __init__(self, publication):
            super().__init__(publication)
            if wrong == "open":
                raise RuntimeError("no luck")

        @property
        def links(self):
            return [{"type": "text/plain"}]

    with opened(book, Wrong) as publication:
        assert [service["name"] for service in publication.services if not service["isBuiltIn"]] == []
        assert any("service" in warning["message"] and warning["severity"] == "major"
                   for warning in publication.warnings)
        assert publication.get(first(publication)).read()
    assert Recorded.events.count("close") == (wrong == "links")
    assert [type(exception) for exception in unraisable] == [RuntimeError] * (wrong == "open")
    unraisable.clear()


def test_what_a_service_was_opened_for_is_borrowed(book):
    kept = []

    class Keeping(lectern.Service):
        name = "org.example.keeping"

        def __init__(self, publication):
            super().__init__(publication)
            kept.append(publication)
            assert publication.manifest["metadata"]["title"]

    with opened(book, Keeping) as publication:
        assert lectern.live_handles()["publication"] == 1, "the borrowed handle is not counted"
        assert kept[0].manifest == publication.manifest
    with pytest.raises(lectern.HandleError):
        kept[0].manifest
    kept.clear()
    gc.collect()


def test_services_are_asked_from_many_threads(book):
    with lectern.Publication.open(book) as plain, opened(book, Once, Clear) as publication:
        href = first(plain)
        expected = plain.get(href).read().swapcase()
        wrong = []

        def ask():
            for _ in range(50):
                if publication.get(href).read() != expected:
                    wrong.append(1)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong


# ----------------------------------------------------------------------------------------------------------- Resources

def test_resources_of_bytes_and_streams():
    link = {"href": "a.txt", "type": "text/plain", "x-own": 1}
    with lectern.Resource.of(link, b"0123456789") as resource:
        assert (resource.link, resource.size, resource.read(2, 3), resource.read(9, 9), resource.read(10)) == \
            (link, 10, b"234", b"9", b"")
    with lectern.Resource.of_stream(link, io.BytesIO(b"0123456789")) as resource:
        assert (resource.link, resource.size, resource.read(2, 3), resource.read(9, 9), resource.read(11)) == \
            (link, 10, b"234", b"9", b"")


class Lying(io.BytesIO):
    def seek(self, offset, whence=0):
        return super().seek(offset, whence)

    def tell(self):
        return 2**62


def test_a_stream_that_lies_about_its_size_is_an_error():
    with lectern.Resource.of_stream({"href": "a"}, Lying(b"short")) as resource:
        assert resource.size == 2**62
        with pytest.raises((lectern.IoError, lectern.LimitError)):
            resource.read()
        assert resource.read(0, 3) == b"sho"


# --------------------------------------------------------------------------------------------------------------- Cache

def test_a_value_is_computed_once(book):
    calls = []

    def compute(value):
        calls.append(value)
        return value

    with lectern.Publication.open(book) as publication:
        assert publication.cache("pages", lambda: compute(b"12")) == b"12"
        assert publication.cache("pages", lambda: compute(b"13")) == b"12"
        assert publication.cache("pages", lambda: compute(b"14"), variant="wide") == b"14"
        assert publication.cache("empty", lambda: compute(b"")) == b""
        assert publication.cache("empty", lambda: compute(b"x")) == b""
        assert calls == [b"12", b"14", b""]
    with lectern.Publication.open(book) as publication:
        assert publication.cache("pages", lambda: compute(b"15")) == b"15", "each publication has its own"


def test_a_failure_is_not_kept(book):
    def fail():
        raise RuntimeError("no luck")

    with lectern.Publication.open(book) as publication:
        with pytest.raises(lectern.CallbackError):
            publication.cache("k", fail)
        assert publication.cache("k", lambda: b"ok") == b"ok"


def test_a_value_that_asks_for_itself_is_refused(book):
    with lectern.Publication.open(book) as publication:
        with pytest.raises(lectern.BusyError):
            publication.cache("k", lambda: publication.cache("k", lambda: b"inner"))
        assert publication.cache("k", lambda: publication.cache("other", lambda: b"inner")) == b"inner"


def test_threads_wait_for_one_computation(book):
    calls, found = [], []
    entered, go_on = threading.Event(), threading.Event()

    def compute():
        calls.append(1)
        entered.set()
        go_on.wait(10)
        return b"value"

    with lectern.Publication.open(book) as publication:
        threads = [threading.Thread(target=lambda: found.append(publication.cache("k", compute))) for _ in range(4)]
        for thread in threads:
            thread.start()
        assert entered.wait(10)
        go_on.set()
        for thread in threads:
            thread.join(20)
        assert found == [b"value"] * 4
        assert len(calls) == 1


def test_two_values_that_wait_for_each_other_are_refused(book):
    barrier = threading.Barrier(2, timeout=10)
    outcomes = []

    with lectern.Publication.open(book) as publication:
        def compute(own, other):
            def first_then_other():
                barrier.wait()
                try:
                    publication.cache(other, lambda: b"late")
                    outcomes.append("ok")
                except lectern.BusyError:
                    outcomes.append("busy")
                return b"done"
            assert publication.cache(own, first_then_other) in (b"done", b"late")

        threads = [threading.Thread(target=compute, args=pair) for pair in (("a", "b"), ("b", "a"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert sorted(outcomes) == ["busy", "ok"]
