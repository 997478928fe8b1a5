// SPDX-License-Identifier: BSD-3-Clause
// The properties that decide how a box breaks.

/** @typedef {{display: string, overflow: string, position: string, contain: string}} Style */

/** Each property is read once, because with many elements this takes the most time.
 * @param {CSSStyleDeclaration} style @returns {Style} */
export const styleOf = ({display, overflow, position, contain}) => ({display, overflow, position, contain});
/** @param {Style} style */
export const clips = (style) => style.overflow !== "visible" && style.display !== "inline";
/** @param {Style} style */
export const lifted = (style) => style.position === "absolute" || style.position === "fixed";
/** @param {Style} style */
export const whole = (style) => /^(inline|-webkit)-/.test(style.display) || style.contain !== "none" && style.contain !== "";
