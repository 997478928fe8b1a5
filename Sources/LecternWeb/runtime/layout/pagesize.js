// SPDX-License-Identifier: BSD-3-Clause
// The declared size of a fixed-layout page.

/**
 * CSS units in pixels.
 * @type {Record<string, number>} */
const units = {"": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54};
const largest = 20000; // pixels; larger sizes are ignored

/** @typedef {{width: number, height: number}} Size */

/** @type {(width: any, height: any) => Size | null} */
export const size = (width, height) => width >= 1 && height >= 1 && width <= largest && height <= largest
  ? {width: Math.round(width), height: Math.round(height)} : null;

/** @type {(text: string | null) => number} */
const length = (text) => {
  const found = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? "");
  return found ? Number(found[1]) * (units[found[2].toLowerCase()] ?? NaN) : NaN;
};

/** @type {(svg: Element) => Size | null} */
const sizeOfSVG = (svg) => {
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
  return size(width, height) ?? size(length(svg.getAttribute("width")), length(svg.getAttribute("height")));
};

/** @type {(document: Document) => Size | null} */
const sizeOfViewport = (document) => {
  for (const meta of document.querySelectorAll("meta[name=viewport i]")) {
    /** @type {Record<string, number>} */
    const values = {};
    for (const [, name, value] of (meta.getAttribute("content") ?? "").matchAll(/([a-z-]+)\s*=\s*([^\s,;]+)/gi)) {
      values[name.toLowerCase()] ??= length(value);
    }
    const found = size(values.width, values.height);
    if (found) return found;
  }
  return null;
};

/** The size of a page, from its document, its content, or the publication.
 * @type {(document: Document, link: any) => Size | null} */
export const pageSize = (document, link) => {
  const root = document.documentElement;
  if (root.localName === "svg") return sizeOfSVG(root) ?? size(link.width, link.height);
  const said = sizeOfViewport(document);
  if (said) return said;
  let only = /** @type {any} */ (document.body);
  while (only?.children.length === 1 && !/^(svg|img)$/.test(only.localName)) only = only.firstElementChild;
  const found = only?.localName === "svg" ? sizeOfSVG(only)
    : only?.localName === "img" ? size(only.naturalWidth, only.naturalHeight) : null;
  return found ?? size(link.width, link.height);
};

/** The size of a page that declares none: that of its content, but at least that of the view.
 * @type {(document: Document, view: Size) => Size} */
export const sizeOfContent = (document, {width, height}) => {
  const {scrollWidth, scrollHeight} = document.documentElement;
  return size(Math.max(width, scrollWidth), Math.max(height, scrollHeight)) ?? {width, height};
};
