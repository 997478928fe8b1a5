// SPDX-License-Identifier: BSD-3-Clause
// Small numeric helpers.

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** @type {(value: any, low: number, high: number, otherwise: number) => number} for a value that may not be a number */
export const within = (value, low, high, otherwise) => (Number.isFinite(value) ? clamp(value, low, high) : otherwise);

/** The first number in low..<high that passes a test, or high. All later numbers must pass it, too.
 * @param {number} low @param {number} high @param {(number: number) => boolean} test */
export function firstOf(low, high, test) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
