// SPDX-License-Identifier: BSD-3-Clause
// The text of documents, and exact quotes in it, ignoring white space. The library finds quotes whose text has changed.
import {firstOf} from "../tools/numbers.js";

/** @typedef {{start: number, end: number}} Match */
/** @typedef {{prefix?: string, suffix?: string, hint?: number}} Context */

/** The maximum number of candidates whose context is compared. */
const MOST_CANDIDATES = 5000;
/** Characters that count as white space in a quote. */
const SPACE = /[\s\u00AD\u200B\u2060]/, SPACES = /[\s\u00AD\u200B\u2060]+/g;

/** @param {string} text @param {string} quote @param {number} [from] @param {number} [to] @returns {Match[]} */
function occurrences(text, quote, from = 0, to = text.length) {
  const found = [];
  for (let at = text.indexOf(quote, from); at >= 0 && at + quote.length <= to; at = text.indexOf(quote, at + 1)) {
    if (found.push({start: at, end: at + quote.length}) === MOST_CANDIDATES) break;
  }
  return found;
}

/** The candidate whose context matches best, or else the one next to the hint.
 * @param {string} text @param {Match[]} candidates @param {Context} context @returns {Match|null} */
function best(text, candidates, {prefix = "", suffix = "", hint}) {
  const context = (/** @type {Match} */ {start, end}) => {
    let before = 0, after = 0;
    while (before < prefix.length && text[start - 1 - before] === prefix[prefix.length - 1 - before]) before++;
    while (after < suffix.length && text[end + after] === suffix[after]) after++;
    return before + after;
  };
  let found = null, most = -1, near = Infinity;
  for (const each of candidates) {
    const own = context(each), far = hint === undefined ? 0 : Math.abs(each.start - hint);
    if (own > most || own === most && far < near) [found, most, near] = [each, own, far];
  }
  return found;
}

/** The text of an element, with a mapping to its nodes. */
export class TextIndex {
  /** @param {Node} scope */
  constructor(scope) {
    /** @type {Text[]} */
    this.nodes = [];
    /** @type {number[]} the offset of each node in the text */
    this.starts = [];
    const document = scope.ownerDocument || /** @type {Document} */ (scope);
    const walker = document.createTreeWalker(scope, 12 /* text and CDATA */);
    const parts = [];
    let length = 0;
    for (let node; (node = /** @type {Text|null} */ (walker.nextNode()));) {
      if (!node.length) continue;
      this.nodes.push(node);
      this.starts.push(length);
      parts.push(node.data);
      length += node.length;
    }
    /** The text, as in `textContent`. */
    this.text = parts.join("");
    /** @type {Map<Node, number>|null} */
    this.numbers = null;
    /** @type {{text: string, places: Int32Array}|null} */
    this.dense = null;
  }

  /** @param {number} offset @returns {number} the index of the node that contains it */
  numberAt(offset) {
    return firstOf(1, this.starts.length, (number) => this.starts[number] > offset) - 1;
  }

  /** @param {number} offset
   * @param {boolean} [isEnd] between two nodes, use the end of the first rather than the start of the second
   * @returns {{node: Text, offset: number}|null} */
  point(offset, isEnd = false) {
    if (!this.nodes.length || offset < 0 || offset > this.text.length) return null;
    const number = this.numberAt(isEnd ? Math.max(0, offset - 1) : offset);
    return {node: this.nodes[number], offset: offset - this.starts[number]};
  }

  /** @param {number} start @param {number} end @returns {Range|null} */
  range(start, end) {
    const from = this.point(start), to = this.point(end, end > start);
    if (!from || !to) return null;
    const range = /** @type {Document} */ (from.node.ownerDocument).createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    return range;
  }

  /** @param {number} start @param {number} end @param {string} left selector of elements whose text is skipped */
  slice(start, end, left) {
    let text = "";
    for (let number = this.numberAt(start); number < this.nodes.length && this.starts[number] < end; number++) {
      const from = this.starts[number], {data, parentElement} = this.nodes[number];
      if (!parentElement?.closest(left)) text += data.slice(Math.max(0, start - from), end - from);
    }
    return text;
  }

