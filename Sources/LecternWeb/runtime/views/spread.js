// SPDX-License-Identifier: BSD-3-Clause
// A spread: one page, or two side by side.
import {h} from "../tools/dom.js";

/** @typedef {import("./spreads.js").Page} Page */
/** @typedef {import("./spreads.js").Place} Place */

export class Spread {
  width = 1;
  height = 1;
  /** The distance of the seam between two pages from the left, or 0. */
  seam = 0;
  loaded = false;

  /** @param {Page[]} pages @param {Place[]} places @param {HTMLElement} parent @param {(error: any) => void} report */
  constructor(pages, places, parent, report) {
    this.pages = pages;
    this.places = places;
    this.box = h("div", {style: "position:absolute;left:0;top:0;transform-origin:0 0"});
    this.setShown(false);
    parent.append(this.box);
    /** @type {Promise<any>} */
    this.ready = Promise.all(pages.map((page) => page.load(this.box).catch(report))).then(() => { this.loaded = true; });
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    const {box} = this;
    box.style.visibility = isShown ? "" : "hidden";
    box.toggleAttribute("inert", !isShown);
    box.ariaHidden = isShown ? null : "true";
  }

  /** Places the pages side by side at their own sizes.
   * @param {number} gap between them */
  arrange(gap) {
    const {pages, places, box} = this;
    const height = Math.max(...pages.map((page) => page.height));
    for (const page of pages) {
      if (!page.elastic || page.height === height) continue;
      page.resize?.(Math.max(1, Math.round(page.width * height / page.height)), height);
    }
    const left = pages.find((_, index) => places[index].side === "left");
    const right = pages.find((_, index) => places[index].side === "right");
    // A missing side is as wide as the other.
    const lone = pages.length === 1 && (left || right) ? pages[0].width : 0;
    this.seam = gap ? 0 : left ? left.width : lone;
    this.width = lone ? 2 * lone + gap : pages.reduce((sum, page) => sum + page.width, gap * (pages.length - 1));
    const start = (left ? left.width : lone) + gap;
    this.height = height;
    box.style.width = `${this.width}px`;
    box.style.height = `${height}px`;
    pages.forEach((page, index) => Object.assign(page.element.style, {
      position: "absolute", left: `${places[index].side === "right" ? start : 0}px`,
      top: `${Math.round((height - page.height) / 2)}px`, visibility: "",
    }));
  }

  dispose() {
    for (const page of this.pages) page.dispose();
    this.box.remove();
  }
}
