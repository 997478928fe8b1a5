// SPDX-License-Identifier: BSD-3-Clause
// Pages one after the other in a scrolling strip: webtoons, and PDF in scroll mode.
import {h} from "../tools/dom.js";
import {clamp} from "../tools/numbers.js";
import {SpreadView} from "./spreads.js";
import {StripZoom} from "./stripzoom.js";
import {isCalm} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("./spreads.js").Pages} Pages */

/** Pages within this many screens of the view are loaded. */
const near = 1.5;
const far = 4;

/**
 * The slot of a page: its index, its element, and its content while it is loaded.
 * @typedef {{number: number, holder: HTMLElement, page: any, width: number, height: number}} Slot
 */

class Strip {
  scrolls = true;
  keys = {Home: "start", End: "end"};

  /** @param {Shell} shell @param {Pages} source */
  constructor(shell, source) {
    this.shell = shell;
    this.source = source;
    this.isAcross = shell.settings.scrollAxis === "horizontal";
    this.row = h("div", {style: "position:relative;margin:0 auto;min-width:100%;min-height:100%"});
    const element = this.element = h("div", {tabindex: -1, style: "position:absolute;inset:0;overflow:auto;overflow-anchor:none;"
      + `outline:none;scrollbar-width:${shell.settings.visibleScrollbar === false ? "none" : "auto"}`}, this.row);
    this.zoom = new StripZoom(this);
    shell.element.append(element);
    /** @type {Slot[]} */
    this.slots = Array.from({length: source.total}, (_, number) => {
      const holder = this.row.appendChild(h("div", {style: "position:absolute;overflow:hidden"}));
      return {number, holder, page: null, ...source.sizeOf(number)};
    });
    this.at = this.offset = this.frame = this.timer = 0;
    element.addEventListener("scroll", () => this.onScroll());
  }

  // -- "Along" is the direction in which it scrolls: down, or sideways in the reading direction

  get rtl() {
    return this.isAcross && this.shell.state.direction === "rtl";
  }

  /** Whether the settings require a different view. */
  get isStale() {
    return !this.source.isStrip;
  }

  /** The part of the window that the view covers. */
  get area() {
    return this.element.getBoundingClientRect();
  }

  get screen() {
    return this.isAcross ? this.element.clientWidth : this.element.clientHeight;
  }

  get position() {
    return this.isAcross ? Math.abs(this.element.scrollLeft) : this.element.scrollTop;
  }

  set position(value) {
    if (this.isAcross) this.element.scrollLeft = this.rtl ? -value : value;
    else this.element.scrollTop = value;
  }

  /** Positions all pages; pages of unknown size get the first known size. */
  layout() {
    const {clientWidth: width, clientHeight: height} = this.element, {settings} = this.shell;
    const known = this.slots.find((slot) => slot.width > 1) ?? {width: 2, height: 3};
    const gap = settings.pageSpacing ?? 0;
    const wide = Math.min(width, settings.stripWidth ?? this.source.stripWidth);
    this.element.style.direction = this.rtl ? "rtl" : "ltr";
    let along = 0;
    let most = 0;
    this.ends = this.slots.map(({holder, page, ...own}) => {
      const size = own.width > 1 ? own : known;
      const fitted = this.isAcross ? height / size.height
        : settings.fit === "page" || settings.fit === "contain" ? Math.min(wide / size.width, height / size.height)
        : settings.fit === "height" ? height / size.height
        : settings.fit === "cover" ? Math.max(wide / size.width, height / size.height)
        : wide / size.width;
      const scale = fitted * this.zoom.scale, w = Math.round(size.width * scale), h = Math.round(size.height * scale);
      Object.assign(holder.style, this.isAcross
        ? {[this.rtl ? "right" : "left"]: `${along}px`, top: `${Math.max(0, (height - h) / 2)}px`}
        : {top: `${along}px`, left: `${Math.max(0, (width - w) / 2)}px`});
      Object.assign(holder.style, {width: `${w}px`, height: `${h}px`});
      if (page) this.fit(page, w, h);
      along += (this.isAcross ? w : h) + gap;
      most = Math.max(most, this.isAcross ? h : w);
      return along;
    });
    this.row.style[this.isAcross ? "width" : "height"] = `${Math.max(0, along - gap)}px`;
    this.row.style[this.isAcross ? "height" : "width"] = `${most}px`;
    this.position = this.start(this.at) + this.offset * this.length(this.at);
    this.load();
  }

  /** @param {any} page @param {number} width @param {number} height */
  fit(page, width, height) {
    Object.assign(page.element.style, {position: "absolute", left: "0", top: "0", transformOrigin: "0 0", visibility: ""});
    if (page.elastic) page.resize(width, height);
    else page.element.style.transform = `scale(${width / page.width}, ${height / page.height})`;
    page.notify?.("move");
  }

