# SPDX-License-Identifier: BSD-3-Clause
"""Links: followed within the publication, and reported to the host outside of it."""
import time

import pytest

from . import fixed_books
from .host import Host
from .reading import until


@pytest.fixture
def reader(read, tmp_path):
    return fixed_books.interactive(read(fixed_books.make("links", tmp_path)))


def click(reader, name, **options):
    """A real click of the mouse, with a key or another button."""
    document = reader.page.frames[1]
    document.evaluate("""([name, options]) => {
      const element = document.getElementById(name);
      const {button = 0} = options;
      element.dispatchEvent(new MouseEvent(button ? "auxclick" : "click",
        {bubbles: true, cancelable: true, view: window, ...options}));
    }""", [name, options])
    reader.idle()


def arrive(reader, name):
    """Waits until a document is on the screen."""
    until(reader.page, lambda: where(reader) == name)


def where(reader):
    return reader.place()["locator"]["href"].rpartition("/")[2]


def back(reader):
    reader.tell({"type": "command", "command": "back"})


@pytest.mark.parametrize("name", ["inside", "top", "new", "nested", "vector", "area"])
def test_links_inside_are_followed_with_a_way_back(reader, name):
    address = reader.page.url
    click(reader, name)
    arrive(reader, "two.xhtml")
    back(reader)
    arrive(reader, "one.xhtml")
    assert reader.page.url == address and len(reader.context.pages) == 1
    assert not reader.said("link")


def test_other_buttons_and_keys_follow_too(reader):
    for options in ({"ctrlKey": True}, {"shiftKey": True}, {"metaKey": True}, {"button": 1}):
        click(reader, "new", **options)
        arrive(reader, "two.xhtml"), options
        assert len(reader.context.pages) == 1
        back(reader)
        assert where(reader) == "one.xhtml"
    click(reader, "new", button=2)
    assert where(reader) == "one.xhtml"


def test_a_target_is_on_the_screen(reader):
    click(reader, "inside")
    visible = reader.evaluate("""(() => { const frame = lectern.shell.current();
      const {left, right} = frame.document.getElementById("there").getBoundingClientRect();
      return right > 0 && left < frame.window.innerWidth; })()""")
    assert visible
    back(reader)
    back(reader)
    assert where(reader) == "one.xhtml", "the way back ends where it began"


@pytest.fixture
def outside(read, tmp_path):
    return fixed_books.interactive(read(fixed_books.make("outside", tmp_path)))


def test_a_document_outside_the_reading_order_is_read_like_a_chapter(outside):
    click(outside, "extra")
    arrive(outside, "extra.xhtml")
    assert outside.evaluate("lectern.shell.current().onScreen((() => { const {document} = lectern.shell.current();"
                            "const range = document.createRange(); range.selectNode(document.getElementById('there'));"
                            "return range; })())")
    pages = 1
    while outside.move("forward") and where(outside) == "extra.xhtml":
        pages += 1
    assert pages > 1
    # Its ends lead back to where the reader left the reading order.
    assert where(outside) == "one.xhtml"
    assert outside.go({"href": "EPUB/extra.xhtml"}) and where(outside) == "extra.xhtml"
    location = outside.host.navigator.location
    assert location["href"] == "EPUB/extra.xhtml" and "position" not in location["locations"]
    assert outside.move("backward") and where(outside) == "one.xhtml"
    click(outside, "extra")
    back(outside)
    arrive(outside, "one.xhtml")
    assert not outside.errors


def test_a_picture_that_a_link_leads_to_is_shown(outside):
    click(outside, "picture")
    outside.until("document.querySelector('dialog.lectern-picture img')?.naturalWidth === 900")
    assert outside.evaluate("document.activeElement.localName") == "button"
    outside.page.keyboard.press("ArrowRight")
    outside.settle()
    assert where(outside) == "one.xhtml", "nothing turns below it"
    outside.page.keyboard.press("Escape")
    outside.until("!document.querySelector('dialog')")
    click(outside, "missing")
    outside.until("!document.querySelector('dialog')")
    [error] = outside.said("error")
    assert error["href"] == "EPUB/nothing.png" and "nothing.png" in error["message"]


@pytest.mark.parametrize("name, heading", [("case", "There"), ("root", "Two")])
def test_a_misspelled_link_is_followed_as_the_library_reads_it(outside, name, heading):
    click(outside, name)
    arrive(outside, "two.xhtml")
    assert outside.evaluate("""(() => { const frame = lectern.shell.current();
      return [...frame.document.querySelectorAll("h1,h2")].filter((one) => {
        const {left, right} = frame.toView(one.getBoundingClientRect());
        return right > 0 && left < innerWidth }).map((one) => one.textContent) })()""") == [heading]
    back(outside)
    arrive(outside, "one.xhtml")
    assert not outside.said("error") and not outside.errors


