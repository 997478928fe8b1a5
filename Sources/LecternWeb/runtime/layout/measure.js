// SPDX-License-Identifier: BSD-3-Clause
// Opens boxes that columns cannot break, and shrinks content that is wider than a page, so that no text is lost. The
// page sheet (css/page.css) defines the effect of the attributes.

import {displaced} from "./displaced.js";
import {renew} from "../tools/dom.js";
import {XHTML} from "../tools/nodes.js";
import {isFallback} from "../book/rects.js";
import {MEDIA, OPEN, spilling} from "./spills.js";

/** @typedef {{start: number, end: number, low: number, high: number, column: number}} Spot */

/** Elements of a formula that lay out their terms in a row. */
const ROWS = new Set(["mrow", "mstyle", "semantics", "mpadded"]);
/** The smallest font scale of a wide table. */
const LEAST = 0.6;
/** Attributes that show a marquee in its final position. */
const STANDING = {behavior: "slide", loop: "1", direction: "left", scrollamount: "100000", scrolldelay: "0", truespeed: ""};
/** The maximum number of rounds for content that still crosses a page boundary. */
const ROUNDS = 4;

/** @typedef {{display: string, overflow: string, position: string, contain: string}} Style */
/**
 * The properties that decide how a box breaks. Each is read once, because with many elements this takes the most time.
 * @param {CSSStyleDeclaration} style
 * @returns {Style}
 */
const styleOf = ({display, overflow, position, contain}) => ({display, overflow, position, contain});
/**
 * The blank space at the top of a line box, where ink is unlikely: an initial may be several lines high.
 * @param {number} width @param {number} height
 */
const blank = (width, height) => (height < 40 || height > 5 * width ? 1 : height * 0.15);
/** @param {Element} table */
const isSqueezed = (table) => [...table.querySelectorAll("td,th")].some((cell) => cell.scrollWidth > cell.clientWidth + 1);
/** @param {Style} style */
const clips = (style) => style.overflow !== "visible" && style.display !== "inline";
/** @param {Style} style */
const lifted = (style) => style.position === "absolute" || style.position === "fixed";
/** @param {Style} style */
const whole = (style) => /^(inline|-webkit)-/.test(style.display) || style.contain !== "none" && style.contain !== "";

export class Openings {
  /** @param {any} frame a ReflowFrame */
  constructor(frame) {
    this.frame = frame;
    /** @type {Map<Element, Set<string>>} elements and their attributes */
    this.marked = new Map();
    /** @type {Map<Element, boolean>} boxes that may overflow, and whether they contain other boxes */
    this.boxed = new Map();
  }

  /** Called once, before the first layout. */
  begin() {
    // In WebKit, a forced break before the first text leaves an empty column.
    for (let first = this.frame.body.firstElementChild; first; first = first.firstElementChild) {
      first.style?.setProperty("break-before", "auto", "important");
    }
    // In WebKit, columns keep the margin after the last text, even if this adds an empty page.
    for (let last = this.frame.body.lastElementChild; last; last = last.lastElementChild) {
      last.setAttribute("data-lectern-last", "");
      if (/\S/.test(last.lastChild?.nodeValue || "")) break;
    }
    // A marquee is moved to its end immediately.
    for (const marquee of this.frame.body.querySelectorAll("marquee")) {
      for (const [name, value] of Object.entries(STANDING)) marquee.setAttribute(name, value);
      // WebKit puts a horizontal marquee on a single line.
      if (this.frame.window.getComputedStyle(marquee).whiteSpace === "nowrap") marquee.setAttribute("direction", "up");
    }
  }

  /** @param {Element} element @param {string} name @param {string} value a word to add, or the whole value */
  mark(element, name, value) {
    const words = name === OPEN ? new Set((element.getAttribute(name) || "").split(" ").filter(Boolean)) : new Set();
    value.split(" ").forEach((word) => words.add(word));
    const text = [...words].join(" ");
    if (element.getAttribute(name) === text) return false;
    element.setAttribute(name, text);
    this.marked.set(element, (this.marked.get(element) || new Set()).add(name));
    return true;
  }

  clear() {
    for (const [element, names] of this.marked) {
      for (const name of names) element.removeAttribute(name);
      /** @type {HTMLElement} */ (element).style.removeProperty("--lectern-shrink");
    }
    this.marked.clear();
  }

