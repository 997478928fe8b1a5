// SPDX-License-Identifier: BSD-3-Clause
// Creates elements without concatenating markup: text from books is always inserted as text.

const SVG = "http://www.w3.org/2000/svg";
/** Names that are attributes, because they are not properties or have another name. */
const ATTRIBUTES = new Set(["role", "for", "list"]);

/** @param {string} id  @returns {any} the element with this id */
export const byId = (id) => document.getElementById(id);

/**
 * An element. Members of `properties`: `on` (listeners), `data` (dataset), `style` (custom or plain properties),
 * `class`;
 * names with a hyphen and `role` and `for` are attributes, everything else is a property.
 * @param {string} tag  @param {Record<string, any>} [properties]  @param {...any} children  @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "class") element.className = value;
    else if (name.includes("-") || ATTRIBUTES.has(name)) element.setAttribute(name, String(value));
    else /** @type {any} */ (element)[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @param {string} name  of a symbol in icons.svg */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `ui/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** Adds icons to the elements that request one.
 * @param {ParentNode} root */
export function drawIcons(root) {
  for (const element of root.querySelectorAll("[data-icon]")) element.prepend(
    icon(/** @type {HTMLElement} */ (element).dataset.icon || "")
  );
}

/** A button with an icon and a label.
 * @param {string} name  @param {string} label  @param {(event: Event) => void} action
 * @param {Record<string, any>} [more] */
export const iconButton = (name, label, action, more = {}) =>
  el(
    "button",
    { type: "button", class: "icon-button", title: label, "aria-label": label, on: { click: action }, ...more },
    icon(name)
  );

/** @template {any[]} A  @param {(...a: A) => void} action  @param {number} delay */
export function later(action, delay) {
  /** @type {any} */ let timer;
  return (/** @type {A} */ ...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), delay);
  };
}
