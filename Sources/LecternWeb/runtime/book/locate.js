// SPDX-License-Identifier: BSD-3-Clause
// Converts locators to ranges of a document and back, in HTML, XHTML and SVG documents.
import {fragmentsOf} from "./book.js";
import {fromDOMRange, scopeOf, select, selectorOf, toDOMRange} from "./domrange.js";
import {decoded} from "../tools/load.js";
import {elementAt} from "../tools/nodes.js";
import {clamp} from "../tools/numbers.js";
import {indexOf, squeeze} from "./quote.js";

/** Context on each side of a quote, in UTF-16 code units, as in the library; it may be longer by LONGEST_WORD to end at
 * white space. */
const CONTEXT = 50, LONGEST_WORD = 32;
/** Elements whose text is not that of the document, as in the library; and readings. */
const UNREAD = "script,style,template,noscript,iframe,noembed,noframes,title,desc,defs,metadata,symbol";
const READINGS = "rt,rp";

/** @param {Document|Element} where @returns {Element} the element in which the text is searched */
const scopeFrom = (where) =>
  (where.nodeType === 9 ? scopeOf(/** @type {Document} */ (where)) : /** @type {Element} */ (where));

/** @param {Range} range @param {string} quote @param {Element} scope
 * @returns {boolean} whether it has that text, ignoring white space, scripts and ruby readings */
function says(range, quote, scope) {
  const text = range.toString();
  if (text === quote) return true;
  const wanted = squeeze(quote);
  if (squeeze(text) === wanted) return true;
  const index = indexOf(scope);
  const start = index.offsetOf(range.startContainer, range.startOffset), end = start + text.length;
  return [UNREAD, `${UNREAD},${READINGS}`].some((left) => squeeze(index.slice(start, end, left)) === wanted);
}

/** @param {Element} element @returns {Range} its entire content */
function around(element) {
  const range = element.ownerDocument.createRange();
  if (element.firstChild || !element.parentNode) range.selectNodeContents(element);
  else range.selectNode(element);
  return range;
}

