// SPDX-License-Identifier: BSD-3-Clause
// Opens boxes that columns cannot break, and shrinks content that is wider than a page, so that no text is lost. The
// page sheet (css/page.css) defines the effect of the attributes:
//   data-lectern-fit       an image, video, … that is still larger than a page; bare: something moves it off the page
//   data-lectern-tall      a box that does not break, or moves or hides its text.  Any combination of: overflow, block
//                          (change its display), static (its position), plain (everything else that moves it), first (no
//                          space before it), end (nor after it), next (start on a new page), free (its size), page (at
//                          most as high as a page), line (its line height), letter (its font size), turned (its lines
//                          run across those of the page), indented (reduce its indents); formula, and term (break
//                          between terms), scaled; for a table row, long (break it); for a table, grid (grids.js); for the
//                          body, origin (the origin of positioned boxes)
//   data-lectern-away      content before or above the first page, for screen readers
//   data-lectern-last      the last element, its last child, …
//   data-lectern-wide      content wider than a column, in steps: wrap, then also small (its font is scaled by
//                          --lectern-shrink), then also break (inside words) and fixed (a table)
//   data-lectern-enlarge   too small to be read well: opened in front of the page
//   data-lectern-plate     the picture that is the whole document, moved by --lectern-middle
//   data-lectern-ground    a picture without a ground of its own: turned (inverted), light
//   data-lectern-wrap      text wider than a column: pre, normal
//   data-lectern-narrow    a box wider than a column: max (limit its size), auto (reset it)
//   data-lectern-indent    a line whose indent moves a picture over the edge
import {solidBoxes} from "./boxes.js";
import {Columns, OPEN, fits} from "./columns.js";
import {displaced} from "./displaced.js";
import {breakTables} from "./grids.js";
import {breakRubies} from "./rubies.js";
import {spilling} from "./spills.js";
import {fitTables} from "./tables.js";
import {crossingText} from "./texts.js";

/** Attributes that show a marquee in its final position. */
const STANDING = {behavior: "slide", loop: "1", direction: "left", scrollamount: "100000", scrolldelay: "0", truespeed: ""};
/** Custom properties of the attributes. */
const PROPERTIES = ["--lectern-shrink", "--lectern-middle", "--lectern-columns", "--lectern-cell"];
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
      const {style} = /** @type {HTMLElement} */ (element);
      for (const name of PROPERTIES) style.removeProperty(name);
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
    breakTables(columns(), this);
    breakRubies(columns(), this);
    for (let round = 0; round < ROUNDS && !fits(columns()); round++) {
      const changes = crossingText(columns(), round);
      // Some fixes are only tried in later rounds.
      if (!changes || !this.apply(changes) && round > 1) break;
    }
  }
}
