// SPDX-License-Identifier: BSD-3-Clause
// Fixed layouts: documents with a declared size.
import {Frame} from "../layout/frame.js";
import {pageSize, size, sizeOfContent} from "../layout/pagesize.js";
import {box} from "../book/rects.js";
import {ScriptedPage} from "./scripted.js";
import {Pages, SpreadView} from "./spreads.js";
import {atMost} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

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
    /** Whether its document is loaded; a document that cannot be loaded is an empty page. */
    this.isReady = false;
    Object.assign(this.element.style, {position: "absolute", left: "0", top: "0", border: "0", background: "white"});
  }

  /** @override @param {HTMLElement} parent */
  async load(parent) {
    const {width, height} = this.view.area, {link} = this;
    this.setSize(size(link.width, link.height) ?? {width: Math.round(width), height: Math.round(height)});
    if (!(await super.load(parent))) return false;
    if (!this.document) throw new Error("The document cannot be shown.");
    await atMost(decoded(this.document), 4000);
    if (this.disposed) return false;
    this.setSize(pageSize(this.document, link) ?? sizeOfContent(this.document, this));
    this.ready();
    return true;
  }

  /** @param {import("../layout/pagesize.js").Size} size */
  setSize({width, height}) {
    Object.assign(this, {width, height});
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }

  /** Called when the document is loaded and has its size. */
  ready() {
    const {root, body, width, height, window} = this;
    root.style.setProperty("overflow", "hidden", "important");
    if (body !== root) body.style.setProperty("margin", "0");
    const {direction} = window.getComputedStyle(body);
    Object.assign(this.flow, {direction: direction === "rtl" ? "rtl" : "ltr", pitch: width, width, height});
    // Undoes scrolling by focus and find: the page has nothing to scroll.
    this.listen(this.document, "scroll", () => window.scrollTo(0, 0));
    this.show();
    this.isReady = true;
    this.shell.emit("frame", this);
    this.notify("layout");
  }

  /** @override */
  visible() {
    const {left, top, width, height} = this.view.area;
    const from = this.fromView({x: left, y: top}), to = this.fromView({x: left + width, y: top + height});
    return box(Math.max(0, from.x), Math.max(0, from.y), Math.min(this.width, to.x), Math.min(this.height, to.y));
  }

  /** Pans to a range if the page is not completely visible.
   * @override @param {Range} range */
  reveal(range) {
    const rect = this.toView(range.getBoundingClientRect()), {left, top, width, height} = this.view.area;
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
  get isStrip() {
    return false;
  }

  /** @override */
  get ahead() {
    return 1;
  }

  /** @override @param {number} number @param {any} view @returns {any} */
  make(number, view) {
    const Page = this.shell.book.readingOrder[number].scripted ? ScriptedPage : FixedFrame;
    return new Page(this.shell, number, view);
  }

  /** A page is always entirely visible.
   * @override @param {number} number */
  locatorOf(number) {
    return super.locatorOf(number, 0);
  }
}

/** @param {Shell} shell */
export const open = (shell) => new SpreadView(shell, new FixedPages(shell));
