// SPDX-License-Identifier: BSD-3-Clause
// Notes in a pop-up: the note that a reference leads to, from its own document or another, cleaned: what is shown is
// built anew from a list of elements and attributes.
//   shell.notes.open(frame, anchor, address, rect) → whether it was a note, and is shown
//   shell.notes.uncover(node)   shows a note that only pops up, since something leads into it
//   shell.notes.close()
import {base, decoded, load} from "./load.js";
import {addressOf} from "./links.js";

const ops = "http://www.idpf.org/2007/ops";
const html = "http://www.w3.org/1999/xhtml";
const math = "http://www.w3.org/1998/Math/MathML";

const references = /\b(noteref|biblioref|glossref)\b/;
const backwards = /\b(backlink|referrer)\b/;
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
/** What is shown without the elements that it stands in; everything else that is unknown is left out. */
const transparent = set("article main body center font big tt details summary label");
const longest = 20000; // letters of a note; longer ones are read in their place

/** What an element is, by its epub:type and its role.
 * @type {(element: Element | null) => string} */
const kindOf = (element) => !element ? ""
  : `${element.getAttributeNS(ops, "type") ?? element.getAttribute("epub:type") ?? ""} ${element.getAttribute("role") ?? ""}`;

/** @type {(element: Element | null) => boolean} */
const isRaised = (element) => {
  if (!element) return false;
  if (element.localName === "sup") return true;
  const {verticalAlign} = getComputedStyle(element);
  return /^(super|top|text-top)$/.test(verticalAlign) || parseFloat(verticalAlign) > 0;
};

/** Whether a link refers to a note: true, false, or "maybe".
 * @type {(anchor: Element) => boolean | "maybe"} */
const isReference = (anchor) => {
  const kind = kindOf(anchor);
  if (references.test(kind)) return true;
  if (backwards.test(kind)) return false;
  const only = anchor.children.length === 1 ? anchor.children[0] : null;
  return [anchor, anchor.parentElement, only].some(isRaised) && "maybe";
};

/** The id that an address names, or "".
 * @type {(address: string | null) => string} */
const idOf = (address) => decoded(address?.split("#")[1] ?? "");

/** The block that an element stands for: a note, an item of a list, a paragraph.
 * @type {(element: Element) => Element} */
const blockOf = (element) => {
  let block = element;
  while (inline.has(block.localName) && block.parentElement) block = block.parentElement;
  // An empty anchor before a paragraph means the paragraph.
  if (block !== element && !element.textContent?.trim() && /^(body|section|article|main|div)$/.test(block.localName)) {
    return element.nextElementSibling ?? block;
  }
  return block;
};

/** What of a document is the note; null when that is no note.
 * @type {(target: Element, sure: boolean) => Element[] | null} */
const noteAt = (target, sure) => {
  const note = target.closest("aside,li") ?? null;
  const marked = aside.test(kindOf(target)) ? target : aside.test(kindOf(note)) ? note : null;
  let block = marked ?? blockOf(target);
  while (/^(td|th)$/.test(block.localName) || (/^(li|dd)$/.test(block.parentElement?.localName ?? "")
    && block.parentElement?.firstElementChild === block)) block = block.parentElement ?? block;
  if (block.localName === "body" || /^h[1-6]$/.test(block.localName)) return null;
  if (!sure && !marked) {
    // In running text it is the reference that a note leads back to.
    const range = target.ownerDocument.createRange();
    range.setStart(block, 0);
    range.setEndBefore(target);
    if (target !== block && block.contains(target) && range.toString().trim().length > 6) return null;
    if (/^(section|div|article|main|nav|table|ul|ol)$/.test(block.localName) && block !== note
      && (block.textContent?.length ?? 0) > 2000) return null;
  }
  const all = [block];
  for (let next = block.nextElementSibling; block.localName === "dt" && next && next.localName !== "dt";) {
    all.push(next);
    next = next.nextElementSibling;
  }
  return all.reduce((sum, part) => sum + (part.textContent?.length ?? 0), 0) > longest ? null : all;
};

/** A clean copy in the document of the page.
 * @type {(node: Node, from: string, to: Node) => void} */
const copy = (node, from, to) => {
  if (node.nodeType === 3 || node.nodeType === 4) {
    to.appendChild(document.createTextNode(node.nodeValue ?? ""));
    return;
  }
  if (node.nodeType !== 1) return;
  const element = /** @type {Element} */ (node), name = element.localName;
  const isMath = element.namespaceURI === math && formulas.has(name);
  const known = isMath || (element.namespaceURI === html && (inline.has(name) || blocks.has(name)));
  const address = name === "a" ? addressOf(element) : null;
  // The way back from the note is the pop-up's own.
  if (backwards.test(kindOf(element)) || (address && address.split("#")[0] === from && backwards.test(element.className))) return;
  let into = to;
  if (known && !transparent.has(name)) {
    const made = isMath ? document.createElementNS(math, name) : document.createElement(name);
    for (const {localName, value} of element.attributes) if (attributes.has(localName)) made.setAttribute(localName, value);
    if (name === "a" && address) made.setAttribute("href", address);
    if (name === "img") {
      const source = new URL(element.getAttribute("src") ?? "", element.baseURI).href;
      if (!source.startsWith(base) || source.startsWith(base + "~")) return;
      made.setAttribute("src", source);
    }
    into = to.appendChild(made);
  } else if (!transparent.has(name)) {
    return;
  }
  for (const child of element.childNodes) copy(child, from, into);
};

