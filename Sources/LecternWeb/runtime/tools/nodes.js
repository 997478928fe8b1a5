// SPDX-License-Identifier: BSD-3-Clause
// Small helpers for DOM nodes.

export const XHTML = "http://www.w3.org/1999/xhtml";
const OPS = "http://www.idpf.org/2007/ops";

/** @param {any} node @returns {node is Text} */
export const isText = (node) => node?.nodeType === 3 || node?.nodeType === 4;

/** @param {any} node @returns {node is Element} */
export const isElement = (node) => node?.nodeType === 1;

/** @param {any} node @returns {Element|null} the node itself, or its parent element */
export const elementAt = (node) => (isElement(node) ? node : node?.parentElement ?? null);

/** @param {any} node @param {string} selectors @returns {any} the nearest match: the element or an ancestor */
export const closest = (node, selectors) => elementAt(node)?.closest?.(selectors) ?? null;

/** @param {Node} node @returns {Range} around the node */
export function around(node) {
  const range = /** @type {Document} */ (node.ownerDocument).createRange();
  range.selectNode(node);
  return range;
}

/** @param {any} frame @returns {boolean} whether its document, or the page without a frame, has a selection */
export const hasSelection = (frame) => (frame?.document ?? document).getSelection()?.isCollapsed === false;

/** @param {Element} element @returns {string} its epub:type */
export const epubType = (element) => element.getAttributeNS(OPS, "type") ?? element.getAttribute("epub:type") ?? "";
