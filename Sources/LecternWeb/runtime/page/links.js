// SPDX-License-Identifier: BSD-3-Clause
// Links in documents: links within the publication are followed, with a history to go back; other links are reported to
// the host. A document never navigates by itself, whatever its links, buttons and forms request.
//   shell.links.follow(address, event, rect?)   goes there, or notifies the host
//   shell.links.back()                          returns to the last link that was followed; the command "back"
import {absolute, base} from "../tools/load.js";
import {closest} from "../tools/nodes.js";
import {pause} from "../tools/waiting.js";

/** @typedef {import("./shell.js").Shell} Shell */

const xlink = "http://www.w3.org/1999/xlink";
const anchors = "a[*|href],area[href]";
/** Schemes that are neither part of the publication nor safe for a host to open. */
const blocked = /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|chrome|resource|jar):/i;
const longest = 100; // steps in the history

/** The absolute address of a link, or null.
 * @type {(anchor: Element) => string | null} */
export const addressOf = (anchor) =>
  absolute(anchor.getAttribute("href") ?? anchor.getAttributeNS(xlink, "href"), anchor.baseURI);

/** @param {Shell} shell */
export function install(shell) {
  /** @type {any[]} Locators of the links that were followed. */
  const trail = [];

  /** Shows a picture or a recording that is not a document of its own.
   * @type {(address: string) => Promise<boolean>} */
  const picture = async (address) => {
    const {show} = await import("./picture.js");
    if (await show(shell, address)) return true;
    const href = address.slice(base.length);
    shell.report(`The link to "${href}" leads to nothing that can be shown.`, href, "link");
    return false;
  };

  /** Follows an address. Only the reader can leave the book, not a script that clicks.
   * @type {(address: string, event: Event, rect?: any) => Promise<boolean>} */
  const follow = async (address, event, rect) => {
    if (blocked.test(address)) return false;
    const target = shell.book.resolve(address);
    if (!target) {
      // Files of the page, and other addresses in the origin of the host, are never opened.
      const own = new URL(address).origin === location.origin && location.origin !== "null";
      if (address.startsWith(base) && address[base.length] !== "~") return picture(address);
      if (own || address.startsWith(base) || !event.isTrusted) return false;
      shell.send({type: "link", href: address, ...(rect && {rect})});
      return true;
    }
    const {index, href, fragment} = target;
    const {type} = shell.book.items[index];
    // A note that is normally hidden is shown when a link targets it.
    if (shell.footnotes?.uncover(fragment)) await pause(50);
    const place = shell.view.place();
    if (place) trail.push(place.locator);
    trail.splice(0, trail.length - longest);
    return shell.go({href, type, ...(fragment && {locations: {fragments: [fragment]}})});
  };

  /** @type {(event: any, frame: any) => void} */
  const click = (event, frame) => {
    const anchor = closest(event.target, anchors);
    if (!anchor || event.button > 1) return;
    const used = event.defaultPrevented; // handled by a decoration on top of the link
    event.preventDefault();
    const address = addressOf(anchor);
    if (used || !address) return;
    const {left, top, right, bottom, width, height} = frame.toView(anchor.getBoundingClientRect());
    const rect = {left, top, right, bottom, width, height};
    Promise.resolve(shell.footnotes?.open(frame, anchor, address, rect))
      .catch((error) => shell.report(error, frame.href))
      .then((shown) => shown || follow(address, event, rect));
  };

  const back = async () => {
    const locator = trail.pop();
    return !!locator && shell.go(locator);
  };
  shell.links = {follow, back};
  shell.on("command:back", back);
  shell.on("frame", (frame) => {
    for (const type of ["click", "auxclick"]) {
      frame.listen(frame.document, type, (/** @type {any} */ event) => click(event, frame));
    }
    for (const type of ["submit", "dragstart", "drop"]) {
      frame.listen(frame.document, type, (/** @type {any} */ event) => {
        if (type === "submit" || event.target.closest?.(anchors)) event.preventDefault();
      }, true);
    }
  });
}
