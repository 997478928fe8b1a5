// SPDX-License-Identifier: BSD-3-Clause
// Links in documents: links within the publication are followed, with a history to go back; other links are reported to
// the host. A document never navigates by itself, whatever its links, buttons and forms request.
//   shell.links.follow(address, event, rect?)   goes there, or notifies the host
//   shell.links.back()                          returns to the last link that was followed; the command "back"
import {fragmentsOf} from "../book/book.js";
import {anchorOf, isOpen} from "../book/locate.js";
import {absolute, base, decoded, loadJSON} from "../tools/load.js";
import {closest} from "../tools/nodes.js";
import {pause} from "../tools/waiting.js";
import {show} from "./picture.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../book/book.js").Target} Target */

const xlink = "http://www.w3.org/1999/xlink";
const anchors = "a[*|href],area[href]";
/** Schemes that are neither part of the publication nor safe for a host to open. */
const blocked = /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|chrome|resource|jar):/i;
const longest = 100; // steps in the history

/** The absolute address of a link, or null.
 * @type {(anchor: Element) => string | null} */
export const addressOf = (anchor) =>
  absolute(anchor.getAttribute("href") ?? anchor.getAttributeNS(xlink, "href"), anchor.baseURI);

class Links {
  /** @type {any[]} Locators of the links that were followed. */
  #trail = [];

  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
  }

  /** Follows an address. Only the reader can leave the book, not a script that clicks.
   * @param {string} address @param {Event} event @param {any} [rect] @returns {Promise<boolean>} */
  async follow(address, event, rect) {
    const {shell} = this;
    if (blocked.test(address)) return false;
    const target = shell.book.resolve(address);
    if (!target) {
      // Files of the page, and other addresses in the origin of the host, are never opened.
      const own = new URL(address).origin === location.origin && location.origin !== "null";
      if (address.startsWith(base) && address[base.length] !== "~") return this.#unlisted(address);
      if (own || address.startsWith(base) || !event.isTrusted) return false;
      shell.send({type: "link", href: address, ...(rect && {rect})});
      return true;
    }
    return this.#go(target);
  }

  /** Goes to a document; to a missing element of the one on the screen, it does not.
   * @param {Target} target @returns {Promise<boolean>} */
  async #go(target) {
    const {index, href, fragment} = target, {shell} = this, {type} = shell.book.items[index];
    if (this.#lacks(target)) return this.#leadsNowhere(`${href}#${fragment}`);
    // A note that is normally hidden is shown when a link targets it.
    if (shell.footnotes?.uncover(fragment)) await pause(50);
    const place = shell.view.place();
    if (place) this.#trail.push(place.locator);
    this.#trail.splice(0, this.#trail.length - longest);
    return shell.go({href, type, ...(fragment && {locations: {fragments: [fragment]}})});
  }

  /** Reports a jump to an element that a document does not have: its first page is shown instead.
   * @param {any} locator */
  arrived(locator) {
    const {href} = locator, [fragment = ""] = fragmentsOf(locator), {document} = this.shell.current() ?? {};
    // Fragments with "=" and "(" name times, pages, regions and places.
    if (/[=(]/.test(fragment) || !document || document === window.document || anchorOf(locator, document)) return;
    if (this.#lacks({index: 0, href, fragment})) this.#leadsNowhere(`${href}#${fragment}`);
  }

  /** @param {Target} target @returns {boolean} whether its document is on the screen, but has no such element */
  #lacks({href, fragment}) {
    const {document, href: shown} = this.shell.current() ?? {}, locator = {locations: {fragments: [fragment]}};
    return Boolean(document && shown === href && fragment) && !/^top$/i.test(fragment) && !isOpen(locator, document) &&
      !anchorOf(locator, document);
  }

  /** @param {string} href @returns {false} */
  #leadsNowhere(href) {
    this.shell.report(`The link to "${href}" leads to nothing that can be shown.`, href, "link");
    return false;
  }

  async back() {
    const locator = this.#trail.pop();
    return !!locator && this.shell.go(locator);
  }

  /** @param {any} event @param {any} frame */
  click(event, frame) {
    const anchor = closest(event.target, anchors);
    if (!anchor || event.button > 1) return;
    const used = event.defaultPrevented; // handled by a decoration on top of the link
    event.preventDefault();
    const address = addressOf(anchor);
    if (used || !address) return;
    const {left, top, right, bottom, width, height} = frame.toView(anchor.getBoundingClientRect());
    const rect = {left, top, right, bottom, width, height};
    Promise.resolve(this.shell.footnotes?.open(frame, anchor, address, rect))
      .catch((error) => this.shell.report(error, frame.href))
      .then((shown) => shown || this.follow(address, event, rect));
  }

  /** Shows a picture or a recording that is not a document of its own, or follows a misspelled link to a document.
   * @param {string} address @returns {Promise<boolean>} */
  async #unlisted(address) {
    if (await show(this.shell, address)) return true;
    const href = address.slice(base.length), [name, fragment = ""] = href.split("#");
    const found = await loadJSON("~lectern/locate.json", {query: JSON.stringify({href: name})}).catch(() => null);
    const target = found && this.shell.book.resolve(found.href);
    return target ? this.#go({...target, fragment: decoded(fragment)}) : this.#leadsNowhere(href);
  }
}

/** @param {Shell} shell */
export function install(shell) {
  const links = shell.links = new Links(shell);
  shell.on("command:back", () => links.back());
  shell.on("arrived", (locator) => links.arrived(locator));
  shell.on("frame", (frame) => {
    for (const type of ["click", "auxclick"]) {
      frame.listen(frame.document, type, (/** @type {any} */ event) => links.click(event, frame));
    }
    for (const type of ["submit", "dragstart", "drop"]) {
      frame.listen(frame.document, type, (/** @type {any} */ event) => {
        if (type === "submit" || event.target.closest?.(anchors)) event.preventDefault();
      }, true);
    }
  });
}
