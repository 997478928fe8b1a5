// SPDX-License-Identifier: BSD-3-Clause
// The shelf: the books of the folder.
import { get, post } from "./api.js";
import { cover } from "./cover.js";
import { byId, drawIcons, el, later } from "./dom.js";
import { LANGUAGES, language, percent, number, t, translate, useLanguage } from "./i18n.js";
import { next, paintTheme, themeOrSystem } from "./theme.js";

const SORTS = /** @type {Record<string, (a: any, b: any) => number>} */ ({
  recent: (a, b) => (b.opened || 0) - (a.opened || 0) || b.added - a.added,
  title: (a, b) => compare(a.sortTitle, b.sortTitle),
  author: (a, b) => compare(a.sortAuthor, b.sortAuthor) || compare(a.sortTitle, b.sortTitle),
  added: (a, b) => b.added - a.added,
});
/** @type {Intl.Collator} */ let collator;
/** @param {string} a  @param {string} b */
const compare = (a, b) => Number(!a) - Number(!b) || collator.compare(a, b);
/** Folds case and accents, for searching.
 * @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** @type {any} */ let shelf;
let shown = "";

/** @param {any} book */
const address = (book) => `read?book=${book.id}`;
/** @param {any} book */
const authors = (book) => book.authors.join(", ");

/** @param {any} book */
function progress(book) {
  if (book.progress === null) return [];
  const done = book.progress > 0.985;
  return [
    done ? null : el(
      "div", { class: "gauge", "aria-hidden": "true" }, el("span", { style: { "--share": String(book.progress) } })
    ),
    el("span", {}, done ? t("finished") : percent(book.progress)),
  ];
}

/** The kind of book, unless it is text, and the reading progress.
 * @param {any} book */
function facts(book) {
  const known = [
    book.kind === "text" ? null : el("span", {}, t(`kind.${book.kind}`)),
    book.isProtected ? el("span", {}, t("protected")) : null, ...progress(book),
  ].filter(Boolean);
  return known.length ? el("div", { class: "book-read" }, ...known) : null;
}

/** @param {any} book */
const item = (book) => el("li", {}, el("a", {
  class: "book-link", href: address(book), title: [book.title, authors(book)].filter(Boolean).join(" – "),
},
  el("div", { class: "cover-slot" }, cover(book, 190)),
  el("div", { class: "book-text" },
    el("div", { class: "book-title", lang: book.language || "", dir: "auto" }, book.title),
    book.authors.length ? el("div", { class: "book-by", dir: "auto" }, authors(book)) : null,
    facts(book))));

/** @param {any} book */
const lastRead = (book) => el("div", { class: "continue-book" },
  cover(book, 150),
  el("div", { class: "continue-text" },
    el("h3", { lang: book.language || "", dir: "auto" }, book.title),
    el("p", { class: "by", dir: "auto" }, authors(book)),
    el(
      "div", { class: "gauge", "aria-hidden": "true" },
      el("span", { style: { "--share": String(book.progress || 0) } })
    ),
    el("p", { class: "left" }, t("readSoFar", { share: percent(book.progress || 0) })),
    el("a", { class: "primary", href: address(book) }, t("continue"))));

function nothing() {
  if (!shelf.books.length) return [
    el("p", { class: "none-here" }, t("noBooks")), el("p", { dir: "ltr" }, el("code", {}, shelf.folder)), el("p", {}, t("howToAdd")),
  ];
  const showAll = () => {
    byId("find").value = "";
    byId("find").dispatchEvent(new Event("input"));
    byId("find").focus();
  };
  return [
    el("p", {}, t("noBookFits", { words: byId("find").value.trim() })),
    el("button", { type: "button", class: "text-button", on: { click: showAll } }, t("showAll")),
  ];
}

/** Shows files that could not be opened. */
function drawRefused() {
  const { refused } = shelf;
  byId("refused").hidden = !refused.length || Boolean(byId("find").value.trim());
  byId("refused-count").textContent = t("filesNotOpened", { n: refused.length });
  byId("refused-list").replaceChildren(...refused.map((/** @type {any} */ one) =>
    el("li", {}, el("strong", { dir: "auto" }, one.name), " ", el("span", { lang: "en", dir: "auto" }, one.reason))));
}

