// SPDX-License-Identifier: BSD-3-Clause
// The list of highlights: find, go there, edit, delete.
import { byId, el, iconButton } from "./dom.js";
import { date, t } from "./i18n.js";
import { roving, stop } from "./panels.js";

export class HighlightList {
  /** @param {any} book  @param {any} panels  @param {any} note */
  constructor(book, panels, note) {
    this.book = book;
    this.panels = panels;
    this.note = note;
    this.list = byId("highlights-list");
    /** @type {Set<string>} */ this.colors = new Set();
    panels.register("highlights", () => this.shown());
    byId("highlights-find").addEventListener("input", () => this.draw());
    roving(this.list, ".highlight-quote");
    byId("highlights-colors").append(...Object.keys(book.info.tints).map((color) => this.filter(color)));
    book.on("highlights", () => this.draw());
  }

  /** @param {string} color */
  filter(color) {
    return el("button", { type: "button", class: "dot", "aria-pressed": "false", "aria-label": t(`color.${color}`),
      title: t(`color.${color}`),
      style: { "--tint": this.book.info.tints[color] }, on: { click: (/** @type {any} */ event) => {
        if (!this.colors.delete(color)) this.colors.add(color);
        event.currentTarget.setAttribute("aria-pressed", String(this.colors.has(color)));
        this.draw();
      } } });
  }

  async shown() {
    this.book.highlights = (await this.book.get("highlights")).highlights;
    this.draw();
    byId(this.book.highlights.length ? "highlights-find" : "highlights").focus();
  }

  draw() {
    const words = byId("highlights-find").value.toLowerCase();
    const fits = (/** @type {any} */ one) => (!this.colors.size || this.colors.has(one.color)) &&
      `${one.locator.text?.highlight || ""} ${one.note}`.toLowerCase().includes(words);
    const shown = this.book.highlights.filter(fits), groups = new Map();
    for (const one of shown) {
      const title = one.locator.title || "";
      groups.set(title, [...(groups.get(title) || []), one]);
    }
    const none = el("p", { class: "none" }, this.book.highlights.length ? t("nothingFits") : t("noHighlights"));
    this.list.replaceChildren(...[...groups].map(([title, all]) => el("section", {},
      title ? el("h3", { class: "list-heading", dir: "auto" }, title) : null,
      el("ul", {}, ...all.map((/** @type {any} */ one) => this.item(one))))), ...(shown.length ? [] : [none]));
    stop(this.list, ".highlight-quote");
  }

  /** @param {any} one */
  item(one) {
    const { position } = one.locator.locations || {};
    return el("li", {
      class: "highlight", data: { style: one.style, id: one.id },
      style: { "--tint": this.book.info.tints[one.color] },
    },
      el("button", { type: "button", class: "highlight-quote", dir: "auto", on: { click: () => this.go(one) } },
        el("span", { class: "quote" }, one.locator.text?.highlight || one.locator.title || "…")),
      one.note ? el("p", { class: "highlight-note", dir: "auto" }, one.note) : null,
      el("div", { class: "highlight-foot" },
        el("span", {}, [position ? t("page", { n: position }) : "", date(one.modified)].filter(Boolean).join(" · ")),
        el("span", { class: "highlight-tools" },
          iconButton(one.note ? "edit" : "note", t(one.note ? "editNote" : "addNote"), () => this.note.open(one)),
          iconButton("copy", t("copy"), () => this.copy(one)),
          iconButton("delete", t("delete"), () => this.note.remove(one)))));
  }

  /** @param {any} one */
  go(one) {
    this.book.jump(one.locator);
    this.panels.closeIfNarrow();
  }

  /** @param {any} one */
  async copy(one) {
    await navigator.clipboard.writeText([one.locator.text?.highlight, one.note].filter(Boolean).join("\n\n"));
    this.book.toasts.show(t("copied"));
  }
}
