// SPDX-License-Identifier: BSD-3-Clause
// Comics and other image publications: pages and spreads, or a strip for webtoons.
import {h, sizeOfFile} from "../tools/dom.js";
import {address} from "../tools/load.js";
import {box} from "../book/rects.js";
import {Pages} from "./spreads.js";
import {viewOf} from "./strip.js";
import {Surface} from "../layout/surface.js";
import {borders, whole} from "./borders.js";
import {atMost} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** Pictures with at least this ratio of height to width are pieces of a strip. */
const long = 2.5;

/** The widths that the library scales pictures to are multiples of this. */
const grain = 128;

/** The picture of a page for the setting `quality`.
 * @param {Shell} shell @param {any} item @param {number} width on the screen in px @returns {string} its address */
export function sourceOf({settings: {quality}}, item, width) {
  const files = [item, ...item.alternates ?? []].filter((file) => file.width).sort((one, other) => one.width - other.width);
  if (!files.length || quality === "high") return address(item.href);
  const [least] = files, most = files[files.length - 1], wanted = Math.ceil(width / grain) * grain;
  if (quality === "max") return address(most.href);
  if (quality === "low") return wanted < least.width ? address("~lectern/image", {href: least.href, width: wanted}) : address(least.href);
  return address((files.find((file) => file.width >= width * (devicePixelRatio || 1)) ?? most).href);
}

/** An image of the publication in the page itself: a surface for decorations. */
class ImagePage extends Surface {
  elastic = true;
  bytes = 0;
  width = 1;
  height = 1;

  /** @param {Shell} shell @param {number} number */
  constructor(shell, number) {
    const item = shell.book.readingOrder[number];
    super(shell, item.href);
    this.document = document;
    this.image = h("img", {
      alt: item.title || `${shell.book.title}, ${number + 1}`, draggable: "false",
      style: "display:block;position:relative;user-select:none;-webkit-user-select:none",
    });
    this.element = this.layer = this.scope = h("div", {style: "overflow:hidden"}, this.image);
    this.item = item;
    /** The part of the picture that is shown, of its width and height. */
    this.crop = whole;
    /** Without its white borders; null until they are measured.
     * @type {import("./borders.js").Part | null} */
    this.trimmed = null;
    /** The address of the picture that is shown. */
    this.source = "";
    this.resize(item.width || 1000, item.height || 1500);
  }

  /** @param {HTMLElement} parent */
  async load(parent) {
    const {image, item} = this;
    parent.append(this.element);
    this.source = sourceOf(this.shell, item, Math.min(innerWidth, innerHeight * this.width / this.height));
    if (!await this.show(this.source) && !await this.show(this.source = address(this.href)) && image.hasAttribute("src")) {
      this.shell.report("The image cannot be shown.", this.href, "document");
    }
    if (!image.hasAttribute("src")) return;
    this.restyle();
    this.shell.emit("surface", this);
  }

  /** Applies the settings: the contrast, and the white borders.
   * @returns {boolean} whether the size changed */
  restyle() {
    const {image, shell: {settings: {trimMargins, contrast}}} = this, {width, height} = sizeOfFile(image);
    image.style.filter = (contrast ?? 1) === 1 ? "" : `contrast(${contrast})`;
    const crop = trimMargins && this.bytes ? this.trimmed ??= borders(image) : whole, old = this.element.style.cssText;
    this.crop = crop;
    Object.assign(image.style, {
      width: `${100 / crop.width}%`, height: `${100 / crop.height}%`,
      left: `${-100 * crop.x / crop.width}%`, top: `${-100 * crop.y / crop.height}%`,
    });
    this.resize(Math.round((width || this.width) * crop.width), Math.round((height || this.height) * crop.height));
    return this.element.style.cssText !== old;
  }

  /** @param {string} source @returns {Promise<boolean>} whether it is a picture */
  async show(source) {
    const {image, item} = this;
    // A picture that the library scaled counts as large as its file: regions of it are in pixels of the file.
    Object.assign(image, {file: source === address(this.href) ? null : item}).src = source;
    const isShown = await image.decode().then(() => true, () => false);
    this.bytes = image.naturalWidth * image.naturalHeight * 4;
    return isShown;
  }

  /** Shows the picture that suits the settings and the size on the screen.
   * @param {number} scale device pixels per pixel of the page */
  async sharpen(scale) {
    const source = sourceOf(this.shell, this.item, this.width / this.crop.width * scale / (devicePixelRatio || 1));
    if (!this.bytes || source === this.source) return;
    this.source = source;
    const next = new Image();
    next.src = source;
    // What cannot be scaled stays as it is.
    if (await next.decode().then(() => true, () => false) && this.source === source && !this.disposed) await this.show(source);
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    Object.assign(this, {width, height});
    Object.assign(this.element.style, {width: `${width}px`, height: `${height}px`});
    this.notify("layout");
  }

  get flow() {
    const {width, height} = this;
    return {mode: "fixed", axis: "x", sign: 1, vertical: false, direction: "ltr", pitch: width, columns: 1, pages: 1, width, height};
  }

  visible() {
    return box(0, 0, innerWidth, innerHeight);
  }

  /** @param {any} rect */
  toView(rect) {
    return rect;
  }

  /** @override */
  dispose() {
    super.dispose();
    this.image.removeAttribute("src");
    this.element.remove();
  }
}

class ImagePages extends Pages {
  stripWidth = 1000;

  /** @param {Shell} shell */
  constructor(shell) {
    super(shell);
    this.isLong = this.areLong(shell.book.readingOrder);
  }

  /** Measures the first images if the library cannot read their sizes. They are needed soon anyway. */
  async measure() {
    const [first, second = first] = this.shell.book.readingOrder;
    if (first?.width || this.isStrip) return;
    const sizes = [first, second].map(async ({href}) => {
      const image = new Image();
      image.src = address(href);
      await image.decode().catch(() => null);
      return {width: image.naturalWidth || 1, height: image.naturalHeight};
    });
    this.isLong = this.areLong(await atMost(Promise.all(sizes), 4000) || []);
  }

  /** Whether most of a strip of these pictures, all as wide, would be long ones. The others are pieces of it, too.
   * @param {any[]} sizes */
  areLong(sizes) {
    const heights = sizes.map(({width, height}) => height / width || 0), sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
    return sum(heights.filter((height) => height > long)) * 2 > sum(heights);
  }

  /** @override @param {number} number @returns {any} */
  make(number) {
    return new ImagePage(this.shell, number);
  }

  /** @override */
  get isStrip() {
    const {settings} = this.shell;
    return super.isStrip || (this.isLong && !(settings.scroll && settings.continuous === false));
  }
}

/** @param {Shell} shell */
export async function open(shell) {
  const pages = new ImagePages(shell);
  await pages.measure();
  return viewOf(shell, pages);
}
