// SPDX-License-Identifier: BSD-3-Clause
/** The sleep timer of a player: after some minutes or at the end of the chapter, it pauses. */

import {within} from "../tools/numbers.js";

/** @typedef {{until: number} | "end" | null} Sleep a time in ms, or the end of the chapter */

const fade = 5; // seconds in which the volume goes down

/** @param {number | "end"} minutes @returns {Sleep} */
export const sleepFor = (minutes) =>
  (minutes === "end" ? minutes : minutes > 0 ? {until: Date.now() + minutes * 60000} : null);

/** The share of the volume, and whether to pause now.
 * @param {any} player */
export function sleepNow({sleep, following, index, time, rate}) {
  const rest = sleep === "end" ? (following?.index === index ? following.begin - time : Infinity) / rate
    : sleep ? (sleep.until - Date.now()) / 1000 : Infinity;
  return {volume: within(rest / fade, 0, 1, 1), isOver: rest <= (sleep === "end" ? 0.3 : 0)};
}

/** Whether to pause at the end of a track. A chapter may continue in the next one.
 * @param {any} player */
export const sleepsAfter = ({sleep, following, index, items}) =>
  sleep === "end" && (following ? following.index === index + 1 && following.begin < 0.3 : !items[index + 1]);
