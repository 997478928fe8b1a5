// SPDX-License-Identifier: BSD-3-Clause
// How settings fit pages of fixed sizes into a view.

/** @param {any} settings @param {{width: number, height: number}} view
 * @returns {{x: number, y: number}} the space at each side of the pages in px: at most a quarter of the view */
export function spaceAround({constraint = 0, horizontalSpace = 0, verticalSpace = 0}, {width, height}) {
  return {
    x: Math.round(Math.min(constraint + horizontalSpace, width / 4)),
    y: Math.round(Math.min(constraint + verticalSpace, height / 4)),
  };
}

/** @param {string} fit the setting @param {number} across the scale at which a page is as wide as the view
 * @param {number} down as high as the view @param {number} otherwise if the setting leaves it to the view
 * @returns {number} the scale of a page */
export function scaleOf(fit, across, down, otherwise) {
  if (fit === "width") return across;
  if (fit === "height") return down;
  if (fit === "cover") return Math.max(across, down);
  return fit === "page" || fit === "contain" ? Math.min(across, down) : otherwise;
}
