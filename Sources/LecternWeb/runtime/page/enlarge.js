// SPDX-License-Identifier: BSD-3-Clause
// Opens what had to become too small for its page, a wide table or a matrix, in front of the page: in the size of the
// text, to be scrolled and zoomed.
import {h} from "../tools/dom.js";
import {label} from "../tools/labels.js";
import {closest, hasSelection} from "../tools/nodes.js";
import {clamp} from "../tools/numbers.js";
import {front} from "./front.js";
import {controls, distance} from "./hittest.js";
import {copy} from "./sanitize.js";

const SMALL = "[data-lectern-enlarge]";
/** The factor of a step, and the smallest and largest scale. */
const STEP = 1.25, LEAST = 0.25, MOST = 8;

/** @param {any} touches @returns {number} the distance of two fingers, in px */
const spread = ([one, other]) => distance({x: one.clientX, y: one.clientY}, {x: other.clientX, y: other.clientY});

/** @param {any} frame @param {Element} element */
function open(frame, element) {
  const sheet = h("div", {class: "lectern-enlarged", lang: closest(element, "[lang]")?.getAttribute("lang"),
    dir: frame.flow.direction, tabindex: 0});
  const box = h("div", {class: "lectern-enlarged-box"}, sheet);
  copy(element, sheet);
  const {fontFamily, fontSize, color} = getComputedStyle(frame.body);
  Object.assign(box.style, {fontFamily, fontSize, color, backgroundColor: frame.paper || "white"});
  let scale = 1, pinched = 0;
  const zoom = (/** @type {number} */ by) => {
    scale = clamp(scale * by, LEAST, MOST);
    sheet.style.fontSize = `${scale}em`;
  };
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ by) =>
    h("button", {"aria-label": label(name), onclick: () => zoom(by)}, sign);
  const tools = h("div", {class: "lectern-enlarged-tools"}, button("smaller", "\u2212", 1 / STEP), button("larger", "+", STEP));
  const panel = front("picture", box, tools);
  sheet.focus();
  panel.addEventListener("keydown", ({key}) => /^[-+=]$/.test(key) && zoom(key === "-" ? 1 / STEP : STEP));
  panel.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 200));
  }, {passive: false});
  panel.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const now = spread(event.touches);
    if (pinched) zoom(now / pinched);
    pinched = now;
  }, {passive: false});
  panel.addEventListener("touchend", () => (pinched = 0));
}

/** @param {import("./shell.js").Shell} shell */
export function install(shell) {
  shell.on("frame", (frame) => {
    const act = (/** @type {any} */ event) => {
      const element = closest(event.target, SMALL);
      if (!element || event.defaultPrevented || hasSelection(frame) || closest(event.target, controls)) return;
      event.preventDefault();
      open(frame, element);
    };
    frame.listen(frame.document, "click", (/** @type {any} */ event) => event.button === 0 && act(event));
    frame.listen(frame.document, "keydown", (/** @type {any} */ event) => event.key === "Enter" && act(event));
  });
}
