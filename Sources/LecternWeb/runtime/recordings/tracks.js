// SPDX-License-Identifier: BSD-3-Clause
/** The tracks of a recording: their media elements and their durations. */

import {once} from "./media.js";
import {isVideo} from "./sources.js";
import {address} from "../tools/load.js";

/** @param {HTMLMediaElement} audio releases its loaded data */
const unload = (audio) => {
  audio.pause();
  audio.removeAttribute("src");
  audio.load();
};

/** The media elements of tracks. They are reused, because engines may keep each until the page is closed. */
export class MediaElements {
  /** @type {HTMLMediaElement[]} */
  #spare = [];
  /** @type {{index: number, audio: HTMLMediaElement} | null} the track that is loaded ahead */
  #next = null;
  /** @type {HTMLMediaElement | null} */
  #current = null;

  /** @param {any[]} items @param {(link: any) => string} source the address of a track
   * @param {AbortSignal} signal removes the listeners
   * @param {Record<string, (audio: HTMLMediaElement) => any>} listeners for events of the current track */
  constructor(items, source, listeners, signal) {
    this.items = items;
    this.source = source;
    this.listeners = Object.entries(listeners);
    this.signal = signal;
  }

  /** @param {number} index of the new current track @returns {HTMLMediaElement} */
  take(index) {
    const next = this.#next;
    this.#next = null;
    if (next && next.index !== index) this.release(next.audio);
    return (this.#current = next?.index === index ? next.audio : this.#load(index));
  }

  /** @param {number} index of a track to load ahead, if none is yet */
  prepare(index) {
    this.#next ??= {index, audio: this.#load(index)};
  }

  /** Forgets the track that is loaded ahead. */
  unprepare() {
    if (this.#next) this.release(this.#next.audio);
    this.#next = null;
  }

  /** @param {HTMLMediaElement} audio to be reused for another track */
  release(audio) {
    unload(audio);
    this.#spare.push(audio);
  }

  /** @param {number} index */
  #load(index) {
    const link = this.items[index], kind = isVideo(link) ? "video" : "audio", {signal} = this;
    const spare = this.#spare.findIndex(({localName}) => localName === kind);
    const audio = spare < 0 ? document.createElement(kind) : this.#spare.splice(spare, 1)[0];
    if (spare < 0) {
      audio.preload = "auto";
      audio.setAttribute("playsinline", "");
      for (const [type, act] of this.listeners) {
        audio.addEventListener(type, () => audio === this.#current && act(audio), {signal});
      }
    }
    if (link) audio.src = address(this.source(link));
    return audio;
  }

  dispose() {
    this.unprepare();
  }
}

/** The durations of tracks, in seconds; 0 until they are known. */
export class Durations {
  /** @param {any[]} items */
  constructor(items) {
    this.items = items;
    /** @type {number[]} */
    this.all = items.map(({duration}) => (duration > 0 ? duration : 0));
  }

  /** @param {number} index @param {number} duration @returns {boolean} whether this was not known */
  learn(index, duration) {
    if (!(duration > 0) || duration === Infinity || this.all[index] === duration) return false;
    this.all[index] = duration;
    return true;
  }

  /** Reads the durations that the publication does not declare, one after the other.
   * @param {(index: number) => boolean} isLoaded for playback anyway
   * @param {(index: number, duration: number) => void} found @param {AbortSignal} signal */
  async read(isLoaded, found, signal) {
    const probe = new Audio();
    probe.preload = "metadata";
    for (const [index, {href}] of this.items.entries()) {
      if (this.all[index] || isLoaded(index)) continue;
      probe.src = address(href);
      await once(probe, "loadedmetadata", "error");
      if (signal.aborted) break;
      found(index, probe.duration);
    }
    unload(probe);
  }

  /** The time in the whole recording, and its length; null until all durations are known.
   * @param {number} index @param {number} time */
  whole(index, time) {
    if (this.all.some((one) => !one)) return null;
    const sum = (/** @type {number} */ to) => this.all.slice(0, to).reduce((all, one) => all + one, 0);
    return {time: sum(index) + Math.min(time, this.all[index] ?? 0), duration: sum(this.all.length)};
  }

  /** The track of a time that may be before or after the given one.
   * @param {number} index @param {number} time @returns {{index: number, time: number}} */
  trackAt(index, time) {
    const {all, items} = this;
    while (time < 0 && all[index - 1]) time += all[--index];
    while (all[index] && time >= all[index] && items[index + 1]) time -= all[index++];
    return {index, time};
  }
}
