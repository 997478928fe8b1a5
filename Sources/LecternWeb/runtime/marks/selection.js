// SPDX-License-Identifier: BSD-3-Clause
// Reports the selection to the library as a complete locator, and turns the page when a selection reaches its edge.
import {scopeOf} from "../book/domrange.js";
import {locatorOf} from "../book/locate.js";
import {isText} from "../tools/nodes.js";
import {rectsOf, union} from "../book/rects.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** Times in ms: how long a selection must be unchanged before it is reported, and its rectangle before it is reported
 * again; how long the pointer rests at the edge before the page turns; and the pause after a turn. */
const CALM = 50, STILL = 150, REST = 800, PAUSE = 900;
/** The distance from the edge at which the page turns, in px. */
const EDGE = 16;
const MOVING = /^(?:Arrow|Page|Home|End)/;

export class FrameSelection {
  /** @param {any} frame a Frame, or another Surface of decorations.js @param {Shell} shell */
  constructor(frame, shell) {
    this.frame = frame;
    this.shell = shell;
    this.isReported = false;
    /** The rectangle that was reported last, as text. */
    this.rect = "";
    /** @type {{x: number, y: number}|null} the position of the selecting pointer */
    this.pointer = null;
    this.isTouch = false;
    this.way = 0;
    this.timer = this.moving = this.turning = this.keys = 0;
    const {document} = frame;
    /** @param {EventTarget} target @param {string} type @param {(event: any) => void} fn */
    const on = (target, type, fn) => frame.listen(target, type, fn, true);
    on(document, "selectionchange", () => this.changed());
    frame.onlayout(() => this.moved());
    frame.onmove(() => this.moved());
    on(document, "pointerdown", ({pointerType, button, clientX: x, clientY: y}) => {
      this.isTouch = pointerType === "touch";
      if (!this.isTouch && button === 0) this.drag({x, y});
    });
    on(document, "pointermove", ({buttons, clientX: x, clientY: y}) => {
      if (this.pointer) this.drag(buttons & 1 ? {x, y} : null);
    });
    for (const type of ["pointerup", "pointercancel"]) on(document, type, () => this.drag(null));
    on(window, "pointerup", () => this.drag(null));
    on(document, "keydown", ({shiftKey, key}) => shiftKey && MOVING.test(key) && this.extend());
  }

  /** Called when the frame is removed. */
  dispose() {
    for (const timer of [this.timer, this.moving, this.turning, this.keys]) clearTimeout(timer);
    if (this.isReported) this.shell.send({type: "selection", locator: null, rect: null});
  }

  get selection() {
    return /** @type {Document} */ (this.frame.document).getSelection();
  }

