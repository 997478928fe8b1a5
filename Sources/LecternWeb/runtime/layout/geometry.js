// SPDX-License-Identifier: BSD-3-Clause
// The position of the frame of a reflowable document and the size of its pages, as plain numbers.

import {RULES} from "./grids.js";
import {clamp} from "../tools/numbers.js";

/**
 * @typedef {{left: number, top: number, width: number, height: number, columns: number, pitch: number, gutter: number,
 *   bleed: number, inline: number, block: number, scale: number}} Geometry
 *   the frame in px; gutter: padding of the body along the lines; bleed: padding across the lines;
 *   inline, block: the largest content of a page along and across its lines; scale: the reader's font size
 */

/** Gutter in px by the minimum width of the view, as in Readium CSS. */
const GUTTERS = [[1360, 50], [960, 40], [560, 30], [0, 20]];
/** CSS units in px; the root has 16 px, as in browsers. */
const UNITS = {px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, em: 16, rem: 16, ex: 8, ch: 8};
/** Margin above and below in px, by the minimum height of the view. */
const MARGINS = [[800, 40], [560, 28], [0, 16]];
/** Keeps strokes visible that extend beyond the first and last line of a page. */
const BLEED = 8;
/** The minimum line length for two columns, in rem; and in px if the host requests two columns. */
const COLUMN = 26, LEAST_COLUMN = 180;

/** @param {number[][]} table @param {number} value */
const pick = (table, value) => (table.find(([least]) => value >= least) || [0, 0])[1];

/** @param {number} ratio of device pixels to CSS pixels @returns {number} CSS pixels that are whole device pixels */
function grain(ratio) {
  for (let step = 1; step <= 8; step++) if (Math.abs(step * ratio - Math.round(step * ratio)) < 0.01) return step;
  return 1;
}

/** @param {unknown} text a length of CSS @param {number} width of the view @param {number} height
 * @returns {number|undefined} px */
function pixels(text, width, height) {
  const [, value, unit] = /^(\d*\.?\d+)([a-z]+|%)$/.exec(String(text)) || [];
  const units = {...UNITS, vw: width / 100, "%": width / 100, vh: height / 100, vmin: Math.min(width, height) / 100,
    vmax: Math.max(width, height) / 100};
  const found = Object.entries(units).find(([name]) => name === unit);
  return found && Number(value) * found[1];
}

/**
 * @param {{width: number, height: number, settings: any, properties?: any, vertical: boolean, scroll: boolean,
 *   ratio: number}} view properties: those of Readium CSS
 * @returns {Geometry}
 */
export function geometry({width, height, settings, properties = {}, vertical, scroll, ratio}) {
  const own = pixels(properties["--RS__pageGutter"], width, height) ?? pick(GUTTERS, width);
  const factor = (/** @type {any} */ value) => (value >= 0 && value !== null ? Number(value) : 1);
  const side = Math.round(Math.min(own * factor(settings.pageMargins), width / 4));
  const edge = Math.round(Math.min(pick(MARGINS, height) * factor(settings.verticalMargins), height / 4));
  const gutter = vertical ? edge : side, scale = factor(settings.fontSize);
  if (scroll) {
    // Both have margins at the left and the right: along the lines as gutter, across the lines by a smaller frame.
    const left = vertical ? Math.max(0, side - BLEED) : 0;
    return {left, top: 0, width: Math.floor(width - 2 * left), height: Math.floor(height), columns: 1, pitch: 0, gutter, scale,
      bleed: vertical ? side - left : edge, inline: Math.floor(vertical ? height : width) - 2 * gutter,
      block: Math.floor((vertical ? width - 2 * left : height) * 0.95)};
  }
  // Columns follow each other along the lines: side by side, or top to bottom in vertical writing.
  const [length, depth, margin] = vertical ? [height, width, side] : [width, height, edge];
  const bleed = Math.min(BLEED, margin);
  const rem = 16 * scale;
  const asked = Number(settings.columnCount) || Number(properties["--RS__colCount"]) || 0;
  const roomy = width > height && width / 2 - 2 * side >= COLUMN * rem;
  const columns = vertical ? 1
    : asked ? clamp(Math.floor(width / (LEAST_COLUMN + 2 * side)), 1, Math.max(1, asked)) : roomy ? 2 : 1;
  const step = grain(ratio);
  const size = Math.max(Math.floor(length / (step * columns)) * step * columns, step * columns);
  const before = (length - size) / 2;
  const across = Math.max(Math.floor(depth - 2 * (margin - bleed)), 2 * bleed + 1);
  const pitch = size / columns;
  const shared = {columns, pitch, gutter, bleed, scale, inline: pitch - 2 * gutter, block: across - 2 * bleed};
  return vertical
    ? {...shared, left: margin - bleed, top: before, width: across, height: size}
    : {...shared, left: before, top: margin - bleed, width: size, height: across};
}