  /**
   * Finds content that does not fit, and makes it fit. Each round first reads everything, then writes. It starts from
   * scratch, so that the same size and settings always give the same pages.
   */
  measure() {
    this.clear();
    const changes = this.boxes();
    // Boxes that are positioned beside their text, relative to the body, may only be misplaced until the body is the
    // origin.
    const strayed = changes.filter(([element, name]) => element === this.frame.body && this.mark(element, name, "origin"));
    this.apply(strayed.length ? this.boxes() : changes);
    this.apply(spilling(this));
    if (this.frame.flow.mode === "paged") this.apply(displaced(this));
    this.tables();
    this.rubies();
    for (let round = 0; round < ROUNDS && !this.fits(); round++) {
      const changes = this.texts(round);
      // Some fixes are only tried in later rounds.
      if (!changes || !this.apply(changes) && round > 1) break;
    }
    this.boxed.clear();
  }

  /** @param {[Element, string, string][]} changes @returns {number} how many were not there */
  apply(changes) {
    return changes.filter(([element, name, value]) => this.mark(element, name, value)).length;
  }

  /** @param {DOMRect} rect @returns {Spot} */
  spot(rect) {
    const {frame} = this;
    const {axis, pitch} = frame.flow, k = frame.zoom;
    const {start, end} = frame.along(rect);
    const offset = frame.offsetNow;
    return {start: start + offset, end: end + offset, column: Math.floor((start + offset + 1) / (pitch || Infinity)),
      low: (axis === "y" ? rect.left : rect.top) * k, high: (axis === "y" ? rect.right : rect.bottom) * k};
  }

  /**
   * The size of a rectangle along and across the lines.
   * @param {DOMRect} rect
   */
  sides(rect) {
    const k = this.frame.zoom;
    return this.frame.flow.vertical ? {inline: rect.height * k, block: rect.width * k}
      : {inline: rect.width * k, block: rect.height * k};
  }

  /** The maximum length of a line. */
  get room() {
    const {frame} = this;
    const style = frame.window.getComputedStyle(frame.body);
    const rect = frame.body.getClientRects()[0];
    return (rect ? this.sides(rect).inline : frame.flow.width) -
      parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
  }

