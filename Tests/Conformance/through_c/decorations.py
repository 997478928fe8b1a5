# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about decorations: the changes from one state of a group to another."""
import lectern

from .common import Refused, Unhandled


def _diff(before, after):
    try:
        return lectern.diff(before, after)
    except lectern.JsonError as error:
        raise Refused(str(error)) from error


def diff(vector, folder):
    question = vector["input"]
    if question["op"] != "changesByHref":
        raise Unhandled(question["op"])
    return _diff(question["source"], question["target"])


def equality(vector, folder):
    """Decorations are equal if drawing them gives the same result."""
    question = vector["input"]
    if question["op"] != "equals":
        raise Unhandled(question["op"])
    return _diff([question["a"]], [question["b"]]) == {}


HANDLERS = {"decoration-diff": diff, "decoration-equality": equality}
