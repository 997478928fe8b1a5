// SPDX-License-Identifier: BSD-3-Clause
// Firefox does not break tables in columns. Those that are higher than a page become grids, which it breaks between rows;
// if a cell is higher than a page, all of them are blocks.
import {OPEN} from "./columns.js";

/** Whether this is Firefox. */
const KEEPS_TABLES = CSS.supports("-moz-orient", "inline");
/** The maximum number of columns, and of the rows that a cell spans. */
const MOST = 1000;
const GRID = `[${OPEN}~=grid]:not(#_#_)`;

/** The rules for these tables; empty if the browser breaks tables. */
export const RULES = !KEEPS_TABLES ? "" : `${GRID}{display:grid!important;grid-template-columns:repeat(var(--lectern-columns),auto)!important}` +
  `${GRID}>:is(thead,tbody,tfoot),${GRID}>tr,${GRID}>*>tr{display:contents!important}${GRID}>:is(col,colgroup){display:none!important}` +
  `${GRID}>:is(tr,*>tr)>*,${GRID}>*>tr>*{display:block!important;grid-area:var(--lectern-cell)!important}` +
  `${GRID}>caption{grid-area:1/1/auto/-1!important}`;

/** Whether a box that style sheets make a part of a table is not broken.
 * @param {Element} box @param {string} display @param {import("./columns.js").Columns} columns */
export const isUnbroken = (box, display, columns) => KEEPS_TABLES && columns.isPaged && /^(inline-)?table/.test(display) &&
  !box.closest("table") && isHigh(box, columns);

/** @param {Element} box @param {import("./columns.js").Columns} columns @returns {boolean} whether it is higher than a page */
const isHigh = (box, columns) => Array.prototype.some.call(box.getClientRects(), (rect) => columns.sides(rect).block > columns.limit);

/** @param {number} value @returns {number} a span that is not absurd */
const span = (value) => Math.max(1, Math.min(MOST, value || 1));

/** Places the cells of a table as HTML does: each in the first free columns of its row.
 * @param {HTMLTableElement} table @returns {number} the number of columns */
function place({rows, caption}) {
  /** @type {number[]} the row from which each column is free */
  const free = [];
  const first = caption ? 2 : 1;
  Array.from(rows, (row, index) => {
    let column = 0;
    for (const cell of row.cells) {
      while (free[column] > index && column < MOST) column++;
      const width = span(cell.colSpan), height = span(cell.rowSpan);
      for (let at = column; at < column + width; at++) free[at] = index + height;
      cell.style.setProperty("--lectern-cell", `${index + first}/${column + 1}/span ${height}/span ${width}`);
      column += width;
    }
  });
  return Math.max(1, free.length);
}

/** @param {import("./columns.js").Columns} columns @param {import("./measure.js").Openings} openings */
export function breakTables(columns, openings) {
  if (!KEEPS_TABLES || !columns.isPaged) return;
  /** @type {NodeListOf<HTMLTableElement>} */
  const tables = columns.frame.body.querySelectorAll("table");
  const high = [...tables].filter((table) => isHigh(table, columns)).map((table) => {
    const cells = Array.from(table.rows, ({cells}) => [...cells]).flat();
    return {table, cells, isWhole: cells.some((cell) => isHigh(cell, columns))};
  });
  for (const {table, cells, isWhole} of high) {
    const blocks = isWhole ? [table, ...table.children, ...table.rows, ...cells] : [];
    for (const box of blocks) openings.mark(box, OPEN, "block");
    if (isWhole) continue;
    table.style.setProperty("--lectern-columns", String(place(table)));
    openings.mark(table, OPEN, "grid");
    for (const cell of cells) openings.mark(cell, "data-lectern-cell", "");
  }
}
