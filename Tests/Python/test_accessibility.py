# SPDX-License-Identifier: BSD-3-Clause
"""Accessibility statements (W3C, Accessibility Metadata Display Guide)."""
import pytest

import lectern
from support.accessible import BLANK, METADATA, group, ids, shown, statements
from support.tiny_books import epub

LANGUAGES = ("en", "de", "fr", "es", "ar", "ja")
GROUPS = ["ways-of-reading", "conformance", "navigation", "rich-content", "hazards", "accessibility-summary",
          "legal-considerations", "additional-accessibility-information"]
#: The statements of the guide, and the publisher's summary.
STATEMENTS = 79 + 1


def vocabulary(language):
    """All statements by id, and all titles by group id."""
    words, titles = {}, {}
    for metadata in METADATA:
        for one in shown(metadata, language=language)["groups"]:
            titles[one["id"]] = one["title"]
            titles |= {"details": one["details"]["title"]} if "details" in one else {}
            words |= {statement["id"]: (statement["compact"], statement["descriptive"]) for statement in statements(one)}
    return words, titles


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_statement_has_words_in_every_language(language):
    words, titles = vocabulary(language)
    english = vocabulary("en")
    assert words.keys() == english[0].keys() and titles.keys() == english[1].keys()
    assert len(words) == STATEMENTS and set(titles) == {*GROUPS, "details"}
    assert all(text.strip() == text != "" and "{" not in text for pair in words.values() for text in pair)
    if language != "en":
        # Names of standards, Braille, and words that are the same in French.
        same = {id for id in words if words[id] == english[0][id]}
        assert len(same) <= 9, same


def test_what_a_usual_novel_says():
    answer = shown({"language": "de", "accessibility": {
        "conformsTo": ["https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa"], "accessMode": ["textual", "visual"],
        "accessModeSufficient": [["textual"], ["textual", "visual"]], "hazard": ["none"], "summary": "Gut lesbar.",
        "feature": ["alternativeText", "displayTransformability", "tableOfContents"],
        "certification": {"certifiedBy": "{date}", "credential": "https://example.org/badge", "report": "https://example.org/report",
                          "date": "2024-03-15"}}})
    assert (answer["dialect"], answer["hazards"], answer["language"]) == ("w3c", "readium", "en")
    assert [one["id"] for one in answer["groups"]] == GROUPS
    assert [one["id"] for one in answer["groups"] if one["shouldDisplay"]] == [
        "ways-of-reading", "conformance", "navigation", "hazards", "accessibility-summary"]
    conformance = group(answer, "conformance")
    assert [one["compact"] for one in conformance["statements"]] == [
        "This publication meets accepted accessibility standards", "The publication was certified by {date}",
        "The certifier's credential is https://example.org/badge"]
    assert [one.get("url") for one in conformance["statements"]] == [None, None, "https://example.org/badge"]
    claim, date, report = conformance["details"]["statements"]
    assert claim["compact"] == "This publication claims to meet EPUB Accessibility 1.1 WCAG 2.1 Level AA"
    assert "Web Content Accessibility Guidelines (WCAG) 2.1" in claim["descriptive"]
    assert date["compact"] == "The publication was certified on March 15, 2024"
    assert report["url"] == "https://example.org/report"
    [summary] = group(answer, "accessibility-summary")["statements"]
    assert summary == {"id": "accessibility-summary", "compact": "Gut lesbar.", "descriptive": "Gut lesbar.", "language": "de"}


@pytest.mark.parametrize("written, language, shown_as", [
    ("2024-03-15", "de", "15. März 2024"), ("20240301", "fr", "1 mars 2024"), ("2024-03-15T10:00:00+02:00", "es", "15 de marzo de 2024"),
    ("2024-12-05", "ja", "2024年12月5日"), ("2024-03-15", "ar", "15 مارس 2024"), ("2024-02-30", "en", "2024-02-30"),
    ("2024-03", "en", "2024-03"), ("soon", "de", "soon"), ("99999999", "en", "99999999"), ("2024-03-15x", "en", "2024-03-15x")])
def test_days_are_written_as_the_language_does(written, language, shown_as):
    answer = shown({"accessibility": {"conformsTo": ["x"], "certification": {"date": written}}}, language=language)
    [day] = group(answer, "conformance")["details"]["statements"]
    assert day["id"] == "conformance-details-certification-info" and shown_as in day["compact"]


