// SPDX-License-Identifier: BSD-3-Clause
// Files of notes: export, import, and synchronization with other devices.
import { post } from "./api.js";
import { byId, el, icon, iconButton } from "./dom.js";
import { t } from "./i18n.js";

const FORMATS = ["markdown", "html", "csv", "readium", "w3c"];

export class Exchange {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    this.dialog = byId("exchange");
    byId("show-exchange").addEventListener("click", () => this.open());
    this.dialog.addEventListener("click", (/** @type {Event} */ event) => event.target === this.dialog && this.dialog.close());
    this.dialog.addEventListener("close", () => byId("notes").hidden ? book.focusPage() : byId("show-exchange").focus());
  }

  open() {
    this.status = el("p", { class: "exchange-status", role: "status" });
    const name = el("input", {
      id: "device-name", class: "text", value: this.book.reader.device, maxLength: 60, autocomplete: "off", dir: "auto",
      on: { change: () => this.rename(name.value.trim()) },
    });
    this.dialog.replaceChildren(
      el("div", { class: "dialog-head" }, el("h2", { id: "exchange-title" }, t("exchange")),
        iconButton("close", t("close"), () => this.dialog.close())),
      el("section", {}, el("h3", {}, t("exportNotes")),
        el("div", { class: "choices" }, ...FORMATS.map((format) =>
          this.link(`books/${this.book.id}/notes/export?format=${format}`, t(`format.${format}`))))),
      el("section", {}, el("h3", {}, t("importNotes")), el("p", { class: "hint" }, t("importHint")),
        el("div", { class: "choices" }, this.file(t("chooseFile"), `books/${this.book.id}/notes/import`))),
      el("section", {}, el("h3", {}, t("devices")), el("p", { class: "hint" }, t("devicesHint")),
        el("div", { class: "field" }, el("label", { for: "device-name" }, t("deviceName")), name),
        el("div", { class: "choices" },
          this.link("notes/changes", t("saveChanges")), this.file(t("openChanges"), "notes/merge"))),
      this.status);
    this.dialog.showModal();
  }

  /** @param {string} path  @param {string} label */
  link(path, label) {
    return el("a", { class: "choice", href: `api/${path}`, download: "" }, icon("save"), label);
  }

  /** A button that asks for a file, and sends its text.
   * @param {string} label  @param {string} path */
  file(label, path) {
    const input = el("input", { type: "file", hidden: true, on: { change: () => this.send(input, path) } });
    const click = () => input.click();
    return el("span", {}, el("button", { type: "button", class: "choice", on: { click } }, icon("open"), label), input);
  }

  /** @param {HTMLInputElement} input  @param {string} path */
  async send(input, path) {
    const [file] = input.files || [];
    if (!file) return;
    this.status.dataset.state = "";
    try {
      const { notes, changed, skipped } = await post(path, { text: await file.text() });
      const rest = skipped ? t("skippedItems", { n: skipped }) : "";
      this.status.textContent = `${t("imported", { n: notes, changed })} ${rest}`;
    } catch (error) {
      this.status.dataset.state = "failed";
      this.status.textContent = t("failed", { reason: /** @type {Error} */ (error).message });
    }
    this.status.scrollIntoView({ block: "nearest" });
    input.value = "";
  }

  /** @param {string} device */
  async rename(device) {
    if (device) this.book.reader = await post("reader", { device });
    byId("device-name").value = this.book.reader.device;
  }
}
