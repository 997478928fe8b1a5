# SPDX-License-Identifier: BSD-3-Clause
"""Programs in Kotlin and Java, compiled against the binding.  They are skipped with the reason where a tool is missing."""
import os

import pytest
import tree  # noqa: F401  makes scripts importable

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
    """The beginning of the command that runs a program of this folder."""
    return kotlin.command([classes, *(classpath or [kotlin.binding()])])


def environment(library):
    """Without what a test is run with, such as options of the JVM, which it would print."""
    return {**{name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}, "LECTERN_LIBRARY": str(library)}
