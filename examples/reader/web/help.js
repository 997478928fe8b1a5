// SPDX-License-Identifier: BSD-3-Clause
// The keys, on one sheet.
import { byId, el, iconButton } from "./dom.js";
import { t } from "./i18n.js";
import { HELP } from "./keys.js";

export class Help {
  constructor() {
    this.dialog = byId("help");
    byId("show-help").addEventListener("click", () => this.open());
    this.dialog.addEventListener(
      "click", (/** @type {Event} */ event) => event.target === this.dialog && this.dialog.close()
    );
    this.dialog.addEventListener(
      "keydown", (/** @type {KeyboardEvent} */ event) => event.key === "?" && this.dialog.close()
    );
  }

  /** @param {string} keys  @returns {any[]} */
  keys(keys) {
    return keys.split(" ").flatMap((one, at) => [at ? " " : "", one === "–" ? one : el("kbd", {}, one)]);
  }

  open() {
    const groups = Object.entries(HELP).map(([title, lines]) => el("section", {}, el("h3", {}, t(title)),
      el(
        "dl", {},
        ...lines.flatMap(([keys, what]) => [el("dt", { dir: "ltr" }, ...this.keys(keys)), el("dd", {}, t(what))])
      )));
    this.dialog.replaceChildren(
      el(
        "div", { class: "dialog-head" }, el("h2", { id: "help-title" }, t("keyboard")),
        iconButton("close", t("close"), () => this.dialog.close())
      ),
      el("div", { class: "help-groups" }, ...groups));
    this.dialog.showModal();
  }
}
