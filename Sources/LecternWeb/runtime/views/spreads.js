// SPDX-License-Identifier: BSD-3-Clause
// Pages of fixed size, one or two at a time: the common part of fixed layouts, comics and PDF.
import {h} from "../tools/dom.js";
import {scaleOf, spaceAround} from "./fitting.js";
import {Panels} from "./panels.js";
import {Spread} from "./spread.js";
import {atMost, isCalm} from "../tools/waiting.js";
import {Zoom} from "./zoom.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/**
 * A page: an iframe or an image, which has a size in whole pixels once it is loaded.
 * @typedef {{element: HTMLElement, width: number, height: number, bytes?: number, elastic?: boolean, isReady?: boolean,
 *   load: (parent: HTMLElement) => Promise<any>, resize?: (width: number, height: number) => void,
 *   restyle?: () => boolean, href?: any, image?: any, sharpen?: (scale: number) => void, notify?: (name: any) => void, dispose: () => void}} Page
 * @typedef {{number: number, side: string}} Place a page of a spread: its number from 0, left, right or center
 */

/** If a page takes longer than this to load, in ms, the other page is shown alone. */
const patience = 8000;
/** The size of the decoded pictures to keep, in bytes. */
const budget = 256 << 20;

/** The pages to show, by index. */
export class Pages {
  /** The maximum width of a strip in px, unless a setting limits it. */
  stripWidth = Infinity;

  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
  }

  get total() {
    return this.shell.book.readingOrder.length;
  }

  /** Whether the pages follow each other in a strip. If they are scrolled one by one, they are turned like others. */
  get isStrip() {
    const {scroll, continuous} = this.shell.settings;
    return !!scroll && continuous !== false;
  }

  /** The number of spreads to preload.
   * @returns {number} */
  get ahead() {
    return this.shell.state.spreads.isEnabled ? 1 : 2;
  }

  /** @returns {Place[][]} the spreads; a spread never mixes resources of different views */
  list() {
    const {shell} = this;
    return shell.state.spreads.spreads.flatMap((/** @type {any} */ {resources}) => {
      const isTogether = new Set(resources.map((/** @type {any} */ {index}) => shell.kindOf(index))).size === 1;
      return isTogether ? [resources.map((/** @type {any} */ {index, page}) => ({number: index, side: page}))]
        : resources.map((/** @type {any} */ {index}) => [{number: index, side: "center"}]);
    });
  }

  /** @param {number} number @param {any} _view @returns {Page} */
  make(number, _view) {
    throw new Error(`no page ${number}`);
  }

  /** @param {any} locator @returns {number} of the page */
  numberOf(locator) {
    return this.shell.book.indexOf(locator.href, locator.locations);
  }

  /** The progression of a locator in the page.
   * @param {any} locator @returns {number} */
  progressionIn(locator) {
    return locator.locations?.progression ?? 0;
  }

  /** @param {number} number @param {number} [progression] in the page @returns {any} */
  locatorOf(number, progression = 0) {
    const {href, type, position} = this.shell.book.readingOrder[number];
    return {href, type, locations: {progression, position}};
  }

  /** The size of a page, as far as known.
   * @param {number} number @returns {{width: number, height: number}} */
  sizeOf(number) {
    const {width, height} = this.shell.book.readingOrder[number];
    return {width: width || 1, height: width && height || 1};
  }

  /** The first and the last page of the resource of a page.
   * @param {number} number @returns {[number, number]} */
  ends(number) {
    return [number, number];
  }

  /** Whether a page is shown by this view.
   * @param {number} number */
  has(number) {
    return this.shell.kindOf(number) === this.shell.kind;
  }
}

export class SpreadView {
  /** Home and End go to the ends of the publication, because each resource is only a page. */
  keys = {Home: "start", End: "end"};
  scrolls = false;

  /** @param {Shell} shell @param {Pages} source */
  constructor(shell, source) {
    this.shell = shell;
    this.source = source;
    this.element = h("div", {class: "lectern-spreads", style: "position:absolute;inset:0;overflow:clip;touch-action:none"});
    shell.element.append(this.element);
    this.zoom = new Zoom((x, y, scale, moving) => this.draw(x, y, scale, moving), () => this.settle());
    this.panels = new Panels(this);
    /** @type {Map<number, Spread>} The existing spreads, by number. */
    this.open = new Map();
    /** @type {Spread | null} */
    this.shown = null;
    this.at = this.page = this.serial = 0;
    /** @type {Place[][]} */
    this.spreads = source.list();
  }

