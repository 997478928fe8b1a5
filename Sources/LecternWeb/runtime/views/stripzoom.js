// SPDX-License-Identifier: BSD-3-Clause
// Enlarges a strip. It has the interface of a Zoom, but the strip pans by scrolling.
import {clamp} from "../tools/numbers.js";

/** @typedef {{x: number, y: number}} Point */

export class StripZoom {
  scale = 1;

  /** @param {any} strip */
  constructor(strip) {
    this.strip = strip;
  }

  /** @param {number} x @param {number} y */
  pan(x, y) {
    this.strip.element.scrollBy(-x, -y);
  }
  canPan() {
    return false;
  }
  rest() {
    this.strip.settle();
  }

  /** @param {string} key @returns {boolean} */
  onKey(key) {
    const factor = {"+": 1.25, "=": 1.25, "-": 0.8, "0": 1 / this.scale}[key];
    if (factor) this.by(factor);
    return !!factor;
  }
  /** @param {number} scale @param {Point} [point] */
  to(scale, point) {
    this.by(scale / this.scale, point);
  }
  /** @param {Point} [point] */
  toggle(point) {
    this.by(this.scale > 1 ? 1 / this.scale : 2, point);
  }

  /** @param {number} factor @param {Point} [point] that stays in place, or the center */
  by(factor, point) {
    const {strip} = this, {element} = strip, box = element.getBoundingClientRect(), old = this.scale;
    this.scale = clamp(old * factor || 1, 1, 8);
    const x = point ? point.x - box.left : box.width / 2, y = point ? point.y - box.top : box.height / 2;
    const ratio = this.scale / old, left = element.scrollLeft, top = element.scrollTop;
    strip.layout();
    element.scrollLeft = (left + x) * ratio - x;
    element.scrollTop = (top + y) * ratio - y;
    strip.keep();
  }
}
