// SPDX-License-Identifier: BSD-3-Clause
// The coordinates of a layer of decorations, and of the document below it.
//
// They are relative to the container, whose corner is that of the document: coordinates in the window of a frame minus
// the corner of the container.
import {imageOf, pictureOf} from "./regions.js";
import {hasRegion, regionOf} from "../book/region.js";
import {box, boxesOf, elementsOf, rangeAt, rectsOf, union} from "../book/rects.js";

/** @typedef {import("../book/rects.js").Box} Box */
/** @typedef {import("../book/rects.js").Span} Span */
/** @typedef {import("./marks.js").Mark} Mark */

/** Made before anything is written. */
export class Coordinates {
  /** @param {import("./decorations.js").Surface} surface @param {Element} container @param {boolean} isInside the document */
  constructor(surface, container, isInside) {
    const {zoom = 1, flow} = surface, {left, top, width} = container.getBoundingClientRect();
    this.surface = surface;
    this.zoom = zoom;
    this.scale = isInside ? width / 100 || 1 : 1;
    this.x = isInside ? left : 0;
    this.y = isInside ? top : 0;
    const {from, to} = this.along(this.map(surface.visible(), 1));
    // A fixed-layout page is small, and may be shown at any time.
    const more = flow.mode === "fixed" ? Infinity : Math.max(1, to - from) + 1;
    /** The part of the document near the screen. */
    this.from = from - more;
    this.to = to + more;
    const viewport = flow.vertical ? flow.height : flow.width;
    this.grid = {vertical: flow.vertical, rtl: flow.direction === "rtl",
      page: flow.mode === "paged" ? flow.pitch || viewport : viewport, viewport};
  }

  /** @param {Box} rect in the window of the document @param {number} [zoom] @returns {Box} in the layer */
  map({left, top, right, bottom}, zoom = this.zoom) {
    const {x, y, scale} = this;
    return box((left * zoom - x) / scale, (top * zoom - y) / scale, (right * zoom - x) / scale, (bottom * zoom - y) / scale);
  }

  /** @param {Box} rect @returns {{from: number, to: number}} along the pages */
  along({left, right, top, bottom}) {
    return this.surface.flow.axis === "x" ? {from: left, to: right} : {from: top, to: bottom};
  }

  /** @param {{from: number, to: number}} extent */
  isNear({from, to}) {
    return to >= this.from && from <= this.to;
  }

  /** @returns {Box} the part of the document near the screen, from edge to edge */
  area() {
    const {mode, axis, width, height} = this.surface.flow, {from, to} = this;
    if (mode === "fixed") return box(0, 0, width, height);
    const {left, top, right, bottom} = this.map(this.surface.visible(), 1);
    return axis === "x" ? box(from, top, to, bottom) : box(left, from, right, to);
  }

  /** @param {Mark} mark @returns {{from: number, to: number}} */
  extentOf(mark) {
    return this.along(this.map(this.#region(mark) || rangeAt(/** @type {Span} */ (mark.span)).getBoundingClientRect()));
  }

  /** @param {Mark} mark @param {Map<Element, boolean>} seen @returns {Box[]} */
  boxesOf(mark, seen) {
    const span = /** @type {Span} */ (mark.span), region = this.#region(mark);
    let rects = region ? [region] : rectsOf(span, seen);
    // An element without text, such as a rule between two sections.
    if (!rects.length && !rangeAt(span).toString().trim()) rects = [...rangeAt(span).getClientRects()];
    return boxesOf(rects.map((rect) => this.map(rect)), this.grid);
  }

  /** @param {Mark} mark @returns {Box[]} the boxes of its elements near the screen */
  elementsOf(mark) {
    const all = elementsOf(mark.boxes || [], mark.item, this.grid), near = all.filter((each) => this.isNear(this.along(each)));
    mark.whole = near.length === all.length;
    return near;
  }

  /** @param {Mark} mark @returns {Box} around its part on the screen, or else around all of it, in the top page */
  rectOf({boxes}) {
    const {surface, zoom, scale, x, y} = this, all = boxes || [], screen = this.map(surface.visible());
    const seen = all.filter((each) => each.right > screen.left && each.left < screen.right &&
      each.bottom > screen.top && each.top < screen.bottom);
    const {left, top, right, bottom} = union(seen.length ? seen : all) || screen;
    // Converts back to the window of the document, whose coordinates it reports.
    return surface.toView(box((left * scale + x) / zoom, (top * scale + y) / zoom, (right * scale + x) / zoom,
      (bottom * scale + y) / zoom));
  }

  /** @param {Mark} mark @returns {Box|null} the region of a picture, in the window of the document */
  #region({item: {locator}, span}) {
    const {image, flow: {mode, width, height}} = this.surface;
    if (image) return regionOf(locator, pictureOf(image));
    if (!span || !hasRegion(locator)) return null;
    const inside = imageOf(span);
    if (inside) return regionOf(locator, pictureOf(inside));
    return mode === "fixed" ? regionOf(locator, {rect: box(0, 0, width, height), width, height}) : null;
  }
}
