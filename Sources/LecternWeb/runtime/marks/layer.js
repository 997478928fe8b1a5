// SPDX-License-Identifier: BSD-3-Clause
// The layer on top of a document: an element for each group of decorations.
import {Coordinates} from "./coordinates.js";
import {SHEET, arrange} from "./marks.js";
import {createLayer, ownElement} from "../layout/surface.js";
import {XHTML} from "../tools/nodes.js";

/** @typedef {import("./marks.js").Mark} Mark */

export class Layer {
  stylesheet = "";
  /** @type {Map<string, HTMLElement>} */
  groups = new Map();
  /** The veils of groups.
   * @type {Map<string, HTMLElement>} */
  veils = new Map();

  /** @param {import("./decorations.js").Surface} surface */
  constructor(surface) {
    const {documentElement: root} = surface.document, isHTML = root.namespaceURI === XHTML;
    this.surface = surface;
    // An SVG document cannot contain it, so it is placed over the frame.
    this.parent = surface.layer || (isHTML ? root : surface.element?.parentElement) || root;
    this.document = this.parent.ownerDocument;
    this.isInside = this.document === surface.document;
    // A book may hide its root, but a page that is not on the screen also hides its decorations.
    const isOfPage = surface.layer || !this.isInside;
    this.container = surface.overlay || createLayer(this.document, isOfPage ? "inherit" : "visible");
    this.top = /** @type {ShadowRoot} */ (this.container.shadowRoot);
    this.sheet = this.create("style");
    this.top.append(this.sheet);
    this.style("");
  }

  /** @param {string} name @returns {HTMLElement} */
  create(name) {
    return ownElement(this.document, name);
  }

  /** @param {string} [stylesheet] */
  style(stylesheet) {
    if (stylesheet === undefined || stylesheet === this.stylesheet && this.sheet.firstChild) return;
    this.stylesheet = stylesheet;
    this.sheet.textContent = SHEET + stylesheet;
  }

  /** Reads where it is. */
  measure() {
    return new Coordinates(this.surface, this.container, this.isInside);
  }

  show() {
    if (!this.container.isConnected) this.parent.append(this.container);
  }

  /** @param {Map<string, Mark[]>} shown the marks whose elements are put in order
   * @param {Map<string, string>} veiled the styles of the veils of groups */
  write(shown, veiled) {
    for (const [name, group] of this.groups) {
      if (shown.get(name)?.length || veiled.has(name)) continue;
      group.remove();
      this.groups.delete(name);
      this.veils.delete(name);
    }
    const groups = [...shown].filter(([name, marks]) => marks.length || veiled.has(name)).map(([name, marks]) => {
      const group = this.groups.get(name) || this.group(name);
      arrange(group, [...this.veil(name, veiled.get(name)), ...marks.map((mark) => /** @type {HTMLElement} */ (mark.node))], null);
      return group;
    });
    arrange(this.top, groups, this.sheet);
    if (!this.isInside) this.follow();
  }

  /** @param {string} name @returns {HTMLElement} */
  group(name) {
    const group = this.create("lectern-decorations-group");
    group.dataset.group = name;
    this.groups.set(name, group);
    return group;
  }

  /** @param {string} name of a group @param {string} [style] @returns {HTMLElement[]} its veil, if it has one */
  veil(name, style) {
    if (!style) return [];
    const veil = this.veils.get(name) || this.create("lectern-veil");
    this.veils.set(name, veil);
    veil.style.cssText = style;
    return [veil];
  }

  /** Repositions a container outside of the document along with the frame. */
  follow() {
    const {offsetLeft: left = 0, offsetTop: top = 0} = /** @type {any} */ (this.surface.element || {});
    this.container.style.setProperty("left", `${left}px`, "important");
    this.container.style.setProperty("top", `${top}px`, "important");
  }
}
