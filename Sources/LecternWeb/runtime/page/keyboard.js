// SPDX-License-Identifier: BSD-3-Clause
// Keys turn pages or scroll; the others are reported to the host.
import {fields, pressable} from "./hittest.js";
import {closest} from "../tools/nodes.js";

/** @typedef {import("./inputtarget.js").InputTarget} InputTarget */

/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "backward", ArrowDown: "forward",
  PageUp: "backward", PageDown: "forward", " ": "forward", Home: "resourceStart", End: "resourceEnd",
};

/** @param {InputTarget} target @param {KeyboardEvent} event @param {any} frame @returns {boolean} whether it is used */
function use(target, {key, shiftKey, altKey, ctrlKey, metaKey}, frame) {
  const {view, zoom, shell} = target;
  if (altKey || ctrlKey || metaKey) return false;
  if (zoom?.onKey(key)) return true;
  const to = view?.keys?.[key] ?? keys[key];
  if (!to || (shiftKey && key !== " ")) return false;
  if (target.scrolls(frame) && /^Arrow(Up|Down)$/.test(key)) { // arrow keys scroll by lines, which the document does itself
    if (frame) return false;
    (view?.scrollBy ? view : shell.current()?.window)?.scrollBy(0, key === "ArrowUp" ? -40 : 40);
  } else {
    target.move(shiftKey ? "backward" : to, frame);
  }
  return true;
}

/** @param {InputTarget} target @returns {import("./inputtarget.js").Handlers} */
export const keyboard = (target) => ({
  keydown(event, frame) {
    const {key, code, altKey: alt, ctrlKey: ctrl, shiftKey: shift, metaKey: meta} = event;
    if (event.defaultPrevented || event.isComposing || /^(Shift|Control|Alt|Meta|Tab)$/.test(key)) return;
    if (closest(event.target, fields) || event.target?.isContentEditable) return;
    if (/^(Enter| )$/.test(key) && closest(event.target, pressable)) return;
    if (target.isOn("keyboard") && use(target, event, frame)) event.preventDefault();
    else target.shell.send({type: "key", key, code, alt, ctrl, shift, meta});
  },
});
