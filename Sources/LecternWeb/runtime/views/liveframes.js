// SPDX-License-Identifier: BSD-3-Clause
// The open frames of a view of text, by index: the one on the screen, its neighbours, or one that is about to be shown.
import {idle} from "../tools/waiting.js";

/** @typedef {import("../layout/paginator.js").ReflowFrame} ReflowFrame */

/** Resources of at least this size, in bytes, are only preloaded when the page is idle. */
const LARGE = 500_000;

/** @extends {Map<number, ReflowFrame>} */
export class LiveFrames extends Map {
  /** @param {import("./reflow.js").ReflowView} view */
  constructor(view) {
    super();
    this.view = view;
    /** @type {Map<number, Promise<ReflowFrame|null>>} */
    this.opening = new Map();
    /** The index of the resource that is being opened for display, or -1. */
    this.wanted = -1;
  }

  /** @param {number} index @returns {Promise<ReflowFrame|null>} null if it was abandoned meanwhile */
  open(index) {
    const {view} = this, known = this.get(index), opening = this.opening.get(index);
    if (known?.ready) return Promise.resolve(known);
    if (opening) return opening;
    // At most three frames: the current one and its neighbours, or the requested one.
    this.keepNear(Math.abs(index - view.index) > 1 ? 0 : 1, index);
    const frame = view.make(index);
    this.set(index, frame);
    frame.onchange = () => view.invalidate(frame);
    frame.onscrolled = () => view.settle();
    const promise = frame.open(view.parentOf(index), view.size).then((opened) => {
      if (this.opening.get(index) === promise) this.opening.delete(index);
      if (!opened) return null;
      view.showNearEdge(frame);
      view.shell.emit("frame", frame);
      return frame;
    }, (error) => {
      if (this.get(index) === frame) this.drop(index);
      throw error;
    });
    this.opening.set(index, promise);
    return promise;
  }

  /** Opens the frame of a resource that is about to be shown.
   * @param {number} index @returns {Promise<ReflowFrame|null>|ReflowFrame} */
  reach(index) {
    const known = this.get(index);
    if (known?.ready) return known;
    this.wanted = index;
    const opening = this.view.shell.wait(this.open(index)), frame = this.get(index);
    if (frame) frame.wanted = true;
    frame?.hurry();
    return opening.finally(() => {
      if (this.wanted === index) this.wanted = -1;
    });
  }

  /** Preloads the next and the previous resource. */
  prepare() {
    const {view} = this, {book, kind} = view.shell;
    if (this.wanted >= 0) return;
    const way = /** @type {const} */ ([1, -1]).find((way) =>
      book.beside(view.index, way) && !this.has(view.index + way) && view.shell.kindOf(view.index + way) === kind);
    if (!way) return;
    const next = view.index + way, {size, positions} = book.readingOrder[next];
    const begin = () => {
      if (view.disposed || this.wanted >= 0 || this.has(next) || Math.abs(next - view.index) !== 1) return;
      this.open(next).then(() => view.disposed || view.settleLater(), () => {});
    };
    // A position corresponds to 1024 bytes of the resource.
    if ((size || positions * 1024) > LARGE) idle(begin, 4000);
    else begin();
  }

  /** @param {number} index */
  drop(index) {
    const frame = this.get(index);
    this.delete(index);
    this.opening.delete(index);
    if (frame) this.view.layouts.forget(frame);
    frame?.dispose();
  }

  /** Drops all frames except the one on the screen, some neighbours on each side, and a requested one.
   * @param {number} reach @param {number} [wanted] */
  keepNear(reach, wanted = this.view.index) {
    for (const index of [...this.keys()]) {
      if (Math.abs(index - this.view.index) > reach && index !== wanted) this.drop(index);
    }
  }

  dropAll() {
    for (const index of [...this.keys()]) this.drop(index);
  }
}