/** @type {(name: string, className: string, text?: string) => HTMLElement} */
const make = (name, className, text = "") => {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
};

/** @param {any} shell */
export function install(shell) {
  /** @type {HTMLElement | null} */ let dialog = null;
  /** @type {any} */ let opener = null;
  /** @type {(() => void) | null} */ let stop = null;
  let asked = "";
  const isOn = () => shell.options?.footnotes !== false;
  /** @type {(name: string, text: string) => string} */
  const label = (name, text) => shell.options?.labels?.[name] ?? text;

  const close = () => {
    if (!dialog) return;
    const had = dialog.contains(document.activeElement);
    dialog.remove();
    dialog = null;
    stop?.();
    if (had && opener?.isConnected) opener.focus({preventScroll: true});
  };

  /** Beside its reference, where there is more room.
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

  /** @type {(frame: any, anchor: any, parts: Element[], address: string, rect: any) => void} */
  const show = (frame, anchor, parts, address, rect) => {
    close();
    const panel = dialog = make("div", "lectern-note");
    const body = panel.appendChild(make("div", "lectern-note-content"));
    for (const part of parts) copy(part, address.split("#")[0], body);
    const language = parts[0].closest("[lang],[*|lang]");
    body.lang = language?.getAttribute("lang") || language?.getAttribute("xml:lang") || frame.root.lang || "";
    body.dir = frame.flow?.direction ?? "auto";
    const {fontFamily, fontSize, color} = getComputedStyle(frame.body ?? frame.root);
    const page = [frame.body, frame.root].map((element) => element && getComputedStyle(element).backgroundColor)
      .find((value) => value && !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(value));
    Object.assign(panel.style, {color, backgroundColor: page ?? "white"});
    Object.assign(body.style, {fontFamily, fontSize: `clamp(14px, ${fontSize}, 22px)`});
    const tools = panel.appendChild(make("div", "lectern-note-tools"));
    const go = tools.appendChild(make("button", "", label("goToNote", "Go to note")));
    const done = tools.appendChild(make("button", "", label("close", "Close")));
    go.onclick = () => {
      close();
      shell.links.follow(address);
    };
    done.onclick = close;
    panel.setAttribute("role", "dialog");
    panel.setAttribute("aria-label", label("note", "Note"));
    panel.tabIndex = -1;
    panel.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close();
    };
    panel.onclick = (event) => {
      event.stopPropagation();
      const link = /** @type {any} */ (event.target).closest("a[href]");
      if (!link) return;
      event.preventDefault();
      close();
      shell.links.follow(link.href);
    };
    for (const type of ["wheel", "touchstart", "touchmove", "pointerdown", "auxclick"]) {
      panel.addEventListener(type, (event) => event.stopPropagation());
    }
    panel.addEventListener("auxclick", (event) => event.preventDefault());
    document.body.append(panel);
    place(panel, rect);
    for (const image of body.querySelectorAll("img")) image.onload = () => place(panel, rect);
    opener = anchor;
    panel.focus({preventScroll: true});
    // It goes away with a click beside it, and when the page turns.
    const escape = (/** @type {any} */ event) => {
      if (event.type !== "keydown") return panel.contains(event.target) || close();
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    const targets = [window, ...shell.frames().map((/** @type {any} */ other) => other.window)];
    const types = ["pointerdown", "keydown"];
    // The first location of all is told when its page has long been seen.
    const where = (/** @type {any} */ place) => `${place?.locator.href} ${place?.locator.locations.progression}`;
    const here = where(shell.view.place());
    const moved = shell.on("location", (/** @type {any} */ place) => where(place) === here || close());
    for (const target of targets) for (const type of types) target.addEventListener(type, escape, true);
    stop = () => {
      for (const target of targets) for (const type of types) target?.removeEventListener(type, escape, true);
      moved();
      stop = null;
    };
  };

  /** Notes that pop up are not shown in their place.
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
   * Shows a note in its place, in a document that is there or that comes next.
   * @param {any} node an element, a text, or an id
   */
  const uncover = (node) => {
    if (typeof node === "string") {
      asked = node;
      return shell.frames().some((/** @type {any} */ frame) => uncover(frame.document.getElementById(asked)));
    }
    const note = (node?.nodeType === 1 ? node : node?.parentElement)?.closest?.("[data-lectern-note]");
    note?.style.removeProperty("display");
    note?.removeAttribute("data-lectern-note");
    return !!note;
  };

  /** @type {(frame: any, anchor: Element, address: string, rect: any) => Promise<boolean>} */
  const open = async (frame, anchor, address, rect) => {
    const kind = isOn() && isReference(anchor);
    const [path] = address.split("#"), id = idOf(address);
    if (!kind || !id || !path.startsWith(base) || path.startsWith(base + "~")) return false;
    const same = path === frame.document.URL.split("#")[0];
    const from = same ? frame.document : await load(path, {type: "document"});
    const element = from?.getElementById(id);
    const parts = element && noteAt(element, kind === true);
    if (parts) show(frame, anchor, parts, address, rect);
    return !!parts;
  };

  const sheet = document.head.appendChild(document.createElement("link"));
  sheet.rel = "stylesheet";
  sheet.href = new URL("notes.css", import.meta.url).href;
  shell.notes = {open, close, uncover};
  shell.on("frame", cover);
}
