// SPDX-License-Identifier: BSD-3-Clause
// Comics and other image publications: pages and spreads, or a strip for webtoons.
import {h} from "../tools/dom.js";
import {address} from "../tools/load.js";
import {box} from "../book/rects.js";
import {Pages} from "./spreads.js";
import {viewOf} from "./strip.js";
import {Surface} from "../layout/surface.js";
import {atMost} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** If most pages have at least this ratio of height to width, they are shown in a strip. */
const long = 2.5;

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
      style: "display:block;width:100%;height:100%;user-select:none;-webkit-user-select:none",
    });
    this.element = this.layer = this.scope = h("div", {}, this.image);
    this.resize(item.width || 1000, item.height || 1500);
  }

  /** @param {HTMLElement} parent */
  async load(parent) {
    const {image} = this;
    image.src = address(this.href);
    parent.append(this.element);
    await image.decode().catch(() => {
      if (image.hasAttribute("src")) this.shell.report("The image cannot be shown.", this.href, "document");
    });
    if (!image.hasAttribute("src")) return;
    this.resize(image.naturalWidth || this.width, image.naturalHeight || this.height);
    this.bytes = image.naturalWidth * image.naturalHeight * 4;
    this.shell.emit("surface", this);
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

  /** @param {any[]} sizes */
  areLong(sizes) {
    return sizes.filter(({width, height}) => height > width * long).length * 2 > sizes.length;
  }

  /** @override @param {number} number @returns {any} */
  make(number) {
    return new ImagePage(this.shell, number);
  }

  /** @override */
  get isStrip() {
    const {settings} = this.shell;
    return super.isStrip || !!(settings.scrolled || settings.continuous) || this.isLong;
  }
}

/** @param {Shell} shell */
export async function open(shell) {
  const pages = new ImagePages(shell);
  await pages.measure();
  return viewOf(shell, pages);
}
