# SPDX-License-Identifier: BSD-3-Clause
"""Elapsed time from the address of a page to the first page of a book on the screen: ours, and a plain frame with CSS
columns, alternately."""
from Web import books
from Web.host import Host
from Web.reading import browser, until

ROUNDS = 7
#: The document as the library prepares it, in a frame whose columns are set as soon as it has loaded.
PLAIN = """<!DOCTYPE html><meta charset="utf-8"><title>Plain</title>
<iframe sandbox="allow-same-origin" style="position: absolute; inset: 0; width: 100%; height: 100%; border: 0"></iframe>
<script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  frame.contentDocument.documentElement.style.cssText = "box-sizing: border-box; columns: 360px; column-gap: 40px; " +
    "column-fill: auto; height: 600px; padding: 0 20px; margin: 0; overflow: hidden";
  frame.isDone = frame.contentDocument.body.getClientRects().length > 0;
};
frame.src = new URLSearchParams(location.search).get("of");
</script>"""
#: Notes the time when the first page has been painted.
NOTE = """(() => {
  if (window !== top) return;
  const isThere = () => document.querySelector("iframe")?.isDone || window.lectern?.shell?.current?.()?.ready;
  const look = () => requestAnimationFrame(() => (isThere()
    ? requestAnimationFrame(() => setTimeout(() => (window.opened = performance.now()))) : look()));
  look();
})()"""


class Beside(Host):
    def get(self, path, fields=None):
        if path.startswith("plain.html"):
            return 200, {"Content-Type": "text/html"}, PLAIN.encode()
        return super().get(path, fields)


def opened(host, address):
    """The milliseconds until the first page, in a window without a cache."""
    context = browser().new_context(viewport={"width": 800, "height": 600})
    context.add_init_script(NOTE)
    page = context.new_page()
    page.goto(host.base + address)
    time = until(page, lambda: page.evaluate("window.opened"))
    context.close()
    return time


def opening(folder):
    """The best times of both."""
    with Beside(books.make("novel", folder)) as host:
        first = host.book.manifest["readingOrder"][0]["href"]
        addresses = (host.url.removeprefix(host.base), f"plain.html?of={first}")
        return [min(times) for times in zip(*([opened(host, address) for address in addresses] for _ in range(ROUNDS)))]
