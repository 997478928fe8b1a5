// SPDX-License-Identifier: BSD-3-Clause
// A field for tags: each is a button that removes it, followed by an input for the next.
import { el, icon } from "./dom.js";
import { t } from "./i18n.js";

/** Including the Arabic and Japanese commas. */
const COMMA = /[,،，、]/;

/** @param {string[]} given  @param {string[]} known  tags of other notes
 * @returns {{element: HTMLElement, value: () => string[]}} */
export function tagField(given, known) {
  let tags = [...given];
  const names = el("datalist", { id: "known-tags" }), chips = el("span", { class: "chips" });
  const field = el("input", {
    list: "known-tags", autocomplete: "off", maxLength: 80, placeholder: t("addTag"), "aria-label": t("addTag"),
  });
  const draw = () => {
    chips.replaceChildren(...tags.map((tag) => {
      const label = t("removeTag", { tag }), on = { click: () => remove(tag) };
      return el("button", { type: "button", class: "chip", "aria-label": label, title: label, on },
        el("span", { dir: "auto" }, tag), icon("close"));
    }));
    names.replaceChildren(...known.filter((tag) => !tags.includes(tag)).map((tag) => el("option", { value: tag })));
  };
  const add = () => {
    const found = field.value.split(COMMA).map((/** @type {string} */ one) => one.trim()).filter(Boolean);
    tags = [...new Set([...tags, ...found])];
    field.value = "";
    draw();
  };
  const remove = (/** @type {string} */ tag) => {
    tags = tags.filter((one) => one !== tag);
    draw();
    field.focus();
  };
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && field.value.trim()) {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && !field.value && tags.length) remove(tags[tags.length - 1]);
  });
  // Also after a tag was chosen from the list.
  field.addEventListener("input", () => COMMA.test(field.value) && add());
  field.addEventListener("change", add);
  draw();
  const element = el("div", { class: "tag-field" }, chips, field, names);
  element.addEventListener("click", (/** @type {Event} */ event) => event.target === element && field.focus());
  return { element, value: () => (add(), tags) };
}