  // -- Turning

  /** @param {any} locator */
  async go(locator) {
    return this.show(this.source.numberOf(locator), false);
  }

  /** @param {number} number of a page @param {boolean} fromEnd @returns {Promise<boolean>|false} */
  show(number, fromEnd) {
    const at = this.spreads.findIndex((spread) => spread.some((place) => place.number === number));
    return at >= 0 && this.turn(at, number, fromEnd);
  }

  /** @param {string} to */
  async move(to) {
    if (to === "resourceStart") return this.show(this.source.ends(this.page)[0], false);
    if (to === "resourceEnd") return this.show(this.source.ends(this.page)[1], true);
    const step = /** @type {Record<string, 1|-1>} */ ({forward: 1, backward: -1})[to];
    if (this.panels.move(step)) return true;
    const at = step ? this.at + step : to === "start" ? 0 : to === "end" ? this.spreads.length - 1 : -1;
    const next = this.spreads[at];
    if (!next || at === this.at) return false;
    const {number} = next[step === -1 ? next.length - 1 : 0];
    if (!this.source.has(number)) return this.shell.enter(number, step === -1 ? 1 : 0);
    return this.turn(at, next[0].number, step === -1);
  }

  /** @param {number} at @param {number} page @param {boolean} fromEnd */
  async turn(at, page, fromEnd) {
    const serial = ++this.serial, step = this.zoom.region ? Math.sign(at - this.at) : 0;
    Object.assign(this, {at, page});
    const spread = this.load(at);
    await atMost(spread.ready, patience);
    if (serial !== this.serial) return true; // a later turn won
    const old = this.shown, direction = this.shell.state.direction;
    this.shown = spread;
    this.zoom.reversed = direction === "rtl";
    this.arrange(spread);
    this.layout(false);
    // A page higher than the view is shown from its end when going backwards.
    if (fromEnd) this.zoom.reset(true);
    spread.setShown(true);
    if (old && old !== spread) old.setShown(false);
    this.settle();
    this.shell.moved();
    this.panels.show(spread, step);
    this.prepare(serial);
    return true;
  }

  /** @param {number} at @returns {Spread} */
  load(at) {
    const found = this.open.get(at);
    if (found) return found;
    const places = this.spreads[at], pages = places.map(({number}) => this.source.make(number, this));
    const spread = new Spread(pages, places, this.element, (error) => this.shell.report(error));
    this.open.set(at, spread);
    return spread;
  }

  /** Preloads the neighbours one after the other, and releases the other spreads.
   * @param {number} serial */
  async prepare(serial) {
    const wanted = [this.at, this.at + 1, this.at - 1];
    if (this.source.ahead > 1) wanted.push(this.at + 2);
    for (const [at, spread] of this.open) if (!wanted.includes(at)) this.close(at, spread);
    let bytes = 0;
    for (const at of wanted) {
      if (!this.spreads[at]?.every(({number}) => this.source.has(number))) continue;
      if (bytes > budget * 0.6) break;
      const spread = this.load(at);
      await spread.ready;
      if (serial !== this.serial) return;
      if (at !== this.at) this.arrange(spread);
      bytes += spread.pages.reduce((sum, page) => sum + (page.bytes ?? 0), 0);
    }
  }

  /** @param {number} at @param {Spread} spread */
  close(at, spread) {
    this.open.delete(at);
    if (this.shown === spread) this.shown = null;
    spread.dispose();
  }

  // -- Layout

  /** Whether the settings require a different view. */
  get isStale() {
    return this.source.isStrip;
  }

  /** @returns {{left: number, top: number, width: number, height: number}} the part of the window that the view covers
   * */
  get area() {
    const {left, top, width, height} = this.element.getBoundingClientRect();
    return {left, top, width: width || 1, height: height || 1};
  }

  /** @param {Spread} spread */
  arrange(spread) {
    spread.arrange(this.shell.settings.pageSpacing ?? 0);
  }

  /** Fits the spread to the view.
   * @param {boolean} keep the scale and the position */
  layout(keep) {
    const {shown, shell: {settings, element}} = this;
    const {x, y} = spaceAround(settings, {width: element.clientWidth, height: element.clientHeight});
    const spacing = Math.min((settings.pageSpacing ?? 0) / 2, element.clientHeight / 4 - y);
    this.element.style.inset = `${y + Math.max(0, spacing)}px ${x}px`;
    if (!shown) return;
    this.arrange(shown);
    const {width, height} = shown, {area} = this;
    const across = area.width / width, down = area.height / height;
    // A page that is scrolled by itself fills the view in the other direction.
    const own = !settings.scroll ? Math.min(across, down) : settings.scrollAxis === "horizontal" ? down : across;
    const scale = scaleOf(this.fit = settings.fit, across, down, own);
    this.zoom.fit(area, {width, height, fit: scale}, keep);
  }

