// SPDX-License-Identifier: BSD-3-Clause
// Footnotes in a pop-up, from the same document or another. The library decides what is a footnote (note.json); the
// pop-up is rebuilt from an allow list of elements and attributes.
//   shell.footnotes.open(frame, anchor, address, rect) → whether it is a footnote, and is now shown
//   shell.footnotes.uncover(node)   shows a footnote that is normally hidden, because a jump leads into it
//   shell.footnotes.close()
import {h} from "../tools/dom.js";
import {label, locale} from "../tools/labels.js";
import {absolute, address, base, decoded, loadJSON} from "../tools/load.js";
import {scopeOf, selectorOf} from "../book/domrange.js";
import {addressOf} from "./links.js";
import {XHTML, closest, epubType, isElement, isText} from "../tools/nodes.js";

/** @typedef {import("./shell.js").Shell} Shell */

const math = "http://www.w3.org/1998/Math/MathML";

const references = /\b(noteref|biblioref|glossref)\b/;
const aside = /\b(footnote|endnote|rearnote|note)\b/;

/** @type {(names: string) => Set<string>} */
const set = (names) => new Set(names.split(" "));
const inline = set("a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q ruby rb rt s samp small span"
  + " strong sub sup time tt u var wbr");
const blocks = set("address aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header"
  + " hr li ol p pre rp section table tbody td tfoot th thead tr ul");
const formulas = set("math maction maligngroup malignmark menclose merror mfenced mfrac mi mmultiscripts mn mo mover"
  + " mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder"
  + " munderover semantics");
const attributes = set("lang dir title alt colspan rowspan start reversed value datetime cite display mathvariant"
  + " columnalign rowspacing columnspacing linethickness stretchy fence separator accent width height");
/** Elements that are replaced with their content; all other unknown elements are dropped. */
const transparent = set("article main body center font big tt details summary label");

/** The roles of an element, from its epub:type and its role.
 * @type {(element: Element | null) => string} */
const kindOf = (element) => !element ? ""
  : `${epubType(element)} ${element.getAttribute("role") ?? ""}`;

/** @type {(element: Element | null) => boolean} */
const isRaised = (element) => {
  if (!element) return false;
  if (element.localName === "sup") return true;
  const {verticalAlign} = getComputedStyle(element);
  return /^(super|top|text-top)$/.test(verticalAlign) || parseFloat(verticalAlign) > 0;
};

/** The id in an address, or "".
 * @type {(address: string | null) => string} */
const idOf = (address) => decoded(address?.split("#")[1] ?? "");

/** A sanitised copy in the document of the page.
 * @type {(node: Node, to: Node) => void} */
const copy = (node, to) => {
  if (isText(node)) return void to.appendChild(document.createTextNode(node.data));
  if (!isElement(node)) return;
  const name = node.localName;
  const isMath = node.namespaceURI === math && formulas.has(name);
  const known = isMath || (node.namespaceURI === XHTML && (inline.has(name) || blocks.has(name)));
  const address = name === "a" ? absolute(node.getAttribute("href")) : null;
  let into = to;
  if (known && !transparent.has(name)) {
    const made = isMath ? document.createElementNS(math, name) : document.createElement(name);
    for (const {localName, value} of node.attributes) if (attributes.has(localName)) made.setAttribute(localName, value);
    if (name === "a" && address) made.setAttribute("href", address);
    if (name === "img") {
      const source = absolute(node.getAttribute("src"));
      if (!source?.startsWith(base) || source.startsWith(base + "~")) return;
      made.setAttribute("src", source);
    }
    into = to.appendChild(made);
  } else if (!transparent.has(name)) {
    return;
  }
  for (const child of node.childNodes) copy(child, into);
};

