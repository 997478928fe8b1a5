// SPDX-License-Identifier: BSD-3-Clause
/** Which of the encodings of a recording is played. */

/** @typedef {{href: string, type?: string, width?: number, height?: number, bitrate?: number}} Encoding */

const players = {audio: document.createElement("audio"), video: document.createElement("video")};

/** @param {any} link of the reading order */
export const isVideo = (link) => link?.as === "video";

/** @param {any} link @returns {(encoding: Encoding) => boolean} whether the engine says that it can play it */
const plays = (link) => ({type}) => !type || players[isVideo(link) ? "video" : "audio"].canPlayType(type) !== "";

/** @param {Encoding} a @param {Encoding} b */
const byQuality = (a, b) =>
  (a.width ?? 0) * (a.height ?? 0) - (b.width ?? 0) * (b.height ?? 0) || (a.bitrate ?? 0) - (b.bitrate ?? 0);

/** @param {Encoding} encoding @returns {boolean} whether the screen has that many pixels, in either orientation */
function fits({width = 0, height = 0}) {
  const sides = [screen.width, screen.height].map((one) => one * devicePixelRatio);
  return Math.max(width, height) <= Math.max(...sides) && Math.min(width, height) <= Math.min(...sides);
}

/** The address of a recording: by default that of the reading order, unless only an alternate can be played.
 * @param {any} link @param {string} quality the setting @param {Set<string>} failed the hrefs that could not be played
 * @returns {string} */
export function sourceOf(link, quality, failed) {
  const all = [link, ...link.alternates ?? []].filter(({href}) => !failed.has(href));
  const known = all.filter(plays(link)), playable = [...known.length ? known : all];
  const rising = [...playable].sort(byQuality);
  const best = quality === "low" ? rising[0] : quality === "max" ? rising[rising.length - 1]
    : quality === "high" ? rising.filter(fits).pop() ?? rising[0] : playable[0];
  return (best ?? link).href;
}