  /** @param {number} x @param {number} y @param {number} scale @param {boolean} moving */
  draw(x, y, scale, moving) {
    if (!this.shown) return;
    const {box, seam} = this.shown, unit = devicePixelRatio || 1;
    // At rest, edges are aligned with device pixels, so that there is no hairline between two pages.
    if (!moving) {
      if (seam) scale = Math.max(1, Math.floor(seam * scale * unit + 0.01)) / (seam * unit);
      x = Math.round(x * unit) / unit;
      y = Math.round(y * unit) / unit;
    }
    box.style.willChange = moving ? "transform" : "";
    box.style.transition = "";
    box.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.scale = scale;
    if (!moving) for (const page of this.shown.pages) page.notify?.("move");
  }

  settle() {
    const scale = (this.scale ?? 1) * (devicePixelRatio || 1);
    for (const page of this.shown?.pages ?? []) page.sharpen?.(scale);
  }

  // -- Swiping: a finger pulls in the next page

  /** @param {number} x */
  drag(x) {
    const {shown, zoom, area} = this;
    if (!shown || isCalm() || this.shell.options.animated === false) return;
    const step = (x < 0) === (this.shell.state.direction !== "rtl") ? 1 : -1;
    const beside = this.open.get(this.at + step);
    const shift = beside?.loaded ? x : x / 3;
    shown.box.style.transform = `translate(${zoom.x + shift}px, ${zoom.y}px) scale(${this.scale})`;
    for (const spread of this.open.values()) if (spread !== shown && spread !== beside) spread.setShown(false);
    if (!beside?.loaded) return;
    const {width, height} = beside, scale = Math.min(area.width / width, area.height / height);
    const left = (area.width - width * scale) / 2 + x - Math.sign(x) * area.width;
    const {style} = beside.box;
    style.visibility = "";
    style.transform = `translate(${left}px, ${(area.height - height * scale) / 2}px) scale(${scale})`;
  }

  /** @param {boolean} turned */
  drop(turned) {
    if (turned || !this.shown) return;
    for (const spread of this.open.values()) if (spread !== this.shown) spread.setShown(false);
    const {zoom} = this;
    zoom.place(zoom.x, zoom.y, false);
    if (!isCalm()) this.shown.box.style.transition = "transform 200ms ease-out";
  }

  // -- The interface of a view for main.js

  frames() {
    const pages = [this.shown, ...this.open.values()].flatMap((spread) => spread?.pages ?? []);
    return [...new Set(pages)].filter((page) => page.isReady);
  }

  current() {
    return this.shown?.pages.find((page) => page.isReady) ?? null;
  }

  place() {
    const last = this.spreads.length - 1;
    return {
      locator: this.source.locatorOf(this.page), page: this.page + 1, pages: this.source.total,
      atStart: this.at === 0, atEnd: this.at === last,
    };
  }

  setSpreads() {
    const old = JSON.stringify(this.spreads);
    this.spreads = this.source.list();
    // The first spread may still be loading, under its index in the old list.
    if (!this.open.size || JSON.stringify(this.spreads) === old) return;
    const gone = [...this.open], shown = this.shown;
    this.open = new Map();
    const at = this.spreads.findIndex((spread) => spread.some((place) => place.number === this.page));
    this.turn(Math.max(0, at), this.page, false).then(() => {
      for (const [number, spread] of gone) this.close(number + 1e9, spread);
      if (this.shown === shown) this.shown = null;
    });
  }

  setSettings() {
    for (const spread of this.open.values()) for (const page of spread.pages) page.restyle?.();
    this.setSpreads();
    this.layout(this.fit === this.shell.settings.fit);
    this.settle();
  }

  resize() {
    this.setSpreads();
    this.layout(true);
    this.settle();
  }

  /** @param {any} message */
  command({command, scale, point}) {
    if (command !== "zoom") return;
    this.zoom.to(scale, point);
    this.zoom.rest();
  }

  dispose() {
    this.serial++;
    clearTimeout(this.zoom.timer);
    for (const [at, spread] of this.open) this.close(at, spread);
    this.element.remove();
  }
}
