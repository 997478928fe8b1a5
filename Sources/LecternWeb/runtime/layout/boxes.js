// SPDX-License-Identifier: BSD-3-Clause
// Finds boxes that columns cannot break, and pictures that are too large.
import {XHTML} from "../tools/nodes.js";
import {isFallback} from "../book/rects.js";
import {OPEN} from "./columns.js";
import {isUnbroken} from "./grids.js";
import {MEDIA} from "./spills.js";

/** @typedef {import("./columns.js").Columns} Columns */

/** @typedef {{display: string, overflow: string, position: string, contain: string}} Style */

/** Each property is read once, because with many elements this takes the most time.
 * @param {CSSStyleDeclaration} style @returns {Style} */
const styleOf = ({display, overflow, position, contain}) => ({display, overflow, position, contain});
/** @param {Style} style */
export const clips = (style) => style.display !== "inline" &&
  (style.overflow !== "visible" || /paint|content|strict/.test(style.contain));
/** @param {Style} style */
export const lifted = (style) => style.position === "absolute" || style.position === "fixed";
/** @param {Style} style */
const positioned = (style) => lifted(style) || style.position === "sticky";
/** @param {Style} style */
export const whole = (style) => /^(inline|-webkit)-/.test(style.display) || style.contain !== "none" && style.contain !== "";

/** @param {Columns} columns
 * @param {Map<Element, boolean>} boxed receives boxes that may overflow, and whether they contain other boxes
 * @returns {import("./columns.js").Changes} */
export function solidBoxes(columns, boxed) {
  const {body, window} = columns.frame;
  /** @type {Set<Element>} */
  const inlines = new Set();
  let isFirst = true;
  for (const element of body.querySelectorAll("*")) {
    const name = element.localName;
    if (element.namespaceURI !== XHTML && name !== "svg") continue;
    const style = window.getComputedStyle(element), isMedia = MEDIA.has(name);
    // Inline elements neither clip nor generate boxes.
    if (!isMedia && /^(inline|none)$/.test(style.display)) {
      inlines.add(element);
      continue;
    }
    // The surrounding box, which may be that of a link.
    let box = element.parentElement;
    while (inlines.has(box)) box = box.parentElement;
    if (boxed.has(box)) boxed.set(box, true);
    if (isMedia) isFirst = !picture(element, style, columns, isFirst) && isFirst;
    else block(element, styleOf(style), columns, boxed);
  }
  return columns.changes;
}

/** Ends the indents of the lines that an element is in, up to the next block.
 * @param {Element} element @param {Columns} columns */
export function removeIndents(element, columns) {
  const {frame} = columns;
  /** @type {Element|null} */ let box = element;
  for (let isInline = true; box && isInline; box = box === frame.body ? null : box.parentElement) {
    columns.change(box, "data-lectern-indent", "");
    isInline = frame.window.getComputedStyle(box).display.startsWith("inline");
  }
}

/** @param {Element} element @param {CSSStyleDeclaration} style @param {Columns} columns
 * @param {boolean} isFirst whether no other picture precedes it
 * @returns {boolean} whether the picture is displayed */
function picture(element, style, columns, isFirst) {
  const {isPaged, room, limit, frame} = columns, parent = /** @type {Element} */ (element.parentElement);
  if (parent.closest("svg")) return false;
  if (isReplaced(element, frame.window)) {
    if (isPaged && style.display === "inline") columns.open(element, "block plain free");
    return false;
  }
  const rects = element.getClientRects(), [rect] = rects;
  if (!rect) return false;
  const {inline, block} = columns.sides(rect);
  // Chromium 102 may split a picture.
  if (inline > room + 1 || block > limit || rects.length > 1) columns.change(element, "data-lectern-fit", "");
  if (!isPaged) return true;
  if (style.position === "fixed") columns.open(element, "static");
  // An indent or a margin moves a picture of full width over the edge of the page.
  const spot = columns.spot(rect);
  if (spot.end > 0 && spot.high > 0 && !columns.holds(spot)) {
    columns.change(element, "data-lectern-fit", "bare");
    removeIndents(parent, columns);
    const {whiteSpace} = frame.window.getComputedStyle(parent);
    if (whiteSpace === "nowrap") columns.change(parent, "data-lectern-wrap", "normal");
  }
  // A first picture as high as the page, with a margin above, would leave an empty page.
  if (isFirst && spot.column > 0 && !hasTextBefore(element, frame)) {
    /** @type {any} */ let box = element;
    for (; box !== frame.body; box = box.parentElement) columns.open(box, "first");
  }
  return true;
}

