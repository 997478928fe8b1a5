// SPDX-License-Identifier: BSD-3-Clause
/** The captions of a recording: the text track that the reader has chosen, over the picture or below the title. */

import {h} from "../tools/dom.js";
import {locale} from "../tools/labels.js";
import {request} from "../tools/load.js";
import {captionsIn, contentOf} from "./webvtt.js";

/** @typedef {{name: string, href: string, language?: string, title?: string}} Track */

/** @param {Track} track @returns {string} its title, or the name of its language */
export function titleOfTrack({title, language, name}) {
  if (title || !language) return title || name;
  try {
    return new Intl.DisplayNames(locale(), {type: "language"}).of(language) ?? language;
  } catch {
    return language;
  }
}

/** @param {any} caption @returns {HTMLElement} */
function drawn(caption) {
  const {line = "", position, size, align} = caption.settings;
  const box = h("div", {class: "caption"}, h("span", {dir: "auto"}, contentOf(caption)));
  const [at] = line.split(",");
  if (/^\d+(\.\d+)?%$/.test(at)) box.style.top = `min(${at}, 100% - 2.8em)`;
  else if (/^\d+$/.test(at)) box.style.top = `calc(${at} * 1.5em)`;
  if (box.style.top) box.style.position = "absolute";
  const share = (/** @type {string | undefined} */ text) => parseFloat(text ?? "");
  const width = Math.min(100, share(size) || 100), middle = share(position);
  const shift = align === "start" || align === "left" ? 0 : align === "end" || align === "right" ? width : width / 2;
  if (width < 100 || middle >= 0) {
    const left = Math.max(0, Math.min(100 - width, (Number.isNaN(middle) ? 50 : middle) - shift));
    box.style.marginInlineStart = left + "%";
    box.style.width = (width < 100 ? width : 100 - left) + "%";
  }
  if (align && /^(start|left|end|right|center)$/.test(align)) box.style.textAlign = align;
  return box;
}

export class Captions {
  /** @type {Map<string, Promise<import("./webvtt.js").Caption[]>>} by address */
  #files = new Map();
  /** @type {import("./webvtt.js").Caption[]} */
  all = [];
  #shown = "";
  #href = "";

  /** @param {HTMLElement} element @param {() => void} changed */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
  }

  /** Shows a track of a recording.
   * @param {Track[]} tracks @param {string} name the setting */
  async show(tracks, name) {
    const track = tracks.find((one) => one.name === name), href = track?.href ?? "";
    if (href === this.#href) return;
    this.#href = href;
    this.#set([]);
    this.element.lang = track?.language ?? "";
    if (!href) return;
    const loading = this.#files.get(href) ?? request(href).then(({response}) => captionsIn(response), () => []);
    this.#files.set(href, loading);
    const found = await loading;
    if (href === this.#href) this.#set(found);
  }

  /** @param {import("./webvtt.js").Caption[]} all */
  #set(all) {
    this.all = all;
    this.#shown = "";
    this.element.replaceChildren();
    this.changed();
  }

  /** Shows what is said at a time.
   * @param {number} time */
  at(time) {
    const now = this.all.filter(({start, end}) => time >= start && time < end);
    const shown = now.map((one) => this.all.indexOf(one)).join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.replaceChildren(...now.map(drawn));
  }
}
