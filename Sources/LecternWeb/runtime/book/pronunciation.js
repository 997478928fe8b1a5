// SPDX-License-Identifier: BSD-3-Clause
// How words are spoken: by the attributes of SSML in a document, and by its lexicons (EPUB 3, "Text-to-speech").

/**
 * @typedef {{begin: number, end: number, phonemes?: string, alphabet?: string, alias?: string}} Saying a part of a text
 * @typedef {{graphemes: string[], phonemes?: string, alphabet?: string, alias?: string}} Lexeme
 * @typedef {{language?: string, lexemes: Lexeme[]}} Lexicon
 */

const ssml = "http://www.w3.org/2001/10/synthesis";
const word = /[\p{L}\p{M}\p{N}]+/gu;
const isLetter = /[\p{L}\p{M}\p{N}]/u;

/** @param {Element} element @param {string} name @returns {string} an attribute of SSML */
export const ssmlOn = (element, name) => element.getAttributeNS(ssml, name) || element.getAttribute("ssml:" + name) || "";

/** @param {string} tag @returns {string} */
export const primary = (tag) => tag.toLowerCase().split(/[-_]/)[0];

/** The words of lexicons by the first word of each.
 * @type {WeakMap<Lexicon[], Map<string, Map<string, [string, Lexeme][]>>>} */
const tables = new WeakMap();

/** @param {Lexicon[]} lexicons @param {string} language @returns {Map<string, [string, Lexeme][]>} the longest words first */
function tableOf(lexicons, language) {
  const known = tables.get(lexicons) ?? new Map(), tag = primary(language);
  tables.set(lexicons, known);
  if (known.has(tag)) return known.get(tag);
  /** @type {Map<string, [string, Lexeme][]>} */
  const table = new Map();
  for (const {language: own = "", lexemes} of lexicons) {
    if (own && primary(own) !== tag) continue;
    for (const lexeme of lexemes) {
      for (const grapheme of lexeme.graphemes) {
        const [first] = grapheme.match(word) ?? [];
        if (first) table.set(first, [...table.get(first) ?? [], [grapheme, lexeme]]);
      }
    }
  }
  for (const list of table.values()) list.sort(([one], [other]) => other.length - one.length);
  known.set(tag, table);
  return table;
}

/** @param {string} text @param {Lexicon[]} lexicons @param {string} language @returns {Saying[]} */
function looked(text, lexicons, language) {
  const table = lexicons.length ? tableOf(lexicons, language) : null, found = [];
  let end = 0;
  for (const {0: first, index = 0} of table?.size ? text.matchAll(word) : []) {
    const hit = index >= end && table?.get(first)?.find(([grapheme]) => {
      const at = index - (grapheme.search(word) || 0);
      return at >= end && text.startsWith(grapheme, at) && !isLetter.test(text[at + grapheme.length] ?? "");
    });
    if (!hit) continue;
    const [grapheme, {phonemes, alphabet, alias}] = hit, begin = index - grapheme.search(word);
    end = begin + grapheme.length;
    found.push({begin, end, phonemes, alphabet, alias});
  }
  return found;
}

/** @type {Record<string, string>} */
const entities = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
const escaped = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => entities[sign]);

/** @param {string} text @param {Saying} saying */
const element = (text, {phonemes, alphabet, alias}) =>
  phonemes ? `<phoneme alphabet="${escaped(alphabet || "ipa")}" ph="${escaped(phonemes)}">${escaped(text)}</phoneme>`
    : `<sub alias="${escaped(alias || text)}">${escaped(text)}</sub>`;

/** What a voice is given for a text: with the words of lexicons that stand for others, and as SSML if anything has a
 * pronunciation of its own.
 * @param {{text: string, at: number[]}} spoken @param {Saying[]} sayings of the document, in the same text
 * @param {Lexicon[]} lexicons @param {string} language @returns {{text: string, at: number[], ssml?: string}} */
export function pronounced({text, at}, sayings, lexicons, language) {
  const others = looked(text, lexicons, language).filter(({begin, end}) => sayings.every((one) => one.end <= begin || one.begin >= end));
  const all = [...sayings, ...others].sort((one, other) => one.begin - other.begin);
  if (!all.length) return {text, at};
  let plain = "", markup = "", last = 0;
  /** @type {number[]} */
  const places = [];
  const add = (/** @type {string} */ part, /** @type {(index: number) => number} */ placeOf) => {
    for (let index = 0; index < part.length; index++) places.push(placeOf(index));
    plain += part;
  };
  for (const saying of all) {
    const {begin, end, alias} = saying, before = last, same = text.slice(begin, end);
    add(text.slice(before, begin), (index) => at[before + index]);
    add(alias ?? same, (index) => at[alias === undefined ? begin + index : begin]);
    markup += escaped(text.slice(before, begin)) + element(same, saying);
    last = end;
  }
  add(text.slice(last), (index) => at[last + index]);
  places.push(at[text.length]);
  const head = `<speak version="1.1" xmlns="${ssml}" xml:lang="${escaped(language)}">`;
  return {text: plain, at: places, ssml: `${head}${markup}${escaped(text.slice(last))}</speak>`};
}
