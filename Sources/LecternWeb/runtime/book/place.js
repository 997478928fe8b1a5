// SPDX-License-Identifier: BSD-3-Clause
// Finds the first character on the screen, and where a range begins.
import {around, isElement, isText} from "../tools/nodes.js";
import {isFallback, nodeAfter} from "./rects.js";

/** Elements that are treated as a unit. */
const REPLACED = new Set(["img", "svg", "video", "audio", "canvas", "object", "embed", "iframe", "math", "input",
  "select", "textarea", "button", "hr"]);

/** @param {Node} node */
const replaced = (node) => isElement(node) && REPLACED.has(node.localName) && !isFallback(node);

/** @param {ArrayLike<DOMRect>} rects @returns {DOMRect[]} the visible ones */
const solid = (rects) => Array.prototype.filter.call(rects, (rect) => rect.width > 0 && rect.height > 0);

/** @param {Node} node @returns {DOMRect[]} */
function rectsOf(node) {
  const own = isElement(node) ? solid(node.getClientRects()) : [];
  // An element may have no box of its own, or in WebKit none that includes the blocks inside.
  return own.length || !/\S/.test(node.textContent || "") ? own : solid(around(node).getClientRects());
}

/** The first index from low to high that passes the test, by bisection. If the result is undefined, the next index is
 * tested.
 * @param {number} low @param {number} high @param {(index: number) => boolean|undefined} test */
function bisect(low, high, test) {
  let best = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle, answer;
    while (at < high && (answer = test(at)) === undefined) at++;
    if (at >= high || answer) {
      if (at < high) best = at;
      high = middle;
    } else low = at + 1;
  }
  return best;
}

/** @param {Text} node @param {number} at @returns {Range} one character, including both halves of a surrogate pair */
function character(node, at) {
  const range = node.ownerDocument.createRange();
  const pair = /[\uD800-\uDBFF]/.test(node.data[at]) && at + 1 < node.length;
  range.setStart(node, at);
  range.setEnd(node, at + (pair ? 2 : 1));
  return range;
}

/** The first character or image that begins on the screen or after it.
 * @param {any} frame a ReflowFrame @returns {Range|null} */
export function firstVisible(frame) {
  const scrolled = frame.flow.mode === "scroll";
  /** Whether the rectangles begin on the screen or after it; for an element that is not paginated, any part of it.
   * @param {DOMRect[]} rects @param {boolean} [element] */
  const answer = (rects, element = false) => {
    if (!rects.length) return undefined;
    const {start, end} = frame.along(rects[rects.length - 1]);
    return element && scrolled ? end > 1 : start >= -1;
  };
  /** @param {Node} node */
  const reached = (node) => answer(rectsOf(node), isElement(node) && !replaced(node));
  /** @param {Node} node @returns {Range|null} */
  const search = (node) => {
    if (isText(node)) {
      const at = bisect(0, node.length, (index) => answer(solid(character(node, index).getClientRects())));
      return at < node.length ? character(node, at) : null;
    }
    if (replaced(node)) return around(node);
    const children = node.childNodes;
    const first = bisect(0, children.length, (index) => reached(children[index]));
    for (let index = first; index < children.length; index++) {
      const found = reached(children[index]) ? search(children[index]) : null;
      if (found) return found;
    }
    return null;
  };
  const found = search(frame.body);
  if (found && frame.onScreen(found)) return found;
  return seen(frame) || found;
}

/** The first content on the screen if text does not follow document order: checks every node.
 * @param {any} frame @returns {Range|null} */
function seen(frame) {
  const walker = frame.document.createTreeWalker(frame.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const {extent} = frame;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isElement(node) && !replaced(node)) continue;
    const inside = (/** @type {DOMRect} */ rect) => {
      const {start, end} = frame.along(rect);
      return end > 1 && start < extent - 1;
    };
    if (!rectsOf(node).some(inside)) continue;
    for (let at = 0; isText(node) && at < node.length; at++) {
      if (solid(character(node, at).getClientRects()).some(inside)) return character(node, at);
    }
    return around(node);
  }
  return null;
}

/** @param {Range} range @returns {DOMRect|undefined} the rectangle of its first character or picture */
function firstRect({startContainer: container, startOffset: offset, collapsed}) {
  if (isText(container)) {
    for (let at = offset; at < container.length && at < offset + 200; at++) {
      const [rect] = solid(character(container, at).getClientRects());
      if (rect) return rect;
    }
    return undefined;
  }
  const node = collapsed ? null : container.childNodes[offset];
  return node && replaced(node) ? rectsOf(node)[0] : undefined;
}

/** The rectangle at the start of a range: that of its first character, or of the content after an empty anchor.
 * @param {Range} range @returns {DOMRect|null} */
export function startRect(range) {
  const first = firstRect(range);
  if (first) return first;
  const {startContainer: container, startOffset: offset, commonAncestorContainer: root} = range;
  const document = /** @type {Document} */ (root.ownerDocument || root);
  const walker = document.createTreeWalker(document.body || document.documentElement,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  // The first visible node from the start of the range on.
  let node = nodeAfter(container, offset);
  if (node) walker.currentNode = node;
  for (; node; node = walker.nextNode()) {
    if (isElement(node) ? !replaced(node) : !isText(node)) continue;
    const [rect] = rectsOf(node);
    if (rect) return rect;
  }
  return solid(range.getClientRects())[0] || null;
}
