// SPDX-License-Identifier: BSD-3-Clause
// All resources in one scrolling strip, top to bottom (vertical text: side by side). Each has a section; only sections
// on the screen and their neighbours have a frame, which is as long as its document.
import {h} from "../tools/dom.js";
import {clamp, firstOf} from "../tools/numbers.js";
import {ReflowFrame} from "../layout/paginator.js";
import {box} from "../book/rects.js";
import {ReflowView} from "./reflow.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

class StripFrame extends ReflowFrame {
  /** @param {Shell} shell @param {number} index @param {ContinuousView} view */
  constructor(shell, index, view) {
    super(shell, index);
    this.view = view;
    this.section = view.sections[index];
    this.span = 0;
  }

  /** @override */
  apply() {
    super.apply();
    const {style} = this.element;
    style.position = "static";
    if (this.view.axis === "x") this.view.element.style.insetInline = style.left;
    const name = this.view.axis === "y" ? "height" : "width";
    if (this.span && !this.crossed) style[name] = `${this.span}px`;
  }

  /** Whether its writing direction differs from that of the strip: it then scrolls inside a section as large as the
   * screen. */
  get crossed() {
    return this.flow.axis !== this.view.axis;
  }

  /** @override Chromium 102 would show scroll bars until the frame is as long as its document. */
  get rolls() {
    return this.crossed;
  }

  /** @override */
  layout() {
    super.layout();
    const span = this.crossed ? (this.view.axis === "y" ? this.flow.height : this.flow.width) : this.measureSpan();
    // Content as high as the frame would grow with it forever.
    this.grown = span > this.span && this.span ? (this.grown || 0) + 1 : 0;
    if (span !== this.span && this.grown <= 4) {
      this.span = span;
      this.view.lengthen(this);
    } else if (!this.crossed) this.setLength(this.span);
  }

  /** The length of the document: of its body, or of what extends beyond it, such as positioned boxes.
   * @returns {number} */
  measureSpan() {
    const {root, zoom} = this, isDown = this.view.axis === "y", rect = this.body.getBoundingClientRect();
    const span = Math.max(1, Math.ceil((isDown ? rect.height : rect.width) * zoom));
    // A root is never shorter than its window.
    this.setLength(span);
    return Math.max(span, isDown ? root.scrollHeight : root.scrollWidth);
  }

  /** @param {number} length of the frame in px */
  setLength(length) {
    this.element.style[this.view.axis === "y" ? "height" : "width"] = `${length}px`;
  }

  // A document of the other writing direction is measured and scrolled on its own, in a section as large as the screen.

  /** @override */
  along(/** @type {import("../layout/frame.js").Box} */ rect) {
    if (this.crossed) return super.along(rect);
    const {axis, sign, element: strip} = this.view, {left, top, right, bottom} = this.toView(rect);
    const edge = strip.getBoundingClientRect();
    if (axis === "y") return {start: top - edge.top, end: bottom - edge.top};
    return sign > 0 ? {start: left - edge.left, end: right - edge.left} : {start: edge.right - right, end: edge.right - left};
  }

  /** @override */
  get extent() {
    return this.crossed ? super.extent : this.view.extent;
  }

  /** @override */
  get length() {
    return this.crossed ? super.length : this.view.length;
  }

  /** @override */
  get offsetNow() {
    return this.crossed ? super.offsetNow : this.view.offset;
  }

  /** @override */
  scrollAlong(/** @type {number} */ offset) {
    if (this.crossed) super.scrollAlong(offset);
    else this.view.scrollTo(offset);
  }

  /** The start of the section in the strip. */
  get begin() {
    return this.view.beginOf(this.section);
  }

  /** @override */
  get origin() {
    return this.crossed ? 0 : this.begin;
  }

  /** @override */
  get whole() {
    return this.crossed ? super.whole : this.span;
  }

  /** @override */
  reveal(/** @type {Range} */ range) {
    const isFound = super.reveal(range);
    if (isFound) this.enter();
    return isFound;
  }

  /** @override */
  showProgression(/** @type {number} */ progression) {
    this.stale = true;
    this.showInside(progression);
    if (this.crossed) return this.enter();
    const last = progression === 1 ? Math.max(0, this.span - this.extent) : this.span * progression;
    this.scrollAlong(this.begin + last + 0.01);
  }

  /** Scrolls to a place in a document of the other writing direction, from its start to its end.
   * @param {number} progression */
  showInside(progression) {
    if (this.crossed) super.showProgression(progression);
  }

  /** Whether a document of the other writing direction is entirely on the screen. */
  enter() {
    if (this.crossed) this.view.scrollTo(this.begin);
  }

  /** @override */
  restore(/** @type {boolean} */ late) {
    super.restore(late);
    // The browser scrolled the strip, because the strip was too short for a higher screen.
    if (this.view.expected >= 0) this.enter();
  }

  /** @override */
  visible() {
    const frame = this.element.getBoundingClientRect(), edge = this.view.element.getBoundingClientRect();
    return box(Math.max(0, edge.left - frame.left), Math.max(0, edge.top - frame.top),
      Math.min(frame.width, edge.right - frame.left), Math.min(frame.height, edge.bottom - frame.top));
  }

  /** @override */
  hide() {}

  /** @override */
  scrolled() {
    if (this.crossed) super.scrolled();
  }
}

