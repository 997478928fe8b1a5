// SPDX-License-Identifier: BSD-3-Clause
// A surface for decorations: a document in a frame, or an image in the page itself.

import {XHTML} from "../tools/nodes.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

const STYLE = "position:absolute;left:0;top:0;width:100px;height:100px;" +
  "margin:0;padding:0;border:0;display:block;pointer-events:none;user-select:none;-webkit-user-select:none;" +
  "writing-mode:horizontal-tb;direction:ltr;opacity:1;transform:none;visibility:";

/** @param {Document} document @param {string} name @param {string} [style]
 * @returns {HTMLElement} an element that style sheets of the book do not change */
export function ownElement(document, name, style) {
  const element = /** @type {HTMLElement} */ (document.createElementNS(XHTML, name));
  if (style) element.style.cssText = style.replace(/;|$/g, "!important;");
  return element;
}

/** @param {Document} document @param {"visible"|"inherit"} visibility
 * @returns {HTMLElement} the container of what is drawn over a document */
export function createLayer(document, visibility) {
  const layer = ownElement(document, "lectern-decorations", STYLE + visibility);
  layer.setAttribute("aria-hidden", "true");
  layer.setAttribute("data-lectern-layer", "");
  // A shadow root, so that browsers do not match selectors of the book against its content.
  layer.attachShadow({mode: "open"});
  return layer;
}

export class Surface {
  /** @param {Shell} shell @param {string} href */
  constructor(shell, href) {
    this.shell = shell;
    this.href = href;
    /** @type {{layout: (() => void)[], move: (() => void)[]}} */
    this.hooks = {layout: [], move: []};
    /** @type {(() => void)[]} called when it is disposed of */
    this.ends = [];
    this.disposed = false;
    /** The container of decorations, if it is in the document from the beginning. @type {HTMLElement|undefined} */
    this.overlay = undefined;
  }

  /** @param {() => void} fn */
  onlayout(fn) {
    this.hooks.layout.push(fn);
  }

  /** @param {() => void} fn */
  onmove(fn) {
    this.hooks.move.push(fn);
  }

  /** @param {"layout"|"move"} name */
  notify(name) {
    for (const fn of this.hooks[name]) {
      try {
        fn();
      } catch (error) {
        this.shell.report(error, this.href);
      }
    }
  }

  /** Listens until the surface is disposed of.
   * @param {EventTarget} target @param {string} type @param {(event: any) => void} fn
   * @param {AddEventListenerOptions|boolean} [options] */
  listen(target, type, fn, options) {
    target.addEventListener(type, fn, options);
    this.ends.push(() => target.removeEventListener(type, fn, options));
  }

  dispose() {
    if (this.disposed) return;
    this.shell.emit("disposed", this);
    this.disposed = true;
    for (const end of this.ends.splice(0)) end();
  }
}