/** @param {any} state @returns {boolean} whether the settings require scrolling */
export const scrolls = (state) =>
  state.settings.scroll ?? /view=scroll/.test(state.css?.reflowable?.data || "");

/** Overrides everything in the book: the layer of the page sheet, with the specificity of ids. */
const ROOT = ":root:not(#_#_#_)", BODY = `${ROOT}>body:not(#_)`;

/** @param {string} selector @param {Record<string, string|number>} values */
const rule = (selector, values) =>
  `${selector}{${Object.entries(values).map(([name, value]) => `${name}:${value}!important`).join(";")}}`;

/**
 * The paginator's sheet for one document. Rules that do not depend on numbers are in css/page.css.
 * @param {Geometry} size
 * @param {{scroll: boolean, writing: string, direction: string, onRoot: boolean}} flow onRoot: set writing and direction on
 * the root
 * @returns {string}
 */
export function sheet(size, {scroll, writing, direction, onRoot}) {
  const vertical = writing !== "horizontal-tb";
  const plain = {"box-sizing": "border-box", position: "static", float: "none", border: 0, transform: "none",
    contain: "none", margin: 0, "min-width": 0, "min-height": 0, "max-width": "none", "max-height": "none",
    ...(onRoot && {"writing-mode": writing}), "column-gap": 0, "column-rule": "none", "break-before": "auto", "break-after": "auto", "break-inside": "auto"};
  const root = {...plain, display: "block", "padding-inline": 0, ...(onRoot && {direction}),
    zoom: 1, "scroll-behavior": "auto", "scroll-snap-type": "none", "scroll-padding": 0, "overflow-anchor": "none",
    "overscroll-behavior": scroll ? "auto" : "none", "text-size-adjust": "100%", "-webkit-text-size-adjust": "100%",
    "--lectern-block": `${size.block}px`};
  const line = (/** @type {string} */ length) => rule(ROOT, {"--lectern-inline": `min(${size.inline}px,${length})`}) +
    rule(BODY, {"padding-inline": `max(${size.gutter}px,calc((${size.inline + 2 * size.gutter}px - ${length})/2))`});
  const body = rule(BODY, {...plain, display: "flow-root", width: "auto", height: "auto", overflow: "visible",
    columns: "auto", "padding-block": scroll ? `${size.bleed}px` : 0}) +
    line("var(--USER__lineLength,var(--RS__maxLineLength,42rem))");
  const before = rule(`${ROOT}::before`, {content: "none"}) + rule(`${BODY}[data-lectern-tall]`, {position: "relative"});
  const [along, across] = vertical ? ["overflow-x", "overflow-y"] : ["overflow-y", "overflow-x"];
  const rules = scroll
    ? rule(ROOT, {...root, columns: "auto", "padding-block": 0, width: "auto", height: vertical ? "100%" : "auto",
      [along]: "auto", [across]: "hidden"}) + body
    : rule(ROOT, {...root, width: `${size.width}px`, height: `${size.height}px`, overflow: "hidden",
      "padding-block": `${size.bleed}px`, "column-fill": "auto", "column-count": size.columns,
      "column-width": size.columns > 1 ? "auto" : `${vertical ? size.height : size.width}px`}) + body +
      // An additional column, so that the last screen is full and can be scrolled to. Firefox does not support breaks
      // before columns, but it does not break a box as high as a column either.
      rule(`${ROOT}::after`, {content: '""', display: "block", "break-before": "column", position: "static",
        "-webkit-column-break-before": "always", "break-inside": "avoid", "inline-size": "100%", "block-size": "100%",
        margin: 0, padding: 0, visibility: "hidden", float: "none"});
  return `@layer lectern-page{${before}${rules}${RULES}}`;
}
