// SPDX-License-Identifier: BSD-3-Clause
// Lays out the frames of a view of text again after changes, at most once in an animation frame.

/** @typedef {import("../layout/paginator.js").ReflowFrame} ReflowFrame */

/** The minimum time between two layouts for late content, in ms. */
const PAUSE = 150;

export class Relayout {
  /** @type {Set<ReflowFrame>} frames that need another layout */
  changed = new Set();
  /** The animation frame of the next layout, and the timer before it, or 0. */
  frame = 0;
  pause = 0;

  /** @param {import("./reflow.js").ReflowView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {ReflowFrame} [frame] that has changed on its own; otherwise all frames */
  request(frame) {
    const {live} = this.view, current = this.view.current();
    if (current && (!frame || frame === current)) current.keep();
    for (const one of frame ? [frame] : live.values()) {
      this.changed.add(one);
      if (!frame) one.late = false;
      if (!one.ready) live.opening.get(one.index)?.then((opened) => opened && this.view.invalidate(opened));
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
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.run();
    });
  }

  run() {
    const {view} = this, current = view.current();
    const others = [...this.changed].filter((frame) => frame !== current && frame.ready);
    if (current && this.changed.has(current)) view.refresh(current);
    this.changed.clear();
    view.settle();
    if (others.length) setTimeout(() => others.forEach((frame) => frame.disposed || view.refresh(frame)), 30);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.pause);
  }
}
