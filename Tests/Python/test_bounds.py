# SPDX-License-Identifier: BSD-3-Clause
"""Input of a caller or a book cannot cause unbounded time, memory or log entries."""
import ctypes
import io
import time
import zipfile

import lectern
import pytest

ACCENTS = "\u0301\u0323" * 50_000
LOCATOR = {"href": "chapter.xhtml", "type": "application/xhtml+xml"}


def book(href="chapter.xhtml", text=b"<html/>", names=()):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>')
        archive.writestr("p.opf", '<package version="3.0"><metadata/><manifest><item id="a" media-type="application/xhtml+xml" '
                         f'href="{href}"/></manifest><spine><itemref idref="a"/></spine></package>')
        archive.writestr(href, text)
        for name in names:
            archive.writestr(name, "")
    return target.getvalue()


@pytest.fixture
def view():
    with lectern.Publication.open_bytes(book()) as publication, lectern.Navigator(publication) as navigator:
        yield navigator


@pytest.fixture(autouse=True)
def quick():
    start = time.process_time()
    yield
    assert time.process_time() - start < 5


def test_combining_characters_without_end_are_refused(view):
    for text in ({ACCENTS: 1}, {"theme": ACCENTS + "\u0301"}, {f"{n}": n for n in range(20)} | {ACCENTS: 1}):
        with pytest.raises(lectern.LecternError, match="combining"):
            lectern.Preferences("reflowable", text)
    with pytest.raises(lectern.ArgumentError, match="combining"):
        view.decorations(ACCENTS)
    for escaped in (True, False):
        decoration = {"id": "1", "locator": LOCATOR, "style": {"id": "highlight", "x": "a" if escaped else ACCENTS}}
        if escaped:
            decoration["extras"] = {"a": ACCENTS}
        with pytest.raises(lectern.LecternError, match="combining"):
            view.apply_decorations("g", [decoration])


def test_a_few_combining_characters_are_text(view):
    view.apply_decorations("e" + "\u0301\u0323" * 60, [])


def test_names_of_entries_with_combining_characters_without_end():
    names = [f"{n}" + "\u0301\u0323" * 7000 for n in range(50)]
    with lectern.Publication.open_bytes(book(names=names)) as publication:
        with pytest.raises(lectern.NotFoundError):
            publication.get("missing")


def test_long_hrefs_do_not_multiply_the_positions():
    data = book("x" * 60_000, bytes(30 << 20))
    with lectern.Publication.open_bytes(data) as publication:
        assert len(publication.positions_text) < 300 << 20


def test_settings_of_a_host_are_bounded():
    many = [f"v{n}" for n in range(10_001)]
    with lectern.Publication.open_bytes(book()) as publication:
        with pytest.raises(lectern.LimitError):
            lectern.Navigator(publication, {"settings": [{"key": "a", "type": "enum", "values": many}]})
        leaves = [{"key": f"leaf{n}", "type": "toggle"} for n in range(20)]
        middle = [{"key": f"mid{n}", "type": "toggle", "requires": [{"setting": f"leaf{leaf}", "is": n % 2 == 0} for leaf in range(20)]}
                  for n in range(90)]
        root = {"key": "root", "type": "toggle", "requires": [{"setting": f"mid{n}", "is": True} for n in range(90)]}
        with lectern.Navigator(publication, {"settings": leaves + middle + [root]}) as navigator:
            with navigator.edit_preferences() as draft:
                draft.activate("root")  # converts each leaf ninety times


def test_many_values_have_labels():
    values = [f"v{n}" for n in range(10_000)]
    options = {"settings": [{"key": "a", "type": "enum", "values": values}]}
    with lectern.Publication.open_bytes(book()) as publication, lectern.Navigator(publication, options) as navigator:
        assert navigator.settings["settings"]["a"]["valueLabels"] == values


def test_many_styles(view):
    decorations = [{"id": f"{n}", "locator": LOCATOR, "style": {"id": f"s{n}"}} for n in range(20_000)]
    view.apply_decorations("g", decorations)
    assert view.render_decorations("chapter.xhtml")["groups"] == {"g": []}


def test_templates_do_not_multiply_long_texts(view):
    view.set_decoration_template("x", {"element": "<b>" + "{{extras.a}}" * 2000})
    extras = {"a": "y" * 1_000_000}
    view.apply_decorations("g", [{"id": "1", "locator": LOCATOR, "style": {"id": "x"}, "extras": extras}])
    with pytest.raises(lectern.LimitError):
        view.render_decorations("chapter.xhtml")


@pytest.mark.parametrize("text", ["b" * 1_000_000, "a\nb\x1b[31m\u2028"])
def test_messages_are_short_lines(view, text):
    with lectern.Publication.open_bytes(book()) as publication:
        calls = [lambda: lectern.schema(text), lambda: lectern.Preferences(text), lambda: publication.get(text),
                 lambda: lectern.Navigator(publication, {text: 1}), lambda: view.observe(text, print),
                 lambda: lectern.Publication.open_bytes(b"", {"name": text})]
        for call in calls:
            with pytest.raises(lectern.LecternError) as caught:
                call()
            message, path = caught.value.message, caught.value.path
            assert len(message.encode()) <= 400 and message.endswith("."), message[:100]
            assert len(path.encode()) <= 600
            assert not [letter for letter in message + path if ord(letter) < 32 or letter == "\u2028"]


def test_a_failed_apply_changes_nothing(view):
    """The handle table is full, so there is none for the changes."""
    functions = lectern._library.library()
    taken, buffer = [], ctypes.c_void_p()
    while functions.lectern_buffer_new(b"", 0, ctypes.byref(buffer), None) == 0:
        taken.append(buffer.value)
    try:
        status = functions.lectern_navigator_apply_decorations(
            view, b"g", b'[{"id":"1","locator":{"href":"a","type":"a/b"},"style":{"id":"highlight"}}]', ctypes.byref(buffer), None)
        assert status == lectern.LimitError.code
    finally:
        for handle in taken:
            functions.lectern_buffer_free(handle)
    assert view.decorations("g") == []
