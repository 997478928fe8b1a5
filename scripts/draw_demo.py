# SPDX-License-Identifier: BSD-3-Clause
# Draws the output of `make demo` in two columns, for the README.
#
#   python3 scripts/draw_demo.py > docs/pictures/demo.svg
#
# The output is stored in examples/golden; a test compares it with what the examples print.
"""Converts text to an SVG image of a terminal.  The result is reproducible."""

from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "examples" / "golden"

#: Characters per column.  Longer lines are cut off with an ellipsis.
COLUMN = 68
FONT_SIZE, LINE, CHARACTER, MARGIN = 13, 18, 7.8, 20
NO_BREAK_SPACE = "\u00a0"  # SVG collapses ordinary spaces
PAPER, INK, FAINT, TITLE = "#1E1E1E", "#D4D4D4", "#7F8C98", "#FFD54F"


def demo():
    """The output of the demo: all of the Python program, then the start of each line of the C program."""
    python = (GOLDEN / "read.py.txt").read_text(encoding="utf-8").splitlines()
    c = (GOLDEN / "describe.c.txt").read_text(encoding="utf-8").splitlines()
    return ["$ make demo", *python, "", "And from C, the beginnings of the same as JSON (all of it is in build/describe.txt):", *c]


def columns(lines):
    """Splits the lines into two columns of similar height.  The second one starts at a heading, that is, a line with a
    rule below."""
    headings = [row for row in range(1, len(lines)) if is_rule(lines[row + 1 : row + 2])]
    middle = min(headings, key=lambda row: abs(row - len(lines) / 2))
    return [lines[:middle], lines[middle:]]


def is_rule(lines):
    return any(line and set(line) <= {"-", "="} for line in lines)


def draw(lines):
    sides = columns(lines)
    width = MARGIN * 3 + COLUMN * CHARACTER * len(sides)
    height = MARGIN * 2 + LINE * max(map(len, sides))
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
    yield "<title>The output of make demo</title>"
    yield f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>'
    yield f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT_SIZE}">'
    for side, column in enumerate(sides):
        x = MARGIN + side * (COLUMN * CHARACTER + MARGIN)
        for row, line in enumerate(column):
            if not line:
                continue
            cut = line if len(line) <= COLUMN else line[: COLUMN - 1] + "…"
            y = MARGIN + LINE * row + FONT_SIZE
            yield f'<text x="{x:.0f}" y="{y}" fill="{color(column, row)}">{escape(cut).replace(" ", NO_BREAK_SPACE)}</text>'
    yield "</g>"
    yield "</svg>"


def color(column, row):
    if is_rule(column[row : row + 1]):
        return FAINT
    return TITLE if row == 0 and column[0].startswith("$") or is_rule(column[row + 1 : row + 2]) else INK


if __name__ == "__main__":
    print("\n".join(draw(demo())))
