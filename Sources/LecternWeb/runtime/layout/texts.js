// SPDX-License-Identifier: BSD-3-Clause
// Finds text that crosses a page boundary, and the boxes that cause it.
import {clips, lifted, removeIndents, whole} from "./boxes.js";
import {blank} from "./columns.js";
import {LEAST, TINY, offer, scaleOf, shrink} from "./tables.js";

/** @typedef {import("./columns.js").Columns} Columns */
/** @typedef {{tall: boolean, wide: boolean, above: boolean, away: boolean}} Crossing beyond which edges a text is */

/** Elements of a formula that lay out their terms in a row. */
const ROWS = new Set(["mrow", "mstyle", "semantics", "mpadded"]);

/** @param {Columns} columns @param {number} round later rounds try more
 * @returns {import("./columns.js").Changes|null} null if there is no such text */
export function crossingText(columns, round) {
  const {frame, room, limit} = columns, {document, body, window} = frame;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT), range = document.createRange();
  /** @type {Set<Element>} */
  const formulas = new Set();
  let found = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, {data} = node;
    if (!parent || !/\S/.test(data)) continue;
    range.selectNode(node);
    const {fontSize, writingMode} = window.getComputedStyle(parent), crossing = crossingOf(range, data, columns);
    if (!crossing.tall && !crossing.wide && !columns.turns(writingMode) || parent.closest("svg,audio,video")) continue;
    const formula = parent.closest("math");
    // Text before or above the first page is for screen readers.
    if (!formula && crossing.away && parent.closest("[data-lectern-away]")) continue;
    found = true;
    if (formula) {
      if (!formulas.has(formula)) fitFormula(formula, columns, round);
      formulas.add(formula);
      continue;
    }
    if (crossing.above) columns.open(parent, "first");
    if (parseFloat(fontSize) > Math.min(limit, room) * 0.7) columns.open(parent, "letter");
    for (let box = parent; box && box !== body; box = box.parentElement) {
      openBox(box, crossing, columns, round);
    }
  }
  return found ? columns.changes : null;
}

/** @param {Range} range around a text @param {string} data the text @param {Columns} columns @returns {Crossing} */
function crossingOf(range, data, columns) {
  const {flow, isPaged, across} = columns, edge = flow.vertical ? flow.height : flow.width;
  const crossing = {tall: false, wide: false, above: false, away: false};
  for (const rect of range.getClientRects()) {
    if (!rect.width || !rect.height) continue;
    if (!isPaged) {
      crossing.wide ||= (flow.vertical ? rect.bottom : rect.right) > edge + 1;
      continue;
    }
    const {start, end, low, high, column} = columns.spot(rect), slack = blank(rect.width, rect.height);
    crossing.away ||= end <= 0 || high <= 0;
    if (end <= -flow.pitch || high <= -across) continue;
    const isBeyond = column >= columns.count;
    crossing.above ||= low < -slack;
    crossing.tall ||= isBeyond || crossing.above || high > across + (data.trim().length > 1 ? 1 : slack) || start < -1;
    crossing.wide ||= isBeyond || end > (column + 1) * flow.pitch + 1;
  }
  return crossing;
}

/** @param {Element} box @param {Crossing} crossing @param {Columns} columns @param {number} round */
function openBox(box, {tall, wide, above}, columns, round) {
  const style = columns.frame.window.getComputedStyle(box);
  if (columns.turns(style.writingMode)) {
    // Boxes with the other writing direction do not break.
    const rect = box.getClientRects()[0];
    columns.open(box, rect && columns.sides(rect).inline > columns.room ? "turned plain free" : "turned");
  }
  if (!tall && !wide) return;
  if (wide || round > 0) breakLines(box, style, columns, round);
  if (clips(style)) columns.open(box, "overflow");
  if (lifted(style)) columns.open(box, "static plain");
  else if (tall && style.position === "relative" && style.display === "inline") columns.open(box, "static");
  if (whole(style) && (tall || round > 0)) columns.open(box, "block");
  if (round > 0 && !/table|inline$|ruby/.test(style.display)) openMore(box, tall, above, columns, round);
}

/** @param {Element} box @param {boolean} tall @param {boolean} above @param {Columns} columns @param {number} round */
function openMore(box, tall, above, columns, round) {
  // A negative margin may make the preceding box overlap it.
  if (above && box.previousElementSibling) columns.open(box.previousElementSibling, "end");
  const more = [tall && "free", above && "first", round > 1 && "block line"].filter(Boolean);
  columns.open(box, ["plain overflow static", ...more].join(" "));
}

/** @param {Element} box @param {CSSStyleDeclaration} style @param {Columns} columns @param {number} round */
function breakLines(box, {whiteSpace, display}, columns, round) {
  const isKept = round > 0 ? /^pre/.test(whiteSpace) : /^pre(-wrap)?$/.test(whiteSpace);
  columns.change(box, "data-lectern-wrap", isKept ? "pre" : "normal");
  const rect = box.getClientRects()[0];
  if (rect && display !== "inline" && (round > 0 || columns.sides(rect).inline > columns.room + 1)) {
    columns.change(box, "data-lectern-narrow", round > 0 ? "auto" : "max");
  }
}

/** Makes a formula smaller, if that suffices; otherwise breaks it between its terms. A matrix is never broken: the reader
 * can open it in front of the page.
 * @param {Element} formula @param {Columns} columns @param {number} round */
function fitFormula(formula, columns, round) {
  const {document, openings} = columns.frame, range = document.createRange();
  range.selectNodeContents(formula);
  const [own, all] = [formula, range].map((one) => Math.max(...Array.from(one.getClientRects(), (rect) => columns.sides(rect).inline)));
  // A displayed formula is as wide as the room for it.
  const isBlock = columns.frame.window.getComputedStyle(formula).display.startsWith("block");
  const room = isBlock ? Math.min(own, columns.room) : columns.room;
  const by = scaleOf(formula) * room / Math.max(all, isBlock ? 0 : own), isMatrix = formula.querySelector("mtable");
  const isTall = columns.sides(formula.getBoundingClientRect()).block * Math.min(1, by) > columns.limit;
  // WebKit and Firefox do not break formulas.
  const isLast = round > 1;
  if (by < 1 && !isTall && (isMatrix || isLast || by >= LEAST)) {
    shrink(formula, by, TINY);
    columns.open(formula, "scaled");
    if (!isBlock) removeIndents(/** @type {Element} */ (formula.parentElement), columns);
    if (isMatrix || isLast) offer(formula, openings);
  } else if (round === 1 && by < 1) shrink(formula, by);
  else breakFormula(formula, columns);
}

/** Breaks a formula between its terms, and shrinks its tables.
 * @param {Element} row @param {Columns} columns */
function breakFormula(row, columns) {
  columns.open(row, "formula");
  for (const term of row.localName === "semantics" ? [...row.children].slice(0, 1) : row.children) {
    if (ROWS.has(term.localName)) breakFormula(term, columns);
    else columns.open(term, "term");
    const {inline} = columns.sides(term.getBoundingClientRect()), room = columns.room * 0.9;
    if (term.localName === "mtable" && inline > room) shrink(term, room / inline);
  }
}
