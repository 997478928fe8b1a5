// SPDX-License-Identifier: BSD-3-Clause
// The editor of a note: its text, color, style and tags.
import { byId, el, icon } from "./dom.js";
import { t } from "./i18n.js";
import { tagField } from "./tags.js";

/** The available styles, with their icons. */
const STYLES = { solid: "highlights", underline: "underline", strikethrough: "strikethrough", outline: "outline" };

export class NoteEditor {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    this.dialog = byId("note");
    this.dialog.addEventListener("close", () => this.opener?.isConnected ? this.opener.focus() : this.back());
    /** Saves the edits. */ this.save = () => {};
    // Escape, and a click outside, save the edits; only a button discards them.
    this.dialog.addEventListener("cancel", (/** @type {Event} */ event) => (event.preventDefault(), this.save()));
    this.dialog.addEventListener("pointerdown", (/** @type {Event} */ { target }) => (this.pressed = target));
    this.dialog.addEventListener("click", (/** @type {Event} */ { target }) => {
      // Not a click that ends here after selecting text in the field.
      if (target === this.dialog && this.pressed === this.dialog) this.save();
    });
  }

  /** Returns the focus to the list, if it was there before. */
  back() {
    const quote = `[data-id="${CSS.escape(this.id || "")}"] .note-quote`;
    const item = byId("notes").hidden ? null : byId("notes-list").querySelector(quote);
    if (item) item.focus();
    else this.book.focusPage();
  }

  /** @param {any} note */
  open(note) {
    this.id = note.id;
    const active = /** @type {any} */ (document.activeElement);
    this.opener = active?.closest("#notes") ? active : null;
    const field = el(
      "textarea", { rows: 4, value: note.text, maxLength: 20000, dir: "auto", "aria-label": t("note") }
    );
    const tags = tagField(note.tags, this.book.notes.tags);
    const look = note.kind === "bookmark" ? null : this.look(note);
    this.save = async () => {
      this.dialog.close();
      const now = { text: field.value.trim(), tags: tags.value(), ...look?.value() };
      if (Object.entries(now).every(([name, value]) => String(note[name]) === String(value))) return;
      const kept = await this.book.notes.put({ id: note.id, ...now });
      if (kept) this.book.toasts.say(t("saved"));
    };
    const remove = () => {
      this.dialog.close();
      this.book.notes.remove(note);
    };
    const form = el("form", {
      method: "dialog", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), this.save()) },
    },
      el("h2", { id: "note-title" }, t(note.kind === "bookmark" ? "bookmark" : "note")),
      note.quote ? el("blockquote", { class: "note-quote-whole", dir: "auto" }, note.quote) : null,
      look?.element,
      field,
      tags.element,
      el("div", { class: "dialog-foot" },
        el("button", { type: "button", class: "text-button", on: { click: remove } }, t("delete")),
        el("span", { class: "space" }),
        el("button", { type: "button", class: "text-button", on: { click: () => this.dialog.close() } }, t("cancel")),
        el("button", { type: "submit", class: "primary" }, t("save"))));
    form.style.setProperty("--tint", note.tint);
    form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.save();
    });
    this.dialog.replaceChildren(form);
    this.dialog.showModal();
    field.focus();
  }

  /** @param {any} note */
  look(note) {
    const chosen = { color: note.color, style: note.style };
    const radio = (/** @type {"color"|"style"} */ name, /** @type {string} */ value, /** @type {string} */ label,
      /** @type {any} */ more, /** @type {any} */ face) => el("label", { class: "look", title: label, ...more },
      el("input", {
        type: "radio", name: `note-${name}`, value, checked: chosen[name] === value, "aria-label": label,
        on: { change: () => {
          chosen[name] = value;
          if (name === "color") this.dialog.firstChild.style.setProperty("--tint", this.book.info.tints[value]);
        } },
      }), face);
    const colors = Object.entries(this.book.info.tints).map(([name, tint]) =>
      radio("color", name, t(`color.${name}`), { style: { "--tint": tint } }, el("span", { class: "look-dot" })));
    const styles = Object.entries(STYLES).map(([name, image]) =>
      radio("style", name, t(`style.${name}`), {}, el("span", { class: "look-style" }, icon(image))));
    const element = el("div", { class: "looks" },
      el("span", { class: "look-group", role: "radiogroup", "aria-label": t("color") }, ...colors),
      el("span", { class: "look-group", role: "radiogroup", "aria-label": t("style") }, ...styles));
    // Only explicit choices: a color of another program is kept.
    const changed = () => Object.entries(chosen).filter(([name, value]) => value !== note[name]);
    return { element, value: () => Object.fromEntries(changed()) };
  }
}
