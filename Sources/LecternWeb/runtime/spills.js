// SPDX-License-Identifier: BSD-3-Clause
// Boxes of a wrong size, by what is in them: too low for it, a little higher than a page, or with indents that leave no line.
import {isText} from "./nodes.js";

/** @typedef {[Element, string, string][]} Changes elements, attributes, values */

/** What has a size of its own. */
export const MEDIA = new Set(["img", "svg", "video", "canvas", "object", "embed", "iframe"]);
/** The attribute that says how a box is opened. */
export const OPEN = "data-lectern-tall";
/** A paragraph of so many px may be one of few words with a letter or two in each line. */
const MANY_LINES = 240;

/** @param {Element} element @returns {Element[]} those in it that have boxes */
const childrenOf = (element) =>
  [...element.children].flatMap((child) => (child.getClientRects().length ? child : childrenOf(child)));

/**
 * What of the boxes is to be changed; nothing is written.
 * @param {any} openings which knows the boxes, and where rectangles lie
 * @returns {Changes}
 */
export function spilling(openings) {
  const {frame, boxed, room} = openings;
  const {vertical, mode, width, height} = frame.flow;
  // In scroll mode, no box is as high as a page.
  const {block} = frame.geometry, high = mode === "paged" ? (vertical ? width : height) : 0;
  const range = frame.document.createRange();
  /** @type {Changes} */
  const changes = [];
  /** @param {Element} box @returns {DOMRect|undefined} */
  const end = (box) => [...box.getClientRects()].pop();
  /**
   * Whether what is in a box goes on after its end; a box may have no rectangle of its own.
   * @param {DOMRect} inner
   * @param {Element} box
   */
  const over = (inner, box) => {
    const outer = end(box);
    if (!outer) return true;
    const by = vertical === "rl" ? outer.left - inner.left : vertical ? inner.right - outer.right : inner.bottom - outer.bottom;
    const after = openings.spot(inner).column - openings.spot(outer).column;
    return after > 0 || !after && by > 6;
  };
  for (const [element, isOuter] of boxed) {
    // Each size is a look at the layout: none is read that is not needed.
    const size = vertical ? element.clientWidth : element.clientHeight;
    if (!isOuter && size > MANY_LINES) {
      const line = vertical ? element.clientHeight : element.clientWidth;
      if (line < room / 6 || line > room + 1) indents(openings, element, changes);
    }
    if (size > block && size < high + 1 && isEmptyAtEnd(openings, element)) changes.push([element, OPEN, "page"]);
    const length = vertical ? element.scrollWidth : element.scrollHeight;
    if (length <= size + 6) continue;
    /** @type {DOMRect|undefined} */
    let inner;
    if (isOuter) {
      for (const child of childrenOf(element)) {
        const rect = end(child);
        if (!rect?.width || !rect.height || !over(rect, element)) continue;
        const {position, float: floats} = frame.window.getComputedStyle(child);
        if (floats === "none" && /static|relative/.test(position)) inner = rect;
      }
    } else {
      range.selectNodeContents(element);
      for (const rect of range.getClientRects()) if (rect.width && rect.height) inner = rect;
    }
    // A box whose size comes from that of another one is opened with it.
    for (let box = element; inner && box !== frame.body && over(inner, box); box = /** @type {Element} */ (box.parentElement)) {
      const {display} = frame.window.getComputedStyle(box);
      // Boxes in a line that are higher than a page are wrong in Chromium 102.
      changes.push([box, OPEN, length > block && /^inline-/.test(display) ? "free block" : "free"]);
      const parent = /** @type {Element} */ (box.parentElement);
      if (/grid/.test(frame.window.getComputedStyle(parent).display)) changes.push([parent, OPEN, "free"]);
    }
  }
  return changes;
}

/**
 * Indents, one in the other, that leave hardly a letter in each line.
 * @param {any} openings
 * @param {Element} element
 * @param {Changes} changes
 */
function indents({frame, room}, element, changes) {
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
  if (sum > room / 2) boxes.forEach((box) => changes.push([box, OPEN, "indented"]));
}

/**
 * Whether nothing is seen of a box on the last of its pages.
 * @param {any} openings
 * @param {Element} element
 */
function isEmptyAtEnd(openings, element) {
  const rects = element.getClientRects();
  if (rects.length < 2) return false;
  const {column} = openings.spot(rects[rects.length - 1]);
  const {document} = openings.frame, range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isText(node) ? !/\S/.test(node.data) : !MEDIA.has(node.localName)) continue;
    range.selectNode(node);
    for (const rect of range.getClientRects()) if (rect.width && openings.spot(rect).column >= column) return false;
  }
  return true;
}
