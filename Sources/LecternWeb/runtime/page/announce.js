// SPDX-License-Identifier: BSD-3-Clause
// Announces page turns to screen readers: the headings and page breaks on the page, or else its number.
import {label} from "../tools/labels.js";
import {around} from "../tools/nodes.js";
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

/** @param {any} frame @param {Element} element @returns {boolean} whether it begins on the screen */
function isShown(frame, element) {
  const rect = startRect(around(element));
  if (!rect) return false;
  const {left, top, right, bottom} = frame.toView(rect), view = frame.shell.element.getBoundingClientRect();
  return right > view.left && left < view.right && bottom > view.top && top < view.bottom;
}

/** @param {import("./shell.js").Shell} shell */
export function install(shell) {
  /** Elements that were already on the screen are not announced again. @type {WeakSet<Element>} */
  let known = new WeakSet();
  let timer = 0, plays = false;
  /** The page list by resource, so that its addresses are resolved only once.
   * @type {{fragment: string, title: string}[][]|null} */
  let listed = null;

  /** @param {number} index in the reading order */
  const listedIn = (index) => {
    if (!listed) {
      listed = [];
      for (const {href, title} of shell.state.pageList) {
        const target = title ? shell.book.resolve(href) : null;
        if (target) (listed[target.index] ||= []).push({fragment: target.fragment, title});
      }
    }
    return listed[index] || [];
  };

  /** @param {any} frame @returns {{element: Element, text: string}[]} in document order */
  const marksOf = (frame) => {
    const {document} = frame;
    /** @type {Map<Element, string>} */
    const texts = new Map();
    for (const element of document.querySelectorAll(HEADINGS)) texts.set(element, textOf(element));
    for (const element of document.querySelectorAll(BREAKS)) texts.set(element, pageNamed(textOf(element)));
    for (const {fragment, title} of listedIn(frame.index)) {
      const element = document.getElementById(fragment);
      if (element) texts.set(element, pageNamed(title));
    }
    return [...texts].map(([element, text]) => ({element, text}))
      .filter(({element, text}) => text && isShown(frame, element))
      .sort((one, other) => (one.element.compareDocumentPosition(other.element) & 4 ? -1 : 1));
  };

  const say = () => {
    const {kind, status, last} = shell;
    if (shell.options.announce === false || plays || kind === "player" || !last) return;
    /** @type {ReturnType<typeof marksOf>} */
    const marks = shell.frames().filter((frame) => frame.document && !frame.element.closest("[inert]"))
      .flatMap(marksOf);
    const news = marks.filter(({element}) => !known.has(element)).map(({text}) => text);
    known = new WeakSet(marks.map(({element}) => element));
    const {page, pages} = JSON.parse(last);
    status.textContent = news.join(". ") || label("of", page, pages);
  };

  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(say, CALM);
  };
  shell.on("location", soon);
  shell.on("media", ({state}) => (plays = state === "playing"));
  soon();
}
