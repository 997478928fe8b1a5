// SPDX-License-Identifier: BSD-3-Clause
// Search: matches listed by chapter, and drawn in the page.
import { byId, el, iconButton, later } from "./dom.js";
import { number, t } from "./i18n.js";
import { roving, stop } from "./panels.js";

/** The number of context characters around a match. */
const BEFORE = 40, AFTER = 90;

/** The start of a text, cut at a word boundary.
 * @param {string} text */
const beginning = (text) =>
  (
    text.length <= AFTER ? text : text.slice(
      0, text.lastIndexOf(" ", AFTER) > 0 ? text.lastIndexOf(" ", AFTER) : AFTER
    ) + "…"
  );

export class Search {
  /** @param {any} book  @param {any} panels */
  constructor(book, panels) {
    this.book = book;
    this.panels = panels;
    this.list = byId("search-list");
    this.query = byId("search-query");
    this.searched = "";
    /** @type {any[]} */ this.matches = [];
    this.complete = true;
    this.at = -1;
    /** @type {string|null} */ this.title = null;
    /** @type {any} */ this.group = null;
    panels.register("search", () => this.shown(), () => this.hidden());
    byId("show-search").hidden = !book.info.hasSearch;
    byId("search-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.query.value.trim() === this.searched) this.step(1);
      else this.run();
    });
    this.query.addEventListener("input", later(() => this.run(), 250));
    this.query.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "ArrowDown") /** @type {any} */ (this.list.querySelector(".match"))?.focus();
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        this.step(-1);
      }
    });
    for (const name of ["search-case", "search-word"]) byId(name).addEventListener("change", () => this.run());
    roving(this.list, ".match");
    // The window that searched before may have been closed in the middle of it.
    book.post("search/end");
    this.watcher = new IntersectionObserver(
      (all) => all.some((one) => one.isIntersecting) && this.more(), { root: this.list, rootMargin: "400px" }
    );
  }

  reset() {
    this.searched = "";
    this.matches = [];
    this.complete = true;
    this.at = -1;
    this.title = this.group = null;
  }

  shown() {
    byId("matches-bar").hidden = true;
    this.query.focus();
    this.query.select();
  }

  hidden() {
    this.bar();
  }

  /** @param {string} text  to search immediately */
  find(text) {
    this.panels.open("search");
    this.query.value = text;
    this.run();
  }

  get options() {
    return { caseSensitive: byId("search-case").checked, wholeWord: byId("search-word").checked };
  }

  async run() {
    const query = this.query.value.trim();
    this.reset();
    this.searched = query;
    this.list.replaceChildren();
    byId("search-count").textContent = "";
    if (!query) return this.book.post("search/end");
    const found = await this.book.post("search", { query, options: this.options });
    if (found && this.searched === query) this.add(found);
  }

  async more() {
    if (this.complete || this.asking) return;
    this.asking = true;
    const query = this.searched, found = await this.book.post("search/more");
    this.asking = false;
    if (found && this.searched === query) this.add(found);
  }

  /** @param {any} found */
  add(found) {
    if (found.first !== this.matches.length) return;
    this.complete = found.complete;
    this.list.querySelector(".end")?.remove();
    for (const locator of found.matches) this.append(locator);
    const count = this.matches.length;
    byId("search-count").textContent = count || this.complete ? t(
      this.complete ? "matchesFound" : "matchesSoFar", { n: count }
    ) : "";
    if (!this.complete) {
      const end = el("div", { class: "end" });
      this.list.append(end);
      this.watcher.observe(end);
      // Chapters without a match take time, too.
      if (!found.matches.length) this.more();
    }
    if (found.first === 0) stop(this.list, ".match");
    if (!count && this.complete) this.list.replaceChildren(el("p", { class: "none" }, t("noMatches", { words: this.searched })));
  }

  /** @param {any} locator */
  append(locator) {
    const at = this.matches.length, title = locator.title || "", text = locator.text || {};
    this.matches.push(locator);
    if (title !== this.title || !this.group) {
      this.title = title;
      this.group = el("ul", {});
      this.list.append(
        el("section", {}, title ? el("h3", { class: "list-heading", dir: "auto" }, title) : null, this.group)
      );
    }
    const before = text.before ||
      "", start = before.length > BEFORE ? before.lastIndexOf(" ", before.length - BEFORE) + 1 : 0;
    const { position } = locator.locations || {};
    this.group.append(el("li", {}, el("button", {
      type: "button", class: "match", tabIndex: -1, dir: "auto", on: { click: () => this.pick(at) },
    },
      el(
        "span", {}, (start ? "…" : "") + before.slice(start)
      ), el("mark", {}, text.highlight || ""), el("span", {}, beginning(text.after || "")),
      position ? el("span", { class: "match-page", dir: "ltr" }, number(position)) : null)));
  }

  /** @param {number} at */
  async pick(at) {
    if (this.at < 0) this.book.emit("jump", this.book.place);
    const matches = this.list.querySelectorAll(".match");
    matches[this.at]?.removeAttribute("aria-current");
    this.at = at;
    matches[at]?.setAttribute("aria-current", "true");
    matches[at]?.scrollIntoView({ block: "nearest" });
    await this.book.post("search/pick", { number: at });
    this.panels.closeIfNarrow();
    this.bar();
  }

  /** @param {number} by */
  async step(by) {
    if (!this.matches.length) return;
    if (this.at + by >= this.matches.length && !this.complete) await this.more();
    await this.pick((this.at + by + this.matches.length) % this.matches.length);
    this.book.toasts.say(t("matchOf", { at: this.at + 1, n: this.matches.length }));
  }

  end() {
    this.query.value = "";
    this.run();
    this.bar();
  }

  /** Navigation between matches while the list is closed. */
  bar() {
    const bar = byId("matches-bar");
    bar.hidden = !this.searched || !this.matches.length || this.panels.current === "search";
    if (bar.hidden) return;
    bar.replaceChildren(
      iconButton("back", t("previousMatch"), () => this.step(-1)),
      el("button", { type: "button", class: "text-button", on: { click: () => this.panels.open("search") } },
        t("matchOf", { at: this.at + 1, n: this.matches.length })),
      iconButton("forward", t("nextMatch"), () => this.step(1)),
      iconButton("close", t("endSearch"), () => this.end()));
  }
}
