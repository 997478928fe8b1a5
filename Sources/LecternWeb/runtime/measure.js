// SPDX-License-Identifier: BSD-3-Clause
// Boxes that columns cannot break, and what is wider than a page.

export class Openings {
  /** @param {any} frame a ReflowFrame */
  constructor(frame) {
    this.frame = frame;
  }

  /** Once, before the first layout. */
  begin() {
    // A forced break before the first text leaves an empty column in WebKit.
    for (let first = this.frame.body.firstElementChild; first; first = first.firstElementChild) {
      first.style?.setProperty("break-before", "auto", "important");
    }
  }

  measure() {}
}
