// SPDX-License-Identifier: BSD-3-Clause
// A control for each type of setting. `edit(what, value)` edits the draft; `update(setting)` shows the result.
import { el, icon } from "./dom.js";
import { explain, languageName, t } from "./i18n.js";
import { ORDER, swatch } from "./theme.js";

/** The maximum number of values, and of letters in their labels, for a row of segments. */
const SEGMENTS = 5, LETTERS = 38;
const LANGUAGES = [
  "ar", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "zh",
];
let last = 0;

/** @param {any} a  @param {any} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** @param {any} setting */
const isSegmented = (setting) => setting.values.length <= SEGMENTS && setting.valueLabels.join("").length <= LETTERS;

/** The properties for which a control is built; if they change, it is rebuilt.
 * @param {any} setting */
export const signature = (setting) => `${setting.type}|${setting.label}|${JSON.stringify(setting.values)}`;

/** @param {any} setting  @param {(what: string, value?: any) => void} edit */
export function control(setting, edit) {
  const id = `setting-${++last}`;
  const build = BUILDERS[setting.type] || BUILDERS.value;
  const { element, update, inline, field } = build(setting, edit, id);
  const value = el("span", { class: "row-value" });
  const reset = el(
    "button",
    {
      type: "button", class: "reset", title: t("reset"), "aria-label": t("resetSetting", { setting: setting.label }),
      on: { click: () => edit("clear") },
    },
    icon("reset")
  );
  const note = el("p", { class: "row-note", id: `${id}-note` });
  const activate = el(
    "button", { type: "button", class: "text-button small", on: { click: () => edit("activate") } }, t("activate")
  );
  if (field) field.id = `${id}-field`;
  const label = el(
    field ? "label" : "span", { class: "row-label", id: `${id}-label`, for: field?.id }, setting.label
  );
  const head = el(
    "div", { class: "row-head" }, label, value, reset, inline ? element : null
  );
  const root = el(
    "div",
    {
      class: "row", role: "group", "aria-labelledby": `${id}-label`,
      data: { setting: setting.key, type: setting.type },
    },
    head, inline ? null : element, note
  );
  return {
    root,
    update(/** @type {any} */ now) {
      const off = !now.isActive;
      root.classList.toggle("inactive", off);
      root.title = off ? now.reasons.join("\n") : "";
      value.textContent = now.range ? now.valueLabel || "" : "";
      reset.hidden = now.preference === null;
      note.textContent = off ? now.reasons.join(" · ") : [explain(now.key), now.hint].filter(Boolean).join(" ");
      const isUpToOthers = now.unmet.every((/** @type {any} */ one) => one.setting || one.anyOf);
      if (off && now.unmet.length && isUpToOthers) note.append(" ", activate);
      note.hidden = !note.firstChild;
      for (const one of root.querySelectorAll(".control, .control input, .control button, .control select")) {
        if ("disabled" in one) /** @type {any} */ (one).disabled = off;
        if (note.hidden) one.removeAttribute("aria-describedby");
        else one.setAttribute("aria-describedby", note.id);
      }
      update(now);
    },
  };
}

/** @typedef {{element: HTMLElement, update: (now: any) => void, inline?: boolean, field?: HTMLElement}} Control */
/** @typedef {(setting: any, edit: (what: string, value?: any) => void, id: string) => Control} Builder */

/** @type {Builder} */
function toggle(setting, edit, id) {
  const element = el(
    "button",
    {
      type: "button", class: "control switch", role: "switch", "aria-labelledby": `${id}-label`,
      on: { click: () => edit("toggle") },
    }
  );
  return {
    element, field: element, inline: true, update: (now) => element.setAttribute(
      "aria-checked", String(now.displayValue === true)
    ),
  };
}

/** @type {Builder} */
function choice(setting, edit, id) {
  const areThemes = setting.values?.length && setting.values.every((/** @type {any} */ one) => ORDER.includes(one));
  if (areThemes) return themes(setting, edit, id);
  return setting.values && isSegmented(setting) ? segments(setting, edit, id) : menu(setting, edit, id);
}

/** @type {Builder} */
function segments(setting, edit, id) {
  const inputs = setting.values.map(
    (/** @type {any} */ value) => el("input", { type: "radio", name: id, on: { change: () => edit("set", value) } })
  );
  const element = el("div", { class: "control segments", role: "radiogroup", "aria-labelledby": `${id}-label` },
    ...inputs.map(
      (/** @type {any} */ input, /** @type {number} */ at) => el(
        "label", { class: "segment" }, input, el("span", {}, setting.valueLabels[at])
      )
    ));
  return {
    element,
    update: (now) => inputs.forEach(
      (/** @type {any} */ input, /** @type {number} */ at) => (input.checked = same(now.values[at], now.displayValue))
    ),
  };
}

/** A theme as a card in its colours.
 * @param {HTMLElement} input  @param {string} theme  @param {string} label */
export function themeCard(input, theme, label) {
  const [paper, ink] = swatch(theme);
  return el("label", { class: "theme-card", style: { "--card-paper": paper, "--card-ink": ink } }, input,
    el("span", { class: "theme-sample", "aria-hidden": "true" }, "Aa"), el("span", { class: "theme-name" }, label));
}

