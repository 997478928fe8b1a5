// SPDX-License-Identifier: BSD-3-Clause
// Points of input events, and what is there: controls, text, elements that scroll.
import {closest} from "../tools/nodes.js";

export const fields = "input,select,textarea,audio,video,[contenteditable]:not([contenteditable=false]),"
  + "[role=slider],[role=textbox],[role=listbox],[role=menu],[role=tree],[role=tablist],[role=dialog]";
export const pressable = "a[href],button,summary,[role=button],[role=link],[role=checkbox]";
export const controls = fields + "," + pressable + ",area[href],label,option,iframe,object,embed";

/** @typedef {{x: number, y: number}} Point */
/** @type {(one: Point, other: Point) => number} */
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The point of an event in page coordinates.
 * @type {(event: any, frame: any) => Point} */
export const pointOf = ({clientX: x, clientY: y}, frame) => {
  const rect = frame?.toView({left: x, top: y, right: x, bottom: y, width: 0, height: 0, x, y});
  return rect ? {x: rect.left, y: rect.top} : {x, y};
};

/** Whether an element can scroll that way.
 * @type {(element: any, x: number, y: number) => boolean} */
export const canScroll = (element, x, y) => (y < 0 && element.scrollTop > 0)
  || (y > 0 && element.scrollTop + element.clientHeight < element.scrollHeight - 1)
  || (x !== 0 && element.scrollWidth > element.clientWidth + 1);

/** Whether an element inside a document can scroll that way, such as a wide listing.
 * @type {(target: any, x: number, y: number) => boolean} */
export const scrollable = (target, x, y) => {
  const rolls = /auto|scroll/;
  for (let element = closest(target, "*"); element; element = element.parentElement) {
    if (element === element.ownerDocument.body || !element.parentElement) return false;
    const style = getComputedStyle(element);
    if (canScroll(element, rolls.test(style.overflowX) ? x : 0, rolls.test(style.overflowY) ? y : 0)) return true;
  }
  return false;
};

/** Whether the mouse is over text, which it would select.
 * @type {(event: any) => boolean} */
export const overText = ({target, clientX: x, clientY: y}) => {
  const range = target?.ownerDocument?.caretRangeFromPoint?.(x, y);
  if (range?.startContainer.nodeType !== 3) return false;
  const {startContainer: node, startOffset: offset} = range;
  range.setStart(node, Math.max(0, offset - 1));
  range.setEnd(node, Math.min(node.length, offset + 1));
  return [...range.getClientRects()].some((box) => x > box.left - 4 && x < box.right + 4 && y > box.top && y < box.bottom);
};
