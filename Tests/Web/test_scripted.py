# SPDX-License-Identifier: BSD-3-Clause
"""Documents whose scripts run because the host allows it: they work, and cannot reach anything else."""

import pytest

import lectern

from . import fixed_books, hostile_books
from .books import LATIN, Words, document, epub
from .reading import Mouse

ALLOWED = {"web": {"scripts": True}}
WORDS = Words(LATIN)
QUIZ = document("""<h1>Quiz</h1><p><button id="more" onclick="count()">More</button> <span id="number">0</span></p>
<p id="shown">Nothing ran.</p><iframe src="widget.xhtml"></iframe>""" + WORDS.paragraphs(12), head="""<script src="quiz.js"></script>
<style>@font-face { font-family: Own; src: url(own.ttf) } p { font-family: Own }</style>""")
SCRIPT = """function count() { document.getElementById("number").textContent++ }
addEventListener("load", function () { document.getElementById("shown").textContent = navigator.epubReadingSystem.name; })"""
WIDGET = document('<p id="inside">Nothing ran.</p><script>document.getElementById("inside").textContent = "It ran."</script>')


def quiz(path, **more):
    return epub(path, "Quiz", "en", [("one.xhtml", WORDS.chapter(1, 6)), ("quiz.xhtml", QUIZ), ("three.xhtml", WORDS.chapter(3, 6))],
                [("quiz.js", SCRIPT), ("widget.xhtml", WIDGET)], **more)


def scripted_frame(reader, name="quiz.xhtml"):
    # The last one, because the browser may not have reported the removal of an earlier one.
    return next(frame for frame in reversed(reader.page.frames) if frame.url.endswith(name) and "/scripted/" in frame.url)


def test_no_script_runs_unless_the_host_says_so(read, tmp_path):
    reader = read(quiz(tmp_path / "quiz.epub"))
    reader.go({"href": "EPUB/quiz.xhtml"})
    assert reader.evaluate("lectern.shell.kind") == "reflow"
    assert reader.evaluate("lectern.shell.current().document.querySelector('#shown').textContent") == "Nothing ran."
    token = "0" * 32
    assert reader.host.get(f"~lectern/scripted/{token}/EPUB/quiz.xhtml")[0] == 404


@pytest.mark.chromium
def test_a_script_runs_and_pages_turn_before_and_after_it(read, tmp_path):
    reader = read(quiz(tmp_path / "quiz.epub"), {"fontSize": 2}, options=ALLOWED)
    while reader.place()["locator"]["href"] == "EPUB/one.xhtml":
        assert reader.move("forward")
    assert reader.place()["locator"]["href"] == "EPUB/quiz.xhtml" and reader.place()["pages"] == 1
    frame = scripted_frame(reader)
    assert frame.inner_text("#shown") == "Lectern"
    assert frame.child_frames[0].inner_text("#inside") == "It ran."
    frame.click("#more")
    assert frame.inner_text("#number") == "1"
    # The settings of the reader, as far as style sheets implement them.
    height = "document.querySelector('#shown').getBoundingClientRect().height"
    large = frame.evaluate(height)
    reader.set(fontSize=1.5)
    reader.set(fontSize=1)
    assert scripted_frame(reader).evaluate(height) == pytest.approx(large / 2, abs=2)
    assert reader.evaluate("document.querySelectorAll('#view iframe').length") == 1
    assert reader.host.refused == []
    reader.resize(500, 700)
    box = scripted_frame(reader).frame_element().bounding_box()
    assert box == {"x": 24, "y": 0, "width": 452, "height": 700}
    # Next to it, the page receives taps.
    reader.page.mouse.click(495, 300)
    reader.settle()
    assert reader.place()["locator"]["href"] == "EPUB/three.xhtml"
    while reader.place()["locator"]["href"] == "EPUB/three.xhtml":
        assert reader.move("backward")
    assert reader.place()["locator"]["href"] == "EPUB/quiz.xhtml"
    assert reader.move("backward")
    assert reader.place()["locator"]["href"] == "EPUB/one.xhtml" and reader.place()["locator"]["locations"]["progression"] >= 0.5


@pytest.mark.chromium
def test_a_page_of_a_fixed_layout(read, tmp_path):
    pages = [(f"p{number}.xhtml", fixed_books.page(number, 600, 800)) for number in range(1, 5)]
    pages[1] = ("quiz.xhtml", QUIZ.replace("<head>", '<head><meta name="viewport" content="width=300, height=400"/>'))
    path = epub(tmp_path / "fixed.epub", "Fixed", "en", pages, [("quiz.js", SCRIPT), ("widget.xhtml", WIDGET)],
                metadata=fixed_books.FIXED)
    reader = read(path, {"spread": "never"}, options=ALLOWED)
    assert reader.move("forward")
    frame = scripted_frame(reader)
    assert frame.inner_text("#shown") == "Lectern"
    assert frame.evaluate("[innerWidth, innerHeight]") == [300, 400]
    assert frame.frame_element().bounding_box() == {"x": 175, "y": 0, "width": 450, "height": 600}
    frame.click("#more")
    assert frame.inner_text("#number") == "1"
    assert reader.move("forward") and reader.place()["locator"]["href"] == "EPUB/p3.xhtml"


#: Hosts that pass on complete answers, and hosts that only pass on bytes and media types.
KINDS = {"sealed": hostile_books.ATTEMPTS, "passing": [*hostile_books.SUBJECTS["types"], *hostile_books.SUBJECTS["scripts"]]}


@pytest.mark.parametrize("kind, name", [pytest.param(kind, name, id=f"{kind}-{name}") for kind, names in KINDS.items() for name in names])
def test_a_scripted_attempt_fails(request, attack, kind, name):
    """The scripts of the document run only in the document and its workers."""
    attacked = attack(name, kind, options=ALLOWED)
    attacked.reader.go({"href": f"EPUB/{name}.xhtml"})
    attacked.reader.idle()
    if name.startswith("clicked"):
        Mouse(attacked.reader).click(400, 300)
    attacked.reader.idle()
    # Some attempts wait for 60 ms; their frames are of another origin, so idle() does not know their timers.
    attacked.page.evaluate("new Promise((done) => setTimeout(done, 100))")
    found = {"hacked": attacked.hacked(), "events": [one for one in attacked.events if not one.startswith("worker ")], "moved": not attacked.stays(),
             "forged": attacked.forged(), "stored": attacked.stored(), "refused": list(attacked.host.refused)}
    for message in ({"type": "tap"}, {"type": "tap", "token": ""}):
        with pytest.raises(lectern.ProtectedError):
            attacked.host.navigator.receive(message)
    found["heard"] = attacked.heard(request.config.getoption("engine") in hostile_books.ATTEMPTS[name].left)
    assert {key: value for key, value in found.items() if value} == {}