/** @type {Builder} */
function themes(setting, edit, id) {
  const inputs = ORDER.filter((one) => setting.values.includes(one)).map(
    (value) => el("input", { type: "radio", name: id, value, on: { change: () => edit("set", value) } })
  );
  const element = el("div", { class: "control themes", role: "radiogroup", "aria-labelledby": `${id}-label` },
    ...inputs.map((input) => themeCard(input, input.value, setting.valueLabels[setting.values.indexOf(input.value)])));
  return { element, update: (now) => inputs.forEach((input) => (input.checked = input.value === now.displayValue)) };
}

/** A select element; a value that is not in the list comes first.
 * @param {any} setting  @param {(what: string, value?: any) => void} edit  @param {string} id  @param {any[]} values
 * @param {string[]} labels  @param {(option: any, value: any) => void} [style] */
function listed(setting, edit, id, values, labels, style) {
  const element = el(
    "select",
    {
      class: "control select", "aria-labelledby": `${id}-label`,
      on: { change: () => edit("set", JSON.parse(element.value)) },
    }
  );
  const update = (/** @type {any} */ now) => {
    const known = values.some((value) => same(value, now.displayValue));
    const all = known ? values : [now.displayValue, ...values];
    const names = known ? labels : [now.valueLabel || "–", ...labels];
    element.replaceChildren(...all.map((value, at) => {
      const option = el("option", { value: JSON.stringify(value) }, names[at]);
      style?.(option, value);
      return option;
    }));
    element.value = JSON.stringify(now.displayValue);
  };
  return { element, field: element, update };
}

/** @type {Builder} */
const menu = (setting, edit, id) => listed(setting, edit, id, setting.values || [], setting.valueLabels || []);

/** @type {Builder} */
const font = (setting, edit, id) => listed(setting, edit, id, setting.values || [], setting.valueLabels || [],
  (option, value) => typeof value === "string" && option.style.setProperty("font-family", value));

/** @type {Builder} */
function languages(setting, edit, id) {
  const own = setting.values || [], all = [...own, ...LANGUAGES.filter((one) => !own.includes(one))];
  return listed(setting, edit, id, all, all.map(languageName));
}

/** @type {Builder} */
function range(setting, edit, id) {
  const { stops } = setting;
  const slider = el(
    "input",
    {
      type: "range", class: "control range", "aria-labelledby": `${id}-label`,
      on: { input: () => edit("set", stops ? stops[Number(slider.value)] : Number(slider.value)) },
    }
  );
  const button = (/** @type {string} */ name, /** @type {string} */ what) => el(
    "button",
    {
      type: "button", class: "step",
      "aria-label": t(what === "increment" ? "more" : "less", { setting: setting.label }),
      on: { click: () => edit(what) },
    },
    icon(name)
  );
  const minus = button("minus", "decrement"), plus = button("plus", "increment");
  const element = el("div", { class: "control stepper" }, minus, slider, plus);
  return {
    element, field: slider,
    update(now) {
      const { min, max } = now.range, value = now.displayValue ?? min;
      slider.min = String(stops ? 0 : min);
      slider.max = String(stops ? stops.length - 1 : max);
      slider.step = String(stops ? 1 : now.step || (max - min) / 100);
      const at = stops ? stops.findIndex((/** @type {number} */ one) => one >= value - 1e-9) : value;
      if (document.activeElement !== slider || !slider.matches(":active")) slider.value = String(at);
      const low = Number(slider.min), high = Number(slider.max);
      slider.style.setProperty("--share", String((Number(slider.value) - low) / (high - low || 1)));
      slider.setAttribute("aria-valuetext", now.valueLabel || "");
      minus.disabled = !now.isActive || value <= min;
      plus.disabled = !now.isActive || value >= max;
    },
  };
}

/** @type {Builder} */
function color(setting, edit, id) {
  const radios = (setting.values || []).map((/** @type {string} */ value, /** @type {number} */ at) => {
    const input = el(
      "input",
      {
        type: "radio", name: id, "aria-label": setting.valueLabels?.[at] || value,
        on: { change: () => edit("set", value) },
      }
    );
    return {
      input, value,
      label: el(
        "label", { class: "swatch", title: setting.valueLabels?.[at] || value, style: { "--tint": value } }, input,
        el("span", { "aria-hidden": "true" })
      ),
    };
  });
  const own = el(
    "input",
    {
      type: "color", class: "own-color", "aria-label": t("ownColor"), title: t("ownColor"),
      on: { input: () => edit("set", own.value.toUpperCase()) },
    }
  );
  const element = el(
    "div", { class: "control swatches", role: "radiogroup", "aria-labelledby": `${id}-label` },
    ...radios.map((/** @type {any} */ one) => one.label), own
  );
  return {
    element,
    update(now) {
      for (const { input, value } of radios) input.checked = now.preference !== null && same(value, now.displayValue);
      const plain = /^#[0-9a-f]{6}$/i.test(now.displayValue || "");
      if (plain && document.activeElement !== own) own.value = now.displayValue.toLowerCase();
    },
  };
}

/** @type {Builder} */
function other(setting, edit, id) {
  const field = el(
    "input",
    {
      class: "control text", "aria-labelledby": `${id}-label`, on: { change: () => edit("set", parsed(field.value)) },
    }
  );
  return {
    element: field, field,
    update: (now) => document.activeElement === field || (
      field.value = now.displayValue === null ? "" : typeof now.displayValue === "string"
        ? now.displayValue : JSON.stringify(now.displayValue)
    ),
  };
}

/** Parses JSON, or returns the text as a string.
 * @param {string} text */
function parsed(text) {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/** @type {Record<string, Builder>} */
const BUILDERS = { toggle, enum: choice, range, percent: range, color, language: languages, font, value: other };
