// SPDX-License-Identifier: BSD-3-Clause
// What decorations are drawn on: a document in a frame, or an image in the page itself.

export class Surface {
  /** @param {any} shell @param {string} href */
  constructor(shell, href) {
    this.shell = shell;
    this.href = href;
    /** @type {{layout: Set<() => void>, move: Set<() => void>}} */
    this.hooks = {layout: new Set(), move: new Set()};
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
}
