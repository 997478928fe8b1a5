// SPDX-License-Identifier: BSD-3-Clause
// Colors of computed styles, and their contrast.

/** @typedef {{red: number, green: number, blue: number, alpha: number}} Color components from 0 to 255, alpha to 1 */

/** @param {string} text a computed color @returns {Color|null} */
export function colorOf(text) {
  const found = /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)(?:(?:,| \/) ([\d.]+))?\)$/.exec(text);
  if (!found) return null;
  const [red, green, blue, alpha] = found.slice(1).map((part) => Number(part ?? 1));
  return {red, green, blue, alpha};
}

/** @param {number} component @returns {number} */
const linear = (component) => {
  const share = component / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** @param {{red: number, green: number, blue: number}} color @returns {number} its relative luminance (WCAG), from 0 to 1 */
export const luminance = ({red, green, blue}) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** @param {number} one @param {number} other luminances @returns {number} from 1 to 21 */
export const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The color behind an element: the nearest one that is not transparent.
 * @param {Element} element @param {Window} window @returns {Color|null} null if there is none up to the root */
export function backOf(element, window) {
  for (let box = /** @type {Element|null} */ (element); box; box = box.parentElement) {
    const color = colorOf(window.getComputedStyle(box).backgroundColor);
    if (color && color.alpha > 0.5) return color;
  }
  return null;
}
