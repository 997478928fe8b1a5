// SPDX-License-Identifier: BSD-3-Clause
// The reader's location: chapter, page, remaining time, the slider, and the way back after a jump.
import { byId, el, later } from "./dom.js";
import { duration, percent, t } from "./i18n.js";

const STEPS = 1000;
/** The size of a thumbnail in CSS pixels. */
const SIDE = 150;
/** The minimum distance between marks in pixels; closer ones would merge into a grey bar. */
const CLOSEST = 6;

export class Place {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    /** @type {{title: string, at: number, level: number}[]} */ this.starts = [];
    /** @type {[number, string][]} Where the pages of the printed edition begin, and their labels. */ this.printed = [];
    /** @type {any} */ this.origin = null;
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.bubble = byId("bubble");
    this.pages = book.info.positions;
    this.slider.max = String(this.pages ? this.pages - 1 : STEPS);
    this.direction = book.info.info.effectiveReadingProgression === "rtl" ? "rtl" : "ltr";
    for (const box of [this.slider.parentElement, byId("line").parentElement]) box?.setAttribute("dir", this.direction);
    this.slider.addEventListener("input", () => {
      const { page, chapter } = this.preview(Number(this.slider.value));
      this.draw_value(page, chapter);
    });
    this.slider.addEventListener("change", () => this.go(Number(this.slider.value)));
    this.slider.addEventListener("pointermove", (event) => event.buttons || this.preview(this.under(event)));
    this.thumbnail = el("img", { alt: "", draggable: false });
    this.thumbnail.addEventListener("load", () => (this.thumbnail.style.visibility = "visible"));
    this.drawLater = later((/** @type {string} */ address) => (this.thumbnail.src = address), 60);
    for (const type of ["pointerleave", "blur"]) this.slider.addEventListener(type, () => (this.bubble.hidden = true));
    byId("way-back").addEventListener("click", () => this.back());
    book.on("location", (/** @type {any} */ place) => this.draw(place));
    book.on("jump", (/** @type {any} */ origin) => this.leave(origin));
    book.on("contents", (/** @type {any} */ contents) => this.mark(contents));
    // Pictures and fonts may load late, which changes the number of pages but not the location.
    this.lookLater = later(() => book.look(), 800);
    book.on("screen", () => this.drawLeft());
    this.forget = later(() => (byId("way-back").hidden = true), 20000);
  }

  /** @param {any} place */
  draw(place) {
    byId("running-chapter").textContent = place.title || place.locator?.title || byId("title").textContent;
    // A document outside of the reading order has no page: the slider stays where the reader left the reading order.
    if (place.locator && place.progress === undefined) {
      for (const id of ["running-page", "fact-page", "fact-printed", "running-left", "fact-left"]) byId(id).textContent = "";
      return;
    }
    const position = place.position || 1, last = place.lastPosition;
    const page = this.pages ? t(last > position ? "pagesOf" : "pageOf", { page: position, last, pages: this.pages })
      : percent(place.progress || 0);
    const time = place.minutesLeft ? t("timeLeft", { time: duration(place.minutesLeft) }) : "";
    // In a comic, these are its own page numbers.
    const label = place.locator?.locations?.pageLabel;
    const printed = label && label !== String(place.position) ? t("inPrint", { page: label }) : "";
    byId("running-page").textContent = page;
    byId("fact-page").textContent = page;
    byId("fact-printed").textContent = printed;
    this.drawLeft();
    this.lookLater();
    byId("fact-time").textContent = byId("running-time").textContent = time;
    byId("line").style.setProperty("--share", String(place.progress || 0));
    if (document.activeElement !== this.slider || this.bubble.hidden) this.slider.value = String(this.value(place));
    this.draw_value([page, printed].filter(Boolean).join(", "), place.title);
  }

  /** Shows what is left of the chapter. */
  drawLeft() {
    const { place } = this.book, count = place ? this.pagesLeft(place) : null;
    const pages = count === null ? "" : count ? t("pagesLeft", { n: count }) : t("lastPage");
    const minutes = place?.chapterMinutesLeft >= 1 ? duration(place.chapterMinutesLeft) : "";
    byId("fact-left").textContent = byId("running-left").textContent = [pages, minutes].filter(Boolean).join(" · ");
  }

  /** The remaining pages of the chapter; the screen is more accurate than positions about its end.
   * @param {any} place  @returns {number|null} */
  pagesLeft({ pagesLeft, endsWithItem, lastPosition }) {
    const { atEnd } = this.book.screen;
    if (pagesLeft === null || pagesLeft === undefined || !endsWithItem || lastPosition || atEnd === null) return pagesLeft ?? null;
    return atEnd ? 0 : Math.max(1, pagesLeft);
  }

  /** @param {string} page  @param {string} [title] */
  draw_value(page, title) {
    this.slider.setAttribute("aria-valuetext", [page, title].filter(Boolean).join(", "));
    const share = Number(this.slider.value) / (Number(this.slider.max) || 1);
    this.slider.style.setProperty("--share", String(share));
  }

  /** @param {any} place */
  value(place) {
    return this.pages ? (place.position || 1) - 1 : Math.round((place.progress || 0) * STEPS);
  }

  /** @param {PointerEvent} event  @returns {number} the value under the pointer */
  under(event) {
    const box = this.slider.getBoundingClientRect(), part = (event.clientX - box.left - 8) / (box.width - 16);
    const share = Math.min(Math.max(this.direction === "rtl" ? 1 - part : part, 0), 1);
    return Math.round(share * Number(this.slider.max));
  }

  /** @param {number} value */
  share(value) {
    return value / (Number(this.slider.max) || 1);
  }

  /** The preview above the slider.
   * @param {number} value  @returns {{page: string, chapter?: string}} */
  preview(value) {
    const share = this.share(value), at = this.pages ? value / this.pages : share;
    const chapter = this.starts.filter((one) => one.at <= at + 1e-4).pop();
    const label = this.printed.filter(([start]) => start <= at + 1e-4).pop()?.[1];
    const page = [this.pages ? t("page", { n: value + 1 }) : percent(share), label ? t("inPrint", { page: label }) : ""]
      .filter(Boolean).join(" · ");
    this.bubble.hidden = false;
    this.bubble.style.setProperty("--share", String(share));
    this.bubble.replaceChildren(
      ...(this.book.info.hasThumbnails ? [this.picture(value + 1)] : []), ...(chapter?.title ? [el("strong", { dir: "auto" }, chapter.title)] : []), el("span", {}, page)
    );
    return { page, chapter: chapter?.title };
  }

  /** The page at a position.  While the slider is dragged, pages that are passed are not drawn.
   * @param {number} position  @returns {HTMLElement} */
  picture(position) {
    const side = Math.ceil(SIDE * (devicePixelRatio || 1));
    const address = `api/books/${this.book.info.id}/thumbnail?position=${position}&side=${side}`;
    if (this.thumbnail.getAttribute("src") !== address) {
      this.thumbnail.style.visibility = "hidden";
      this.drawLater(address);
    }
    return this.thumbnail;
  }

  /** @param {number} value */
  go(value) {
    this.book.jump(this.pages ? { position: value + 1 } : { progression: value / STEPS });
  }

  /** Marks the starts of chapters, on the deepest level that leaves room between the marks.
   * @param {any} contents */
  mark(contents) {
    this.starts = contents.starts;
    this.printed = contents.pages;
    const room = (this.slider.getBoundingClientRect().width || 600) / CLOSEST;
    const upTo = (/** @type {number} */ level) => this.starts.filter((one) => one.level <= level && one.at > 0.001);
    const level = [3, 2, 1, 0].find((one) => upTo(one).length <= room);
    const marks = level === undefined ? [] : upTo(level);
    byId("ticks").replaceChildren(...marks.map((one) => el("span", { style: { "--share": String(one.at) } })));
  }

  /** @param {any} origin */
  leave(origin) {
    if (!origin) return;
    this.origin = origin.locator;
    const button = byId("way-back");
    button.textContent = origin.position ? t("backToPage", { n: origin.position }) : t("wayBack");
    button.hidden = false;
    this.forget();
  }

  back() {
    const origin = this.origin;
    byId("way-back").hidden = true;
    if (origin) this.book.post("go", { target: origin });
    else this.book.command("back");
    this.origin = null;
    this.book.focusPage();
  }
}
