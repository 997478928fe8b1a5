// SPDX-License-Identifier: BSD-3-Clause
// The keyboard: one table, for keys pressed here and for unused keys from the page.
import { byId } from "./dom.js";

const TURNS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "left", ArrowRight: "right", PageDown: "forward", PageUp: "backward", Home: "resourceStart",
    End: "resourceEnd", "[": "previousSection", "]": "nextSection",
});

export class Keys {
  /** @param {any} book  @param {any} parts */
  constructor(book, parts) {
    this.book = book;
    this.parts = parts;
    const { panels, bars, search, settings, media, help, about, selection, bookmark } = parts;
    /** @type {Record<string, () => unknown>} */
    this.actions = {
      t: () => panels.toggle("contents"), m: () => panels.toggle("notes"), a: () =>
        panels.toggle("settings"), ",": () => panels.toggle("settings"),
      "/": () => book.info.hasSearch && panels.open("search"), n: () => search.step(1), N: () => search.step(-1),
      g: () => (panels.open("contents"), byId("page-number").focus()),
      b: () => bars.toggle(), f: () => bars.fullscreen(), d: () => settings.nextTheme(), p: () => settings.profiles.next(),
      r: () => media.canSpeak && media.toggle(), "+": () => settings.size("increment"),
      "=": () => settings.size("increment"), "-": () => settings.size("decrement"), "?": () => help.open(), i: () => about.open(),
      k: () => bookmark.toggle(), z: () => book.notes.undo(), l: () => byId("library").click(),
      Backspace: () => byId("way-back").hidden || byId("way-back").click(),
      v: () => selection.begin(), s: () => selection.focus(), Escape: () => this.escape(),
    };
    /** Only while text is selected or a note is active.
     * @type {Record<string, () => unknown>} */
    this.marking = {
      u: () => selection.mark({ style: "underline" }), e: () => selection.write(), c: () => selection.copy(),
    };
    Object.keys(book.info.tints).forEach(
      (color, at) => (this.marking[String(at + 1)] = () => selection.mark({ style: "solid", color }))
    );
    addEventListener("keydown", (event) => this.pressed(event));
    if (book.info.isPlayed) book.page.frame.addEventListener("load", () => this.listenBefore());
    // The page turns on its own, but has no keys for sections.
    book.on("key", (/** @type {any} */ key) => {
      if (!this.act(key) && /^[[\]]$/.test(key.key)) this.turn(key.key, key.alt || key.ctrl || key.meta, false);
    });
  }

  /** The player has its own shortcuts; those of the reader take precedence, so that they are the same in all books. */
  listenBefore() {
    const letters = Object.keys(this.actions).filter((key) => /^[a-z]$/.test(key));
    this.book.page.ask("keys", [...letters, ...letters.map((key) => key.toUpperCase())], (/** @type {string} */ key) => this.act({ key }));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { key, altKey: alt, ctrlKey: ctrl, metaKey: meta, shiftKey: shift } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const field = target.matches(
      "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=color])"
    );
    if (field && key !== "Escape") return;
    if (target.matches("input") && /^(Arrow|Page|Home|End)/.test(key)) return;
    if (target.matches("button, a, summary, input") && (key === " " || key === "Enter")) return;
    if (this.act({ key, alt, ctrl, meta, shift }) || this.turn(key, alt || ctrl || meta, shift)) event.preventDefault();
  }

  /** @param {{key: string, alt?: boolean, ctrl?: boolean, meta?: boolean, shift?: boolean}} given
   * @returns {boolean} whether it was used */
  act({ key, alt, ctrl, meta }) {
    if ((ctrl || meta) && key.toLowerCase() === "f" && this.book.info.hasSearch) {
      this.parts.panels.open("search");
      return true;
    }
    if (alt || ctrl || meta) return false;
    const marking = (
      this.parts.selection.selection || this.parts.selection.note
    ) && this.marking[key.toLowerCase()];
    const action = marking || this.actions[key] || this.actions[key.toLowerCase()];
    if (!action) return false;
    action();
    return true;
  }

  /** Page keys, while the focus is outside of the page.
   * @param {string} key  @param {boolean} modified  @param {boolean} shift */
  turn(key, modified, shift) {
    const step = key === " " ? (shift ? "backward" : "forward") : TURNS[key];
    if (!step || modified) return false;
    this.book.turn(step);
    return true;
  }

  escape() {
    const { selection, panels, search, media, bars } = this.parts;
    if (selection.dismiss() || panels.close()) return;
    if (!byId("matches-bar").hidden) return search.end();
    if (media.stop()) return;
    bars.toggle();
    this.book.focusPage();
  }
}
