// SPDX-License-Identifier: BSD-3-Clause
// The text of a document as blocks and sentences for a voice, with a mapping to its nodes.
import {around, elementAt, isText} from "../tools/nodes.js";
import {firstOf} from "../tools/numbers.js";
import {pause} from "../tools/waiting.js";
import {formulaInWords} from "./formulas.js";
import {Audible} from "./audible.js";
import {primary} from "./pronunciation.js";

/**
 * A run of text in one block and one language; white space is as in the document.
 * @typedef {{text: string, language: string, parts: {node: Node, at: number}[], sayings?: Saying[],
 *   abbreviations?: Abbreviations, sentences?: Sentence[]}} Block
 * @typedef {import("./pronunciation.js").Saying} Saying
 * @typedef {{words: string[], beforeNumbers: string[], hasOrdinals: boolean}} Abbreviations of a language
 * @typedef {{references?: string[], notes?: string[], abbreviations?: Record<string, Abbreviations>, readsRuby?: boolean}} Hints
 *   what the library says about a document, for a voice, and whether ruby is read in place of its base
 * @typedef {{begin: number, end: number}} Sentence
 */

const longest = 220; // letters in an utterance: browsers stop in the middle of long ones
const slice = 8; // ms of work at a time
const readable = /[\p{L}\p{N}]/u;
/** @type {Abbreviations} */
const none = {words: [], beforeNumbers: [], hasOrdinals: false};

/** A full stop that does not end a sentence: behind an abbreviation, the initial of a name or an ordinal number.
 * @param {string} said @param {string} next @param {Abbreviations} [abbreviations] */
function goesOn(said, next, abbreviations) {
  const {words, beforeNumbers, hasOrdinals} = abbreviations ?? none;
  const before = /(?:^|[^\p{L}\p{N}.])((?:[\p{L}\p{N}]+\.[ \u00A0]?)*[\p{L}\p{N}]+)\.\s*$/u.exec(said.slice(-40))?.[1].replace(/\u00A0/g, " ");
  if (!before) return false;
  const last = /[\p{L}\p{N}]+$/u.exec(before)?.[0] ?? "";
  const isOne = (/** @type {string[]} */ list) => list.includes(before) || list.includes(last);
  return /^(?!I$)\p{Lu}$/u.test(last) || (hasOrdinals && /^\d{1,2}$/.test(last)) || isOne(words)
    || (/^\d/.test(next) && isOne(beforeNumbers));
}
const clause = /[,;:–—،؛][”"’»)]?\s|[、，；：]/g;

/** @param {Block} run @param {string} text to be added to it @param {{phonemes: string, alphabet: string}} saying how it is spoken */
function addSaying({text: {length: begin}, sayings = []}, text, saying) {
  const end = begin + text.length, before = sayings.at(-1);
  if (before?.phonemes === saying.phonemes && before.end === begin) before.end = end;
  else if (text.trim()) sayings.push({begin, end, ...saying});
}

/** All visible text of a document, collected in short time slices.
 * @param {Document} document @param {string} language the default language
 * @param {string[]} [skipped] roles, with or without the prefix doc-, of what is left out @param {Hints} [hints]
 * @returns {Promise<Block[]>} */
export async function blocksOf(document, language, skipped = ["pagebreak"], hints = {}) {
  const root = document.body ?? document.documentElement, {SHOW_ELEMENT, SHOW_TEXT} = NodeFilter;
  const audible = new Audible(document, language, skipped, hints), {abbreviations = {}} = hints;
  const walker = document.createTreeWalker(root, SHOW_ELEMENT | SHOW_TEXT, (node) => audible.filter(node));
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Element | null} */
  let last = null;
  let rest = performance.now() + slice;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = /** @type {Element} */ (elementAt(node));
    const {block, language: tag, saying, isFormula} = audible.about(element);
    const text = isText(node) ? node.data : isFormula ? formulaInWords(element, tag) : element.getAttribute("alt") ?? " ";
    let run = blocks[blocks.length - 1];
    const isSpace = !text.trim();
    if (block !== last || (primary(tag) !== primary(run.language) && !isSpace)) {
      run = {text: "", language: tag, parts: [], sayings: [], abbreviations: abbreviations[primary(tag)]};
      blocks.push(run);
      last = block;
    }
    if (saying) addSaying(run, text, saying);
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
    if (before && goesOn(said, text.slice(one.begin), block.abbreviations)) before.end = one.end;
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
