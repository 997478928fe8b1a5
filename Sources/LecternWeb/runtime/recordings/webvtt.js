// SPDX-License-Identifier: BSD-3-Clause
/** Reads captions (WebVTT: The Web Video Text Tracks Format). */

/** @typedef {{start: number, end: number, text: string, settings: Record<string, string>}} Caption seconds */

const most = 100000;
const time = "((?:\\d+:)?[0-5]\\d:[0-5]\\d\\.\\d{3})";
const timing = new RegExp(`^\\s*${time}\\s*-->\\s*${time}(.*)$`);

/** @param {string} text "1:02:05.500" */
const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** @param {string} text of a file @returns {Caption[]} in order of time; blocks that are no captions are left out */
export function captionsIn(text) {
  /** @type {Caption[]} */
  const found = [];
  for (const block of text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n").split(/\n{2,}/)) {
    const lines = block.split("\n"), at = lines.findIndex((line) => line.includes("-->"));
    const match = at >= 0 && timing.exec(lines[at]);
    if (!match || found.length >= most) continue;
    const [, start, end, rest] = match;
    const settings = Object.fromEntries(rest.trim().split(/\s+/).map((one) => one.split(":")).filter((one) => one.length === 2));
    found.push({start: seconds(start), end: seconds(end), text: lines.slice(at + 1).join("\n").trim(), settings});
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The text of a caption, with its voices, styles and readings.
 * @param {Caption} caption @returns {Node} */
export function contentOf({start, end, text}) {
  try {
    return /** @type {any} */ (new VTTCue(start, end, text)).getCueAsHTML();
  } catch { // an engine without text tracks
    return document.createTextNode(text.replace(/<[^>]*>/g, ""));
  }
}
