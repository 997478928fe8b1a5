// SPDX-License-Identifier: BSD-3-Clause
// The text of a document as blocks and sentences for a voice, with a mapping to its nodes.
import {around, elementAt, epubType, isText} from "../tools/nodes.js";
import {firstOf} from "../tools/numbers.js";
import {pause} from "../tools/waiting.js";

/**
 * A run of text in one block and one language; white space is as in the document.
 * @typedef {{text: string, language: string, parts: {node: Node, at: number}[], sentences?: Sentence[]}} Block
 * @typedef {{begin: number, end: number}} Sentence
 */

/** Elements that are not read aloud, including their content. */
const silent = "rt,rp,script,style,noscript,template,title,desc,metadata,defs,textarea,select,audio,video,object,"
  + "iframe,canvas,[hidden],[aria-hidden=true]";
const longest = 220; // letters in an utterance: browsers stop in the middle of long ones
const slice = 8; // ms of work at a time
const readable = /[\p{L}\p{N}]/u;
/** The large initial of a word. */
const initial = /^\s*["“„«‘']?\p{L}{1,2}\s*$/u;
/** A full stop that does not end a sentence. */
const abbreviation = new RegExp("(?:^|[\\s(“\"«])(?:\\p{Lu}|Mrs?|Ms|Dr|Sts?|Prof|Rev|Gen|Col|Capt|Lt|Hon|Jr|Sr|No|Nr"
  + "|vol|pp?|cf|vs|viz|e\\.g|i\\.e|z\\. ?B|d\\. ?h|bzw|ca|Hr|Fr|Mme|Mlle|MM)\\.\\s*$", "u");
/** The month of a day, which follows. */
const month = /(?:^|[\s(])(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.\s*$/;
const clause = /[,;:–—،؛][”"’»)]?\s|[、，；：]/g;

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

/** @param {string} tag */
const primary = (tag) => tag.toLowerCase().split("-")[0];

/** What an element is, in the words of the structural semantics of EPUB.
 * @param {Element} element @returns {string[]} */
function rolesOf(element) {
  const {localName} = element, words = epubType(element) + " " + (element.getAttribute("role") ?? "");
  const roles = words.split(/\s+/).filter(Boolean).map((role) => role.replace(/^doc-/, ""));
  return localName === "table" || (localName === "aside" && !roles.length) ? [...roles, localName] : roles;
}

/** All visible text of a document, collected in short time slices.
 * @param {Document} document @param {string} language the default language
 * @param {string[]} [skipped] roles, with or without the prefix doc-, of what is left out @returns {Promise<Block[]>} */
export async function blocksOf(document, language, skipped = ["pagebreak"]) {
  const view = document.defaultView, root = document.body ?? document.documentElement;
  /** @typedef {{block: Element, language: string, isShown: boolean, isThere: boolean}} About */
  /** @type {Map<Element, About>} */
  const known = new Map();
  /** @type {(element: Element) => About} */
  const about = (element) => {
    let found = known.get(element);
    if (!found) {
      const {display = "", visibility, float: floats = "none"} = view?.getComputedStyle(element) ?? {};
      // A floated initial is the beginning of its word.
      const isPart = floats !== "none" && element.localName === "span" && initial.test(element.textContent || "");
      const isInline = element !== root && (isPart || /^(inline|ruby|contents)/.test(display));
      const above = element !== root && element.parentElement ? about(element.parentElement) : null;
      const own = above ? languageOn(element) : languageOf(element);
      found = {
        block: isInline && above?.block || element, language: own || above?.language || language,
        isShown: visibility === "visible", isThere: display !== "none",
      };
      known.set(element, found);
    }
    return found;
  };
  const {FILTER_ACCEPT, FILTER_REJECT, FILTER_SKIP, SHOW_ELEMENT, SHOW_TEXT} = NodeFilter;
  const walker = document.createTreeWalker(root, SHOW_ELEMENT | SHOW_TEXT, (node) => {
    const element = /** @type {Element} */ (elementAt(node));
    if (element !== node) return about(element).isShown ? FILTER_ACCEPT : FILTER_SKIP;
    const isSkipped = rolesOf(element).some((role) => skipped.includes(role));
    if (element.matches(silent) || isSkipped || !about(element).isThere) return FILTER_REJECT;
    return element.localName === "br" || (element.localName === "img" && element.getAttribute("alt"))
      ? FILTER_ACCEPT : FILTER_SKIP;
  });
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Element | null} */
  let last = null;
  let rest = performance.now() + slice;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = /** @type {Element} */ (elementAt(node));
    const {block, language: tag} = about(element);
    const text = isText(node) ? node.data : element.getAttribute("alt") ?? " ";
    let run = blocks[blocks.length - 1];
    const isSpace = !text.trim();
    if (block !== last || (primary(tag) !== primary(run.language) && !isSpace)) {
      run = {text: "", language: tag, parts: []};
      blocks.push(run);
      last = block;
    }
    run.parts.push({node, at: run.text.length});
    run.text += text;
    if (performance.now() > rest) {
      await pause();
      rest = performance.now() + slice;
    }
  }
  return blocks.filter(({text}) => readable.test(text));
}

/** @param {string} text @param {string} language */
function segmentsOf(text, language) {
  const {Segmenter} = /** @type {any} */ (Intl);
  const make = (/** @type {any} */ tag) => new Segmenter(tag, {granularity: "sentence"});
  let segmenter;
  try {
    segmenter = make(language || undefined);
  } catch {
    segmenter = make(undefined); // no language tag
  }
  return [...segmenter.segment(text)].map(({index, segment}) => ({begin: index, end: index + segment.length}));
}

/** Splits a sentence that is too long for one utterance, at a comma if possible, else between words.
 * @param {string} text @param {Sentence} sentence @returns {Sentence[]} */
function cut(text, {begin, end}) {
  const found = [];
  while (end - begin > longest) {
    const part = text.slice(begin, begin + longest);
    const commas = [...part.matchAll(clause)].map((match) => (match.index ?? 0) + match[0].length);
    let at = commas.pop() ?? 0;
    if (at < longest / 3) at = part.lastIndexOf(" ") + 1;
    if (at < longest / 3) at = /[\uD800-\uDBFF]$/.test(part) ? longest - 1 : longest;
    found.push({begin, end: begin + at});
    begin += at;
  }
  return [...found, {begin, end}];
}

/** @param {Block} block @returns {Sentence[]} without white space at their ends */
export function sentencesOf(block) {
  if (block.sentences) return block.sentences;
  const text = block.text.replace(/\s/g, " ");
  /** @type {Sentence[]} */
  const whole = [];
  for (const one of segmentsOf(text, block.language)) {
    const before = whole[whole.length - 1];
    const said = before ? text.slice(before.begin, before.end) : "";
    if (before && (abbreviation.test(said) || month.test(said) && /^\d/.test(text.slice(one.begin)))) before.end = one.end;
    else whole.push(one);
  }
  const trimmed = whole.flatMap((one) => cut(text, one)).map(({begin, end}) => {
    const part = text.slice(begin, end);
    return {begin: begin + part.length - part.trimStart().length, end: begin + part.trimEnd().length};
  });
  return (block.sentences = trimmed.filter(({begin, end}) => readable.test(text.slice(begin, end))));
}

/** The text for a voice, without soft hyphens and with single spaces, and the original offset of each of its letters.
 * @param {string} text @returns {{text: string, at: number[]}} */
export function spoken(text) {
  /** @type {number[]} */
  const at = [];
  let result = "";
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] === "\u00AD" ? "" : text[index].replace(/\s/, " ");
    if (!letter || (letter === " " && (!result || result.endsWith(" ")))) continue;
    result += letter;
    at.push(index);
  }
  return {text: result, at: [...at, text.length]};
}

