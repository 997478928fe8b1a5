// SPDX-License-Identifier: BSD-3-Clause
// The wheel scrolls, turns pages, or zooms.
import {canScroll, pointOf, scrollable} from "./hittest.js";

/** @typedef {import("./inputtarget.js").InputTarget} InputTarget */

const notch = 60; // px of wheel movement for one page
const silence = 150; // ms that end a gesture of the wheel

class Wheel {
  sum = 0;
  /** The direction in which no more pages turn until the gesture ends. */
  lock = 0;
  time = -silence;
  /** Whether the document cannot scroll any further. */
  isFree = false;

  /** @param {InputTarget} target */
  constructor(target) {
    this.target = target;
  }

  /** @param {WheelEvent} event @param {any} frame */
  act(event, frame) {
    const {target} = this;
    if (event.defaultPrevented || !target.isOn("wheel")) return;
    const unit = [1, 20, target.shell.element.clientHeight][event.deltaMode];
    const x = event.deltaX * unit, y = event.deltaY * unit;
    if (event.ctrlKey || event.metaKey) {
      if (target.zoom) event.preventDefault();
      return target.zoom?.by(Math.exp(-y / 200), pointOf(event, frame));
    }
    const delta = Math.abs(x) > Math.abs(y) ? (target.isReversed(frame) ? -x : x) : y, sign = Math.sign(delta);
    const isFresh = event.timeStamp - this.time > silence;
    this.time = event.timeStamp;
    if (isFresh) this.sum = this.lock = 0;
    const isUsed = target.scrolls(frame) ? this.#scrolls(event, x, y, frame, isFresh) : this.#pans(event, x, y, sign);
    if (!isUsed) this.#turn(delta, sign, frame);
  }

  /** @param {WheelEvent} event @param {number} x @param {number} y @param {any} frame @param {boolean} isFresh
   * @returns {boolean} false if the document is at its end: the next gesture then goes to the next resource */
  #scrolls(event, x, y, frame, isFresh) {
    const {view, shell} = this.target;
    // In the continuous view, the strip scrolls.
    if (view.scrolls || shell.element.querySelector(".continuous") && !frame?.crossed) {
      // Otherwise the browser already scrolls by the wheel.
      if (x === 0 && view.isAcross) {
        event.preventDefault();
        view.scrollBy(0, y);
      }
      return true;
    }
    if (!frame) return true;
    const {axis, sign} = this.target.flow(frame);
    if (axis === "x" && x === 0) { // lines of vertical text follow each other horizontally
      event.preventDefault();
      const before = frame.window.scrollX;
      frame.window.scrollBy(sign * y, 0);
      if (isFresh) this.isFree = frame.window.scrollX === before;
    } else if (isFresh) this.isFree = !canScroll(frame.document.scrollingElement, 0, y);
    return !this.isFree;
  }

  /** @param {WheelEvent} event @param {number} x @param {number} y @param {number} sign
   * @returns {boolean} whether an element scrolls, or a page that is larger than the screen moves */
  #pans(event, x, y, sign) {
    if (scrollable(event.target, x, y)) return true;
    event.preventDefault();
    if (!this.target.zoom?.pan(-x, -y)) return false;
    this.lock = sign;
    return true;
  }

  /** @param {number} delta @param {number} sign @param {any} frame */
  #turn(delta, sign, frame) {
    if (sign === 0 || this.lock === sign) return;
    if (this.lock) this.sum = this.lock = 0;
    this.sum += delta;
    if (Math.abs(this.sum) < notch) return;
    this.lock = sign;
    this.sum = 0;
    this.target.move(sign > 0 ? "forward" : "backward", frame);
  }
}

/** @param {InputTarget} target @returns {import("./inputtarget.js").Handlers} */
export function wheel(target) {
  const one = new Wheel(target);
  return {wheel: (event, frame) => one.act(event, frame)};
}