  clear() {
    this.selection?.removeAllRanges();
    this.report();
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.report(), CALM);
    if (this.keys) this.reveal();
    if (this.isTouch) this.watch();
  }

  // -- Reporting

  /** Reports the rectangle again once the page is still. */
  moved() {
    clearTimeout(this.moving);
    if (!this.isReported) return;
    this.moving = window.setTimeout(() => (this.frame.sliding ? this.moved() : this.report(true)), STILL);
  }

  /** @returns {Range|null} the moving end: the character at the focus */
  end() {
    const {focusNode: node, focusOffset: at, anchorNode, anchorOffset} = this.selection || {};
    if (!node || at === undefined) return null;
    const range = /** @type {Document} */ (this.frame.document).createRange();
    range.setStart(node, at);
    if (!isText(node)) return range;
    // The character inside the selection: the one before the end, if the end follows the anchor.
    const isForward = anchorNode && range.comparePoint(anchorNode, anchorOffset || 0) < 0;
    if (isForward && at > 0) range.setStart(node, at - 1);
    else range.setEnd(node, Math.min(node.length, at + 1));
    return range;
  }

  /** Reports the selection, unless there is still none.
   * @param {boolean} [moved] whether only its rectangle may have changed */
  report(moved = false) {
    clearTimeout(this.timer);
    const {frame, selection} = this;
    const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
    const found = range && locatorOf(range, scopeOf(frame.document));
    if (!range || !found?.text.highlight?.trim()) {
      if (this.isReported) this.shell.send({type: "selection", locator: null, rect: null});
      this.isReported = false;
      return;
    }
    this.isReported = true;
    const rect = this.rectOf(range), text = JSON.stringify(rect);
    if (moved && text === this.rect) return;
    this.rect = text;
    const {href, link} = frame;
    const locations = frame.locations || {...found.locations, progression: this.progression(range)};
    const locator = {href, type: link?.type || "application/xhtml+xml", locations, text: found.text};
    this.shell.send({type: "selection", locator, rect});
  }

  /** @param {Range} range @returns {number} of its start in the resource */
  progression(range) {
    const {frame} = this;
    if (frame.flow.mode === "paged") return frame.pageOf(range) / Math.max(1, frame.pages);
    const [rect] = frame.progressionAt ? rectsOf(range) : [];
    return rect ? frame.progressionAt(frame.along(rect).start) : 0;
  }

  /** @param {Range} range @returns {any} around the selected text on the screen; null if there is none */
  rectOf(range) {
    const {frame} = this, {element} = frame;
    if (getComputedStyle(element).visibility === "hidden") return null;
    const edge = element.getBoundingClientRect();
    const rects = rectsOf(range).map((rect) => frame.toView(rect)).filter(({left, top, right, bottom, width, height}) =>
      width && height && right > Math.max(0, edge.left) + 1 && left < Math.min(innerWidth, edge.right) - 1 &&
      bottom > Math.max(0, edge.top) + 1 && top < Math.min(innerHeight, edge.bottom) - 1);
    return union(rects);
  }

  // -- Turning pages

  /** @param {{x: number, y: number}|null} pointer while selecting */
  drag(pointer) {
    this.pointer = pointer;
    const selects = Boolean(pointer) && this.selection?.isCollapsed === false;
    // The browser would scroll to show the end, so the frame is held on its page meanwhile.
    this.frame.selecting = selects || Boolean(this.keys);
    this.watch();
  }

  /** Shows the page of the moving end when a key extends the selection. */
  extend() {
    clearTimeout(this.keys);
    this.frame.selecting = true;
    this.keys = window.setTimeout(() => {
      this.keys = 0;
      this.frame.selecting = false;
    }, 150);
  }

  reveal() {
    const {frame} = this;
    const end = frame.flow.mode === "paged" && this.end();
    if (end && frame.pageOf(end) !== frame.page) frame.reveal(end);
  }

  /** @returns {number} 1 if the moving end is at the end of the screen, −1 at its start, 0 elsewhere */
  edge() {
    const {frame, pointer} = this;
    const {mode, axis, sign, vertical, width, height} = frame.flow;
    if (mode !== "paged" || this.selection?.isCollapsed !== false) return 0;
    const [length, depth] = axis === "x" ? [width, height] : [height, width];
    /** @param {number} x @param {number} y */
    const place = (x, y) => axis === "x" ? {along: sign < 0 ? width - x : x, across: y}
      : {along: y, across: vertical === "rl" ? width - x : x};
    if (pointer) {
      const {along, across} = place(pointer.x, pointer.y);
      if (along > length - EDGE || across > depth) return 1;
      return along < EDGE || across < 0 ? -1 : 0;
    }
    // A finger moves a handle, which sends no events, so the selection itself must reach the first or last line.
    const rect = this.isTouch && this.end()?.getBoundingClientRect();
    if (!rect) return 0;
    const k = frame.zoom || 1;
    const line = (vertical ? rect.width : rect.height) * k;
    const {along, across} = place((rect.left + rect.right) / 2 * k, (rect.top + rect.bottom) / 2 * k);
    if (across > depth - 2 * line && along > length - 4 * line) return 1;
    return across < 2 * line && along < 4 * line ? -1 : 0;
  }

  /** Turns the page when the moving end rests at the edge. */
  watch() {
    const way = this.isPaused ? this.way : this.edge();
    if (way === this.way) return;
    clearTimeout(this.turning);
    this.way = way;
    if (!way) return;
    this.turning = window.setTimeout(() => {
      const {frame} = this;
      if (this.edge() === way && !(way > 0 ? frame.atEnd : frame.atStart)) {
        this.shell.move(way > 0 ? "forward" : "backward");
      }
      this.isPaused = true;
      this.turning = window.setTimeout(() => {
        this.isPaused = false;
        this.way = 0;
        this.watch();
      }, PAUSE);
    }, REST);
  }
}

/** @param {Shell} shell observes the selection of every frame */
export function install(shell) {
  /** @type {Map<any, FrameSelection>} */
  const all = new Map();
  shell.on("frame", (frame) => {
    all.set(frame, (frame.selection = new FrameSelection(frame, shell)));
  });
  shell.on("disposed", (frame) => {
    all.get(frame)?.dispose();
    all.delete(frame);
  });
  // The page with the selection need not be the one on the screen.
  shell.on("location", () => all.forEach((each) => each.moved()));
  shell.on("command:clearSelection", () => all.forEach((each) => each.clear()));
}
