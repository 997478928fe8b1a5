// SPDX-License-Identifier: BSD-3-Clause
// The boxes of a range of a document: its text and images (schema decoration-template).
import {isElement, isText} from "../tools/nodes.js";

/** @typedef {{left: number, top: number, right: number, bottom: number, width: number, height: number}} Box */
/**
 * The direction of lines, and how the text is split into pages. Pages follow each other along the lines.
 * @typedef {{vertical: false|"rl"|"lr", rtl?: boolean, page?: number, viewport?: number}} Grid
 */
/** @typedef {{startContainer: Node, startOffset: number, endContainer: Node, endOffset: number}} Span
 *   the ends of a range */
/** A box in the coordinates of the text: start and end along the line, before and after across it.
 *
 * @typedef {{start: number, end: number, before: number, after: number, page: number}} Cell */

/** Smaller distances count as equal. */
const TOLERANCE = 1;
/** The maximum number of neighbouring boxes to compare. */
const MOST_NEIGHBOURS = 200;

const REPLACED = new Set(["img", "svg", "math", "video", "audio", "canvas", "object"]);
/** Elements whose text does not belong to the page. */
const SKIPPED = new Set(["rt", "rp", "script", "style", "template", "noscript", "lectern-decorations"]);

/** @param {number} left @param {number} top @param {number} right @param {number} bottom @returns {Box} */
export const box = (left, top, right, bottom) =>
  ({left, top, right, bottom, width: right - left, height: bottom - top});

/** @param {readonly Box[]} boxes @returns {Box|null} the smallest box around all */
export function union(boxes) {
  if (!boxes.length) return null;
  let {left, top, right, bottom} = boxes[0];
  for (const other of boxes) {
    left = Math.min(left, other.left);
    top = Math.min(top, other.top);
    right = Math.max(right, other.right);
    bottom = Math.max(bottom, other.bottom);
  }
  return box(left, top, right, bottom);
}

/** @param {Element} element @returns {boolean} whether its own text is visible */
function isShown(element) {
  for (let up = /** @type {Element|null} */ (element); up; up = up.parentElement) {
    if (SKIPPED.has(up.localName)) return false;
  }
  return element.ownerDocument.defaultView?.getComputedStyle(element).visibility === "visible";
}

/** @param {Node|null} node @returns {Node|null} the first node after the node and its descendants */
function behind(node) {
  for (; node; node = node.parentNode) if (node.nextSibling) return node.nextSibling;
  return null;
}

/** @param {Node} container @param {number} offset @returns {Node|null} the first node after a position */
export const nodeAfter = (container, offset) =>
  (isText(container) ? null : container.childNodes[offset]) || behind(container);

// One reusable range per document: every change of a document updates all ranges that exist.
/** @type {WeakMap<Document, Range>} */
const ranges = new WeakMap();

/** @param {Span} span @returns {Range} a reused range, valid until the next call */
export function rangeAt({startContainer, startOffset, endContainer, endOffset}) {
  const document = /** @type {Document} */ (startContainer.ownerDocument || startContainer);
  const range = ranges.get(document) || document.createRange();
  ranges.set(document, range);
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}

/** @param {Element} element @returns {boolean} whether its fallback content is shown */
export const isFallback = (element) => /^(canvas|object)$/.test(element.localName) && element.getClientRects().length > 0 &&
  rangeAt({startContainer: element, startOffset: 0, endContainer: element, endOffset: element.childNodes.length})
    .getClientRects().length > 0;

/** @param {Text} node @param {Span} span @returns {Span} the part of the span in a text node */
const partOf = (node, {startContainer, startOffset, endContainer, endOffset}) => ({
  startContainer: node, startOffset: node === startContainer ? startOffset : 0, endContainer: node,
  endOffset: node === endContainer ? endOffset : node.length,
});

/** The client rectangles of the text and images in a range, in document order.
 * @param {Span} span @param {Map<Element, boolean>} [seen] a cache of whether text in an element is visible
 * @returns {DOMRect[]} */
export function rectsOf(span, seen = new Map()) {
  const {startContainer, startOffset, endContainer, endOffset} = span;
  /** @type {DOMRect[]} */
  const rects = [];
  const stop = nodeAfter(endContainer, endOffset);
  const isSeen = (/** @type {Element} */ element) => {
    if (!seen.has(element)) seen.set(element, isShown(element));
    return seen.get(element);
  };
  let node = isText(startContainer) ? startContainer : nodeAfter(startContainer, startOffset);
  while (node && node !== stop) {
    let next = node.firstChild;
    if (isText(node)) {
      if (!node.parentElement || isSeen(node.parentElement)) rects.push(...rangeAt(partOf(node, span)).getClientRects());
    } else if (isElement(node)) {
      const isBox = REPLACED.has(node.localName) && !node.contains(endContainer) && !isFallback(node);
      if (isBox && isSeen(node)) rects.push(...node.getClientRects());
      if (isBox || SKIPPED.has(node.localName)) {
        if (stop && node.contains(stop)) break;
        next = null;
      }
    }
    node = next || behind(node);
  }
  return rects;
}

/** @param {Box} rect @param {Grid} grid @returns {Cell} */
function cell({left, top, right, bottom}, {vertical, rtl, page}) {
  const number = page ? Math.floor(((vertical ? top : left) + TOLERANCE) / page) : 0;
  let [start, end, before, after] = vertical ? [top, bottom, left, right] : [left, right, top, bottom];
  if (rtl) [start, end] = [-end, -start];
  if (vertical === "rl") [before, after] = [-after, -before];
  return {start, end, before, after, page: rtl ? -number : number};
}

