# SPDX-License-Identifier: BSD-3-Clause
"""What may be copied and printed, and what an LCP licence says."""
import io
import json
import zipfile
from urllib.parse import quote

import pytest

import lectern
from support.tiny_books import epub

STATUS = {"rel": "status", "href": "https://example.org/status", "type": "application/vnd.readium.license.status.v1.0+json"}
LICENCE = {
    "id": "urn:uuid:1", "issued": "2026-01-02T03:04:05Z", "updated": "2026-02-03T04:05:06Z", "provider": "https://example.org",
    "encryption": {"profile": "http://readium.org/lcp/basic-profile",
                   "content_key": {"encrypted_value": "c2VjcmV0", "algorithm": "http://www.w3.org/2001/04/xmlenc#aes256-cbc"},
                   "user_key": {"text_hint": "Your card number", "algorithm": "http://www.w3.org/2001/04/xmlenc#sha256",
                                "key_check": "c2VjcmV0"}},
    "links": [{"rel": "hint", "href": "https://example.org/hint", "type": "text/html"}, STATUS, {"rel": "publication"}],
    "rights": {"print": 10, "copy": 20, "start": "2026-03-01T00:00:00Z", "end": "2026-04-01T00:00:00Z"},
    "user": {"id": "u1", "email": "reader@example.org"},
    "signature": {"value": "c2VjcmV0"},
}
ROUTE = "~readium/content-protection"


def licensed(options=None, **members):
    data = epub(files={"META-INF/license.lcpl": json.dumps({**LICENCE, **members})})
    return lectern.Publication.open_bytes(data, {"name": "a.epub", **(options or {})})


@pytest.fixture
def protection(check):
    def of(book, href=ROUTE):
        with book.get(href) as answer:
            assert answer.link["type"].startswith("application/vnd.readium.")
            return check("content-protection", json.loads(answer.read()))
    return of


def copying(text, **more):
    return "~readium/rights/copy?text=" + quote(text) + "".join(f"&{name}={value}" for name, value in more.items())


def test_everything_is_allowed_without_protection(protection):
    with lectern.Publication.open_bytes(epub()) as book:
        free = {"isRestricted": False, "rights": {"canCopy": True, "canPrint": True}, "consumed": {"copy": 0, "print": 0}}
        assert protection(book) == free
        assert protection(book, copying("x" * 100_000)) == free
        assert protection(book, "~readium/rights/print?pageCount=1000") == free
        assert not [link for link in book.manifest["links"] if "rights" in link["href"] or "protection" in link["href"]]


def test_a_licence_says_what_is_allowed(protection):
    with licensed() as book:
        assert protection(book) == {
            "isRestricted": True, "scheme": "http://readium.org/2014/01/lcp", "name": "Readium LCP",
            "rights": {"canCopy": True, "canPrint": True, "charactersToCopyLeft": 20, "pagesToPrintLeft": 10},
            "consumed": {"copy": 0, "print": 0},
            "license": {"id": "urn:uuid:1", "provider": "https://example.org", "issued": "2026-01-02T03:04:05Z",
                        "updated": "2026-02-03T04:05:06Z", "start": "2026-03-01T00:00:00Z", "end": "2026-04-01T00:00:00Z",
                        "copy": 20, "print": 10, "hint": "Your card number",
                        "links": [{"href": "https://example.org/hint", "type": "text/html", "rel": ["hint"]},
                                  {**STATUS, "rel": ["status"]}]}}


def test_the_routes_are_listed_if_there_is_a_protection():
    with licensed() as book:
        listed = {link["href"]: link for link in book.manifest["links"]}
        assert listed[ROUTE]["type"] == "application/vnd.readium.content-protection+json"
        for href in ("~readium/rights/copy{?text,peek}", "~readium/rights/print{?pageCount,peek}"):
            assert listed[href]["templated"]
        service = next(one for one in book.services if one["name"] == "contentProtection")
        assert [link["href"] for link in service["links"]] == [href for href in listed if "rights" in href or href == ROUTE]


def test_copying_counts_characters_until_none_are_left(protection):
    with licensed() as book:
        assert protection(book, copying("Ca\u0301lido", peek=1))["rights"]["charactersToCopyLeft"] == 20
        answer = protection(book, copying("Ca\u0301lido"))
        assert (answer["rights"]["charactersToCopyLeft"], answer["consumed"]) == (14, {"copy": 6, "print": 0})
        for peek in (1, 0):
            with pytest.raises(lectern.ProtectedError, match="14 more characters, not 15") as raised:
                book.get(copying("x" * 15, peek=peek))
            assert raised.value.path == "a.epub"
        answer = protection(book, copying("x" * 14))
        assert answer["rights"] == {"canCopy": False, "canPrint": True, "charactersToCopyLeft": 0, "pagesToPrintLeft": 10}
        assert protection(book, copying(""))["rights"]["canCopy"] is False