class ContinuousView extends ReflowView {
  /** @param {Shell} shell */
  constructor(shell) {
    super(shell);
    /** @type {number} */
    this.index = -1;
    const css = shell.state.css?.reflowable || {};
    const vertical = /vertical/.test(css.family || "");
    this.axis = vertical ? "x" : "y";
    /** The offset to which we scrolled, until the reader or the browser scrolls. */
    this.expected = -1;
    this.sign = vertical && !/^mn/.test(shell.book.language) ? -1 : 1;
    this.element = h("div", {class: "continuous", dir: this.sign < 0 ? "rtl" : "ltr", style: vertical && "display: flex"});
    this.sections = shell.book.readingOrder.map((item) => h("section", {
      style: `flex: none; overflow: hidden; direction: ltr; ${vertical ? "width" : "height"}: ${this.guess(item)}px`,
    }));
    this.element.append(...this.sections);
    shell.element.append(this.element);
    this.element.addEventListener("scroll", () => this.scrolled(), {passive: true});
  }

  /** @override The margin of the page: vertical text has margins beside the strip. */
  get size() {
    const {width, height} = this.shell.element.getBoundingClientRect();
    return {width, height};
  }

  /** The estimated length of a section that has not been laid out: one position is about one screen.
   * @param {any} item */
  guess(item) {
    return Math.max(1, item.positions || 1) * Math.round(this.extent || 600);
  }

  get extent() {
    return this.axis === "y" ? this.element.clientHeight : this.element.clientWidth;
  }

  get length() {
    return this.axis === "y" ? this.element.scrollHeight : this.element.scrollWidth;
  }

  get offset() {
    return this.axis === "y" ? this.element.scrollTop : this.element.scrollLeft * this.sign;
  }

  /** @param {number} offset */
  scrollTo(offset) {
    if (this.axis === "y") this.element.scrollTop = offset;
    else this.element.scrollLeft = offset * this.sign;
    this.expected = this.offset;
  }

  /** Whether the strip scrolls horizontally. */
  get isAcross() {
    return this.axis === "x";
  }

  /** Scrolls down, or sideways in the direction in which lines follow each other.
   * @param {number} x @param {number} y */
  scrollBy(x, y) {
    this.element.scrollBy(this.isAcross ? x + y * this.sign : x, this.isAcross ? 0 : y);
  }

  /** @param {HTMLElement} section */
  beginOf(section) {
    if (this.axis === "y") return section.offsetTop;
    return this.sign > 0 ? section.offsetLeft : this.element.clientWidth - section.offsetLeft - section.offsetWidth;
  }

  /** @override */
  make(/** @type {number} */ index) {
    return new StripFrame(this.shell, index, this);
  }

  /** @override */
  parentOf(/** @type {number} */ index) {
    return this.sections[index];
  }

  /** Called when the length of a frame is known. Keeps the text on the screen in place.
   * @param {StripFrame} frame */
  lengthen(frame) {
    const {section, span} = frame;
    const name = this.axis === "y" ? "height" : "width";
    const before = this.axis === "y" ? section.offsetHeight : section.offsetWidth;
    if (span === before) return void (frame.element.style[name] = `${span}px`);
    const {offset} = this, current = this.current();
    const above = this.beginOf(section) + before <= offset + 1;
    // The first character may be in a later section.
    const isKept = current && current !== frame && !(/** @type {StripFrame} */ (current).crossed);
    if (isKept) current.keep();
    section.style[name] = frame.element.style[name] = `${span}px`;
    if (isKept && current.anchor) current.restore(true);
    else if (above) this.scrollTo(offset + span - before);
  }

  /** The section at the top of the screen. */
  get top() {
    const at = this.offset + 2;
    return firstOf(1, this.sections.length, (index) => this.beginOf(this.sections[index]) > at) - 1;
  }

  scrolled() {
    // When the strip becomes shorter, the browser scrolls it, not the reader.
    if (Math.abs(this.offset - this.expected) < 1 || this.dirty) return;
    this.expected = -1;
    const index = this.top;
    for (const frame of this.live.values()) frame.stale = true;
    if (index !== this.index) {
      this.index = index;
      this.live.keepNear(1);
      const frame = this.current();
      if (frame) this.shell.emit("current", frame);
      else Promise.resolve(this.live.reach(index)).then(() => this.settle(), () => {});
    }
    this.settle();
  }

  /** @override */
  show(/** @type {any} */ frame) {
    this.index = frame.index;
    frame.show();
    this.live.keepNear(1);
    this.shell.emit("current", frame);
    this.settle();
  }

  /** @override */
  notify() {
    for (const frame of this.frames()) frame.notify("move");
  }

  /** @override */
  move(/** @type {string} */ to) {
    const way = to === "forward" ? 1 : to === "backward" ? -1 : 0;
    if (!way) return super.move(to);
    const frame = /** @type {StripFrame|null} */ (this.current());
    // A document of the other writing direction is scrolled first, then the strip.
    if (frame?.crossed && frame.turn(way)) {
      this.settle();
      return true;
    }
    const {offset, extent, length} = this;
    if (way > 0 ? offset >= length - extent - 2 : offset <= 2) return false;
    const line = frame?.lineHeight || 24;
    const target = clamp(offset + way * (extent - line), 0, length - extent);
    if (this.animated) {
      this.element.scrollTo({[this.axis === "y" ? "top" : "left"]: this.axis === "y" ? target : target * this.sign,
        behavior: "smooth"});
    } else {
      this.scrollTo(target);
      this.expected = -1;
      this.scrolled();
    }
    return true;
  }

  /** @override */
  get rest() {
    return 0; // they may be on the screen
  }

  /** @override */
  showNearEdge(/** @type {any} */ frame) {
    if (frame.index !== this.index) frame.showInside(frame.index < this.index ? 1 : 0);
  }

  /** @override */
  dispose() {
    super.dispose();
    this.element.remove();
  }
}

/** @param {Shell} shell */
export const open = (shell) => new ContinuousView(shell);
