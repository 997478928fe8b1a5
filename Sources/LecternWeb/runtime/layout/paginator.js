// SPDX-License-Identifier: BSD-3-Clause
// A reflowable document in a frame, either paginated with columns or scrolled.
import {flag, renew} from "../tools/dom.js";
import {Frame} from "./frame.js";
import {geometry, scrolls, sheet} from "./geometry.js";
import {Openings} from "./measure.js";
import {calm} from "./motion.js";
import {around} from "../tools/nodes.js";
import {clamp} from "../tools/numbers.js";
import {firstVisible, startRect} from "../book/place.js";
import {box} from "../book/rects.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** The duration of a slide, in ms. */
const SLIDE = 200;
/** How long a requested page waits for pictures and for fonts, in ms. */
const PATIENCE = 120;
/** Chromium before 105 leaves gaps, and counts an extra page, if pictures load after a layout. */
const LEAVES_GAPS = !CSS.supports("selector(:has(a))");

export class ReflowFrame extends Frame {
  /** @param {Shell} shell @param {number} index */
  constructor(shell, index) {
    super(shell, index);
    this.ready = false;
    this.page = 0;
    /** The number of columns with content. */
    this.columns = 1;
    /** @type {Range|null} the position: the first character on the screen, only changed by the reader's actions */
    this.anchor = null;
    /** Whether the reader has moved since the anchor was set. */
    this.stale = true;
    /** Distance of the anchor from the start of the screen in scroll mode, px. */
    this.edge = 0;
    /** @type {CSSStyleSheet|null} */
    this.sheet = null;
    this.text = "";
    /** @type {{x: number, y: number}} the offset that we last scrolled to */
    this.expected = {x: 0, y: 0};
    this.sliding = 0;
    /** @type {Document|null} the document that has adopted the sheet */
    this.adopted = null;
    /** Size of the text at the last layout. */
    this.measured = "";
    /** @type {Element|null} the element that had the focus */
    this.focused = null;
    /** @type {(() => void)|undefined} settings to apply with the next layout */
    this.change = undefined;
    /** Whether the reader is waiting for it. */
    this.wanted = false;
    /** Whether it was opened at its end, and no page has been turned since. */
    this.last = false;
    /** Whether the layout has changed on its own. */
    this.late = true;
    /** @type {() => void} stops waiting for pictures */
    this.hurry = () => {};
    /** The background color of the document, if any; the margins use it, too. */
    this.paper = "";
    /** Time of the last layout. */
    this.laid = 0;
    this.selecting = false;
    this.size = {width: 0, height: 0};
    /** @type {import("./geometry.js").Geometry|null} */
    this.geometry = null;
    this.openings = new Openings(this);
    /** The writing mode of the body, which the root must match; `told` if the root has a different one. */
    this.writing = "horizontal-tb";
    this.told = false;
    /** The properties that determined the direction at the last layout. */
    this.styled = "";
    this.direction = shell.state.css?.reflowable?.dir || "ltr";
  }

  /**
   * @param {HTMLElement} parent
   * @param {{width: number, height: number}} size of the view
   * @returns {Promise<boolean>}
   */
  async open(parent, size) {
    this.size = size;
    const family = this.shell.state.css?.reflowable?.family || "";
    if (/vertical/.test(family)) this.writing = /mong/.test(this.shell.book.language) ? "vertical-lr" : "vertical-rl";
    this.apply();
    // A document that is not displayed is not laid out repeatedly while it loads.
    this.element.style.display = "none";
    if (!await this.load(parent, {early: () => this.adopt()})) return false;
    if (this.document.readyState !== "complete") await this.arrival(this.element, "load");
    if (this.disposed) return false;
    this.element.style.display = "";
    this.adopt();
    this.shell.emit("document", this);
    this.openings.begin();
    this.layout();
    // Only the layout reveals which fonts are needed.
    const {fonts} = this.document;
    if (fonts?.status === "loading") {
      await this.arrival(fonts, "loadingdone");
      if (this.disposed) return false;
      this.layout();
    }
    this.watch();
    this.ready = true;
    return true;
  }

  /**
   * Waits for pictures or fonts, but only briefly if the reader is waiting.
   * @param {EventTarget} target
   * @param {string} event
   */
  arrival(target, event) {
    return new Promise((resolve) => {
      const timer = window.setTimeout(resolve, this.wanted ? PATIENCE : 10 * PATIENCE);
      this.hurry = () => {
        clearTimeout(timer);
        resolve(null);
      };
      target.addEventListener(event, this.hurry, {once: true});
      this.ends.push(this.hurry);
    });
  }

