// SPDX-License-Identifier: BSD-3-Clause
// The mouse and the pen, and taps of all pointers.
import {controls, distance, overText, pointOf} from "./hittest.js";
import {closest, hasSelection} from "../tools/nodes.js";
import {slop} from "./touch.js";

/** @typedef {import("./hittest.js").Point} Point */
/** @typedef {import("./inputtarget.js").InputTarget} InputTarget */

const pause = 250; // ms between the taps of a double tap

/** Turns the page or reports a tap; a double tap zooms. */
class Taps {
  /** @type {{point: Point, act: () => void, timer: number} | null} the tap that may become a double tap */
  #waiting = null;

  /** @param {InputTarget} target */
  constructor(target) {
    this.target = target;
  }

  /** @param {any} event @param {string} kind of the pointer @param {any} frame */
  tap(event, kind, frame) {
    const {target} = this, {shell, zoom} = target, point = pointOf(event, frame);
    const {width, height, left, top} = shell.element.getBoundingClientRect(), x = point.x - left;
    const tap = {type: "tap", point: {x, y: point.y - top}, width, height, target: closest(event.target, "*")?.localName};
    const side = x < width / 3 ? "left" : x > width * 2 / 3 ? "right" : null;
    const turns = side && target.isOn(kind) && !target.scrolls(frame) && !(zoom?.scale > 1 && !zoom.region) && !event.shiftKey;
    const act = async () => {
      this.#waiting = null;
      if (!turns || !(await target.move(side, frame))) shell.send(tap);
    };
    // The first tap has to wait; a mouse click turns at once.
    if (!zoom || !target.isOn(kind) || (turns && kind === "mouse")) return act();
    const first = this.#waiting;
    clearTimeout(first?.timer);
    this.#waiting = null;
    if (first && distance(first.point, point) < 40) return zoom.toggle(point);
    first?.act();
    this.#waiting = {point, act, timer: window.setTimeout(act, pause)};
  }
}

/** @param {InputTarget} target @param {import("./touch.js").Swipe} swipe @returns {import("./inputtarget.js").Handlers} */
export function pointer(target, swipe) {
  const taps = new Taps(target);
  /** @type {any} */ let down; // where the button, finger or pen was pressed
  return {
    pointerdown(event, frame) {
      const point = pointOf(event, frame), kind = event.pointerType;
      // A press clears only the selection in its own document, so the others are cleared here.
      const others = target.shell.frames().filter((one) => one !== frame && one.document && hasSelection(one));
      down = {kind, from: point, last: point, selected: hasSelection(frame) || others.length > 0};
      if (event.button === 0) for (const other of others) other.selection?.clear();
      down.pans = kind === "mouse" && event.button === 0 && target.zoom?.scale > 1
        && !closest(event.target, controls) && !overText(event);
      if (kind === "pen" && target.isOn("pen")) swipe.begin(event, frame, point);
    },
    // A pen selects the text that it is dragged over. Elsewhere it swipes, where the browser would select the nearest
    // text.
    mousedown(event) {
      if (down?.kind === "pen" && swipe.now && !overText(event) && !closest(event.target, controls)) event.preventDefault();
    },
    pointermove(event, frame) {
      if (!down || !event.buttons) return;
      const point = pointOf(event, frame);
      if (distance(point, down.from) > slop) down.dragged = true;
      if (event.pointerType === "pen") swipe.follow(event, frame, point);
      if (down.pans) target.zoom?.pan(point.x - down.last.x, point.y - down.last.y);
      down.last = point;
    },
    pointerup(event, frame) {
      if (event.pointerType === "pen") swipe.finish(event, frame);
      if (down?.pans) target.zoom?.rest();
    },
    pointercancel() { down = null; },
    // A tap is a click that no link or decoration has handled: they listen on the document, this on its window.
    click(event, frame) {
      const {kind = "mouse", dragged = false, selected = false} = down ?? {};
      down = null;
      if (event.button !== 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (dragged || selected || hasSelection(frame) || closest(event.target, controls)) return;
      taps.tap(event, kind, frame);
    },
  };
}
