// SPDX-License-Identifier: BSD-3-Clause
// A panel in front of the page, until it is closed.
import {h} from "../tools/dom.js";
import {label, locale} from "../tools/labels.js";

/** @param {string} name of its label @param {HTMLElement[]} content @returns {HTMLDialogElement} */
export function front(name, ...content) {
  const panel = /** @type {HTMLDialogElement} */ (h("dialog", {class: "lectern-picture", "aria-label": label(name),
    lang: locale()}, ...content, h("button", {"aria-label": label("close"), onclick: () => panel.close()}, "\u00D7")));
  panel.onclose = () => panel.remove();
  // Events must not reach the page below.
  for (const type of ["keydown", "click", "wheel", "touchstart", "touchmove", "touchend", "pointerdown", "pointerup"]) {
    panel.addEventListener(type, (event) => event.stopPropagation());
  }
  document.body.append(panel);
  panel.showModal();
  return panel;
}
