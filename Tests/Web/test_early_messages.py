# SPDX-License-Identifier: BSD-3-Clause
"""Messages of the library that arrive before the modules that handle them."""
from . import books
from .host import Host
from .reading import until


class Early(Host):
    """Sends commands after the first location."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.first, self.spoken = True, []
        self.early = [self.navigator.observe("location", self.begin), self.navigator.observe("media", self.note)]

    def begin(self, *_):
        if self.first:
            self.first = False
            self.navigator.send({"command": "speak", "action": "start"})
            self.navigator.go({"to": "forward"})
            place = {"href": "EPUB/b.xhtml", "type": "application/xhtml+xml", "text": {"highlight": "marked"}}
            self.navigator.apply_decorations("marks", [{"id": "1", "locator": place, "style": {"id": "highlight", "tint": "#FF0000"}}])

    def note(self, _, event):
        if event["type"] == "speak":
            self.spoken.append(event["text"])

    def close(self):
        for one in self.early:
            one.close()
        super().close()


def test_commands_wait_for_the_parts_that_handle_them(read, tmp_path):
    path = books.epub(tmp_path / "book.epub", "Book", "en", [("a.xhtml", books.document("<p>First.</p>")),
                                                            ("b.xhtml", books.document("<p>Second and marked.</p>"))])
    reader = read(path, options={"web": {"voice": "host"}}, host=Early)
    until(reader.page, lambda: reader.host.spoken)
    assert reader.host.spoken[0] == "First."
    reader.until("""!!lectern.shell.current().document.querySelector("lectern-decorations")?.shadowRoot
      .querySelector("[data-group=marks] [data-id='1']")""")
