// SPDX-License-Identifier: BSD-3-Clause
/** Decorations of a recording: marks on the timeline, and subtitles during playback. */

import {applyChanges} from "../tools/changes.js";
import {cleaned, h} from "../tools/dom.js";
import {loadJSON} from "../tools/load.js";

const moment = 3; // seconds for which a cue without an end is shown

/** @typedef {{id: string, start: number, end?: number, tint: string, isActive: boolean, element?: string}} Cue */

export class Cues {
  /** @type {Map<string, Map<string, Cue[]>>} href → group → cues */
  #all = new Map();
  #sheet = h("style");
  /** @type {{cue: Cue, mark: HTMLElement}[]} */
  #shown = [];
  #playing = "";
  href = "";
  duration = 0;

  /** @param {{marks: HTMLElement, subtitles: HTMLElement}} places
   * @param {(group: string, cue: Cue, mark: HTMLElement) => void} activate @param {() => void} changed */
  constructor({marks, subtitles}, activate, changed) {
    this.line = marks;
    this.subtitles = subtitles;
    this.activate = activate;
    this.changed = changed;
    document.head.append(this.#sheet);
  }

  /** Shows the cues of a resource, now or when they are loaded.
   * @param {string} href @param {number} duration of the resource */
  show(href, duration) {
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
    this.#shown = groups.flatMap(([group, cues]) => cues.map((cue) => ({cue, mark: this.#mark(group, cue, this.duration)})));
    this.line.replaceChildren(...this.#shown.map(({mark}) => mark));
    this.#playing = "-";
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

  /** Shows the cues at a time.
   * @param {number} time */
  at(time) {
    const now = this.#shown.filter(({cue}) => time >= cue.start && time < (cue.end ?? cue.start + moment));
    const playing = now.map(({cue}) => cue.id).join("\n");
    if (playing === this.#playing) return;
    this.#playing = playing;
    for (const {cue, mark} of this.#shown) mark.classList.toggle("playing", now.some((one) => one.cue === cue));
    this.subtitles.replaceChildren(...now.filter(({cue}) => cue.element).map(({cue}) => cleaned(cue.element ?? "") ?? ""));
  }

  dispose() {
    this.href = "";
    this.#sheet.remove();
  }
}
