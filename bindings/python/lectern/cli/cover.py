# SPDX-License-Identifier: BSD-3-Clause
"""Writes the cover to a file.

With --size, the image is scaled down to fit; without it and --type, the image of the book is copied. With --generate, a
book without a cover gets one with its title and authors: an SVG, or the --type. With --json, prints the link of the image
(schema link), with "path" for the file. The exit code is 1 if the book has no cover."""

from __future__ import annotations

import argparse
import mimetypes
import os
import re
import sys
from pathlib import Path
from typing import Literal, Optional

from ..context import Context
from ..errors import NotFoundError
from ..publication import Publication
from ..resource import Resource
from .books import opened
from .codes import DONE, NOTHING
from .screen import Screen, typed

#: Extensions that Python does not know on every system.
ENDINGS = {
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "image/heic": ".heic",
    "image/jxl": ".jxl",
    "image/svg+xml": ".svg",
}


def size(text: str) -> tuple[int, int]:
    """ "400x600", or one number for both."""
    found = re.fullmatch(r"([1-9]\d{0,4})(?:[x×]([1-9]\d{0,4}))?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text} is not a size such as 400x600")
    return int(found[1]), int(found[2] or found[1])


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        help="by default, the name of the book with the ending of the image; - for standard output",
    )
    parser.add_argument("--size", type=size, metavar="WxH", help="so many pixels at most, such as 400x600")
    parser.add_argument("--type", choices=("png", "jpeg"), help="the type of the image")
    parser.add_argument("--generate", action="store_true", help="if the book has no cover, make one of its title")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with Context(rsvg="librsvg-2.so.2") as context, opened(given.book, context=context) as book:
        try:
            image = taken(book, given)
        except NotFoundError as error:
            screen.complain(typed(error, given.book), NOTHING)
            return NOTHING
        with image:
            link, data = image.link, image.read()
    if given.out == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return DONE
    kind = link.get("type", "")
    out = Path(
        given.out
        or Path(os.path.abspath(given.book)).stem + (ENDINGS.get(kind) or mimetypes.guess_extension(kind) or "")
    )
    out.write_bytes(data)
    if screen.json:
        screen.data({"path": str(out), **link})
    else:
        pixels = f"{link['width']} × {link['height']}, " if "width" in link and "height" in link else ""
        screen.line(str(out), (f"  {kind}, {pixels}{len(data):,} bytes", "faint"))
    return DONE


def taken(book: Publication, given: argparse.Namespace) -> Resource:
    width, height = given.size or (None, None)
    kind: Optional[Literal["image/png", "image/jpeg"]] = None
    if given.type:
        kind = "image/png" if given.type == "png" else "image/jpeg"
    return book.cover(width=width, height=height, type=kind, generate=given.generate)
