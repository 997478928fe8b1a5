// SPDX-License-Identifier: BSD-3-Clause
// The bookmark of the current page: a button, and a ribbon on the page.
import { byId, icon } from "./dom.js";
import { t } from "./i18n.js";

/** Tolerances: for rounding at the ends of a page; for the same position in a recording. */
const CLOSE = 1e-4, MOMENT = 0.004;

export class Bookmark {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    this.button = byId("bookmark");
    this.ribbon = byId("ribbon");
    this.button.addEventListener("click", () => this.toggle());
    for (const type of ["location", "noted", "screen"]) book.on(type, () => this.draw());
  }

  /** The range of the document that the page shows. */
  get span() {
    const { href, locations = {} } = this.book.place?.locator || {}, start = locations.progression ?? 0;
    const { pages } = this.book.screen;
    const length = this.book.info.isPlayed ? MOMENT : pages > 1 ? 1 / pages : CLOSE;
    return { href, start, end: start + length };
  }

  /** The bookmarks on the page. @returns {any[]} */
  get here() {
    const { href, start, end } = this.span;
    return this.book.notes.all.filter((/** @type {any} */ { kind, locator }) => {
      const at = locator.locations?.progression ?? 0;
      const isInside = Math.abs(at - start) < CLOSE || (at > start && at < end - CLOSE);
      return kind === "bookmark" && locator.href === href && isInside;
    });
  }

  draw() {
    const isSet = this.here.length > 0;
    if (String(isSet) === this.button.getAttribute("aria-pressed")) return;
    this.button.setAttribute("aria-pressed", String(isSet));
    this.button.replaceChildren(icon(isSet ? "bookmarked" : "bookmark"));
    this.ribbon.hidden = !isSet;
  }

  async toggle() {
    const { here } = this, locator = this.book.place?.locator;
    if (here.length) return this.book.notes.remove(here[0]);
    if (locator && await this.book.notes.put({ locator })) this.book.toasts.say(t("bookmarkSet"));
  }
}
