# SPDX-License-Identifier: BSD-3-Clause
"""Messages of the library that arrive before the modules that handle them."""
from support import waiting

from . import books
from .host import Host
from .reading import until


class Early(Host):
    """Sends commands while the first document is held."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.first, self.spoken = True, []
        self.media = self.navigator.observe("media", self.note)

    def get(self, path, fields=None):
        if self.first and path.partition("?")[0].endswith("a.xhtml"):
            self.first = False
            self.navigator.send({"command": "speak", "action": "start"})
            self.navigator.go({"to": "forward"})
            place = {"href": "EPUB/b.xhtml", "type": "application/xhtml+xml", "text": {"highlight": "marked"}}
            self.navigator.apply_decorations("marks", [{"id": "1", "locator": place, "style": {"id": "highlight", "tint": "#FF0000"}}])
            waiting.until(lambda: {"type": "ready"} in self.messages and self.outgoing.empty())
        return super().get(path, fields)

    def note(self, _, event):
        if event["type"] == "speak":
            self.spoken.append(event["text"])

    def close(self):
        self.media.close()
        super().close()


def test_commands_wait_for_the_parts_that_handle_them(read, tmp_path):
    path = books.epub(tmp_path / "book.epub", "Book", "en", [("a.xhtml", books.document("<p>First.</p>")),
                                                            ("b.xhtml", books.document("<p>Second and marked.</p>"))])
    reader = read(path, options={"web": {"voice": "host"}}, host=Early)
    until(reader.page, lambda: reader.host.spoken)
    assert reader.host.spoken[0] == "First."
    reader.until("""!!lectern.shell.current().document.querySelector("lectern-decorations")?.shadowRoot
      .querySelector("[data-group=marks] [data-id='1']")""")