  /** Computes the geometry and the frame size for the current settings. */
  apply() {
    const scroll = scrolls(this.shell.state);
    const size = geometry({...this.size, settings: this.shell.settings, properties: this.shell.state.css?.reflowable?.properties,
      vertical: this.writing !== "horizontal-tb", scroll, ratio: devicePixelRatio || 1});
    this.geometry = size;
    const vertical = this.writing === "vertical-rl" ? "rl" : this.writing === "horizontal-tb" ? false : "lr";
    const rtl = this.direction === "rtl";
    const axis = scroll === Boolean(vertical) ? "x" : "y";
    const sign = scroll ? (vertical === "rl" ? -1 : 1) : rtl && !vertical ? -1 : 1;
    /** @type {import("./frame.js").Flow} */
    const flow = {mode: scroll ? "scroll" : "paged", axis, sign, vertical, direction: this.direction,
      pitch: size.pitch, columns: size.columns, pages: this.columns, width: size.width, height: size.height};
    this.flow = flow;
    const {style} = this.element;
    style.left = `${size.left}px`;
    style.top = `${size.top}px`;
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    this.element.scrolling = this.rolls ? "auto" : "no";
  }

  /** Whether the reader scrolls the frame itself. */
  get rolls() {
    return this.flow.mode === "scroll";
  }

  /** Applies the paginator's sheet to the document. */
  adopt() {
    const {document, root} = this;
    if (!document || !root || !this.geometry) return;
    if (this.adopted !== document) {
      this.adopted = document;
      this.text = "";
      const Sheet = /** @type {any} */ (this.window).CSSStyleSheet;
      this.sheet = new Sheet();
      document.adoptedStyleSheets = [/** @type {CSSStyleSheet} */ (this.sheet)];
      flag(root, root.getAttribute("data-lectern"));
    }
    const scroll = this.flow.mode === "scroll";
    const text = sheet(this.geometry, {scroll, writing: this.writing, direction: this.direction, told: this.told});
    if (text === this.text) return;
    this.text = text;
    this.sheet?.replaceSync(text);
    root.setAttribute("data-lectern-flow", this.flow.mode);
  }

  /** Lays out the document again and counts its pages: first all writes, then all reads. */
  layout() {
    this.apply();
    // Settings may determine the direction, so what was set on the root for the previous settings is removed.
    const styled = `${this.root.getAttribute("data-lectern")} ${this.root.dir}`;
    if (styled !== this.styled) Object.assign(this, {styled, told: false});
    this.adopt();
    const own = this.window.getComputedStyle(this.root);
    const {writingMode, direction} = this.window.getComputedStyle(this.body);
    const writing = /^(horizontal-tb|vertical-rl|vertical-lr)$/.test(writingMode) ? writingMode : "vertical-rl";
    const told = this.told || own.writingMode !== writing || own.direction !== direction;
    // Each change of the sheet recalculates all styles.
    if (writing !== this.writing || direction !== this.direction || told !== this.told) {
      Object.assign(this, {writing, direction, told});
      this.apply();
      this.adopt();
    }
    if (this.laid && this.flow.mode === "paged" && LEAVES_GAPS) renew(this.body);
    this.openings.measure();
    this.count();
    this.paper = [this.root, this.body].map((box) => this.window.getComputedStyle(box).backgroundColor)
      .find((color) => !/^(transparent|rgba\(.*, 0\))$/.test(color)) || "";
    this.laid = performance.now();
    this.measured = this.measure();
  }

  measure() {
    const {body} = this;
    return `${body.getClientRects().length} ${body.offsetHeight} ${body.offsetWidth}`;
  }

  /** Counts the columns, and measures the zoom that a sheet may set on the body. */
  count() {
    const rects = this.body.getClientRects();
    const zoom = Number(/** @type {any} */ (this.window.getComputedStyle(this.body)).zoom) || 1;
    const {flow} = this;
    if (flow.mode === "paged") {
      const along = rects.length ? (flow.axis === "x" ? rects[0].width : rects[0].height) : 0;
      this.zoom = zoom !== 1 && along ? Math.round(flow.pitch / along * 1e4) / 1e4 : 1;
      this.columns = Math.max(1, rects.length);
    }
    flow.pages = this.columns;
  }

  /** The number of screens in this document. */
  get pages() {
    if (this.flow.mode === "paged") return Math.ceil(this.columns / this.flow.columns);
    return Math.max(1, Math.ceil((this.whole - 1) / this.extent));
  }

  /** The size of the screen along the pages. */
  get extent() {
    return this.flow.axis === "x" ? this.flow.width : this.flow.height;
  }

  /** The size of the document along the pages, in scroll mode. */
  get length() {
    return this.flow.axis === "x" ? this.root.scrollWidth : this.root.scrollHeight;
  }

  /** The start and length of this document in the scrolled area, which may have other documents (see continuous.js). */
  get origin() {
    return 0;
  }

  get whole() {
    return this.length;
  }