def test_printing_counts_pages(protection):
    with licensed() as book:
        assert protection(book, "~readium/rights/print?pageCount=4&peek=true")["rights"]["pagesToPrintLeft"] == 10
        assert protection(book, "~readium/rights/print?pageCount=4")["rights"]["pagesToPrintLeft"] == 6
        with pytest.raises(lectern.ProtectedError, match="6 more pages, not 7"):
            book.get("~readium/rights/print?pageCount=7")


def test_what_was_consumed_is_given_back_when_the_book_is_opened_again(protection):
    with licensed() as book:
        consumed = protection(book, copying("x" * 18))["consumed"]
    with licensed({"consumed": consumed}) as book:
        assert protection(book)["rights"]["charactersToCopyLeft"] == 2
    with licensed({"consumed": {"copy": 21, "print": None}}) as book:
        assert protection(book)["rights"] == {"canCopy": False, "canPrint": True, "charactersToCopyLeft": 0,
                                              "pagesToPrintLeft": 10}


def test_copies_of_a_publication_share_its_rights(protection):
    with licensed() as book, book.copy(book.manifest) as copy:
        protection(copy, copying("x" * 15))
        assert protection(book)["rights"]["charactersToCopyLeft"] == 5
        with book.copy(book.manifest) as later:
            assert protection(later)["consumed"] == {"copy": 15, "print": 0}


@pytest.mark.parametrize("consumed", [{"copy": -1}, {"copy": 1.5}, {"copies": 1}, [], {"print": 1 << 60}])
def test_what_was_consumed_is_checked(consumed):
    with pytest.raises(lectern.JsonError) as raised:
        licensed({"consumed": consumed})
    assert raised.value.path.startswith("options > /consumed")


def test_rights_without_a_number_are_not_limited(protection):
    with licensed(rights={"end": "2026-04-01T00:00:00Z"}) as book:
        assert protection(book)["rights"] == {"canCopy": True, "canPrint": True}
        assert protection(book, copying("x" * 10_000))["consumed"] == {"copy": 0, "print": 0}


@pytest.mark.parametrize("href", [
    "~readium/rights/copy", "~readium/rights/copy?text=a&peek=maybe", "~readium/rights/copy?text=%ff",
    "~readium/rights/copy?text=a&page=1", "~readium/rights/print", "~readium/rights/print?pageCount=-1",
    "~readium/rights/print?pageCount=a", "~readium/rights/print?pageCount=99999999999999999999",
])
def test_requests_are_checked(href):
    with licensed() as book, pytest.raises(lectern.ArgumentError):
        book.get(href)


@pytest.mark.parametrize("licence, path", [
    ("no JSON", "a.epub > META-INF/license.lcpl"), ("[]", "a.epub > META-INF/license.lcpl"),
    (json.dumps({"rights": {"copy": "20"}}), "a.epub > META-INF/license.lcpl > /rights/copy"),
    (json.dumps({"rights": {"print": -1}}), "a.epub > META-INF/license.lcpl > /rights/print"),
])
def test_a_damaged_licence_is_an_error_of_the_request_only(licence, path):
    data = epub(files={"META-INF/license.lcpl": licence})
    with lectern.Publication.open_bytes(data, {"name": "a.epub"}) as book:
        with pytest.raises(lectern.FormatError) as raised:
            book.get(ROUTE)
        assert raised.value.path == path
        assert book.positions


def test_nothing_is_allowed_by_a_protection_without_a_licence(protection):
    data = epub(files={"META-INF/rights.xml": '<rights xmlns="http://ns.adobe.com/adept"/>'})
    with lectern.Publication.open_bytes(data) as book:
        answer = protection(book)
        assert (answer["name"], answer["isRestricted"], "license" in answer) == ("Adobe ADEPT", True, False)
        assert answer["rights"] == {"canCopy": False, "canPrint": False, "charactersToCopyLeft": 0, "pagesToPrintLeft": 0}
        with pytest.raises(lectern.ProtectedError):
            book.get(copying("a"))


def test_the_licence_of_a_readium_package(protection):
    manifest = {"metadata": {"title": "A"}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("a.html", "x")
        archive.writestr("license.lcpl", json.dumps(LICENCE))
    with lectern.Publication.open_bytes(data.getvalue(), {"name": "a.lcpdf"}) as book:
        assert protection(book)["license"]["hint"] == "Your card number"


def test_a_host_that_decrypts_answers_for_itself(protection):
    class Unlocked(lectern.Service):
        name = "org.example.unlocked"

        def get(self, href):
            if href != "/" + ROUTE:
                return None
            with self.publication.get_builtin(href) as answer:
                return json.dumps({**json.loads(answer.read()), "isRestricted": False}).encode()

    context = lectern.Context()
    context.add_service(Unlocked)
    data = epub(files={"META-INF/license.lcpl": json.dumps(LICENCE)})
    with lectern.Publication.open_bytes(data, context=context) as book:
        assert protection(book)["isRestricted"] is False
