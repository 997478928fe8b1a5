// SPDX-License-Identifier: BSD-3-Clause
// The form of settings, built from the settings JSON: it only knows the settings at its top by name.
import { post } from "./api.js";
import { control, signature, themeCard } from "./controls.js";
import { byId, el, icon } from "./dom.js";
import { LANGUAGES, language, t } from "./i18n.js";
import { Profiles } from "./profiles.js";
import { ORDER, next, paint, paintPlayer, paintTheme, themeOrSystem } from "./theme.js";

/** The sections of the form: each setting goes to the first one that matches.
 * @type {[string, (setting: any, kind: string) => boolean][]} */
const SECTIONS = [
  [
    "settings.unavailable",
    (setting) => !setting.isActive && setting.unmet.some((/** @type {any} */ one) => one.layout || one.script || one.feature),
  ],
  ["settings.book", (setting) => setting.scope === "publication"],
  ["settings.playback", (setting, kind) => /^(audio|video)$/.test(kind) && setting.type !== "color"],
  ["settings.readAloud", (setting) => setting.requires.some((/** @type {any} */ one) => one.feature === "readAloud")],
  // A setting that reflows a comic or a PDF is not a text setting.
  ["settings.layout", (setting, kind) => setting.invalidatesPagination || (setting.reflows && kind !== "reflowable")],
  ["settings.text", (setting) => setting.reflows],
  ["settings.appearance", () => true],
];
const SHOWN = [
  "settings.playback", "settings.appearance", "settings.text", "settings.layout", "settings.readAloud", "settings.book", "settings.unavailable",
];

/** @param {any} setting  @param {string} kind  of book  @returns {string} */
const section = (setting, kind) => (SECTIONS.find(([, fits]) => fits(setting, kind)) || SECTIONS[0])[0];

/** The settings at the top of the form by kind of book, in this order; the others are folded.
 * @type {Record<string, string[]>} */
const FIRST = {
  reflowable: ["fontSize", "fontFamily", "theme"], audio: ["speed", "volume"], video: ["speed", "volume", "captions"],
  other: ["theme", "scroll", "spread", "fit"],
};

export class Settings {
  /** @param {any} book  @param {any} panels */
  constructor(book, panels) {
    this.book = book;
    /** @type {any[]} */ this.waiting = [];
    /** @type {Map<string, any>} */ this.controls = new Map();
    this.built = "";
    this.profiles = new Profiles(book, this);
    panels.register("settings", () => this.draw());
    book.on("settings", () => {
      this.paint();
      if (panels.current === "settings" && !this.busy) this.draw();
    });
    byId("theme").addEventListener("click", () => this.nextTheme());
    this.startWithTheme();
  }

  get kind() {
    return this.book.info.kind;
  }

  get all() {
    return this.book.settings.settings;
  }

  // -- Edits: submitted immediately, one request at a time

  /** @param {string} edit  @param {string} [key]  @param {any} [value] */
  edit(edit, key, value) {
    // Dragging a slider sends many values; only the last one counts.
    if (edit === "set") this.waiting = this.waiting.filter((one) => one.edit !== "set" || one.key !== key);
    this.waiting.push({ edit, key, value });
    return this.send();
  }

  /** @param {boolean} [own] */
  send(own) {
    if (own !== undefined) this.own = own;
    if (!this.busy) this.sent = this.sendAll();
    return this.sent;
  }

  async sendAll() {
    this.busy = true;
    while (this.waiting.length || this.own !== undefined) {
      const edits = this.waiting.splice(0);
      this.keepTheme(edits);
      const data = { edits, ...(this.own === undefined ? {} : { own: this.own }) };
      this.own = undefined;
      const answer = await this.book.post("settings", data);
      this.take(answer);
    }
    this.busy = false;
  }

  /** Shows the settings that the server has answered.
   * @param {any} answer */
  take(answer) {
    if (answer) this.book.settings = answer.settings;
    this.draw();
    this.paint();
  }

  // -- The form

  draw() {
    this.profiles.draw();
    this.drawThemes();
    const settings = Object.values(this.all);
    const built = `${this.first.map((one) => one.key)}:`
      + settings.map((one) => `${one.key}:${section(one, this.kind)}:${signature(one)}`).join();
    if (built !== this.built) this.build(settings, built);
    for (const setting of settings) this.controls.get(setting.key).update(setting);
    this.joinReasons();
    this.drawEnd();
  }

  /** Consecutive rows with the same reason show it once. */
  joinReasons() {
    for (const row of byId("form").querySelectorAll(".row")) {
      const above = row.previousElementSibling, reason = (/** @type {Element|null} */ one) =>
        one?.classList.contains("inactive") && one.querySelector(".row-note")?.textContent;
      row.classList.toggle("same-reason", Boolean(reason(row)) && reason(row) === reason(above));
    }
  }

  /** @param {any[]} settings  @param {string} built */
  build(settings, built) {
    const focused = /** @type {any} */ (document.activeElement)?.closest?.("[data-setting]")?.dataset.setting;
    this.built = built;
    this.controls = new Map(
      settings.map((one) => [one.key, control(one, (edit, value) => this.edit(edit, one.key, value))])
    );
    const first = this.first, others = settings.filter((one) => !first.includes(one));
    const sections = SHOWN.map((name) => this.section(name, others.filter((one) => section(one, this.kind) === name)));
    byId("first").replaceChildren(...first.map((one) => this.controls.get(one.key).root));
    byId("form").replaceChildren(...sections.filter(Boolean));
    if (focused) this.controls.get(focused)?.root.querySelector("input, button, select")?.focus();
  }

