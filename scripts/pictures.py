# SPDX-License-Identifier: BSD-3-Clause
"""Takes screenshots of the reader.

    python3 scripts/pictures.py first build/read-aloud.epub build/first-page.png
    python3 scripts/pictures.py all FOLDER_OF_BOOKS build/pictures [qt|webkit]

`first` shows a book as it is when it is opened.  `all` shows each book in three sizes and four themes, and each state
of the reader once, in Chromium, or in a window of Qt WebEngine or WebKitGTK (scripts/desktop.sh builds them).  Without
a browser it says so and takes none.
"""
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import lectern
from devtools import CHROMIUM, Chromium
from reader.application import Application
from reader.server import Server

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
#: Preferences by name of the theme; a preference that a book does not support has no effect.
THEMES = {
    "light": {"theme": "light"}, "sepia": {"theme": "sepia"}, "dark": {"theme": "dark"},
    "own": {"theme": "light", "backgroundColor": "#DDE6D5", "textColor": "#2A3036", "publisherStyles": False, "fontSize": 1.3,
            "lineHeight": 1.7},
}
#: A book of each of twelve kinds, if the corpus is available.
BOOKS = [
    "epub/standardebooks/herman-melville_moby-dick.epub", "epub/standardebooks/walt-whitman_leaves-of-grass.epub",
    "epub/samples/regime-anticancer-arabic.epub", "epub/synth/script-he.epub", "epub/samples/kusamakura-japanese-vertical-writing.epub",
    "epub/samples/epub30-spec.epub", "epub/i18n/chinese.epub", "epub/samples/haruko-html-jpeg.epub",
    "epub/samples/moby-dick-mo.epub", "cbz/futuristic_tales.cbz", "pdf/pypdf-grayscale-image.pdf", "audio/dickinson.zab",
]
#: States of the window, with a script that brings each about.
STATES = {
    "contents": "document.querySelector('#show-contents').click()",
    "settings": "document.querySelector('#show-settings').click()",
    "search": "document.querySelector('#show-search').click(); const field = document.querySelector('#search-query');"
              "field.value = 'whale'; field.dispatchEvent(new Event('input'))",
    "notes": "document.querySelector('#show-notes').click()",
    "help": "document.querySelector('#show-help').click()",
}
READY = ("document.querySelector('#waiting')?.hidden && document.querySelector('#running-page')?.textContent "
         "&& document.fonts.status === 'loaded'")


def viewer(engine):
    from Desktop.viewer import Viewer
    return Viewer(engine)


class Camera:
    def __init__(self, path, data, engine=None):
        self.application = Application(Path(path), Path(data))
        self.server = Server(self.application)
        self.browser = viewer(engine) if engine else Chromium()
        self.application.shelf.done.wait(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.__exit__()
        self.server.__exit__()
        self.application.close()

    @property
    def books(self):
        return self.application.shelf.books

    def read(self, id, settle=0.8):
        """Opens a book, and waits for its page."""
        self.browser.open(f"{self.server.url}read?book={id}")
        shown = self.browser.wait(READY)
        time.sleep(settle)
        return shown

    def prefer(self, id, preferences):
        reading = self.application.reading(id)
        known = reading.navigator.settings["settings"]
        reading.edit([{"edit": "clear"}])
        for key, value in preferences.items():
            with suppress(lectern.UnsupportedError):  # a fixed layout has no theme, for example
                if key in known:
                    reading.edit([{"edit": "set", "key": key, "value": value}])
        theme = preferences["theme"]
        self.application.store.reader.update(theme=theme)

    def do(self, script):
        self.browser.evaluate(f"(async () => {{ {script} }})()")


def first(book, target):
    with tempfile.TemporaryDirectory() as data, Camera(book, data) as camera:
        camera.browser.size(1200, 800)
        shown = camera.read(next(iter(camera.books)))
        camera.browser.picture(target)
        return shown


def middle(camera, id):
    """A page of text, after the title page."""
    reading = camera.application.reading(id)
    try:
        place = reading.publication.locate({"totalProgression": 0.31})
    except Exception:
        return
    reading.notes.kept.move_to(place)
    reading.navigator.location = place


def every(folder, target, engine):
    with tempfile.TemporaryDirectory() as data, Camera(folder, data, engine) as camera:
        for id, book in list(camera.books.items()):
            name = "".join(letter if letter.isalnum() else "-" for letter in camera.application.shelf.paths[id].stem)
            middle(camera, id)
            for theme, preferences in THEMES.items():
                camera.prefer(id, preferences)
                for size, pixels in SIZES.items():
                    camera.browser.size(*pixels)
                    shown = camera.read(id)
                    camera.browser.picture(target / name / f"{size}-{theme}.png")
                    print(f"{name}/{size}-{theme}.png{'' if shown else ': it is not ready'}", flush=True)
        states(camera, target)


def states(camera, target):
    """Panels, dialogs and languages, in a book about a whale and on the shelf."""
    id = next((id for id, path in camera.application.shelf.paths.items() if "moby" in path.name), next(iter(camera.books)))
    for language in ("en", "de", "fr", "ar", "ja"):
        camera.application.store.reader.update(language=language, theme="light")
        for size, pixels in SIZES.items():
            camera.browser.size(*pixels)
            camera.browser.open(camera.server.url)
            camera.browser.wait("document.querySelector('.book-link')")
            time.sleep(0.5)
            camera.browser.picture(target / "states" / f"{language}-{size}-shelf.png")
            for state, script in STATES.items():
                camera.read(id, 0.2)
                camera.do(script)
                time.sleep(1)
                camera.browser.picture(target / "states" / f"{language}-{size}-{state}.png")
        print(f"states: {language}", flush=True)


def collected(corpus, folder):
    """Links to the books of the corpus, or only the sample book."""
    found = [corpus / path for path in BOOKS if (corpus / path).exists()]
    for path in found or [ROOT / "build" / "read-aloud.epub"]:
        (folder / path.name).symlink_to(path.resolve())


def main():
    what, source, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    engine = next(iter(sys.argv[4:]), None)
    if not engine and not CHROMIUM:
        print("There is no Chromium here: no picture.")
        return
    if what == "first":
        try:
            shown = first(source, target)
        except (RuntimeError, TimeoutError, OSError) as error:
            print(f"No picture of the first page: {error}")
            return
        print(f"Its first page is in {target}." if shown else "Its first page was not shown in time.")
    else:
        with tempfile.TemporaryDirectory() as folder:
            collected(source, Path(folder))
            every(Path(folder), target, engine)


if __name__ == "__main__":
    main()
