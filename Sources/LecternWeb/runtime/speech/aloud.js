// SPDX-License-Identifier: BSD-3-Clause
/** Common parts of media overlays and reading aloud: states, commands, and automatic page turns. */

import {isVisible, shownFrame} from "../recordings/media.js";
import {firstOf} from "../tools/numbers.js";
import {startRect} from "../book/place.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** Keeps the spoken text on the screen, unless the reader turns the page; resumes when the text is visible again. */
export class Follower {
  follows = true;
  href = "";
  /** @type {any} */
  frame = null;
  /** @type {Range | null} */
  range = null;
  #moving = 0;

  /** @param {Shell} shell @param {(frame: any) => void} rebind called when the document has been reloaded */
  constructor(shell, rebind) {
    this.shell = shell;
    this.rebind = rebind;
    shell.on("location", () => this.#check());
    // The location is reported later.  Until then, the next sentence would turn the page back.
    shell.on("current", (frame) => {
      if (!this.#moving && this.href && frame.href !== this.href) this.follows = false;
    });
    shell.on("frame", (frame) => frame.onlayout(() => frame === this.frame && this.turn()));
    shell.on("disposed", (frame) =>
      frame === this.frame && Object.assign(this, {frame: null, range: null}));
  }

  /** Follows from the next text on, wherever the reader is. */
  begin() {
    this.follows = true;
    this.range = null;
  }

  get isShown() {
    const rect = this.range && startRect(this.range);
    return !!rect && shownFrame(this.shell, this.href) === this.frame && isVisible(this.frame, rect);
  }

  /** Whether the reader has turned away from the range, which is not reported yet. */
  get #isLeft() {
    return !this.#moving && !!this.range && !!this.frame && !!startRect(this.range) && !this.isShown;
  }

  #check() {
    if (this.#moving || !this.href) return;
    const frame = shownFrame(this.shell, this.href);
    if (frame && frame !== this.frame) this.rebind(this.frame = frame);
    this.follows = this.isShown;
  }

  /** Shows a part of a resource, loading it if necessary.
   * @param {string} href @param {any} locations @param {(frame: any) => Range | null} find
   * @returns {Promise<any>} the frame, if it is on the screen */
  async show(href, locations, find) {
    if (this.#isLeft) this.follows = false;
    let frame = shownFrame(this.shell, href);
    if (!frame && this.follows) {
      const {type} = this.shell.book.readingOrder[this.shell.book.indexOf(href)] ?? {};
      this.#moving++;
      await this.shell.go({href, type, locations});
      this.#moving--;
      frame = shownFrame(this.shell, href);
    }
    Object.assign(this, {href, frame, range: frame ? find(frame) : null});
    this.turn();
    return frame;
  }

  /** Turns to a range if it is not on the screen.
   * @param {Range | null} range */
  turn(range = this.range) {
    if (range !== this.range && this.#isLeft) this.follows = false;
    this.range = range;
    if (!range || !this.frame) return;
    if (this.isShown) this.follows = true;
    else if (this.follows) {
      this.frame.reveal(range);
      this.shell.view.settle?.();
    }
  }

  /** The first offset of a text that is off the screen, if its beginning is on the screen; otherwise −1.
   * @param {(offset: number) => Range} rangeAt @param {number} from @param {number} to */
  beyond(rangeAt, from, to) {
    const isHere = (/** @type {number} */ offset) => {
      const rect = startRect(rangeAt(offset));
      return !rect || isVisible(this.frame, rect);
    };
    if (!this.frame || to - from < 2 || isHere(to - 1)) return -1;
    return firstOf(from + 1, to - 1, (offset) => !isHere(offset));
  }
}

/** @type {Record<string, (aloud: any, message: any) => any>} */
const commands = {
  play: (aloud, message) => (aloud.state === "paused" && !message.from ? aloud.resume() : aloud.start(message)),
  pause: (aloud) => aloud.pause(),
  stop: (aloud) => aloud.stop(),
  resume: (aloud) => aloud.resume(),
  next: (aloud) => aloud.step(1),
  previous: (aloud) => aloud.step(-1),
  escape: (aloud) => aloud.escape?.(),
  skip: (aloud, {seconds}) => aloud.skip(seconds),
  sleep: (aloud, {minutes}) => aloud.setSleep(minutes),
};

/** The roles that the settings skip.
 * @type {Record<string, string[]>} */
const skips = {
  skipPageNumbers: ["pagebreak"], skipNoteNumbers: ["noteref"], skipTables: ["table"], skipSidebars: ["sidebar", "aside"],
  skipNotes: ["footnote", "footnotes", "endnote", "endnotes", "rearnote", "rearnotes", "note"],
};

/** Subclasses have start(message), halt(), proceed(), step(±1), setSettings(), forget() and locator. */
export class Aloud {
  /** @type {"stopped" | "playing" | "paused"} */
  state = "stopped";
  /** What a command asks for instead of a setting, until the setting changes.
   * @type {Record<string, any>} */
  #asked = {};
  /** Whether to stop at the end of the resource. */
  endsSoon = false;
  #nap = 0;

  /** @param {Shell} shell @param {"overlay" | "speech"} kind */
  constructor(shell, kind) {
    this.shell = shell;
    this.kind = kind;
    shell[kind] = this;
    this.follower = new Follower(shell, (frame) => this.draw(frame));
    let known = {...shell.settings};
    shell.on("settings", () => {
      for (const key in this.#asked) if (shell.settings[key] !== known[key]) delete this.#asked[key];
      known = {...shell.settings};
      this.setSettings();
    });
    shell.on("aloud", (other) => other !== this && this.state !== "stopped" && this.stop());
    // Only one voice is active at a time, and it gets the other commands.
    for (const name of Object.keys(commands)) {
      shell.on("command:" + name, (message) => this.isMeant(name) && this.command(message));
    }
  }

  /** @param {string} _name of a command @returns {boolean} */
  isMeant(_name) {
    return this.state !== "stopped";
  }
  /** @param {any} message @param {string} [name] */
  command(message, name = message.command) {
    const act = commands[name];
    if (act) Promise.resolve(act(this, message)).catch((error) => this.fail(error.message));
    return !!act;
  }

  /** @param {Record<string, any>} values by key of a setting; undefined for those of the settings */
  ask(values) {
    this.#asked = Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));
  }
  /** @param {string} key of a setting */
  setting(key) {
    return this.#asked[key] ?? this.shell.settings[key];
  }
  get rate() {
    return this.setting("speed") || 1;
  }
  get volume() {
    return this.setting("volume") ?? 1;
  }
  /** The roles of what is not read. @returns {string[]} */
  get skipped() {
    const isOn = (/** @type {string} */ key) => this.shell.settings[key] ?? /Numbers|Notes/.test(key);
    return this.setting("skippable") ?? Object.keys(skips).filter(isOn).flatMap((key) => skips[key]);
  }

  /** @param {"stopped" | "playing" | "paused" | "ended"} state */
  setState(state) {
    if (state === "playing" && this.state === "stopped") this.shell.emit("aloud", this);
    this.state = state === "ended" ? "stopped" : state;
    this.report(state);
  }
  /** @param {string} [state] */
  report(state = this.state) {
    const {kind, rate, locator} = this;
    const {href} = this.follower;
    this.shell.send({type: "media", state, kind, ...(href && {href}), ...(locator && {locator}), rate, ...this.times});
  }
  /** @returns {{time?: number, duration?: number}} */
  get times() {
    return {};
  }
  /** @returns {any} */
  get locator() {
    return null;
  }

  pause() {
    if (this.state !== "playing") return;
    this.halt();
    this.setState("paused");
  }
  /** Resumes playback; while playing, returns to the spoken text. */
  resume() {
    this.follower.begin();
    if (this.state === "playing") return this.showAgain();
    this.setState("playing");
    return this.proceed();
  }
  stop(state = /** @type {"stopped" | "ended"} */ ("stopped")) {
    this.halt();
    this.forget();
    this.setSleep(0);
    this.setState(state);
    Object.assign(this.follower, {href: "", range: null, frame: null});
  }
  /** @param {string} message */
  fail(message) {
    this.shell.report(message, this.follower.href || undefined, "media");
    if (this.state !== "stopped") this.stop();
  }

  /** @param {number | "end"} minutes */
  setSleep(minutes) {
    clearTimeout(this.#nap);
    this.endsSoon = minutes === "end";
    if (minutes > 0) this.#nap = window.setTimeout(() => this.pause(), +minutes * 60000);
  }

  /** Marks the spoken text.
   * @param {any} frame @param {Record<string, Range>} ranges sentence, word */
  decorate(frame, ranges) {
    frame?.decorations?.set("tts", Object.entries(ranges).map(([id, range]) =>
      ({id, range, element: `<div class="lectern-tts-${id}"></div>`})));
  }

  // Overridden by subclasses.
  halt() {}
  forget() {}
  /** @returns {any} */
  proceed() {}
  showAgain() {}
  /** @param {any} _message @returns {any} */
  start(_message) {}
  /** @param {1 | -1} _step @returns {any} */
  step(_step) {}
  /** @param {number} seconds */
  skip(seconds) {
    return this.step(seconds < 0 ? -1 : 1);
  }
  /** Called when settings have changed. */
  setSettings() {}
  /** @param {any} _frame */
  draw(_frame) {}
}
