// SPDX-License-Identifier: BSD-3-Clause
// The pop-up of a footnote, above or below its reference.
import {h} from "../tools/dom.js";
import {label, locale} from "../tools/labels.js";
import {closest} from "../tools/nodes.js";
import {copy} from "./sanitize.js";

const margin = 8; // px between the pop-up and everything else

/** @param {string} name @param {(event: Event) => void} act */
const button = (name, act) => h("button", {onclick: act}, label(name));

/** The location of the page, as text: the first one is reported long after its page has become visible.
 * @param {any} place */
const textOf = (place) => `${place?.locator.href} ${place?.locator.locations.progression}`;

export class Popup {
  /** @type {HTMLElement | null} */
  #panel = null;
  /** @type {any} the reference, which has had the focus */
  #opener = null;
  /** Removes the listeners outside of it. */
  #end = new AbortController();

  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
  }

  /** @param {any} frame @param {any} anchor @param {any} note of the library @param {string} target its address
   * @param {any} rect of the reference */
  show(frame, anchor, note, target, rect) {
    this.close();
    const body = h("div", {class: "lectern-note-content", lang: note.language || frame.root.lang, dir: frame.flow.direction});
    const tools = h("div", {class: "lectern-note-tools", lang: locale()},
      button("goToNote", (event) => this.#follow(target, event)), button("close", () => this.close()));
    const panel = this.#panel = h("div", {class: "lectern-note", role: "dialog", "aria-label": label("note"), tabindex: -1},
      body, tools);
    for (const part of new DOMParser().parseFromString(note.html, "text/html").body.childNodes) copy(part, body);
    const {fontFamily, fontSize, color} = getComputedStyle(frame.body);
    const page = [frame.body, frame.root].map((element) => getComputedStyle(element).backgroundColor)
      .find((value) => !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(value));
    Object.assign(panel.style, {color, backgroundColor: page ?? "white"});
    Object.assign(body.style, {fontFamily, fontSize: `clamp(14px, ${fontSize}, 22px)`});
    this.#listen(panel);
    document.body.append(panel);
    this.#place(panel, rect);
    for (const image of body.querySelectorAll("img")) image.onload = () => this.#place(panel, rect);
    this.#opener = anchor;
    panel.focus({preventScroll: true});
    this.#watch(panel);
  }

  close() {
    const panel = this.#panel;
    if (!panel) return;
    const had = panel.contains(document.activeElement);
    panel.remove();
    this.#panel = null;
    this.#end.abort();
    if (had && this.#opener?.isConnected) this.#opener.focus({preventScroll: true});
  }

  /** @param {string} address @param {Event} event */
  #follow(address, event) {
    this.close();
    this.shell.links.follow(address, event);
  }

  /** Positions the pop-up where there is more room.
   * @param {HTMLElement} panel @param {any} rect */
  #place(panel, rect) {
    const {clientWidth: width, clientHeight: height} = document.documentElement, {style} = panel;
    const above = rect.top - 2 * margin, below = height - rect.bottom - 2 * margin;
    style.maxHeight = `${Math.max(120, Math.min(height * 0.6, Math.max(above, below)))}px`;
    const box = panel.getBoundingClientRect();
    const left = (rect.left + rect.right - box.width) / 2;
    style.left = `${Math.max(margin, Math.min(width - box.width - margin, left))}px`;
    const top = box.height <= below || below > above ? rect.bottom + margin : rect.top - margin - box.height;
    style.top = `${Math.max(margin, Math.min(height - box.height - margin, top))}px`;
  }

  /** Handles events inside, so that they neither turn pages nor navigate.
   * @param {HTMLElement} panel */
  #listen(panel) {
    for (const type of ["keydown", "click", "wheel", "touchstart", "touchmove", "pointerdown", "auxclick"]) {
      panel.addEventListener(type, (event) => event.stopPropagation());
    }
    panel.addEventListener("auxclick", (event) => event.preventDefault());
    panel.addEventListener("keydown", ({key}) => key === "Escape" && this.close());
    panel.addEventListener("click", (event) => {
      const link = closest(event.target, "a[href]");
      if (!link) return;
      event.preventDefault();
      this.#follow(link.href, event);
    });
  }

  /** Closes on a click outside of it, on Escape, and on a page turn.
   * @param {HTMLElement} panel */
  #watch(panel) {
    const {shell} = this, {signal} = this.#end = new AbortController(), here = textOf(shell.view.place());
    for (const target of [window, ...shell.frames().map((frame) => frame.window)]) {
      target.addEventListener("pointerdown", (/** @type {any} */ event) => panel.contains(event.target) || this.close(),
        {capture: true, signal});
      target.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        this.close();
      }, {capture: true, signal});
    }
    signal.addEventListener("abort", shell.on("location", (place) => textOf(place) === here || this.close()));
  }
}
