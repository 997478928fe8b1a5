// SPDX-License-Identifier: BSD-3-Clause
/** Creates elements of the page itself. Text is inserted as text nodes, never as markup. */

/** @param {string} tag @param {Record<string, any>} [attributes] on… adds a listener; null and false are omitted
 * @param {(Node | string)[]} children @returns {any} */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value != null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const svg = "http://www.w3.org/2000/svg";
/** An icon of 24 × 24: a filled path, a stroked path, and a word in the middle.
 * @param {string} filled @param {string} [drawn] @param {string} [word] */
export function icon(filled, drawn, word) {
  const root = document.createElementNS(svg, "svg");
  root.setAttribute("viewBox", "0 0 24 24");
  root.setAttribute("aria-hidden", "true");
  const add = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) => {
    const element = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    root.append(element);
    return element;
  };
  if (filled) add("path", {d: filled, fill: "currentColor"});
  if (drawn) {
    add("path", {d: drawn, fill: "none", stroke: "currentColor", "stroke-width": "1.8", "stroke-linecap": "round"});
  }
  if (word) add("text", {x: "12", y: "16", "text-anchor": "middle", fill: "currentColor"}).textContent = word;
  return root;
}

const unsafe = "script,style,link,meta,base,iframe,frame,object,embed,form";
/** The first element in HTML from a host, without active content.
 * @param {string} html @returns {Element | null} */
export function cleaned(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  if (!element || element.matches(unsafe)) return null;
  for (const each of element.querySelectorAll(unsafe)) each.remove();
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const {name, value} of [...each.attributes]) {
      if (/^on/i.test(name) || /^[\s\0-\x1f]*javascript:/i.test(value)) each.removeAttribute(name);
    }
  }
  return element;
}

/** Sets an attribute for each word of `data-lectern`, for the selectors of the style sheets. Their names are in lower
 * case: WebKit does not restyle a document when an attribute with a capital letter changes.
 * @param {Element} root @param {string|null} data its new value */
export function flag(root, data) {
  const words = (/** @type {string|null} */ text) => (text || "").split(" ").map((word) => word.split("="))
    .filter(([name]) => /^[\w-]+$/.test(name)).map(([name, value = ""]) => [`data-lectern-${name.toLowerCase()}`, value]);
  for (const [name] of words(root.getAttribute("data-lectern"))) root.removeAttribute(name);
  if (data !== null) root.setAttribute("data-lectern", data);
  for (const [name, value] of words(data)) root.setAttribute(name, value);
}

/** Sets a property that wins over style sheets, unless the element has this value.
 * @param {HTMLElement} element @param {string} name @param {string} value "" removes it */
export function set({style}, name, value) {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value, value && "important");
}

/** Forces the browser to discard cached layout.
 * @param {HTMLElement} element */
export function renew(element) {
  element.style.setProperty("display", "none", "important");
  void element.offsetWidth;
  element.style.removeProperty("display");
}

/** @param {any} image @returns {{width: number, height: number}} the size of its file, even if a scaled copy of it is shown */
export const sizeOfFile = ({file, naturalWidth = 0, naturalHeight = 0}) => file ?? {width: naturalWidth, height: naturalHeight};
