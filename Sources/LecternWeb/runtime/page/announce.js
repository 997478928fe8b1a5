// SPDX-License-Identifier: BSD-3-Clause
// Announces to screen readers what comes on the screen: headings, page breaks and marked passages, or else the number of the
// page; and where the links of a document end.
import {label} from "../tools/labels.js";
import {around} from "../tools/nodes.js";
import {rangeAt} from "../book/rects.js";
import {startRect} from "../book/place.js";

const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const BREAKS = "[role~=doc-pagebreak],[*|type~=pagebreak],[epub\\:type~=pagebreak]";
/** How long the page must be unchanged before it is announced, in ms. */
const CALM = 150;
/** The maximum length of a heading that is announced in full, in characters. */
const LONGEST = 200;

/** @param {Element} element @returns {string} */
const textOf = (element) =>
  (element.getAttribute("aria-label") || element.getAttribute("title") || element.textContent || "").trim()
    .replace(/\s+/g, " ").slice(0, LONGEST);

/** @param {string} name of a page @returns {string} */
const pageNamed = (name) => (/^\S{1,8}$/.test(name) ? label("page", name) : name);

/** @param {any} frame @param {Range} range @returns {boolean} whether it begins on the screen */
function isShown(frame, range) {
  const rect = startRect(range);
  if (!rect) return false;
  const {left, top, right, bottom} = frame.toView(rect), view = frame.shell.element.getBoundingClientRect();
  return right > view.left && left < view.right && bottom > view.top && top < view.bottom;
}

class Announcer {
  /** Elements that were already on the screen are not announced again.
   * @type {WeakSet<Element>} */
  #known = new WeakSet();
  /** The marks that were, by their name.
   * @type {string[]} */
  #marks = [];
  /** What others tell, after what is on the screen.
   * @type {string[]} */
  #told = [];
  #isTurned = false;
  #timer = 0;
  /** The page list by resource, so that its addresses are resolved only once.
   * @type {{fragment: string, title: string}[][]|null} */
  #listed = null;
  plays = false;

  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
  }

  /** @param {number} index in the reading order */
  #listedIn(index) {
    if (!this.#listed) {
      this.#listed = [];
      for (const {href, title} of this.shell.state.pageList) {
        const target = title ? this.shell.book.resolve(href) : null;
        if (target) (this.#listed[target.index] ||= []).push({fragment: target.fragment, title});
      }
    }
    return this.#listed[index] || [];
  }

  /** @param {any} frame @returns {{element: Element, text: string}[]} its headings and page breaks, in document order */
  #signsOf(frame) {
    const {document} = frame;
    /** @type {Map<Element, string>} */
    const texts = new Map();
    for (const element of document.querySelectorAll(HEADINGS)) texts.set(element, textOf(element));
    for (const element of document.querySelectorAll(BREAKS)) texts.set(element, pageNamed(textOf(element)));
    for (const {fragment, title} of this.#listedIn(frame.index)) {
      const element = document.getElementById(fragment);
      if (element) texts.set(element, pageNamed(title));
    }
    return [...texts].map(([element, text]) => ({element, text}))
      .filter(({element, text}) => text && isShown(frame, around(element)))
      .sort((one, other) => (one.element.compareDocumentPosition(other.element) & 4 ? -1 : 1));
  }

  /** The decorations on the screen that the reader can activate, such as highlights.
   * @param {any} frame @returns {string[]} */
  #marksOf({decorations, href}) {
    return [...decorations?.groups ?? []].flatMap(([name, marks]) =>
      marks.filter((/** @type {any} */ {item, span, node}) => node?.isConnected && decorations.activation.isOn("activate", name, item)
        && isShown(decorations.surface, rangeAt(span))).map((/** @type {any} */ {item}) => `${href} ${name} ${item.id}`));
  }

  /** @param {string} [text] what another part of the page tells */
  soon(text) {
    if (text) this.#told.push(text);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#say(), CALM);
  }

  /** The number of the page is said if there is nothing else. */
  turned() {
    this.#isTurned = true;
    this.soon();
  }

  #say() {
    const {shell} = this, told = this.#told.splice(0), isTurned = this.#isTurned;
    this.#isTurned = false;
    if (this.plays || shell.kind === "player" || !shell.last) return;
    const frames = shell.frames().filter((frame) => frame.document && !frame.element.closest("[inert]"));
    const signs = frames.flatMap((frame) => this.#signsOf(frame)), marks = frames.flatMap((frame) => this.#marksOf(frame));
    const news = signs.filter(({element}) => !this.#known.has(element)).map(({text}) => text);
    const count = marks.filter((mark) => !this.#marks.includes(mark)).length;
    this.#known = new WeakSet(signs.map(({element}) => element));
    this.#marks = marks;
    const {page, pages} = JSON.parse(shell.last);
    if (isTurned && !news.length) news.push(label("of", page, pages));
    if (count) news.push(label("marks", count));
    const all = [...news, ...told];
    if (all.length && shell.options.announce !== false) shell.status.textContent = all.join(". ");
  }
}

/** @param {import("./shell.js").Shell} shell */
export function install(shell) {
  const announcer = new Announcer(shell);
  shell.on("location", () => announcer.turned());
  shell.on("drawn", () => announcer.soon());
  shell.on("announce", (text) => announcer.soon(text));
  shell.on("media", ({state}) => (announcer.plays = state === "playing"));
  announcer.turned();
}
