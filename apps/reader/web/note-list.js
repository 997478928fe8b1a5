// SPDX-License-Identifier: BSD-3-Clause
// The panel of notes: filter by words, color and tag, go to a note, edit, delete.
import { byId, el, icon, iconButton } from "./dom.js";
import { clock, date, t } from "./i18n.js";
import { roving, stop } from "./panels.js";

const BOOKMARK = "bookmark", ITEM = ".note-quote";
/** Folds case and accents, for searching.
 * @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
/** The key by which notes are filtered.
 * @param {any} note @returns {string} */
const look = (note) => note.kind === BOOKMARK ? BOOKMARK : note.tint;

export class NoteList {
  /** @param {any} book  @param {any} panels  @param {any} editor */
  constructor(book, panels, editor) {
    this.book = book;
    this.panels = panels;
    this.editor = editor;
    this.list = byId("notes-list");
    this.find = byId("notes-find");
    /** @type {Set<string>} */ this.looks = new Set();
    /** @type {Set<string>} */ this.tags = new Set();
    panels.register("notes", () => this.shown());
    this.find.addEventListener("input", () => this.drawList());
    this.find.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "ArrowDown") /** @type {any} */ (this.list.querySelector(ITEM))?.focus();
    });
    roving(this.list, ITEM);
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    book.on("noted", () => panels.current === "notes" && this.draw());
  }

  /** @returns {any[]} */
  get all() {
    return this.book.notes.all;
  }

  shown() {
    this.draw();
    byId(this.all.length ? "notes-find" : "notes").focus();
  }

  draw() {
    this.drawFilters();
    this.drawList();
  }

  // -- Drawing

  /** A button for a color or a tag.
   * @param {string} name  @param {Set<string>} chosen  @param {any} properties  @param {...any} children */
  toggle(name, chosen, properties, ...children) {
    const click = () => {
      if (!chosen.delete(name)) chosen.add(name);
      this.draw();
    };
    return el("button", {
      type: "button", "aria-pressed": String(chosen.has(name)), data: { filter: name }, on: { click }, ...properties,
    }, ...children);
  }

  drawFilters() {
    const focused = /** @type {any} */ (document.activeElement)?.dataset?.filter;
    const looks = new Set(this.all.map(look)), tags = this.book.notes.tags;
    const names = Object.fromEntries(Object.entries(this.book.info.tints).map(([name, tint]) => [tint, name]));
    const order = [...Object.values(this.book.info.tints), ...looks].filter((one) => looks.has(one) && one !== BOOKMARK);
    for (const [chosen, present] of [[this.looks, looks], [this.tags, new Set(tags)]]) {
      for (const one of chosen) if (!present.has(one)) chosen.delete(one);
    }
    const dots = [...new Set(order)].map((tint) => {
      const label = names[tint] ? t(`color.${names[tint]}`) : tint;
      return this.toggle(tint, this.looks, { class: "dot", title: label, "aria-label": label, style: { "--tint": tint } });
    });
    if (looks.has(BOOKMARK)) {
      const properties = { class: "dot dot-icon", title: t("bookmarks"), "aria-label": t("bookmarks") };
      dots.push(this.toggle(BOOKMARK, this.looks, properties, icon("bookmarked")));
    }
    byId("notes-colors").replaceChildren(...(dots.length > 1 ? dots : []));
    byId("notes-tags").replaceChildren(
      ...tags.map((/** @type {string} */ tag) => this.toggle(tag, this.tags, { class: "chip", dir: "auto" }, tag))
    );
    byId("notes-filters").hidden = dots.length < 2 && !tags.length;
    byId("notes-tools").hidden = !this.all.length;
    if (focused) /** @type {any} */ (byId("notes-filters").querySelector(`[data-filter="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {any} note */
  fits(note) {
    const text = plain([note.quote, note.text, ...note.tags].join(" "));
    return (!this.looks.size || this.looks.has(look(note))) && [...this.tags].every((tag) => note.tags.includes(tag)) &&
      plain(this.find.value).split(/\s+/).every((word) => text.includes(word));
  }

  drawList() {
    const focused = this.focused(), shown = this.all.filter((one) => this.fits(one));
    /** @type {Map<string, any[]>} */ const groups = new Map();
    for (const one of shown) {
      const key = `${one.chapter ?? one.title}`;
      groups.set(key, [...(groups.get(key) || []), one]);
    }
    this.list.replaceChildren(...[...groups.values()].map((all) => el("section", {},
      all[0].title ? el("h3", { class: "list-heading", dir: "auto" }, all[0].title) : null,
      el("ul", {}, ...all.map((one) => this.item(one))))));
    if (!shown.length) this.list.append(this.nothing());
    byId("notes-count").textContent = shown.length < this.all.length ? t("notesFound", { n: shown.length }) : "";
    const items = this.list.querySelectorAll(ITEM);
    stop(this.list, ITEM);
    if (focused) {
      const same = [...items].find((one) => one.closest("li").dataset.id === focused.id);
      (same || items[Math.min(focused.at, items.length - 1)] || this.find).focus();
    }
  }

  /** The focused item of the list, which is being redrawn. */
  focused() {
    const item = /** @type {any} */ (document.activeElement)?.closest?.("#notes-list li");
    return item && { id: item.dataset.id, at: [...this.list.querySelectorAll("li")].indexOf(item) };
  }

  nothing() {
    if (this.all.length) return el("p", { class: "none" }, t("nothingFits"));
    return el("div", { class: "none" }, icon("notes"), el("p", {}, t("noNotes")));
  }

  /** @param {any} note */
  item(note) {
    const where = [
      note.time === null ? "" : clock(note.time), note.position ? t("page", { n: note.position }) : "",
      note.page ? t("inPrint", { page: note.page }) : "", note.modified ? date(note.modified) : "",
    ];
    const isBookmark = note.kind === BOOKMARK;
    const data = { style: note.style || "", kind: note.kind, id: note.id };
    return el("li", { class: "note", data, style: { "--tint": note.tint } },
      el("button", { type: "button", class: "note-quote", dir: "auto", on: { click: () => this.go(note) } },
        isBookmark ? icon("bookmarked") : null,
        el("span", { class: "quote" }, note.quote + (isBookmark && note.quote ? "…" : "") || note.title || t("bookmark"))),
      note.text ? el("p", { class: "note-text", dir: "auto" }, note.text) : null,
      note.tags.length ? el("p", { class: "chips" }, ...note.tags.map((/** @type {string} */ tag) =>
        el("span", { class: "chip", dir: "auto" }, tag))) : null,
      el("div", { class: "note-foot" },
        el("span", {}, where.filter(Boolean).join(" · ")),
        el("span", { class: "note-tools" },
          iconButton(note.text ? "edit" : "note", t(note.text ? "editNote" : "addNote"), () => this.editor.open(note)),
          note.quote || note.text ? iconButton("copy", t("copy"), () => this.copy(note)) : null,
          iconButton("delete", t("delete"), () => this.book.notes.remove(note)))));
  }

  // -- Actions

  /** @param {KeyboardEvent} event */
  key(event) {
    const item = /** @type {HTMLElement} */ (event.target).closest("li");
    const note = item && this.all.find((/** @type {any} */ one) => one.id === item.dataset.id);
    const action = {
      Delete: () => this.book.notes.remove(note), e: () => this.editor.open(note), c: () => this.copy(note),
    }[event.key];
    if (!note || !action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** @param {any} note */
  go(note) {
    if (note.at === null) return this.book.toasts.show(t("notPlaced"));
    this.book.jump(note.locator);
    this.panels.closeIfNarrow();
  }

  /** @param {any} note */
  async copy(note) {
    await navigator.clipboard.writeText([note.quote, note.text].filter(Boolean).join("\n\n"));
    this.book.toasts.show(t("copied"));
  }
}
