// SPDX-License-Identifier: BSD-3-Clause
// Fingers: a swipe turns the page or moves an enlarged one, two fingers zoom. A pen swipes, too.
import {distance, fields, pointOf, scrollable} from "./hittest.js";
import {closest, hasSelection} from "../tools/nodes.js";

/** @typedef {import("./hittest.js").Point} Point */
/** @typedef {import("./inputtarget.js").InputTarget} InputTarget */

export const slop = 10; // px that a finger may move in a tap
const flick = 0.3; // px/ms

export class Swipe {
  /** @type {{from: Point, last: Point, time: number, axis?: "x" | "y", pans?: boolean, turns?: boolean} | null} */
  now = null;

  /** @param {InputTarget} target */
  constructor(target) {
    this.target = target;
  }

  /** @param {any} event @param {any} frame @param {Point} point */
  begin(event, frame, point) {
    const busy = closest(event.target, fields) || hasSelection(frame) || (window.visualViewport?.scale ?? 1) > 1.01;
    this.now = busy ? null : {from: point, last: point, time: event.timeStamp};
  }

  /** @param {any} event @param {any} frame @param {Point} point */
  follow(event, frame, point) {
    const {now, target} = this;
    if (!now) return;
    if (hasSelection(frame)) return this.cancel();
    const x = point.x - now.from.x, y = point.y - now.from.y;
    if (!now.axis) {
      if (Math.max(Math.abs(x), Math.abs(y)) < slop) return;
      now.axis = Math.abs(x) > Math.abs(y) ? "x" : "y";
      const across = now.axis === "x";
      // A page larger than the screen is panned first; a swipe turns it only from its edge.
      now.pans = !target.zoom?.region && target.zoom?.canPan(across ? x : 0, across ? 0 : y);
      now.turns = !now.pans && across && !target.scrolls(frame) && !scrollable(event.target, -x, 0);
    }
    if (now.pans) target.zoom.pan(point.x - now.last.x, point.y - now.last.y);
    else if (now.turns) target.view.drag?.(x);
    if ((now.pans || now.turns) && event.cancelable) event.preventDefault();
    now.last = point;
  }

  /** @param {any} event @param {any} frame */
  async finish(event, frame) {
    const {now, target} = this;
    this.now = null;
    if (now?.pans) target.zoom?.rest();
    if (!now?.turns) return;
    const x = now.last.x - now.from.x, speed = Math.abs(x) / (event.timeStamp - now.time || 1);
    const far = Math.abs(x) > target.shell.element.clientWidth / 3 || speed > flick;
    // A finger that moves left pulls in the page on the right.
    const turned = Math.abs(x) > slop && far && await target.move(x < 0 ? "right" : "left", frame);
    target.view.drop?.(turned);
  }

  cancel() {
    if (this.now?.turns) this.target.view.drop?.(false);
    this.now = null;
  }
}

/** @type {(one: Point, other: Point) => Point} */
const middle = (one, other) => ({x: (one.x + other.x) / 2, y: (one.y + other.y) / 2});

/** @param {InputTarget} target @param {Swipe} swipe @returns {import("./inputtarget.js").Handlers} */
export function touch(target, swipe) {
  /** @type {Point[] | null} */ let pinch = null;
  /** @type {(event: TouchEvent, frame: any) => Point[]} */
  const pointsOf = ({touches}, frame) => [...touches].map((one) => pointOf(one, frame));
  return {
    touchstart(event, frame) {
      if (!target.isOn("touch")) return;
      const points = pointsOf(event, frame);
      if (points.length === 1) return swipe.begin(event, frame, points[0]);
      swipe.cancel();
      if (points.length > 2 || !target.zoom) return;
      event.preventDefault();
      pinch = points;
    },
    touchmove(event, frame) {
      const points = pointsOf(event, frame), [one, other] = points;
      if (points.length === 1) return swipe.follow(event, frame, one);
      if (!pinch || points.length > 2) return;
      event.preventDefault();
      const [first, second] = pinch, old = middle(first, second), center = middle(one, other);
      target.zoom?.pan(center.x - old.x, center.y - old.y);
      target.zoom?.by(distance(one, other) / (distance(first, second) || 1), center);
      pinch = points;
    },
    touchend(event, frame) {
      if (pinch) target.zoom?.rest();
      pinch = null;
      swipe.finish(event, frame);
    },
    touchcancel: () => swipe.cancel(),
  };
}
