// SPDX-License-Identifier: BSD-3-Clause
// Pictures that have regions: an image that is a page, an image of a document, and a fixed-layout page as a whole.
import {sizeOfFile} from "../tools/dom.js";
import {elementAt} from "../tools/nodes.js";
import {box} from "../book/rects.js";

/** @typedef {import("../book/rects.js").Box} Box */
/** @typedef {import("../book/rects.js").Span} Span */
/** @typedef {import("../book/region.js").Picture} Picture */

const IMAGES = "img, image";
/** @param {Element|null} element @returns {Element|null} the element if it is an image, or the only image in it */
export function imageIn(element) {
  if (!element || element.matches(IMAGES)) return element;
  const images = element.querySelectorAll(IMAGES);
  return images.length === 1 ? images[0] : null;
}

/** @param {Span} span @returns {Element|null} the only image in a span that encloses an element */
export const imageOf = ({startContainer, startOffset}) => imageIn(elementAt(startContainer.childNodes[startOffset] || startContainer));

/** @param {Element} image @returns {Picture} without border and padding, as object-fit places it */
export function pictureOf(image) {
  const rect = image.getBoundingClientRect(), {offsetWidth} = /** @type {any} */ (image), file = sizeOfFile(image);
  if (image.localName !== "img") {
    const {width, height} = /** @type {SVGImageElement} */ (image);
    return {rect, width: width.baseVal.value, height: height.baseVal.value};
  }
  const style = /** @type {Window} */ (image.ownerDocument.defaultView).getComputedStyle(image), scale = rect.width / offsetWidth || 1;
  const edge = (/** @type {string} */ side) => scale *
    (parseFloat(style.getPropertyValue(`padding-${side}`)) + parseFloat(style.getPropertyValue(`border-${side}-width`)) || 0);
  const content = box(rect.left + edge("left"), rect.top + edge("top"), rect.right - edge("right"), rect.bottom - edge("bottom"));
  const size = {width: file.width || content.width, height: file.height || content.height};
  return {rect: fitted(content, size, style, scale), ...size};
}

/** @param {Box} content @param {{width: number, height: number}} size of the picture @param {CSSStyleDeclaration} style
 * @param {number} scale @returns {Box} */
function fitted(content, size, {objectFit, objectPosition}, scale) {
  const across = content.width / size.width, down = content.height / size.height, least = Math.min(across, down);
  const factors = /** @type {Record<string, number>} */ (
    {contain: least, cover: Math.max(across, down), none: scale, "scale-down": Math.min(least, scale)});
  const factor = factors[objectFit];
  if (!factor) return content;
  const [x, y] = objectPosition.split(" ");
  const place = (/** @type {string} */ value, /** @type {number} */ free) =>
    value?.endsWith("%") ? parseFloat(value) / 100 * free : (parseFloat(value) || 0) * scale;
  const width = size.width * factor, height = size.height * factor;
  const left = content.left + place(x, content.width - width), top = content.top + place(y, content.height - height);
  return box(left, top, left + width, top + height);
}
