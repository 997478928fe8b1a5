// SPDX-License-Identifier: BSD-3-Clause
// A sheet with the keys that work in this book.
import { byId, el, iconButton } from "./dom.js";
import { t } from "./i18n.js";

/** The keys by section; each line has the keys, their function, and the kind or feature of the book that it requires.
 * @type {Record<string, [string, string, string?][]>} */
const HELP = {
  "keys.pages": [
    ["← → Space", "keys.turn", "pages"], ["Home End", "keys.ends", "pages"], ["[ ]", "keys.sections", "pages"],
    ["G", "goToPage", "pages"], ["Backspace", "wayBack", "pages"],
  ],
  "keys.playing": [
    ["Space", "keys.play", "audio"], ["← →", "keys.skip", "audio"], ["↑ ↓", "keys.volume", "audio"],
    ["PgUp PgDn", "keys.tracks", "audio"], ["< >", "keys.rate", "audio"], ["Backspace", "wayBack", "audio"],
  ],
  "keys.panels": [
    ["T", "contents"], ["/ Ctrl+F", "search", "search"], ["N Shift+N", "keys.matches", "search"], ["M", "notes"],
    ["Z", "keys.undo"], ["A", "settings"], ["Tab", "keys.tab"], ["B", "keys.bars"], ["Esc", "keys.close"],
  ],
  "keys.reading": [
    ["+ −", "keys.size", "pages"], ["D", "changeTheme"], ["P", "nextProfile"], ["R", "readAloud", "text"], ["F", "fullscreen"], ["L", "library"],
    ["K", "bookmark"], ["I", "about"], ["?", "keyboard"],
  ],
  "keys.selecting": [
    ["V", "keys.select", "text"], ["1 – 6", "keys.highlight", "text"], ["U", "underline", "text"],
    ["E", "addNote", "text"], ["C", "copy", "text"], ["S", "keys.toolbar", "text"],
  ],
};

export class Help {
  /** @param {any} book */
  constructor(book) {
    const { kind, isPlayed, hasSearch } = book.info;
    /** @type {Record<string, boolean>} */
    this.has = {
      pages: !isPlayed, audio: isPlayed, text: !isPlayed && kind !== "image", search: hasSearch,
    };
    this.dialog = byId("help");
    byId("show-help").addEventListener("click", () => this.open());
    this.dialog.addEventListener(
      "click", (/** @type {Event} */ event) => event.target === this.dialog && this.dialog.close()
    );
    this.dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "?") return;
      event.stopPropagation(); // otherwise it would reopen
      this.dialog.close();
    });
  }

  /** @param {string} keys  @returns {any[]} */
  keys(keys) {
    return keys.split(" ").flatMap((one, at) => [at ? " " : "", one === "–" ? one : el("kbd", {}, one)]);
  }

  open() {
    const groups = Object.entries(HELP).map(([title, all]) => this.group(title, all.filter(([, , of]) => !of || this.has[of])));
    this.dialog.replaceChildren(
      el(
        "div", { class: "dialog-head" }, el("h2", { id: "help-title" }, t("keyboard")),
        iconButton("close", t("close"), () => this.dialog.close())
      ),
      el("div", { class: "help-groups" }, ...groups.filter(Boolean)));
    this.dialog.showModal();
  }

  /** @param {string} title  @param {[string, string, string?][]} lines */
  group(title, lines) {
    if (!lines.length) return null;
    return el("section", {}, el("h3", {}, t(title)), el("dl", {}, ...lines.flatMap(
      ([keys, what]) => [el("dt", { dir: "ltr" }, ...this.keys(keys)), el("dd", {}, t(what))]
    )));
  }
}
