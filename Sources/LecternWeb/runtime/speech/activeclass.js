// SPDX-License-Identifier: BSD-3-Clause
/** Highlights the spoken element with the classes that the publication declares. */

/** Computed properties that tell whether a class has a visible effect. */
const visible = ["color", "backgroundColor", "textDecorationLine", "outlineStyle", "boxShadow", "fontWeight", "opacity",
  "fill", "stroke", "borderBottomColor", "filter", "textShadow"];
/** @param {Element} element */
const look = (element) => {
  const style = /** @type {any} */ (element.ownerDocument.defaultView?.getComputedStyle(element));
  return visible.map((name) => style?.[name]).join("\n");
};

/** @param {string} names */
const words = (names) => names.split(/\s+/).filter(Boolean);

export class ActiveClass {
  /** @type {{element: Element, root: Element} | null} */
  #marked = null;

  /** @param {{activeClass?: string, playbackActiveClass?: string}} names */
  constructor({activeClass = "", playbackActiveClass = ""}) {
    this.active = words(activeClass);
    this.playing = words(playbackActiveClass);
  }

  /** @param {Element} element @param {Element} root of its document @returns {boolean} whether this has a visible effect */
  mark(element, root) {
    this.clear();
    this.#marked = {element, root};
    const before = look(element);
    root.classList.add(...this.playing);
    element.classList.add(...this.active);
    return this.active.length > 0 && (look(element) !== before || element.getAnimations?.().length > 0);
  }

  clear() {
    const {element, root} = this.#marked ?? {};
    element?.classList.remove(...this.active);
    root?.classList.remove(...this.playing);
    for (const one of [element, root]) if (one?.getAttribute("class") === "") one.removeAttribute("class");
    this.#marked = null;
  }
}
