// SPDX-License-Identifier: BSD-3-Clause
// Waits for a time, for the next animation frame, or with a timeout.

/** @param {number} [ms] @returns {Promise<null>} */
export const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms, null));

/** @template T @param {Promise<T>} promise @param {number} ms @returns {Promise<T|null>} null after that time */
export const atMost = (promise, ms) => Promise.race([promise, pause(ms)]);

/** Calls a function in the next animation frame, or after a timeout, because a page in the background has no frames.
 * @param {() => void} fn @param {number} ms @returns {() => void} cancels the call */
export function soon(fn, ms) {
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const run = () => {
    stop();
    fn();
  };
  const frame = requestAnimationFrame(run), timer = setTimeout(run, ms);
  return stop;
}

/** @returns {Promise<void>} resolved when the browser has painted what is shown now */
export const painted = () => new Promise((resolve) => soon(() => setTimeout(resolve), 100));

/** Calls a function when the page has nothing else to do, or after a timeout.
 * @param {() => void} fn @param {number} timeout in ms */
export const idle = (fn, timeout) =>
  (window.requestIdleCallback ? window.requestIdleCallback(fn, {timeout}) : window.setTimeout(fn, 300));

/** Whether the reader has asked for less motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
