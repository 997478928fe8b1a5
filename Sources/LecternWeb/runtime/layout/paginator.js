// SPDX-License-Identifier: BSD-3-Clause
// A reflowable document in a frame, either paginated with columns or scrolled.
//
// The idea: a chapter is one long document that the browser breaks into CSS columns, one beside the other; the frame is a
// window of one screen onto this strip, and turning a page scrolls it by exactly one screen. Nothing is split, moved or
// copied, so selections, links, find-in-page and screen readers work as in any document.
//
//      frame:    |<---- width ---->|                        columns: 2, pages: 3
//      body:     | col 0  | col 1  | col 2  | col 3  | col 4  |
//                |<-pitch>|                                 pitch: a column with its gutters
//
//   1. apply()   of flow.js: geometry.js turns the size of the view and the settings into whole device pixels: where the frame is, how
//                many columns a screen has, and their pitch. In vertical writing, columns follow from top to bottom.
//   2. adopt()   sheet() of geometry.js makes the body a column box. It is an adopted style sheet with a specificity that
//                no book has, so the book's own rules for html and body cannot prevent pages.
//   3. layout()  all writes, then all reads: the writing mode of the body may require other columns, so 1 and 2 may run
//                twice. Then Openings (measure.js) finds what columns cannot break or what is wider than one (boxes with
//                a height, tables, formulas, pictures) and marks it with attributes, for which css/page.css has rules;
//                count() takes the number of columns from the client rects of the body, which has one for each.
//   4. turnTo()  scrolls to page * extent.
//
// Positions are measured along the pages, whatever the writing mode and the direction: along() turns a rectangle into a
// start and an end, `flow.axis` is the axis on which pages follow, and `flow.sign` is -1 where they follow to the left. In
// scroll mode, the same functions work without columns.
//
// The place of the reader is a range, the anchor, and never a page number: the first character on the screen, set by
// keep() when the reader has moved. Whenever the layout changes (a resize, a setting, a late picture or font: watch.js),
// the view calls layout() and then restore(), which shows the page where the anchor is. The anchor does not move then, so
// the same settings always lead back to the same page.
//
// Who calls it: views/reflow.js opens a frame for each resource that is near, and turns from one to the next;
// views/continuous.js stacks the frames of several. frame.js has what is common to all documents in frames: loading, links,
// events. The scroll events that we did not cause (focus, find-in-page) are handled by scrolled().
import {FlowFrame} from "./flow.js";
import {Slide} from "./slide.js";
import {createLayer} from "./surface.js";
import {calm, watch} from "./watch.js";
import {XHTML, around} from "../tools/nodes.js";
import {clamp} from "../tools/numbers.js";
import {firstVisible, startRect} from "../book/place.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** How long a requested page waits for pictures and for fonts, in ms. */
const PATIENCE = 120;

export class ReflowFrame extends FlowFrame {
  /** @param {Shell} shell @param {number} index */
  constructor(shell, index) {
    super(shell, index);
    /** @type {Range|null} the position: the first character on the screen, only changed by the reader's actions */
    this.anchor = null;
    /** Whether the reader has moved since the anchor was set. */
    this.stale = true;
    /** Distance of the anchor from the start of the screen in scroll mode, px. */
    this.edge = 0;
    this.slide = new Slide();
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
    this.selecting = false;
    /** Whether late content must not move the reader, because it has led back. */
    this.pinned = false;
  }

  /** @param {HTMLElement} parent @param {{width: number, height: number}} size of the view
   * @returns {Promise<boolean>} */
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
    // Added later, it would cause another layout of the whole document.
    if (this.root.namespaceURI === XHTML) this.root.append(this.overlay = createLayer(this.document, "visible"));
    calm(this.document);
    this.openings.begin();
    this.layout();
    // Only the layout reveals which fonts are needed.
    const {fonts} = this.document;
    if (fonts?.status === "loading") {
      await this.arrival(fonts, "loadingdone");
      if (this.disposed) return false;
      this.layout();
    }
    watch(this);
    this.ready = true;
    return true;
  }

  /** Waits for pictures or fonts, but only briefly if the reader is waiting.
   * @param {EventTarget} target @param {string} event */
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

  /** Shows a page.
   * @param {number} page @param {boolean} [animated] */
  turnTo(page, animated = false) {
    this.page = clamp(page, 0, this.pages - 1);
    this.stale = true;
    this.last = false;
    const target = this.page * this.extent;
    const {sliding} = this;
    this.slide.stop();
    if (!animated) {
      // A frame that was prepared on this page needs no update.
      const {axis, sign} = this.flow;
      if (sliding || !this.ready || this.expected[axis] !== (target * sign || 0)) this.scrollAlong(target);
      return;
    }
    const from = this.offsetNow;
    if (Math.abs(target - from) > this.extent * 1.5) return this.scrollAlong(target);
    this.slide.start(from, target, (offset) => this.scrollAlong(offset));
  }

  /** Whether a page is being turned. */
  get sliding() {
    return this.slide.isRunning;
  }

  /** Turns the page, or scrolls by a screen.
   * @param {1|-1} way @param {boolean} [animated] @returns {boolean} false at the end */
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

  /** Shows a part of the document.
   * @param {number} progression from 0 to 1 */
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

  /** Makes a range the anchor.
   * @param {Range} range */
  keepAt(range) {
    this.stale = false;
    this.anchor = range;
    const rect = this.anchor && this.flow.mode === "scroll" ? startRect(this.anchor) : null;
    this.edge = rect ? this.along(rect).start : 0;
  }

  /** Scrolls back to the anchor after the layout has changed.
   * @param {boolean} late caused by late content: a reader who came back to the last page stays there */
  restore(late) {
    this.slide.stop();
    const rect = this.anchor && !(late && this.pinned) && startRect(this.anchor);
    if (this.flow.mode === "paged") {
      this.page = late && this.last ? this.pages - 1 : rect ? this.pageOf(rect) : clamp(this.page, 0, this.pages - 1);
      this.last &&= this.page === this.pages - 1;
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

  /** Whether the end of the document is on the screen. */
  get atEnd() {
    if (this.flow.mode === "paged") return this.page >= this.pages - 1;
    return this.offsetNow + this.extent >= this.origin + this.whole - 2;
  }

  get atStart() {
    return this.flow.mode === "paged" ? this.page === 0 : this.offsetNow <= this.origin + 2;
  }

  /** @returns {Range|null} the element that has just received the focus, or the selection */
  chosen() {
    const active = this.document.activeElement, isNew = active && active !== this.body && this.focused !== active;
    this.focused = active;
    if (isNew) return around(active);
    const selection = this.document.getSelection();
    return selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
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
      const range = this.chosen();
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
    this.slide.stop();
    this.onchange = this.onscrolled = undefined;
    this.anchor = null;
    super.dispose();
  }
}

/** @type {((frame: ReflowFrame) => void)|undefined} called when the layout has changed on its own */
ReflowFrame.prototype.onchange = undefined;
/** @type {((frame: ReflowFrame) => void)|undefined} called when the position has changed on its own */
ReflowFrame.prototype.onscrolled = undefined;
