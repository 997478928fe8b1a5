# SPDX-License-Identifier: BSD-3-Clause
"""Covers: damaged images, and images with false headers."""
import functools
import io

from PIL import Image

import lectern
from support.pictures import encoded, picture

from . import books

SVG = ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width=\"60\" height=\"90\" viewBox=\"0 0 60 90\"><defs><filter id=\"f\"><feGaussianBlur stdDeviation=\"9\"/></filter>"
       "<pattern id=\"p\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\" fill=\"red\"/></pattern></defs><g id=\"g\"><use xlink:href=\"#h\"/></g><g id=\"h\" filter=\"url(#f)\"><rect width=\"50\" height=\"50\" fill=\"url(#p)\"/>"
       "<image href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/><text x=\"5\" y=\"9\">A</text></g></svg>")
SIZES = ((1, 1), (20, 30), (400, 3), (9999, 9999), (1, 2**31))


@functools.cache
def sound():
    """Images in all formats and modes, by name."""
    made = {f"{mode}.png": encoded(picture(40, 60, mode.replace("_", ";")), "PNG") for mode in ("RGB", "RGBA", "L", "LA", "P", "I_16", "1")}
    made |= {"interlaced.png": encoded(picture(40, 60), "PNG", interlace=1), "a.gif": encoded(picture(40, 60, "P"), "GIF", save_all=True, append_images=[picture(40, 60, "P")]),
             "a.jpg": encoded(picture(40, 60), "JPEG"), "progressive.jpg": encoded(picture(40, 60), "JPEG", progressive=True), "cmyk.jpg": encoded(picture(40, 60, "CMYK"), "JPEG"),
             "a.webp": encoded(picture(40, 60), "WEBP"), "lossless.webp": encoded(picture(40, 60, "RGBA"), "WEBP", lossless=True), "a.bmp": encoded(picture(40, 60), "BMP"),
             "a.tif": encoded(picture(40, 60), "TIFF"), "a.svg": SVG.encode()}
    return made


def make(random):
    name = random.choice(list(sound()))
    data = books.mutate_markup(SVG, random).encode("utf-8", "replace") if name.endswith("svg") else books.mutate_bytes(sound()[name], random)
    # The location of the size in most formats.
    if random.random() < 0.3:
        at = random.randrange(4, 40)
        data = data[:at] + random.choice((b"\xff\xff", b"\0\0", b"\x7f\xff\xff\xff", b"\0\1\0\0")) + data[at + 4:]
    return [name, data, random.choice(SIZES), random.random() < 0.5]


def use(case, given):
    """A cover is scaled to fit, or rejected."""
    name, data, (width, height), is_alone = given
    content = data if is_alone else books.packed({name: data, "x.png": sound()["L.png"]})
    publication = case.call("open", lectern.Publication.open_bytes, content, {"name": name if is_alone else "a.cbz"})
    if not publication:
        return
    with publication:
        for ask, limits in ((publication.cover, None), (lambda: publication.cover(width=width, height=height), (width, height))):
            resource = case.call("cover", ask)
            if resource is None:
                continue
            with resource:
                found = case.call("read the cover", resource.read)
                if limits is None or found is None or found == data or resource.link["type"] != "image/png":
                    continue
                size = Image.open(io.BytesIO(found)).size
                case.check(all(map(int.__le__, size, limits)), f"{size} does not fit into {limits}")
