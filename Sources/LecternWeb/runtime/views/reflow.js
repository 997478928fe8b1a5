// SPDX-License-Identifier: BSD-3-Clause
// The view for reflowable publications: the document on the screen, with its neighbours beside it.
import {flag, set} from "../tools/dom.js";
import {Crossing} from "./crossing.js";
import {Headway} from "./headway.js";
import {LiveFrames} from "./liveframes.js";
import {Relayout} from "./relayout.js";
import {ReflowFrame} from "../layout/paginator.js";
import {locatorOfAnchor, scrollToLocator} from "../layout/position.js";
import {slideOver} from "../layout/slide.js";
import {isCalm} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

export class ReflowView {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.element = shell.element;
    this.live = new LiveFrames(this);
    this.crossing = new Crossing(this);
    this.headway = new Headway(this);
    this.layouts = new Relayout(this);
    this.index = -1;
    /** Counts jumps, so that only the last one arrives. */
    this.act = 0;
    /** The animation frame and the timer after a move, or 0. */
    this.settling = 0;
    this.later = 0;
    this.delay = 0;
    /** The language that documents without their own were served with. */
    this.language = shell.state.css.reflowable?.language;
  }

  frames() {
    return [...this.live.values()].filter((frame) => frame.ready);
  }

  /** @returns {ReflowFrame|null} */
  current() {
    const frame = this.live.get(this.index);
    return frame?.ready ? frame : null;
  }

  /** How long neighbours wait for a layout, in ms: the reader may change more, or turn pages, first. */
  get rest() {
    return 250;
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

  /** Shows a frame.
   * @param {ReflowFrame} frame @param {1|-1|0} [slide] */
  show(frame, slide = 0) {
    const old = this.current();
    this.index = frame.index;
    frame.show();
    if (old && old !== frame) {
      if (slide && this.animated) slideOver(old, frame, slide, () => old === this.current() || old.hide());
      else old.hide();
      this.live.keepNear(1);
    }
    this.shell.emit("current", frame);
    this.settle();
  }

  // -- Moving

  /** @param {any} locator
   * @param {{animated?: boolean, keep?: boolean}} [options] keep: restore the position, without a jump
   * @returns {Promise<boolean>} */
  async go(locator, options = {}) {
    const {animated = false, keep = false} = options;
    const index = this.shell.book.indexOf(locator.href, locator.locations);
    const act = ++this.act;
    const frame = await this.live.reach(index);
    if (!frame || act !== this.act) return false;
    this.layouts.finish(frame);
    scrollToLocator(frame, locator, animated && this.animated && frame === this.current(), keep);
    this.show(frame);
    return true;
  }

  /** @param {string} to @returns {boolean|Promise<boolean>} */
  move(to) {
    const frame = this.current();
    if (!frame) return false;
    if (to === "forward" || to === "backward") {
      if (this.crossing.promise) return this.crossing.moveLater(to);
      const way = to === "forward" ? 1 : -1;
      if (!this.headway.turn(frame, way)) return this.crossing.start(way);
    } else if (to === "resourceStart") frame.showProgression(0);
    else if (to === "resourceEnd") frame.showProgression(1);
    else if (to === "nextSection") return this.crossing.start(1);
    else if (to === "previousSection") return this.crossing.start(-1, true);
    else return false;
    this.act++;
    this.settle();
    return true;
  }

  // -- After a move, or a change of the layout

  /** Notifies drawing modules in the next animation frame, and the library after painting.
   * @param {number} [delay] before it is notified, in ms */
  settle(delay = 0) {
    this.delay = this.settling ? Math.min(this.delay, delay) : delay;
    if (this.settling) return;
    this.settling = requestAnimationFrame(() => {
      this.settling = 0;
      const paper = this.current()?.paper || this.shell.background;
      set(document.documentElement, "--background", paper);
      this.notify();
      this.settleLater(this.delay);
    });
  }

  /** Whether a layout is to come. */
  get dirty() {
    return this.layouts.frame > 0 && this.layouts.changed.size > 0;
  }

  notify() {
    this.current()?.notify("move");
  }

  settleLater(delay = 0) {
    clearTimeout(this.later);
    this.later = window.setTimeout(() => {
      this.later = 0;
      const frame = this.current();
      if (!frame || this.dirty || this.suspended) return;
      if (frame.sliding) return this.settleLater();
      frame.keep();
      this.shell.moved();
      this.live.prepare();
    }, delay);
  }

  /** @param {ReflowFrame} [frame] that has changed on its own; otherwise all frames have to be laid out */
  invalidate(frame) {
    if (!this.disposed) this.layouts.request(frame);
  }

  /** Moves a neighbour to its first page, or to its last if it is the previous one.
   * @param {ReflowFrame} frame */
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
    if (css && css.language !== this.language) {
      this.language = css.language;
      return this.reload();
    }
    for (const frame of this.live.values()) {
      const change = frame.change;
      frame.change = () => {
        change?.();
        applyCSS(frame.root, css);
      };
    }
    if (!this.disposed) this.layouts.request(undefined, true);
  }

  /** Reloads the documents, and restores the position. */
  reload() {
    const place = this.place();
    const {index} = this;
    this.live.dropAll();
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
    const {book} = this.shell, last = book.readingOrder.length - 1;
    return {
      locator: locatorOfAnchor(frame),
      page: frame.page + 1, pages: frame.pages,
      atStart: frame.index === 0 && frame.atStart, atEnd: frame.index === last && frame.atEnd,
    };
  }

  /** Called before another view is shown. Only the frame on the screen is kept. */
  suspend() {
    this.suspended = true;
    this.live.keepNear(0);
  }

  dispose() {
    this.disposed = true;
    this.layouts.stop();
    cancelAnimationFrame(this.settling);
    clearTimeout(this.later);
    this.live.dropAll();
  }
}

/** @param {Shell} shell */
export const open = (shell) => new ReflowView(shell);

/** Applies the properties of the settings to the root of a document.
 * @param {HTMLElement} root @param {any} css */
function applyCSS(root, css) {
  if (!root?.style || !css) return;
  for (const [name, value] of Object.entries(css.properties || {})) {
    set(root, name, value === null || value === undefined ? "" : String(value));
  }
  if (css.data !== undefined && root.getAttribute("data-lectern") !== css.data) flag(root, css.data);
}
