// SPDX-License-Identifier: BSD-3-Clause
// Panels at the side, or at the bottom of a phone: one at a time, and not modal, so that the page remains visible.
import { byId } from "./dom.js";

export const NAMES = ["contents", "notes", "search", "settings"];

export class Panels {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    /** @type {string|null} */ this.current = null;
    /** @type {{destroy(): void}|null} */ this.watcher = null;
    /** @type {Record<string, () => void>} */ this.shown = {};
    /** @type {Record<string, () => void>} */ this.hidden = {};
    for (const name of NAMES) {
      const button = byId(`show-${name}`);
      button.setAttribute("aria-expanded", "false");
      button.setAttribute("aria-controls", name);
      button.addEventListener("click", () => this.toggle(name));
      byId(name).querySelector(".close").addEventListener("click", () => this.close());
    }
  }

  /** Registers callbacks for showing and hiding a panel.
   * @param {string} name  @param {() => void} shown  @param {() => void} [hidden] */
  register(name, shown, hidden) {
    this.shown[name] = shown;
    if (hidden) this.hidden[name] = hidden;
  }

  /** @param {string} name */
  toggle(name) {
    if (this.current === name) this.close();
    else this.open(name);
  }

  /** @param {string} name */
  open(name) {
    if (this.current && this.current !== name) this.close(false);
    this.current = name;
    const panel = byId(name);
    panel.hidden = false;
    byId(`show-${name}`).setAttribute("aria-expanded", "true");
    document.body.dataset.panel = name;
    panel.focus({ preventScroll: true });
    this.shown[name]?.();
    this.watch();
    this.book.emit("panel", name);
  }

  /** @param {boolean} [back]  whether to return the focus to the page */
  close(back = true) {
    const name = this.current;
    if (!name) return false;
    this.current = null;
    this.watcher?.destroy();
    byId(name).hidden = true;
    byId(`show-${name}`).setAttribute("aria-expanded", "false");
    delete document.body.dataset.panel;
    this.hidden[name]?.();
    if (back) this.book.focusPage();
    this.book.emit("panel", null);
    return true;
  }

  /** Makes the back button of a phone close the panel instead of leaving the book, if the browser supports it. */
  watch() {
    const { CloseWatcher } = /** @type {any} */ (window);
    if (!CloseWatcher) return;
    this.watcher?.destroy();
    this.watcher = Object.assign(new CloseWatcher(), { onclose: () => this.close() });
  }

  /** On a phone, the list covers the page. */
  closeIfNarrow() {
    if (matchMedia("(max-width: 700px)").matches) this.close();
  }
}

/**
 * A single tab stop for a long list; arrows move inside it.
 * @param {HTMLElement} list  @param {string} selector
 */
export function roving(list, selector) {
  const items = () =>
    /** @type {HTMLElement[]} */ ([...list.querySelectorAll(selector)]).filter((one) => one.offsetParent);
  const steps = /** @type {Record<string, (at: number, all: any[]) => number>} */ ({
    ArrowDown: (at) => at + 1, ArrowUp: (at) => at - 1, Home: () => 0, End: (_, all) => all.length - 1,
  });
  list.addEventListener("keydown", (event) => {
    const step = steps[event.key], all = items(), at = all.indexOf(/** @type {any} */ (event.target));
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.min(Math.max(step(at, all), 0), all.length - 1)].focus();
  });
  list.addEventListener(
    "focusin",
    (event) => event.target instanceof HTMLElement && event.target.matches(selector) &&
      stop(list, selector, event.target)
  );
}

/** Sets the item that Tab reaches.
 * @param {HTMLElement} list  @param {string} selector  @param {HTMLElement} [item] */
export function stop(list, selector, item) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(selector)]);
  for (const one of all) one.tabIndex = -1;
  const one = item || all[0];
  if (one) one.tabIndex = 0;
}
