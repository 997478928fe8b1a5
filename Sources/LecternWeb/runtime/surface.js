// SPDX-License-Identifier: BSD-3-Clause
// What decorations are drawn on: a document in a frame, or an image in the page itself.

/** @typedef {import("./shell.js").Shell} Shell */

export class Surface {
  /** @param {Shell} shell @param {string} href */
  constructor(shell, href) {
    this.shell = shell;
    this.href = href;
    /** @type {{layout: Set<() => void>, move: Set<() => void>}} */
    this.hooks = {layout: new Set(), move: new Set()};
    /** @type {(() => void)[]} called when it is disposed of */
    this.ends = [];
    this.disposed = false;
  }

  /** @param {() => void} fn @returns {() => void} */
  onlayout(fn) {
    this.hooks.layout.add(fn);
    return () => this.hooks.layout.delete(fn);
  }

  /** @param {() => void} fn @returns {() => void} */
  onmove(fn) {
    this.hooks.move.add(fn);
    return () => this.hooks.move.delete(fn);
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

  /**
   * @param {EventTarget} target
   * @param {string} type
   * @param {(event: any) => void} fn
   * @param {AddEventListenerOptions|boolean} [options]
   * @returns {() => void}
   */
  listen(target, type, fn, options) {
    target.addEventListener(type, fn, options);
    const end = () => target.removeEventListener(type, fn, options);
    this.ends.push(end);
    return end;
  }

  dispose() {
    if (this.disposed) return;
    this.shell.emit("gone", this);
    this.disposed = true;
    for (const end of this.ends.splice(0)) end();
  }
}
