// SPDX-License-Identifier: BSD-3-Clause
// Questions to the reader: whether to continue where another device stopped, and whether to use the notes of another
// edition. Also the message that a book is protected.
import { byId, el, iconButton } from "./dom.js";
import { percent, t } from "./i18n.js";

export class Offers {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    book.on("elsewhere", (/** @type {any} */ place) => this.elsewhere(place));
    this.elsewhere(book.info.elsewhere);
    if (book.info.editions.length) this.edition(book.info.editions[0]);
    const { protection } = book.info.info;
    if (protection) this.ask("protected", t("protectedBook", { name: protection.name || protection.scheme }));
  }

  /** Shown until it is answered, even while the reader continues here.
   * @param {any} place  null to remove it */
  elsewhere(place) {
    if (!place) return;
    const { device, position, progress } = place;
    const text = position ? t("stoppedAtPage", { device, page: position })
      : t("stoppedAtShare", { device, share: percent(progress) });
    this.ask("elsewhere", text, t("continueThere"), () => this.book.jump(place.locator));
  }

  /** @param {any} edition */
  edition({ id, title, notes }) {
    const answer = async (/** @type {string|null} */ chosen) =>
      await this.book.post("edition", { id: chosen }) && chosen && location.reload();
    this.ask("edition", t("otherEdition", { title, n: notes }), t("useNotes"), () => answer(id), () => answer(null));
  }

  /** @param {string} name  @param {string} text  @param {string} [label]  @param {() => void} [action]
   * @param {() => void} [refused] */
  ask(name, text, label, action, refused) {
    const box = byId(name);
    const answered = (/** @type {(() => void)|undefined} */ then) => () => {
      box.hidden = true;
      this.book.focusPage();
      then?.();
    };
    box.hidden = false;
    box.replaceChildren(
      el("span", { class: "offer-text" }, text),
      label ? el("button", { type: "button", class: "primary", on: { click: answered(action) } }, label) : "",
      iconButton("close", t("close"), answered(refused)));
  }
}
