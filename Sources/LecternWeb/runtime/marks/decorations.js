// SPDX-License-Identifier: BSD-3-Clause
// Draws the decorations of one document on top of it, and finds the one that was clicked.
//
// Elements exist only for decorations on the screen and on the adjacent pages; the others have only a range. All boxes
// are read before anything is written. Coordinates are relative to the container, whose corner is that of the document:
// coordinates in the window of a frame minus the corner of the container.
import {applyChanges} from "../tools/changes.js";
import {scopeOf} from "../book/domrange.js";
import {loadJSON} from "../tools/load.js";
import {anchorOf, isOpen} from "../book/locate.js";
import {Mark, SHEET, arrange, isDrawn, isEqual, regionOf, same, styleAt} from "./marks.js";
import {XHTML, hasSelection, isText} from "../tools/nodes.js";
import {forget} from "../book/quote.js";
import {box, boxesOf, elementsOf, rangeAt, rectsOf, union} from "../book/rects.js";
import {soon} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("../book/rects.js").Box} Box */
/** @typedef {import("../book/rects.js").Span} Span */
/** @typedef {import("./marks.js").Item} Item */
/**
* The surface under decorations: a Frame, or anything with the same members.
 * @typedef {{
 *   href: string, document: Document, zoom?: number,
 *   flow: {mode?: string, axis: "x"|"y", vertical: false|"rl"|"lr", direction: string, pitch: number,
 *     columns: number, width: number, height: number},
 *   element?: Element, scope?: Element, layer?: Element, image?: Element|null,
 *   visible(): Box, toView(rect: Box): Box,
 *   onlayout(fn: () => void): void, onmove(fn: () => void): void,
 *   listen(target: EventTarget, type: string, fn: (event: any) => void, options?: any): void,
 *   accepts?(locator: any): boolean
 * }} Surface `scope`: the element with the text, if it is not the body, such as the text layer of a PDF page;
 *   `layer`: the parent of the container; `image`: for a resource that is an image; `accepts`: whether a locator leads
 *   to this page of the resource
 */

/** Time limits in ms: for locating decorations before the first drawing, for later slices, and between partial
 * drawings. */
const FIRST = 40, SLICE = 12, INTERVAL = 120;
/** Ranges that are no longer needed are moved here, because each change of a document updates all of its ranges. */
const nowhere = document.implementation.createHTMLDocument();

export class Decorations {
  /**
   * @param {Surface} surface
   * @param {Shell} shell
   */
  constructor(surface, shell) {
    this.surface = surface;
    this.shell = shell;
    /** @type {Map<string, Mark[]>} by name, later ones on top */
    this.groups = new Map();
    /** @type {Set<string>} groups of the page itself */
    this.own = new Set();
    /** @type {Map<string, HTMLElement>} */
    this.nodes = new Map();
    this.layout = 0;
    this.stylesheet = "";
    this.drawn = 0;
    /** @type {(() => void)|null} cancels pending drawing */
    this.pending = null;
    this.first = true;
    this.scope = surface.scope || scopeOf(surface.document);
    const {documentElement: root} = surface.document;
    const isHTML = root.namespaceURI === XHTML;
    // An SVG document cannot contain it, so it is placed over the frame.
    this.layer = surface.layer || (isHTML ? root : surface.element?.parentElement) || root;
    this.isInside = this.layer.ownerDocument === surface.document;
    this.container = this.create("lectern-decorations", "position:absolute;left:0;top:0;width:100px;height:100px;" +
      "margin:0;padding:0;border:0;display:block;pointer-events:none;user-select:none;-webkit-user-select:none;" +
      "z-index:2147483647;writing-mode:horizontal-tb;direction:ltr;visibility:visible;opacity:1;transform:none");
    this.container.setAttribute("aria-hidden", "true");
    this.container.setAttribute("data-lectern-layer", "");
    // A shadow root, so that browsers do not match selectors of the book against its content.
    this.top = this.container.attachShadow({mode: "open"});
    this.sheet = this.create("style");
    this.top.append(this.sheet);
    this.style("");
    surface.onlayout(() => this.relayout());
    surface.onmove(() => this.draw());
    surface.listen(surface.document, "pointerdown", (event) => this.press(event), true);
    surface.listen(surface.document, "click", (event) => this.click(event), true);
    this.load();
  }

