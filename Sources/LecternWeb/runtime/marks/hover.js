// SPDX-License-Identifier: BSD-3-Clause
// Reports when the mouse or a pen comes over a decoration, and when it leaves it: because it moves, the page turns, or
// the decoration changes.
import {soon} from "../tools/waiting.js";

/** @typedef {import("./activation.js").Hit} Hit */

/** What has entered a decoration: there is one pointer, but each document has its own Hover.
 * @type {Hover|null} */
let entered = null;

export class Hover {
  /** The decoration under the pointer.
   * @type {Hit|null} */
  over = null;
  /** The pointer, in the top page: a scrolled document moves below it.
   * @type {{x: number, y: number}|null} */
  pointer = null;
  /** @type {(() => void)|null} cancels a pending check */
  #pending = null;

  /** @param {import("./activation.js").Activation} activation */
  constructor(activation) {
    this.activation = activation;
    const {surface} = activation;
    surface.listen(surface.document, "pointermove", ({clientX: x, clientY: y, pointerType, buttons}) => {
      // A finger does not hover, and a pressed button selects or drags.
      if (pointerType === "touch" || buttons) return;
      this.pointer = activation.pointInView({x, y});
      this.request();
    });
    // Without a related target, it has left the document.
    surface.listen(surface.document, "pointerout", ({relatedTarget}) => {
      if (relatedTarget) return;
      this.pointer = null;
      this.request();
    });
  }

  /** Checks in the next animation frame: the positions of elements are read after they have been written. */
  request() {
    if (!this.pointer && !this.over) return;
    this.#pending ||= soon(() => {
      this.#pending = null;
      this.check();
    }, 100);
  }

  check() {
    const {activation, pointer, over} = this, {surface} = activation;
    const found = pointer && activation.hit(surface.fromView?.(pointer) || pointer, "hover");
    if (found?.group === over?.group && found?.id === over?.id) return;
    this.leave();
    if (!found) return;
    entered?.leave();
    entered = this;
    this.over = found;
    activation.send(found, pointer, {interaction: "hover", phase: "enter"});
  }

  /** Leaves the decoration; a removed one is left without a report. */
  leave() {
    const {activation, over, pointer} = this;
    this.over = null;
    const mark = over && activation.decorations.groups.get(over.group)?.find(({item}) => item.id === over.id);
    if (!over || !mark || !activation.isOn("hover", over.group, mark.item)) return;
    activation.send(over, pointer, {interaction: "hover", phase: "leave"});
  }

  dispose() {
    this.#pending?.();
    this.leave();
  }
}