def test_no_danger_is_hidden_unless_that_is_asked_for():
    named = {"accessibility": {"hazard": ["none", "flashing"]}}
    assert "hazards-flashing" in ids(shown(named), "hazards")
    assert ids(shown(named, dialect="w3c"), "hazards") == ["hazards-none"]
    assert "hazards-flashing" in ids(shown(named, dialect="w3c", hazards="readium"), "hazards")
    assert ids(shown(named, dialect="readium", hazards="w3c"), "hazards") == ["hazards-none"]
    torn = {"accessibility": {"hazard": ["noSoundHazard", "sound"]}}
    assert ids(shown(torn), "hazards") == ["hazards-sound"]


def test_the_dialects():
    many = METADATA[0]
    assert ids(shown(many, dialect="readium"), "conformance") == ["conformance-a"]
    assert "details" not in group(shown(many, dialect="readium"), "conformance")
    assert [one["id"] for one in shown(many, dialect="readium")["groups"]] == [
        "ways-of-reading", "navigation", "rich-content", "additional-accessibility-information", "hazards", "conformance",
        "legal-considerations", "accessibility-summary"]
    both = {"accessibility": {"accessMode": ["visual", "auditory"], "accessModeSufficient": [["visual", "auditory"]]}}
    assert ids(shown(both, dialect="w3c"), "ways-of-reading")[1:] == [
        "ways-of-reading-nonvisual-reading-no-metadata", "ways-of-reading-prerecorded-audio-complementary"]
    assert ids(shown(both, dialect="readium"), "ways-of-reading")[1:] == [
        "ways-of-reading-nonvisual-reading-none", "ways-of-reading-prerecorded-audio-only"]


def test_the_best_claim_counts():
    claims = ["https://www.w3.org/TR/epub-a11y-11#wcag-2.0-aa", "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa",
              "https://www.w3.org/TR/epub-a11y-11#wcag-2.2-a", "https://www.w3.org/TR/epub-a11y-11#wcag-2.2-aaaa", "wcag"]
    answer = shown({"accessibility": {"conformsTo": claims}})
    assert ids(answer, "conformance") == ["conformance-aa"]
    [claim] = group(answer, "conformance")["details"]["statements"]
    assert claim["compact"].endswith("EPUB Accessibility 1.1 WCAG 2.0 Level AA")


@pytest.mark.parametrize("asked, found", [("fr-CA", "fr"), ("DE", "de"), ("ja-JP", "ja"), ("tlh", "en"), (None, "en")])
def test_languages(asked, found):
    assert shown({}, language=asked)["language"] == found


@pytest.mark.parametrize("options, path", [
    ({"language": "not a tag"}, "/language"), ({"language": 1}, "/language"), ({"dialect": "onix"}, "/dialect"),
    ({"hazards": ""}, "/hazards"), ({"Language": "de"}, "/Language"), ("[]", "")])
def test_wrong_options(sample, options, path):
    with pytest.raises(lectern.JsonError) as caught:
        sample.accessibility(options)
    assert caught.value.path == ("options > " + path if path else "options")


def test_an_epub_says_who_certified_it_and_when():
    metadata = """<meta property="dcterms:conformsTo" id="claim">EPUB Accessibility 1.1 - WCAG 2.2 Level AAA</meta>
        <meta property="a11y:certifiedBy" refines="#claim" id="by">Testers</meta>
        <meta property="a11y:certifierCredential" refines="#by">Good</meta>
        <meta property="dcterms:date" refines="#by">2025-01-02</meta>
        <link rel="a11y:certifierReport" refines="#by" href="https://example.org/report"/>"""
    with lectern.Publication.open_bytes(epub(metadata=metadata)) as publication:
        assert publication.metadata["accessibility"]["certification"] == {
            "certifiedBy": "Testers", "credential": "Good", "report": "https://example.org/report", "date": "2025-01-02"}
        conformance = group(publication.accessibility(), "conformance")
    assert [one["compact"] for one in statements(conformance)][1:5] == [
        "The publication was certified by Testers", "The certifier's credential is Good",
        "This publication claims to meet EPUB Accessibility 1.1 WCAG 2.2 Level AAA",
        "The publication was certified on January 2, 2025"]


def test_strange_metadata_is_only_text():
    strange = {"feature": ["", "{level}", BLANK * 10000], "hazard": [""], "accessMode": ["textual", "textual"],
               "summary": "{certifier}", "publisherContact": 7, "certification": {"certifiedBy": "", "date": ["2024"]},
               "conformsTo": [""]}
    answer = shown({"accessibility": strange})
    assert group(answer, "accessibility-summary")["statements"][0]["compact"] == "{certifier}"
    assert ids(answer, "ways-of-reading")[1] == "ways-of-reading-nonvisual-reading-readable"
    assert group(answer, "conformance")["statements"][0]["id"] == "conformance-unknown-standard"
