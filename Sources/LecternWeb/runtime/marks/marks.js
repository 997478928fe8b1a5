// SPDX-License-Identifier: BSD-3-Clause
// A decoration in a document: its item, its position, and the elements that show it.
import {backOf, colorOf, luminance} from "../tools/colors.js";
import {cleaned} from "../tools/dom.js";
import {XHTML, elementAt} from "../tools/nodes.js";

/** @typedef {import("../book/rects.js").Box} Box */
/** @typedef {import("../book/rects.js").Span} Span */
/** @typedef {{id: string, locator: any, style: string, element: string, layout: string, width: string,
 *   interactions?: string[], textColor?: string, mask?: string}} Item schema rendered-decorations */

// A mark on text is multiplied with its paper, so that black letters stay black, and screened on dark paper, where it is
// weaker: two marks must leave letters legible. Nothing above a mark may be a stacking context, or it would only be blended
// with other marks.
// Each group has a box: adding elements to a group without one is slow in browsers. With forced colors, nothing may
// cover the text: the background color of an element cannot be overridden, but it can be clipped to the text, which the
// element does not have.
export const SHEET = `lectern-decorations-group { display: block !important; }
lectern-decoration { display: block !important; left: 0; top: 0; }
lectern-decoration, lectern-decoration > *, lectern-veil { position: absolute !important; pointer-events: none !important; }
lectern-decoration, lectern-veil { z-index: 2147483647; }
lectern-decoration[data-ground=light] { mix-blend-mode: multiply; }
lectern-decoration[data-ground=dark] { mix-blend-mode: screen; opacity: .6; }
@media (forced-colors: active) { lectern-decoration { mix-blend-mode: normal !important; opacity: 1 !important; } lectern-veil { display: none; } lectern-decoration > :not(.lectern-label) { opacity: 1 !important; background: none !important;
  -webkit-background-clip: text !important; background-clip: text !important;
  outline: 2px solid Highlight !important; outline-offset: -1px !important; } }
.lectern-tts-sentence { background: rgba(255, 214, 64, .34); border-radius: 2px; }
.lectern-tts-word { background: rgba(255, 152, 0, .42); border-radius: 2px; }\n`;

const PICTURES = "img, image, video, canvas, object, embed";

/** @typedef {{element: Element|null, style: string}} Model an element to clone, and its inline style */

/** A cache, because many decorations look the same. @type {Map<string, Model>} */
const models = new Map();

/** @param {string} html of the host @param {string} writing @param {string} direction
 * @returns {Model} its first element */
function modelOf(html, writing, direction) {
  const key = `${writing} ${direction} ${html}`;
  let model = models.get(key);
  if (model) return model;
  const element = cleaned(html);
  model = {element, style: element?.getAttribute("style") || ""};
  element?.removeAttribute("style");
  element?.setAttribute("data-writing-mode", writing);
  element?.setAttribute("dir", direction);
  if (models.size > 2000) models.clear();
  models.set(key, model);
  return model;
}

/** @param {Span} one @param {Span} other */
export const isEqual = (one, other) =>
  one.startContainer === other.startContainer && one.startOffset === other.startOffset &&
  one.endContainer === other.endContainer && one.endOffset === other.endOffset;

/** One decoration in a document. */
export class Mark {
  /** @param {Item} item */
  constructor(item) {
    this.item = item;
    /** @type {Span|null|undefined} undefined until it has been located */
    this.span = undefined;
    /** @type {{from: number, to: number}|null} along the pages */
    this.extent = null;
    /** @type {Box[]|null} */
    this.boxes = null;
    /** @type {HTMLElement|null} */
    this.node = null;
    /** @type {Model|null} of its elements */
    this.model = null;
    /** Whether all of its elements exist, not only those near the screen. */
    this.whole = false;
    this.layout = -1;
  }

  /** Creates or moves its elements.
   * @param {Box[]} boxes @param {Look} look of the marked text @param {Document} document to show it in */
  show(boxes, {writing, direction, ground}, document) {
    const {item} = this;
    let {node} = this;
    if (!node) {
      node = this.node = /** @type {HTMLElement} */ (document.createElementNS(XHTML, "lectern-decoration"));
      node.setAttribute("data-style", item.style);
      node.setAttribute("data-id", item.id);
    }
    // A line over or around the letters is not mixed with them.
    if (ground && !/^(strikethrough|outline)$/.test(item.style)) node.setAttribute("data-ground", ground);
    else node.removeAttribute("data-ground");
    const model = modelOf(item.element, writing, direction);
    if (model !== this.model) node.replaceChildren();
    this.model = model;
    const count = model.element ? boxes.length : 0;
    while (node.childElementCount > count) node.lastElementChild?.remove();
    let at = node.firstElementChild;
    for (let i = 0; i < count; i++) {
      const {left, top, width, height} = boxes[i];
      const element = /** @type {HTMLElement} */ (
        at || document.importNode(/** @type {Element} */ (model.element), true));
      at = at && at.nextElementSibling;
      // Sets all properties at once: setting a single one takes as long.
      element.style.cssText = `${model.style};left:${left}px!important;top:${top}px!important;` +
        `width:${width}px!important;height:${height}px!important`;
      if (!element.parentNode) node.append(element);
    }
  }
}

/** @param {any} item @returns {boolean} whether it is shown as an element in a document, not as a cue */
export const isDrawn = (item) => Boolean(item?.element) && item.layout !== "cue";

/** @param {any} one @param {any} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @typedef {{writing: string, direction: string, ground: "dark"|"light"|""}} Look ground: "" in pictures */

/** @param {Mark} mark @param {Element} scope @param {Map<Element, Look>} known @returns {Look} of the marked text */
export function styleAt({item, span}, scope, known) {
  const start = item.layout === "bounds" ? null : span?.startContainer;
  const element = elementAt(start?.childNodes[span?.startOffset || 0] || start) || scope;
  let found = known.get(element);
  if (!found) {
    const view = element.ownerDocument.defaultView, {writingMode = "", direction = "", color = ""} = view?.getComputedStyle(element) ?? {};
    const ground = !view || element.matches(PICTURES) ? "" : groundOf(color, backOf(element, view));
    known.set(element, found = {writing: writingMode || "horizontal-tb", direction: direction || "ltr", ground});
  }
  return found;
}

/** @param {string} color of the letters @param {import("../tools/colors.js").Color|null} back
 * @returns {"dark"|"light"} the paper; without a color, that of a picture, which light letters need to be dark */
function groundOf(color, back) {
  if (back) return luminance(back) < 0.18 ? "dark" : "light";
  const letters = colorOf(color);
  // Those of a PDF are transparent, over a picture of dark ones.
  return letters && letters.alpha > 0.5 && luminance(letters) > 0.5 ? "dark" : "light";
}

/** @param {ParentNode & Node} parent @param {HTMLElement[]} nodes its new children; only moved if necessary
 * @param {Node|null} first a child that stays before them */
export function arrange(parent, nodes, first) {
  const wanted = new Set(/** @type {Node[]} */ (nodes));
  for (const child of /** @type {ChildNode[]} */ ([...parent.childNodes])) {
    if (child !== first && !wanted.has(child)) child.remove();
  }
  let at = first ? first.nextSibling : parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}
