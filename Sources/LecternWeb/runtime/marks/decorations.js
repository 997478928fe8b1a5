// SPDX-License-Identifier: BSD-3-Clause
// Draws the decorations of one document on top of it.
//
// Elements exist only for decorations on the screen and on the adjacent pages; the others have only a range. All boxes
// are read before anything is written.
import {Activation} from "./activation.js";
import {isUnlocated, spanOf} from "./anchoring.js";
import {applyChanges} from "../tools/changes.js";
import {scopeOf} from "../book/domrange.js";
import {Layer} from "./layer.js";
import {loadJSON} from "../tools/load.js";
import {Mark, isDrawn, isEqual, same, styleAt} from "./marks.js";
import {TextColors, veil} from "./paint.js";
import {forget} from "../book/quote.js";
import {soon} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("../book/rects.js").Box} Box */
/** @typedef {import("../book/rects.js").Span} Span */
/** @typedef {import("./coordinates.js").Coordinates} Coordinates */
/** @typedef {import("./marks.js").Item} Item */
/**
* The surface under decorations: a Frame, or anything with the same members.
 * @typedef {{
 *   href: string, document: Document, zoom?: number,
 *   flow: {mode?: string, axis: "x"|"y", vertical: false|"rl"|"lr", direction: string, pitch: number,
 *     columns: number, width: number, height: number},
 *   overlay?: HTMLElement, element?: Element, scope?: Element, layer?: Element, image?: Element|null,
 *   visible(): Box, toView(rect: Box): Box, fromView?(point: {x: number, y: number}): {x: number, y: number},
 *   onlayout(fn: () => void): void, onmove(fn: () => void): void,
 *   listen(target: EventTarget, type: string, fn: (event: any) => void, options?: any): void,
 *   accepts?(locator: any): boolean, holds?(locator: any): boolean
 * }} Surface `scope`: the element with the text, if it is not the body, such as the text layer of a PDF page;
 *   `layer`: the parent of the container; `image`: for a resource that is an image; `accepts`: whether a locator leads
 *   to this page of the resource; `holds`: whether it leads to this one of several items with the same document
 */

/** Time limits in ms: for locating decorations before the first drawing, for later slices, and between partial
 * drawings. */
const FIRST = 40, SLICE = 12, INTERVAL = 120;

export class Decorations {
  /** @param {Surface} surface @param {Shell} shell */
  constructor(surface, shell) {
    this.surface = surface;
    this.shell = shell;
    /** @type {Map<string, Mark[]>} by name, later ones on top */
    this.groups = new Map();
    /** @type {Set<string>} groups of the page itself */
    this.own = new Set();
    this.layout = 0;
    this.drawn = 0;
    /** @type {(() => void)|null} cancels pending drawing */
    this.pending = null;
    this.first = true;
    this.scope = surface.scope || scopeOf(surface.document);
    this.layer = new Layer(surface);
    this.textColors = new TextColors(surface.document);
    this.activation = new Activation(this);
    surface.onlayout(() => this.relayout());
    surface.onmove(() => this.draw());
    this.load();
  }

  /** Called when the surface is removed. */
  dispose() {
    this.pending?.();
    this.activation.hover.dispose();
    this.disposed = true;
    this.groups.clear();
    this.textColors.show([]);
    this.layer.container.remove();
    forget(this.scope);
  }

  // -- The decorations to draw

  /** Loads all current decorations of the resource from the library. */
  async load() {
    if (this.loading) {
      this.again = true;
      return;
    }
    this.loading = true;
    try {
      do {
        this.again = false;
        const {groups, stylesheet} = await loadJSON("~lectern/decorations.json", {href: this.surface.href});
        if (this.disposed) return;
        if (!this.again) this.replace(groups, stylesheet);
      } while (this.again);
    } catch (error) {
      this.shell.report(error, this.surface.href);
    } finally {
      this.loading = false;
    }
  }

  /** @param {Record<string, Item[]>} groups @param {string} [stylesheet] */
  replace(groups, stylesheet) {
    for (const name of this.groups.keys()) if (!this.own.has(name)) this.groups.delete(name);
    for (const name of this.shell.state.groups || []) this.group(name);
    for (const [name, items] of Object.entries(groups || {})) {
      this.group(name).push(...items.filter(isDrawn).map((item) => new Mark(item)));
    }
    this.layer.style(stylesheet);
    this.request();
  }

  /** Sets decorations of the page itself, such as the spoken text, which have ranges instead of locators.
   * @param {string} name @param {{id: string, range: Span, element: string}[]} items */
  set(name, items) {
    const before = this.groups.get(name) || [];
    const marks = items.map(({id, range, element}) => {
      const old = before.find((mark) => mark.item.id === id && mark.span && isEqual(mark.span, range));
      const item = {id, locator: null, style: name, element, layout: "boxes", width: "wrap"};
      const {startContainer, startOffset, endContainer, endOffset} = range;
      return old || Object.assign(new Mark(item), {span: {startContainer, startOffset, endContainer, endOffset}});
    });
    this.own[items.length ? "add" : "delete"](name);
    this.groups.delete(name); // on top of all others
    if (marks.length) this.groups.set(name, marks);
    this.request();
  }

  /** @param {string} name @returns {Mark[]} */
  group(name) {
    const marks = this.groups.get(name) || [];
    this.groups.set(name, marks);
    return marks;
  }

