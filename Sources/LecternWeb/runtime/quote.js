// SPDX-License-Identifier: BSD-3-Clause
// Finds a quote in a text that may have been reformatted or edited since, by the text around it and a hint.
import {clamp, firstOf} from "./numbers.js";
import {Passages} from "./passages.js";

/** @typedef {{start: number, end: number, score: number}} Match */
/** @typedef {{prefix?: string, suffix?: string, hint?: number, passages?: Passages}} Context */

/** The number of candidates whose context is compared. */
const MOST_CANDIDATES = 5000;
/** How far from the hint a quote is searched first. */
const NEAR = 20000;
/** A match of this score has most of its context. */
const GOOD = 0.8;
/** Characters that are ignored when white space is ignored. */
const SPACE = /[\s\u00AD\u200B\u2060]/, SPACES = /[\s\u00AD\u200B\u2060]+/g;

/**
 * Where a pattern ends in a text with the fewest edits, of at most `most` (Myers 1999, in blocks of 32 rows).
 * @param {string} text
 * @param {string} pattern
 * @param {number} most
 * @returns {{ends: number[], errors: number}}
 */
function ends(text, pattern, most) {
  const length = pattern.length, blocks = Math.ceil(length / 32), last = blocks - 1;
  /** @type {Map<number, Int32Array>} for each character, the rows that contain it */
  const rows = new Map();
  for (let i = 0; i < length; i++) {
    const code = pattern.charCodeAt(i);
    const bits = rows.get(code) || new Int32Array(blocks);
    bits[i >> 5] |= 1 << (i & 31);
    rows.set(code, bits);
  }
  const none = new Int32Array(blocks);
  const plus = new Int32Array(blocks).fill(-1), minus = new Int32Array(blocks), scores = new Int32Array(blocks);
  const height = (/** @type {number} */ block) => (block === last ? length - 32 * last : 32);

  /** @param {number} block @param {number} bits @param {number} carry @returns {number} */
  const advance = (block, bits, carry) => {
    const p = plus[block], m = minus[block];
    const vertical = bits | m;
    if (carry < 0) bits |= 1;
    const horizontal = (((bits & p) + p) ^ p) | bits;
    let up = m | ~(horizontal | p), down = p & horizontal;
    const bottom = 1 << (height(block) - 1);
    const out = up & bottom ? 1 : down & bottom ? -1 : 0;
    up = up << 1 | (carry > 0 ? 1 : 0);
    down = down << 1 | (carry < 0 ? 1 : 0);
    plus[block] = down | ~(vertical | up);
    minus[block] = up & vertical;
    return out;
  };

  let active = clamp(Math.ceil(most / 32) - 1, 0, last);
  for (let i = 0, sum = 0; i <= active; i++) scores[i] = sum += height(i);
  /** @type {number[]} */
  let found = [];
  for (let at = 0; at < text.length; at++) {
    const bits = rows.get(text.charCodeAt(at)) || none;
    let carry = 0;
    for (let block = 0; block <= active; block++) {
      carry = advance(block, bits[block], carry);
      scores[block] += carry;
    }
    if (active < last && scores[active] - carry <= most && (bits[active + 1] & 1 || carry < 0)) {
      active++;
      plus[active] = -1;
      minus[active] = 0;
      scores[active] = scores[active - 1] - carry + height(active) + advance(active, bits[active], carry);
    } else {
      while (active > 0 && scores[active] >= most + height(active)) active--;
    }
    if (active === last && scores[last] <= most) {
      if (scores[last] < most) {
        found = [];
        most = scores[last];
      }
      if (found.length < MOST_CANDIDATES) found.push(at + 1);
    }
  }
  return {ends: found, errors: most};
}

/**
 * Like `ends`, with at most `most` edits; null if there is none. Few edits are tried first: that takes fewer rows.
 * @param {string} text
 * @param {string} pattern
 * @param {number} most
 */
function fewest(text, pattern, most) {
  for (let limit = Math.min(most, Math.max(1, pattern.length >> 4)); ; limit = Math.min(most, limit * 3)) {
    const found = ends(text, pattern, limit);
    if (found.ends.length) return found;
    if (limit >= most) return null;
  }
}

/** @param {string} text */
const reversed = (text) => text.split("").reverse().join("");

/**
 * The places in a text that differ least from a pattern.
 * @param {string} text
 * @param {string} pattern
 * @param {number} most edits
 * @returns {{start: number, end: number, errors: number}[]}
 */
function similar(text, pattern, most) {
  const found = fewest(text, pattern, most);
  if (!found) return [];
  const {errors} = found, back = reversed(pattern);
  return found.ends.map((end) => {
    const part = reversed(text.slice(Math.max(0, end - pattern.length - errors), end));
    return {start: end - Math.max(0, ...ends(part, back, errors).ends), end, errors};
  });
}

