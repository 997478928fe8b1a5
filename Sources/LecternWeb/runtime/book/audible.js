// SPDX-License-Identifier: BSD-3-Clause
// What of a document is read aloud, and how.
import {elementAt, epubType} from "../tools/nodes.js";
import {ssmlOn} from "./pronunciation.js";

/** @typedef {import("./sentences.js").Hints} Hints */
/**
 * What a voice has to know of an element: the block that its text belongs to; whether it is in a formula, or the base of ruby
 * that is read by its reading; how it is pronounced.
 * @typedef {{block: Element, language: string, isShown: boolean, isThere: boolean, isFormula: boolean, isBase: boolean,
 *   alphabet: string, saying: {phonemes: string, alphabet: string} | null}} About
 */

/** Elements that are not read aloud, including their content. */
const silent = "rp,rtc,script,style,noscript,template,title,desc,metadata,defs,textarea,select,audio,video,object,"
  + "iframe,canvas,[hidden],[aria-hidden=true]";
/** The large initial of a word. */
const initial = /^\s*["“„«‘']?\p{L}{1,2}\s*$/u;

const xml = "http://www.w3.org/XML/1998/namespace";
/** @param {Element} element */
function languageOn(element) {
  const {documentElement: root, body} = element.ownerDocument;
  // The library gives a document without a language that of the publication.
  if ((element === root || element === body) && root.hasAttribute("data-lectern-unmarked")) return "";
  return element.getAttributeNS(xml, "lang") || element.getAttribute("lang") || element.getAttribute("xml:lang") || "";
}
/** @param {Element | null} element @returns {string} */
export const languageOf = (element) => (element ? languageOn(element) || languageOf(element.parentElement) : "");

/** What an element is, in the words of the structural semantics of EPUB.
 * @param {Element} element @returns {string[]} */
function rolesOf(element) {
  const {localName} = element, words = epubType(element) + " " + (element.getAttribute("role") ?? "");
  const roles = words.split(/\s+/).filter(Boolean).map((role) => role.replace(/^doc-/, ""));
  return localName === "table" || (localName === "aside" && !roles.length) ? [...roles, localName] : roles;
}

/** The notes of a document and the references to them that have no type.
 * @param {Document} document @param {Hints} hints @returns {Map<Element, string[]>} their roles */
function rolesByHints(document, {references = [], notes = []}) {
  /** @type {Map<Element, string[]>} */
  const roles = new Map();
  const add = (/** @type {string[]} */ selectors, /** @type {string} */ role) => {
    for (const selector of selectors) {
      try {
        const found = document.querySelector(selector);
        if (found) roles.set(found, [role]);
      } catch { /* no selector */ }
    }
  };
  add(references, "noteref");
  add(notes, "footnote");
  return roles;
}

export class Audible {
  /** @type {Map<Element, About>} */
  #known = new Map();

  /** @param {Document} document @param {string} language the default language @param {string[]} skipped @param {Hints} hints */
  constructor(document, language, skipped, hints) {
    this.root = document.body ?? document.documentElement;
    this.view = document.defaultView;
    this.language = language;
    this.skipped = skipped;
    this.roles = rolesByHints(document, hints);
    this.readsRuby = hints.readsRuby ?? false;
  }

  /** @param {Element} element @returns {About} */
  about(element) {
    const known = this.#known.get(element);
    if (known) return known;
    const above = element !== this.root && element.parentElement ? this.about(element.parentElement) : null;
    const {display = "", visibility, float: floats = "none"} = this.view?.getComputedStyle(element) ?? {};
    // A floated initial is the beginning of its word.
    const isPart = floats !== "none" && element.localName === "span" && initial.test(element.textContent || "");
    const isInline = isPart || /^(inline|ruby|contents|math)/.test(display), own = above ? languageOn(element) : languageOf(element);
    const found = {
      block: above && isInline ? above.block : element, language: own || above?.language || this.language,
      isShown: visibility === "visible", isThere: display !== "none", ...this.#inherited(element, above),
    };
    this.#known.set(element, found);
    return found;
  }

  /** @param {Element} element @param {About | null} above */
  #inherited(element, above) {
    const {localName} = element, phonemes = ssmlOn(element, "ph"), alphabet = ssmlOn(element, "alphabet") || above?.alphabet || "";
    const isRuby = localName === "ruby", hasReading = isRuby && this.readsRuby && !!element.querySelector("rt");
    return {
      isFormula: localName === "math" || !!above?.isFormula,
      isBase: isRuby ? hasReading : localName !== "rt" && !!above?.isBase,
      alphabet, saying: phonemes ? {phonemes, alphabet} : above?.saying ?? null,
    };
  }

  /** @param {Element} element */
  #isSkipped(element) {
    const roles = [...rolesOf(element), ...this.roles.get(element) ?? []];
    return element.matches(silent) || (element.localName === "rt" && !this.readsRuby) || roles.some((role) => this.skipped.includes(role));
  }

  /** Accepts texts, line breaks, pictures with a text, and formulas.
   * @param {Node} node @returns {number} of NodeFilter */
  filter(node) {
    const {FILTER_ACCEPT, FILTER_REJECT, FILTER_SKIP} = NodeFilter, element = /** @type {Element} */ (elementAt(node));
    const {isShown, isThere, isFormula, isBase} = this.about(element), {localName} = element;
    if (element !== node) return isShown && !isFormula && !isBase ? FILTER_ACCEPT : FILTER_SKIP;
    if (!isThere || this.#isSkipped(element)) return FILTER_REJECT;
    if (isFormula) return localName === "math" ? FILTER_ACCEPT : FILTER_REJECT;
    return localName === "br" || (localName === "img" && element.getAttribute("alt") && !isBase) ? FILTER_ACCEPT : FILTER_SKIP;
  }
}
