// SPDX-License-Identifier: BSD-3-Clause
// The Tab key starts from the page on the screen: browsers start from where the focus was left, which may be pages away.
import {around} from "../tools/nodes.js";
import {firstVisible} from "../book/place.js";
import {label} from "../tools/labels.js";

const FOCUSABLE = "a[href],area[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],"
  + "[contenteditable],[tabindex]";

/** @param {any} element @returns {boolean} whether the Tab key stops at it */
const stops = (element) => element.tabIndex >= 0 && !element.disabled && element.getClientRects().length > 0;

/** @param {any} frame @returns {boolean} whether the focus is in another part of the page */
function isElsewhere({element}) {
  const {activeElement: own} = document;
  return Boolean(own && own !== document.body && !own.contains(element));
}

/** Moves the focus if the browser would start from another page.
 * @param {import("./shell.js").Shell} shell @param {boolean} isBack with Shift @param {any} from the frame with the focus, or
 *   null for the page @returns {boolean} whether it has the focus now; otherwise the browser moves it */
export function tab(shell, isBack, from) {
  const frame = from ?? shell.current();
  if (!frame?.onScreen || !from && isElsewhere(frame)) return false;
  const {document: content, body} = frame, active = content.activeElement;
  const all = [...content.querySelectorAll(FOCUSABLE)].filter(stops), end = isBack ? all[0] : all[all.length - 1];
  // From the last or the first element, the browser leaves the document; a screen reader says so.
  const leave = () => isBack || shell.emit("announce", label("linksEnd"));
  if (active && active !== body && frame.onScreen(around(active))) {
    if (active === end) leave();
    return false;
  }
  const place = firstVisible(frame);
  if (!place || !all.length) return false;
  const next = all.findIndex((element) => around(element).compareBoundaryPoints(Range.START_TO_END, place) > 0);
  const index = next < 0 ? all.length : next, found = all[isBack ? index - 1 : index];
  (found ?? end).focus({preventScroll: true});
  if (!found) leave();
  else show(frame, around(found));
  return Boolean(found);
}

/** @param {any} frame @param {Range} range */
function show(frame, range) {
  if (frame.onScreen(range)) return;
  frame.reveal(range);
  frame.shell.view.settle?.();
}
