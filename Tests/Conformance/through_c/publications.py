# SPDX-License-Identifier: BSD-3-Clause
"""Whole files, opened unchanged."""
from .common import Refused, Unhandled
from .toolkit import follow


def publication(vector, folder):
    """Kinds cbz and audio."""
    import lectern
    given = vector["input"]
    if given["op"] != "parse-publication":
        raise Unhandled(f"{given['op']} is no way to open a publication")
    try:
        opened = lectern.Publication.open(folder / given["fixture"])
    except lectern.LecternError as error:
        raise Refused(str(error)) from error
    with opened:
        steps = [step for step in given.get("then") or [] if step.get("call") != "build"]
        return follow_publication(steps, opened)


def follow_publication(steps, opened):
    """Accesses a publication, apart from the members of its manifest."""
    manifest = opened.manifest
    # Without a declared progression, the direction is up to the reader.
    manifest["metadata"].setdefault("readingProgression", "auto")
    if steps[:1] == [{"get": "manifest"}]:
        steps = steps[1:]
    method, arguments = (steps[0].get("call"), steps[0].get("args")) if steps else (None, None)
    if method == "linkWithRel":
        links = manifest["readingOrder"] + manifest.get("resources", []) + manifest["links"]
        link = next((one for one in links if arguments[0] in one.get("rel", [])), None)
        return follow(steps[1:], link)
    if method in ("positions", "positionsByReadingOrder"):
        lists = opened.positions_by_reading_order
        return follow(steps[1:], lists if method == "positionsByReadingOrder" else sum(lists, []))
    if method in ("conforms", "conformsTo"):
        profile = next(iter(arguments.values() if isinstance(arguments, dict) else arguments))
        return follow(steps[1:], profile in opened.info["conformsTo"])
    return follow(steps, manifest)


HANDLERS = {"cbz": publication, "audio": publication}