  /** @param {Node} container @param {number} offset of a place in the document
   * @returns {number} the length of the text before it */
  offsetOf(container, offset) {
    this.numbers ||= new Map(this.nodes.map((node, number) => [node, number]));
    const own = this.numbers.get(container);
    if (own !== undefined) return this.starts[own] + offset;
    // The first text after the position.
    const range = /** @type {Document} */ (container.ownerDocument || container).createRange();
    range.setStart(container, offset);
    const number = firstOf(0, this.nodes.length, (each) => range.comparePoint(this.nodes[each], 0) >= 0);
    return this.starts[number] ?? this.text.length;
  }

  /** @param {Element} element @returns {{from: number, to: number}} the part of the text inside the element */
  partOf(element) {
    return {from: this.offsetOf(element, 0), to: this.offsetOf(element, element.childNodes.length)};
  }

  /** The text without white space, ruby readings and scripts, and the original offset of each character. */
  get compact() {
    if (this.dense) return this.dense;
    const places = new Int32Array(this.text.length);
    /** @type {string[]} */
    const parts = [];
    let count = 0;
    this.nodes.forEach((node, number) => {
      if (node.parentElement?.closest(UNQUOTED)) return;
      const start = this.starts[number];
      let from = 0;
      const {data} = node;
      for (let i = 0; i <= data.length; i++) {
        const code = data.charCodeAt(i);
        // Tests letters first, because most of the text consists of them.
        if (code > 32 && (code < 0x7F || !SPACE.test(data[i]))) places[count++] = start + i;
        else {
          if (i > from) parts.push(data.slice(from, i));
          from = i + 1;
        }
      }
    });
    const text = parts.join("");
    return (this.dense = {text, places});
  }

  /** Finds a quote in the element or anywhere: exactly, or ignoring white space and ruby readings.
   * @param {{highlight: string, before?: string|null, after?: string|null}} quote
   * @param {{hint?: number, element?: Element|null}} [where] the hint is an offset @returns {Range|null} */
  find({highlight, before, after}, where = {}) {
    const squeezed = squeeze(highlight);
    if (!squeezed) return null;
    const {text} = this;
    const part = where.element ? this.partOf(where.element) : null;
    const hint = where.hint ?? part?.from;
    const found = best(text, inPart(text, highlight, part), {prefix: before || "", suffix: after || "", hint});
    if (found) return this.range(found.start, found.end);
    const {text: compact, places} = this.compact;
    const at = (/** @type {number} */ offset) => firstOf(0, compact.length, (each) => places[each] >= offset);
    const inside = best(compact, inPart(compact, squeezed, part && {from: at(part.from), to: at(part.to)}),
      {prefix: squeeze(before || ""), suffix: squeeze(after || ""), hint: hint && at(hint)});
    return inside && this.range(places[inside.start], places[inside.end - 1] + 1);
  }
}

/** @param {string} text @param {string} quote @param {{from: number, to: number}|null} part
 * @returns {Match[]} in the part, or else anywhere */
function inPart(text, quote, part) {
  const inside = part ? occurrences(text, quote, part.from, part.to) : [];
  return inside.length ? inside : occurrences(text, quote);
}

/** Elements whose text is often missing in quotes from other programs. */
const UNQUOTED = "rt,rp,script,style,template";

/** @param {string} [text] */
export const squeeze = (text = "") => text.replace(SPACES, "");

/** @type {WeakMap<Node, {index: TextIndex|null, elements: Map<string, Element|null>, observer: MutationObserver}>} */
const known = new WeakMap();

/** Caches the text indexes of a document until the document changes.
 * @param {Element} scope */
export function cacheOf(scope) {
  let cache = known.get(scope);
  const forget = () => {
    if (cache) [cache.index, cache.elements] = [null, new Map()];
  };
  if (!cache) {
    cache = {index: null, elements: new Map(), observer: new MutationObserver(forget)};
    cache.observer.observe(scope, {childList: true, characterData: true, subtree: true});
    known.set(scope, cache);
  } else if (cache.observer.takeRecords().length) forget();
  return cache;
}

/** @param {Element} scope @returns {TextIndex} the cached index */
export function indexOf(scope) {
  const cache = cacheOf(scope);
  return (cache.index ||= new TextIndex(scope));
}

/** @param {Element} scope stops observing a document that is no longer shown */
export function forget(scope) {
  known.get(scope)?.observer.disconnect();
  known.delete(scope);
}