/** @param {Block} block @param {number} begin @param {number} end @returns {Range} */
export function rangeIn(block, begin, end) {
  const document = /** @type {Document} */ (block.parts[0].node.ownerDocument);
  const range = document.createRange();
  const partAt = (/** @type {number} */ offset) => block.parts.filter(({at}) => at <= offset).pop() ?? block.parts[0];
  const first = partAt(begin), last = partAt(Math.max(begin, end - 1));
  if (isText(first.node)) range.setStart(first.node, begin - first.at);
  else range.setStartBefore(first.node);
  if (isText(last.node)) range.setEnd(last.node, end - last.at);
  else range.setEndAfter(last.node);
  return range;
}

/** The position of the start of a range: a block, and an offset in its text.
 * @param {Block[]} blocks @param {Range} range @returns {{block: number, offset: number} | null} */
export function placeOf(blocks, range) {
  // Whether the node ends after the start of the range.
  const isReached = (/** @type {{node: Node, at: number}} */ {node}) =>
    around(node).compareBoundaryPoints(Range.START_TO_END, range) > 0;
  const number = firstOf(0, blocks.length, (each) => isReached(blocks[each].parts[blocks[each].parts.length - 1]));
  const part = blocks[number]?.parts.find(isReached);
  if (!part) return null;
  return {block: number, offset: part.at + (part.node === range.startContainer ? range.startOffset : 0)};
}