  /** @param {number} number */
  start(number) {
    return number > 0 ? this.ends?.[number - 1] ?? 0 : 0;
  }

  /** @param {number} number */
  length(number) {
    return (this.ends?.[number] ?? 0) - this.start(number);
  }

  /** The page at a distance from the beginning.
   * @param {number} along */
  numberAt(along) {
    const found = (this.ends ?? []).findIndex((end) => end > along + 0.5);
    return found < 0 ? this.slots.length - 1 : found;
  }

  // -- Pages near the view are loaded, distant ones are released

  load() {
    const from = this.position, screen = this.screen;
    for (const slot of this.slots) {
      const start = this.start(slot.number) - from, end = start + this.length(slot.number);
      if (end > -near * screen && start < (1 + near) * screen) this.open(slot);
      else if (slot.page && (end < -far * screen || start > (1 + far) * screen)) this.close(slot);
    }
  }

  /** @param {Slot} slot */
  async open(slot) {
    if (slot.page) return;
    const page = slot.page = this.source.make(slot.number, this);
    await page.load(slot.holder).catch((error) => this.shell.report(error));
    if (slot.page !== page) return;
    const changed = slot.width !== page.width || slot.height !== page.height;
    Object.assign(slot, {width: page.width, height: page.height});
    if (changed) this.layout();
    else this.fit(page, slot.holder.offsetWidth, slot.holder.offsetHeight);
    this.settle();
  }

  /** @param {Slot} slot */
  close(slot) {
    slot.page?.dispose();
    slot.page = null;
  }

  onScroll() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.keep();
      this.load();
      for (const {page} of this.slots) page?.notify?.("move");
    });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(), 150);
  }

  /** Remembers the position: a page, and how far into it. */
  keep() {
    this.at = this.numberAt(this.position);
    this.offset = (this.position - this.start(this.at)) / (this.length(this.at) || 1);
  }

  settle() {
    const unit = devicePixelRatio || 1;
    for (const {page, holder} of this.slots) page?.sharpen?.((holder.offsetWidth / page.width) * unit);
    this.shell.moved();
  }

  // -- The interface of a view for main.js

  /** @param {any} locator */
  async go(locator) {
    const number = this.source.numberOf(locator);
    if (!this.slots[number]) return false;
    if (!this.ends) this.layout();
    this.at = number;
    this.offset = this.source.progressionIn(locator);
    await this.open(this.slots[number]);
    this.layout();
    this.shell.moved();
    return true;
  }

  /** @param {string} to */
  move(to) {
    const last = Math.max(0, (this.ends?.[this.slots.length - 1] ?? 0) - this.screen);
    const [one, other] = this.source.ends(this.at);
    const next = {
      forward: this.position + this.screen * 0.9, backward: this.position - this.screen * 0.9, start: 0, end: last,
      resourceStart: this.start(one),
      resourceEnd: this.start(other) + Math.max(0, this.length(other) - this.screen),
    }[to];
    if (next === undefined || Math.abs(clamp(next, 0, last) - this.position) < 1) return false;
    const smooth = !isCalm() && this.shell.options.animated !== false && /ward$/.test(to);
    const value = this.rtl ? -next : next;
    this.element.scrollTo({[this.isAcross ? "left" : "top"]: value, behavior: smooth ? "smooth" : "auto"});
    if (!smooth) this.keep(); // a page that loads before the next frame would scroll back
    return true;
  }

  /** @param {number} x @param {number} y */
  scrollBy(x, y) {
    this.element.scrollBy(this.isAcross ? (this.rtl ? -y : y) : x, this.isAcross ? 0 : y);
    this.keep();
  }

  frames() {
    const seen = this.numberAt(this.position + 1);
    return this.slots.map(({page}) => page).filter((page) => page?.isReady)
      .sort((one, other) => Math.abs(one.number - seen) - Math.abs(other.number - seen));
  }

  current() {
    return this.frames()[0] ?? null;
  }

  place() {
    const end = this.ends?.[this.slots.length - 1] ?? 0;
    return {
      locator: this.source.locatorOf(this.at, this.offset), page: this.at + 1, pages: this.slots.length,
      atStart: this.position < 1, atEnd: this.position + this.screen > end - 2,
    };
  }

  setSettings() {
    this.layout();
  }

  resize() {
    this.layout();
  }

  /** @param {any} message */
  command({command, scale, point}) {
    if (command === "zoom") this.zoom.to(scale, point);
  }

  dispose() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    for (const slot of this.slots) this.close(slot);
    this.element.remove();
  }
}

/** @param {Shell} shell @param {Pages} pages @returns {Strip|SpreadView} as the settings say */
export const viewOf = (shell, pages) => (pages.isStrip ? new Strip(shell, pages) : new SpreadView(shell, pages));
