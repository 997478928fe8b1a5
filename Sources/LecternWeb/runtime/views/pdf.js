// SPDX-License-Identifier: BSD-3-Clause
// PDF: the library renders each page at the size at which it is shown. A layer of transparent text on top supports
// selection, search and decorations.
import {fragmentsOf} from "../book/book.js";
import {FixedFrame} from "./fixed.js";
import {address, loadJSON} from "../tools/load.js";
import {clamp} from "../tools/numbers.js";
import {Pages} from "./spreads.js";
import {viewOf} from "./strip.js";
import {atMost} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

const pixels = 96 / 72; // pixels per point
const widest = 8192; // pixels of a picture

/** A page of a PDF in a document that we create. */
class PDFFrame extends FixedFrame {
  /** @param {PDFPages} source @param {number} number @param {any} view */
  constructor(source, number, view) {
    const {index, page} = source.places[number];
    super(source.shell, index, view);
    Object.assign(this, source.sizeOf(number));
    this.source = source;
    this.number = number;
    /** Number of the page in its file, from 1. */
    this.page = page;
    this.drawn = 0;
    this.element.title = `${this.element.title}, ${page}`;
    // The edge of the sheet, which paper of the same color would hide.
    this.element.style.boxShadow = "0 0 0 1px rgb(127 127 127 / .4)";
  }

  /** Whether a locator refers to this page of the file.
   * @param {any} locator */
  accepts(locator) {
    return this.source.numberOf(locator) === this.number;
  }

  /** Locations without selectors, because we created the document. */
  get locations() {
    return this.source.locatorOf(this.number).locations;
  }

  get bytes() {
    return this.drawn * this.drawn * (this.height / this.width) * 4;
  }

  /** @override @param {HTMLElement} parent */
  async load(parent) {
    const {element, source} = this;
    parent.append(element);
    this.setSize(this);
    const {href, page} = this;
    const said = await loadJSON("~lectern/pdf/page.json", {href, page});
    if (this.disposed) return false;
    this.setSize(source.know(this.number, said));
    this.label = said.label;
    this.write(said);
    // An estimate of the display size; the view sets the real size later.
    const {width, height} = this.view.area;
    const shown = this.view.scrolls ? parent.offsetWidth : Math.min(width, height * this.width / this.height);
    await this.draw(shown * (devicePixelRatio || 1));
    if (this.disposed) return false;
    this.ready();
    return true;
  }

  /** Positions each piece of text over the picture.
   * @param {any} said */
  write({width, height, text = "", boxes = []}) {
    const {document, body} = this;
    this.entitle();
    // With forced colors, transparent text would be drawn over the picture, which keeps its colors.
    body.style.cssText = "margin:0;position:relative;overflow:hidden;font-family:sans-serif;white-space:pre;"
      + "forced-color-adjust:none";
    this.drawing = body.appendChild(document.createElement("img"));
    const x = this.width / (width || 1), y = this.height / (height || 1);
    const layer = document.createDocumentFragment();
    // Letters should fill their box, so this measures the line height of the font at 100 px.
    const probe = body.appendChild(document.createElement("span"));
    probe.style.cssText = "position:absolute;font-size:100px;line-height:normal;visibility:hidden";
    probe.textContent = "x";
    const full = probe.getBoundingClientRect().height / 100 || 1.2;
    probe.remove();
    let done = 0;
    /** @type {[HTMLElement, number][]} */
    const spans = [];
    for (const [start, length, left, top, right, bottom] of boxes) {
      if (start > done) layer.append(text.slice(done, start));
      const span = document.createElement("span");
      const high = Math.max(1, (bottom - top) * y);
      span.textContent = text.slice(start, start + length);
      span.style.cssText = `position:absolute;transform-origin:0 0;color:transparent;cursor:text;left:${left * x}px;`
        + `top:${top * y}px;font-size:${high / full}px;line-height:${high}px`;
      layer.append(span);
      spans.push([span, (right - left) * x]);
      done = start + length;
    }
    if (done < text.length) layer.append(text.slice(done));
    const holder = body.appendChild(document.createElement("div"));
    // Text between the boxes, such as spaces and line ends, has no position.
    holder.style.cssText = "position:absolute;left:0;top:0;line-height:0;font-size:0";
    holder.append(layer);
    const widths = spans.map(([span]) => span.offsetWidth);
    spans.forEach(([span, wide], index) => {
      if (widths[index]) span.style.transform = `scaleX(${wide / widths[index]})`;
    });
  }

