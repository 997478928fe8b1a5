// SPDX-License-Identifier: BSD-3-Clause
// The view on which keys, fingers and the wheel act.

/** @typedef {Record<string, (event: any, frame: any) => any>} Handlers of events; frame: null for the page itself */

export class InputTarget {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
  }

  get view() {
    return this.shell.view;
  }
  /** @returns {any} a Zoom */
  get zoom() {
    return this.view?.zoom;
  }
  /** @param {string} name of an option */
  isOn(name) {
    return this.shell.options?.[name] !== false;
  }
  /** @param {any} frame */
  flow(frame) {
    return (frame ?? this.shell.current())?.flow;
  }
  /** @param {any} frame @returns {boolean} */
  scrolls(frame) {
    return this.view?.scrolls ?? this.flow(frame)?.mode === "scroll";
  }

  /** Vertical text continues to the side in which its lines follow each other.
   * @param {any} frame @returns {boolean} */
  isReversed(frame) {
    const vertical = this.flow(frame)?.vertical;
    return vertical ? vertical === "rl" : this.shell.state.direction === "rtl";
  }

  /** @param {string} to @param {any} frame */
  async move(to, frame) {
    if (to === "left" || to === "right") to = (to === "left") === this.isReversed(frame) ? "forward" : "backward";
    return !!(await this.shell.move(to));
  }
}
