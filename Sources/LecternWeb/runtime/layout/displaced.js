// SPDX-License-Identifier: BSD-3-Clause
// Finds boxes of text that style sheets move over other text, or off their page.

/** Properties that move a box, in rules and in style attributes. */
const MOVING = ["transform", "translate", "rotate", "scale", "offset-path"];
const INLINE = [...MOVING, "relative", "float"].map((word) => `[style*="${word}"]`).join(",");
/** The minimum overlap of two boxes, in px. */
const LEAST = 6;
/** The minimum text of a float that is moved back, in characters. */
const SHORT = 20;
/** The number of lines to compare, from the beginning and from the end of a box. */
const MOST = 200;

/** @param {CSSStyleDeclaration} style */
const moves = (style) => style.position === "relative" || MOVING.some((name) => style.getPropertyValue(name)) ||
  style.cssFloat && /margin[^;]*-\d/.test(style.cssText);

/** @param {CSSStyleDeclaration} style computed @returns {boolean} whether the box is moved from its static position */
const isMoved = (style) => MOVING.some((name) => !/^(none)?$/.test(style.getPropertyValue(name))) ||
  style.position === "relative" && [style.top, style.right, style.bottom, style.left].some(parseFloat) ||
  style.float !== "none" && /-/.test(style.margin);

/** @param {any} list rules @returns {any[]} style rules, including nested ones and those of imported sheets */
const rulesOf = (list) => [...list].flatMap((rule) =>
  (rule.style ? rule : rulesOf(rule.cssRules || rule.styleSheet?.cssRules || [])));

/** The selectors of documents, with the number of their style sheets.
 * @type {WeakMap<Document, {sheets: number, selectors: string[]}>} */
const known = new WeakMap();

/** @param {Document} document @returns {string[]} the selectors of rules that move boxes */
function selectorsOf(document) {
  const sheets = document.styleSheets.length, found = known.get(document);
  if (found?.sheets === sheets) return found.selectors;
  const selectors = [...document.styleSheets].flatMap((sheet) => {
    try {
      return rulesOf(sheet.cssRules).filter(({style, selectorText}) => selectorText && moves(style)).map((rule) => rule.selectorText);
    } catch {
      return []; // rules of another origin cannot be read
    }
  });
  known.set(document, {sheets, selectors});
  return selectors;
}

/** @param {{document: Document, body: Element}} frame @returns {Set<Element>} elements that rules may move */
function movable({document, body}) {
  const found = new Set(body.querySelectorAll(INLINE));
  for (const selector of selectorsOf(document)) {
    try {
      body.querySelectorAll(selector).forEach((element) => found.add(element));
    } catch {
      // Some selectors are not supported here.
    }
  }
  return found;
}

/** @param {Node} node @param {"previousSibling"|"nextSibling"} way @returns {Node|null} the next one with text */
function neighbour(node, way) {
  let next = node[way];
  while (next && !/\S/.test(next.textContent || "")) next = next[way];
  return next;
}

/** The boxes to move back to their static positions.
 * @param {import("./columns.js").Columns} columns @returns {import("./columns.js").Changes} */
export function displaced(columns) {
  const {frame, across, flow: {pitch}} = columns;
  const range = frame.document.createRange();
  /** @param {Node} node @returns {any[]} */
  const spots = (node) => {
    range.selectNodeContents(node);
    return Array.from(range.getClientRects()).filter((rect) => rect.width && rect.height)
      .filter((_, index, all) => index < MOST || index >= all.length - MOST).map((rect) => columns.spot(rect));
  };
  for (const element of movable(frame)) {
    const style = frame.window.getComputedStyle(element);
    if (/^(inline|none|table-)/.test(style.display) || !isMoved(style)) continue;
    const text = (element.textContent || "").trim();
    // A large first letter may be close to its text.
    if (text.length < (style.float === "none" ? 1 : SHORT)) continue;
    const own = spots(element), [first] = own;
    if (!first || first.end <= 0 || first.high <= 0) continue;
    const others = [neighbour(element, "previousSibling"), neighbour(element, "nextSibling")].flatMap((node) => (node ? spots(node) : []));
    if (own.some(({start, end, low, high, column}) => low < -1 || high > across + 1 || end > (column + 1) * pitch + 1 ||
      others.some((other) => Math.min(end, other.end) - Math.max(start, other.start) > LEAST &&
        Math.min(high, other.high) - Math.max(low, other.low) > LEAST))) columns.open(element, "static plain first end");
  }
  return columns.changes;
}
