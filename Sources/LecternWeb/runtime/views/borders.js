// SPDX-License-Identifier: BSD-3-Clause
// The white borders of a picture, as scans have them.

/** @typedef {{x: number, y: number, width: number, height: number}} Part of a picture, as shares of its width and height */

/** The longer side of the copy that is measured, in pixels. */
const side = 400;
/** What counts as white, of 255: paper and the noise of JPEG. */
const white = 232;
/** The share of a line of pixels that may be anything else, such as dust. */
const dust = 0.004;
/** The largest border at one side. */
const most = 0.3;

/** @type {Part} */
export const whole = {x: 0, y: 0, width: 1, height: 1};

/** @param {HTMLImageElement} image that is loaded @returns {Part} without the borders; the whole picture if it is blank or
 *   cannot be measured */
export function borders(image) {
  const {naturalWidth, naturalHeight} = image, scale = Math.min(1, side / Math.max(naturalWidth, naturalHeight));
  const width = Math.max(1, Math.round(naturalWidth * scale)), height = Math.max(1, Math.round(naturalHeight * scale));
  const canvas = Object.assign(document.createElement("canvas"), {width, height});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  if (!context) return whole;
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  /** @type {Uint8ClampedArray} */
  let data;
  try {
    ({data} = context.getImageData(0, 0, width, height));
  } catch {
    return whole; // some web views keep the pixels of their schemes to themselves
  }
  const isInk = (/** @type {number} */ x, /** @type {number} */ y) => {
    const at = 4 * (y * width + x);
    return Math.min(data[at], data[at + 1], data[at + 2]) < white;
  };
  /** @param {number} length @param {number} across @param {(along: number, index: number) => boolean} isSet
   * @returns {[number, number]} the first and the last line with ink, extended by one against scaling */
  const ends = (length, across, isSet) => {
    const isFull = (/** @type {number} */ line) => {
      let count = 0;
      for (let index = 0; index < across; index++) if (isSet(line, index)) count++;
      return count > across * dust;
    };
    let first = 0, last = length - 1;
    while (first < length * most && !isFull(first)) first++;
    while (last > length * (1 - most) && !isFull(last)) last--;
    return [Math.max(0, first - 1), Math.min(length - 1, last + 1)];
  };
  const [top, bottom] = ends(height, width, (y, x) => isInk(x, y));
  const [left, right] = ends(width, height, isInk);
  if (top >= height * most - 2 && bottom <= height * (1 - most) + 2) return whole;
  return {x: left / width, y: top / height, width: (right - left + 1) / width, height: (bottom - top + 1) / height};
}
