# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about decorations: what has to be drawn to get from one state of a group to another one."""
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
    """Decorations are equal when drawing one is drawing the other one."""
    question = vector["input"]
    if question["op"] != "equals":
        raise Unhandled(question["op"])
    return _diff([question["a"]], [question["b"]]) == {}


HANDLERS = {"decoration-diff": diff, "decoration-equality": equality}
