// SPDX-License-Identifier: BSD-3-Clause
// Scale and offset of the content in a view: at scale 1 it fits the view; it can be enlarged up to 8 times, and panned
// within its edges. The owner draws: `draw(x, y, scale, moving)` is called for each change, `settle()` after the last
// one.
import {clamp} from "../tools/numbers.js";

const largest = 8;
const steps = 1.25; // factor for one key press
const line = 60; // px that an arrow key pans
const calm = 180; // ms without change before it settles

/** @typedef {{x: number, y: number}} Point */
/** @typedef {any} Region a part of the content, in its coordinates: {x, y, width, height}; or nothing */

export class Zoom {
  /** @param {(x: number, y: number, scale: number, moving: boolean) => void} draw @param {() => void} settle */
  constructor(draw, settle) {
    this.draw = draw;
    this.settle = settle;
    /** The scale relative to the fitted size. */
    this.scale = 1;
    this.x = this.y = 0;
    /** The view, and the content at its original size. */
    this.view = {left: 0, top: 0, width: 1, height: 1};
    this.content = {width: 1, height: 1, fit: 1};
    this.reversed = false;
    this.timer = 0;
    /** Parts of the content that a double tap enlarges, and the one that it did.
     * @type {Region[]} */
    this.regions = [];
    /** @type {Region} */
    this.region = null;
  }

  /** Sets new sizes. The point in the middle remains there.
   * @param {{left: number, top: number, width: number, height: number}} view
   * @param {{width: number, height: number, fit: number}} content @param {boolean} [keep] */
  fit(view, content, keep = false) {
    const old = this.content.fit * this.scale;
    const center = {x: (this.view.width / 2 - this.x) / old, y: (this.view.height / 2 - this.y) / old};
    const same = keep && content.width === this.content.width && content.height === this.content.height;
    Object.assign(this, {view, content});
    if (!same) return this.reset();
    const scale = content.fit * this.scale;
    this.place(view.width / 2 - center.x * scale, view.height / 2 - center.y * scale, false);
  }

  /** Fits the content, and shows its beginning or its end. */
  reset(atEnd = false) {
    this.scale = 1;
    this.region = null;
    const {width, height} = this.size;
    const right = this.view.width - width, bottom = this.view.height - height;
    this.place(this.reversed === atEnd ? 0 : right, atEnd ? bottom : 0, false);
  }

  get size() {
    const scale = this.content.fit * this.scale;
    return {width: this.content.width * scale, height: this.content.height * scale};
  }

  /** The valid offset nearest to a requested one: centered if there is room, otherwise without gaps.
   * @param {number} x @param {number} y @returns {Point} */
  clamp(x, y) {
    const {width, height} = this.size;
    /** @type {(value: number, room: number) => number} */
    const within = (value, room) => room >= -0.5 ? room / 2 : clamp(value, room, 0);
    return {x: within(x, this.view.width - width), y: within(y, this.view.height - height)};
  }

  /** @param {number} x @param {number} y @param {boolean} moving */
  place(x, y, moving) {
    const to = this.clamp(x, y);
    const moved = Math.abs(to.x - this.x) > 0.5 || Math.abs(to.y - this.y) > 0.5;
    this.x = to.x;
    this.y = to.y;
    this.draw(to.x, to.y, this.content.fit * this.scale, moving);
    clearTimeout(this.timer);
    if (moving) this.timer = window.setTimeout(() => this.rest(), calm);
    return moved;
  }

  /** Called after a gesture, to redraw text and pictures at this size. */
  rest() {
    clearTimeout(this.timer);
    this.place(Math.round(this.x), Math.round(this.y), false);
    this.settle();
  }

  /** @param {number} x @param {number} y */
  canPan(x, y) {
    const to = this.clamp(this.x + x, this.y + y);
    return (x !== 0 && Math.abs(to.x - this.x) > 0.5) || (y !== 0 && Math.abs(to.y - this.y) > 0.5);
  }

  /** Whether anything moved.
   * @param {number} x @param {number} y */
  pan(x, y) {
    return this.canPan(x, y) && this.place(this.x + x, this.y + y, true);
  }

  /** Sets the scale around a point of the page.
   * @param {number} scale @param {Point} [point] */
  to(scale, point) {
    const {left, top, width, height} = this.view;
    const x = point ? point.x - left : width / 2, y = point ? point.y - top : height / 2;
    const next = clamp(scale || 1, 1, largest), ratio = next / this.scale;
    this.scale = next;
    this.region = null;
    this.place(x - (x - this.x) * ratio, y - (y - this.y) * ratio, true);
  }

  /** @param {number} factor @param {Point} [point] */
  by(factor, point) {
    this.to(this.scale * factor, point);
  }

  /** Enlarges a part of the content until it fills the view.
   * @param {Region} region */
  frame(region) {
    const {view, content} = this, {x, y, width, height} = region;
    this.scale = clamp(Math.min(view.width / (width || 1), view.height / (height || 1)) / content.fit, 1, largest);
    const scale = this.scale * content.fit;
    this.place(view.width / 2 - (x + width / 2) * scale, view.height / 2 - (y + height / 2) * scale, true);
    this.rest();
    this.region = region;
  }

  /** Handles a double tap.
   * @param {Point} [point] without one, the first region is enlarged */
  toggle(point) {
    const isLarge = this.region || this.scale > 1.01, region = !isLarge && this.#regionAt(point);
    if (region) return this.frame(region);
    this.to(isLarge ? 1 : 2.5, point);
    this.rest();
  }

  /** @param {Point} [point] on the screen @returns {Region} */
  #regionAt(point) {
    if (!point) return this.regions[0];
    const scale = this.scale * this.content.fit;
    const left = (point.x - this.view.left - this.x) / scale, top = (point.y - this.view.top - this.y) / scale;
    return this.regions.find(({x, y, width, height}) => left >= x && left <= x + width && top >= y && top <= y + height);
  }

  /** Handles a key. Returns whether it was used.
   * @param {string} key */
  onKey(key) {
    const screen = this.view.height * 0.9;
    /** @type {Record<string, [number, number]>} */
    const pans = {
      ArrowLeft: [line, 0], ArrowRight: [-line, 0], ArrowUp: [0, line], ArrowDown: [0, -line],
      PageUp: [0, screen], PageDown: [0, -screen], " ": [0, -screen],
    };
    if (key === "+" || key === "=") this.by(steps);
    else if (key === "-") this.by(1 / steps);
    else if (key === "0") this.to(1);
    else if (key === "Enter" && this.regions.length) this.toggle();
    else return !this.region && key in pans && this.pan(...pans[key]);
    return true;
  }
}
