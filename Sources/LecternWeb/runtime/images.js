// SPDX-License-Identifier: BSD-3-Clause
// Comics and other publications of images: pages and spreads, or a strip for webtoons.
import {address, load} from "./load.js";
import {Pages} from "./spreads.js";
import {PagesView} from "./strip.js";

/** A page so many times higher than wide belongs to a strip. */
const long = 2.5;

/** One image of the publication, in the page itself. */
class ImagePage {
  elastic = true;

  /** @param {any} shell @param {number} number */
  constructor(shell, number) {
    this.shell = shell;
    this.item = shell.book.readingOrder[number];
    this.href = this.item.href;
    this.element = document.createElement("div");
    this.image = this.element.appendChild(new Image());
    this.image.alt = this.item.title || `${shell.book.title}, ${number + 1}`;
    this.image.decoding = "async";
    this.image.draggable = false;
    this.image.style.cssText = "display:block;width:100%;height:100%";
    this.width = this.item.width || 1000;
    this.height = this.item.height || 1500;
    this.bytes = 0;
  }

  /** @param {HTMLElement} parent */
  async load(parent) {
    const {image} = this;
    image.src = address(this.href);
    parent.append(this.element);
    await image.decode().catch(() => {
      if (image.getAttribute("src")) this.shell.report(new Error("cannot show the image"), this.href);
    });
    this.resize(image.naturalWidth || this.width, image.naturalHeight || this.height);
    this.bytes = image.naturalWidth * image.naturalHeight * 4;
    await this.decorate();
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    Object.assign(this, {width, height});
    Object.assign(this.element.style, {width: `${width}px`, height: `${height}px`});
  }

  /** Decorations of regions: those with xywh= in their locator. Their style sheet touches nothing else. */
  async decorate() {
    const {shell, image} = this;
    if (!shell.state.groups?.length && !this.host && !shell.decorated) return;
    const {groups, stylesheet} = await load(`~lectern/decorations.json?href=${encodeURIComponent(this.href)}`, {type: "json"});
    this.host?.remove();
    this.host = this.element.appendChild(document.createElement("div"));
    this.host.style.cssText = "position:absolute;inset:0;pointer-events:none";
    const root = this.host.attachShadow({mode: "closed"});
    root.appendChild(document.createElement("style")).textContent = stylesheet;
    /** @type {any[]} */
    this.regions = [];
    for (const [group, items] of Object.entries(groups)) {
      for (const item of /** @type {any[]} */ (items)) {
        const region = regionOf(item.locator, image);
        const element = region && new DOMParser().parseFromString(item.element, "text/html").body.firstElementChild;
        if (!element) continue;
        const [x, y, width, height] = region;
        const placed = root.appendChild(document.createElement("div"));
        placed.style.cssText = `position:absolute;left:${x}%;top:${y}%;width:${width}%;height:${height}%`;
        const drawn = /** @type {HTMLElement} */ (placed.appendChild(document.importNode(element, true)));
        drawn.style.width = drawn.style.height = "100%";
        drawn.style.boxSizing = "border-box";
        this.regions.push({group, id: item.id, placed});
      }
    }
  }

  /** The topmost region at a point that reacts to it.
   * @param {{x: number, y: number}} point */
  regionAt({x, y}) {
    const groups = this.shell.state.activable ?? [];
    return [...this.regions ?? []].reverse().find(({group, placed}) => {
      const box = placed.getBoundingClientRect();
      return groups.includes(group) && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    });
  }

  dispose() {
    this.image.removeAttribute("src");
    this.element.remove();
  }
}

/** The region of a locator in percent of an image.
 * @type {(locator: any, image: HTMLImageElement) => number[] | null} */
const regionOf = (locator, image) => {
  const fragments = [...locator.locations?.fragments ?? [], locator.href.split("#")[1] ?? ""];
  for (const fragment of fragments) {
    const found = /(?:^|&)xywh=(pixel:|percent:)?([\d.]+),([\d.]+),([\d.]+),([\d.]+)/.exec(fragment);
    if (!found) continue;
    const values = found.slice(2).map(Number);
    if (found[1] === "percent:") return values;
    const {naturalWidth: width, naturalHeight: height} = image;
    return values.map((value, index) => (value * 100) / ((index % 2 ? height : width) || 1));
  }
  return null;
};

class ImagePages extends Pages {
  /** @override @param {number} number @returns {any} */
  make(number) {
    return new ImagePage(this.shell, number);
  }

  /** @override */
  get isStrip() {
    const {settings, book} = this.shell;
    return super.isStrip || !!(settings.scrolled || settings.continuous)
      || book.readingOrder.every((/** @type {any} */ item) => item.height > item.width * long);
  }
}

export class ImagesView extends PagesView {
  /** @param {any} shell */
  constructor(shell) {
    super(shell, new ImagePages(shell));
    const click = (/** @type {any} */ event) => {
      const point = {x: event.clientX, y: event.clientY};
      for (const page of this.view.pages()) {
        const found = page.regionAt(point);
        if (!found) continue;
        event.preventDefault();
        const {left, top, right, bottom, width, height} = found.placed.getBoundingClientRect();
        const rect = {left, top, right, bottom, width, height};
        return shell.send({type: "decoration", group: found.group, id: found.id, rect, point});
      }
    };
    shell.element.addEventListener("click", click);
    this.ends = [
      () => shell.element.removeEventListener("click", click),
      shell.on("message:decorations", () => {
        shell.decorated = true;
        for (const page of this.view.pages()) page.decorate().catch(shell.report);
      }),
      shell.on("message:activable", (/** @type {any} */ {groups}) => { shell.state.activable = groups; }),
    ];
  }

  /** @override */
  dispose() {
    for (const end of this.ends) end();
    super.dispose();
  }
}
