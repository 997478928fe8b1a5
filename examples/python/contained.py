# SPDX-License-Identifier: BSD-3-Clause
# Renders the cover of an untrusted book and reads its text, in a process that is killed after ten seconds.
#
#   PYTHONPATH=bindings/python python3 examples/python/contained.py book.epub [seconds]
import multiprocessing
import sys

import lectern


def read(path):
    with lectern.Publication.open(path) as book, book.cover(width=400, height=600) as cover:
        text = book.text()
        return cover.link, cover.read(), text


if __name__ == "__main__":
    path, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10
    # Leaving the block kills the process in any state.  If it crashed, there is no result either.
    with multiprocessing.get_context("spawn").Pool(1) as process:
        try:
            cover, image, text = process.apply_async(read, [path]).get(seconds)
        except multiprocessing.TimeoutError:
            sys.exit(f"{path}: it takes too long.")
        except lectern.LecternError as error:
            sys.exit(f"{error}")
    print(f"cover: {cover['type']}, {cover['width']} × {cover['height']} pixels")
    print(f"text: {text}")
