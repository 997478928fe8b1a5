// SPDX-License-Identifier: BSD-3-Clause
/**
 * Decorations of a recording: marks on the timeline, subtitles, sounds and another volume during playback, and events
 * at their times.
 */

import {applyChanges} from "../tools/changes.js";
import {cleaned, h} from "../tools/dom.js";
import {address, loadJSON} from "../tools/load.js";

const moment = 3; // seconds for which a cue without an end is shown
const longest = 2; // seconds between two looks at the time: what lies between them was played

/** @typedef {{id: string, start: number, end?: number, tint: string, isActive: boolean, element?: string,
 *   volume?: number, sound?: string}} Cue */

/** @param {Cue} cue */
const endOf = ({start, end}) => end ?? start + moment;

export class Cues {
  /** @type {Map<string, Map<string, Cue[]>>} href → group → cues */
  #all = new Map();
  #sheet = h("style");
  /** @type {{group: string, cue: Cue, mark: HTMLElement}[]} */
  #shown = [];
  /** The cues whose time it is, by group and id.
   * @type {Map<string, {group: string, cue: Cue}>} */
  #now = new Map();
  #time = 0;
  /** @type {Set<HTMLAudioElement>} */
  #sounds = new Set();
  href = "";
  duration = 0;

  /** @param {{marks: HTMLElement, subtitles: HTMLElement}} places
   * @param {{activate: (group: string, cue: Cue, mark: HTMLElement) => void, changed: () => void,
   *   reached: (group: string, cue: Cue, state: "begin" | "end") => void}} listeners */
  constructor({marks, subtitles}, {activate, changed, reached}) {
    this.line = marks;
    this.subtitles = subtitles;
    this.activate = activate;
    this.changed = changed;
    this.reached = reached;
    document.head.append(this.#sheet);
  }

  /** Shows the cues of a resource, now or when they are loaded.
   * @param {string} href @param {number} duration of the resource */
  show(href, duration) {
    for (const {group, cue} of this.#now.values()) this.reached(group, cue, "end");
    this.#now.clear();
    Object.assign(this, {href, duration});
    this.#draw();
    if (!this.#all.has(href)) this.#load(href);
  }

  /** @param {string} href */
  async #load(href) {
    try {
      const {groups, stylesheet} = await loadJSON("~lectern/decorations.json", {href});
      this.#all.set(href, new Map(Object.entries(groups ?? {})));
      if (stylesheet) this.#sheet.textContent = stylesheet;
    } catch {} // no decorations then
    if (href === this.href) this.#draw();
  }

  /** @param {number} duration of the resource that is shown */
  setDuration(duration) {
    this.duration = duration;
    this.#draw();
  }

  /** Applies a message "decorations": changes, or resources to load again.
   * @param {any} message */
  change({group, changes, hrefs = [], stylesheet}) {
    if (!changes) {
      for (const href of hrefs) this.#all.delete(href);
      if (this.href && !this.#all.has(this.href)) this.#load(this.href);
      return;
    }
    if (stylesheet) this.#sheet.textContent = stylesheet;
    for (const [href, list] of Object.entries(changes)) {
      const groups = this.#all.get(href);
      if (!groups) continue; // will be loaded as a whole
      const cues = groups.get(group) ?? [];
      applyChanges(cues, list, ({id}) => id, (cue) => cue);
      groups.set(group, cues);
    }
    if (this.href in changes) this.#draw();
  }

  #draw() {
    const groups = this.duration > 0 ? [...this.#all.get(this.href) ?? []] : [];
    this.#shown = groups.flatMap(([group, cues]) => cues.map((cue) => ({group, cue, mark: this.#mark(group, cue, this.duration)})));
    this.line.replaceChildren(...this.#shown.map(({mark}) => mark));
    for (const [key, {group, cue}] of this.#now) {
      const same = this.#shown.find((one) => one.group === group && one.cue.id === cue.id);
      if (same) this.#now.set(key, same);
      else this.#now.delete(key);
    }
    this.#show();
    this.changed();
  }

  /** @param {string} group @param {Cue} cue @param {number} duration */
  #mark(group, cue, duration) {
    const share = (/** @type {number} */ time) => Math.min(100, 100 * time / duration) + "%";
    const mark = h("div", { class: "cue", "data-id": cue.id, "data-active": cue.isActive,
      onclick: () => this.activate(group, cue, mark) });
    mark.style.setProperty("left", share(cue.start));
    if (cue.end) mark.style.setProperty("width", share(cue.end - cue.start));
    mark.style.setProperty("--tint", cue.tint);
    return mark;
  }

  /** Shows the cues at a time, and tells which ones begin and end.
   * @param {number} time @param {boolean} isPlaying what begins while it does not is seen, but not heard */
  at(time, isPlaying) {
    const since = this.#time, goesOn = isPlaying && time > since && time - since < longest;
    this.#time = time;
    let isChanged = false;
    for (const one of this.#shown) {
      const {group, cue} = one, key = group + "\n" + cue.id, {start} = cue, end = endOf(cue);
      const isNow = time >= start && time < end, was = this.#now.has(key);
      const isPast = !was && goesOn && start > since && end <= time; // shorter than the time between two looks
      if (isNow === was && !isPast) continue;
      isChanged = true;
      if (isNow) this.#now.set(key, one);
      else this.#now.delete(key);
      if (isNow || isPast) {
        this.reached(group, cue, "begin");
        if (isPlaying && cue.sound) this.#play(cue.sound);
      }
      if (!isNow) this.reached(group, cue, "end");
    }
    if (isChanged) this.#show();
  }

  #show() {
    const now = [...this.#now.values()];
    for (const one of this.#shown) one.mark.classList.toggle("playing", now.some(({cue}) => cue === one.cue));
    this.subtitles.replaceChildren(...now.filter(({cue}) => cue.element).map(({cue}) => cleaned(cue.element ?? "") ?? ""));
  }

  /** The share of the volume that the cues want now. */
  get volume() {
    return [...this.#now.values()].reduce((product, {cue}) => product * (cue.volume ?? 1), 1);
  }

  /** @param {string} sound */
  #play(sound) {
    const audio = new Audio(address(sound)), done = () => this.#sounds.delete(audio);
    this.#sounds.add(audio);
    audio.onended = audio.onerror = done;
    audio.play().catch(done); // without a gesture of the reader
  }

  dispose() {
    this.href = "";
    for (const audio of this.#sounds) audio.pause();
    this.#sounds.clear();
    this.#sheet.remove();
  }
}
