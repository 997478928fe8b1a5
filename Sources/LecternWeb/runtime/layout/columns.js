// SPDX-License-Identifier: BSD-3-Clause
// Maps the rectangles of a document to its columns, and collects changes.

/** @typedef {[Element, string, string][]} Changes elements, attributes, values */
/** @typedef {{start: number, end: number, low: number, high: number, column: number}} Spot along and across the pages */

/** The blank space at the top of a line box, where ink is unlikely: an initial may be several lines high.
 * @param {number} width @param {number} height */
export const blank = (width, height) => (height < 40 || height > 5 * width ? 1 : height * 0.15);

/** The attribute that tells the page sheet how to open a box. */
export const OPEN = "data-lectern-tall";

/** The columns of a document, and the changes that a pass over it finds. Nothing is written meanwhile. */
export class Columns {
  /** @type {Changes} */ changes = [];
  /** @type {number|undefined} */ #room;
  /** @type {number|undefined} */ #count;

  /** @param {any} frame a ReflowFrame */
  constructor(frame) {
    const {flow, geometry} = frame;
    this.frame = frame;
    this.flow = flow;
    this.isPaged = flow.mode === "paged";
    /** The size of a page across the direction in which pages follow each other. */
    this.across = flow.axis === "x" ? flow.height : flow.width;
    /** The maximum size of a box in the direction in which lines follow each other. */
    this.limit = geometry.block;
  }

  /** @param {Element} element @param {string} name @param {string} value */
  change(element, name, value) {
    this.changes.push([element, name, value]);
  }

  /** @param {Element} element @param {string} words */
  open(element, words) {
    this.change(element, OPEN, words);
  }

  get count() {
    return (this.#count ??= this.frame.body.getClientRects().length);
  }

  /** The maximum length of a line. */
  get room() {
    if (this.#room !== undefined) return this.#room;
    const {body, window} = this.frame, style = window.getComputedStyle(body), rect = body.getClientRects()[0];
    return (this.#room = (rect ? this.sides(rect).inline : this.flow.width) -
      parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd));
  }

  /** @param {DOMRect} rect @returns {Spot} */
  spot(rect) {
    const {frame} = this, {axis, pitch} = this.flow, k = frame.zoom, {start, end} = frame.along(rect);
    const offset = frame.offsetNow;
    return {start: start + offset, end: end + offset, column: Math.floor((start + offset + 1) / (pitch || Infinity)),
      low: (axis === "y" ? rect.left : rect.top) * k, high: (axis === "y" ? rect.right : rect.bottom) * k};
  }

  /** @param {Spot} spot @returns {boolean} whether it is inside one column */
  holds({start, end, low, high, column}) {
    return start >= -1 && column < this.count && end <= (column + 1) * this.flow.pitch + 1 &&
      low >= -1 && high <= this.across + 1;
  }

  /** @param {DOMRect} rect @returns {{inline: number, block: number}} its size along and across the lines */
  sides({width, height}) {
    const k = this.frame.zoom;
    return this.flow.vertical ? {inline: height * k, block: width * k} : {inline: width * k, block: height * k};
  }

  /** @param {string} writingMode @returns {boolean} whether its lines cross those of the document */
  turns(writingMode) {
    return /^horizontal/.test(writingMode) === Boolean(this.flow.vertical);
  }
}

/** A quick check for the common case.
 * @param {Columns} columns @returns {boolean} whether each box and line is on one page */
export function fits(columns) {
  const {frame, flow, isPaged, across, count} = columns, {axis, sign, pitch, width, height, vertical} = flow;
  const range = frame.document.createRange(), k = frame.zoom, edge = vertical ? height : width;
  const offset = frame.offsetNow + (sign < 0 ? width : 0);
  /** @param {DOMRect} rect */
  const isOnPage = ({left, top, right, bottom}) => {
    const start = (axis === "y" ? top : sign > 0 ? left : -right) * k + offset;
    const end = (axis === "y" ? bottom : sign > 0 ? right : -left) * k + offset;
    const low = (axis === "y" ? left : top) * k, high = (axis === "y" ? right : bottom) * k;
    if (end <= -pitch || high <= -across) return true;
    const column = Math.floor((start + 1) / pitch);
    return start >= -1 && column < count && end <= (column + 1) * pitch + 1 &&
      (low >= -1 || low >= -blank(right - left, bottom - top)) && high <= across + 1;
  };
  range.selectNodeContents(frame.body);
  const rects = range.getClientRects();
  // An indexed loop, which is faster for tens of thousands.
  for (let index = 0; index < rects.length; index++) {
    const rect = rects[index];
    if (rect.right === rect.left || rect.bottom === rect.top) continue;
    if (isPaged ? !isOnPage(rect) : (vertical ? rect.bottom : rect.right) * k > edge + 1) return false;
  }
  return true;
}
