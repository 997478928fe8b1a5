// SPDX-License-Identifier: BSD-3-Clause
// The Tab key starts from the page on the screen: browsers start from where the focus was left, which may be pages away.
import {around} from "../tools/nodes.js";
import {firstVisible} from "../book/place.js";

const FOCUSABLE = "a[href],area[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],"
  + "[contenteditable],[tabindex]";

/** @param {any} element @returns {boolean} whether the Tab key stops at it */
const stops = (element) => element.tabIndex >= 0 && !element.disabled && element.getClientRects().length > 0;

/** Moves the focus if the browser would start from another page.
 * @param {import("./shell.js").Shell} shell @param {boolean} isBack with Shift @param {any} from the frame with the focus, or
 *   null for the page @returns {boolean} whether it has the focus now; otherwise the browser moves it */
export function tab(shell, isBack, from) {
  const frame = from ?? shell.current(), own = document.activeElement;
  if (!frame?.onScreen || !from && own && own !== document.body && !own.contains(frame.element)) return false;
  const {document: content, body} = frame, active = content.activeElement;
  if (active && active !== body && frame.onScreen(around(active))) return false;
  const place = firstVisible(frame), all = [...content.querySelectorAll(FOCUSABLE)].filter(stops);
  if (!place || !all.length) return false;
  const next = all.findIndex((element) => around(element).compareBoundaryPoints(Range.START_TO_END, place) > 0);
  const index = next < 0 ? all.length : next, found = all[isBack ? index - 1 : index];
  // From the last or the first element, the browser leaves the document.
  (found ?? (isBack ? all[0] : all[all.length - 1])).focus({preventScroll: true});
  if (found && !frame.onScreen(around(found))) {
    frame.reveal(around(found));
    shell.view.settle?.();
  }
  return Boolean(found);
}
