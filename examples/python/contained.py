# SPDX-License-Identifier: BSD-3-Clause
# Draws the cover of a stranger's book and reads its text, in a process that is ended after ten seconds.
#
#   PYTHONPATH=bindings/python python3 examples/python/contained.py book.epub [seconds]
import multiprocessing
import sys

import lectern


def work(path, answer):
    try:
        with lectern.Publication.open(path) as book, book.cover_fitting(400, 600) as cover:
            text = "".join(book.text(link["href"]) for link in book.manifest["readingOrder"])
            answer.send((cover.link, cover.read(), text))
    except lectern.LecternError as error:
        answer.send(f"{error}")


def contained(path, seconds):
    """What the process sends: the result, or why there is none."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(path, sender))
    process.start()
    sender.close()
    try:
        return receiver.recv() if receiver.poll(seconds) else f"{path}: it takes too long."
    except EOFError:
        return f"{path}: the process ended."
    finally:
        process.kill()
        process.join()


if __name__ == "__main__":
    result = contained(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10)
    if isinstance(result, str):
        sys.exit(result)
    cover, image, text = result
    print(f"cover: {cover['type']}, {cover['width']} × {cover['height']} pixels")
    print(f"text: {text}")
