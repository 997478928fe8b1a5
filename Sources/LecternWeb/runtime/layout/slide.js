// SPDX-License-Identifier: BSD-3-Clause
// Animations of page turns: within a document, and from one document to the next.
import {clamp} from "../tools/numbers.js";

/** The duration of a slide, in ms. */
const SLIDE = 200;

/** Scrolls a document step by step. */
export class Slide {
  #frame = 0;

  get isRunning() {
    return this.#frame > 0;
  }

  /** @param {number} from @param {number} to @param {(offset: number) => void} scroll */
  start(from, to, scroll) {
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = clamp((now - begin) / SLIDE, 0, 1);
      scroll(part < 1 ? from + (to - from) * (1 - (1 - part) ** 3) : to);
      this.#frame = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}

/** Moves a document out of the view, and the next one into it.
 * @param {import("./paginator.js").ReflowFrame} old @param {import("./paginator.js").ReflowFrame} frame
 * @param {1|-1} way @param {() => void} done */
export function slideOver(old, frame, way, done) {
  const {axis, sign} = frame.flow, {clientWidth, clientHeight} = frame.shell.element;
  const distance = (axis === "x" ? clientWidth * sign : clientHeight) * way;
  const move = (/** @type {number} */ value) => ({transform: `translate${axis.toUpperCase()}(${value}px)`});
  const timing = {duration: SLIDE, easing: "ease-out"};
  frame.element.animate([move(distance), move(0)], timing);
  old.element.animate([move(0), move(-distance)], timing).onfinish = done;
}
