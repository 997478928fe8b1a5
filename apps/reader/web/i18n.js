// SPDX-License-Identifier: BSD-3-Clause
// The strings of the reader in five languages; those of settings come from the library.

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", ar: "العربية", ja: "日本語" };
/** @type {Record<string, any>} */
let words = {};
export let language = "en";
let locale = "en";
/** @type {Intl.NumberFormat} */ let numbers;
/** @type {Intl.PluralRules} */ let plurals;

/** The first supported language of the browser. */
export const ofBrowser = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES) || "en";
/** The strings that have been requested, by language.
 * @type {Map<string, Promise<any>>} */
const requests = new Map();

/** @param {string} name */
function wordsOf(name) {
  const request = requests.get(name) || fetch(`ui/i18n/${name}.json`).then((answer) => answer.json());
  requests.set(name, request);
  return request;
}

/** Requests the strings that are probably needed. */
export const expectLanguage = () => void wordsOf(ofBrowser).catch(() => requests.delete(ofBrowser));

/** Loads the strings of the chosen language, or of the first supported language of the browser.
 * @param {string|null} chosen */
export async function useLanguage(chosen) {
  language = chosen && chosen in LANGUAGES ? chosen : ofBrowser;
  // The library's labels also use Western digits in Arabic.
  locale = language === "ar" ? "ar-u-nu-latn" : language;
  numbers = new Intl.NumberFormat(locale);
  plurals = new Intl.PluralRules(locale);
  words = await wordsOf(language);
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
}

/** A sentence with localized numbers and isolated text values.
 * @param {string} key  @param {Record<string, any>} [values] */
export function t(key, values = {}) {
  const found = words[key];
  const pattern = typeof found === "object" ? found[plurals.select(Number(values.n))] ?? found.other : found ?? key;
  return pattern.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) =>
    typeof values[name] === "number" ? numbers.format(values[name]) : `\u2068${values[name] ?? ""}\u2069`);
}

/** What a setting is for, in a sentence.
 * @param {string} key  @returns {string|undefined} */
export const explain = (key) => words[`explain.${key}`];

/** @param {number} value  from 0 to 1 */
export const percent = (value) => new Intl.NumberFormat(locale, { style: "percent" }).format(value);
/** @param {number} value */
export const number = (value) => numbers.format(value);
/** The day, with its year unless it is the current one.
 * @param {string} text  ISO 8601 */
export function date(text) {
  const day = new Date(text), isThisYear = day.getFullYear() === new Date().getFullYear();
  /** @type {any} */ const form = isThisYear ? { month: "short", day: "numeric" } : { dateStyle: "medium" };
  return Number.isNaN(day.valueOf()) ? "" : new Intl.DateTimeFormat(locale, form).format(day);
}

/** The name of a language in the language of the reader.
 * @param {string} tag */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) || tag;
  } catch {
    return tag;
  }
}

/** "12 min", "2 h 5 min".
 * @param {number} minutes */
export function duration(minutes) {
  const whole = Math.max(1, Math.round(minutes)), hours = Math.floor(whole / 60);
  if (!hours) return t("minutes", { n: whole });
  return whole % 60 && hours < 10 ? t("hoursMinutes", { n: hours, m: whole % 60 }) : t("hours", { n: hours });
}

/** The time in a recording: "1:05".
 * @param {number} seconds */
export const clock = (seconds) =>
  `${number(Math.floor(seconds / 60))}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Fills in strings in the HTML: data-t is the text, data-label the name and tooltip, data-hint the placeholder.
 * @param {ParentNode} root */
export function translate(root) {
  const all = (/** @type {string} */ selector) => /** @type {any[]} */ ([...root.querySelectorAll(selector)]);
  for (const element of all("[data-t]")) element.append(t(element.dataset.t));
  for (const element of all("[data-label]")) {
    const key = element.dataset.key ? ` (${element.dataset.key})` : "";
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.matches("button, a, select, label")) element.title = t(element.dataset.label) + key;
  }
  for (const element of all("[data-hint]")) element.placeholder = t(element.dataset.hint);
}
