// SPDX-License-Identifier: BSD-3-Clause
// Lays out the frames of a view of text again after changes, at most once in an animation frame: the one on the screen
// first, its neighbours when the page is idle, or when they are shown. Settings do not wait for the animation frame.
import {idle} from "../tools/waiting.js";

/** @typedef {import("../layout/paginator.js").ReflowFrame} ReflowFrame */

/** The minimum time between two layouts for late content, how long neighbours wait at most for an idle page, and the
 * library for the new place, because a slider makes many layouts, in ms. */
const PAUSE = 150, PATIENCE = 1000, REPORT = 100;

export class Relayout {
  /** @type {Set<ReflowFrame>} frames that need another layout */
  changed = new Set();
  /** @type {Set<ReflowFrame>} neighbours that need another layout before they are shown */
  later = new Set();
  /** The next animation frame, if it may have a layout, and the timer before it, or 0. */
  frame = 0;
  pause = 0;
  /** The timer before neighbours are laid out, or 0. */
  rest = 0;

  /** @param {import("./reflow.js").ReflowView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {ReflowFrame} [frame] that has changed on its own; otherwise all frames
   * @param {boolean} [soon] whether not to wait for the next animation frame */
  request(frame, soon = false) {
    const {live} = this.view, current = this.view.current();
    if (current && (!frame || frame === current)) current.keep();
    for (const one of frame ? [frame] : live.values()) {
      this.changed.add(one);
      // A frame that is being opened has not been seen yet.
      if (!frame && one.ready) one.late = false;
      if (!one.ready) live.opening.get(one.index)?.then((opened) => opened && this.view.invalidate(opened));
    }
    // Coalesces layouts when many pictures arrive one after the other.
    const pause = frame ? frame.laid + PAUSE - performance.now() : 0;
    if (pause > 0) {
      this.pause ||= window.setTimeout(() => {
        this.pause = 0;
        if (this.changed.size) this.schedule();
      }, pause);
    } else this.schedule(soon);
  }

  /** @param {boolean} [soon] */
  schedule(soon) {
    if (this.frame) return;
    if (soon) queueMicrotask(() => this.run());
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.run();
    });
  }

  run() {
    if (!this.changed.size) return;
    const {view} = this, current = view.current();
    if (current && this.changed.has(current)) view.refresh(current);
    for (const frame of this.changed) if (frame !== current && frame.ready) this.later.add(frame);
    this.changed.clear();
    view.settle(REPORT);
    clearTimeout(this.rest);
    if (this.later.size) this.rest = window.setTimeout(() => this.finishNext(), view.rest);
  }

  /** Lays out the neighbours one by one. */
  finishNext() {
    idle(() => {
      const [frame] = this.later;
      if (!frame) return;
      this.finish(frame);
      this.finishNext();
    }, PATIENCE);
  }

  /** Lays out a frame that is about to be shown, if it needs that.
   * @param {ReflowFrame} frame */
  finish(frame) {
    if (this.later.delete(frame) && !frame.disposed) this.view.refresh(frame);
  }

  /** @param {ReflowFrame} frame that has been removed */
  forget(frame) {
    this.changed.delete(frame);
    this.later.delete(frame);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.pause);
    clearTimeout(this.rest);
    this.changed.clear();
    this.later.clear();
  }
}
