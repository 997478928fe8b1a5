// SPDX-License-Identifier: BSD-3-Clause
// Profiles, at the top of the form: choose one, make a copy of the current one, rename it, remove it.
import { byId, el, iconButton } from "./dom.js";
import { t } from "./i18n.js";

export class Profiles {
  /** @param {any} book  @param {any} settings */
  constructor(book, settings) {
    this.book = book;
    this.settings = settings;
    this.select = el("select", {
      id: "profile", class: "select", "aria-describedby": "profile-note", on: { change: () => this.choose(this.select.value) },
    });
    this.make = iconButton("plus", t("newProfile"), () => this.name("add", ""), { id: "new-profile" });
    this.edit = iconButton("edit", t("renameProfile"), () => this.name("rename", this.title), { id: "rename-profile" });
    this.delete = iconButton("delete", t("removeProfile"), () => this.remove(), { id: "remove-profile" });
    this.row = el("div", { class: "profile" }, this.select, this.make, this.edit, this.delete);
    this.note = el("p", { id: "profile-note", class: "row-note" }, t("profileNotHere"));
    byId("profiles").append(el("label", { class: "row-label", for: "profile" }, t("profile")), this.row, this.note);
    book.on("profiles", (/** @type {any} */ profiles) => {
      book.settings.profiles = profiles;
      this.draw();
    });
  }

  /** @returns {string|null} */
  get chosen() {
    return this.book.settings.profiles.chosen;
  }

  /** Their ids in the order of the list; null stands for the settings without a name.
   * @returns {(string|null)[]} */
  get ids() {
    return [null, ...this.book.settings.profiles.all.map((/** @type {any} */ one) => one.id)];
  }

  /** @returns {string} */
  get title() {
    const one = this.book.settings.profiles.all.find((/** @type {any} */ one) => one.id === this.chosen);
    return one ? one.title : t("standard");
  }

  draw() {
    const { all } = this.book.settings.profiles, own = Boolean(this.book.settings.own);
    this.select.replaceChildren(
      el("option", { value: "" }, t("standard")),
      ...all.map((/** @type {any} */ one) => el("option", { value: one.id }, one.title))
    );
    this.select.value = this.chosen || "";
    for (const one of [this.select, this.make, this.edit, this.delete]) one.disabled = own;
    this.note.hidden = !own;
    this.edit.hidden = this.delete.hidden = !this.chosen;
  }

  // -- Changes, which apply after the edits that were made before

  /** @param {object} data  @returns {Promise<any>} */
  async change(data) {
    await this.settings.sent;
    const answer = await this.book.post("profiles", data);
    this.settings.take(answer);
    return answer;
  }

  /** @param {string|null} id */
  choose(id) {
    return this.change({ choose: id || null });
  }

  /** By a key: the message shows which one it is now. */
  async next() {
    const { ids } = this, reason = this.book.settings.own ? "profileNotHere" : ids.length === 1 ? "noProfiles" : null;
    if (!reason) await this.choose(ids[(ids.indexOf(this.chosen) + 1) % ids.length]);
    this.book.toasts.show(reason ? t(reason) : this.title);
  }

  async remove() {
    const answer = await this.change({ remove: this.chosen });
    this.select.focus();
    if (!answer) return;
    const { title } = answer.undo, action = () => this.change({ restore: answer.undo });
    this.book.toasts.show(t("profileRemoved", { title }), { label: t("undo"), action });
  }

  // -- Names

  /** Replaces the row by a field for a name.
   * @param {"add"|"rename"} what  @param {string} title */
  name(what, title) {
    const field = el("input", { class: "text", "aria-label": t("profileName"), placeholder: t("profileName"), value: title,
      maxLength: 60, required: true, autocomplete: "off", enterKeyHint: "done" });
    const end = () => {
      const button = what === "add" ? this.make : this.edit;
      form.replaceWith(this.row);
      (button.hidden ? this.select : button).focus();
    };
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = field.value.trim();
      if (name) await this.change(what === "add" ? { add: name } : { rename: { id: this.chosen, title: name } });
      end();
    };
    const keydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      // Otherwise it would close the panel.
      event.stopPropagation();
      event.preventDefault();
      end();
    };
    const form = el("form", { class: "profile", on: { submit, keydown } }, field,
      iconButton("check", t("save"), () => form.requestSubmit()), iconButton("close", t("cancel"), end));
    this.row.replaceWith(form);
    field.focus();
    field.select();
  }
}
