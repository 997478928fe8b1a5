// SPDX-License-Identifier: BSD-3-Clause
// Documents whose scripts run, because the host allows it. They have an opaque origin, so they cannot access the page,
// nor the page them: each is shown unmodified, and scrolls by itself.
import {h} from "../tools/dom.js";
import {address, request} from "../tools/load.js";
import {pageSize, size} from "../layout/pagesize.js";
import {atMost} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** The width in px of the margins in which a tap turns the page. */
const MARGIN = 24;
/** The maximum time to load a document, in ms. */
const LONGEST = 5000;

/** @param {Shell} shell @param {number} index @returns {HTMLIFrameElement} */
const frame = (shell, index) =>
  h("iframe", {sandbox: "allow-scripts", referrerpolicy: "no-referrer", title: shell.book.titleAt(index)});

/** @param {HTMLIFrameElement} element @param {any} item @param {HTMLElement} parent
 * @returns {Promise<any>} on load, or after a while: in Firefox, a document that tries to navigate while it loads,
 * which its policy forbids, never fires the event */
function fill(element, item, parent) {
  element.src = address(item.scripted);
  parent.append(element);
  return atMost(new Promise((resolve) => element.addEventListener("load", resolve, {once: true})), LONGEST);
}

/** A fixed-layout page. */
export class ScriptedPage {
  /** @param {Shell} shell @param {number} index @param {any} view */
  constructor(shell, index, view) {
    this.item = shell.book.readingOrder[index];
    this.view = view;
    this.element = frame(shell, index);
    this.width = this.height = 1;
  }

  /** @param {HTMLElement} parent */
  async load(parent) {
    const {element, item} = this, {width, height} = this.view.area;
    const read = await request(item.href, "document").catch(() => null);
    const found = read?.response && pageSize(read.response, item) || size(item.width, item.height);
    Object.assign(this, found || {width: Math.round(width), height: Math.round(height)});
    element.style.cssText = `border: 0; background: white; width: ${this.width}px; height: ${this.height}px`;
    await fill(element, item, parent);
  }

  dispose() {
    this.element.remove();
  }
}

/** One reflowable document. */
class ScriptedView {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.index = -1;
    /** @type {HTMLIFrameElement|null} the last requested one */
    this.element = null;
    /** @type {HTMLIFrameElement|null} */
    this.shown = null;
    /** Frames that are being loaded. @type {Map<HTMLIFrameElement, () => void>} */
    this.loading = new Map();
    this.style = "";
  }

  frames() {
    return [];
  }

  /** The page cannot access the frame on the screen. */
  current() {
    return null;
  }

  /** @param {any} locator @returns {Promise<boolean>} */
  async go(locator) {
    const index = this.shell.book.indexOf(locator.href, locator.locations);
    if (index !== this.index) await this.load(index);
    this.shell.moved();
    return true;
  }

  /** Whether the requested document is not shown yet. */
  get dirty() {
    return this.loading.size > 0;
  }

  /** @param {number} index */
  async load(index) {
    const {shell, loading} = this;
    this.index = index;
    const element = this.element = frame(shell, index);
    this.style = JSON.stringify(shell.state.css.reflowable);
    element.style.cssText = `left: ${MARGIN}px; width: calc(100% - ${2 * MARGIN}px); height: 100%`;
    await new Promise((resolve) => {
      loading.set(element, () => resolve(null));
      fill(element, shell.book.readingOrder[index], shell.element).then(resolve);
    });
    loading.delete(element);
    // A later request has replaced this one.
    if (element !== this.element) return element.remove();
    this.shown?.remove();
    this.shown = element;
    document.documentElement.style.setProperty("--background", shell.background);
  }

  /** @param {string} to @returns {boolean|Promise<boolean>} */
  move(to) {
    const step = {forward: 1, nextSection: 1, backward: -1, previousSection: -1}[to];
    return step ? this.shell.enter(this.index + step, to === "backward" ? 1 : 0) : false;
  }

  place() {
    const {readingOrder} = this.shell.book, item = readingOrder[this.index];
    return item ? {
      locator: {href: item.href, type: item.type, locations: {progression: 0}}, page: 1, pages: 1,
      atStart: this.index === 0, atEnd: this.index === readingOrder.length - 1,
    } : null;
  }

  /** Reloads the document, because only the library can restyle it. */
  setSettings() {
    if (JSON.stringify(this.shell.state.css.reflowable) !== this.style) this.load(this.index);
  }

  dispose() {
    this.element = null;
    this.shown?.remove();
    for (const [element, end] of this.loading) {
      element.remove();
      end();
    }
  }
}

/** @param {Shell} shell */
export const open = (shell) => new ScriptedView(shell);
