// SPDX-License-Identifier: BSD-3-Clause
// A document that is one picture, such as a cover: it is alone on one page of a spread, in the middle.
import {MEDIA} from "./spills.js";

const TITLES = "svg,style,script,title,desc";

/** @param {{body: Element, document: Document}} frame @returns {Element|null} the only content of a document, if it is a picture */
export function plateOf({body, document}) {
  const pictures = [...body.querySelectorAll([...MEDIA].join(","))].filter((one) => !one.parentElement?.closest("svg"));
  const [picture] = pictures;
  if (pictures.length !== 1 || !/^(img|svg)$/.test(picture.localName)) return null;
  if (body.querySelector("audio,hr,input,button,textarea,select,math")) return null;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (/\S/.test(node.nodeValue || "") && !node.parentElement?.closest(TITLES)) return null;
  }
  return picture;
}

/** A cover is on the side where the book begins: the right one, if it is read from left to right.
 * @param {import("./geometry.js").Geometry} size @param {string} direction @returns {import("./geometry.js").Geometry} */
export const onePage = (size, direction) => (size.columns !== 2 ? size : {...size, columns: 1, width: size.pitch,
  left: size.left + (direction === "rtl" ? 0 : size.pitch)});

/** Moves the picture to the middle of its page. Nothing else is there that it could cover.
 * @param {Element} picture @param {any} frame a FlowFrame */
export function center(picture, {flow, openings, columns}) {
  const rects = picture.getClientRects(), [rect] = rects;
  if (flow.mode !== "paged" || columns > 1 || rects.length !== 1) return;
  const by = [(flow.width - rect.left - rect.right) / 2, (flow.height - rect.top - rect.bottom) / 2];
  const style = /** @type {HTMLElement} */ (picture).style;
  style.setProperty("--lectern-middle", by.map((length) => `${length}px`).join());
  openings.mark(picture, "data-lectern-plate", "");
}
