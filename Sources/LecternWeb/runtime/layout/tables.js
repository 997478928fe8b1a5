// SPDX-License-Identifier: BSD-3-Clause
// Fits tables that are wider than a page: first lines break, then letters shrink, then columns become equal.

/** The smallest font scale of a wide table. */
const LEAST = 0.6;

/** @param {Element} table */
const isSqueezed = (table) => [...table.querySelectorAll("td,th")].some((cell) => cell.scrollWidth > cell.clientWidth + 1);

/** @param {Element} table @param {number} by */
export function shrink(table, by) {
  const least = Math.max(LEAST, Math.min(1, by));
  /** @type {HTMLElement} */ (table).style.setProperty("--lectern-shrink", String(Math.floor(least * 100) / 100));
}

/** @param {import("./columns.js").Columns} columns @param {import("./measure.js").Openings} openings */
export function fitTables(columns, openings) {
  /** @type {Element[]} */
  let wide = [...columns.frame.body.querySelectorAll("table")];
  if (!wide.length) return;
  const {room} = columns;
  for (const step of ["wrap", "wrap small", "wrap small fixed"]) {
    const sizes = wide.map((table) => Math.max(table.scrollWidth,
      ...[...table.getClientRects()].map((rect) => columns.sides(rect).inline)));
    wide = wide.filter((table, index) => {
      const fits = sizes[index] <= room + 1;
      // Columns are narrower than a letter.
      if (fits && step === "wrap small" && isSqueezed(table)) return !!(sizes[index] = room / LEAST);
      sizes[index] = fits ? 0 : sizes[index];
      return !fits;
    });
    if (!wide.length) return;
    const widths = sizes.filter(Boolean);
    wide.forEach((table, index) => {
      openings.mark(table, "data-lectern-wide", step);
      if (step === "wrap small") shrink(table, room / widths[index]);
    });
  }
}
