// SPDX-License-Identifier: BSD-3-Clause
// Pictures on paper that the reader has chosen. What is drawn for white paper and has no ground of its own, such as a
// formula with an alpha channel, would vanish on black paper: it is inverted if it is grey, or gets a ground. Pictures
// without an alpha channel, such as photographs, are left alone. The paper also decides which colors of the book are used.
import {colorOf, contrast, luminance} from "../tools/colors.js";

/** @typedef {{hidden: (paper: number) => number, isGrey: boolean, cover: number}} Ink what a picture is drawn with: which
 *   share of it cannot be seen on paper of a luminance; cover: how much of its area it covers, from 0 to 1 */

/** The size at which pictures are examined, in px, and how many of a document. */
const SAMPLE = 48, MOST = 500;
/** The smallest contrast of a line that is seen. */
const VISIBLE = 3;
/** Luminances of paper for which the colors of the book have variants (ReaderProperties.swift), and those of borders. */
const DARK = 0.009, LIGHT = 0.87, DIM = 0.18;

/** @param {number|null} paper its luminance @returns {string} for the sheets */
const kindOf = (paper) => (
  paper === null ? "" : paper <= DARK ? "dark" : paper < DIM ? "dim" : paper >= LIGHT ? "light" : "");

const SHAPES = "path,line,polyline,polygon,rect,circle,ellipse";

/** A picture that cannot be read, because of its origin: it may be black.
 * @type {Ink} */
const UNKNOWN = {cover: 0, isGrey: false, hidden: (paper) => (paper < 0.18 ? 1 : 0)};
/** What is known of pictures, by their address.
 * @type {Map<string, Ink|null>} */
const seen = new Map();

/** @param {{luminance: number, weight: number, chroma: number}[]} parts @param {number} cover @returns {Ink} */
function inkOf(parts, cover) {
  const sum = (/** @type {typeof parts} */ list) => list.reduce((all, {weight}) => all + weight, 0), whole = sum(parts);
  return {cover, isGrey: parts.reduce((all, {weight, chroma}) => all + weight * chroma, 0) < 24 * whole,
    hidden: (paper) => sum(parts.filter((part) => contrast(part.luminance, paper) < VISIBLE)) / whole};
}

/** @param {number} red @param {number} green @param {number} blue @param {number} weight */
const part = (red, green, blue, weight) => ({luminance: luminance({red, green, blue}), weight,
  chroma: Math.max(red, green, blue) - Math.min(red, green, blue)});

/** @param {HTMLImageElement} image @returns {Ink|null} null if it has a ground of its own */
function inkOfImage(image) {
  const {naturalWidth: width, naturalHeight: height} = image;
  const scale = Math.min(1, SAMPLE / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"),
    {width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale))});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  if (!context) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const {data} = context.getImageData(0, 0, canvas.width, canvas.height), parts = [];
  let area = 0;
  for (let at = 0; at < data.length; at += 4) {
    area += data[at + 3];
    if (data[at + 3] > 16) parts.push(part(data[at], data[at + 1], data[at + 2], data[at + 3]));
  }
  const cover = area / data.length * 4 / 255;
  return cover > 0.95 || !parts.length ? null : inkOf(parts, cover);
}

/** @param {HTMLImageElement} image @returns {Ink|null} */
function examine(image) {
  const source = image.currentSrc || image.src;
  if (!image.complete || !image.naturalWidth || /\.jpe?g$/i.test(source)) return null;
  let ink = seen.get(source);
  if (ink === undefined) {
    try {
      ink = inkOfImage(image);
    } catch {
      ink = UNKNOWN;
    }
    if (seen.size > 2000) seen.clear();
    seen.set(source, ink);
  }
  return ink;
}

/** @param {SVGSVGElement} drawing @param {Window} window @returns {Ink|null} */
function inkOfDrawing(drawing, window) {
  if (drawing.querySelector("image,foreignObject")) return null;
  const {width, height} = drawing.getBoundingClientRect(), parts = [];
  for (const shape of [...drawing.querySelectorAll(SHAPES)].slice(0, MOST)) {
    if (shape.closest("defs,clipPath,mask,pattern,symbol,marker")) continue;
    const style = window.getComputedStyle(shape), rect = shape.getBoundingClientRect();
    const isFilled = shape.localName !== "line" && style.fill !== "none" && Number(style.fillOpacity) > 0.5;
    // A ground of its own, of whatever color.
    if (isFilled && rect.width * rect.height > 0.8 * width * height && shape.localName === "rect") return null;
    for (const color of [isFilled && style.fill, style.stroke].map((text) => colorOf(text || ""))) {
      if (color && color.alpha > 0.3) parts.push(part(color.red, color.green, color.blue, 1));
    }
  }
  return parts.length ? inkOf(parts, 0) : null;
}

/** @param {Ink} ink @param {number} paper its luminance @returns {string} how to show the picture, "" as it is */
function remedy({hidden, isGrey, cover}, paper) {
  const share = hidden(paper);
  if (share < (cover > 0.5 ? 0.5 : 0.1)) return "";
  if (isGrey && share > 0.9) return "turned";
  return hidden(1) < share ? "light" : "";
}

/** @param {any} frame a FlowFrame, after its layout */
export function ground(frame) {
  const {root, body, window, openings, paper: text} = frame;
  const isChosen = root.hasAttribute("data-lectern-appearance") || root.hasAttribute("data-lectern-backgroundcolor");
  const color = isChosen && !window.matchMedia("(forced-colors: active)").matches ? colorOf(text) : null;
  const paper = color && luminance(color), kind = kindOf(paper);
  if (kind !== (root.getAttribute("data-lectern-paper") || "")) {
    if (kind) root.setAttribute("data-lectern-paper", kind);
    else root.removeAttribute("data-lectern-paper");
  }
  if (paper === null || root.hasAttribute("data-lectern-invertimages")) return;
  const pictures = [...body.querySelectorAll("img,svg")].filter((one) => !one.parentElement?.closest("svg")).slice(0, MOST);
  const remedies = pictures.map((picture) => {
    const ink = picture.localName === "img" ? examine(picture) : inkOfDrawing(picture, window);
    return ink ? remedy(ink, paper) : "";
  });
  pictures.forEach((picture, index) => remedies[index] && openings.mark(picture, "data-lectern-ground", remedies[index]));
}
