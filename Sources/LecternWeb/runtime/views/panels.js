// SPDX-License-Identifier: BSD-3-Clause
// The panels of pictures through which the publication guides: a double tap or Enter shows one as large as fits, and
// turning goes on from panel to panel.
import {regionOf} from "../book/region.js";
import {loadJSON} from "../tools/load.js";
import {sizeOfFile} from "../tools/dom.js";

/** @typedef {import("./spread.js").Spread} Spread */
/** @typedef {import("./zoom.js").Region} Region */

const most = 1000; // of a page

/** @param {any[]} objects of guided navigation @returns {string[]} the regions that they refer to, in order */
const regionsIn = (objects) => objects.flatMap(({imgref = "", children = []}) =>
  [...(/#(.*&)?xywh=/.test(imgref) ? [imgref] : []), ...regionsIn(children)]);

export class Panels {
  /** @type {Map<string, Promise<string[]>>} The regions of pictures. */
  #known = new Map();

  /** @param {import("./spreads.js").SpreadView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {string} href */
  #load(href) {
    const loading = this.#known.get(href) ?? loadJSON("~readium/guided-navigation.json", {ref: href})
      .then(({guided = []}) => regionsIn(guided).slice(0, most), () => []);
    this.#known.set(href, loading);
    return loading;
  }

  /** Finds the panels of a spread that is shown.
   * @param {Spread} spread @param {number} entering 1 or -1 to show the first or the last panel, else 0 */
  async show(spread, entering) {
    const {view} = this, {zoom} = view, {readingOrder} = view.shell.book;
    zoom.regions = [];
    const guided = spread.places.map(({number}) => readingOrder[number]).filter((item) => item?.guided);
    const hrefs = (await Promise.all(guided.map(({href}) => this.#load(href)))).flat();
    if (view.shown !== spread) return;
    zoom.regions = hrefs.map((href) => this.#place(spread, href)).filter(Boolean);
    const first = entering && zoom.regions[entering > 0 ? 0 : zoom.regions.length - 1];
    if (first) zoom.frame(first);
  }

  /** @param {Spread} spread @param {string} href @returns {Region} in the coordinates of the spread */
  #place({pages, box}, href) {
    const {image} = pages.find((page) => this.view.shell.book.indexOf(page.href) === this.view.shell.book.indexOf(href)) ?? {};
    if (!image) return null;
    const {scale = 1} = this.view, rect = image.getBoundingClientRect(), origin = box.getBoundingClientRect();
    const {left, top, width, height} = regionOf({href}, {rect, ...sizeOfFile(image)});
    return {x: (left - origin.left) / scale, y: (top - origin.top) / scale, width: width / scale, height: height / scale};
  }

  /** Goes from the panel that is shown to the next or the previous one.
   * @param {1|-1|undefined} step @returns {boolean} whether there is one */
  move(step) {
    const {regions, region} = this.view.zoom, next = region && step && regions[regions.indexOf(region) + step];
    if (next) this.view.zoom.frame(next);
    return Boolean(next);
  }
}
