// SPDX-License-Identifier: BSD-3-Clause
// Notices when turning pages leads back. Content whose layout depends on what is on the screen can move the reader to the
// page that was just left, again and again; the next turn then goes beyond the page to which the last one went.

/** @typedef {import("../layout/paginator.js").ReflowFrame} ReflowFrame */

/** Frames that have been reported.
 * @type {WeakSet<ReflowFrame>} */
const reported = new WeakSet();

export class Headway {
  /** The last turn: from which page, to which, and the first content of the former.
   * @type {{frame: ReflowFrame, way: 1|-1, act: number, from: number, to: number, place: Range|null}|null} */
  #last = null;

  /** @param {import("./reflow.js").ReflowView} view */
  constructor(view) {
    this.view = view;
  }

  /** Turns the page, like `frame.turn`.
   * @param {ReflowFrame} frame @param {1|-1} way @returns {boolean} false at the end */
  turn(frame, way) {
    const {view} = this, {animated, act} = view;
    if (frame.flow.mode !== "paged") return frame.turn(way, animated);
    const last = this.#last?.frame === frame && this.#last.way === way && this.#last.act === act ? this.#last : null;
    const place = frame.stale ? null : frame.anchor, from = frame.page;
    let to = from + way;
    if (last?.place && place && (from - last.from) * way <= 0 && isReached(last.place, place, way)) {
      to = last.to + way;
      this.#report(frame);
    }
    this.#last = {frame, way, act: act + 1, from, to, place: place || last?.place || null};
    if (to < 0 || to >= frame.pages) return false;
    frame.turnTo(to, animated);
    return true;
  }

  /** @param {ReflowFrame} frame */
  #report(frame) {
    frame.pinned = true;
    if (reported.has(frame)) return;
    reported.add(frame);
    this.view.shell.report("A page turn led back to the page that was left: the layout depends on what is on the screen.",
      frame.href, "document");
  }
}

/** @param {Range} left @param {Range} now @param {1|-1} way @returns {boolean} whether the place has not advanced */
function isReached(left, now, way) {
  if (left.startContainer.getRootNode() !== now.startContainer.getRootNode()) return false;
  return now.compareBoundaryPoints(Range.START_TO_START, left) * way <= 0;
}
