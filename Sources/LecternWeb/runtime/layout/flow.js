// SPDX-License-Identifier: BSD-3-Clause
// The layout of a reflowable document in its frame, and positions in it. paginator.js begins with an overview.
import {flag, renew, set} from "../tools/dom.js";
import {Frame} from "./frame.js";
import {ground} from "./ground.js";
import {geometry, scrolls, sheet} from "./geometry.js";
import {Openings} from "./measure.js";
import {center, onePage, plateOf} from "./plate.js";
import {clamp} from "../tools/numbers.js";
import {startRect} from "../book/place.js";
import {box} from "../book/rects.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** Writing modes that are laid out like others.
 * @type {Record<string, string>} */
const WRITING = {"horizontal-tb": "horizontal-tb", "vertical-lr": "vertical-lr", "sideways-lr": "vertical-lr"};

/** The writing mode of a document: of its body, or of the box in it that has all of the text.
 * @param {{body: Element, root: Element, window: Window}} frame @returns {string} */
function writingOf({body, root, window}) {
  const modeOf = (/** @type {Element} */ box) => WRITING[window.getComputedStyle(box).writingMode] || "vertical-rl";
  let mode = modeOf(body);
  // The reader may have chosen one.
  if (root.hasAttribute("data-lectern-writing")) return mode;
  for (let box = onlyBox(body); box && mode === "horizontal-tb"; box = onlyBox(box)) mode = modeOf(box);
  return mode;
}

/** @param {Element} parent @returns {Element|undefined} the child that has all of its content */
function onlyBox({childNodes}) {
  /** @type {any} */ let only;
  for (const node of childNodes) {
    if (!(/** @type {any} */ (node).localName) && !/\S/.test(node.nodeValue || "")) continue;
    if (only) return undefined;
    only = node;
  }
  return only?.localName ? only : undefined;
}

/** Chromium before 105 leaves gaps, and counts an extra page, if pictures load after a layout. */
const LEAVES_GAPS = !CSS.supports("selector(:has(a))");

export class FlowFrame extends Frame {
  /** @param {Shell} shell @param {number} index */
  constructor(shell, index) {
    super(shell, index);
    this.ready = false;
    this.page = 0;
    /** The number of columns with content. */
    this.columns = 1;
    /** @type {CSSStyleSheet|null} */
    this.sheet = null;
    this.text = "";
    /** @type {Document|null} the document that has adopted the sheet */
    this.adopted = null;
    /** @type {{x: number, y: number}} the offset that we last scrolled to, or found after a layout */
    this.expected = {x: 0, y: 0};
    /** Size of the text at the last layout. */
    this.measured = "";
    /** The background color of the document, if any; the margins use it, too. */
    this.paper = "";
    /** Time of the last layout. */
    this.laid = 0;
    this.size = {width: 0, height: 0};
    /** @type {import("./geometry.js").Geometry|null} */
    this.geometry = null;
    this.openings = new Openings(this);
    /** The picture that is the whole document; undefined until the document is there. @type {Element|null|undefined} */
    this.plate = undefined;
    /** The writing mode of the body, which the root must match; `onRoot` if the root has a different one. */
    this.writing = "horizontal-tb";
    this.onRoot = false;
    /** The properties that determined the direction at the last layout. */
    this.styled = "";
    this.direction = shell.state.css?.reflowable?.dir || "ltr";
  }

  /** Computes the geometry and the frame size for the current settings. */
  apply() {
    const scroll = scrolls(this.shell.state);
    const whole = geometry({...this.size, settings: this.shell.settings, properties: this.shell.state.css?.reflowable?.properties,
      vertical: this.writing !== "horizontal-tb", scroll, ratio: devicePixelRatio || 1});
    const size = this.plate && !scroll ? onePage(whole, this.direction) : whole;
    this.geometry = size;
    const vertical = this.writing === "vertical-rl" ? "rl" : this.writing === "horizontal-tb" ? false : "lr";
    const rtl = this.direction === "rtl";
    const axis = scroll === Boolean(vertical) ? "x" : "y";
    const sign = scroll ? (vertical === "rl" ? -1 : 1) : rtl && !vertical ? -1 : 1;
    /** @type {import("./frame.js").Flow} */
    const flow = {mode: scroll ? "scroll" : "paged", axis, sign, vertical, direction: this.direction,
      pitch: size.pitch, columns: size.columns, pages: this.columns, width: size.width, height: size.height};
    this.flow = flow;
    const {style} = this.element;
    style.left = `${size.left}px`;
    style.top = `${size.top}px`;
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    this.element.scrolling = this.rolls ? "auto" : "no";
  }

  /** Whether the reader scrolls the frame itself. */
  get rolls() {
    return this.flow.mode === "scroll";
  }

  /** Applies the paginator's sheet to the document. */
  adopt() {
    const {document, root} = this;
    if (!document || !root || !this.geometry) return;
    if (this.adopted !== document) {
      this.adopted = document;
      this.text = "";
      const Sheet = /** @type {any} */ (this.window).CSSStyleSheet;
      this.sheet = new Sheet();
      document.adoptedStyleSheets = [/** @type {CSSStyleSheet} */ (this.sheet)];
      flag(root, root.getAttribute("data-lectern"));
    }
    // Not in the sheet, which would have to be read again for each font size.
    if (root.style) set(root, "--lectern-scale", this.geometry.scale === 1 ? "" : String(this.geometry.scale));
    const scroll = this.flow.mode === "scroll";
    const text = sheet(this.geometry, {scroll, writing: this.writing, direction: this.direction, onRoot: this.onRoot});
    if (text === this.text) return;
    this.text = text;
    this.sheet?.replaceSync(text);
    root.setAttribute("data-lectern-flow", this.flow.mode);
  }

