// SPDX-License-Identifier: BSD-3-Clause
// The view for reflowable publications: the document on the screen, and its preloaded neighbours.
import {flag} from "../tools/dom.js";
import {locatorOf, rangeOf} from "../book/locate.js";
import {isText} from "../tools/nodes.js";
import {clamp} from "../tools/numbers.js";
import {ReflowFrame} from "../layout/paginator.js";
import {firstVisible, startRect} from "../book/place.js";
import {isCalm} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** Resources of at least this size, in bytes, are only preloaded when the page is idle. */
const LARGE = 500_000;

/** The length of the quote in a locator. */
const PHRASE = 60;
/** The maximum number of page turns that are queued while a resource loads. */
const QUEUE = 4;
/** The minimum time between two layouts for late content, in ms. */
const PAUSE = 150;

/** @param {() => void} fn @param {number} timeout */
const idle = (fn, timeout) =>
  (window.requestIdleCallback ? window.requestIdleCallback(fn, {timeout}) : window.setTimeout(fn, 300));

export class ReflowView {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.element = shell.element;
    /** @type {Map<number, ReflowFrame>} at most three: the current one and its neighbours */
    this.live = new Map();
    /** @type {Map<number, Promise<ReflowFrame|null>>} */
    this.opening = new Map();
    this.index = -1;
    /** The index of the resource that is being opened for display, or -1. */
    this.wanted = -1;
    this.act = 0;
    this.dirty = 0;
    /** @type {Set<ReflowFrame>} frames that need another layout */
    this.changed = new Set();
    this.settling = 0;
    this.later = 0;
    this.queued = 0;
    this.pause = 0;
    /** The style sheets that the documents were served with, as text. */
    this.sheets = "";
  }

  frames() {
    return [...this.live.values()].filter((frame) => frame.ready);
  }

  /** @returns {ReflowFrame|null} */
  current() {
    const frame = this.live.get(this.index);
    return frame?.ready ? frame : null;
  }

  get size() {
    const {width, height} = this.element.getBoundingClientRect();
    return {width, height};
  }

  get animated() {
    return Boolean(this.shell.options.animated) && !isCalm();
  }

  // -- Frames

  /** @param {number} index @returns {ReflowFrame} */
  make(index) {
    return new ReflowFrame(this.shell, index);
  }

  /** @param {number} _index @returns {HTMLElement} the parent of a frame */
  parentOf(_index) {
    return this.element;
  }

  /** @param {number} index @returns {Promise<ReflowFrame|null>} null if it was abandoned meanwhile */
  open(index) {
    const known = this.live.get(index);
    if (known?.ready) return Promise.resolve(known);
    const opening = this.opening.get(index);
    if (opening) return opening;
    // At most three frames: the current one and its neighbours, or the requested one.
    this.keepNear(Math.abs(index - this.index) > 1 ? 0 : 1, index);
    const frame = this.make(index);
    this.live.set(index, frame);
    frame.onchange = () => this.invalidate(frame);
    frame.onscrolled = () => this.settle();
    const promise = frame.open(this.parentOf(index), this.size).then((opened) => {
      if (this.opening.get(index) === promise) this.opening.delete(index);
      if (!opened) return null;
      this.showNearEdge(frame);
      this.shell.emit("frame", frame);
      return frame;
    }, (error) => {
      if (this.live.get(index) === frame) this.drop(index);
      throw error;
    });
    this.opening.set(index, promise);
    return promise;
  }

  /** @param {number} index */
  drop(index) {
    const frame = this.live.get(index);
    this.live.delete(index);
    this.opening.delete(index);
    if (frame) this.changed.delete(frame);
    frame?.dispose();
  }

  /**
   * Drops all frames except the one on the screen, some neighbours on each side, and a requested one.
   * @param {number} reach
   * @param {number} [wanted]
   */
  keepNear(reach, wanted = this.index) {
    for (const index of [...this.live.keys()]) {
      if (Math.abs(index - this.index) > reach && index !== wanted) this.drop(index);
    }
  }

  /** Drops all frames. */
  clear() {
    for (const index of [...this.live.keys()]) this.drop(index);
  }

  /**
   * Shows a frame.
   * @param {ReflowFrame} frame
   * @param {1|-1|0} [slide]
   */
  show(frame, slide = 0) {
    const old = this.current();
    this.index = frame.index;
    frame.show();
    if (old && old !== frame) {
      if (slide && this.animated) this.slide(old, frame, slide);
      else old.hide();
      this.keepNear(1);
    }
    this.shell.emit("current", frame);
    this.settle();
  }

  /** @param {ReflowFrame} old @param {ReflowFrame} frame @param {1|-1} way */
  slide(old, frame, way) {
    const {axis, sign} = frame.flow;
    const distance = (axis === "x" ? this.element.clientWidth * sign : this.element.clientHeight) * way;
    const move = (/** @type {number} */ value) => ({transform: `translate${axis.toUpperCase()}(${value}px)`});
    const timing = {duration: 200, easing: "ease-out"};
    frame.element.animate([move(distance), move(0)], timing);
    const animation = old.element.animate([move(0), move(-distance)], timing);
    animation.onfinish = () => {
      if (old !== this.current()) old.hide();
    };
  }

  /** Preloads the next and the previous resource. */
  prepare() {
    if (this.wanted >= 0) return;
    const {book} = this.shell;
    const way = /** @type {const} */ ([1, -1]).find((way) => {
      const index = this.index + way;
      return book.beside(this.index, way) && !this.live.has(index) && this.shell.kindOf(index) === this.shell.kind;
    });
    if (!way) return;
    const next = this.index + way;
    const {size, positions} = book.readingOrder[next];
    // A position corresponds to 1024 bytes of the resource.
    const large = (size || positions * 1024) > LARGE;
    const begin = () => {
      if (this.disposed || this.wanted >= 0 || this.live.has(next) || Math.abs(next - this.index) !== 1) return;
      this.open(next).then(() => this.disposed || this.settleLater(), () => {});
    };
    if (large) idle(begin, 4000);
    else begin();
  }

  // -- Moving

  /**
   * @param {any} locator
   * @param {{animated?: boolean, keep?: boolean}} [options] keep: restore the position, without a jump
   * @returns {Promise<boolean>}
   */
  async go(locator, options = {}) {
    const {animated = false, keep = false} = options;
    const index = this.shell.book.indexOf(locator.href, locator.locations);
    const act = ++this.act;
    const frame = await this.reach(index);
    if (!frame || act !== this.act) return false;
    this.scrollToLocator(frame, locator, animated && this.animated && frame === this.current(), keep);
    this.show(frame);
    return true;
  }

  /**
   * Opens the frame of a resource that is about to be shown.
   * @param {number} index
   * @returns {Promise<ReflowFrame|null>|ReflowFrame}
   */
  reach(index) {
    const known = this.live.get(index);
    if (known?.ready) return known;
    this.wanted = index;
    const opening = this.open(index), frame = this.live.get(index);
    if (frame) frame.wanted = true;
    frame?.hurry();
    return opening.finally(() => {
      if (this.wanted === index) this.wanted = -1;
    });
  }

  /**
   * Scrolls a frame to a locator.
   * @param {ReflowFrame} frame
   * @param {any} locator
   * @param {boolean} [animated]
   * @param {boolean} [keep]
   */
  scrollToLocator(frame, locator, animated = false, keep = false) {
    const locations = locator.locations || {};
    const exact = locations.domRange || locations.cssSelector || locations.fragments?.length || locator.text?.highlight;
    const range = exact ? rangeOf(locator, frame.document) : null;
    const progression = clamp(Number(locations.progression) || 0, 0, 1);
    if (range && frame.flow.mode === "scroll" && locations.progression != null) {
      // The page reported this locator: the first content on the screen at this progression. Restores that screen.
      frame.showProgression(progression);
      const first = firstVisible(frame), [one, other] = [range, first].map((each) => each && startRect(each));
      if (one && other && Math.hypot(one.left - other.left, one.top - other.top) < 1) return;
    }
    if (range && frame.reveal(range, animated)) {
      if (!keep) return;
      frame.keepAt(range);
      // In another layout, the text starts at the top of the screen, not lower.
      frame.edge = 0;
      if (frame.flow.mode === "scroll") frame.restore(false);
      return;
    }
    frame.showProgression(progression);
  }

  /** @param {string} to @returns {boolean|Promise<boolean>} */
  move(to) {
    const frame = this.current();
    if (!frame) return false;
    if (to === "forward" || to === "backward") {
      if (this.crossing) return this.moveLater(to);
      const way = to === "forward" ? 1 : -1;
      if (!frame.turn(way, this.animated)) return this.cross(way);
    } else if (to === "resourceStart") frame.showProgression(0);
    else if (to === "resourceEnd") frame.showProgression(1);
    else if (to === "nextSection") return this.cross(1);
    else if (to === "previousSection") return this.cross(-1, true);
    else return false;
    this.act++;
    this.settle();
    return true;
  }

  /**
   * Handles a key that was pressed while a resource is loading: it then turns a page in that resource.
   * @param {string} to
   * @returns {Promise<boolean>}
   */
  async moveLater(to) {
    const {turn} = this.shell;
    if (this.queued >= QUEUE) return false;
    this.queued++;
    try {
      await this.crossing;
    } finally {
      this.queued--;
    }
    return turn === this.shell.turn && this.move(to);
  }

  /**
   * Goes to the next or previous resource: to its first page or, when going backwards, to its last.
   * @param {1|-1} way
   * @param {boolean} [start]
   * @returns {boolean|Promise<boolean>}
   */
  cross(way, start = way > 0) {
    const {book} = this.shell, index = this.index + way;
    if (book.isOutside(this.index)) return this.shell.resume();
    if (!book.beside(this.index, way)) return false;
    if (this.shell.kindOf(index) !== this.shell.kind) return this.shell.enter(index, start ? 0 : 1);
    const enter = (/** @type {ReflowFrame} */ frame) => {
      frame.showProgression(start ? 0 : 1);
      this.show(frame, way);
      return true;
    };
    const known = this.live.get(index);
    if (!known?.ready && this.crossing) return this.crossing;
    const act = ++this.act;
    if (known?.ready) return enter(known);
    this.crossing = Promise.resolve(this.reach(index))
      .then((frame) => (frame && act === this.act ? enter(frame) : false))
      .finally(() => (this.crossing = undefined));
    return this.crossing;
  }

  // -- After a move, or a change of the layout

  /** Notifies drawing modules in the next animation frame, and the library after painting. */
  settle() {
    if (this.settling) return;
    this.settling = requestAnimationFrame(() => {
      this.settling = 0;
      const paper = this.current()?.paper || this.shell.background;
      document.documentElement.style.setProperty("--background", paper);
      this.notify();
      this.settleLater();
    });
  }

  notify() {
    this.current()?.notify("move");
  }

  settleLater() {
    clearTimeout(this.later);
    this.later = window.setTimeout(() => {
      const frame = this.current();
      if (!frame || this.dirty || this.suspended) return;
      if (frame.sliding) return this.settleLater();
      frame.keep();
      this.shell.moved();
      this.prepare();
    }, 0);
  }

  /**
   * Requests a layout in the next animation frame.
   * @param {ReflowFrame} [frame] that has changed on its own; otherwise all frames
   */
  invalidate(frame) {
    if (this.disposed) return;
    const current = this.current();
    if (current && (!frame || frame === current)) current.keep();
    for (const one of frame ? [frame] : this.live.values()) {
      this.changed.add(one);
      if (!frame) one.late = false;
      if (!one.ready) this.opening.get(one.index)?.then((opened) => opened && this.invalidate(opened));
    }
    // Coalesces layouts when many pictures arrive one after the other.
    const pause = frame ? frame.laid + PAUSE - performance.now() : 0;
    if (pause > 0) {
      this.pause ||= window.setTimeout(() => {
        this.pause = 0;
        if (this.changed.size) this.schedule();
      }, pause);
    } else this.schedule();
  }

  schedule() {
    this.dirty ||= requestAnimationFrame(() => {
      this.dirty = 0;
      this.relayout();
    });
  }

  relayout() {
    const current = this.current();
    const others = [...this.changed].filter((frame) => frame !== current && frame.ready);
    if (current && this.changed.has(current)) this.refresh(current);
    this.changed.clear();
    this.settle();
    if (others.length) setTimeout(() => others.forEach((frame) => frame.disposed || this.refresh(frame)), 30);
  }

  /**
   * Moves a neighbour to its first page, or to its last if it is the previous one.
   * @param {ReflowFrame} frame
   */
  showNearEdge(frame) {
    if (frame.index !== this.index) frame.showProgression(frame.index < this.index ? 1 : 0);
  }

  /** @param {ReflowFrame} frame */
  refresh(frame) {
    frame.size = this.size;
    frame.change?.();
    frame.change = undefined;
    frame.layout();
    if (frame === this.current()) frame.restore(frame.late);
    else this.showNearEdge(frame);
    frame.late = true;
    frame.notify("layout");
  }

  /** @param {any} message */
  setSettings(message) {
    const css = message.css?.reflowable;
    const current = this.current();
    current?.keep();
    const sheets = JSON.stringify([css?.stylesheets, css?.version, css?.dir]);
    if (css?.stylesheets && this.sheets && sheets !== this.sheets) {
      this.sheets = sheets;
      return this.reload();
    }
    this.sheets = sheets;
    for (const frame of this.live.values()) {
      const change = frame.change;
      frame.change = () => {
        change?.();
        applyCSS(frame.root, css);
      };
    }
    this.invalidate();
  }

  /** Reloads the documents, and restores the position. */
  reload() {
    const place = this.place();
    const {index} = this;
    this.clear();
    this.index = -1;
    if (place) this.go(place.locator, {keep: true});
    else if (index >= 0) this.shell.enter(index, 0);
  }

  resize() {
    this.invalidate();
  }

  /** @returns {any} */
  place() {
    const frame = this.current();
    if (!frame) return null;
    frame.keep();
    const quote = frame.anchor && phrase(frame.anchor);
    const {locations = {}, text = {}} = quote ? locatorOf(quote, frame.document) : {};
    const {book} = this.shell, last = book.readingOrder.length - 1, {progression} = frame;
    return {
      locator: {href: frame.href, type: frame.link.type, locations: {...locations, progression, ...book.occurrence(frame.index)}, text},
      page: frame.page + 1, pages: frame.pages,
      atStart: frame.index === 0 && frame.atStart, atEnd: frame.index === last && frame.atEnd,
    };
  }

  /** Called before another view is shown. Only the frame on the screen is kept. */
  suspend() {
    this.suspended = true;
    this.keepNear(0);
  }

  dispose() {
    this.disposed = true;
    cancelAnimationFrame(this.dirty);
    cancelAnimationFrame(this.settling);
    clearTimeout(this.later);
    clearTimeout(this.pause);
    this.clear();
  }
}

/** @param {Shell} shell */
export const open = (shell) => new ReflowView(shell);

/**
 * Extends the anchor by the words that follow it.
 * @param {Range} anchor
 * @returns {Range}
 */
function phrase(anchor) {
  const {startContainer: node, startOffset: start} = anchor;
  const range = anchor.cloneRange();
  if (!isText(node)) return range;
  const {data} = node;
  let end = Math.min(data.length, start + PHRASE);
  if (end < data.length) {
    const space = data.slice(start, end).search(/\s\S*$/);
    if (space > 0) end = start + space;
    else if (/[\uDC00-\uDFFF]/.test(data[end])) end--;
  }
  range.setEnd(node, Math.max(end, anchor.endContainer === node ? anchor.endOffset : start));
  return range;
}

/**
 * Applies the properties of the settings to the root of a document.
 * @param {HTMLElement} root
 * @param {any} css
 */
function applyCSS(root, css) {
  if (!root?.style || !css) return;
  for (const [name, value] of Object.entries(css.properties || {})) {
    const text = value === null || value === undefined ? "" : String(value);
    if (root.style.getPropertyValue(name) !== text) root.style.setProperty(name, text, text && "important");
  }
  if (css.data !== undefined) flag(root, css.data);
}
