// SPDX-License-Identifier: BSD-3-Clause
// Opens boxes that columns cannot break, and shrinks content that is wider than a page, so that no text is lost. The
// page sheet (css/page.css) defines the effect of the attributes.
import {solidBoxes} from "./boxes.js";
import {Columns, OPEN, fits} from "./columns.js";
import {displaced} from "./displaced.js";
import {breakRubies} from "./rubies.js";
import {spilling} from "./spills.js";
import {fitTables} from "./tables.js";
import {crossingText} from "./texts.js";

/** Attributes that show a marquee in its final position. */
const STANDING = {behavior: "slide", loop: "1", direction: "left", scrollamount: "100000", scrolldelay: "0", truespeed: ""};
/** The maximum number of rounds for content that still crosses a page boundary. */
const ROUNDS = 4;

export class Openings {
  /** @param {any} frame a ReflowFrame */
  constructor(frame) {
    this.frame = frame;
    /** @type {Map<Element, Set<string>>} elements and their attributes */
    this.marked = new Map();
  }

  /** Called once, before the first layout. */
  begin() {
    // In WebKit, a forced break before the first text leaves an empty column.
    for (let first = this.frame.body.firstElementChild; first; first = first.firstElementChild) {
      first.style?.setProperty("break-before", "auto", "important");
    }
    // In WebKit, columns keep the margin after the last text, even if this adds an empty page.
    for (let last = this.frame.body.lastElementChild; last; last = last.lastElementChild) {
      last.setAttribute("data-lectern-last", "");
      if (/\S/.test(last.lastChild?.nodeValue || "")) break;
    }
    // A marquee is moved to its end immediately.
    for (const marquee of this.frame.body.querySelectorAll("marquee")) {
      for (const [name, value] of Object.entries(STANDING)) marquee.setAttribute(name, value);
      // WebKit puts a horizontal marquee on a single line.
      if (this.frame.window.getComputedStyle(marquee).whiteSpace === "nowrap") marquee.setAttribute("direction", "up");
    }
  }

  /** @param {Element} element @param {string} name @param {string} value a word to add, or the whole value */
  mark(element, name, value) {
    const words = name === OPEN ? new Set((element.getAttribute(name) || "").split(" ").filter(Boolean)) : new Set();
    value.split(" ").forEach((word) => words.add(word));
    const text = [...words].join(" ");
    if (element.getAttribute(name) === text) return false;
    element.setAttribute(name, text);
    this.marked.set(element, (this.marked.get(element) || new Set()).add(name));
    return true;
  }

  clear() {
    for (const [element, names] of this.marked) {
      for (const name of names) element.removeAttribute(name);
      /** @type {HTMLElement} */ (element).style.removeProperty("--lectern-shrink");
    }
    this.marked.clear();
  }

  /** @param {[Element, string, string][]} changes @returns {number} how many were not there */
  apply(changes) {
    return changes.filter(([element, name, value]) => this.mark(element, name, value)).length;
  }

  /** Finds content that does not fit, and makes it fit. Each round first reads everything, then writes. It starts from
   * scratch, so that the same size and settings always give the same pages. */
  measure() {
    const {frame} = this, columns = () => new Columns(frame);
    /** @type {Map<Element, boolean>} boxes that may overflow, and whether they contain other boxes */
    const boxed = new Map();
    this.clear();
    const changes = solidBoxes(columns(), boxed);
    // Boxes that are positioned beside their text, relative to the body, may only be misplaced until the body is the
    // origin.
    const strayed = changes.filter(([element, name]) => element === frame.body && this.mark(element, name, "origin"));
    this.apply(strayed.length ? solidBoxes(columns(), boxed) : changes);
    this.apply(spilling(columns(), boxed));
    if (frame.flow.mode === "paged") this.apply(displaced(columns()));
    fitTables(columns(), this);
    breakRubies(columns(), this);
    for (let round = 0; round < ROUNDS && !fits(columns()); round++) {
      const changes = crossingText(columns(), round);
      // Some fixes are only tried in later rounds.
      if (!changes || !this.apply(changes) && round > 1) break;
    }
  }
}
