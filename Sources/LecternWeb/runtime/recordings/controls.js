// SPDX-License-Identifier: BSD-3-Clause
/** The controls of a player: icons, buttons, sliders and menus, with labels in the language of the reader. */

import {h} from "../tools/dom.js";
import {label} from "../tools/labels.js";

export const pictures = {
  play: "M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.6-6.8a.8.8 0 0 0 0-1.4L9.2 4.5a.8.8 0 0 0-1.2.7z",
  pause: "M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",
  previous: "M5.5 6h2v12h-2zM19 6.6v10.8a.6.6 0 0 1-1 .5L10 12.5a.6.6 0 0 1 0-1l8-5.4a.6.6 0 0 1 1 .5z",
  next: "M16.5 6h2v12h-2zM5 6.6v10.8a.6.6 0 0 0 1 .5l8-5.4a.6.6 0 0 0 0-1L6 6.1a.6.6 0 0 0-1 .5z",
  back: "M12.6.8v6L8.4 3.8z", forward: "M11.4.8v6l4.2-3z",
  speaker: "M4 9.4v5.2h3.4l4.6 4V5.4l-4.6 4z", silent: "M15.5 9.5l5 5M20.5 9.5l-5 5",
  loud: "M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
};

/** A button whose label is set later.
 * @param {string} name @param {() => void} act @param {any[]} image */
export const button = (name, act, ...image) => h("button", {type: "button", class: name, onclick: act}, ...image);

/** @type {typeof button} */
export function named(name, act, ...image) {
  const made = button(name, act, ...image);
  made.setAttribute("aria-label", label(name));
  return made;
}

/** @param {string} name @param {number} max @param {number} step @param {Record<string, () => void>} listeners */
export const slider = (name, max, step, listeners) =>
  h("input", {type: "range", min: 0, max, step, value: 0, "aria-label": label(name), ...listeners});

/** A menu in a box that shows its name and the chosen value.
 * @param {string} name @param {(value: string) => void} act @param {HTMLOptionElement[]} options */
export function chooser(name, act, ...options) {
  const value = h("b"), select = h("select", {"aria-label": label(name), onchange: () => act(select.value)}, ...options);
  return {value, select, box: h("label", {class: "tool " + name}, value, h("span", {}, label(name)), select)};
}
