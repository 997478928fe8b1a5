// SPDX-License-Identifier: BSD-3-Clause
// The bars above and below the page, shown on demand and hidden while reading.
import { byId, icon } from "./dom.js";
import { t } from "./i18n.js";

const FIRST = 3500, IDLE = 2200;

export class Bars {
  /** @param {any} book  @param {any} panels */
  constructor(book, panels) {
    this.book = book;
    this.panels = panels;
    /** @type {any} */ this.timer = null;
    const bars = [byId("top"), byId("bottom")];
    for (const bar of bars) {
      bar.addEventListener("pointerenter", () => this.show(0));
      bar.addEventListener(
        "pointerleave", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.show(IDLE)
      );
      bar.addEventListener("focusin", () => this.show(0));
      bar.addEventListener("focusout", () => this.show(IDLE));
    }
    // The page is narrower than the window: mouse events beside it arrive here.
    addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && (event.clientY < 60 || event.clientY > innerHeight - 60)) this.show(IDLE);
    });
    // A tap in the margins above and below the page.
    addEventListener("click", (event) => event.target === document.body && this.toggle());
    book.on("tap", (/** @type {any} */ tap) => this.tapped(tap));
    book.on("panel", () => this.show(IDLE));
    byId("fullscreen").addEventListener("click", () => this.fullscreen());
    document.addEventListener("fullscreenchange", () => this.drawFullscreen());
    this.show(FIRST);
  }

  get shown() {
    return document.body.dataset.bars === "shown";
  }

  /** @param {number} time  after which they are hidden, 0 for never */
  show(time) {
    clearTimeout(this.timer);
    document.body.dataset.bars = "shown";
    if (time) this.timer = setTimeout(() => this.hide(), time);
  }

  hide() {
    const active = document.activeElement;
    // After a tap, touch screens leave the element in the hover state.
    const hovers = matchMedia("(hover: hover)").matches && document.querySelector(".bar:hover");
    const busy = this.panels.current || active?.closest(".bar") || hovers || document.querySelector("dialog[open]");
    if (!busy) document.body.dataset.bars = "hidden";
  }

  toggle() {
    clearTimeout(this.timer);
    if (this.shown) document.body.dataset.bars = "hidden";
    else this.show(0);
  }

  /** Handles a tap in the middle third; elsewhere, the page turns on its own.
   * @param {any} tap */
  tapped(tap) {
    if (this.panels.close()) return;
    const across = tap.width ? tap.point.x / tap.width : 0.5;
    if (across > 0.3 && across < 0.7) this.toggle();
  }

  fullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => this.book.toasts.show(t("noFullscreen")));
  }

  drawFullscreen() {
    const button = byId("fullscreen"), full = Boolean(document.fullscreenElement);
    button.setAttribute("aria-pressed", String(full));
    button.replaceChildren(icon(full ? "window" : "fullscreen"));
  }
}
