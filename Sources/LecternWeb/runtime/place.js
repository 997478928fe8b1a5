// SPDX-License-Identifier: BSD-3-Clause
// The first character on the screen, and where a range begins.
import {isFallback} from "./rects.js";

/** Elements that are seen as one thing. */
const REPLACED = new Set(["img", "svg", "video", "audio", "canvas", "object", "embed", "iframe", "math", "input",
  "select", "textarea", "button", "hr"]);

/** @param {Node} node */
const replaced = (node) => node.nodeType === 1 && REPLACED.has(/** @type {Element} */ (node).localName) &&
  !isFallback(/** @type {Element} */ (node));

/** @param {ArrayLike<DOMRect>} rects @returns {DOMRect[]} those that show something */
const solid = (rects) => Array.prototype.filter.call(rects, (rect) => rect.width > 0 && rect.height > 0);

/** @param {Node} node @returns {DOMRect[]} */
function rectsOf(node) {
  if (node.nodeType === 1) return solid(/** @type {Element} */ (node).getClientRects());
  if (node.nodeType !== 3 || !/\S/.test(/** @type {Text} */ (node).data)) return [];
  const range = /** @type {Document} */ (node.ownerDocument).createRange();
  range.selectNodeContents(node);
  return solid(range.getClientRects());
}

/**
 * The first of the indices from low to high for which the answer is yes. An answer of undefined is not one:
 * the next index answers.
 * @param {number} low
 * @param {number} high
 * @param {(index: number) => boolean|undefined} test
 */
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

/** @param {Text} node @param {number} at @returns {Range} one character, both halves of a pair */
function character(node, at) {
  const range = node.ownerDocument.createRange();
  const pair = /[\uD800-\uDBFF]/.test(node.data[at]) && at + 1 < node.length;
  range.setStart(node, at);
  range.setEnd(node, at + (pair ? 2 : 1));
  return range;
}

/**
 * The first character, or image, that begins on the screen or after it.
 * @param {any} frame a ReflowFrame
 * @returns {Range|null}
 */
export function firstVisible(frame) {
  const scrolled = frame.flow.mode === "scroll";
  /**
   * Whether what has these rectangles begins on the screen or after it; of an element that is not cut into pages, any part.
   * @param {DOMRect[]} rects
   * @param {boolean} [element]
   */
  const answer = (rects, element = false) => {
    if (!rects.length) return undefined;
    const {start, end} = frame.along(rects[rects.length - 1]);
    return element && scrolled ? end > 1 : start >= -1;
  };
  /** @param {Node} node */
  const reached = (node) => answer(rectsOf(node), node.nodeType === 1 && !replaced(node));
  /** @param {Node} node @returns {Range|null} */
  const search = (node) => {
    if (node.nodeType === 3) {
      const text = /** @type {Text} */ (node);
      const at = bisect(0, text.length, (index) => answer(solid(character(text, index).getClientRects())));
      return at < text.length ? character(text, at) : null;
    }
    if (replaced(node)) {
      const range = frame.document.createRange();
      range.selectNode(node);
      return range;
    }
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

/**
 * What is on the screen where text does not follow the order of the document: node by node.
 * @param {any} frame
 * @returns {Range|null}
 */
function seen(frame) {
  const walker = frame.document.createTreeWalker(frame.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const {extent} = frame;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 1 && !replaced(node)) continue;
    const inside = (/** @type {DOMRect} */ rect) => {
      const {start, end} = frame.along(rect);
      return end > 1 && start < extent - 1;
    };
    if (!rectsOf(node).some(inside)) continue;
    const range = frame.document.createRange();
    range.selectNode(node);
    if (node.nodeType === 1) return range;
    const text = /** @type {Text} */ (node);
    for (let at = 0; at < text.length; at++) {
      if (solid(character(text, at).getClientRects()).some(inside)) return character(text, at);
    }
    return range;
  }
  return null;
}

/**
 * The rectangle where a range begins: of its first character, or of what follows an empty anchor.
 * @param {Range} range
 * @returns {DOMRect|null}
 */
export function startRect(range) {
  const {startContainer: container, startOffset: offset, commonAncestorContainer: root} = range;
  const document = /** @type {Document} */ (root.ownerDocument || root);
  if (container.nodeType === 3) {
    const text = /** @type {Text} */ (container);
    for (let at = offset; at < text.length && at < offset + 200; at++) {
      const rects = solid(character(text, at).getClientRects());
      if (rects.length) return rects[0];
    }
  } else if (!range.collapsed) {
    const node = container.childNodes[offset];
    if (node && replaced(node)) return rectsOf(node)[0] || null;
  }
  const walker = document.createTreeWalker(document.body || document.documentElement,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  // From the node at the start of the range onwards, to the first that shows something.
  /** @type {Node|null} */
  let node = container.nodeType === 3 ? container : container.childNodes[offset] || null;
  walker.currentNode = node || container;
  if (!node || container.nodeType === 3) {
    if (node || !container.childNodes.length) node = walker.nextNode();
    else {
      let last = /** @type {Node} */ (container);
      while (last.lastChild) last = last.lastChild;
      walker.currentNode = last;
      node = walker.nextNode();
    }
  }
  for (; node; node = walker.nextNode()) {
    if (node.nodeType === 1 && !replaced(node)) continue;
    const [rect] = rectsOf(node);
    if (rect) return rect;
  }
  return solid(range.getClientRects())[0] || null;
}
