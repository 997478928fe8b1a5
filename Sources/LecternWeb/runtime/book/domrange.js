// SPDX-License-Identifier: BSD-3-Clause
// Selectors of elements, and ranges as JSON (the member domRange of locators).
import {isElement, isText} from "../tools/nodes.js";
import {cacheOf} from "./quote.js";

/** @typedef {{cssSelector: string, textNodeIndex: number, charOffset?: number}} Point */
/** @typedef {{start: Point, end?: Point}} DOMRange */

/** @param {Document} document @returns {Element} the element whose text is searched: the root of a drawing, or the body
 * */
export const scopeOf = (document) =>
  document.querySelector("[data-lectern-content] > body > *") || document.body || document.documentElement;

/** Elements that the library renames in HTML, because their text would not end where it does in the tree. */
const RENAMED = /(^|[ >+~])(?:xmp|plaintext)\b/g;

/** @param {Element} scope @returns {Document|Element} the node to query its selectors on */
const rootOf = (scope) => (scope === scopeOf(scope.ownerDocument) ? scope.ownerDocument : scope);

/** The first element that a selector matches.
 * @param {string|null|undefined} selector @param {Element} scope @returns {Element|null} */
export function select(selector, scope) {
  if (!selector || typeof selector !== "string") return null;
  const {elements} = cacheOf(scope);
  let found = elements.get(selector);
  if (found === undefined) {
    try {
      const own = scope.closest("[data-lectern-content]") ? selector.replace(/^:root\b/, "body > *") : selector;
      const name = scope.ownerDocument.contentType === "text/html" ? own.replace(RENAMED, "$1pre") : own;
      found = follow(name, scope) || rootOf(scope).querySelector(name);
    } catch {
      found = null;
    }
    elements.set(selector, found);
  }
  return found;
}

/** Resolves a path such as `#id > p:nth-child(3)`, for which querySelector would be slow. Since ids may be duplicated,
 * the result is only valid if the first step has one match.
 * @param {string} path @param {Element} scope @returns {Element|null} */
function follow(path, scope) {
  const [head, ...steps] = path.split(" > ");
  if (!/^(?:[\w-]+|#[\w-]+)$/.test(head) || !steps.length) return null;
  const first = rootOf(scope).querySelectorAll(head);
  let at = /** @type {Element|null|undefined} */ (first.length === 1 ? first[0] : null);
  for (const step of steps) {
    const found = /^[\w-]*:nth-child\((\d+)\)$/.exec(step);
    if (!at || !found) return null;
    at = at.children[Number(found[1]) - 1];
    if (!at?.matches(step)) return null;
  }
  return at || null;
}

/** A selector that only this element matches: from the nearest element with a unique id, or from the root.
 * @param {Element} element @param {Element} [scope] @returns {string} */
export function selectorOf(element, scope = scopeOf(element.ownerDocument)) {
  const steps = [];
  const root = rootOf(scope);
  for (let at = element; ;) {
    const {id, parentElement: parent} = at;
    const name = `#${CSS.escape(id)}`;
    if (id && id.length <= 128 && root.querySelectorAll(name).length === 1) {
      steps.unshift(name);
      break;
    }
    // Only in HTML, a prefix is part of the local name.
    const tag = /^[\w-]+$/.test(at.localName) && !at.prefix ? at.localName : "";
    if (!parent || at === scope) {
      steps.unshift(root === scope ? ":scope" : tag || ":root");
      break;
    }
    let number = 1;
    for (let other = at.previousElementSibling; other; other = other.previousElementSibling) number++;
    steps.unshift(`${tag}:nth-child(${number})`);
    at = parent;
  }
  return steps.join(" > ");
}

/** @param {any} value @returns {Point|null} */
function pointOf(value) {
  const count = (/** @type {any} */ number) => Number.isSafeInteger(number) && number >= 0;
  if (!value || typeof value.cssSelector !== "string" || !count(value.textNodeIndex)) return null;
  const {cssSelector, textNodeIndex, charOffset = value.offset} = value;
  return {cssSelector, textNodeIndex, ...(count(charOffset) && {charOffset})};
}

/** Parses a domRange: null without a valid start, a position without a valid end.
 * @param {any} value @returns {DOMRange|null} */
export function parseDOMRange(value) {
  const start = pointOf(value?.start), end = pointOf(value?.end);
  return start && {start, ...(end && {end})};
}

/** The texts of an element, that is, the runs between its child elements. Other nodes do not split a run.
 * @param {Element} element @returns {Text[][]} */
function textsOf(element) {
  /** @type {Text[][]} */
  const texts = [];
  let isOpen = false;
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) isOpen = false;
    else if (isText(node) && node.length) {
      if (isOpen) texts[texts.length - 1].push(node);
      else texts.push([node]);
      isOpen = true;
    }
  }
  return texts;
}

/** @param {Point} point @param {Element} scope @param {number} otherwise the offset of a point without one */
function place(point, scope, otherwise) {
  const element = select(point.cssSelector, scope);
  const text = element && textsOf(element)[point.textNodeIndex];
  if (!text) return null;
  let {charOffset = otherwise} = point;
  const last = text.length - 1;
  for (let i = 0; i < last; i++) {
    if (charOffset < text[i].length) return {node: text[i], offset: charOffset};
    charOffset -= text[i].length;
  }
  return {node: text[last], offset: Math.min(charOffset, text[last].length)};
}

/** @param {any} value a domRange @param {Element} scope
 * @returns {Range|null} without an end, a collapsed one; null if the document lacks one of its points */
export function fromDOMRange(value, scope) {
  const json = parseDOMRange(value);
  const start = json && place(json.start, scope, 0);
  if (!json || !start) return null;
  const end = json.end ? place(json.end, scope, Infinity) : start;
  if (!end) return null;
  const range = scope.ownerDocument.createRange();
  range.setStart(start.node, start.offset);
  // An end before the start is ignored.
  if (range.comparePoint(end.node, end.offset) >= 0) range.setEnd(end.node, end.offset);
  return range;
}

/** @param {Text} node @param {number} offset @param {Element} scope @returns {Point|null} */
function toPoint(node, offset, scope) {
  const element = node.parentElement;
  if (!element) return null;
  const texts = textsOf(element);
  const textNodeIndex = texts.findIndex((text) => text.includes(node));
  let charOffset = offset;
  for (const before of texts[textNodeIndex] || []) {
    if (before === node) return {cssSelector: selectorOf(element, scope), textNodeIndex, charOffset};
    charOffset += before.length;
  }
  return null;
}

/** @param {{node: Text, offset: number}} start @param {{node: Text, offset: number}|null} end @param {Element} scope
 * @returns {DOMRange|null} */
export function toDOMRange(start, end, scope) {
  const from = toPoint(start.node, start.offset, scope);
  const to = end && toPoint(end.node, end.offset, scope);
  return from && {start: from, ...(to && {end: to})};
}
