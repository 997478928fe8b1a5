// SPDX-License-Identifier: BSD-3-Clause
// Keys, taps, swipes, the wheel and the pen, in the page and in the documents of the publication.
//
// The options keyboard, touch, mouse, pen and wheel of the shell turn off one of these at any time.  A view may have:
//   scrolls, scrollBy(x, y)   true: the wheel, fingers and arrow keys scroll instead of turning pages
//   keys                      {Home: "start", …}: other commands for keys
//   zoom                      a Zoom (zoom.js): pinch, double tap, pan; pages turn only at its edge
//   drag(distance)            a finger has moved along the page axis by that many px …
//   drop(turned)              … and was lifted, after the page turn

/** @typedef {import("./shell.js").Shell} Shell */

import {closest, hasSelection} from "../tools/nodes.js";

const slop = 10; // px that a finger may move in a tap
const flick = 0.3; // px/ms
const notch = 60; // px of wheel movement for one page
const silence = 150; // ms that end a gesture of the wheel
const pause = 250; // ms between the taps of a double tap

/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "backward", ArrowDown: "forward",
  PageUp: "backward", PageDown: "forward", " ": "forward", Home: "resourceStart", End: "resourceEnd",
};
const fields = "input,select,textarea,audio,video,[contenteditable]:not([contenteditable=false]),"
  + "[role=slider],[role=textbox],[role=listbox],[role=menu],[role=tree],[role=tablist],[role=dialog]";
const pressable = "a[href],button,summary,[role=button],[role=link],[role=checkbox]";
const controls = fields + "," + pressable + ",area[href],label,option,iframe,object,embed";

/** @typedef {{x: number, y: number}} Point */
/** @type {(one: Point, other: Point) => number} */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
/** @type {(event: any) => boolean} */
const modified = (event) => event.altKey || event.ctrlKey || event.metaKey;

/** The point of an event in page coordinates.
 * @type {(event: any, frame: any) => Point} */
export const pointOf = ({clientX: x, clientY: y}, frame) => {
  const rect = frame?.toView({left: x, top: y, right: x, bottom: y, width: 0, height: 0, x, y});
  return rect ? {x: rect.left, y: rect.top} : {x, y};
};

/** Whether an element can scroll that way.
 * @type {(element: any, x: number, y: number) => boolean} */
const canScroll = (element, x, y) => (y < 0 && element.scrollTop > 0)
  || (y > 0 && element.scrollTop + element.clientHeight < element.scrollHeight - 1)
  || (x !== 0 && element.scrollWidth > element.clientWidth + 1);

/** Whether an element inside a document can scroll that way, such as a wide listing.
 * @type {(target: any, x: number, y: number) => boolean} */
