// SPDX-License-Identifier: BSD-3-Clause
// Information about the book: contributors, and its accessibility according to the publisher.
import { byId, el, iconButton } from "./dom.js";
import { languageName, t } from "./i18n.js";

export class About {
  /** @param {any} book  @param {string[]} lines  title and authors */
  constructor(book, lines) {
    this.book = book;
    this.lines = lines.filter(Boolean);
    this.dialog = byId("about");
    // On a phone, the button is at the top of the contents.
    for (const name of ["show-about", "show-about-here"]) byId(name).addEventListener("click", () => this.open());
    this.dialog.addEventListener(
      "click", (/** @type {Event} */ event) => event.target === this.dialog && this.dialog.close()
    );
  }

  async open() {
    const about = await this.book.get("about"), { accessibility } = about;
    this.dialog.replaceChildren(
      el(
        "div", { class: "dialog-head" }, el("h2", { id: "about-title" }, t("about")),
        iconButton("close", t("close"), () => this.dialog.close())
      ),
      ...this.lines.map((line, at) => el("p", { class: at ? "about-by" : "about-title", dir: "auto" }, line)),
      this.description(about.description), this.facts(about),
      el("h3", {}, t("claims")),
      ...accessibility.groups.filter((/** @type {any} */ group) => group.shouldDisplay)
        .map((/** @type {any} */ group) => this.group(group)));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {string[]} paragraphs */
  description(paragraphs) {
    return el("div", { class: "description" }, ...paragraphs.map((line) => el("p", { dir: "auto" }, line)));
  }

  /** @param {any} about */
  facts({ publisher, published, languages, subjects, translator, narrator }) {
    const year = /^-?\d{4}/.exec(published)?.[0] || "";
    const rows = Object.entries({
      translator, narrator, publisher, published: year, language: languages.map(languageName).join(", "),
      subjects: subjects.map((/** @type {string} */ one) => one.replace(/ -- /g, " – ")).join(" · "),
    }).filter(([, value]) => value);
    return el("dl", { class: "facts-list" }, ...rows.flatMap(
      ([name, value]) => [el("dt", {}, t(`about.${name}`)), el("dd", { dir: "auto" }, value)]
    ));
  }

  /** @param {any} group */
  group(group) {
    return el("section", {}, el("h4", {}, group.title), this.list(group.statements),
      group.details ? el("details", {}, el("summary", {}, group.details.title), this.list(group.details.statements)) : null);
  }

  /** @param {any[]} statements */
  list(statements) {
    return el("ul", {}, ...statements.map((one) =>
      el("li", { dir: "auto", lang: one.language || "", title: one.descriptive }, this.words(one))));
  }

  /** Text, or a link if there is a web address.
   * @param {any} statement */
  words({ compact, url }) {
    return /^https?:\/\//.test(url || "") ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, compact) : compact;
  }
}
