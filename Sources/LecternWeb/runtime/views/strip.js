// SPDX-License-Identifier: BSD-3-Clause
// Pages one after the other in a scrolling strip: webtoons, and PDF in scroll mode.
import {h} from "../tools/dom.js";
import {clamp} from "../tools/numbers.js";
import {scaleOf, spaceAround} from "./fitting.js";
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
    this.row = h("div", {style: "position:relative;margin:0 auto;min-width:100%;min-height:100%"});
    const element = this.element = h("div", {tabindex: -1, style: "position:absolute;inset:0;overflow:auto;overflow-anchor:none;"
      + "outline:none"}, this.row);
    this.zoom = new StripZoom(this);
    shell.element.append(element);
    /** @type {Slot[]} */
    this.slots = Array.from({length: source.total}, (_, number) => {
      const holder = this.row.appendChild(h("div", {style: "position:absolute;overflow:hidden"}));
      return {number, holder, page: null, ...source.sizeOf(number)};
    });
    /** @type {{start: number, end: number}[]} where each page begins, and where the next one does */
    this.spans = [];
    this.at = this.offset = this.frame = this.timer = 0;
    element.addEventListener("scroll", () => this.onScroll());
  }

  // -- "Along" is the direction in which it scrolls: down, up, or sideways in the reading direction

  get isAcross() {
    return this.shell.settings.scrollAxis === "horizontal";
  }

  get rtl() {
    return this.isAcross && this.shell.state.direction === "rtl";
  }

  /** Whether the first page is at the bottom. */
  get isUpward() {
    return !this.isAcross && this.shell.settings.readingProgression === "btt";
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
    const {scrollLeft, scrollTop} = this.element;
    return this.isAcross ? Math.abs(scrollLeft) : this.isUpward ? this.element.scrollHeight - this.element.clientHeight - scrollTop : scrollTop;
  }

  set position(value) {
    this.element.scrollTo(this.offsets(value));
  }

  /** @param {number} along @returns {ScrollToOptions} the scroll offsets of a distance */
  offsets(along) {
    const {isAcross, rtl, isUpward, element} = this;
    return isAcross ? {left: rtl ? -along : along} : {top: isUpward ? element.scrollHeight - element.clientHeight - along : along};
  }

  /** The pages that are side by side: pairs, if the reader asks for them. */
  get rows() {
    const {settings, state} = this.shell, pairs = state.spreads.isEnabled && /always|portrait/.test(settings.spread);
    return pairs && !this.isAcross ? this.source.list() : this.slots.map(({number}) => [{number, side: "center"}]);
  }

  /** Positions all pages; pages of unknown size get the first known size. */
  layout() {
    const {shell: {settings}, element, isAcross, rtl} = this;
    element.style.scrollbarWidth = settings.visibleScrollbar === false ? "none" : "auto";
    element.style.direction = rtl ? "rtl" : "ltr";
    const {clientWidth: width, clientHeight: height} = element, space = spaceAround(settings, {width, height});
    const room = {width: Math.min(width - 2 * space.x, settings.stripWidth ?? this.source.stripWidth), height: height - 2 * space.y};
    const known = this.slots.find((slot) => slot.width > 1) ?? {width: 2, height: 3};
    const spacing = settings.pageSpacing ?? 0, gap = spacing + (isAcross ? space.x : space.y);
    let along = 0, most = 0;
    this.spans = [];
    for (const row of this.rows) {
      const wide = (room.width - spacing * (row.length - 1)) / row.length;
      const sizes = row.map(({number}) => {
        const {width: w, height: h} = this.slots[number].width > 1 ? this.slots[number] : known, across = wide / w, down = room.height / h;
        const scale = scaleOf(settings.fit, across, down, isAcross ? down : across) * this.zoom.scale;
        return {width: Math.round(w * scale), height: Math.round(h * scale)};
      });
      const length = Math.max(...sizes.map((size) => (isAcross ? size.width : size.height)));
      const depth = isAcross ? sizes[0].height : sizes.reduce((sum, size) => sum + size.width, spacing * (row.length - 1));
      row.forEach(({number, side}, index) => {
        const size = sizes[index], {holder, page} = this.slots[number];
        const beside = side === "right" && row.length > 1 ? depth - size.width : 0;
        const edge = isAcross ? (rtl ? "right" : "left") : this.isUpward ? "bottom" : "top";
        Object.assign(holder.style, {left: "auto", right: "auto", top: "auto", bottom: "auto"}, isAcross
          ? {top: `${Math.max(0, (height - size.height) / 2)}px`} : {left: `${Math.max(0, (width - depth) / 2) + beside}px`},
        {[edge]: `${along}px`, width: `${size.width}px`, height: `${size.height}px`});
        if (page) this.fit(page, size.width, size.height);
        this.spans[number] = {start: along, end: along + length + gap};
      });
      along += length + gap;
      most = Math.max(most, depth);
    }
    const long = `${Math.max(0, along - gap)}px`, deep = `${most}px`;
    Object.assign(this.row.style, isAcross ? {width: long, height: deep} : {width: deep, height: long});
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
    return this.spans[number]?.start ?? 0;
  }

  /** @param {number} number */
  length(number) {
    const {start = 0, end = 0} = this.spans[number] ?? {};
    return end - start;
  }

  /** The distance of the end of the last page. */
  get end() {
    return this.spans.at(-1)?.end ?? 0;
  }

  /** The page at a distance from the beginning.
   * @param {number} along */
  numberAt(along) {
    const found = this.spans.findIndex(({end}) => end > along + 0.5);
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
    if (!this.spans.length) this.layout();
    this.at = number;
    this.offset = this.source.progressionIn(locator);
    await this.open(this.slots[number]);
    this.layout();
    this.shell.moved();
    return true;
  }

  /** @param {string} to */
  move(to) {
    const last = Math.max(0, this.end - this.screen);
    const [one, other] = this.source.ends(this.at);
    const next = {
      forward: this.position + this.screen * 0.9, backward: this.position - this.screen * 0.9, start: 0, end: last,
      resourceStart: this.start(one),
      resourceEnd: this.start(other) + Math.max(0, this.length(other) - this.screen),
    }[to];
    if (next === undefined || Math.abs(clamp(next, 0, last) - this.position) < 1) return false;
    const smooth = !isCalm() && this.shell.options.animated !== false && /ward$/.test(to);
    this.element.scrollTo({...this.offsets(next), behavior: smooth ? "smooth" : "auto"});
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
    return {
      locator: this.source.locatorOf(this.at, this.offset), page: this.at + 1, pages: this.slots.length,
      atStart: this.position < 1, atEnd: this.position + this.screen > this.end - 2,
    };
  }

  setSettings() {
    for (const slot of this.slots) if (slot.page?.restyle?.()) Object.assign(slot, {width: slot.page.width, height: slot.page.height});
    this.layout();
    this.settle();
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
