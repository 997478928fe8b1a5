# SPDX-License-Identifier: BSD-3-Clause
"""Classes and functions in JavaScript source, found by their braces."""
import re

#: Comments, strings, templates, and regular expressions, which follow an operator or `return`.
_TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
                   r"""|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`"""
                   r"""|(?:(?<=[(,=:\[!&|?{};+\-*%<>~^])\s*|(?<=return ))/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\\/\[\n])+/[a-z]*""",
                   re.S)
_CLASS = re.compile(r"\bclass\s+(\w+)[^{]*\{")
_FUNCTION = re.compile(r"(?<![\w#$.])(?!(?:if|for|while|switch|catch)\b)(?:function\*?\s+)?([#\w$]+)\s*\(")
_BODY = re.compile(r"\)\s*\{")
_ARROW = re.compile(r"(?:([#\w$]+)\s*[:=][^\n]*)?=>\s*\{")


def code_of(source):
    """Source with spaces in place of comments, strings and regular expressions."""
    return _TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)


def _end(code, at):
    """The index of the bracket that closes the one at an index."""
    depth = 0
    for index in range(at, len(code)):
        depth += (code[index] in "([{") - (code[index] in ")]}")
        if depth == 0:
            return index
    raise ValueError(f"unbalanced: {code[at:at + 60]}")


def scopes(source):
    """Yields (kind, name, first line, number of lines) of classes and functions; nested ones count for both."""
    code = code_of(source)

    def scope(kind, match, opening):
        first = code.count("\n", 0, match.start())
        return kind, match[1] or "(anonymous)", first + 1, code.count("\n", 0, _end(code, opening)) - first + 1

    for match in _CLASS.finditer(code):
        yield scope("class", match, match.end() - 1)
    for match in _ARROW.finditer(code):
        yield scope("function", match, match.end() - 1)
    for match in _FUNCTION.finditer(code):
        body = _BODY.match(code, _end(code, match.end() - 1))
        if body:
            yield scope("function", match, body.end() - 1)
