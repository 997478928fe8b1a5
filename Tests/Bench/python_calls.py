#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the overhead of the Python binding: the time of a call through it, and through bare ctypes.

Both do the same work: outputs, the status, the text and the JSON.  They run alternately, and the shortest of many times
counts.
"""
import ctypes
import json
import sys
import time
from ctypes import byref, c_int32, c_uint64, c_void_p

import lectern
from lectern._library import library


def check(status):
    if status < 0:
        raise ValueError(status)


def taken(buffer):
    functions = library()
    text = ctypes.string_at(functions.lectern_buffer_data(buffer), functions.lectern_buffer_size(buffer))
    functions.lectern_buffer_free(buffer)
    return text


def large():
    """A publication with a manifest of one megabyte."""
    links = [{"href": f"text/chapter-{number:05}.xhtml", "type": "application/xhtml+xml", "title": f"Chapter {number}, in which "
              "something happens that takes a while to tell"} for number in range(7500)]
    return lectern.Publication.open_manifest({"metadata": {"title": "Large"}, "links": [], "readingOrder": links})


def pairs(book):
    """Yields (name, through the binding, through bare ctypes, calls per round)."""
    functions, handle = library(), book._as_parameter_
    resource = lectern.Resource.of({"href": "a.txt", "type": "text/plain"}, b"text")
    draft = lectern.Preferences()

    def size():
        value, error = c_uint64(), c_void_p()
        check(functions.lectern_resource_size(resource._as_parameter_, byref(value), byref(error)))
        return value.value

    def active():
        value, error = c_int32(), c_void_p()
        check(functions.lectern_preferences_is_active(draft._as_parameter_, b"theme", byref(value), byref(error)))
        return bool(value.value)

    def link():
        value, error = c_void_p(), c_void_p()
        check(functions.lectern_resource_link(resource._as_parameter_, byref(value), byref(error)))
        return json.loads(taken(value))

    def manifest_text():
        value, error = c_void_p(), c_void_p()
        check(functions.lectern_publication_manifest(handle, byref(value), byref(error)))
        return taken(value).decode()

    def manifest():
        return json.loads(manifest_text())

    return [("a number (resource.size)", lambda: resource.size, size, 500),
            ("a truth value (draft.is_active)", lambda: draft.is_active("theme"), active, 300),
            ("a small object (resource.link)", lambda: resource.link, link, 300),
            ("a manifest of 1 MB as text", lambda: book.manifest_text, manifest_text, 2),
            ("a manifest of 1 MB", lambda: book.manifest, manifest, 1)]


def shortest(functions, times, rounds=60):
    """The shortest time per call of each function, in microseconds."""
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for index, function in enumerate(functions):
            begin = time.perf_counter()
            for _ in range(times):
                function()
            best[index] = min(best[index], (time.perf_counter() - begin) / times * 1e6)
    return best


def main():
    slow = 0
    with large() as book:
        print(f"Python {sys.version.split()[0]}: the manifest has {len(book.manifest_text.encode()):,} bytes")
        for what, through, alone, times in pairs(book):
            assert through() == alone()
            ours, bare = shortest((through, alone), times)
            slow += ours > 1.5 * bare
            print(f"{what:34} {ours:10.2f} µs  ctypes alone {bare:10.2f} µs  {ours / bare:5.2f} times")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