/** @param {string} text @param {string} pattern @returns {number} from 0 to 1 */
function similarity(text, pattern) {
  if (!text || !pattern) return 0;
  const found = fewest(text, pattern, pattern.length);
  return found ? 1 - found.errors / pattern.length : 0;
}

/**
 * The best of the candidate places of a quote.
 * @param {string} text
 * @param {string} quote
 * @param {{start: number, end: number, errors: number}[]} candidates
 * @param {Context} context
 * @returns {Match|null}
 */
function best(text, quote, candidates, {prefix, suffix, hint}) {
  const fit = (/** @type {{start: number, end: number}} */ {start, end}) =>
    (!prefix || text.startsWith(prefix, start - prefix.length) && start >= prefix.length) &&
    (!suffix || text.startsWith(suffix, end));
  const rest = (/** @type {{start: number, errors: number}} */ {start, errors}) =>
    50 * (1 - errors / quote.length) + 2 * (hint === undefined ? 1 : 1 - Math.abs(start - hint) / text.length);
  // Most candidates can be ruled out by the score of those with an exact context.
  let bound = -Infinity;
  for (const each of candidates) if (fit(each)) bound = Math.max(bound, rest(each) + 40);
  let found = null, most = -Infinity;
  for (const each of candidates) {
    const own = rest(each);
    if (own + 40 < bound || own + 40 <= most) continue;
    const {start, end} = each;
    const score = own + (fit(each) ? 40 :
      20 * (prefix ? similarity(text.slice(Math.max(0, start - prefix.length), start), prefix) : 1) +
      20 * (suffix ? similarity(text.slice(end, end + suffix.length), suffix) : 1));
    if (score > most) [found, most] = [each, score];
  }
  return found && {start: found.start, end: found.end, score: most / 92};
}

/** @param {string} text @param {string} quote @param {number} [from] @param {number} [to] @param {number} [most] */
function exact(text, quote, from = 0, to = text.length, most = MOST_CANDIDATES) {
  const found = [];
  for (let at = text.indexOf(quote, from); at >= 0 && at + quote.length <= to; at = text.indexOf(quote, at + 1)) {
    if (found.push({start: at, end: at + quote.length, errors: 0}) === most) break;
  }
  return found;
}

/** The places of a quote between exactly the same texts: near the hint, or else anywhere.
 * @param {string} text @param {string} quote @param {Context} context */
function framed(text, quote, {prefix = "", suffix = "", hint, passages}) {
  if (!prefix && !suffix) return [];
  const whole = prefix + quote + suffix;
  const seek = () => {
    const from = Math.max(0, (hint ?? 0) - NEAR);
    // Search only a part of the text, and not everything up to the next match.
    const near = hint === undefined ? [] : exact(text.slice(from, hint + NEAR), whole).map(({start}) => start + from);
    return near.length ? near
      : exact(text, whole, 0, text.length, hint === undefined ? 1 : undefined).map(({start}) => start);
  };
  return (passages?.find(whole) || seek()).map((start) =>
    ({start: start + prefix.length, end: start + prefix.length + quote.length, errors: 0}));
}

/** @param {string} quote */
const mostErrors = (quote) => Math.min(256, quote.length / 2);

/**
 * The place in a text that fits a quote best: the same text, or else the one with the fewest edits.
 * @param {string} text
 * @param {string} quote
 * @param {Context} [context] offsets are in UTF-16 code units
 * @returns {Match|null}
 */
export function matchQuote(text, quote, context = {}) {
  if (!text || !quote) return null;
  const [found] = [framed(text, quote, context), exact(text, quote)].filter((places) => places.length);
  return best(text, quote, found || similar(text, quote, mostErrors(quote)), context);
}

/** The text of an element with the nodes that it comes from. */
export class TextIndex {
  /** @param {Node} scope */
  constructor(scope) {
    /** @type {Text[]} */
    this.nodes = [];
    /** @type {number[]} where the text of each node starts */
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
    this.passages = new Passages(this.text);
    /** @type {Map<Node, number>|null} */
    this.numbers = null;
    /** @type {{text: string, places: Int32Array, passages: Passages}|null} */
    this.dense = null;
  }

  /** @param {number} offset @returns {number} the number of the node that holds it */
  numberAt(offset) {
    return firstOf(1, this.starts.length, (number) => this.starts[number] > offset) - 1;
  }

  /**
   * @param {number} offset
   * @param {boolean} [isEnd] between two nodes, use the end of the first and not the beginning of the second
   * @returns {{node: Text, offset: number}|null}
   */
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