  /** @returns {[Element, string, string][]} changes for boxes that do not break, and for pictures that are too large */
  boxes() {
    const {frame} = this;
    const {window, body, flow} = frame;
    const paged = flow.mode === "paged";
    const size = flow.axis === "x" ? flow.height : flow.width;
    const limit = frame.geometry.block, {room} = this, columns = body.getClientRects().length;
    /** @type {[Element, string, string][]} */
    const changes = [];
    const {boxed} = this;
    /** @type {Set<Element>} */
    const inlines = new Set();
    let pictures = 0;
    for (const element of body.querySelectorAll("*")) {
      const name = element.localName;
      if (element.namespaceURI !== XHTML && name !== "svg") continue;
      const computed = window.getComputedStyle(element), isMedia = MEDIA.has(name);
      const isInline = /^(inline|none)$/.test(computed.display);
      const parent = /** @type {Element} */ (element.parentElement);
      // Inline elements neither clip nor generate boxes.
      if (isInline && !isMedia) {
        inlines.add(element);
        continue;
      }
      // The surrounding box, which may be that of a link.
      let box = parent;
      while (inlines.has(box)) box = /** @type {Element} */ (box.parentElement);
      if (boxed.has(box)) boxed.set(box, true);
      if (isMedia) {
        if (parent.closest("svg")) continue;
        if (this.stands(element)) {
          if (paged && computed.display === "inline") changes.push([element, OPEN, "block plain free"]);
          continue;
        }
        const rects = element.getClientRects(), [rect] = rects;
        if (!rect) continue;
        const {inline, block} = this.sides(rect);
        // Chromium 102 may split a picture.
        if (inline > room + 1 || block > limit || rects.length > 1) changes.push([element, "data-lectern-fit", ""]);
        if (paged && computed.position === "fixed") changes.push([element, OPEN, "static"]);
        // An indent or a margin moves a picture of full width over the edge of the page.
        const {start, end, low, high, column} = this.spot(rect);
        if (paged && end > 0 && high > 0 &&
          (start < -1 || end > (column + 1) * flow.pitch + 1 || column >= columns || low < -1 || high > size + 1)) {
          changes.push([element, "data-lectern-fit", "bare"], [parent, "data-lectern-indent", ""]);
          if (window.getComputedStyle(parent).whiteSpace === "nowrap") changes.push([parent, "data-lectern-wrap", "normal"]);
        }
        // A first picture as high as the page, with a margin above, would leave an empty page.
        if (!pictures++ && paged && column > 0 && !this.wordsBefore(element)) {
          for (let box = element; box !== body; box = /** @type {Element} */ (box.parentElement)) changes.push([box, OPEN, "first"]);
        }
        continue;
      }
      if (!paged) continue;
      const style = styleOf(computed);
      // A row that is split anyway need not start on a new page, after an empty one. Chromium then makes cells that
      // span several rows too low.
      if (style.display === "table-row" && element.getClientRects().length > 1 &&
        !parent.querySelector("[rowspan]")) changes.push([element, OPEN, "long"]);
      const cut = clips(style), up = lifted(style) || style.position === "sticky";
      const solid = !up && !/^table|ruby/.test(style.display);
      if (solid && !cut) boxed.set(element, false);
      if (!cut && !up && !whole(style)) continue;
      const rects = element.getClientRects();
      if (!rects.length) continue;
      const tall = Array.prototype.some.call(rects, (rect) => this.sides(rect).block > limit + 0.5);
      const words = [];
      if (up) {
        const spots = Array.from(rects, (rect) => this.spot(rect));
        const inside = spots.every(({start, end, low, high, column}) => start >= -1 && column < columns &&
          end <= (column + 1) * flow.pitch + 1 && low >= -1 && high <= size + 1);
        // Text before or above the first page is for screen readers.
        const away = spots[0].end <= 0 || spots[0].high <= 0;
        const [{column, start, end}] = spots, lines = Array.from(parent.getClientRects(), (rect) => this.spot(rect));
        const before = column < lines[0]?.column;
        // Margins are narrower than in the book, so that text in the margin may now overlap the body text.
        const beside = /** @type {HTMLElement} */ (element).offsetParent === body;
        const over = beside && body.hasAttribute(OPEN) &&
          lines.some((line) => line.column === column && start < line.end - 1 && end > line.start + 1);
        const stray = over || before || column > lines[lines.length - 1]?.column;
        if (beside && before) changes.push([body, OPEN, "origin"]);
        if (away && lifted(style)) changes.push([element, "data-lectern-away", ""]);
        if (!lifted(style) || style.position === "fixed" || !away && (tall || !inside || stray)) words.push("static");
      }
      // Chromium 102 does split these boxes, but cuts lines, or draws the following content over them.
      const broken = rects.length > 1 && /auto|scroll|inline-/.test(style.overflow + style.display);
      if (cut && (tall || broken || this.hides(element))) {
        words.push("overflow");
        if (solid) boxed.set(element, false);
      }
      // Legacy boxes keep the height that clamping gave them.
      if (whole(style) && (tall || broken || words.length && /^-webkit-/.test(style.display))) words.push("block");
      if (words.length) changes.push([element, OPEN, words.join(" ")]);
    }
    return changes;
  }

  /** @param {Element} element */
  wordsBefore(element) {
    const range = this.frame.document.createRange();
    range.setStart(this.frame.body, 0);
    range.setEndBefore(element);
    return /\S/.test(range.toString());
  }

  /**
   * Whether paragraphs replace a picture. Chromium 102 puts them on wrong pages if the element is inline.
   * @param {Element} element
   */
  stands(element) {
    const inline = /^(inline|none|contents|ruby)/;
    return element.firstElementChild !== null && isFallback(element) &&
      Array.prototype.some.call(element.children, (child) => !inline.test(this.frame.window.getComputedStyle(child).display));
  }

  /**
   * Whether a box has text that can only be seen by scrolling it.
   * @param {Element} element
   */
  hides(element) {
    const {clientWidth, clientHeight, scrollWidth, scrollHeight} = element;
    // A box of one pixel is meant for screen readers.
    if (clientWidth <= 2 || clientHeight <= 2) return false;
    return (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) && /\S/.test(element.textContent || "");
  }

