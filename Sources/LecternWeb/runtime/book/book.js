// SPDX-License-Identifier: BSD-3-Clause
// The publication as the page knows it: reading order, titles, and addresses of links.
import {absolute, address, decoded} from "../tools/load.js";

/**
 * @typedef {{href: string, type?: string, title?: string, layout: string, as: string, size?: number, position: number,
 *   positions: number, width?: number, height?: number, duration?: number, page?: string, overlay?: boolean, guided?: boolean,
 *   scripted?: string}} Item
 * @typedef {{index: number, href: string, fragment: string}} Target
 */

/** @param {string} url @returns {string} a normalized form, equal for all spellings of an address */
const key = (url) => decoded(url.replace(/#.*$/s, ""));

/** @param {any} locator @returns {string[]} its fragments, including the one in its href */
export const fragmentsOf = (locator) =>
  [...locator?.locations?.fragments ?? [], locator?.href?.split("#")[1]].filter(Boolean).map(String);

export class Book {
  /** @param {any} state the state that the page got from the library */
  constructor(state) {
    /** @type {Item[]} */
    this.readingOrder = state.readingOrder;
    /** The reading order, followed by the documents that can only be reached through links. @type {Item[]} */
    this.items = [...state.readingOrder, ...state.documents.map((/** @type {any} */ document) =>
      ({...document, layout: "reflowable", as: "html", position: 0, positions: 0}))];
    this.title = state.title || "";
    this.language = state.language || "";
    this.toc = state.toc || [];
    /** A document may be in the reading order more than once. @type {Map<string, number[]>} */
    this.indices = new Map();
    /** The normalized addresses of the items. */
    this.names = this.items.map(({href}) => key(address(href)));
    this.names.forEach((name, index) => {
      const all = this.indices.get(name);
      if (all) all.push(index);
      else this.indices.set(name, [index]);
    });
    /** The item on the screen, or -1. @type {() => number} */
    this.near = () => -1;
    /** @type {Map<number, string>|null} */
    this.titles = null;
  }

  /** @param {number} index @returns {boolean} whether the document is outside the reading order */
  isOutside(index) {
    return index >= this.readingOrder.length;
  }

  /** @param {number} index @returns {{position?: number}} what tells the item from others of the same document */
  occurrence(index) {
    return (this.indices.get(this.names[index])?.length ?? 0) > 1 ? {position: this.items[index].position} : {};
  }

  /** @param {number} index @param {1|-1} way @returns {Item|undefined} the neighbour in the reading order */
  beside(index, way) {
    return this.isOutside(index) ? undefined : this.readingOrder[index + way];
  }

  /** @param {string} href @param {any} [locations] those of a locator @returns {number} index of the item, or -1 */
  indexOf(href, locations) {
    return this.resolve(href, locations)?.index ?? -1;
  }

  /**
   * @param {string} href of the publication
   * @param {any} [locations] of a document that is in the reading order more than once, the position decides, otherwise
   *   the item on the screen
   * @returns {Target|null} null if it is neither in the reading order nor a document
   */
  resolve(href, locations) {
    const url = absolute(href.replace(/^\/+/, ""));
    const all = url === null ? undefined : this.indices.get(key(url)) ?? this.indices.get(key(url.replace(/\?[^#]*/, "")));
    if (!all) return null;
    const index = all.length < 2 ? all[0] : this.#withPosition(all, locations) ?? (all.includes(this.near()) ? this.near() : all[0]);
    return {index, href: this.items[index].href, fragment: decoded(/#(.*)/s.exec(url || "")?.[1] || "")};
  }

  /** @param {number[]} all items of the same document @param {any} locations @returns {number|undefined} the one with the position */
  #withPosition(all, locations) {
    const position = Number(locations?.position);
    return all.find((at) => position >= this.items[at].position && position < this.items[at].position + this.items[at].positions);
  }

  /** Whether a mark is in an item and not in another one of the same document: it is in the first, unless it says otherwise.
   * @param {number} index @param {any} locator @returns {boolean} */
  holds(index, locator) {
    const all = this.indices.get(this.names[index]) ?? [];
    return all.length < 2 || (this.#withPosition(all, locator?.locations) ?? all[0]) === index;
  }

  /** @param {number} index @returns {string} the title of the resource, or the one in the table of contents */
  titleAt(index) {
    if (!this.titles) {
      const titles = this.titles = new Map();
      const visit = (/** @type {any[]} */ links) => {
        for (const link of links) {
          const found = link.href ? this.indexOf(link.href) : -1;
          if (found >= 0 && link.title && !titles.has(found)) titles.set(found, link.title);
          visit(link.children || []);
        }
      };
      visit(this.toc);
    }
    return this.items[index]?.title || this.titles.get(index) || this.title;
  }
}