const scrollable = (target, x, y) => {
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
const overText = ({target, clientX: x, clientY: y}) => {
  const range = target?.ownerDocument?.caretRangeFromPoint?.(x, y);
  if (range?.startContainer.nodeType !== 3) return false;
  const {startContainer: node, startOffset: offset} = range;
  range.setStart(node, Math.max(0, offset - 1));
  range.setEnd(node, Math.min(node.length, offset + 1));
  return [...range.getClientRects()].some((box) => x > box.left - 4 && x < box.right + 4 && y > box.top && y < box.bottom);
};

/** @param {Shell} shell */
export function install(shell) {
  const wheel = {sum: 0, lock: 0, time: -silence, free: false};
  /** @type {any} */ let down; // where the button, finger or pen was pressed
  /** @type {any} */ let swipe;
  /** @type {any} */ let pinch;
  /** @type {any} */ let waiting; // the tap that may become a double tap

  /** @type {(name: string) => boolean} */
  const isOn = (name) => shell.options?.[name] !== false;
  /** @type {(frame: any) => any} */
  const flow = (frame) => (frame ?? shell.current())?.flow;
  /** @type {(frame: any) => boolean} */
  const scrolls = (frame) => shell.view?.scrolls ?? flow(frame)?.mode === "scroll";
  const zoom = () => shell.view?.zoom;
  /** The element that scrolls in the continuous view. */
  const strip = () => shell.element.querySelector(".continuous");

  /** Vertical text continues to the side in which its lines follow each other.
   * @type {(frame: any) => boolean} */
  const isReversed = (frame) => {
    const vertical = flow(frame)?.vertical;
    return vertical ? vertical === "rl" : shell.state.direction === "rtl";
  };
  /** @type {(to: string, frame: any) => Promise<boolean>} */
  const move = async (to, frame) => {
    if (to === "left" || to === "right") to = (to === "left") === isReversed(frame) ? "forward" : "backward";
    return !!(await shell.move(to));
  };

  /** Whether the page handles a key.
   * @type {(event: KeyboardEvent, frame: any) => boolean} */
  const useKey = (event, frame) => {
    const {key, shiftKey} = event;
    if (modified(event)) return false;
    if (zoom()?.onKey(key)) return true;
    const to = shell.view?.keys?.[key] ?? keys[key];
    if (!to || (shiftKey && key !== " ")) return false;
    if (scrolls(frame) && /^Arrow(Up|Down)$/.test(key)) { // arrow keys scroll by lines, which the document does itself
      if (frame) return false;
      const y = key === "ArrowUp" ? -40 : 40;
      (shell.view?.scrollBy ? shell.view : shell.current()?.window)?.scrollBy(0, y);
    } else {
      move(shiftKey ? "backward" : to, frame);
    }
    return true;
  };

  /** @type {(event: any, frame: any, point: Point) => void} */
  const begin = (event, frame, point) => {
    const busy = closest(event.target, fields) || hasSelection(frame) || (window.visualViewport?.scale ?? 1) > 1.01;
    swipe = busy ? null : {from: point, last: point, time: event.timeStamp};
  };
  /** @type {(event: any, frame: any, point: Point) => void} */
  const follow = (event, frame, point) => {
    if (!swipe) return;
    if (hasSelection(frame)) return cancel();
    const x = point.x - swipe.from.x, y = point.y - swipe.from.y;
    if (!swipe.axis) {
      if (Math.max(Math.abs(x), Math.abs(y)) < slop) return;
      swipe.axis = Math.abs(x) > Math.abs(y) ? "x" : "y";
      const across = swipe.axis === "x";
      // A page larger than the screen is panned first; a swipe turns it only from its edge.
      swipe.pans = zoom()?.canPan(across ? x : 0, across ? 0 : y);
      swipe.turns = !swipe.pans && across && !scrolls(frame) && !scrollable(event.target, -x, 0);
    }
    if (swipe.pans) zoom().pan(point.x - swipe.last.x, point.y - swipe.last.y);
    else if (swipe.turns) shell.view.drag?.(x);
    if ((swipe.pans || swipe.turns) && event.cancelable) event.preventDefault();
    swipe.last = point;
  };
  /** @type {(event: any, frame: any) => Promise<void>} */
  const finish = async (event, frame) => {
    const {turns, pans, last, from, time} = swipe ?? {};
    swipe = null;
    if (pans) zoom()?.rest();
    if (!turns) return;
    const x = last.x - from.x;
    const far = Math.abs(x) > shell.element.clientWidth / 3 || Math.abs(x) / (event.timeStamp - time || 1) > flick;
    // A finger that moves left pulls in the page on the right.
    const turned = Math.abs(x) > slop && far && await move(x < 0 ? "right" : "left", frame);
    shell.view.drop?.(turned);
  };
  const cancel = () => {
    if (swipe?.turns) shell.view.drop?.(false);
    swipe = null;
  };

  /** @type {Record<string, (event: any, frame: any) => any>} */
  const handlers = {
    keydown(event, frame) {
      const {key, code, target, altKey: alt, ctrlKey: ctrl, shiftKey: shift, metaKey: meta} = event;
      if (event.defaultPrevented || event.isComposing || /^(Shift|Control|Alt|Meta|Tab)$/.test(key)) return;
      if (closest(target, fields) || target?.isContentEditable) return;
      if (/^(Enter| )$/.test(key) && closest(target, pressable)) return;
      if (isOn("keyboard") && useKey(event, frame)) event.preventDefault();
      else shell.send({type: "key", key, code, alt, ctrl, shift, meta});
    },

    wheel(event, frame) {
      if (event.defaultPrevented || !isOn("wheel")) return;
      const unit = [1, 20, shell.element.clientHeight][event.deltaMode];
      const x = event.deltaX * unit, y = event.deltaY * unit;
      if (event.ctrlKey || event.metaKey) {
        if (!zoom()) return;
        event.preventDefault();
        return zoom().by(Math.exp(-y / 200), pointOf(event, frame));
      }
      const delta = Math.abs(x) > Math.abs(y) ? (isReversed(frame) ? -x : x) : y;
      const sign = Math.sign(delta), fresh = event.timeStamp - wheel.time > silence;
      wheel.time = event.timeStamp;
      if (fresh) wheel.sum = wheel.lock = 0;
      if (scrolls(frame)) {
        if (shell.view.scrolls || strip() && !frame?.crossed) {
          // Otherwise the browser already scrolls by the wheel.
          if (x === 0 && shell.view.isAcross) {
            event.preventDefault();
            shell.view.scrollBy(0, y);
          }
          return;
        }
        if (!frame) return;
        const across = flow(frame).axis === "x";
        if (across && x === 0) { // lines of vertical text follow each other horizontally
          event.preventDefault();
          const before = frame.window.scrollX;
          frame.window.scrollBy(flow(frame).sign * y, 0);
          if (fresh) wheel.free = frame.window.scrollX === before;
        } else if (fresh) {
          wheel.free = !canScroll(frame.document.scrollingElement, 0, y);
        }
        if (!wheel.free) return; // At the end, the next gesture goes to the next resource.
      } else {
        if (scrollable(event.target, x, y)) return;
        event.preventDefault();
        if (zoom()?.pan(-x, -y)) {
          wheel.lock = sign;
          return;
        }
      }
      if (sign === 0 || wheel.lock === sign) return;
      if (wheel.lock) wheel.sum = wheel.lock = 0;
      wheel.sum += delta;
      if (Math.abs(wheel.sum) < notch) return;
      wheel.lock = sign;
      wheel.sum = 0;
      move(sign > 0 ? "forward" : "backward", frame);
    },

    pointerdown(event, frame) {
      const point = pointOf(event, frame), kind = event.pointerType;
      // A press clears only the selection in its own document, so the others are cleared here.
      const others = shell.frames().filter((/** @type {any} */ one) => one !== frame && one.document && hasSelection(one));
      down = {kind, from: point, last: point, selected: hasSelection(frame) || others.length > 0};
      if (event.button === 0) for (const other of others) other.selection?.clear();
      down.pans = kind === "mouse" && event.button === 0 && zoom()?.scale > 1
        && !closest(event.target, controls) && !overText(event);
      if (kind === "pen" && isOn("pen")) begin(event, frame, point);
    },
    // A pen selects the text that it is dragged over. Elsewhere it swipes, where the browser would select the nearest
    // text.
    mousedown(event) {
      if (down?.kind === "pen" && swipe && !overText(event) && !closest(event.target, controls)) event.preventDefault();
    },
    pointermove(event, frame) {
      if (!down || !event.buttons) return;
      const point = pointOf(event, frame);
      if (distance(point, down.from) > slop) down.dragged = true;
      if (event.pointerType === "pen") follow(event, frame, point);
      if (down.pans) zoom()?.pan(point.x - down.last.x, point.y - down.last.y);
      down.last = point;
    },
    pointerup(event, frame) {
      if (event.pointerType === "pen") finish(event, frame);
      if (down?.pans) zoom()?.rest();
    },

    touchstart(event, frame) {
      if (!isOn("touch")) return;
      const points = [...event.touches].map((touch) => pointOf(touch, frame));
      if (points.length === 1) return begin(event, frame, points[0]);
      cancel();
      if (points.length > 2 || !zoom()) return;
      event.preventDefault();
      pinch = points;
    },
    touchmove(event, frame) {
      const points = [...event.touches].map((touch) => pointOf(touch, frame));
      if (points.length === 1) return follow(event, frame, points[0]);
      if (!pinch || points.length > 2) return;
      event.preventDefault();
      const [one, other] = points, center = {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2};
      zoom()?.pan(center.x - (pinch[0].x + pinch[1].x) / 2, center.y - (pinch[0].y + pinch[1].y) / 2);
      zoom()?.by(distance(one, other) / (distance(pinch[0], pinch[1]) || 1), center);
      pinch = points;
    },
    touchend(event, frame) {
      if (pinch) zoom()?.rest();
      pinch = null;
      finish(event, frame);
    },
    touchcancel: cancel,
    pointercancel() { down = null; },

    // A tap is a click that no link or decoration has handled: they listen on the document, this on its window.
    click(event, frame) {
      const {kind = "mouse", dragged = false, selected = false} = down ?? {};
      down = null;
      if (event.button !== 0 || event.defaultPrevented || modified(event) || closest(event.target, controls)) return;
      if (dragged || selected || hasSelection(frame)) return;
      const point = pointOf(event, frame), box = shell.element.getBoundingClientRect();
      const {width, height} = box, x = point.x - box.left;
      const tap = {
        type: "tap", point: {x, y: point.y - box.top}, width, height, target: closest(event.target, "*")?.localName,
      };
      const side = x < width / 3 ? "left" : x > width * 2 / 3 ? "right" : null;
      const turns = side && isOn(kind) && !scrolls(frame) && !(zoom()?.scale > 1) && !event.shiftKey;
      const act = async () => {
        waiting = null;
        if (!turns || !(await move(side, frame))) shell.send(tap);
      };
      // A double tap zooms, so the first tap has to wait; a mouse click turns at once.
      if (!zoom() || !isOn(kind) || (turns && kind === "mouse")) return act();
      const first = waiting;
      clearTimeout(first?.timer);
      waiting = null;
      if (first && distance(first.point, point) < 40) return zoom().toggle(point);
      first?.act();
      waiting = {point, act, timer: setTimeout(act, pause)};
    },
  };

  const active = {passive: false};
  for (const type of Object.keys(handlers)) {
    addEventListener(type, (event) => handlers[type](event, null), active);
  }
  // Undoes scrolling by focus and find to something off the screen.
  addEventListener("scroll", () => scrollTo(0, 0));
  shell.on("frame", (frame) => {
    for (const type of Object.keys(handlers)) {
      frame.listen(frame.window, type, (/** @type {any} */ event) => handlers[type](event, frame), active);
    }
  });
}
