// SPDX-License-Identifier: BSD-3-Clause
// One document of the publication in a frame: the common part of all views. No script runs in the frame; our own work
// from outside, in the same origin.
import {h} from "../tools/dom.js";
import {address} from "../tools/load.js";
import {box} from "../book/rects.js";
import {Surface} from "./surface.js";
import {soon} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("../book/rects.js").Box} Box */
/**
 * @typedef {{mode: "paged"|"scroll"|"fixed", axis: "x"|"y", sign: 1|-1, vertical: false|"rl"|"lr",
 *   direction: "ltr"|"rtl", pitch: number, columns: number, pages: number, width: number, height: number}} Flow
 */

/** @type {string|undefined} */
let sandbox;

/** WebKit does not call our listeners in a frame without scripts; there, only the documents' policy blocks scripts.
 * @param {HTMLIFrameElement|null} [frame] to try it in, which has no scripts; otherwise, one is added for a moment
 * @returns {string} the value of the attribute `sandbox` */
function restrictions(frame) {
  if (sandbox !== undefined) return sandbox;
  const probe = frame || h("iframe", {sandbox: "allow-same-origin", hidden: true});
  if (!frame) document.body.append(probe);
  let heard = false;
  probe.contentDocument?.addEventListener("lectern", () => (heard = true), {once: true});
  probe.contentDocument?.dispatchEvent(new Event("lectern"));
  if (!frame) probe.remove();
  return (sandbox = heard ? "allow-same-origin" : "allow-same-origin allow-scripts");
}

/** Takes over the frame of the first document, which index.html has had loaded meanwhile.
 * @param {string} href @returns {HTMLIFrameElement|null} if it is that of this document */
function firstFrame(href) {
  const element = /** @type {HTMLIFrameElement|null} */ (document.querySelector("[data-lectern-first]"));
  element?.removeAttribute("data-lectern-first");
  // There is no document if it could not be loaded.
  if (element?.contentDocument && element.src === address(href) && element.sandbox.value === restrictions(element)) return element;
  element?.remove();
  return null;
}

/** @param {Document} document @returns {boolean} whether all its style sheets have loaded or failed */
function styled(document) {
  for (const link of document.querySelectorAll('link[rel~="stylesheet"], link[rel~="STYLESHEET"]')) {
    const sheet = /** @type {HTMLLinkElement} */ (link);
    if (!sheet.sheet && sheet.href && !sheet.disabled && !/\balternate\b/i.test(sheet.rel) &&
      (!sheet.media || /** @type {Window} */ (document.defaultView).matchMedia(sheet.media).matches)) return false;
  }
  return true;
}

/** How long to wait for style sheets after the text has loaded, and for the start of the text, in ms. */
const PATIENCE = 3000, LIMIT = 20_000;

/** Warnings already reported, because a document may be loaded many times. @type {Set<string>} */
const reported = new Set();

export class Frame extends Surface {
  /** @param {Shell} shell @param {number} index of the item */
  constructor(shell, index) {
    const link = shell.book.items[index];
    super(shell, link.href);
    this.index = index;
    this.link = link;
    this.zoom = 1;
    /** @type {Flow} */
    this.flow = {mode: "fixed", axis: "x", sign: 1, vertical: false, direction: "ltr", pitch: 0, columns: 1, pages: 1,
      width: 0, height: 0};
    /** Whether its document is being loaded already. */
    const begun = firstFrame(this.href);
    this.element = begun || /** @type {HTMLIFrameElement} */ (h("iframe", {
      sandbox: restrictions(), "data-lectern-frame": true, referrerpolicy: "no-referrer", scrolling: "no"}));
    this.element.title = shell.book.titleAt(index) || this.href;
    this.begun = Boolean(begun);
    this.hide();
  }

  /** @param {any} locator @returns {boolean} whether a mark is in this item, of several with the same document */
  holds(locator) {
    return this.shell.book.holds(this.index, locator);
  }

  get document() {
    return /** @type {Document} */ (this.element.contentDocument);
  }

  get window() {
    return /** @type {Window} */ (this.element.contentWindow);
  }

  get root() {
    return /** @type {HTMLElement} */ (this.document.documentElement);
  }

  /** The body, or its equivalent: the root of an SVG document, a frameset. */
  get body() {
    return /** @type {HTMLElement} */ (this.document.body || this.root);
  }

  /** Loads the document into a frame of a parent element, hidden.
   * @param {HTMLElement} parent
   * @param {{early?: () => void}} [options] called when the root exists and before the first layout
   * @returns {Promise<boolean>} false if the frame was disposed of meanwhile */
  async load(parent, options = {}) {
    const {early} = options;
    const {element} = this;
    const {as} = this.link;
    if (as === "image") {
      parent.append(element);
      this.picture();
      early?.();
      return true;
    }
    // Moved to another parent, it loads again.
    if (element.parentNode !== parent) parent.append(element);
    // A drawing is served inside a document, which can have a policy.
    if (!this.begun) element.src = address(this.href) + (as === "svg" ? "?lectern-frame" : "");
    await this.arrive(early, this.begun ? null : undefined);
    if (!this.disposed && this.fault()) {
      element.srcdoc = "<!DOCTYPE html>";
      await this.arrive(early);
    }
    return !this.disposed;
  }