  /** Lays out the document again and counts its pages: first all writes, then all reads. */
  layout() {
    if (this.plate === undefined) this.plate = plateOf(this);
    this.apply();
    // Settings may determine the direction, so what was set on the root for the previous settings is removed.
    const styled = `${this.root.getAttribute("data-lectern")} ${this.root.dir}`;
    if (styled !== this.styled) Object.assign(this, {styled, onRoot: false});
    this.adopt();
    const own = this.window.getComputedStyle(this.root);
    const {direction} = this.window.getComputedStyle(this.body), writing = writingOf(this);
    const onRoot = this.onRoot || own.writingMode !== writing || own.direction !== direction;
    // Each change of the sheet recalculates all styles.
    if (writing !== this.writing || direction !== this.direction || onRoot !== this.onRoot) {
      Object.assign(this, {writing, direction, onRoot});
      this.apply();
      this.adopt();
    }
    if (this.laid && this.flow.mode === "paged" && LEAVES_GAPS) renew(this.body);
    this.openings.measure();
    this.count();
    if (this.plate) center(this.plate, this);
    this.paper = [this.root, this.body].map((box) => this.window.getComputedStyle(box).backgroundColor)
      .find((color) => !/^(transparent|rgba\(.*, 0\))$/.test(color)) || "";
    ground(this);
    this.laid = performance.now();
    this.measured = this.measure();
    // While the text was shorter, the browser may have scrolled.
    this.expected = this.scroll();
  }

  measure() {
    const {body} = this;
    return `${body.getClientRects().length} ${body.offsetHeight} ${body.offsetWidth}`;
  }

  /** Counts the columns, and measures the zoom that a sheet may set on the body. */
  count() {
    const rects = this.body.getClientRects();
    const zoom = Number(/** @type {any} */ (this.window.getComputedStyle(this.body)).zoom) || 1;
    const {flow} = this;
    if (flow.mode === "paged") {
      const along = rects.length ? (flow.axis === "x" ? rects[0].width : rects[0].height) : 0;
      this.zoom = zoom !== 1 && along ? Math.round(flow.pitch / along * 1e4) / 1e4 : 1;
      this.columns = Math.max(1, rects.length);
    }
    flow.pages = this.columns;
  }

  /** The number of screens in this document. */
  get pages() {
    if (this.flow.mode === "paged") return Math.ceil(this.columns / this.flow.columns);
    return Math.max(1, Math.ceil((this.whole - 1) / this.extent));
  }

  /** The size of the screen along the pages. */
  get extent() {
    return this.flow.axis === "x" ? this.flow.width : this.flow.height;
  }

  /** The size of the document along the pages, in scroll mode. */
  get length() {
    return this.flow.axis === "x" ? this.root.scrollWidth : this.root.scrollHeight;
  }

  /** The start and length of this document in the scrolled area, which may have other documents (see continuous.js). */
  get origin() {
    return 0;
  }

  get whole() {
    return this.length;
  }

  /** The scroll offset, along the reading direction. */
  get offsetNow() {
    return (this.flow.axis === "x" ? this.window.scrollX : this.window.scrollY) * this.flow.sign;
  }

  /** The position of a rectangle along the pages, relative to the start of the screen.
   * @param {import("./frame.js").Box} rect */
  along(rect) {
    const {axis, sign, width} = this.flow, k = this.zoom;
    if (axis === "y") return {start: rect.top * k, end: rect.bottom * k};
    return sign > 0 ? {start: rect.left * k, end: rect.right * k}
      : {start: width - rect.right * k, end: width - rect.left * k};
  }

  /** @param {Range} range @returns {boolean} whether it begins on the screen */
  onScreen(range) {
    const rect = startRect(range);
    if (!rect) return false;
    const {start, end} = this.along(rect);
    return end > 0 && start < this.extent - 1;
  }

  /** @override @param {import("./frame.js").Box|Range} target @returns {number} screen, from 0 */
  pageOf(target) {
    const rect = "startContainer" in target ? startRect(target) : target;
    if (!rect) return this.page;
    const {start} = this.along(rect);
    const offset = start + this.offsetNow;
    if (this.flow.mode === "scroll") return clamp(Math.floor((offset - this.origin) / this.extent), 0, this.pages - 1);
    return clamp(Math.floor((offset + 1) / this.extent), 0, this.pages - 1);
  }

  /** @override */
  visible() {
    return box(0, 0, this.flow.width, this.flow.height);
  }

  /** Scrolls to an offset along the pages.
   * @param {number} offset */
  scrollAlong(offset) {
    const value = offset * this.flow.sign || 0;
    this.expected = this.flow.axis === "x" ? {x: value, y: 0} : {x: 0, y: value};
    this.window.scrollTo(this.expected.x, this.expected.y);
    // To the left of the first page, Chromium 102 does not paint until a style of the root changes.
    if (this.flow.sign < 0) this.root.style.willChange = this.root.style.willChange ? "" : "scroll-position";
  }

  get lineHeight() {
    const style = this.window.getComputedStyle(this.body);
    return parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.4 || 24;
  }

  /** The progression of a position at a distance from the start of the screen, in scroll mode.
   * @param {number} start */
  progressionAt(start) {
    return clamp((start + this.offsetNow - this.origin) / Math.max(1, this.whole), 0, 1);
  }
}