/** A row that is split anyway need not start on a new page, after an empty one. Chromium then makes cells that span
 * several rows too low.
 * @param {Element} element @param {Columns} columns */
function row(element, columns) {
  const isLong = element.getClientRects().length > 1 && !element.parentElement?.querySelector("[rowspan]");
  if (isLong) columns.open(element, "long");
}

/** @param {Element} element @param {Style} style @param {Columns} columns @param {Map<Element, boolean>} boxed */
function block(element, style, columns, boxed) {
  if (style.display === "table-row") row(element, columns);
  if (isUnbroken(element, style.display, columns)) columns.open(element, "block");
  const cut = clips(style), up = positioned(style);
  const solid = !up && !/^table|ruby/.test(style.display);
  if (solid && !cut) boxed.set(element, false);
  if (!cut && !up && !whole(style)) return;
  const words = columns.isPaged ? opened(element, style, columns) : unhidden(element, style);
  if (solid && words.includes("overflow")) boxed.set(element, false);
  if (words.length) columns.open(element, words.join(" "));
}

/** @param {Element} element a box that clips, is positioned or unbreakable @param {Style} style @param {Columns} columns
 * @returns {string[]} which of its properties have to be changed */
function opened(element, style, columns) {
  const rects = element.getClientRects();
  if (!rects.length) return [];
  const tall = Array.prototype.some.call(rects, (rect) => columns.sides(rect).block > columns.limit + 0.5);
  const words = positioned(style) && isStray(element, style, rects, tall, columns) ? ["static"] : [];
  // Chromium 102 does split these boxes, but cuts lines, or draws the following content over them.
  const broken = rects.length > 1 && /auto|scroll|inline-/.test(style.overflow + style.display);
  if (clips(style) && (tall || broken || hides(element))) words.push("overflow");
  // Legacy boxes keep the height that clamping gave them.
  if (whole(style) && (tall || broken || words.length && /^-webkit-/.test(style.display))) words.push("block");
  return words;
}

/** In scroll mode, only text that no scrolling reaches is changed.
 * @param {Element} element @param {Style} style @returns {string[]} */
function unhidden(element, style) {
  const words = style.position === "fixed" ? ["static"] : [];
  if (!clips(style) || /auto|scroll/.test(style.overflow) || !hides(element)) return words;
  return [...words, "overflow", ...(style.display.startsWith("-webkit-") ? ["block"] : [])];
}

/** Whether a positioned box has to return to its static position.
 * @param {Element} element @param {Style} style @param {DOMRectList} rects @param {boolean} tall
 * @param {Columns} columns */
function isStray(element, style, rects, tall, columns) {
  const spotsOf = (/** @type {DOMRectList} */ list) => Array.from(list, (rect) => columns.spot(rect));
  const {body} = columns.frame, spots = spotsOf(rects), [{column, start, end, high}] = spots;
  // Text before or above the first page is for screen readers.
  const away = end <= 0 || high <= 0;
  const lines = spotsOf(/** @type {Element} */ (element.parentElement).getClientRects());
  const before = column < lines[0]?.column;
  // Margins are narrower than in the book, so that text in the margin may now overlap the body text.
  const beside = /** @type {HTMLElement} */ (element).offsetParent === body;
  const over = beside && body.hasAttribute(OPEN) &&
    lines.some((line) => line.column === column && start < line.end - 1 && end > line.start + 1);
  if (beside && before) columns.open(body, "origin");
  if (away && lifted(style)) columns.change(element, "data-lectern-away", "");
  if (!lifted(style) || style.position === "fixed") return true;
  const stray = over || before || column > lines[lines.length - 1]?.column;
  return !away && (tall || stray || !spots.every((spot) => columns.holds(spot)));
}

/** @param {Element} element @param {any} frame */
function hasTextBefore(element, {document, body}) {
  const range = document.createRange();
  range.setStart(body, 0);
  range.setEndBefore(element);
  return /\S/.test(range.toString());
}

/** Whether paragraphs replace a picture. Chromium 102 puts them on wrong pages if the element is inline.
 * @param {Element} element @param {Window} window */
function isReplaced(element, window) {
  const inline = /^(inline|none|contents|ruby)/;
  return element.firstElementChild !== null && isFallback(element) &&
    Array.prototype.some.call(element.children, (child) => !inline.test(window.getComputedStyle(child).display));
}

/** @param {Element} element @returns {boolean} whether it has text that can only be seen by scrolling it */
function hides(element) {
  const {clientWidth, clientHeight, scrollWidth, scrollHeight} = element;
  // A box of one pixel is meant for screen readers.
  if (clientWidth <= 2 || clientHeight <= 2) return false;
  return (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) && /\S/.test(element.textContent || "");
}
