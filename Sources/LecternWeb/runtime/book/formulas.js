// SPDX-License-Identifier: BSD-3-Clause
// Formulas in words: by their text alternative, or else by their elements (MathML Core), in the language of the text if the
// page has labels in it.
import {labelIn} from "../tools/labels.js";

const longest = 2000; // letters
/** Operators that are not spoken: function application, invisible times, comma and plus. */
const invisible = /[\u2061-\u2064]/g;

/** @param {Element} element @param {string} language @returns {string} */
export function formulaInWords(element, language) {
  const said = element.getAttribute("alttext") || element.getAttribute("aria-label");
  return ` ${(said || words(element, language)).replace(/\s+/g, " ").trim().slice(0, longest)} `;
}

/** Elements with text, elements that are not spoken, and labels for those with one, two or three parts. */
const leaf = /^(mi|mn|mo|mtext|ms)$/, silent = /^(annotation|annotation-xml|mphantom|none|mprescripts)$/;
/** @type {Record<string, string>} */
const forms = {
  mfrac: "mathOver", mroot: "mathNthRoot", msub: "mathSub", msup: "mathPower", munder: "mathFrom", munderover: "mathFromTo",
};
/** What is said between the parts of the others.
 * @type {Record<string, string>} */
const joints = {mtr: ", ", mlabeledtr: ", ", mtable: "; "};
/** @type {Record<string, string>} */
const powers = {2: "mathSquared", 3: "mathCubed"};

/** @param {Element} element @param {string} language @returns {string} */
function words(element, language) {
  const {localName: name} = element, text = (element.textContent ?? "").trim().replace(invisible, "");
  if (silent.test(name)) return "";
  if (leaf.test(name)) return labelIn(language, "math" + text) || text;
  const parts = [...element.children].map((child) => words(child, language));
  if (name === "semantics") return parts[0] ?? "";
  if (name === "msqrt") return labelIn(language, "mathRoot", parts.filter(Boolean).join(" "));
  const [base, low = "", high = ""] = parts;
  if (name === "msubsup") return power(labelIn(language, "mathSub", base, low), high, language);
  if (name === "msup") return power(base, low, language);
  return forms[name] ? labelIn(language, forms[name], ...parts) : parts.filter(Boolean).join(joints[name] ?? " ");
}

/** @param {string} base @param {string} exponent @param {string} language */
const power = (base, exponent, language) => /^[′″‴*†]+$/.test(exponent) ? `${base} ${exponent}`
  : labelIn(language, powers[exponent] ?? "mathPower", base, exponent);