  /**
   * Fixes lines with ruby in Chromium 102. If a first line with ruby does not fit on its page, it is drawn on the next
   * one, but it and the lines below are reported too high, by the space that was left; only text inside the ruby is
   * correct. With a forced break, all lines are correct after another layout.
   */
  rubies() {
    const {frame} = this, {body} = frame, {mode, vertical} = frame.flow;
    if (mode !== "paged") return;
    const range = frame.document.createRange();
    const along = (/** @type {DOMRect} */ rect) => {
      const {column, low, high} = this.spot(rect);
      return column * frame.geometry.block + (vertical === "rl" ? -high : low);
    };
    /** @type {Set<Element>} */
    const late = new Set();
    for (const ruby of body.querySelectorAll("ruby")) {
      range.selectNodeContents(ruby.firstChild || ruby);
      const [said, drawn] = [ruby, range].map((one) => one.getClientRects()[0]);
      const by = said && drawn ? along(drawn) - along(said) : 0;
      if (by <= 1) continue;
      let box = ruby;
      while (/^(inline|ruby|contents)/.test(frame.window.getComputedStyle(box).display)) {
        box = /** @type {Element} */ (box.parentElement);
      }
      const rect = box.getClientRects()[0];
      if (rect && Math.abs(this.sides(rect).block - by) < 1.5) late.add(box);
    }
    if (!late.size) return;
    for (const box of late) this.mark(box, OPEN, "next");
    renew(body);
  }

  /** @param {Element} table @param {number} by */
  shrink(table, by) {
    const least = Math.max(LEAST, Math.min(1, by));
    /** @type {HTMLElement} */ (table).style.setProperty("--lectern-shrink", String(Math.floor(least * 100) / 100));
  }

  /** Fits tables that are wider than a page: first lines break, then letters shrink, then columns become equal. */
  tables() {
    const {frame} = this;
    /** @type {Element[]} */
    let wide = [...frame.body.querySelectorAll("table")];
    if (!wide.length) return;
    const {room} = this;
    for (const step of ["wrap", "wrap small", "wrap small fixed"]) {
      const sizes = wide.map((table) => Math.max(table.scrollWidth,
        ...[...table.getClientRects()].map((rect) => this.sides(rect).inline)));
      wide = wide.filter((table, index) => {
        const fits = sizes[index] <= room + 1;
        // Columns are narrower than a letter.
        if (fits && step === "wrap small" && isSqueezed(table)) return !!(sizes[index] = room / LEAST);
        sizes[index] = fits ? 0 : sizes[index];
        return !fits;
      });
      if (!wide.length) return;
      const widths = sizes.filter(Boolean);
      wide.forEach((table, index) => {
        this.mark(table, "data-lectern-wide", step);
        if (step === "wrap small") this.shrink(table, room / widths[index]);
      });
    }
  }

  /** Whether each box and line is entirely on one page: a quick check for the common case. */
  fits() {
    const {frame} = this;
    const {body, flow} = frame;
    const {axis, sign, pitch, width, height, vertical} = flow, k = frame.zoom;
    const range = frame.document.createRange();
    range.selectNodeContents(body);
    const paged = flow.mode === "paged", across = axis === "x" ? height : width, edge = vertical ? height : width;
    const offset = frame.offsetNow + (sign < 0 ? width : 0);
    const columns = body.getClientRects().length;
    const rects = range.getClientRects();
    // An indexed loop, which is faster for tens of thousands.
    for (let index = 0; index < rects.length; index++) {
      const {left, top, right, bottom} = rects[index];
      if (right === left || bottom === top) continue;
      if (!paged) {
        if ((vertical ? bottom : right) * k > edge + 1) return false;
        continue;
      }
      const start = (axis === "y" ? top : sign > 0 ? left : -right) * k + offset;
      const end = (axis === "y" ? bottom : sign > 0 ? right : -left) * k + offset;
      const low = (axis === "y" ? left : top) * k, high = (axis === "y" ? right : bottom) * k;
      if (end <= -flow.pitch || high <= -across) continue;
      const column = Math.floor((start + 1) / pitch);
      if (low < -1 && low < -blank(right - left, bottom - top) || high > across + 1 || start < -1 || column >= columns ||
        end > (column + 1) * pitch + 1) return false;
    }
    return true;
  }

