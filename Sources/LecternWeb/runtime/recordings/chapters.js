// SPDX-License-Identifier: BSD-3-Clause
/** The chapters of a recording: the entries of the table of contents, or the tracks. */

import {label} from "../tools/labels.js";
import {decoded} from "../tools/load.js";
import {clipOf, withoutFragment} from "./media.js";

/** @typedef {{index: number, begin: number, title: string, level: number}} Chapter */

/** The title of a track, or else its file name.
 * @param {any} link @param {number} index */
export function titleOf(link, index) {
  if (link.title) return link.title;
  const name = decoded(withoutFragment(link.href).split(/[/?]/).pop() ?? "")
    .replace(/\.\w{2,5}$/, "").replace(/[_\s]+/g, " ").trim();
  return /^publication$|^\d*$/.test(name) ? label("track", index + 1) : name;
}

/** The entries of the table of contents, or else the tracks.
 * @param {import("../book/book.js").Book} book @returns {Chapter[]} */
function listOf(book) {
  /** @type {Chapter[]} */
  const found = [];
  const add = (/** @type {any[]} */ links, /** @type {number} */ level) => {
    for (const link of links ?? []) {
      const target = link.href ? book.resolve(link.href) : null;
      if (target && !book.isOutside(target.index)) {
        const {index, fragment} = target, title = link.title || titleOf(book.readingOrder[index], index);
        found.push({index, begin: clipOf(fragment)?.begin ?? 0, title, level});
      }
      add(link.children, level + 1);
    }
  };
  add(book.toc, 0);
  if (found.length) return found;
  return book.readingOrder.map((link, index) => ({index, begin: 0, title: titleOf(link, index), level: 0}));
}

export class Chapters {
  /** @param {import("../book/book.js").Book} book */
  constructor(book) {
    /** In the order of the table of contents. */
    this.list = listOf(book);
    this.inTime = [...this.list].sort((a, b) => a.index - b.index || a.begin - b.begin);
  }

  /** The chapter at a time of a track.
   * @param {number} index @param {number} time */
  at(index, time) {
    const before = (/** @type {Chapter} */ one) => one.index < index || (one.index === index && one.begin <= time + 0.05);
    return this.inTime.filter(before).pop() ?? this.inTime[0];
  }

  /** The next or the previous chapter in time.
   * @param {Chapter} chapter @param {1 | -1} step @returns {Chapter | undefined} */
  beside(chapter, step) {
    return this.inTime[this.inTime.indexOf(chapter) + step];
  }

  /** The length of a chapter in seconds; 0 if it is not known.
   * @param {Chapter} chapter @param {number[]} durations of the tracks */
  lengthOf(chapter, durations) {
    const next = this.beside(chapter, 1);
    if (next?.index === chapter.index) return next.begin - chapter.begin;
    const tracks = durations.slice(chapter.index, next?.index ?? durations.length);
    return tracks.every((duration) => duration > 0) ? tracks.reduce((sum, one) => sum + one, 0) - chapter.begin : 0;
  }
}