/** @param {Shell} shell */
export function install(shell) {
  /** @type {HTMLElement | null} */ let dialog = null;
  /** @type {any} */ let opener = null;
  /** @type {(() => void) | null} */ let stop = null;
  let asked = "";
  const isOn = () => shell.options?.footnotes !== false;

  const close = () => {
    if (!dialog) return;
    const had = dialog.contains(document.activeElement);
    dialog.remove();
    dialog = null;
    stop?.();
    if (had && opener?.isConnected) opener.focus({preventScroll: true});
  };

  /** Positions the pop-up above or below its reference, where there is more room.
   * @type {(panel: HTMLElement, rect: any) => void} */
  const place = (panel, rect) => {
    const {clientWidth: width, clientHeight: height} = document.documentElement;
    const margin = 8, above = rect.top - 2 * margin, below = height - rect.bottom - 2 * margin;
    const style = panel.style;
    style.maxHeight = `${Math.max(120, Math.min(height * 0.6, Math.max(above, below)))}px`;
    const box = panel.getBoundingClientRect();
    const left = (rect.left + rect.right - box.width) / 2;
    style.left = `${Math.max(margin, Math.min(width - box.width - margin, left))}px`;
    const top = box.height <= below || below > above ? rect.bottom + margin : rect.top - margin - box.height;
    style.top = `${Math.max(margin, Math.min(height - box.height - margin, top))}px`;
  };

  /** @type {(frame: any, anchor: any, note: any, target: string, rect: any) => void} */
  const show = (frame, anchor, note, target, rect) => {
    close();
    const button = (/** @type {string} */ name, /** @type {(event: Event) => void} */ act) => h("button", {onclick: act}, label(name));
    const body = h("div", {class: "lectern-note-content", lang: note.language || frame.root.lang, dir: frame.flow.direction});
    const panel = dialog = h("div", {class: "lectern-note", role: "dialog", "aria-label": label("note"), tabindex: -1},
      body, h("div", {class: "lectern-note-tools", lang: locale()}, button("goToNote", (event) => {
        close();
        shell.links.follow(target, event);
      }), button("close", close)));
    const content = new DOMParser().parseFromString(note.html, "text/html");
    for (const part of content.body.childNodes) copy(part, body);
    const {fontFamily, fontSize, color} = getComputedStyle(frame.body);
    const page = [frame.body, frame.root].map((element) => getComputedStyle(element).backgroundColor)
      .find((value) => !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(value));
    Object.assign(panel.style, {color, backgroundColor: page ?? "white"});
    Object.assign(body.style, {fontFamily, fontSize: `clamp(14px, ${fontSize}, 22px)`});
    panel.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (event.key === "Escape") close();
    };
    panel.onclick = (/** @type {MouseEvent} */ event) => {
      event.stopPropagation();
      const link = closest(event.target, "a[href]");
      if (!link) return;
      event.preventDefault();
      close();
      shell.links.follow(link.href, event);
    };
    for (const type of ["wheel", "touchstart", "touchmove", "pointerdown", "auxclick"]) {
      panel.addEventListener(type, (/** @type {Event} */ event) => event.stopPropagation());
    }
    panel.addEventListener("auxclick", (/** @type {Event} */ event) => event.preventDefault());
    document.body.append(panel);
    place(panel, rect);
    for (const image of body.querySelectorAll("img")) image.onload = () => place(panel, rect);
    opener = anchor;
    panel.focus({preventScroll: true});
    // Closes on a click outside of it, and on a page turn.
    const escape = (/** @type {any} */ event) => {
      if (event.type !== "keydown") return panel.contains(event.target) || close();
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    const targets = [window, ...shell.frames().map((other) => other.window)];
    const types = ["pointerdown", "keydown"];
    // The first location is reported long after its page has become visible.
    const where = (/** @type {any} */ place) => `${place?.locator.href} ${place?.locator.locations.progression}`;
    const here = where(shell.view.place());
    const moved = shell.on("location", (place) => where(place) === here || close());
    for (const target of targets) for (const type of types) target.addEventListener(type, escape, true);
    stop = () => {
      for (const target of targets) for (const type of types) target?.removeEventListener(type, escape, true);
      moved();
      stop = null;
    };
  };

  /** Hides footnotes in the text of their documents.
   * @type {(frame: any) => void} */
  const cover = (frame) => {
    if (!isOn() || frame.flow.mode === "fixed") return;
    const links = [...frame.document.querySelectorAll("a[*|href]")].filter((link) => references.test(kindOf(link)));
    const ids = new Set(links.map((link) => idOf(addressOf(link))));
    for (const note of frame.document.querySelectorAll("aside[id]")) {
      if (!aside.test(kindOf(note)) || !ids.has(note.id) || note.id === asked) continue;
      note.setAttribute("data-lectern-note", "");
      note.style.setProperty("display", "none", "important");
    }
  };

  /**
   * Shows a footnote in the text of its document, now or when the document is loaded.
   * @param {any} node an element, a text, or an id
   * @returns {boolean}
   */
  const uncover = (node) => {
    if (typeof node === "string") {
      asked = node;
      return shell.frames().some((frame) => uncover(frame.document.getElementById(asked)));
    }
    const note = closest(node, "[data-lectern-note]");
    note?.style.removeProperty("display");
    note?.removeAttribute("data-lectern-note");
    return !!note;
  };

  /** @type {(frame: any, anchor: Element, address: string, rect: any) => Promise<boolean>} */
  const open = async (frame, anchor, address, rect) => {
    const [path] = address.split("#");
    if (!isOn() || !idOf(address) || !path.startsWith(base) || path.startsWith(base + "~")) return false;
    const only = anchor.children.length === 1 ? anchor.children[0] : null;
    const raised = [anchor, anchor.parentElement, only].some(isRaised) ? 1 : 0;
    const query = {href: frame.href, cssSelector: selectorOf(anchor, scopeOf(frame.document))};
    const note = await loadJSON("~lectern/note.json", {raised, query: JSON.stringify(query)});
    if (!note) return false;
    show(frame, anchor, note, address, rect);
    return true;
  };

  document.head.append(h("link", {rel: "stylesheet", href: address("~lectern/footnotes.css")}));
  shell.footnotes = {open, close, uncover};
  shell.frames().forEach(cover);
  // Before the document is laid out.
  shell.on("document", cover);
  let was = isOn();
  shell.on("options", () => {
    if (was === isOn()) return;
    was = isOn();
    if (!was) close();
    for (const frame of shell.frames()) {
      if (was) cover(frame);
      else frame.document.querySelectorAll("[data-lectern-note]").forEach(uncover);
    }
  });
}
