// SPDX-License-Identifier: BSD-3-Clause
// Fits tables that are wider than a page. First lines break between words, then letters shrink. If they would be hard to
// read, the reader can open the table in front of the page (page/enlarge.js). Only a table that does not fit anyhow has
// words that are broken, in equal columns.

/** The smallest font scale that is easy to read, and the smallest one of a table that can be opened. */
export const LEAST = 0.6, TINY = 0.2;
/** How often to correct a scale: borders do not shrink with the letters. */
const TRIES = 3;
/** The maximum length of a word that is kept in one piece, in characters. */
const LONG = 24;

/** @param {Element} element @param {number} by @param {number} [least] */
export function shrink(element, by, least = LEAST) {
  const scale = Math.max(least, Math.min(1, by));
  /** @type {HTMLElement} */ (element).style.setProperty("--lectern-shrink", String(Math.floor(scale * 100) / 100));
}

/** @param {Element} element @returns {number} its font scale */
export const scaleOf = (element) =>
  Number(/** @type {HTMLElement} */ (element).style.getPropertyValue("--lectern-shrink")) || 1;

/** Marks what can be opened in front of the page, because it is too small.
 * @param {Element} element @param {import("./measure.js").Openings} openings */
export function offer(element, openings) {
  if (scaleOf(element) >= LEAST) return;
  openings.mark(element, "data-lectern-enlarge", "");
  openings.mark(element, "tabindex", "0");
}

/** @param {Element[]} tables @param {import("./columns.js").Columns} columns @returns {number[]} their widths, those that fit are 0 */
function excesses(tables, columns) {
  const {room} = columns;
  return tables.map((table) => Math.max(table.scrollWidth,
    ...[...table.getClientRects()].map((rect) => columns.sides(rect).inline))).map((width) => (width <= room + 1 ? 0 : width));
}

/** @param {import("./columns.js").Columns} columns @param {import("./measure.js").Openings} openings */
export function fitTables(columns, openings) {
  const {room, frame} = columns;
  /** @type {Element[]} */
  let wide = [...frame.body.querySelectorAll("table")], shrunk = wide;
  if (!wide.length) return;
  /** @type {number[]} */
  let widths = [];
  const measure = () => {
    const all = excesses(wide, columns);
    wide = wide.filter((_, index) => all[index]);
    widths = all.filter(Boolean);
    return wide.length > 0;
  };
  if (!measure()) return;
  for (const table of wide) wrap(table, openings);
  if (!measure()) return;
  shrunk = wide;
  for (let round = 0; round < TRIES && wide.length; round++) {
    wide.forEach((table, index) => {
      openings.mark(table, "data-lectern-wide", "wrap small");
      shrink(table, scaleOf(table) * room / widths[index], TINY);
    });
    measure();
  }
  for (const table of wide) {
    openings.mark(table, "data-lectern-wide", "wrap small break fixed");
    shrink(table, LEAST);
  }
  for (const table of shrunk) offer(table, openings);
}

/** Lets lines break between words, and inside those that no page is wide enough for.
 * @param {Element} table @param {import("./measure.js").Openings} openings */
function wrap(table, openings) {
  openings.mark(table, "data-lectern-wide", "wrap");
  for (const cell of table.querySelectorAll("td,th")) {
    if (isLong(cell.textContent || "")) openings.mark(cell, "data-lectern-wide", "wrap break");
  }
}

/** @param {string} text @returns {boolean} whether it has a word that is an address, or the like */
const isLong = (text) => text.split(/[\s\u00AD\u200B-]+/).some((word) => word.length > LONG && !/[\u3000-\u9FFF\uAC00-\uD7FF]/.test(word));