/** @param {string} fragment such as `id`, `#id` or `id=id` @param {Element} scope @returns {Element|null} */
function elementOf(fragment, scope) {
  const find = (/** @type {string} */ id) => id &&
    (scope.ownerDocument.getElementById(id) || scope.querySelector(`a[name="${CSS.escape(id)}"]`));
  const name = fragment.replace(/^#/, ""), id = name.replace(/^id=/, "");
  return find(name) || find(id) || find(decoded(id)) || null;
}

/** Resolves a text fragment (`:~:text=[before-,]start[,end][,-after]`).
 * @param {string} fragment @param {Element} scope @returns {Range|null|undefined} */
function quoted(fragment, scope) {
  const parts = /:~:text=([^&]*)/.exec(fragment)?.[1].split(",") || [];
  const before = /-$/.test(parts[0]) && parts.length > 1 ? decoded(parts.shift()?.slice(0, -1) || "") : undefined;
  const after = parts.length > 1 && /^-/.test(parts[parts.length - 1]) ? decoded(parts.pop()?.slice(1) || "") : undefined;
  const [highlight, last] = parts.map(decoded), index = indexOf(scope);
  const found = highlight && index.find({highlight, before, after: last ? undefined : after});
  if (!found || !last) return found || null;
  const end = index.find({highlight: last, after}, {hint: index.offsetOf(found.endContainer, found.endOffset)});
  if (end && found.comparePoint(end.endContainer, end.endOffset) > 0) found.setEnd(end.endContainer, end.endOffset);
  return found;
}

/** @param {any} locator @param {Element} scope
 * @returns {Range|null} its range, if the library has located it or the text matches */
function saidRange({locations, text, fit}, scope) {
  const {domRange} = locations || {}, {highlight} = text || {};
  const range = domRange ? fromDOMRange(domRange, scope) : null;
  if (!range || fit || !highlight || range.collapsed && !domRange.end) return range;
  return says(range, highlight, scope) ? range : null;
}

/** @param {any} locator @param {Document|Element} where
 * @returns {boolean} whether only the library can locate its text, its CFI or its XPointer */
export function isOpen(locator, where) {
  const {highlight, before, after} = locator?.text || {}, {partialCfi, xPointer} = locator?.locations || {};
  const asks = highlight || before || after || partialCfi || xPointer || fragmentsOf(locator).some((each) => /^#?epubcfi\(/.test(each));
  return Boolean(asks) && !locator.fit && !saidRange(locator, scopeFrom(where));
}

/** Finds the text of a locator, or a position between two texts.
 * @param {any} locator @param {Element} scope @param {Element|null} element that of cssSelector
 * @param {number} [hint] the offset in the text where it should be @returns {Range|null} */
function quotedRange({locations, text}, scope, element, hint) {
  const {domRange, progression} = locations || {}, {highlight, before, after} = text;
  // Without a highlight, a more exact element is preferred.
  if (!highlight && element && element !== scope) return null;
  const index = indexOf(scope);
  const where = {
    element: element || select(domRange?.start?.cssSelector, scope),
    hint: hint ?? (Number.isFinite(progression) ? Math.floor(progression * index.text.length) : undefined),
  };
  if (highlight) return index.find({highlight, before, after}, where);
  const found = index.find(after ? {highlight: after, before} : {highlight: before}, where);
  found?.collapse(Boolean(after));
  return found;
}

/** Locates a locator by the first of these that is found: its range; its text, in the element of cssSelector or
 * anywhere; the element of cssSelector; the element of a fragment; a text fragment.
 * @param {any} locator @param {Document|Element} where a document, or the element whose text is used
 * @param {number} [hint] the offset in the text where a quote should be @returns {Range|null} */
export function anchorOf(locator, where, hint) {
  const scope = scopeFrom(where);
  const exact = locator ? saidRange(locator, scope) : null;
  if (exact) return exact;
  const element = select(locator?.locations?.cssSelector, scope);
  const {highlight, before, after} = locator?.text || {};
  const quote = highlight || before || after ? quotedRange(locator, scope, element, hint) : null;
  if (quote) return quote;
  if (element) return around(element);
  const fragments = fragmentsOf(locator);
  const found = fragments.map((fragment) => elementOf(fragment, scope)).find(Boolean);
  return found ? around(found) : fragments.map((fragment) => quoted(fragment, scope)).find(Boolean) || null;
}

/** Like `anchorOf`, but falls back to the progression.
 * @param {any} locator @param {Document|Element} where @param {number} [hint] @returns {Range|null} */
export function rangeOf(locator, where, hint) {
  const found = anchorOf(locator, where, hint);
  const progression = locator?.locations?.progression;
  if (found || !Number.isFinite(progression)) return found;
  const index = indexOf(scopeFrom(where));
  const offset = Math.floor(clamp(progression, 0, 1) * index.text.length);
  return index.range(offset, offset);
}

/** @param {string} text @param {number} at @returns {number} the offset, moved out of a surrogate pair */
const whole = (text, at) =>
  (/[\uDC00-\uDFFF]/.test(text[at] || "") && /[\uD800-\uDBFF]/.test(text[at - 1] || "") ? at - 1 : at);

/** @param {string} text @param {number} at @returns {string} the text before a place */
function textBefore(text, at) {
  let from = Math.max(0, at - CONTEXT);
  const least = Math.max(0, from - LONGEST_WORD);
  while (from > least && !/\s/.test(text[from - 1])) from--;
  return text.slice(whole(text, from), at);
}

/** @param {string} text @param {number} at @returns {string} the text after a place */
function textAfter(text, at) {
  let to = Math.min(text.length, at + CONTEXT);
  const most = Math.min(text.length, to + LONGEST_WORD);
  while (to < most && !/\s/.test(text[to])) to++;
  return text.slice(at, whole(text, to));
}

/** @param {Range} range @returns {Element|null} the image or other element that a range without text encloses */
const elementIn = ({startContainer, startOffset}) => elementAt(startContainer.childNodes[startOffset] || startContainer);

/** The locations and the text of a range.
 * @param {Range} range a collapsed one is a place @param {Document|Element} where
 * @returns {{locations: any, text: {before?: string, highlight?: string, after?: string}}} */
export function locatorOf(range, where) {
  const scope = scopeFrom(where);
  const index = indexOf(scope);
  const start = whole(index.text, index.offsetOf(range.startContainer, range.startOffset));
  let end = Math.max(start, index.offsetOf(range.endContainer, range.endOffset));
  if (end > start && whole(index.text, end) < end) end++;
  const highlight = index.slice(start, end, UNREAD);
  const from = index.point(start);
  const locations = /** @type {any} */ ({});
  const element = highlight || range.collapsed ? from?.node.parentElement : elementIn(range);
  if (element) locations.cssSelector = selectorOf(element, scope);
  const domRange = from && (highlight || range.collapsed)
    ? toDOMRange(from, highlight ? index.point(end, true) : null, scope) : null;
  if (domRange) locations.domRange = domRange;
  const text = {
    before: textBefore(index.text, start) || undefined, highlight: highlight || undefined,
    after: textAfter(index.text, end) || undefined,
  };
  return {locations, text};
}
