# SPDX-License-Identifier: BSD-3-Clause
"""Kotlin and Java programs that are compiled against the binding.  Skipped with a reason if a tool is missing."""
import os

import pytest

import kotlin


def needed():
    try:
        kotlin.tools()
    except kotlin.Missing as missing:
        pytest.skip(str(missing))


def compiled(name, sources, *libraries):
    """The folder with the classes of a program."""
    needed()
    return kotlin.compiled(name, sources, [kotlin.binding(), *libraries])


def java(classes, *classpath):
    """The command that runs a program, up to the name of its class."""
    return kotlin.command([classes, *(classpath or [kotlin.binding()])])


def environment(library):
    """Removes variables that would change the output, such as JVM options, which the JVM prints."""
    return {**{name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}, "LECTERN_LIBRARY": str(library)}