function draw() {
  const words = plain(byId("find").value).split(/\s+/).filter(Boolean);
  const fits = (/** @type {any} */ book) => words.every((word) =>
    plain(
      [book.title, book.subtitle, authors(book), book.series ? book.series.name : "", ...book.subjects].join(" ")
    ).includes(word));
  const books = shelf.books.filter(fits).sort(SORTS[byId("sort").value]);
  const found = JSON.stringify(books.map((/** @type {any} */ one) => one.id));
  byId("heading").textContent = words.length ? t("booksFound", { n: books.length }) : t("allBooks");
  byId("count").textContent = words.length ? "" : number(books.length);
  byId("none").hidden = books.length > 0 || !shelf.complete;
  if (!byId("none").hidden) byId("none").replaceChildren(...nothing());
  drawRefused();
  if (found === shown) return;
  shown = found;
  byId("books").replaceChildren(...books.map(item));
  const last = shelf.books.filter(
    (/** @type {any} */ one) => one.opened && one.progress !== null
  ).sort(SORTS.recent)[0];
  const box = byId("continue");
  box.hidden = !last || words.length > 0 || shelf.books.length < 2;
  box.querySelector(".continue-book")?.remove();
  if (last) box.append(lastRead(last));
}

/** @param {any} note */
function noteItem({ id, book, title, language: lang, heading, quote, text, tags, tint }) {
  const where = [title, ...tags.map((/** @type {string} */ tag) => `#${tag}`)].join(" · ");
  const href = `${address({ id: book })}&note=${encodeURIComponent(id)}`;
  return el("li", {}, el("a", { class: "note-link", href, style: { "--tint": tint } },
    quote || !text ? el("span", { class: "note-quote", dir: "auto", lang: lang || "" }, quote || heading) : null,
    text ? el("span", { class: "note-text", dir: "auto" }, text) : null,
    el("span", { class: "note-where", dir: "auto" }, where)));
}

/** Shows notes on all books with the typed words; a single letter would match most. */
async function drawNotes() {
  const words = byId("find").value.trim();
  const { notes } = words.length > 1 ? await get(`notes?text=${encodeURIComponent(words)}`) : { notes: [] };
  if (words !== byId("find").value.trim()) return;
  byId("notes").replaceChildren(...notes.map(noteItem));
  byId("found-notes").hidden = !notes.length;
}

async function load() {
  shelf = await get("shelf");
  draw();
  if (!shelf.complete) setTimeout(load, 400);
}

/** @param {HTMLSelectElement} select  @param {[string, string][]} options  @param {string} value */
function fill(select, options, value) {
  select.replaceChildren(...options.map(([name, label]) => el("option", { value: name }, label)));
  select.value = value;
}

async function start() {
  shelf = await get("shelf");
  if (shelf.single && shelf.books.length) return location.replace(address(shelf.books[0]));
  let { theme } = shelf.reader;
  paintTheme(theme, true);
  await useLanguage(shelf.reader.language);
  collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  translate(document);
  drawIcons(document);
  document.title = `${t("library")} – Lectern`;
  fill(byId("sort"), Object.keys(SORTS).map((name) => [name, t(`sort.${name}`)]), shelf.reader.sort);
  fill(byId("language"), Object.entries(LANGUAGES), language);
  byId("find").addEventListener("input", later(() => {
    draw();
    drawNotes();
    byId("status").textContent = t("booksFound", { n: byId("books").children.length });
  }, 120));
  byId("sort").addEventListener("change", () => {
    draw();
    post("reader", { sort: byId("sort").value });
  });
  byId("language").addEventListener("change", async () => {
    await post("reader", { language: byId("language").value });
    location.reload();
  });
  byId("theme").addEventListener("click", () => {
    theme = next(themeOrSystem(theme));
    paintTheme(theme, true);
    post("reader", { theme });
  });
  byId("quit").addEventListener("click", async () => {
    await post("quit");
    document.body.replaceChildren(el("p", { class: "none", role: "status" }, t("ended")));
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== byId("find")) {
      event.preventDefault();
      byId("find").focus();
    }
  });
  // Going back from a book may restore the page from the cache.
  addEventListener("pageshow", (event) => event.persisted && ((shown = ""), load()));
  // Files may have been added meanwhile.
  document.addEventListener("visibilitychange", () => document.hidden || load());
  await load();
}

start();
