// SPDX-License-Identifier: BSD-3-Clause
// The secondary interaction with a decoration: a long press of a finger or a pen, or a click of the right button. It
// takes the place of what the browser does with these: selecting a word, showing a menu.
import {hasSelection} from "../tools/nodes.js";

/** @typedef {import("./activation.js").Hit} Hit */

const LONG = 500; // ms
/** The distance in px that a pointer may move in a long press or a click. */
export const SLOP = 10;

export class Hold {
  /** The press on such a decoration, until it moves or ends.
   * @type {{x: number, y: number, found: Hit}|null} */
  press = null;
  /** Whether it has been reported. */
  isDone = false;
  /** Whether the press is about a selection: it uses or clears it. */
  selects = false;
  timer = 0;

  /** @param {import("./activation.js").Activation} activation */
  constructor(activation) {
    this.activation = activation;
    const {surface} = activation;
    /** @param {string} type @param {(event: any) => void} fn */
    const on = (type, fn) => surface.listen(surface.document, type, fn, {capture: true, passive: false});
    on("pointerdown", (event) => this.begin(event));
    on("pointermove", ({clientX: x, clientY: y}) => {
      if (this.press && Math.hypot(x - this.press.x, y - this.press.y) > SLOP) this.end();
    });
    for (const type of ["pointerup", "pointercancel"]) on(type, () => this.end());
    on("selectstart", (event) => this.press && event.preventDefault());
    on("contextmenu", (event) => this.menu(event));
    // The rest of the press is neither a swipe nor a tap.
    on("touchmove", (event) => this.isDone && event.stopPropagation());
    on("click", (event) => this.isDone && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  begin({clientX: x, clientY: y, pointerType, isPrimary}) {
    const {activation} = this;
    this.end();
    this.isDone = false;
    this.selects = hasSelection(activation.surface);
    if (pointerType === "mouse" || !isPrimary || this.selects) return;
    const found = activation.hit({x, y}, "secondary");
    if (!found) return;
    this.press = {x, y, found};
    this.timer = window.setTimeout(() => this.press && this.report(found, {x, y}), LONG);
  }

  end() {
    clearTimeout(this.timer);
    this.press = null;
  }

  /** @param {Hit} found @param {{x: number, y: number}} point */
  report(found, point) {
    const {activation} = this;
    clearTimeout(this.timer);
    if (this.isDone || activation.decorations.disposed) return;
    this.isDone = true;
    activation.send(found, activation.pointInView(point), {interaction: "secondary"});
  }

  /** @param {MouseEvent} event of the right button, or of a long press, about as soon as the timer */
  menu(event) {
    const {activation} = this, point = {x: event.clientX, y: event.clientY};
    if (event.defaultPrevented || this.selects || hasSelection(activation.surface)) return;
    const found = this.press?.found || activation.hit(point, "secondary");
    if (!found) return;
    event.preventDefault();
    this.report(found, point);
  }
}