  /** Applies a message `decorations` of the library: changes of this resource, or resources to reload.
   * @param {{group: string, changes?: Record<string, any[]>, hrefs?: string[], stylesheet?: string}} message */
  apply({group, changes, hrefs, stylesheet}) {
    const isMine = (/** @type {string} */ href) => this.shell.book.resolve(href)?.href === this.surface.href;
    const mine = Object.entries(changes || {}).filter(([href]) => isMine(href)).flatMap(([, list]) => list);
    // Decorations loaded together with the resource have already been located by the library.
    const open = mine.some(({add, update}) => isUnlocated((add || update)?.locator, this.surface, this.scope));
    if (hrefs?.some(isMine) || mine.length && this.loading || open) return void this.load();
    this.layer.style(stylesheet);
    if (!mine.length) return;
    const marks = this.group(group);
    applyChanges(marks, mine, ({item}) => item.id, (item, old) => {
      if (!isDrawn(item)) return null;
      const mark = new Mark(item);
      // An unchanged locator need not be located again.
      if (old && same(old.item.locator, item.locator)) [mark.span, mark.extent] = [old.span, old.extent];
      return mark;
    });
    this.request();
  }

  // -- Drawing

  /** Draws in the next animation frame. */
  request() {
    if (this.disposed) return;
    this.pending ||= soon(() => {
      this.pending = null;
      this.draw();
    }, 100);
  }

  /** Called when all positions may have changed; draws in the same animation frame as the layout. */
  relayout() {
    this.layout++;
    this.draw();
  }

  /** Locates decorations until the time limit. @returns {boolean} whether all have been processed */
  anchor() {
    const end = performance.now() + (this.first ? FIRST : SLICE);
    let count = 0;
    for (const marks of this.groups.values()) {
      for (const mark of marks) {
        if (mark.span !== undefined) continue;
        // Processes at least a few, even past the time limit.
        if (count++ > 3 && performance.now() > end) return (this.first = false);
        try {
          mark.span = spanOf(mark.item.locator, this.surface, this.scope);
        } catch (error) {
          mark.span = null;
          this.shell.report(error, this.surface.href);
        }
      }
    }
    return true;
  }

  /** @param {Mark} mark @param {Coordinates} view @returns {boolean} whether it is near the screen */
  isNear(mark, view) {
    if (!mark.span) return false;
    if (mark.layout !== this.layout || !mark.extent) {
      mark.layout = this.layout;
      mark.boxes = null;
      mark.extent = view.extentOf(mark);
    }
    return mark.extent.to > mark.extent.from && view.isNear(mark.extent);
  }

  /** Creates the elements near the screen, and removes the others.
   * @param {boolean} [isSlice] whether more decorations have to be located */
  draw(isSlice) {
    const {layer} = this;
    if (this.disposed) return;
    // Most documents have no decorations, and adding a layer would cause another layout.
    if (!layer.groups.size && ![...this.groups.values()].some(({length}) => length)) return;
    layer.show();
    const isDone = this.anchor(), now = performance.now();
    if (!isDone) {
      setTimeout(() => this.draw(true), 0);
      if (isSlice && now < this.drawn + INTERVAL) return;
    }
    this.drawn = now;
    const view = layer.measure();
    /** @type {Map<string, Mark[]>} */
    const shown = new Map();
    /** @type {{mark: Mark, boxes: Box[], look: import("./marks.js").Look}[]} */
    const made = [];
    // Many decorations are in the same few elements, so styles are cached.
    const styles = new Map(), seen = new Map();
    for (const [name, marks] of this.groups) {
      const near = marks.filter((mark) => this.isNear(mark, view));
      for (const mark of near) {
        const isKnown = mark.boxes && mark.node && mark.whole;
        mark.boxes ||= view.boxesOf(mark, seen);
        if (!isKnown) made.push({mark, boxes: view.elementsOf(mark), look: styleAt(mark, this.scope, styles)});
      }
      shown.set(name, near);
    }
    for (const {mark, boxes, look} of made) mark.show(boxes, look, layer.document);
    layer.write(shown, this.veils(shown, view));
    this.textColors.show([...shown.values()].flat().filter(({item}) => item.textColor));
    this.activation.hover.request();
    this.shell.emit("drawn");
  }

  /** One veil for all masks of a group: several would cover each other's text.
   * @param {Map<string, Mark[]>} shown @param {Coordinates} view @returns {Map<string, string>} their styles, by group */
  veils(shown, view) {
    /** @type {Map<string, string>} */
    const veils = new Map();
    for (const [name, marks] of this.groups) {
      const color = marks.filter(({item, span}) => item.mask && span).at(-1)?.item.mask;
      const holes = (shown.get(name) || []).filter(({item}) => item.mask).flatMap(({boxes}) => boxes || []);
      if (color) veils.set(name, veil(view.area(), holes, color));
    }
    return veils;
  }
}

/** Draws the decorations of every frame.
 * @param {Shell} shell */
export function install(shell) {
  /** @type {Map<any, Decorations>} */
  const all = new Map();
  const add = (/** @type {any} */ frame) => {
    if (frame.link?.as === "image") frame.image ||= frame.document.querySelector("img");
    frame.decorations = new Decorations(frame, shell);
    all.set(frame, frame.decorations);
  };
  shell.on("frame", add);
  // Images of a comic are surfaces without a frame.
  shell.on("surface", add);
  // The pointer may rest on another page now, or on a decoration that no listener asks for.
  for (const type of ["location", "interactive"]) {
    shell.on(type, () => all.forEach(({activation}) => activation.hover.request()));
  }
  shell.on("disposed", (frame) => {
    all.get(frame)?.dispose();
    all.delete(frame);
  });
  shell.on("decorations", (message) => {
    for (const each of all.values()) each.apply(message);
  });
}