@pytest.mark.parametrize("name, message", [("lost", "EPUB/three.xhtml"), ("gone", "EPUB/one.xhtml#nowhere"),
                                           ("gone-there", "EPUB/two.xhtml#nowhere")])
def test_a_link_without_a_target_is_reported(outside, name, message):
    click(outside, name)
    until(outside.page, lambda: outside.said("error"))
    [error] = outside.said("error")
    assert error["subject"] == "link" and error["href"] == message and message in error["message"]
    assert where(outside) == ("two.xhtml" if name == "gone-there" else "one.xhtml")


@pytest.mark.parametrize("target", [{"href": "EPUB/two.xhtml#nowhere"}, {"href": "EPUB/two.xhtml", "locations": {"fragments": ["nowhere"]}}])
def test_a_jump_without_a_target_is_reported(outside, target):
    """From the contents, for example: the resource is shown from its beginning."""
    outside.host.navigator.go(target)
    [error] = until(outside.page, lambda: outside.said("error"))
    assert error["subject"] == "link" and error["href"] == "EPUB/two.xhtml#nowhere"
    assert where(outside) == "two.xhtml" and outside.at()["page"] == 0


@pytest.mark.parametrize("locations", [{"fragments": ["t%C3%A9"]}, {"fragments": ["t=5"]}, {"fragments": ["nowhere"], "cssSelector": "h2"}])
def test_other_jumps_are_not_reported(outside, locations):
    outside.go({"href": "EPUB/two.xhtml", "locations": locations})
    outside.idle()
    assert where(outside) == "two.xhtml" and not outside.said("error")


def test_links_outside_are_the_hosts(reader):
    """If the reader clicks them: a click by a script is not trusted."""
    click(reader, "out")
    reader.page.frames[1].evaluate("document.getElementById('mail').click()")
    reader.idle()
    assert not reader.said("link")
    for name in ("out", "mail"):
        reader.page.frames[1].locator(f"#{name}").click()
        reader.idle()
    assert [message["href"] for message in reader.said("link")] == ["https://example.org/a?b#c", "mailto:a@example.org"]
    assert reader.said("link")[0]["rect"]["width"] > 10
    assert where(reader) == "one.xhtml" and reader.page.url.startswith(reader.host.base)


@pytest.mark.parametrize("name", ["script", "data", "file", "blob", "own"])
def test_other_addresses_lead_nowhere(reader, name):
    sent = len([path for path in reader.host.requests if "send" in path])
    click(reader, name)
    click(reader, name, button=1)
    assert where(reader) == "one.xhtml"
    assert not reader.said("link") and reader.evaluate("window.broken") is None
    assert len([path for path in reader.host.requests if "send" in path]) == sent
    assert reader.page.frames[1].url.endswith("one.xhtml")


def test_a_real_click_and_enter_follow(reader):
    document = reader.page.frames[1]
    document.locator("#top").click()
    reader.idle()
    assert where(reader) == "two.xhtml"
    assert not reader.said("tap")
    back(reader)
    document.locator("#top").focus()
    reader.page.keyboard.press("Enter")
    reader.idle()
    assert where(reader) == "two.xhtml"


def test_forms_are_not_sent(reader):
    document = reader.page.frames[1]
    document.evaluate("document.getElementById('send').click()")
    document.locator("#field").focus()
    reader.page.keyboard.press("Enter")
    reader.idle()
    assert reader.page.frames[1].url.endswith("one.xhtml")
    assert not any("example" in path or "?q=" in path for path in reader.host.requests)


#: Clicks as soon as a document is visible.
CLICK = """const tick = () => {
  const frame = [...document.querySelectorAll("iframe[data-lectern-frame]:not([inert])")].find((one) => one.checkVisibility());
  const link = frame?.contentDocument?.querySelector("#top, #r1");
  if (link) link.click();
  else requestAnimationFrame(tick);
};
if (window === top) tick();"""


@pytest.mark.parametrize("book, name", [("links", "two.xhtml"), ("notes", "one.xhtml")])
def test_a_click_on_the_first_thing_seen_does_not_get_by(browser, read, tmp_path, monkeypatch, book, name):
    """Even if the scripts of the page load slowly: they are ready before the document."""
    get = Host.get

    def late(host, path, *more):
        if path.partition("?")[0].endswith("main.js"):
            time.sleep(0.4)
        return get(host, path, *more)
    monkeypatch.setattr(Host, "get", late)
    new_context = browser.new_context

    def clicking(**options):
        context = new_context(**options)
        context.add_init_script(CLICK)
        return context
    monkeypatch.setattr(browser, "new_context", clicking)
    reader = read(fixed_books.make(book, tmp_path))
    arrive(reader, name)
    if book == "links":
        back(reader)
        arrive(reader, "one.xhtml")
    else:
        reader.until("document.querySelector('.lectern-note-content')?.textContent")
    assert [frame.url.rpartition("/")[2] for frame in reader.page.frames[1:]].count("two.xhtml") == 1
