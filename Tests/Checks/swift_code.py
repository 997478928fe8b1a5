# SPDX-License-Identifier: BSD-3-Clause
"""Blanks comments and string contents in Swift source, so that a search only finds code.

Line numbers do not change.  Interpolations in \\( ) are code and are kept.
"""
import re

_START = re.compile(r'//|/\*|(#*)("""|")')


def code_of(source):
    return _blank(source, 0, None)[0]


def _blank(source, at, closing):
    """Copies code from `at` up to the matching parenthesis (or the end), blanking as it goes."""
    out, depth = [], 0
    while at < len(source):
        match = _START.match(source, at)
        if match:
            text, at = _literal(source, at, match)
            out.append(text)
            continue
        character = source[at]
        depth += (character == "(") - (character == ")")
        if closing and depth < 0:
            break
        out.append(character)
        at += 1
    return "".join(out), at


def _literal(source, at, match):
    """A blanked comment or string that starts at `at`, and its end."""
    if match[0] == "//":
        end = source.find("\n", at)
        return "", len(source) if end < 0 else end
    if match[0] == "/*":
        end = _end_of_comment(source, at)
        return _lines(source[at:end]), end
    hashes, quote = match[1], match[2]
    out, at = ['"'], match.end()
    while at < len(source):
        if source.startswith(quote + hashes, at):
            return "".join(out) + '"', at + len(quote + hashes)
        if source.startswith("\\" + hashes + "(", at):
            inner, at = _blank(source, at + len(hashes) + 2, ")")
            out.append(f"({inner})")
            at += 1
        elif source[at] == "\\" and not hashes:
            at += 2
        else:
            out.append("\n" if source[at] == "\n" else "")
            at += 1
    return "".join(out), at


def _end_of_comment(source, at):
    """Comments in Swift can be nested."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(source, at):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    return len(source)


def _lines(text):
    return "\n" * text.count("\n")
