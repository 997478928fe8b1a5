// SPDX-License-Identifier: BSD-3-Clause
// The window for a book: connects its parts.
import { About } from "./about.js";
import { get, post } from "./api.js";
import { Bars } from "./bars.js";
import { Bookmark } from "./bookmark.js";
import { Contents } from "./contents.js";
import { byId, drawIcons, el } from "./dom.js";
import { Exchange } from "./exchange.js";
import { Help } from "./help.js";
import { expectLanguage, ofBrowser, t, translate, useLanguage } from "./i18n.js";
import { Keys } from "./keys.js";
import { Media } from "./media.js";
import { NoteEditor } from "./note.js";
import { NoteList } from "./note-list.js";
import { Notes } from "./notes.js";
import { Offers } from "./offers.js";
import { Page } from "./page.js";
import { Panels } from "./panels.js";
import { Pills } from "./pills.js";
import { Place } from "./place.js";
import { Search } from "./search.js";
import { SelectionBar } from "./selection.js";
import { Settings } from "./settings.js";
import { paintTheme, themeOrSystem } from "./theme.js";
import { Toasts } from "./toasts.js";

const id = new URLSearchParams(location.search).get("book") || "";

/** The events of the server. */
const EVENTS = ["location", "settings", "profiles", "selection", "picked", "notes", "elsewhere", "link", "tap", "key", "media", "error"];
/** Whether an action in a page is meant for this window, rather than another one with the same book.
 * @type {Record<string, (detail: any) => boolean>} */
const OF_ONE_WINDOW = {
  selection: ({ locator }) => Boolean(locator), picked: () => true, link: () => true, tap: () => true, key: () => true,
};

/** Shared by the parts: data about the book, the server, and events. */
class Book extends EventTarget {
  /** @param {any} info */
  constructor(info) {
    super();
    this.id = id;
    this.info = info;
    this.reader = info.reader;
    this.settings = info.settings;
    this.place = info.location;
    this.page = new Page(info.page);
    /** Known only by the page: the number of pages of the document, and whether this is the last.
     * @type {{pages: number|null, atEnd: boolean|null}} */ this.screen = { pages: null, atEnd: null };
    this.toasts = new Toasts();
    this.notes = new Notes(this);
    // Before other listeners, which expect the book to be updated.
    this.on("location", (place) => {
      this.place = place;
      this.look();
    });
    this.on("settings", (settings) => (this.settings = { ...this.settings, ...settings }));
  }

  /** @param {string} type  @param {(detail: any) => void} listener */
  on(type, listener) {
    this.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} type  @param {any} [detail] */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {string} path  @param {object} [data] */
  async post(path, data) {
    try {
      return await post(`books/${this.id}/${path}`, data);
    } catch (error) {
      this.toasts.show(t("failed", { reason: /** @type {Error} */ (error).message }));
      return null;
    }
  }

  /** @param {string} path */
  get(path) {
    return get(`books/${this.id}/${path}`);
  }

  /** Goes to a distant location, and remembers the current one.
   * @param {any} target */
  async jump(target) {
    this.emit("jump", this.place);
    await this.post("go", { target });
  }

  /** @param {string} id  of a note found from the shelf */
  goToNote(id) {
    const note = this.notes.all.find((one) => one.id === id);
    if (note && note.at !== null) this.jump(note.locator);
  }

  /** @param {string} step  forward, backward, left, right, start, end, nextSection, previousSection */
  turn(step) {
    return this.post("go", { target: { to: step } });
  }

  /** @param {string} command  @param {object} [more] */
  command(command, more = {}) {
    return this.post("command", { command, ...more });
  }

  look() {
    this.page.ask("screen", null, (screen) => {
      this.screen = screen;
      this.emit("screen");
    });
  }

  /** Returns the keyboard focus to the page. */
  focusPage() {
    this.page.focus();
  }

  listen() {
    const events = new EventSource(`api/books/${this.id}/events`);
    for (const type of EVENTS) {
      events.addEventListener(type, (event) => {
        if (!(event instanceof MessageEvent) || !event.data) return;
        const detail = JSON.parse(event.data);
        if (document.hasFocus() || !OF_ONE_WINDOW[type]?.(detail)) this.emit(type, detail);
      });
    }
    addEventListener("pagehide", () => events.close());
  }
}

async function start() {
  expectLanguage();
  const info = await get(`books/${id}?language=${ofBrowser}&dark=${themeOrSystem(null) === "dark"}`);
  paintTheme(info.reader.theme);
  await useLanguage(info.reader.language);
  const book = new Book(info);
  // The page loads while the parts below are made; nothing of it is heard before they all listen.
  book.listen();
  book.page.load();
  const { title } = info, authors = info.authors.join(", ");
  translate(document);
  drawIcons(document);
  document.title = `${title} – Lectern`;
  byId("title").textContent = title;
  byId("title").title = [title, authors].filter(Boolean).join(" – ");
  document.body.dataset.kind = info.kind;
  book.page.frame.title = title;
  const panels = new Panels(book), bars = new Bars(book, panels), note = new NoteEditor(book), help = new Help(book);
  const about = new About(book, [title, authors]);
  const settings = new Settings(book, panels), media = new Media(book, settings);
  const search = new Search(book, panels);
  new Place(book);
  new Pills(book);
  new Contents(book, panels);
  new NoteList(book, panels, note);
  new Exchange(book);
  new Offers(book);
  const bookmark = new Bookmark(book);
  const selection = new SelectionBar(book, note, search, media);
  new Keys(book, { panels, bars, search, settings, media, help, about, selection, bookmark });
  book.on("link", (link) => book.toasts.offerLink(link.href));
  book.on("error", ({ message, subject }) => {
    console.warn(message);
    if (subject === "link") book.toasts.show(t("deadLink"));
  });
  const loaded = book.notes.load(), wanted = new URLSearchParams(location.search).get("note");
  book.on("location", () => (byId("waiting").hidden = true));
  if (wanted) {
    history.replaceState(null, "", `read?book=${id}`);
    book.addEventListener("location", () => loaded.then(() => book.goToNote(wanted)), { once: true });
  }
  book.page.frame.addEventListener("load", () => {
    setTimeout(() => (byId("waiting").hidden = true), 5000);
    if (document.activeElement === document.body) book.focusPage();
  });
  book.emit("settings", info.settings);
}

/** Shows the reason, and a way back.
 * @param {Error} error */
async function fail(error) {
  const chosen = await get("shelf").then(({ reader }) => reader.language, () => null);
  await useLanguage(chosen).catch(() => {});
  document.body.dataset.state = "failed";
  document.title = `${t("cannotOpen")} – Lectern`;
  byId("waiting").hidden = true;
  byId("failed").hidden = false;
  byId("failed").replaceChildren(
    el("h2", {}, t("cannotOpen")), el("p", { dir: "auto" }, error.message),
    el("a", { class: "primary", href: "." }, t("toLibrary"))
  );
  byId("failed").querySelector("a")?.focus();
}

start().catch(fail);
