// SPDX-License-Identifier: BSD-3-Clause
// Finds the decoration that was clicked.
import {hasSelection} from "../tools/nodes.js";
import {box} from "../book/rects.js";

export class Activation {
  /** @type {{x: number, y: number, selects: boolean}|undefined} */
  pressed = undefined;

  /** @param {import("./decorations.js").Decorations} decorations */
  constructor(decorations) {
    const {surface} = this.decorations = decorations;
    surface.listen(surface.document, "pointerdown", ({clientX: x, clientY: y}) => {
      this.pressed = {x, y, selects: hasSelection(surface)};
    }, true);
    surface.listen(surface.document, "click", (event) => this.click(event), true);
  }

  /**
   * The topmost decoration at a point that can be activated.
   * @param {{x: number, y: number}} point in client coordinates of the document
   * @returns {{group: string, id: string, rect: import("../book/rects.js").Box}|null} the rectangle of its text on the
   *   screen, in the top page
   */
  hit({x, y}) {
    const {groups, layer, shell: {state}} = this.decorations;
    if (!layer.isInside) {
      // Converts from the frame to the surrounding page.
      const {left, top, width} = layer.container.getBoundingClientRect();
      [x, y] = [left + x * width / 100, top + y * width / 100];
    }
    for (const [group, marks] of [...groups].reverse()) {
      for (const mark of [...marks].reverse()) {
        const isActivable = mark.item.interactions?.includes("activate") || state.activable?.includes(group);
        if (!mark.node?.isConnected || !isActivable) continue;
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

  /** @param {MouseEvent} event a click on a decoration is neither a tap nor follows a link */
  click(event) {
    const {clientX: x, clientY: y, button, defaultPrevented} = event, {surface, shell} = this.decorations;
    const down = this.pressed;
    this.pressed = undefined;
    if (button || defaultPrevented || hasSelection(surface) || down?.selects) return;
    if (down && Math.hypot(x - down.x, y - down.y) > 10) return;
    const found = this.hit({x, y});
    if (!found) return;
    event.preventDefault();
    const {left, top} = surface.toView(box(x / (surface.zoom || 1), y / (surface.zoom || 1), 0, 0));
    shell.send({type: "decoration", ...found, point: {x: left, y: top}});
  }
}
