// SPDX-License-Identifier: BSD-3-Clause
// Fixes lines with ruby in Chromium 102. If a first line with ruby does not fit on its page, it is drawn on the next
// one, but it and the lines below are reported too high, by the space that was left; only text inside the ruby is
// correct. With a forced break, all lines are correct after another layout.
import {renew} from "../tools/dom.js";
import {OPEN} from "./columns.js";

/** @param {import("./columns.js").Columns} columns @param {import("./measure.js").Openings} openings */
export function breakRubies(columns, openings) {
  const {frame, flow, limit, isPaged} = columns, {body, document, window} = frame;
  if (!isPaged) return;
  const range = document.createRange();
  const along = (/** @type {DOMRect} */ rect) => {
    const {column, low, high} = columns.spot(rect);
    return column * limit + (flow.vertical === "rl" ? -high : low);
  };
  /** @type {Set<Element>} */
  const late = new Set();
  for (const ruby of body.querySelectorAll("ruby")) {
    range.selectNodeContents(ruby.firstChild || ruby);
    const [said, drawn] = [ruby, range].map((one) => one.getClientRects()[0]);
    const by = said && drawn ? along(drawn) - along(said) : 0;
    if (by <= 1) continue;
    let box = ruby;
    while (/^(inline|ruby|contents)/.test(window.getComputedStyle(box).display)) box = box.parentElement;
    const rect = box.getClientRects()[0];
    if (rect && Math.abs(columns.sides(rect).block - by) < 1.5) late.add(box);
  }
  if (!late.size) return;
  for (const box of late) openings.mark(box, OPEN, "next");
  renew(body);
}
