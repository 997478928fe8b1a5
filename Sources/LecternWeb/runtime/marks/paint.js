// SPDX-License-Identifier: BSD-3-Clause
// What decorations do beside showing elements: coloring the text itself, and a veil over everything but their text.
import {box} from "../book/rects.js";

/** @typedef {import("../book/rects.js").Box} Box */
/** @typedef {import("./marks.js").Mark} Mark */

/** Colors ranges of text with the CSS Custom Highlight API, which changes no element. */
export class TextColors {
  /** The marks by color, to see whether they have changed.
   * @type {Map<string, Mark[]>} */
  #shown = new Map();
  /** @type {CSSStyleSheet|null} */
  #sheet = null;

  /** @param {Document} document */
  constructor(document) {
    this.document = document;
    this.view = /** @type {any} */ (document.defaultView);
  }

  /** @param {Mark[]} marks near the screen, later ones on top */
  show(marks) {
    const {view} = this;
    if (!view?.Highlight || !view.CSS?.highlights) return;
    /** @type {Map<string, Mark[]>} */
    const wanted = new Map();
    for (const mark of marks) {
      const color = /** @type {string} */ (mark.item.textColor);
      wanted.set(color, [...wanted.get(color) || [], mark]);
    }
    for (const [color, old] of this.#shown) {
      if (!wanted.has(color)) view.CSS.highlights.delete(nameOf(color));
      else if (isSame(old, wanted.get(color) || [])) continue;
      this.#shown.delete(color);
    }
    for (const [color, these] of wanted) {
      if (this.#shown.has(color)) continue;
      const ranges = these.map(({span}) => new view.StaticRange(span));
      const highlight = new view.Highlight(...ranges);
      highlight.priority = these.length && marks.indexOf(these[these.length - 1]);
      view.CSS.highlights.set(nameOf(color), highlight);
      this.#rule(color);
      this.#shown.set(color, these);
    }
  }

  /** @param {string} color */
  #rule(color) {
    const {view, document} = this;
    if (!this.#sheet) {
      this.#sheet = /** @type {CSSStyleSheet} */ (new view.CSSStyleSheet());
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    }
    const selector = `::highlight(${nameOf(color)})`;
    if ([...this.#sheet.cssRules].some((rule) => /** @type {CSSStyleRule} */ (rule).selectorText === selector)) return;
    const at = this.#sheet.insertRule(`${selector} {}`);
    // Not as text: a host may have made the color of anything.
    /** @type {CSSStyleRule} */ (this.#sheet.cssRules[at]).style.setProperty("color", color);
  }
}

/** @param {string} color @returns {string} */
const nameOf = (color) => "lectern-" + color.replace(/[^\w]+/g, "-");

/** @param {Mark[]} one @param {Mark[]} other */
const isSame = (one, other) => one.length === other.length && one.every((mark, at) => mark === other[at]);

/** @param {Box} area @param {Box[]} holes in the same coordinates @param {string} color
 * @returns {string} the inline style of a veil over the area */
export function veil({left, top, width, height}, holes, color) {
  const ring = (/** @type {Box} */ each) => `M${each.left - left} ${each.top - top}h${each.width}v${each.height}h${-each.width}z`;
  const path = [ring(box(left, top, left + width, top + height)), ...holes.map(ring)].join("");
  const sample = document.createElement("div");
  sample.style.backgroundColor = color;
  return `left:${left}px;top:${top}px;width:${width}px;height:${height}px;clip-path:path(evenodd,"${path}");` +
    `background:${sample.style.backgroundColor}`;
}
