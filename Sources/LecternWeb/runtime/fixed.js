// SPDX-License-Identifier: BSD-3-Clause
// Fixed layouts: documents at the sizes that they ask for.
import {Frame} from "./frame.js";
import {box} from "./rects.js";
import {Pages, SpreadView} from "./spreads.js";
import {atMost} from "./waiting.js";

/** @typedef {import("./shell.js").Shell} Shell */

/**
 * Pixels of the units of CSS.
 * @type {Record<string, number>} */
const units = {"": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54};
const largest = 20000; // pixels; what claims to be larger does not count

/** @typedef {{width: number, height: number}} Size */

/** @type {(width: any, height: any) => Size | null} */
const size = (width, height) => width >= 1 && height >= 1 && width <= largest && height <= largest
  ? {width: Math.round(width), height: Math.round(height)} : null;

/** @type {(text: string | null) => number} */
const length = (text) => {
  const found = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? "");
  return found ? Number(found[1]) * (units[found[2].toLowerCase()] ?? NaN) : NaN;
};

/** @type {(svg: Element) => Size | null} */
const sizeOfSVG = (svg) => {
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
  return size(width, height) ?? size(length(svg.getAttribute("width")), length(svg.getAttribute("height")));
};

/** @type {(document: Document) => Size | null} */
const sizeOfViewport = (document) => {
  for (const meta of document.querySelectorAll("meta[name=viewport i]")) {
    /** @type {Record<string, number>} */
    const values = {};
    for (const [, name, value] of (meta.getAttribute("content") ?? "").matchAll(/([a-z-]+)\s*=\s*([^\s,;]+)/gi)) {
      values[name.toLowerCase()] ??= length(value);
    }
    const found = size(values.width, values.height);
    if (found) return found;
  }
  return null;
};

/** The size of a page: what its document says, what it consists of, what the publication says.
 * @type {(document: Document, link: any) => Size | null} */
export const pageSize = (document, link) => {
  const root = document.documentElement;
  if (root.localName === "svg") return sizeOfSVG(root) ?? size(link.width, link.height);
  const said = sizeOfViewport(document);
  if (said) return said;
  let only = /** @type {any} */ (document.body);
  while (only?.children.length === 1 && !/^(svg|img)$/.test(only.localName)) only = only.firstElementChild;
  const found = only?.localName === "svg" ? sizeOfSVG(only)
    : only?.localName === "img" ? size(only.naturalWidth, only.naturalHeight) : null;
  return found ?? size(link.width, link.height);
};

/** @type {(document: Document) => Promise<any>} */
const decoded = (document) => Promise.all([
  ...[...document.images].map((image) => image.decode().catch(() => null)),
  ...[...document.querySelectorAll("image")].map((image) => /** @type {any} */ (image).decode?.().catch(() => null)),
  document.fonts?.ready,
]);

/** A frame of fixed size, which may be scaled. */
export class FixedFrame extends Frame {
  /** @param {Shell} shell @param {number} index @param {any} view */
  constructor(shell, index, view) {
    super(shell, index);
    this.view = view;
    this.width = this.height = 1;
    /** Whether its document is there: one that cannot be loaded is an empty page. */
    this.isReady = false;
    Object.assign(this.element.style, {position: "absolute", left: "0", top: "0", border: "0", background: "white"});
  }

  /** @override @param {HTMLElement} parent */
  async load(parent) {
    const {width, height} = this.view.view, {link} = this;
    this.setSize(size(link.width, link.height) ?? {width: Math.round(width), height: Math.round(height)});
    if (!(await super.load(parent))) return false;
    if (!this.document) throw new Error("cannot show the document");
    await atMost(decoded(this.document), 4000);
    if (this.disposed) return false;
    this.setSize(pageSize(this.document, link) ?? this);
    this.ready();
    return true;
  }

  /** @param {Size} size */
  setSize({width, height}) {
    Object.assign(this, {width, height});
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }

  /** The document is there and has its size. */
  ready() {
    const {root, body, width, height, window} = this;
    root.style.setProperty("overflow", "hidden", "important");
    if (body !== root) body.style.setProperty("margin", "0");
    const {direction} = window.getComputedStyle(body);
    Object.assign(this.flow, {direction: direction === "rtl" ? "rtl" : "ltr", pitch: width, width, height});
    // Focus and find may scroll it, although nothing is beside it.
    this.listen(this.document, "scroll", () => window.scrollTo(0, 0));
    this.show();
    this.isReady = true;
    this.shell.emit("frame", this);
    this.notify("layout");
  }

  /** @override */
  visible() {
    const {left, top, width, height} = this.view.view;
    const from = this.fromView({x: left, y: top}), to = this.fromView({x: left + width, y: top + height});
    return box(Math.max(0, from.x), Math.max(0, from.y), Math.min(this.width, to.x), Math.min(this.height, to.y));
  }

  /** Pans to a range, where not all of the page is visible.
   * @override @param {Range} range */
  reveal(range) {
    const rect = this.toView(range.getBoundingClientRect()), {left, top, width, height} = this.view.view;
    const beside = rect.left < left || rect.right > left + width, beyond = rect.top < top || rect.bottom > top + height;
    if (beside || beyond) {
      this.view.zoom.pan(beside ? left + width / 2 - (rect.left + rect.right) / 2 : 0,
        beyond ? top + height / 2 - (rect.top + rect.bottom) / 2 : 0);
      this.view.zoom.rest();
    }
    return true;
  }
}

class FixedPages extends Pages {
  /** @override */
  get ahead() {
    return 1;
  }

  /** @override @param {number} number @param {any} view @returns {any} */
  make(number, view) {
    return new FixedFrame(this.shell, number, view);
  }

  /** All of a page is visible.
   * @override @param {number} number */
  locatorOf(number) {
    return super.locatorOf(number, 0);
  }
}

export class FixedView extends SpreadView {
  /** @param {Shell} shell */
  constructor(shell) {
    super(shell, new FixedPages(shell));
  }
}
