// SPDX-License-Identifier: BSD-3-Clause
// Keys turn pages or scroll; the others are reported to the host.
import {fields, pressable} from "./hittest.js";
import {tab} from "./tabkey.js";
import {closest} from "../tools/nodes.js";

/** @typedef {import("./inputtarget.js").InputTarget} InputTarget */

/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "backward", ArrowDown: "forward",
  PageUp: "backward", PageDown: "forward", " ": "forward", Home: "resourceStart", End: "resourceEnd",
};

/**
 * How far an arrow key scrolls, in px.
 * @type {Record<string, number>} */
const lines = {ArrowUp: -40, ArrowDown: 40};

/** @param {InputTarget} target @param {number} by @param {any} frame @returns {boolean} whether the page scrolls itself */
function scroll({view, shell}, by, frame) {
  if (frame) return false; // the browser scrolls the document
  (view?.scrollBy ? view : shell.current()?.window)?.scrollBy(0, by);
  return true;
}

/** @param {InputTarget} target @param {KeyboardEvent} event @param {any} frame @returns {boolean} whether it is used */
function use(target, {key, shiftKey, altKey, ctrlKey, metaKey}, frame) {
  if (altKey || ctrlKey || metaKey) return false;
  if (target.zoom?.onKey(key)) return true;
  const to = target.view?.keys?.[key] ?? keys[key];
  if (!to || (shiftKey && key !== " ")) return false;
  if (lines[key] && target.scrolls(frame)) return scroll(target, lines[key], frame);
  target.move(shiftKey ? "backward" : to, frame);
  return true;
}

/** @param {InputTarget} target @returns {import("./inputtarget.js").Handlers} */
export const keyboard = (target) => ({
  keydown(event, frame) {
    const {key, code, altKey: alt, ctrlKey: ctrl, shiftKey: shift, metaKey: meta} = event;
    if (key === "Tab" && !event.defaultPrevented && !alt && !ctrl && !meta && tab(target.shell, shift, frame)) event.preventDefault();
    if (event.defaultPrevented || event.isComposing || /^(Shift|Control|Alt|Meta|Tab)$/.test(key)) return;
    if (closest(event.target, fields) || event.target?.isContentEditable) return;
    if (/^(Enter| )$/.test(key) && closest(event.target, pressable)) return;
    if (target.isOn("keyboard") && use(target, event, frame)) event.preventDefault();
    else target.shell.send({type: "key", key, code, alt, ctrl, shift, meta});
  },
});
