// SPDX-License-Identifier: BSD-3-Clause
// The bars that float at the bottom: the way back, the matches of a search, reading aloud. They lie in the margin below
// the text, beside the slider; where the window is too narrow for that, the text makes way.

export class Pills {
  /** @param {any} book */
  constructor(book) {
    /** @type {HTMLElement|null} */ this.box = document.querySelector(".pills");
    if (!this.box) return;
    new ResizeObserver(() => this.measure()).observe(this.box);
    // The room that is not needed any more stays until the next turn: a page that is being read does not move.
    book.on("location", () => this.leave());
  }

  measure() {
    const { clientHeight: height, clientWidth: width } = /** @type {HTMLElement} */ (this.box);
    const { style } = document.documentElement;
    document.body.toggleAttribute("data-pills", height > 0);
    style.setProperty("--stack", `${height}px`);
    style.setProperty("--stack-width", `${height && width}px`);
    if (height) style.setProperty("--room", `${height + 10}px`);
  }

  leave() {
    if (!this.box?.clientHeight) document.documentElement.style.removeProperty("--room");
  }
}