/** @param {Cell} cell @param {Grid} grid @returns {Box} */
function uncell({start, end, before, after}, {vertical, rtl}) {
  if (rtl) [start, end] = [-end, -start];
  if (vertical === "rl") [before, after] = [-after, -before];
  return vertical ? box(before, start, after, end) : box(start, before, end, after);
}

/** @param {number} a @param {number} b */
const near = (a, b) => Math.abs(a - b) <= TOLERANCE;

/** @param {Cell} a @param {Cell} b @returns {boolean} whether they touch and are on the same line */
const joins = (a, b) => a.page === b.page && near(a.before, b.before) && near(a.after, b.after) &&
  a.start <= b.end + TOLERANCE && b.start <= a.end + TOLERANCE;

/** @param {Cell} a @param {Cell} b @returns {boolean} whether a is inside b */
const isIn = (a, b) => a.start >= b.start - TOLERANCE && a.end <= b.end + TOLERANCE &&
  a.before >= b.before - TOLERANCE && a.after <= b.after + TOLERANCE;

/** @param {Cell} a @param {Cell} b */
const overlap = (a, b) => Math.min(a.end, b.end) - Math.max(a.start, b.start) > TOLERANCE &&
  Math.min(a.after, b.after) - Math.max(a.before, b.before) > TOLERANCE;

/** @param {Cell} a */
const isSeen = (a) => a.end - a.start > TOLERANCE && a.after - a.before > TOLERANCE;

/** @param {Cell} a @param {Cell} b @returns {Cell[]} the parts of a outside b */
function minus(a, b) {
  const before = Math.max(a.before, b.before), after = Math.min(a.after, b.after);
  return [
    {...a, after: before}, {...a, before, after, end: b.start}, {...a, before, after, start: b.end},
    {...a, before: after},
  ].filter(isSeen);
}

/** Joins the rectangles of each line, and removes overlaps.
 * @param {readonly Box[]} rects @param {Grid} grid @returns {Box[]} by line, and along the line from start to end */
export function boxesOf(rects, grid) {
  const cells = rects.map((rect) => cell(rect, grid)).filter(isSeen);
  if (cells.length === 1) return [uncell(cells[0], grid)];
  cells.sort((a, b) => a.page - b.page || a.before - b.before || a.start - b.start);
  /** @type {Cell[]} */
  let joined = [];
  for (let next of cells) {
    for (let i = joined.length - 1; i >= 0 && i >= joined.length - MOST_NEIGHBOURS; i--) {
      const other = joined[i];
      if (other.page !== next.page || next.before - other.before > 2 * TOLERANCE) break;
      if (!joins(next, other)) continue;
      joined.splice(i, 1);
      next = {
        page: next.page, start: Math.min(next.start, other.start), end: Math.max(next.end, other.end),
        before: Math.min(next.before, other.before), after: Math.max(next.after, other.after),
      };
      i = joined.length;
    }
    joined.push(next);
  }
  joined = lines(joined);
  /** @type {Cell[]} */
  const kept = [];
  for (const next of joined) {
    let pieces = [next];
    const last = Math.max(0, kept.length - MOST_NEIGHBOURS);
    for (let i = kept.length - 1; i >= last && pieces.length; i--) {
      const other = kept[i];
      if (other.page !== next.page) break;
      if (isIn(other, next) && pieces[0] === next) kept.splice(i, 1);
      else {
        pieces = pieces.flatMap((piece) =>
          isIn(piece, other) ? [] : overlap(piece, other) ? minus(piece, other) : [piece]);
      }
    }
    kept.push(...pieces);
  }
  return lines(kept).map((each) => uncell(each, grid));
}

/** @param {Cell[]} cells sorted by page and position @returns {Cell[]} by line, then along it */
function lines(cells) {
  /** @type {Cell[]} */
  const sorted = [];
  cells.sort((a, b) => a.page - b.page || a.before - b.before);
  for (let i = 0; i < cells.length;) {
    const first = cells[i];
    const line = [first];
    for (i++; i < cells.length && cells[i].page === first.page; i++) {
      if ((cells[i].before + cells[i].after) / 2 >= first.after) break;
      line.push(cells[i]);
    }
    sorted.push(...line.sort((a, b) => a.start - b.start));
  }
  return sorted;
}

/** The rectangles of the elements that show a decoration.
 * @param {readonly Box[]} boxes by `boxesOf`, in coordinates that begin with the first page
 * @param {{layout: string, width: string}} template @param {Grid} grid with the sizes of pages along the line
 * @returns {Box[]} */
export function elementsOf(boxes, {layout, width}, grid) {
  const {vertical, page, viewport} = grid;
  const start = (/** @type {Box} */ each) => vertical ? each.top : each.left;
  /** @type {Map<number, Box[]>} */
  const pages = new Map();
  for (const each of boxes) {
    const number = page ? Math.floor((start(each) + TOLERANCE) / page) : 0;
    pages.set(number, [...pages.get(number) || [], each]);
  }
  return [...pages.values()].flatMap((here) => {
    const bounds = /** @type {Box} */ (union(here));
    return (layout === "bounds" ? [bounds] : here).map((each) => {
      if (width === "wrap") return each;
      let from = start(bounds), to = vertical ? bounds.bottom : bounds.right;
      const size = width === "page" ? page : width === "viewport" ? viewport : 0;
      if (size) {
        from = Math.floor((start(each) + TOLERANCE) / size) * size;
        to = from + size;
      }
      return vertical ? box(each.left, from, each.right, to) : box(from, each.top, to, each.bottom);
    });
  });
}