  /** @param {number} width of the picture in pixels */
  async draw(width) {
    const wanted = clamp(Math.round(width), 1, widest);
    if (wanted === this.drawn || this.disposed) return;
    this.drawn = wanted;
    const next = this.document.createElement("img");
    next.alt = "";
    next.style.cssText = "position:absolute;left:0;top:0;width:100%;height:100%;user-select:none;pointer-events:none";
    next.src = address("~lectern/pdf/page.png", {href: this.href, page: this.page, width: wanted});
    const isDrawn = await atMost(next.decode(), 5000).then(() => true, () => false);
    // The page may have been turned or resized meanwhile.
    if (this.disposed || this.drawn !== wanted) return;
    if (!isDrawn) this.shell.report("The page cannot be drawn.", this.href, "document");
    this.drawing?.replaceWith(next);
    this.drawing = next;
  }

  /** Renders the page again for another size.
   * @param {number} scale device pixels per pixel of the page */
  sharpen(scale) {
    if (this.isReady) this.draw(this.width * scale);
  }
}

class PDFPages extends Pages {
  /** @param {Shell} shell */
  constructor(shell) {
    super(shell);
    /** @type {{index: number, page: number}[]} */
    this.places = shell.book.readingOrder.flatMap((item, index) =>
      Array.from({length: item.as === "pdf" ? Math.max(1, item.positions) : 0}, (_, page) => ({index, page: page + 1})));
    /** @type {{width: number, height: number}[]} */
    this.sizes = [];
  }

  /** @override */
  get total() {
    return this.places.length;
  }

  /** @override */
  get ahead() {
    return 1;
  }

  /** Pairs the pages according to the settings.
   * @override */
  list() {
    const {settings, state} = this.shell;
    const numbers = this.places.keys();
    if (!state.spreads.isEnabled || settings.spread === "never") return [...numbers].map((number) => [{number, side: "center"}]);
    const [first, second] = state.direction === "rtl" ? ["right", "left"] : ["left", "right"];
    /** @type {import("./spreads.js").Place[][]} */
    const spreads = [];
    for (let number = 0; number < this.total;) {
      const alone = (number === 0 && settings.offsetFirstPage) || number + 1 === this.total;
      spreads.push(alone ? [{number, side: "center"}] : [{number, side: first}, {number: number + 1, side: second}]);
      number += alone ? 1 : 2;
    }
    return spreads;
  }

  /** @override @param {number} number @param {any} view @returns {any} */
  make(number, view) {
    return new PDFFrame(this, number, view);
  }

  /** @param {number} number @param {any} size in points */
  know(number, {width, height}) {
    return this.sizes[number] = {width: Math.max(1, Math.round(width * pixels)), height: Math.max(1, Math.round(height * pixels))};
  }

  /** @override @param {number} number */
  sizeOf(number) {
    return this.sizes[number] ?? this.sizes.find(Boolean) ?? {width: 816, height: 1056};
  }

  /** @param {any} locator @returns {number | null} the page that its fragment names, from 1 */
  pageIn(locator) {
    const found = fragmentsOf(locator).map((fragment) => /(?:^|&)page=(\d+)/.exec(fragment)?.[1]).find(Boolean);
    return found ? Number(found) : null;
  }

  /** @override @param {any} locator */
  numberOf(locator) {
    const index = this.shell.book.indexOf(locator.href, locator.locations);
    const first = this.places.findIndex((place) => place.index === index);
    if (first < 0) return -1;
    const count = this.places.filter((place) => place.index === index).length;
    const {position, progression = 0} = locator.locations ?? {};
    const item = this.shell.book.readingOrder[index];
    const page = this.pageIn(locator) ?? (position ? position - item.position + 1 : Math.floor(progression * count + 1e-6) + 1);
    return first + clamp(page, 1, count) - 1;
  }

  /** @override @param {number} number @returns {[number, number]} */
  ends(number) {
    const all = this.places.map(({index}) => index), {index} = this.places[number];
    return [all.indexOf(index), all.lastIndexOf(index)];
  }

  /** @override */
  progressionIn() {
    return 0;
  }

  /** @override @param {number} number */
  locatorOf(number) {
    const {index, page} = this.places[number];
    const {href, type, position, positions} = this.shell.book.readingOrder[index];
    return {href, type, locations: {
      fragments: [`page=${page}`], progression: (page - 1) / Math.max(1, positions), position: position + page - 1,
    }};
  }

  /** @override */
  has() {
    return true;
  }
}

/** @param {Shell} shell */
export const open = (shell) => viewOf(shell, new PDFPages(shell));
