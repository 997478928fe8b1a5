// SPDX-License-Identifier: BSD-3-Clause
// Goes from one resource of text to the next.

/** The maximum number of page turns that are queued while a resource loads: more than keys can be pressed meanwhile. */
const QUEUE = 60;

export class Crossing {
  /** @type {Promise<boolean>|undefined} while a resource loads */
  promise = undefined;
  queued = 0;

  /** @param {import("./reflow.js").ReflowView} view */
  constructor(view) {
    this.view = view;
  }

  /** Goes to the next or previous resource: to its first page or, when going backwards, to its last.
   * @param {1|-1} way @param {boolean} [start] @returns {boolean|Promise<boolean>} */
  start(way, start = way > 0) {
    const {view} = this, {shell, live} = view, index = view.index + way;
    if (shell.book.isOutside(view.index)) return shell.resume();
    if (!shell.book.beside(view.index, way)) return false;
    if (shell.kindOf(index) !== shell.kind) return shell.enter(index, start ? 0 : 1);
    const enter = (/** @type {import("../layout/paginator.js").ReflowFrame} */ frame) => {
      view.layouts.finish(frame);
      frame.showProgression(start ? 0 : 1);
      view.show(frame, way);
      return true;
    };
    const known = live.get(index);
    if (!known?.ready && this.promise) return this.promise;
    const act = ++view.act;
    if (known?.ready) return enter(known);
    this.promise = Promise.resolve(live.reach(index))
      .then((frame) => (frame && act === view.act ? enter(frame) : false))
      .finally(() => (this.promise = undefined));
    return this.promise;
  }

  /** Handles a key that was pressed while a resource is loading: it then turns a page in that resource.
   * @param {string} to @returns {Promise<boolean>} */
  async moveLater(to) {
    const {shell} = this.view, {turn} = shell;
    if (this.queued >= QUEUE) return false;
    this.queued++;
    try {
      await this.promise;
    } finally {
      this.queued--;
    }
    return turn === shell.turn && this.view.move(to);
  }
}
