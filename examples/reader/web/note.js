// SPDX-License-Identifier: BSD-3-Clause
// Changes of highlights, and the editor of their notes.
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

export class NoteEditor {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    this.dialog = byId("note");
    this.dialog.addEventListener("close", () => book.focusPage());
    // A click beside it.
    this.dialog.addEventListener(
      "click", (/** @type {Event} */ event) => event.target === this.dialog && this.dialog.close()
    );
  }

  /** Keeps a highlight, a new one or one that has changed.
   * @param {any} change  @returns {Promise<any>} */
  async put(change) {
    const kept = await this.book.post("highlights", change);
    if (!kept) return null;
    const others = this.book.highlights.filter((/** @type {any} */ one) => one.id !== kept.id);
    this.book.highlights = [...others, kept];
    this.book.highlights = (await this.book.get("highlights")).highlights;
    this.book.emit("highlights");
    return kept;
  }

  /** @param {any} highlight */
  async remove(highlight) {
    await this.book.post("highlights/remove", { id: highlight.id });
    this.book.highlights = this.book.highlights.filter((/** @type {any} */ one) => one.id !== highlight.id);
    this.book.emit("highlights");
    const { locator, style, color, note } = highlight;
    this.book.toasts.show(
      t("highlightDeleted"), { label: t("undo"), action: () => this.put({ locator, style, color, note }) }
    );
  }

  /** @param {any} highlight */
  open(highlight) {
    const field = el(
      "textarea", { rows: 5, value: highlight.note, maxLength: 20000, dir: "auto", "aria-label": t("note") }
    );
    const save = async () => {
      this.dialog.close();
      await this.put({ id: highlight.id, note: field.value.trim() });
      this.book.toasts.say(t("saved"));
    };
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    });
    this.dialog.replaceChildren(el("form", {
      method: "dialog", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), save()) },
    },
      el("h2", { id: "note-title" }, t("note")),
      el(
        "blockquote",
        { class: "note-quote", dir: "auto", style: { "--tint": this.book.info.tints[highlight.color] } },
        highlight.locator.text?.highlight || ""
      ),
      field,
      el("div", { class: "dialog-foot" },
        el("button", { type: "button", class: "text-button", on: { click: () => this.dialog.close() } }, t("cancel")),
        el("button", { type: "submit", class: "primary" }, t("save")))));
    this.dialog.showModal();
    field.focus();
  }
}
