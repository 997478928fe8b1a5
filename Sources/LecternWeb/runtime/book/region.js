// SPDX-License-Identifier: BSD-3-Clause
// Regions of pictures: `xywh` of Media Fragments URI.
import {fragmentsOf} from "./book.js";
import {box} from "./rects.js";

/** @typedef {import("./rects.js").Box} Box */
/** @typedef {{rect: Box, width: number, height: number}} Picture its place, and its own size in pixels */

const NUMBER = "(\\d+(?:\\.\\d+)?)";
const REGION = new RegExp(`(?:^|[#&])xywh=(?:(percent|pixel):)?${[NUMBER, NUMBER, NUMBER, NUMBER].join(",")}(?:&|$)`);

/** @param {any} locator @returns {RegExpExecArray|null} its region */
const regionIn = (locator) => fragmentsOf(locator).map((each) => REGION.exec(each)).find(Boolean) || null;

/** @param {any} locator */
export const hasRegion = (locator) => Boolean(regionIn(locator));

/** @param {any} locator @param {Picture} picture @returns {Box} the part of the picture, in its coordinates on the screen */
export function regionOf(locator, {rect, width, height}) {
  const found = regionIn(locator);
  if (!found) return rect;
  const [across, down] = found[1] === "percent" ? [100, 100] : [width || 1, height || 1];
  const [x, y, w, h] = found.slice(2).map(Number);
  const at = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(1, value / size);
  return box(rect.left + at(x, across) * rect.width, rect.top + at(y, down) * rect.height,
    rect.left + at(x + w, across) * rect.width, rect.top + at(y + h, down) * rect.height);
}
