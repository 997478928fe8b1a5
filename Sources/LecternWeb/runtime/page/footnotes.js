// SPDX-License-Identifier: BSD-3-Clause
// Footnotes in a pop-up, from the same document or another. The library decides what is a footnote (note.json); the
// pop-up is rebuilt from an allow list of elements and attributes.
//   shell.footnotes.open(frame, anchor, address, rect) → whether it is a footnote, and is now shown
//   shell.footnotes.uncover(node)   shows a footnote that is normally hidden, because a jump leads into it
//   shell.footnotes.close()
import {base, decoded, loadJSON} from "../tools/load.js";
import {scopeOf, selectorOf} from "../book/domrange.js";
import {addressOf} from "./links.js";
import {closest, epubType} from "../tools/nodes.js";
import {Popup} from "./popup.js";

/** @typedef {import("./shell.js").Shell} Shell */

const references = /\b(noteref|biblioref|glossref)\b/;
const aside = /\b(footnote|endnote|rearnote|note)\b/;

/** The roles of an element, from its epub:type and its role.
 * @type {(element: Element | null) => string} */
const kindOf = (element) => !element ? ""
  : `${epubType(element)} ${element.getAttribute("role") ?? ""}`;

/** @type {(element: Element | null) => boolean} */
const isRaised = (element) => {
  if (!element) return false;
  if (element.localName === "sup") return true;
  const {verticalAlign} = getComputedStyle(element);
  return /^(super|top|text-top)$/.test(verticalAlign) || parseFloat(verticalAlign) > 0;
};

/** The id in an address, or "".
 * @type {(address: string | null) => string} */
const idOf = (address) => decoded(address?.split("#")[1] ?? "");

class Footnotes {
  /** The id of a footnote to show in the text. */
  asked = "";

  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.popup = new Popup(shell);
    this.wasOn = this.isOn;
    shell.frames().forEach((frame) => this.cover(frame));
    // Before the document is laid out.
    shell.on("document", (frame) => this.cover(frame));
    shell.on("options", () => this.switch());
  }

  get isOn() {
    return this.shell.options?.footnotes !== false;
  }

  switch() {
    if (this.wasOn === this.isOn) return;
    this.wasOn = this.isOn;
    if (!this.isOn) this.close();
    for (const frame of this.shell.frames()) {
      if (this.isOn) this.cover(frame);
      else for (const note of frame.document.querySelectorAll("[data-lectern-note]")) this.uncover(note);
    }
  }

  /** Hides footnotes in the text of their documents.
   * @param {any} frame */
  cover(frame) {
    if (!this.isOn || frame.flow.mode === "fixed") return;
    const links = [...frame.document.querySelectorAll("a[*|href]")].filter((link) => references.test(kindOf(link)));
    const ids = new Set(links.map((link) => idOf(addressOf(link))));
    for (const note of frame.document.querySelectorAll("aside[id]")) {
      if (!aside.test(kindOf(note)) || !ids.has(note.id) || note.id === this.asked) continue;
      note.setAttribute("data-lectern-note", "");
      note.style.setProperty("display", "none", "important");
    }
  }

  /** Shows a footnote in the text of its document, now or when the document is loaded.
   * @param {any} node an element, a text, or an id @returns {boolean} */
  uncover(node) {
    if (typeof node === "string") {
      this.asked = node;
      return this.shell.frames().some((frame) => this.uncover(frame.document.getElementById(node)));
    }
    const note = closest(node, "[data-lectern-note]");
    note?.style.removeProperty("display");
    note?.removeAttribute("data-lectern-note");
    return !!note;
  }

  /** @param {any} frame @param {Element} anchor @param {string} address @param {any} rect @returns {Promise<boolean>} */
  async open(frame, anchor, address, rect) {
    const [path] = address.split("#");
    if (!this.isOn || !idOf(address) || !path.startsWith(base) || path.startsWith(base + "~")) return false;
    const only = anchor.children.length === 1 ? anchor.children[0] : null;
    const raised = [anchor, anchor.parentElement, only].some(isRaised) ? 1 : 0;
    const query = {href: frame.href, cssSelector: selectorOf(anchor, scopeOf(frame.document))};
    const note = await loadJSON("~lectern/note.json", {raised, query: JSON.stringify(query)});
    if (note) this.popup.show(frame, anchor, note, address, rect);
    return !!note;
  }

  close() {
    this.popup.close();
  }
}

/** @param {Shell} shell */
export function install(shell) {
  shell.footnotes = new Footnotes(shell);
}
