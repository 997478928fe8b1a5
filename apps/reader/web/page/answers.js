// SPDX-License-Identifier: BSD-3-Clause
// Answers requests of the reader's window inside the library's page, which has a different origin.

/** The distance between the lines to test, and the positions on each line. */
const STEP = 8, PARTS = [0.03, 0.2, 0.4, 0.6, 0.8, 0.97];

/** Points of the page in reading order: columns, lines, letters.
 * @param {any} frame  @returns {[number, number][]} */
function inOrder(frame) {
  const { left, top, width, height } = frame.visible(), { direction, writingMode } = frame.window.getComputedStyle(frame.body);
  const isVertical = writingMode.startsWith("vertical"), columns = isVertical ? 1 : frame.flow?.columns || 1;
  const isBackward = isVertical ? writingMode === "vertical-rl" : direction === "rtl";
  const numbers = (/** @type {number} */ count) => [...Array(Math.max(1, Math.floor(count))).keys()];
  const turned = (/** @type {number[]} */ all) => (isBackward ? all.reverse() : all);
  const lines = (/** @type {number} */ length) => numbers(length / STEP).map((at) => STEP / 2 + at * STEP);
  if (isVertical) {
    return turned(lines(width)).flatMap((x) =>
      PARTS.map((part) => /** @type {[number, number]} */ ([left + x, top + height * part])));
  }
  const wide = width / columns;
  return turned(numbers(columns)).flatMap((column) => lines(height).flatMap((y) =>
    turned([...PARTS]).map((part) => /** @type {[number, number]} */ ([left + wide * (column + part), top + y]))));
}

/** @param {any} frame  @param {Range} range  @returns {boolean} whether a part of it is on the screen */
function isSeen(frame, range) {
  const { left, top, right, bottom } = frame.visible();
  return [...range.getClientRects()].some((rect) =>
    rect.right > left && rect.left < right && rect.bottom > top && rect.top < bottom);
}

/** Selects the first word on the page. */
function select() {
  const frame = shell()?.current(), selection = frame?.document?.getSelection();
  if (!selection) return;
  for (const [x, y] of inOrder(frame)) {
    const at = frame.document.caretRangeFromPoint?.(x, y);
    if (at?.startContainer.nodeType !== Node.TEXT_NODE || !at.startContainer.data.trim()) continue;
    selection.collapse(at.startContainer, at.startOffset);
    selection.modify("move", "backward", "word");
    selection.modify("extend", "forward", "word");
    // In a margin, the nearest text may be on another page.
    if (!selection.isCollapsed && isSeen(frame, selection.getRangeAt(0))) return frame.window.focus();
  }
  selection.removeAllRanges();
}

/** The shell of the library's page, which is created while the page loads. */
const shell = () => /** @type {any} */ (window).lectern?.shell;

/** @type {Record<string, (port: MessagePort, argument: any) => void>} */
const ANSWERS = {
  select,
  /** The number of pages of the document, and whether its end is on the screen. */
  screen: (port) =>
    port.postMessage({ pages: shell()?.view?.place?.()?.pages ?? null, atEnd: shell()?.current?.()?.atEnd ?? null }),
  /** Passes these keys on to the window from now on. */
  keys: (port, keys) => addEventListener("keydown", (event) => {
    if (!keys.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    port.postMessage(event.key);
  }, true),
};

addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source === parent && parent !== window && port) ANSWERS[data.ask]?.(port, data.argument);
});