  /** @param {number} start @param {number} end @param {string} left selector of elements whose text is left out */
  slice(start, end, left) {
    let text = "";
    for (let number = this.numberAt(start); number < this.nodes.length && this.starts[number] < end; number++) {
      const from = this.starts[number], {data, parentElement} = this.nodes[number];
      if (!parentElement?.closest(left)) text += data.slice(Math.max(0, start - from), end - from);
    }
    return text;
  }

  /**
   * @param {Node} container
   * @param {number} offset of a place in the document
   * @returns {number} the length of the text before it
   */
  offsetOf(container, offset) {
    this.numbers ||= new Map(this.nodes.map((node, number) => [node, number]));
    const own = this.numbers.get(container);
    if (own !== undefined) return this.starts[own] + offset;
    // The first text after the place.
    const range = /** @type {Document} */ (container.ownerDocument || container).createRange();
    range.setStart(container, offset);
    const number = firstOf(0, this.nodes.length, (each) => range.comparePoint(this.nodes[each], 0) >= 0);
    return this.starts[number] ?? this.text.length;
  }

  /** @param {Element} element @returns {{from: number, to: number}} the part of the text inside it */
  partOf(element) {
    return {from: this.offsetOf(element, 0), to: this.offsetOf(element, element.childNodes.length)};
  }

  /** The text without white space, ruby readings and scripts, and the source of each character. */
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
        // Letters first: most of the text consists of them.
        if (code > 32 && (code < 0x7F || !SPACE.test(data[i]))) places[count++] = start + i;
        else {
          if (i > from) parts.push(data.slice(from, i));
          from = i + 1;
        }
      }
    });
    const text = parts.join("");
    return (this.dense = {text, places, passages: new Passages(text)});
  }

  /**
   * Finds a quote: first the same text, in the element or anywhere, then one that differs by white space or readings
   * of ruby, then the most similar.
   * @param {{highlight: string, before?: string|null, after?: string|null}} quote
   * @param {{hint?: number, element?: Element|null}} [where] the hint is an offset
   * @returns {Range|null}
   */
  find({highlight, before, after}, where = {}) {
    const {text} = this;
    const part = where.element ? this.partOf(where.element) : null;
    const hint = where.hint ?? part?.from;
    const context = {prefix: before || "", suffix: after || "", hint, passages: this.passages};
    for (const search of [framed, inPart]) {
      const found = best(text, highlight, search(text, highlight, context, part), context);
      if (found) return this.range(found.start, found.end);
      const {text: compact, places, passages} = this.compact;
      const at = (/** @type {number} */ offset) => firstOf(0, compact.length, (each) => places[each] >= offset);
      const squeezed = squeeze(highlight);
      if (!squeezed) return null;
      const around = {prefix: squeeze(context.prefix), suffix: squeeze(context.suffix), hint: hint && at(hint), passages};
      const inside = best(compact, squeezed,
        search(compact, squeezed, around, part && {from: at(part.from), to: at(part.to)}), around);
      if (inside) return this.range(places[inside.start], places[inside.end - 1] + 1);
    }
    const near = part ? text.slice(part.from, part.to) : "";
    const few = highlight.length < 4 ? 0 : Math.max(1, highlight.length >> (highlight.length < 32 ? 3 : 2));
    const found = part && best(near, highlight, similar(near, highlight, few), {});
    if (found) return this.range(part.from + found.start, part.from + found.end);
    const most = highlight.length < 32 ? Math.floor(highlight.length * 0.35) : mostErrors(highlight);
    const other = best(text, highlight, similar(text, highlight, most), context);
    return other && this.range(other.start, other.end);
  }
}

/** The places of a quote in the expected part, if the text around it matches, or else anywhere.
 * @param {string} text @param {string} quote @param {Context} context @param {{from: number, to: number}|null} part */
function inPart(text, quote, context, part) {
  const inside = part ? exact(text, quote, part.from, part.to) : [];
  const found = best(text, quote, inside, context);
  return found && found.score >= GOOD ? inside : exact(text, quote);
}

/** Elements that quotes from other programs often leave out. */
const UNQUOTED = "rt,rp,script,style,template";

/** @param {string} [text] */
export const squeeze = (text = "") => text.replace(SPACES, "");

/** @type {WeakMap<Node, {index: TextIndex|null, elements: Map<string, Element|null>, observer: MutationObserver}>} */
const known = new WeakMap();

/**
 * Cached indexes of the text of documents, valid until the document changes.
 * @param {Element} scope
 */
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

/** @param {Element} scope @returns {TextIndex} one for each document */
export function indexOf(scope) {
  const cache = cacheOf(scope);
  return (cache.index ||= new TextIndex(scope));
}

/** @param {Element} scope stops observing a document that is no longer shown */
export function forget(scope) {
  known.get(scope)?.observer.disconnect();
  known.delete(scope);
}