  /** Called when the surface is removed. */
  dispose() {
    this.pending?.();
    this.disposed = true;
    this.groups.clear();
    this.container.remove();
    forget(this.scope);
  }

  /** @param {string} name @param {string} [style] @returns {HTMLElement} unaffected by style sheets of the book */
  create(name, style) {
    const element = /** @type {HTMLElement} */ (this.layer.ownerDocument.createElementNS(XHTML, name));
    if (style) element.style.cssText = style.replace(/;|$/g, "!important;");
    return element;
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
    this.style(stylesheet);
    this.request();
  }

  /**
   * Sets decorations of the page itself, such as the spoken text, which have ranges instead of locators.
   * @param {string} name @param {{id: string, range: Span, element: string}[]} items
   */
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

  /** @param {string} [stylesheet] */
  style(stylesheet) {
    if (stylesheet === undefined || stylesheet === this.stylesheet && this.sheet.firstChild) return;
    this.stylesheet = stylesheet;
    this.sheet.textContent = SHEET + stylesheet;
  }

  /** @param {string} name @returns {Mark[]} */
  group(name) {
    const marks = this.groups.get(name) || [];
    this.groups.set(name, marks);
    return marks;
  }

  /**
   * Applies a message `decorations` of the library: changes of this resource, or resources to reload.
   * @param {{group: string, changes?: Record<string, any[]>, hrefs?: string[], stylesheet?: string}} message
   */
  apply({group, changes, hrefs, stylesheet}) {
    const isMine = (/** @type {string} */ href) => this.shell.book.resolve(href)?.href === this.surface.href;
    const mine = Object.entries(changes || {}).filter(([href]) => isMine(href)).flatMap(([, list]) => list);
    // Decorations loaded together with the resource have already been located by the library.
    const open = mine.some(({add, update}) => this.isOpen((add || update)?.locator));
    if (hrefs?.some(isMine) || mine.length && this.loading || open) return void this.load();
    this.style(stylesheet);
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
        mark.span = this.spanOf(mark.item.locator);
      }
    }
    return true;
  }

  /** @param {any} locator @returns {boolean} */
  isOpen(locator) {
    const {image, accepts} = this.surface;
    // For pictures and PDF pages, only the page has the text.
    return !image && !accepts && isOpen(locator, this.scope);
  }

  /** @param {any} locator @returns {Span|null} */
  spanOf(locator) {
    const {image, href} = this.surface;
    // The text is missing or ambiguous.
    if (locator.fit === "lost" || locator.fit === "ambiguous") return null;
    // The surface is one of several pages of a resource.
    if (this.surface.accepts?.(locator) === false) return null;
    if (image) return {startContainer: image, startOffset: 0, endContainer: image, endOffset: 0};
    try {
      const found = anchorOf(locator, this.scope);
      if (!found) return null;
      const {startContainer, startOffset, endContainer, collapsed} = found;
      // A position between characters is shown at the next character.
      const endOffset = collapsed && isText(startContainer) ? Math.min(startContainer.length, startOffset + 1) : found.endOffset;
      found.setStart(nowhere, 0);
      return {startContainer, startOffset, endContainer, endOffset};
    } catch (error) {
      this.shell.report(error, href);
      return null;
    }
  }

  /** Reads the corner and scale of the container, and the part of the document near the screen. Called before any
   * writing. */
  measure() {
    const {surface} = this;
    const {zoom: k = 1, flow} = surface;
    const corner = this.container.getBoundingClientRect();
    const scale = this.isInside ? corner.width / 100 || 1 : 1;
    const [x, y] = this.isInside ? [corner.left, corner.top] : [0, 0];
    const map = (/** @type {Box} */ rect) => box((rect.left * k - x) / scale, (rect.top * k - y) / scale,
      (rect.right * k - x) / scale, (rect.bottom * k - y) / scale);
    const screen = surface.visible();
    const shown = box((screen.left - x) / scale, (screen.top - y) / scale,
      (screen.right - x) / scale, (screen.bottom - y) / scale);
    const along = (/** @type {Box} */ rect) => (flow.axis === "x" ? {from: rect.left, to: rect.right}
      : {from: rect.top, to: rect.bottom});
    const {from, to} = along(shown);
    const size = Math.max(1, to - from);
    const isPaged = flow.mode === "paged";
    // A fixed-layout page is small, and may be shown at any time.
    const more = flow.mode === "fixed" ? Infinity : size + 1;
    const viewport = flow.vertical ? flow.height : flow.width;
    return {
      map, along, scale, from: from - more, to: to + more,
      grid: {vertical: flow.vertical, rtl: flow.direction === "rtl",
        page: isPaged ? flow.pitch || viewport : viewport, viewport},
    };
  }

  /** @param {Mark} mark @param {ReturnType<Decorations["measure"]>} view @param {Box} rect @returns {Box} */
  part(mark, view, rect) {
    const {image} = this.surface;
    if (!image) return view.map(rect);
    const {left, top, width, height} = view.map(image.getBoundingClientRect());
    const region = regionOf(mark.item.locator, image);
    return box(left + region.left * width, top + region.top * height,
      left + region.right * width, top + region.bottom * height);
  }

  /** Creates the elements near the screen, and removes the others.
   * @param {boolean} [isSlice] whether more decorations have to be located */
  draw(isSlice) {
    if (this.disposed) return;
    // Most documents have no decorations, and adding a layer would cause another layout.
    if (!this.nodes.size && ![...this.groups.values()].some(({length}) => length)) return;
    if (!this.container.isConnected) this.layer.append(this.container);
    const isDone = this.anchor();
    const now = performance.now();
    if (!isDone) {
      setTimeout(() => this.draw(true), 0);
      if (isSlice && now < this.drawn + INTERVAL) return;
    }
    this.drawn = now;
    const view = this.measure();
    /** @type {Map<string, Mark[]>} */
    const shown = new Map();
    /** @type {{mark: Mark, boxes: Box[], writing: string, direction: string}[]} */
    const made = [];
    // Many decorations are in the same few elements, so styles are cached.
    const styles = new Map(), seen = new Map();
    for (const [name, marks] of this.groups) {
      const near = [];
      for (const mark of marks) {
        if (!mark.span) continue;
        if (mark.layout !== this.layout || !mark.extent) {
          mark.layout = this.layout;
          mark.boxes = null;
          mark.extent = view.along(this.part(mark, view, rangeAt(mark.span).getBoundingClientRect()));
        }
        const {from, to} = mark.extent;
        if (to < view.from || from > view.to || to - from <= 0) continue;
        const isKnown = mark.boxes;
        mark.boxes ||= this.boxes(mark, view, seen);
        if (!isKnown || !mark.node || !mark.whole) {
          made.push({mark, boxes: this.elements(mark, view), ...styleAt(mark, this.scope, styles)});
        }
        near.push(mark);
      }
      shown.set(name, near);
    }
    const owner = this.layer.ownerDocument;
    for (const {mark, boxes, writing, direction} of made) mark.show(boxes, writing, direction, owner);
    this.write(shown);
    if (!this.isInside) this.follow();
  }

  /** @param {Mark} mark @param {ReturnType<Decorations["measure"]>} view @param {Map<Element, boolean>} seen */
  boxes(mark, view, seen) {
    const span = /** @type {Span} */ (mark.span);
    let rects = this.surface.image ? [this.surface.image.getBoundingClientRect()] : rectsOf(span, seen);
    // An element without text, such as a rule between two sections.
    if (!rects.length && !rangeAt(span).toString().trim()) rects = [...rangeAt(span).getClientRects()];
    return boxesOf(rects.map((rect) => this.part(mark, view, rect)), view.grid);
  }

  /** @param {Mark} mark @param {ReturnType<Decorations["measure"]>} view @returns {Box[]} the boxes near the screen */
  elements(mark, view) {
    const all = elementsOf(mark.boxes || [], mark.item, view.grid);
    const near = all.filter((each) => {
      const {from, to} = view.along(each);
      return to >= view.from && from <= view.to;
    });
    mark.whole = near.length === all.length;
    return near;
  }

  /** @param {Map<string, Mark[]>} shown the marks whose nodes are put in order */
  write(shown) {
    for (const [name, node] of this.nodes) {
      if (shown.get(name)?.length) continue;
      node.remove();
      this.nodes.delete(name);
    }
    /** @type {HTMLElement[]} */
    const groups = [];
    for (const [name, marks] of shown) {
      if (!marks.length) continue;
      let group = this.nodes.get(name);
      if (!group) {
        group = this.create("lectern-decorations-group");
        group.dataset.group = name;
        this.nodes.set(name, group);
      }
      arrange(group, marks.map((mark) => /** @type {HTMLElement} */ (mark.node)), null);
      groups.push(group);
    }
    arrange(this.top, groups, this.sheet);
  }

  /** Repositions a container outside of the document along with the frame. */
  follow() {
    const {offsetLeft: left = 0, offsetTop: top = 0} = /** @type {any} */ (this.surface.element || {});
    this.container.style.setProperty("left", `${left}px`, "important");
    this.container.style.setProperty("top", `${top}px`, "important");
  }

  // -- Activation

  /** @param {string} group @param {Mark} mark */
  isActivable(group, {item}) {
    return item.interactions?.includes("activate") || this.shell.state.activable?.includes(group) || false;
  }

  /**
   * The topmost decoration at a point that can be activated.
   * @param {{x: number, y: number}} point in client coordinates of the document
   * @returns {{group: string, id: string, rect: Box}|null} the rectangle of its text on the screen, in the top page
   */
  hit({x, y}) {
    if (!this.isInside) {
      // Converts from the frame to the surrounding page.
      const {left, top, width} = this.container.getBoundingClientRect();
      [x, y] = [left + x * width / 100, top + y * width / 100];
    }
    for (const [group, marks] of [...this.groups].reverse()) {
      for (const mark of [...marks].reverse()) {
        if (!mark.node?.isConnected || !this.isActivable(group, mark)) continue;
        const inner = mark.node.querySelectorAll('[data-activable="1"]');
        for (const element of inner.length ? inner : mark.node.children) {
          const {left, top, right, bottom} = element.getBoundingClientRect();
          if (x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1) continue;
          return {group, id: mark.item.id, rect: this.rectOf(mark)};
        }
      }
    }
    return null;
  }

  /** @param {Mark} mark @returns {Box} around its part on the screen, or else around all of it */
  rectOf(mark) {
    const {surface} = this;
    const view = this.measure();
    const screen = view.map(surface.visible());
    const boxes = mark.boxes || [];
    const seen = boxes.filter((each) => each.right > screen.left && each.left < screen.right &&
      each.bottom > screen.top && each.top < screen.bottom);
    const {left, top, right, bottom} = union(seen.length ? seen : boxes) || screen;
    // Converts back to the window of the document, whose coordinates it reports.
    const corner = view.map(box(0, 0, 0, 0));
    const k = (surface.zoom || 1) / view.scale;
    const back = (/** @type {number} */ value, /** @type {number} */ zero) => (value - zero) / k;
    return surface.toView(box(back(left, corner.left), back(top, corner.top), back(right, corner.left),
      back(bottom, corner.top)));
  }

  /** @param {PointerEvent} event */
  press({clientX: x, clientY: y}) {
    this.pressed = {x, y, selects: hasSelection(this.surface)};
  }

  /** @param {MouseEvent} event a click on a decoration is neither a tap nor follows a link */
  click(event) {
    const {clientX: x, clientY: y, button, defaultPrevented} = event;
    const down = this.pressed;
    this.pressed = undefined;
    if (button || defaultPrevented || hasSelection(this.surface) || down?.selects) return;
    if (down && Math.hypot(x - down.x, y - down.y) > 10) return;
    const found = this.hit({x, y});
    if (!found) return;
    event.preventDefault();
    const {left, top} = this.surface.toView(box(x / (this.surface.zoom || 1), y / (this.surface.zoom || 1), 0, 0));
    this.shell.send({type: "decoration", ...found, point: {x: left, y: top}});
  }
}

/**
 * Draws the decorations of every frame.
 * @param {Shell} shell
 */
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
  shell.on("disposed", (frame) => {
    all.get(frame)?.dispose();
    all.delete(frame);
  });
  shell.on("decorations", (message) => {
    for (const each of all.values()) each.apply(message);
  });
}
