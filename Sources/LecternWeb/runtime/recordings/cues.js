// SPDX-License-Identifier: BSD-3-Clause
/** Decorations of a recording: marks on the timeline, and subtitles during playback. */

import {applyChanges} from "../tools/changes.js";
import {cleaned, h} from "../tools/dom.js";

const moment = 3; // seconds for which a cue without an end is shown

/** @typedef {{id: string, start: number, end?: number, tint: string, isActive: boolean, element?: string}} Cue */

export class Cues {
  /** @type {Map<string, Map<string, Cue[]>>} href → group → cues */
  #all = new Map();
  #sheet = h("style");
  /** @type {{cue: Cue, mark: HTMLElement}[]} */
  #shown = [];
  #playing = "";

  /** @param {HTMLElement} line where marks are placed @param {HTMLElement} subtitles
   * @param {(group: string, cue: Cue, mark: HTMLElement) => void} activate */
  constructor(line, subtitles, activate) {
    this.line = line;
    this.subtitles = subtitles;
    this.activate = activate;
    document.head.append(this.#sheet);
  }

  /** Sets all cues of one resource, as in decorations.json.
   * @param {string} href @param {any} rendered */
  load(href, rendered) {
    this.#all.set(href, new Map(Object.entries(rendered?.groups ?? {})));
    if (rendered?.stylesheet) this.#sheet.textContent = rendered.stylesheet;
  }

  /** @param {string} href */
  has(href) {
    return this.#all.has(href);
  }
  /** @param {string} href */
  forget(href) {
    this.#all.delete(href);
  }

  /** Applies a message "decorations" with changes.
   * @param {any} message */
  change({group, changes, stylesheet}) {
    if (stylesheet) this.#sheet.textContent = stylesheet;
    for (const [href, list] of Object.entries(changes)) {
      const groups = this.#all.get(href);
      if (!groups) continue; // will be loaded as a whole
      const cues = groups.get(group) ?? [];
      applyChanges(cues, list, ({id}) => id, (cue) => cue);
      groups.set(group, cues);
    }
  }

  /** Shows the marks of a resource.
   * @param {string} href @param {number} duration */
  draw(href, duration) {
    this.#shown = [];
    if (duration > 0) {
      for (const [group, cues] of this.#all.get(href) ?? []) {
        for (const cue of cues) this.#shown.push({cue, mark: this.#mark(group, cue, duration)});
      }
    }
    this.line.replaceChildren(...this.#shown.map(({mark}) => mark));
    this.#playing = "-";
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
    this.#sheet.remove();
  }
}