  /** The scroll offset, along the reading direction. */
  get offsetNow() {
    return (this.flow.axis === "x" ? this.window.scrollX : this.window.scrollY) * this.flow.sign;
  }

  /**
   * The position of a rectangle along the pages, relative to the start of the screen.
   * @param {import("./frame.js").Box} rect
   */
  along(rect) {
    const {axis, sign, width} = this.flow, k = this.zoom;
    if (axis === "y") return {start: rect.top * k, end: rect.bottom * k};
    return sign > 0 ? {start: rect.left * k, end: rect.right * k}
      : {start: width - rect.right * k, end: width - rect.left * k};
  }

  /** @param {Range} range @returns {boolean} whether it begins on the screen */
  onScreen(range) {
    const rect = startRect(range);
    if (!rect) return false;
    const {start, end} = this.along(rect);
    return end > 0 && start < this.extent - 1;
  }

  /** @override @param {import("./frame.js").Box|Range} target @returns {number} screen, from 0 */
  pageOf(target) {
    const rect = "startContainer" in target ? startRect(target) : target;
    if (!rect) return this.page;
    const {start} = this.along(rect);
    const offset = start + this.offsetNow;
    if (this.flow.mode === "scroll") return clamp(Math.floor((offset - this.origin) / this.extent), 0, this.pages - 1);
    return clamp(Math.floor((offset + 1) / this.extent), 0, this.pages - 1);
  }

  /** @override */
  visible() {
    return box(0, 0, this.flow.width, this.flow.height);
  }

  /**
   * Scrolls to an offset along the pages.
   * @param {number} offset
   */
  scrollAlong(offset) {
    const value = offset * this.flow.sign || 0;
    this.expected = this.flow.axis === "x" ? {x: value, y: 0} : {x: 0, y: value};
    this.window.scrollTo(this.expected.x, this.expected.y);
    // To the left of the first page, Chromium 102 does not paint until a style of the root changes.
    if (this.flow.sign < 0) this.root.style.willChange = this.root.style.willChange ? "" : "scroll-position";
  }

  /**
   * Shows a page.
   * @param {number} page
   * @param {boolean} [animated]
   */
  turnTo(page, animated = false) {
    this.page = clamp(page, 0, this.pages - 1);
    this.stale = true;
    this.last = false;
    const target = this.page * this.extent;
    const slid = this.sliding;
    cancelAnimationFrame(slid);
    this.sliding = 0;
    if (!animated) {
      // A frame that was prepared on this page needs no update.
      const {axis, sign} = this.flow;
      if (slid || !this.ready || this.expected[axis] !== (target * sign || 0)) this.scrollAlong(target);
      return;
    }
    const from = this.offsetNow;
    if (Math.abs(target - from) > this.extent * 1.5) return this.scrollAlong(target);
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = clamp((now - begin) / SLIDE, 0, 1);
      this.scrollAlong(part < 1 ? from + (target - from) * (1 - (1 - part) ** 3) : target);
      this.sliding = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.sliding = requestAnimationFrame(step);
  }

  /**
   * Turns the page, or scrolls by a screen.
   * @param {1|-1} way
   * @param {boolean} [animated]
   * @returns {boolean} false at the end
   */
  turn(way, animated = false) {
    if (this.flow.mode === "paged") {
      const page = this.page + way;
      if (page < 0 || page >= this.pages) return false;
      this.turnTo(page, animated);
      return true;
    }
    const from = this.offsetNow;
    const last = this.length - this.extent;
    if (way > 0 ? from >= last - 2 : from <= 2) return false;
    // The last line on the screen becomes the first line of the next.
    this.scrollAlong(clamp(from + way * (this.extent - this.lineHeight), 0, last));
    this.stale = true;
    return true;
  }

  get lineHeight() {
    const style = this.window.getComputedStyle(this.body);
    return parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.4 || 24;
  }

  /**
   * Shows a part of the document.
   * @param {number} progression from 0 to 1
   */
  showProgression(progression) {
    this.stale = true;
    if (this.flow.mode === "paged") {
      this.turnTo(Math.floor(progression * this.pages + 1e-6));
      this.last = progression === 1;
      return;
    }
    this.scrollAlong(clamp(progression * this.length + 0.01, 0, Math.max(0, this.length - this.extent)));
  }

  /** @override Shows the page where a range begins. @param {Range} range @param {boolean} [animated] */
  reveal(range, animated = false) {
    const rect = startRect(range);
    if (!rect) return false;
    this.stale = true;
    if (this.flow.mode === "paged") {
      this.turnTo(this.pageOf(rect), animated);
      return true;
    }
    const offset = this.along(rect).start + this.offsetNow - this.lineHeight;
    this.scrollAlong(clamp(offset, 0, Math.max(0, this.length - this.extent)));
    return true;
  }

