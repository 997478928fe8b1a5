# SPDX-License-Identifier: BSD-3-Clause
# A cover for books that have none: the title on a colour that follows from it, drawn with Pillow.  A
# book that has a cover keeps it.
#
#   PYTHONPATH=bindings/python python3 examples/python/services_cover.py book.epub
import io
import sys
import textwrap
import zlib

import lectern
from PIL import Image, ImageDraw, ImageFont

ROUTE = "/~readium/cover"
WIDTH, HEIGHT = 600, 800


class TitleCover(lectern.Service):
    name = "cover"

    def get(self, href):
        if href != ROUTE:
            return None
        title = names(self.publication.manifest["metadata"]["title"])
        link = {"href": ROUTE, "type": "image/png", "rel": "cover", "width": WIDTH, "height": HEIGHT}
        return lectern.Resource.of(link, drawn(title))


def drawn(title):
    red, green, blue = (64 + byte // 3 for byte in zlib.crc32(title.encode()).to_bytes(4, "big")[:3])
    image = Image.new("RGB", (WIDTH, HEIGHT), (red, green, blue))
    text = "\n".join(textwrap.wrap(title, 14))
    font = ImageFont.load_default(size=56)
    ImageDraw.Draw(image).text((WIDTH / 2, HEIGHT / 3), text, "white", font, anchor="mm", align="center")
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def names(value):
    """A title in one language, or the first of several."""
    return next(iter(value.values())) if isinstance(value, dict) else value


def needs_cover(publication):
    return None if any("cover" in link.get("rel", []) for link in links(publication)) else TitleCover(publication)


def links(publication):
    manifest = publication.manifest
    return manifest["readingOrder"] + manifest.get("resources", []) + manifest.get("links", [])


def main(path):
    for factory in (needs_cover, TitleCover):
        with lectern.Context() as context:
            context.add_service(factory, "cover")
            with lectern.Publication.open(path, context=context) as book, book.cover as cover:
                print(f"{cover.link['href']:24}{cover.link['type']}")
                if cover.link["href"] == ROUTE:
                    with book.cover_fitting(150, 150) as small:
                        print(f"{'scaled down':24}{small.link['width']} x {small.link['height']}")


if __name__ == "__main__":
    main(sys.argv[1])
