// SPDX-License-Identifier: BSD-3-Clause
// Small functions of numbers.

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/**
 * The first number from low on that passes a test, which all later numbers pass, too; high if no number below it does.
 * @param {number} low
 * @param {number} high
 * @param {(number: number) => boolean} test
 */
export function firstOf(low, high, test) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