  /** Updates the anchor if the reader has moved since. */
  keep() {
    if (!this.stale || this.sliding) return;
    const first = firstVisible(this);
    if (first) this.keepAt(first);
    else this.stale = Boolean(this.anchor = null);
  }

  /**
   * Makes a range the anchor.
   * @param {Range} range
   */
  keepAt(range) {
    this.stale = false;
    this.anchor = range;
    const rect = this.anchor && this.flow.mode === "scroll" ? startRect(this.anchor) : null;
    this.edge = rect ? this.along(rect).start : 0;
  }

  /**
   * Scrolls back to the anchor after the layout has changed.
   * @param {boolean} late caused by late content: a reader who came back to the last page stays there
   */
  restore(late) {
    cancelAnimationFrame(this.sliding);
    this.sliding = 0;
    const rect = this.anchor && startRect(this.anchor);
    if (this.flow.mode === "paged") {
      this.page = late && this.last ? this.pages - 1 : rect ? this.pageOf(rect) : clamp(this.page, 0, this.pages - 1);
      return this.scrollAlong(this.page * this.extent);
    }
    if (!rect) return;
    // Keeps the anchor on the screen, which may be smaller now.
    const edge = clamp(this.edge, 0, Math.max(0, this.extent - 2 * this.lineHeight));
    const offset = this.along(rect).start + this.offsetNow - edge;
    this.scrollAlong(clamp(offset, 0, Math.max(0, this.length - this.extent)));
  }

  /** The reader's position in this document, from 0 to 1. */
  get progression() {
    return this.flow.mode === "paged" ? this.page / this.pages : this.progressionAt(0);
  }

  /**
   * The progression of a position at a distance from the start of the screen, in scroll mode.
   * @param {number} start
   */
  progressionAt(start) {
    return clamp((start + this.offsetNow - this.origin) / Math.max(1, this.whole), 0, 1);
  }

  /** Whether the end of the document is on the screen. */
  get atEnd() {
    if (this.flow.mode === "paged") return this.page >= this.pages - 1;
    return this.offsetNow + this.extent >= this.origin + this.whole - 2;
  }

  get atStart() {
    return this.flow.mode === "paged" ? this.page === 0 : this.offsetNow <= this.origin + 2;
  }

  /** Observes changes of the layout and the position that we did not cause. */
  watch() {
    const changed = () => this.onchange?.(this);
    calm(this.document);
    const observer = new ResizeObserver(() => {
      calm(this.document);
      if (this.measured !== this.measure()) changed();
    });
    observer.observe(this.body);
    this.ends.push(() => observer.disconnect());
    // Pictures may be larger than a page. Everything else that matters changes the size of the body.
    const arrived = (/** @type {Event} */ event) => {
      if (/^(img|image|video|object|embed|iframe)$/.test(/** @type {Element} */ (event.target).localName)) changed();
    };
    for (const type of ["load", "error", "loadedmetadata"]) this.listen(this.document, type, arrived, true);
    if (this.document.fonts) this.listen(this.document.fonts, "loadingdone", changed);
    this.listen(this.document, "scroll", () => this.scrolled());
  }

  /** Called when the reader scrolled, or the browser did to show the focus or a match. */
  scrolled() {
    const {x, y} = this.scroll();
    // Chromium 102 drops the fraction.
    const moved = Math.abs(x - this.expected.x) >= 1 || Math.abs(y - this.expected.y) >= 1;
    if (!moved || this.sliding || !this.ready) return;
    if (this.flow.mode === "paged") {
      // The text has become shorter, and is about to be laid out again.
      if (this.measured !== this.measure()) return;
      const selection = this.document.getSelection();
      const active = this.document.activeElement;
      /** @type {Range|null} */
      let range = null;
      if (active && active !== this.body && this.focused !== active) range = around(active);
      else if (selection?.rangeCount && !selection.isCollapsed) range = selection.getRangeAt(0);
      this.focused = active;
      // While the reader is selecting, selection.js turns the pages.
      const page = this.selecting ? this.page
        : range ? this.pageOf(range) : Math.round(this.offsetNow / this.extent);
      const same = page === this.page;
      this.expected = {x, y};
      this.turnTo(page);
      if (y && this.flow.axis === "x" || x && this.flow.axis === "y") this.scrollAlong(this.page * this.extent);
      if (same) return;
    } else {
      this.expected = {x, y};
      this.stale = true;
    }
    this.onscrolled?.(this);
  }

  /** @override */
  dispose() {
    cancelAnimationFrame(this.sliding);
    this.onchange = this.onscrolled = undefined;
    this.anchor = null;
    super.dispose();
  }
}

/** @type {((frame: ReflowFrame) => void)|undefined} called when the layout has changed on its own */
ReflowFrame.prototype.onchange = undefined;
/** @type {((frame: ReflowFrame) => void)|undefined} called when the position has changed on its own */
ReflowFrame.prototype.onscrolled = undefined;
