// SPDX-License-Identifier: BSD-3-Clause
// Finds boxes of the wrong size: too low for their content, slightly higher than a page, or with excessive indents.
import {rangeAt} from "../book/rects.js";
import {isText} from "../tools/nodes.js";

/** @typedef {import("./columns.js").Columns} Columns */

/** Elements with an intrinsic size. */
export const MEDIA = new Set(["img", "svg", "video", "canvas", "object", "embed", "iframe"]);
/** In px: a higher paragraph may be a few words with one or two letters per line. */
const MANY_LINES = 240;

/** @param {Element} element @returns {Element[]} the outermost descendants that have boxes */
const childrenOf = (element) =>
  [...element.children].flatMap((child) => (child.getClientRects().length ? child : childrenOf(child)));

/** Returns the changes to make; writes nothing.
 * @param {Columns} columns
 * @param {Map<Element, boolean>} boxed boxes that may overflow, and whether they contain other boxes
 * @returns {import("./columns.js").Changes} */
export function spilling(columns, boxed) {
  const {frame, room} = columns;
  const {vertical, mode, width, height} = frame.flow;
  // In scroll mode, there is no page height.
  const {block} = frame.geometry, high = mode === "paged" ? (vertical ? width : height) : 0;
  for (const [element, isOuter] of boxed) {
    // Reading a size may cause a layout, so only the necessary ones are read.
    const size = vertical ? element.clientWidth : element.clientHeight;
    if (!isOuter && size > MANY_LINES) {
      const line = vertical ? element.clientHeight : element.clientWidth;
      if (line < room / 6 || line > room + 1) indents(columns, element);
    }
    if (size > block && size < high + 1 && isEmptyAtEnd(columns, element)) columns.open(element, "page");
    const length = vertical ? element.scrollWidth : element.scrollHeight;
    if (length <= size + 6) continue;
    const inner = isOuter ? lastChildOver(columns, element) : lastLine(element);
    if (inner) free(columns, element, inner, length);
  }
  return columns.changes;
}

/** @param {Element} box @returns {DOMRect|undefined} */
const end = (box) => [...box.getClientRects()].pop();

/** Whether content extends beyond the end of a box, which may have no rectangle.
 * @param {Columns} columns @param {DOMRect} inner @param {Element} box */
function isOver(columns, inner, box) {
  const {vertical} = columns.frame.flow, outer = end(box);
  if (!outer) return true;
  const by = vertical === "rl" ? outer.left - inner.left : vertical ? inner.right - outer.right : inner.bottom - outer.bottom;
  const after = columns.spot(inner).column - columns.spot(outer).column;
  return after > 0 || !after && by > 6;
}

/** @param {Columns} columns @param {Element} element
 * @returns {DOMRect|undefined} the end of the last child in the flow that extends beyond the element */
function lastChildOver(columns, element) {
  /** @type {DOMRect|undefined} */
  let inner;
  for (const child of childrenOf(element)) {
    const rect = end(child);
    if (!rect?.width || !rect.height || !isOver(columns, rect, element)) continue;
    const {position, float: floats} = columns.frame.window.getComputedStyle(child);
    if (floats === "none" && /static|relative/.test(position)) inner = rect;
  }
  return inner;
}

/** @param {Element} element @returns {DOMRect|undefined} */
function lastLine(element) {
  const range = rangeAt({startContainer: element, startOffset: 0, endContainer: element, endOffset: element.childNodes.length});
  return [...range.getClientRects()].filter(({width, height}) => width && height).pop();
}

/** Opens a box and those around it beyond whose end its content extends: the size of one may depend on another.
 * @param {Columns} columns @param {Element} element @param {DOMRect} inner @param {number} length of the content */
function free(columns, element, inner, length) {
  const {frame} = columns, {window, geometry} = frame;
  for (let box = element; box !== frame.body && isOver(columns, inner, box); box = /** @type {Element} */ (box.parentElement)) {
    const {display} = window.getComputedStyle(box);
    // Chromium 102 misplaces inline boxes that are higher than a page.
    columns.open(box, length > geometry.block && /^inline-/.test(display) ? "free block" : "free");
    const parent = /** @type {Element} */ (box.parentElement);
    if (/grid/.test(window.getComputedStyle(parent).display)) columns.open(parent, "free");
  }
}

/** Reduces nested indents that leave hardly any room for a line.
 * @param {Columns} columns @param {Element} element */
function indents(columns, element) {
  const {frame, room} = columns;
  if (element.closest("table") || !/\S/.test(element.textContent || "")) return;
  let sum = 0;
  /** @type {Element[]} */
  const boxes = [];
  for (let box = element; box !== frame.body; box = /** @type {Element} */ (box.parentElement)) {
    const style = frame.window.getComputedStyle(box);
    const indent = [style.marginInlineStart, style.marginInlineEnd, style.paddingInlineStart, style.paddingInlineEnd]
      .reduce((all, one) => all + Math.max(0, parseFloat(one) || 0), 0);
    if (indent) boxes.push(box);
    sum += indent;
  }
  if (sum > room / 2) for (const box of boxes) columns.open(box, "indented");
}

/** Whether a box has no visible content on its last page.
 * @param {Columns} columns @param {Element} element */
function isEmptyAtEnd(columns, element) {
  const rects = element.getClientRects();
  if (rects.length < 2) return false;
  const {column} = columns.spot(rects[rects.length - 1]);
  const {document} = columns.frame, range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isText(node) ? !/\S/.test(node.data) : !MEDIA.has(node.localName)) continue;
    range.selectNode(node);
    for (const rect of range.getClientRects()) if (rect.width && columns.spot(rect).column >= column) return false;
  }
  return true;
}
