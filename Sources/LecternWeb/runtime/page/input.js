// SPDX-License-Identifier: BSD-3-Clause
// Keys, taps, swipes, the wheel and the pen, in the page and in the documents of the publication.
//
// The options keyboard, touch, mouse, pen and wheel of the shell turn off one of these at any time.  A view may have:
//   scrolls, scrollBy(x, y)   true: the wheel, fingers and arrow keys scroll instead of turning pages
//   keys                      {Home: "start", …}: other commands for keys
//   zoom                      a Zoom (zoom.js): pinch, double tap, pan; pages turn only at its edge
//   drag(distance)            a finger has moved along the page axis by that many px …
//   drop(turned)              … and was lifted, after the page turn

import {InputTarget} from "./inputtarget.js";
import {keyboard} from "./keyboard.js";
import {pointer} from "./pointer.js";
import {Swipe, touch} from "./touch.js";
import {wheel} from "./wheel.js";

/** @param {import("./shell.js").Shell} shell */
export function install(shell) {
  const target = new InputTarget(shell), swipe = new Swipe(target), active = {passive: false};
  const all = {...keyboard(target), ...wheel(target), ...pointer(target, swipe), ...touch(target, swipe)};
  const handlers = Object.entries(all);
  for (const [type, act] of handlers) addEventListener(type, (event) => act(event, null), active);
  // Undoes scrolling by focus and find to something off the screen.
  addEventListener("scroll", () => scrollTo(0, 0));
  shell.on("frame", (frame) => {
    for (const [type, act] of handlers) {
      frame.listen(frame.window, type, (/** @type {any} */ event) => act(event, frame), active);
    }
  });
}
