// SPDX-License-Identifier: BSD-3-Clause
// A surface for decorations: a document in a frame, or an image in the page itself.

/** @typedef {import("../page/shell.js").Shell} Shell */

export class Surface {
  /** @param {Shell} shell @param {string} href */
  constructor(shell, href) {
    this.shell = shell;
    this.href = href;
    /** @type {{layout: (() => void)[], move: (() => void)[]}} */
    this.hooks = {layout: [], move: []};
    /** @type {(() => void)[]} called when it is disposed of */
    this.ends = [];
    this.disposed = false;
  }

  /** @param {() => void} fn */
  onlayout(fn) {
    this.hooks.layout.push(fn);
  }

  /** @param {() => void} fn */
  onmove(fn) {
    this.hooks.move.push(fn);
  }

  /** @param {"layout"|"move"} name */
  notify(name) {
    for (const fn of this.hooks[name]) {
      try {
        fn();
      } catch (error) {
        this.shell.report(error, this.href);
      }
    }
  }

  /** Listens until the surface is disposed of.
   * @param {EventTarget} target @param {string} type @param {(event: any) => void} fn
   * @param {AddEventListenerOptions|boolean} [options] */
  listen(target, type, fn, options) {
    target.addEventListener(type, fn, options);
    this.ends.push(() => target.removeEventListener(type, fn, options));
  }

  dispose() {
    if (this.disposed) return;
    this.shell.emit("disposed", this);
    this.disposed = true;
    for (const end of this.ends.splice(0)) end();
  }
}
