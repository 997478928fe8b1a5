// SPDX-License-Identifier: BSD-3-Clause
// Covers: from the book, or generated from its title.
import { el } from "./dom.js";

/** Colours of the cloth and of the print on it. */
const CLOTHS = [["#26394D", "#E9D9B4"], ["#5B2A2C", "#F0DCC0"], ["#2F4A3C", "#EBDDB8"], ["#6A4A21", "#F7E9CB"],
  ["#3C3456", "#E6DCEF"], ["#1F4B55", "#DCEBE4"], ["#4B4642", "#EFE7DA"], ["#74351F", "#FBE6CF"]];
const DESIGNS = ["frame", "band", "rule"];

/** @param {string} text */
function hash(text) {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) || 0), 16777619) >>> 0;
  return value;
}

/** @param {{id: string, title: string, authors: string[], language: string|null}} book */
export function designed(book) {
  const number = hash(book.title + book.authors.join());
  const [cloth, stamp] = CLOTHS[number % CLOTHS.length];
  return el("div", { class: "designed-cover", data: {
    design: DESIGNS[(number >>> 8) % DESIGNS.length], authors: String(book.authors.length),
  }, lang: book.language || "", dir: "auto",
    style: { "--cloth": cloth, "--stamp": stamp }, "aria-hidden": "true" },
  el("span", { class: "cover-title", data: { long: String(book.title.length > 40) }, dir: "auto" }, book.title),
  el("span", { class: "cover-author", dir: "auto" }, book.authors.slice(0, 2).join(", ")));
}

/** @param {any} book  @param {number} width  in CSS pixels */
export function cover(book, width) {
  const box = el("div", { class: "cover", data: { kind: book.kind } });
  if (!book.hasCover) {
    box.append(designed(book));
    return box;
  }
  const image = el("img", { alt: "", loading: "lazy", decoding: "async", draggable: false });
  image.addEventListener("error", () => image.replaceWith(designed(book)), { once: true });
  const pixels = Math.min(1200, Math.ceil(width * (devicePixelRatio || 1)));
  image.src = `api/books/${book.id}/cover?width=${pixels}`;
  box.append(image);
  return box;
}
