// SPDX-License-Identifier: BSD-3-Clause
// The position of the reader in a document as a locator, and back.
import {locatorOf, rangeOf} from "../book/locate.js";
import {firstVisible, startRect} from "../book/place.js";
import {isText} from "../tools/nodes.js";
import {clamp} from "../tools/numbers.js";

/** The length of the quote in a locator. */
const PHRASE = 60;

/** Extends the anchor by the words that follow it.
 * @param {Range} anchor @returns {Range} */
function phrase(anchor) {
  const {startContainer: node, startOffset: start} = anchor;
  const range = anchor.cloneRange();
  if (!isText(node)) return range;
  const {data} = node;
  let end = Math.min(data.length, start + PHRASE);
  if (end < data.length) {
    const space = data.slice(start, end).search(/\s\S*$/);
    if (space > 0) end = start + space;
    else if (/[\uDC00-\uDFFF]/.test(data[end])) end--;
  }
  range.setEnd(node, Math.max(end, anchor.endContainer === node ? anchor.endOffset : start));
  return range;
}

/** @param {import("./paginator.js").ReflowFrame} frame */
export function locatorOfAnchor({anchor, document, href, link, progression, shell, index}) {
  const {locations = {}, text = {}} = anchor ? locatorOf(phrase(anchor), document) : {};
  return {href, type: link.type, locations: {...locations, progression, ...shell.book.occurrence(index)}, text};
}

/** @param {Range} range @param {import("./paginator.js").ReflowFrame} frame
 * @returns {boolean} whether the screen begins with this range */
function isFirst(range, frame) {
  const first = firstVisible(frame), [one, other] = [range, first].map((each) => each && startRect(each));
  return Boolean(one && other && Math.hypot(one.left - other.left, one.top - other.top) < 1);
}

/** Scrolls a document to a locator.
 * @param {import("./paginator.js").ReflowFrame} frame @param {any} locator @param {boolean} [animated]
 * @param {boolean} [keep] whether to restore a position, without a jump */
export function scrollToLocator(frame, locator, animated = false, keep = false) {
  const locations = locator.locations || {};
  const exact = locations.domRange || locations.cssSelector || locations.fragments?.length || locator.text?.highlight;
  const range = exact ? rangeOf(locator, frame.document) : null;
  const progression = clamp(Number(locations.progression) || 0, 0, 1);
  if (range && frame.flow.mode === "scroll" && locations.progression != null) {
    // The page reported this locator: the first content on the screen at this progression. Restores that screen.
    frame.showProgression(progression);
    if (isFirst(range, frame)) return;
  }
  if (range && frame.reveal(range, animated)) {
    if (!keep) return;
    frame.keepAt(range);
    // In another layout, the text starts at the top of the screen, not lower.
    frame.edge = 0;
    if (frame.flow.mode === "scroll") frame.restore(false);
    return;
  }
  frame.showProgression(progression);
}
