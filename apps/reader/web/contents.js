// SPDX-License-Identifier: BSD-3-Clause
// The table of contents, and the list of pages.
import { byId, el, icon } from "./dom.js";
import { number, t } from "./i18n.js";
import { roving, stop } from "./panels.js";

/** Longer lists are initially collapsed. */
const UNFOLDED = 80;

export class Contents {
  /** @param {any} book  @param {any} panels */
  constructor(book, panels) {
    this.book = book;
    this.panels = panels;
    this.list = byId("contents-list");
    /** @type {Map<number, HTMLElement>} */ this.entries = new Map();
    /** @type {number|null} */ this.current = null;
    panels.register("contents", () => this.shown());
    book.on("location", () => this.mark());
    roving(this.list, ".entry");
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.pages(book.info.pageList);
    byId("go-to-page").addEventListener("submit", (/** @type {Event} */ event) => this.goToPage(event));
    this.load();
  }

  async load() {
    const contents = await this.book.get("contents");
    this.unfolded = contents.starts.length <= UNFOLDED;
    this.list.replaceChildren(
      contents.chapters.length ? this.tree(contents.chapters) : el("p", { class: "none" }, t("noContents"))
    );
    stop(this.list, ".entry");
    this.book.emit("contents", contents);
    if (contents.location) this.book.emit("location", contents.location);
    this.mark();
  }

  /** @param {any[]} chapters  @returns {HTMLElement} */
  tree(chapters) {
    return el("ol", { class: "tree" }, ...chapters.map((chapter) => this.item(chapter)));
  }

  /** @param {any} chapter */
  item(chapter) {
    const entry = el("button", { type: "button", class: "entry", disabled: !chapter.canGo,
      on: { click: () => this.go(chapter) },
      style: { "--level": String(chapter.level) } },
    el("span", { class: "entry-title", dir: "auto" }, chapter.title || t("untitled")),
    chapter.position ? el("span", { class: "entry-page" }, number(chapter.position)) : null);
    const item = el("li", {}, entry);
    if (chapter.number !== undefined) this.entries.set(chapter.number, entry);
    if (chapter.children.length) {
      const children = this.tree(chapter.children), fold = this.fold(children, chapter);
      item.classList.add("has-children");
      item.append(fold, children);
    }
    return item;
  }

  /** @param {HTMLElement} children  @param {any} chapter */
  fold(children, chapter) {
    const draw = () => button.setAttribute("aria-expanded", String(!children.hidden));
    const label = t("sections", { title: chapter.title });
    const button = el("button", { type: "button", class: "fold", "aria-label": label, on: { click: () => {
      children.hidden = !children.hidden;
      draw();
    } } }, icon("forward"));
    children.hidden = !this.unfolded;
    draw();
    /** @type {any} */ (children).unfold = () => ((children.hidden = false), draw());
    return button;
  }

  /** Tree navigation: one arrow expands and enters, the other leaves and collapses.
   * @param {KeyboardEvent} event */
  key(event) {
    const entry = /** @type {HTMLElement} */ (event.target), sign = document.documentElement.dir === "rtl" ? -1 : 1;
    const by = { ArrowRight: sign, ArrowLeft: -sign }[event.key];
    if (!by || !entry.matches(".entry") || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const fold = entry.parentElement?.querySelector(":scope > .fold");
    const isOpen = fold?.getAttribute("aria-expanded") === "true";
    if (fold && isOpen === by < 0) /** @type {HTMLElement} */ (fold).click();
    else if (by > 0) /** @type {any} */ (fold?.parentElement?.querySelector(":scope > .tree .entry"))?.focus();
    else /** @type {any} */ (entry.closest(".tree")?.parentElement?.querySelector(":scope > .entry"))?.focus();
  }

  shown() {
    const entry = this.current === null ? null : this.entries.get(this.current);
    for (let at = entry?.parentElement; at && at !== this.list; at = at.parentElement) {
      /** @type {any} */ (at).unfold?.();
    }
    (entry || this.list.querySelector(".entry"))?.focus({ preventScroll: true });
    entry?.scrollIntoView({ block: "center" });
  }

  mark() {
    const chapter = this.book.place?.chapter ?? null;
    if (chapter === this.current) return;
    if (this.current !== null) this.entries.get(this.current)?.removeAttribute("aria-current");
    this.current = chapter;
    const entry = this.entries.get(chapter);
    entry?.setAttribute("aria-current", "location");
    if (entry) stop(this.list, ".entry", entry);
  }

  /** @param {any} chapter */
  go(chapter) {
    this.book.jump({ href: chapter.href, type: chapter.type });
    this.panels.close();
  }

  /** @param {any[]} pageList  the pages of a printed edition */
  pages(pageList) {
    this.printed = new Map(pageList.map((link) => [link.title, link.href]));
    byId("page-list").replaceChildren(
      ...pageList.slice(0, 2000).map((link) => el("option", { value: link.title || "" }))
    );
    byId("go-to-page").hidden = !pageList.length && !this.book.info.positions;
    byId("page-number").placeholder = this.book.info.positions
      ? `\u20661–${number(this.book.info.positions)}\u2069` : "";
  }

  /** @param {Event} event */
  goToPage(event) {
    event.preventDefault();
    const field = byId("page-number"), wanted = field.value.trim(), page = Math.round(Number(wanted));
    field.value = "";
    if (!wanted) return field.focus();
    if (this.printed?.has(wanted)) this.book.jump({ href: this.printed.get(wanted) });
    else if (page >= 1 && page <= this.book.info.positions) this.book.jump({ position: page });
    else return this.book.toasts.show(t("noSuchPage", { page: wanted }));
    this.panels.closeIfNarrow();
  }
}