  /** The settings at the top of the form. */
  get first() {
    return (FIRST[this.kind] || FIRST.other).map((key) => this.all[key]).filter((one) => one?.isActive);
  }

  /** @param {string} name  @param {any[]} settings */
  section(name, settings) {
    if (!settings.length) return null;
    const rows = settings.map((one) => this.controls.get(one.key).root);
    if (name === "settings.unavailable") return el(
      "details", { class: "form-section" },
      el("summary", {}, t(name), " ", el("span", { class: "count" }, String(rows.length))), ...rows
    );
    return el("section", { class: "form-section" }, el("h3", {}, t(name)), ...rows);
  }

  /** A theme chosen in the form also applies to the window, unless it is that of a profile; it clears individual
   * colours, which would override it.
   * @param {any[]} edits */
  keepTheme(edits) {
    const theme = edits.find((one) => one.key === "theme" && one.edit === "set")?.value;
    if (!ORDER.includes(theme)) return;
    if (!this.profiles.chosen) this.keep(theme);
    for (const one of Object.values(this.all)) if (
      one.type === "color" && one.preference !== null
    ) edits.unshift({ edit: "clear", key: one.key });
  }

  drawEnd() {
    const own = this.book.settings.own;
    const change = (/** @type {any} */ event) =>
      post("reader", { language: event.target.value }).then(() => location.reload());
    if (!byId("form-end").firstChild) {
      byId("form-end").append(
        el("div", { class: "row row-inline" }, el("span", { class: "row-label", id: "own-label" }, t("onlyThisBook")),
          el(
            "button",
            {
              type: "button", id: "own", class: "switch", role: "switch", "aria-labelledby": "own-label",
              on: { click: () => this.send(!this.book.settings.own) },
            }
          )),
        el("div", { class: "row row-inline" }, el("label", { class: "row-label", for: "language" }, t("interfaceLanguage")),
          el(
            "select", { id: "language", class: "select", on: { change } },
            ...Object.entries(LANGUAGES).map(
              ([value, label]) => el("option", { value, selected: value === language }, label)
            )
          )),
        el(
          "button", { type: "button", class: "text-button reset-all", on: { click: () => this.edit("clear") } },
          icon("reset"), t("resetAll")
        ));
    }
    byId("own").setAttribute("aria-checked", String(Boolean(own)));
  }

  /** @param {string} theme  of the window */
  keep(theme) {
    this.book.reader.theme = theme;
    post("reader", { theme });
  }

  // -- Theme: of the book if it supports one, and always of the window

  /** The setting, if it is active: in a fixed layout it is not. */
  get ofBook() {
    return this.all.theme?.isActive ? this.all.theme : undefined;
  }

  get theme() {
    return this.ofBook?.displayValue || themeOrSystem(this.book.reader.theme);
  }

  /** Applies the theme that was chosen elsewhere, unless this book or its profile has another. */
  startWithTheme() {
    const theme = this.ofBook, wanted = this.book.reader.theme;
    const keeps = (this.book.settings.own || this.profiles.chosen) && theme?.preference !== null;
    if (theme && wanted && !keeps && theme.displayValue !== wanted) this.setTheme(wanted);
  }

  nextTheme() {
    const theme = next(this.theme);
    this.setTheme(theme);
    this.book.toasts.say(t(`theme.${theme}`));
  }

  /** @param {string} theme */
  setTheme(theme) {
    if (this.ofBook) return this.edit("set", "theme", theme);
    this.keep(theme);
    this.book.command("options", { options: { theme } });
    this.paint();
    this.drawThemes();
  }

  /** For a book without themes: those of the window. */
  drawThemes() {
    byId("themes").hidden = Boolean(this.ofBook);
    if (this.ofBook) return;
    const current = this.theme, focused = byId("themes").contains(document.activeElement);
    const select = (/** @type {string} */ theme) => this.setTheme(theme);
    byId("themes").replaceChildren(...ORDER.map((theme) => {
      const input = el(
        "input",
        {
          type: "radio", name: "reader-theme", value: theme, checked: theme === current,
          on: { change: () => select(theme) },
        }
      );
      return themeCard(input, theme, t(`theme.${theme}`));
    }));
    if (focused) /** @type {any} */ (byId("themes").querySelector(":checked"))?.focus();
  }

  /** The bars have the colours of the page, also around fixed pages, comics and PDFs. */
  paint() {
    const { backgroundColor, textColor: ink } = this.all;
    const paper = backgroundColor?.value || this.ofBook && backgroundColor?.displayValue;
    if (paper) paint(paper, ink?.displayValue);
    else (this.book.info.isPlayed ? paintPlayer : paintTheme)(this.ofBook?.value ?? this.book.reader.theme);
  }

  /** Changes the text size, or else the first size setting of this kind of book.
   * @param {string} edit */
  size(edit) {
    const sizes = Object.values(this.all).filter(
      (one) => one.isActive && one.reflows && one.range && one.type === "percent"
    );
    if (sizes.length) this.edit(edit, sizes[0].key)?.then(
      () => this.book.toasts.say(`${sizes[0].label} ${this.all[sizes[0].key].valueLabel}`)
    );
  }
}
