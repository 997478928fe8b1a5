// SPDX-License-Identifier: BSD-3-Clause
// The offer to go on where someone has stopped on another device.
import { byId, el, iconButton } from "./dom.js";
import { percent, t } from "./i18n.js";

export class Elsewhere {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    this.box = byId("elsewhere");
    book.on("elsewhere", (/** @type {any} */ place) => this.draw(place));
    if (book.info.elsewhere) this.draw(book.info.elsewhere);
  }

  /** It stays until it is answered, also while someone reads on here.
   * @param {any} place  null if there is none any more */
  draw(place) {
    if (!place) return;
    this.box.hidden = false;
    const { device, position, progress } = place;
    const text = position ? t("stoppedAtPage", { device, page: position })
      : t("stoppedAtShare", { device, share: percent(progress) });
    this.box.replaceChildren(
      el("span", { class: "elsewhere-text" }, text),
      el("button", { type: "button", class: "primary", on: { click: () => this.go(place) } }, t("continueThere")),
      iconButton("close", t("close"), () => this.close()));
  }

  /** @param {any} place */
  go(place) {
    this.close();
    this.book.jump(place.locator);
  }

  close() {
    this.box.hidden = true;
    this.book.focusPage();
  }
}
