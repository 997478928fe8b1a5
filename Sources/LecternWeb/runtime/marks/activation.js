// SPDX-License-Identifier: BSD-3-Clause
// Finds the decoration that the reader means, and reports activations; hold.js and hover.js report the other
// interactions.
import {Hold, SLOP} from "./hold.js";
import {Hover} from "./hover.js";
import {hasSelection} from "../tools/nodes.js";
import {box} from "../book/rects.js";

/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {"activate"|"secondary"|"hover"} Interaction */
/** @typedef {{x: number, y: number}} Point in client coordinates of the document */
/** @typedef {{group: string, id: string, rect: import("../book/rects.js").Box}} Hit the rectangle of its text on the
 *   screen, in the top page */

export class Activation {
  /** @type {{x: number, y: number, selects: boolean}|undefined} */
  pressed = undefined;

  /** @param {import("./decorations.js").Decorations} decorations */
  constructor(decorations) {
    const {surface} = this.decorations = decorations;
    this.surface = surface;
    this.hold = new Hold(this);
    this.hover = new Hover(this);
    surface.listen(surface.document, "pointerdown", ({clientX: x, clientY: y}) => {
      this.pressed = {x, y, selects: hasSelection(surface)};
    }, true);
    surface.listen(surface.document, "click", (event) => this.click(event), true);
  }

  /** @param {Interaction} interaction @param {string} group @param {import("./marks.js").Item} item
   * @returns {boolean} whether the decoration or its group enables it */
  isOn(interaction, group, {interactions}) {
    const {activable, interactive} = this.decorations.shell.state;
    const groups = interaction === "activate" ? activable : interactive?.[interaction];
    return interactions?.includes(interaction) || groups?.includes(group) || false;
  }

  /** The topmost decoration at a point that enables an interaction.
   * @param {Point} point @param {Interaction} [interaction] @returns {Hit|null} */
  hit({x, y}, interaction = "activate") {
    const {groups, layer} = this.decorations;
    // The pages before and after this one may be at the same place.
    if (getComputedStyle(layer.container).visibility === "hidden") return null;
    if (!layer.isInside) {
      // Converts from the frame to the surrounding page.
      const {left, top, width} = layer.container.getBoundingClientRect();
      [x, y] = [left + x * width / 100, top + y * width / 100];
    }
    for (const [group, marks] of [...groups].reverse()) {
      for (const mark of [...marks].reverse()) {
        if (!mark.node?.isConnected || !this.isOn(interaction, group, mark.item)) continue;
        const inner = mark.node.querySelectorAll('[data-activable="1"]');
        for (const element of inner.length ? inner : mark.node.children) {
          const {left, top, right, bottom} = element.getBoundingClientRect();
          if (x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1) continue;
          return {group, id: mark.item.id, rect: layer.measure().rectOf(mark)};
        }
      }
    }
    return null;
  }

  /** @param {Point} point @returns {Point} in the top page */
  pointInView({x, y}) {
    const {zoom = 1} = this.surface, {left, top} = this.surface.toView(box(x / zoom, y / zoom, x / zoom, y / zoom));
    return {x: left, y: top};
  }

  /** @param {Omit<Hit, "rect">} found @param {Point|null} point in the top page @param {any} [more] members */
  send(found, point, more) {
    this.decorations.shell.send({type: "decoration", ...more, ...found, ...(point && {point})});
  }

  /** @param {MouseEvent} event a click on a decoration is neither a tap nor follows a link */
  click(event) {
    const {clientX: x, clientY: y, button, defaultPrevented} = event, {surface} = this;
    const down = this.pressed;
    this.pressed = undefined;
    if (button || defaultPrevented || hasSelection(surface) || down?.selects) return;
    if (down && Math.hypot(x - down.x, y - down.y) > SLOP) return;
    const found = this.hit({x, y});
    if (!found) return;
    event.preventDefault();
    this.send(found, this.pointInView({x, y}));
  }
}
