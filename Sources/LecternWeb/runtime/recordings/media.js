// SPDX-License-Identifier: BSD-3-Clause
/** Common parts of recordings, media overlays and reading aloud: times and visibility. */

import {decoded} from "../tools/load.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** @param {string} href */
export const withoutFragment = (href) => href.split("#")[0];

/** @param {string} text "12.5", "1:02:05.5", "npt:12" */
const seconds = (text) =>
  text.replace(/^npt:/, "").replace(/s$/, "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** The clip of a media fragment, t=12,20 (Media Fragments URI 1.0, 4.2.1).
 * @param {string | undefined} fragment @returns {{begin: number, end: number} | null} end: Infinity if there is none */
export function clipOf(fragment) {
  const found = /(?:^|[#&])t=([^&]*)/.exec(fragment ?? "");
  if (!found) return null;
  const [from, to] = decoded(found[1]).split(",");
  const begin = seconds(from || "0"), end = to ? seconds(to) : Infinity;
  return begin >= 0 && end > begin ? {begin, end} : null;
}

/** @param {EventTarget} target @param {string[]} types @returns {Promise<unknown>} */
export const once = (target, ...types) => new Promise((resolve) => {
  const done = (/** @type {Event} */ event) => {
    for (const type of types) target.removeEventListener(type, done);
    resolve(event);
  };
  for (const type of types) target.addEventListener(type, done);
});

/** Sets the time of a recording as soon as possible. WebKit loses a time that is set before canplaythrough.
 * @param {HTMLMediaElement} audio @param {number} time @param {() => boolean} [isWanted] whether to still set it */
export async function seek(audio, time, isWanted = () => true) {
  const {src} = audio, goesOn = () => audio.src === src && !audio.error && isWanted();
  if (!audio.readyState) await once(audio, "loadedmetadata", "error");
  if (!goesOn()) return;
  const isAt = () => Math.abs(audio.currentTime - time) < 0.001;
  const set = async () => {
    if (isAt()) return;
    const done = once(audio, "seeked", "error", "emptied");
    audio.currentTime = time;
    await done;
  };
  await set();
  if (audio.readyState < 3) {
    // WebKit may also start playing without ever firing the event.
    const isReady = () => audio.readyState > 2 || audio.currentTime > time + 0.25;
    do await once(audio, "canplaythrough", "canplay", "timeupdate", "error", "emptied");
    while (goesOn() && !isReady());
    if (goesOn() && audio.currentTime < time - 0.5) await set();
  }
}

/** Whether a rectangle of a document is on the screen.
 * @param {any} frame @param {DOMRect} rect */
export function isVisible(frame, rect) {
  const screen = frame.visible();
  return rect.right > screen.left + 1 && rect.left < screen.right - 1
    && rect.bottom > screen.top + 1 && rect.top < screen.bottom - 1;
}

/** The frame of a resource if it is on the screen. Preloaded neighbours are hidden.
 * @param {Shell} shell @param {string} href */
export const shownFrame = (shell, href) => shell.frames().find((frame) =>
  frame.href === href && frame.document?.documentElement && getComputedStyle(frame.element).visibility !== "hidden");
