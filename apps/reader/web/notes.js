// SPDX-License-Identifier: BSD-3-Clause
// The notes of the book in the library, and edits.
import { t } from "./i18n.js";

/** @param {any} one  @param {any} other */
const inOrder = (one, other) => (one.at ?? -1) - (other.at ?? -1);

export class Notes {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    /** @type {any[]} in the order of the book */ this.all = [];
    /** @type {string[]} deleted notes that can be restored, most recent last */ this.removed = [];
    // Other windows and programs use the same notes.
    book.on("notes", (/** @type {any} */ change) => this.apply(change));
  }

  async load() {
    const { notes } = await this.book.get("notes");
    this.apply({ reset: true, saved: notes, removed: [] });
  }

  /** @param {{reset?: boolean, saved: any[], removed: string[]}} change */
  apply({ reset, saved, removed }) {
    const known = new Map((reset ? [] : this.all).map((one) => [one.id, one]));
    for (const id of removed) known.delete(id);
    for (const one of saved) known.set(one.id, one);
    this.all = [...known.values()].sort(inOrder);
    this.book.emit("noted");
  }

  /** All tags, most used first.
   * @returns {string[]} */
  get tags() {
    /** @type {Map<string, number>} */ const counts = new Map();
    for (const tag of this.all.flatMap((one) => one.tags)) counts.set(tag, (counts.get(tag) || 0) + 1);
    return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([tag]) => tag);
  }

  /** Saves a new or changed note.
   * @param {any} change  @returns {Promise<any>} */
  async put(change) {
    const kept = await this.book.post("notes", change);
    if (kept) this.apply({ saved: [kept], removed: [] });
    return kept;
  }

  /** @param {any} note */
  async remove({ id, kind }) {
    this.removing = this.book.post("notes/remove", { id });
    if (!await this.removing) return;
    this.apply({ saved: [], removed: [id] });
    this.removed.push(id);
    this.book.toasts.show(t(kind === "bookmark" ? "bookmarkRemoved" : "noteDeleted"), {
      label: t("undo"), action: () => this.restore(id),
    });
  }

  /** Restores the most recently deleted note; can be repeated. */
  async undo() {
    await this.removing;
    const id = this.removed[this.removed.length - 1];
    if (id) this.restore(id);
  }

  /** @param {string} id */
  async restore(id) {
    this.removed = this.removed.filter((one) => one !== id);
    const kept = await this.book.post("notes/restore", { id });
    if (!kept) return;
    this.apply({ saved: [kept], removed: [] });
    this.book.toasts.show(t("restored"));
  }
}
