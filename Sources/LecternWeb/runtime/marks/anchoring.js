// SPDX-License-Identifier: BSD-3-Clause
// Finds the text of decorations in a document.
import {anchorOf, isOpen} from "../book/locate.js";
import {around, isText} from "../tools/nodes.js";
import {imageIn} from "./regions.js";
import {hasRegion} from "../book/region.js";

/** @typedef {import("./decorations.js").Surface} Surface */

/** Ranges that are no longer needed are moved here, because each change of a document updates all of its ranges. */
const nowhere = document.implementation.createHTMLDocument();

/** @param {any} locator @param {Surface} surface @param {Element} scope
 * @returns {boolean} whether the library has not located it; for pictures and PDF pages, only the page has the text */
export const isUnlocated = (locator, {image, accepts}, scope) => !image && !accepts && isOpen(locator, scope);

/** @param {any} locator of a region without a place @param {Surface} surface @param {Element} scope
 * @returns {Range|null} the only image of the document, or a fixed-layout page */
function anchorOfRegion(locator, {flow}, scope) {
  const element = hasRegion(locator) && (imageIn(scope) || (flow.mode === "fixed" ? scope : null));
  return element ? around(element) : null;
}

/** @param {any} locator @param {Surface} surface @param {Element} scope
 * @returns {import("../book/rects.js").Span|null} */
export function spanOf(locator, surface, scope) {
  const {image} = surface;
  // The text is missing or ambiguous.
  if (locator.fit === "lost" || locator.fit === "ambiguous") return null;
  // The surface is one of several pages of a resource.
  if (surface.accepts?.(locator) === false || surface.holds?.(locator) === false) return null;
  if (image) return {startContainer: image, startOffset: 0, endContainer: image, endOffset: 0};
  const found = anchorOf(locator, scope) || anchorOfRegion(locator, surface, scope);
  if (!found) return null;
  const {startContainer, startOffset, endContainer, collapsed} = found;
  // A position between characters is shown at the next character.
  const endOffset = collapsed && isText(startContainer) ? Math.min(startContainer.length, startOffset + 1) : found.endOffset;
  found.setStart(nowhere, 0);
  return {startContainer, startOffset, endContainer, endOffset};
}