  /**
   * Finds text that crosses a page boundary, and the boxes that cause it.
   * @param {number} round later rounds try more
   * @returns {[Element, string, string][]|null} null if there is no such text
   */
  texts(round) {
    const {frame} = this;
    const {document, body, flow, window} = frame;
    const paged = flow.mode === "paged";
    const across = flow.axis === "x" ? flow.height : flow.width;
    const edge = flow.vertical ? flow.height : flow.width;
    /** @type {[Element, string, string][]} */
    const changes = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const {room} = this, columns = body.getClientRects().length, limit = frame.geometry.block;
    const turns = (/** @type {string} */ mode) => /^horizontal/.test(mode) === Boolean(flow.vertical);
    /** @type {Set<Element>} */
    const formulas = new Set();
    let found = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = /** @type {Element} */ (node.parentElement), {data} = /** @type {Text} */ (node);
      if (!parent || !/\S/.test(data)) continue;
      range.selectNode(node);
      const {fontSize, writingMode} = window.getComputedStyle(parent), turned = turns(writingMode);
      let tall = false, wide = false, above = false, away = false;
      for (const rect of range.getClientRects()) {
        if (!rect.width || !rect.height) continue;
        if (paged) {
          const {start, end, low, high, column} = this.spot(rect), slack = blank(rect.width, rect.height);
          away ||= end <= 0 || high <= 0;
          if (end <= -flow.pitch || high <= -across) continue;
          above ||= low < -slack;
          tall ||= above || high > across + (data.trim().length > 1 ? 1 : slack) || start < -1;
          wide ||= end > (column + 1) * flow.pitch + 1;
          if (column >= columns) tall = wide = true;
        } else {
          const end = flow.vertical ? rect.bottom : rect.right;
          wide ||= end > edge + 1;
        }
      }
      if (!tall && !wide && !turned || parent.closest("svg,audio,video")) continue;
      const formula = parent.closest("math");
      if (formula) {
        found = true;
        if (formulas.has(formula)) continue;
        formulas.add(formula);
        const length = Math.max(...Array.from(formula.getClientRects(), (rect) => this.sides(rect).inline));
        // WebKit does not break formulas.
        if (round === 1 && length > room) this.shrink(formula, room / length);
        else this.formula(formula, changes);
        continue;
      }
      // Text before or above the first page is for screen readers.
      if (away && parent.closest("[data-lectern-away]")) continue;
      found = true;
      if (above) changes.push([parent, OPEN, "first"]);
      if (parseFloat(fontSize) > Math.min(limit, room) * 0.7) changes.push([parent, OPEN, "letter"]);
      for (let box = parent; box && box !== body; box = /** @type {Element} */ (box.parentElement)) {
        const style = window.getComputedStyle(box);
        if (turns(style.writingMode)) {
          // Boxes with the other writing direction do not break.
          const rect = box.getClientRects()[0];
          changes.push([box, OPEN, rect && this.sides(rect).inline > room ? "turned plain free" : "turned"]);
        }
        if (!tall && !wide) continue;
        if (wide || round > 0) {
          if (/^(pre|nowrap|pre-wrap|break-spaces)$/.test(style.whiteSpace) || round > 0) {
            changes.push([box, "data-lectern-wrap", style.whiteSpace === "nowrap" ? "normal"
              : /^pre/.test(style.whiteSpace) ? "pre" : "normal"]);
          } else changes.push([box, "data-lectern-wrap", "normal"]);
          const rect = box.getClientRects()[0];
          if (rect && style.display !== "inline" && (round > 0 || this.sides(rect).inline > room + 1)) {
            changes.push([box, "data-lectern-narrow", round > 0 ? "auto" : "max"]);
          }
        }
        if (clips(style)) changes.push([box, OPEN, "overflow"]);
        if (lifted(style)) changes.push([box, OPEN, "static plain"]);
        else if (tall && style.position === "relative" && style.display === "inline") changes.push([box, OPEN, "static"]);
        if (whole(style) && (tall || round > 0)) changes.push([box, OPEN, "block"]);
        if (round > 0 && !/table|inline$|ruby/.test(style.display)) {
          // A negative margin may make the preceding box overlap it.
          if (above && box.previousElementSibling) changes.push([box.previousElementSibling, OPEN, "end"]);
          changes.push([box, OPEN, `plain overflow static${tall ? " free" : ""}${above ? " first" : ""}${round > 1 ? " block line" : ""}`]);
        }
      }
    }
    return found ? changes : null;
  }

  /**
   * Breaks a formula between its terms, and shrinks its tables.
   * @param {Element} row @param {[Element, string, string][]} changes
   */
  formula(row, changes) {
    changes.push([row, OPEN, "formula"]);
    for (const term of row.localName === "semantics" ? [...row.children].slice(0, 1) : row.children) {
      if (ROWS.has(term.localName)) this.formula(term, changes);
      else changes.push([term, OPEN, "term"]);
      const {inline} = this.sides(term.getBoundingClientRect()), {room} = this;
      if (term.localName === "mtable" && inline > room * 0.9) this.shrink(term, room * 0.9 / inline);
    }
  }
}
