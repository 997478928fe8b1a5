# SPDX-License-Identifier: BSD-3-Clause
"""A test case: calls of the library whose failures and answers are checked."""
import functools
import json
import os
import random
import time
from ctypes import c_void_p

import lectern
from lectern import _calls, _handles
from support import schemas
from support.tree import ROOT

from . import texts

#: A fast folder for files, if there is one.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
#: Processor time per call.
SECONDS = 2.0
#: Longer answers are not validated, which is slow.
CHECKED = 3000


@functools.cache
def validators():
    return schemas.validators()


@functools.cache
def answers():
    """The schemas of answers by function, except for data that comes from a publication or a host, including its
    mistakes."""
    described = json.loads((ROOT / "include" / "lectern.api.json").read_text(encoding="utf-8"))
    found = {function["name"]: parameter.get("json") for function in described["functions"]
            for parameter in function["parameters"] if parameter["kind"] == "buffer" and parameter["direction"] == "out"}
    return {name: "any" if name == "lectern_publication_manifest" or "decorations" in name else schema for name, schema in found.items()}


class Case:
    """The processing of one input, and all mistakes found."""

    def __init__(self, kind, number):
        self.random = random.Random(f"{kind} {number} calls")
        self.broken = []

    def check(self, is_right, complaint):
        if not is_right:
            self.broken.append(complaint)

    def call(self, what, function, *arguments):
        """The result, or None after a failure, which is checked."""
        start = time.process_time()
        try:
            return function(*arguments)
        except lectern.LecternError as error:
            self.look_at(what, error)
            return None
        except UnicodeEncodeError:
            return None
        finally:
            seconds = time.process_time() - start
            self.check(seconds <= SECONDS, f"{what} took {seconds:.1f} s")

    def look_at(self, what, error):
        self.check(error.status != "LECTERN_ERROR_INTERNAL", f"{what}: our own bug: {error}")
        self.check(len(error.message.encode()) <= 500 and len(error.path.encode()) <= 4000,
                   f"{what}: a message of {len(error.message)} and a path of {len(error.path)} characters")
        self.check(error.message.endswith((".", "?")) and all(ord(letter) >= 32 for letter in error.message + error.path),
                   f"{what}: this is no sentence: {error.message[:200]!r}")

    def text(self, shape):
        """The shape as JSON, usually with a mistake."""
        return texts.json_text(shape, self.random)

    def do(self, name, *arguments):
        """Whether a function without outputs succeeded."""
        return self.call(name, _calls.call, "lectern_" + name, *map(encoded, arguments)) is not None

    def ask(self, name, *arguments):
        """The text that a function returns; JSON is validated and parsed."""
        data = self.call(name, _calls.fetch_bytes, "lectern_" + name, *map(encoded, arguments))
        schema = answers()["lectern_" + name]
        if data is None or schema is None:
            return data
        return self.valid(name, json.loads(data), schema, len(data))

    def valid(self, what, value, schema, size=0):
        if schema in validators() and size <= CHECKED:
            mistakes = schemas.explain(validators()[schema], value)
            self.check(not mistakes, f"{what}: the answer is no {schema}: {mistakes[:300]}")
        return value

    def made(self, kind, name, *arguments):
        """The handle that a function returns."""
        handle = self.call(name, _calls.output, c_void_p, "lectern_" + name, *map(encoded, arguments))
        return handled(kind, handle) if handle else None

    def finish(self):
        live = {kind: count for kind, count in lectern.live_handles().items() if count}
        self.check(not live, f"handles are left: {live}")
        return self.broken


def handled(kind, number):
    made = object.__new__(kind)
    _handles.Handle.__init__(made, number)
    made._subscriptions = set()
    return made


def encoded(argument):
    return argument.encode("utf-8", "surrogatepass").replace(b"\0", b"") if isinstance(argument, str) else argument