  /** Waits for the document that replaces the current one.
   * @param {(() => void)|undefined} early @param {Document|null} [old] */
  arrive(early, old = this.element.contentDocument) {
    const {element} = this, limit = performance.now() + LIMIT;
    return new Promise((resolve) => {
      let begun = false, deadline = 0;
      const done = () => {
        stop();
        element.removeEventListener("load", check);
        resolve(null);
      };
      const begin = (/** @type {Document} */ document) => {
        begun = true;
        early?.();
        document.addEventListener("readystatechange", step);
      };
      const isReady = (/** @type {Document} */ document, /** @type {boolean} */ loaded) => {
        if (document.readyState === "loading") return false;
        deadline ||= performance.now() + PATIENCE;
        return loaded || styled(document) || performance.now() > deadline;
      };
      const check = (/** @type {Event|undefined} */ event = undefined) => {
        if (this.disposed) return done();
        const document = element.contentDocument, loaded = event?.type === "load";
        if (document?.documentElement && document !== old && document.URL !== "about:blank") {
          if (!begun) begin(document);
          if (isReady(document, loaded)) done();
        } else if (loaded && document !== old || !begun && performance.now() > limit) done();
      };
      const step = () => check();
      const tick = () => {
        stop = soon(tick, 50);
        check();
      };
      let stop = soon(tick, 5);
      element.addEventListener("load", check);
      this.ends.push(done);
    });
  }

  /** Reports problems of the document. @returns {boolean} whether to replace it with an empty one */
  fault() {
    const document = this.element.contentDocument, root = document?.documentElement;
    // Not every root element can be laid out.
    const isLost = !root?.style || document?.URL === "about:blank";
    if (isLost) this.warn("The document cannot be read.");
    else if (root.hasAttribute("data-lectern-error")) this.warn(root.getAttribute("data-lectern-error"));
    else if (/xhtml/.test(this.link.type || "") && document?.contentType === "text/html") {
      this.warn(this.body.firstChild ? "The document is not well-formed XHTML and is read as HTML." : "The document is empty.");
    }
    return isLost;
  }

  /** @param {string|null} message to report to the host, once */
  warn(message) {
    const key = `${this.href} ${message}`;
    if (!reported.has(key)) this.shell.report(message || "", this.href, "document");
    reported.add(key);
  }

  /** Creates a document with a single image. */
  picture() {
    const {document} = this;
    const image = document.createElement("img");
    image.onerror = () => this.warn("The picture cannot be shown.");
    image.src = address(this.href);
    image.alt = this.element.title;
    image.style.cssText = "display: block; width: 100%; height: 100%; object-fit: contain; margin: auto";
    document.body.append(image);
    this.entitle();
  }

  /** Sets the title and language of a document that we created. */
  entitle() {
    this.document.title = this.element.title;
    if (this.shell.book.language) this.root.lang = this.shell.book.language;
  }

  hide() {
    this.element.style.visibility = "hidden";
    this.element.setAttribute("aria-hidden", "true");
    this.element.toggleAttribute("inert", true);
  }

  show() {
    this.element.style.visibility = "";
    this.element.removeAttribute("aria-hidden");
    this.element.removeAttribute("inert");
  }

  get shown() {
    return !this.disposed && this.element.style.visibility !== "hidden";
  }

  scroll() {
    return {x: this.window.scrollX, y: this.window.scrollY};
  }

  /** Position and scale of the frame in the window. */
  get offset() {
    const rect = this.element.getBoundingClientRect();
    return {x: rect.left, y: rect.top, scale: rect.width / (this.element.offsetWidth || 1) || 1};
  }

  /** @param {Box} rect as the document reports it @returns {Box} in coordinates of the top page */
  toView(rect) {
    const {x, y, scale} = this.offset;
    const k = this.zoom * scale;
    return box(rect.left * k + x, rect.top * k + y, rect.right * k + x, rect.bottom * k + y);
  }

  /** @param {{x: number, y: number}} point of the top page @returns {{x: number, y: number}} in the document */
  fromView(point) {
    const {x, y, scale} = this.offset;
    return {x: (point.x - x) / scale, y: (point.y - y) / scale};
  }

  /** @returns {Box} the visible part, in client coordinates */
  visible() {
    return box(0, 0, this.window.innerWidth, this.window.innerHeight);
  }

  /** @param {Box|Range} _target @returns {number} */
  pageOf(_target) {
    return 0;
  }

  /** @param {Range} _range @returns {boolean} */
  reveal(_range) {
    return true;
  }

  /** @override */
  dispose() {
    super.dispose();
    this.element.remove();
    this.element.removeAttribute("src");
  }
}
