// SPDX-License-Identifier: BSD-3-Clause
/** Media overlays: plays the recording of a text clip by clip, and highlights the spoken element. */

import {Aloud} from "./aloud.js";
import {fragmentsOf} from "../book/book.js";
import {ActiveClass} from "./activeclass.js";
import {ClipLists, afterStructure, elementOf, firstShown, pageBreak, rangeOf, skipped} from "./clips.js";
import {address} from "../tools/load.js";
import {seek, shownFrame, withoutFragment} from "../recordings/media.js";
import {announceAloud, mediaSession} from "../recordings/session.js";
import {languageOf} from "../book/audible.js";
import {spoken} from "../book/sentences.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("./clips.js").Clip} Clip */

const near = 0.03; // seconds: the largest gap between consecutive clips

export class Overlay extends Aloud {
  /** @type {Clip[]} */
  clips = [];
  index = 0;
  at = -1;
  audio = new Audio();
  #serial = 0;
  #frame = 0;
  #reported = 0;
  /** @type {ReturnType<typeof pageBreak>} */
  #break = null;

  /** @param {Shell} shell */
  constructor(shell) {
    super(shell, "overlay");
    const {audio} = this;
    this.lists = new ClipLists(shell.book);
    this.highlight = new ActiveClass(shell.state.overlay ?? {});
    audio.preload = "auto";
    audio.addEventListener("timeupdate", () => this.#look()); // in case there are no animation frames
    audio.addEventListener("ended", () => this.state === "playing" && this.#advance());
    audio.addEventListener("error", () => {
      if (audio.getAttribute("src")) this.fail("The recording of the media overlay cannot be played.");
    });
  }

  /** @override @param {string} name */
  isMeant(name) {
    const {kind, speech} = this.shell;
    return super.isMeant(name) ||
      (name === "play" && kind !== "player" && this.isAvailable && (!speech || speech.state === "stopped"));
  }
  get isAvailable() {
    return this.shell.book.readingOrder.some(({overlay}) => overlay);
  }
  get clip() {
    return this.clips[this.at];
  }

  /** @param {number} index @param {1 | -1} step @param {number} serial */
  #find(index, step, serial) {
    return this.lists.find(index, step, () => serial === this.#serial);
  }

  /** Starts at a locator, or at the first text on the screen.
   * @override @param {any} message */
  async start({from, skippable}) {
    const {shell, follower} = this;
    this.halt();
    const serial = this.#serial;
    this.ask({skippable});
    follower.begin();
    if (from && !(await shell.go(from))) return;
    const href = from ? withoutFragment(from.href) : shell.view.place().locator.href;
    const index = shell.book.indexOf(href), found = await this.#find(index, 1, serial);
    if (!found) return serial === this.#serial && this.fail("There is no media overlay here.");
    Object.assign(this, found);
    const {href: shown = ""} = shell.book.readingOrder[index] ?? {};
    const [id] = fragmentsOf(from ?? {});
    let at = this.clips.findIndex((clip) => clip.href === shown && clip.id === id);
    if (at < 0) at = firstShown(this.clips, shownFrame(shell, shown), follower);
    this.setState("playing");
    announceAloud(this);
    return this.#enter(Math.max(0, at));
  }

  /** @param {Clip} clip */
  #isSkipped = (clip) => clip.roles.some((role) => this.skipped.includes(role));

  /** Plays a clip. Clips to skip are passed over in the direction of the step.
   * @param {number} at @param {1 | -1} [step] @returns {Promise<any>} */
  async #enter(at, step = 1) {
    while (this.clips[at] && this.#isSkipped(this.clips[at])) at += step;
    const clip = this.clips[at], {audio} = this;
    if (!clip) return this.#cross(step);
    const before = this.clip, serial = ++this.#serial;
    const goesOn = before && this.state === "playing" && !audio.paused && before.src === clip.src
      && Math.abs(audio.currentTime - clip.begin) < near + 0.1 && Math.abs(before.end - clip.begin) < near;
    this.at = at;
    if (!goesOn) audio.pause();
    const frame = await this.showAgain();
    if (serial !== this.#serial) return;
    this.draw(frame);
    this.#break = pageBreak(this.follower, frame, clip, 0);
    if (goesOn) return this.report();
    if (!clip.src) return this.state === "playing" ? this.#say(frame, clip, serial) : this.report();
    const url = address(clip.src);
    if (audio.src !== url) audio.src = url;
    await seek(audio, clip.begin);
    if (serial !== this.#serial) return;
    if (this.state === "playing") await this.proceed();
    this.report();
  }

  /** @override */
  async proceed() {
    const {audio, clip} = this;
    if (!clip) return;
    if (!clip.src) return this.#enter(this.at);
    this.#apply();
    audio.preservesPitch = /** @type {any} */ (audio).webkitPreservesPitch = true;
    try {
      await audio.play();
    } catch (error) {
      const isBlocked = /** @type {any} */ (error).name === "NotAllowedError"; // without a gesture of the reader
      return isBlocked && this.state === "playing" ? this.pause() : undefined;
    }
    this.#watch();
  }

  #apply() {
    const {audio} = this;
    audio.defaultPlaybackRate = audio.playbackRate = this.rate;
    audio.volume = this.volume;
  }

  #watch() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (this.state !== "playing") return;
      this.#look();
      this.#watch();
    });
  }

  /** Stops the clip at its end time, and turns the page in the middle of a clip. */
  #look() {
    const {audio, clip, follower} = this;
    if (this.state !== "playing" || audio.paused || !clip || audio.seeking) return;
    const next = this.clips[this.at + 1];
    const follows = next?.src === clip.src && Math.abs(next.begin - clip.end) < near && !this.#isSkipped(next);
    if (audio.currentTime >= clip.end - (follows ? 0 : 0.008 * this.rate)) return this.#advance();
    if (performance.now() - this.#reported > 950) this.report();
    const turn = this.#break, end = Math.min(clip.end, audio.duration || Infinity);
    if (turn && (audio.currentTime - clip.begin) / (end - clip.begin) >= turn.share) {
      follower.turn(turn.rest);
      this.#break = pageBreak(follower, follower.frame, clip, turn.at);
    }
  }

  #advance() {
    return this.#enter(this.at + 1);
  }

  /** Goes to the overlay of the next or previous resource.
   * @param {1 | -1} step */
  async #cross(step) {
    this.audio.pause();
    const serial = ++this.#serial, {index} = this;
    const found = step > 0 && this.endsSoon ? null : await this.#find(index + step, step, serial);
    if (serial !== this.#serial) return;
    if (!found) return step > 0 ? this.stop("ended") : this.#enter(0);
    Object.assign(this, found, {at: -1});
    return this.#enter(step > 0 ? 0 : this.clips.length - 1, step);
  }

  /** Reads text without a recording with a synthetic voice.
   * @param {any} frame @param {Clip} clip @param {number} serial */
  async #say(frame, clip, serial) {
    this.report();
    const element = frame && elementOf(frame, clip), text = spoken(element?.textContent ?? "").text.trim();
    if (text && clip.id) await this.shell.speech?.say(text, languageOf(element));
    if (serial === this.#serial && this.state === "playing") return this.#advance();
  }

  /** @override @param {1 | -1} step */
  step(step) {
    return this.#enter(this.at + step, step);
  }
  /** @override @param {number} seconds */
  skip(seconds) {
    return this.#enter(skipped(this.clips, this.at, seconds), seconds < 0 ? -1 : 1);
  }
  /** Skips the rest of the table, list or figure that is being read. */
  escape() {
    return this.#enter(afterStructure(this.clips, this.at));
  }
  /** Continues from an element that the reader taps.
   * @param {any} frame @param {Element} target @returns {boolean} */
  tap(frame, target) {
    if (this.state === "stopped") return false;
    for (let element = /** @type {any} */ (target); element; element = element.parentElement) {
      const {id} = element;
      const at = id ? this.clips.findIndex((clip) => clip.href === frame.href && clip.id === id) : -1;
      if (at < 0) continue;
      this.follower.begin();
      if (this.state === "paused") this.setState("playing");
      this.#enter(at);
      return true;
    }
    return false;
  }

  /** @override */
  showAgain() {
    const {clip} = this;
    const locations = clip.id ? {fragments: [clip.id]} : {progression: 0};
    return this.follower.show(clip.href, locations, (frame) => rangeOf(elementOf(frame, clip)));
  }

  /** Highlights the element with the classes of the publication, or with a decoration if these are missing or
   * invisible.
   * @override @param {any} frame */
  draw(frame) {
    this.highlight.clear();
    if (!frame || !this.clip || this.clip.href !== frame.href) return;
    const element = elementOf(frame, this.clip), range = rangeOf(element);
    this.follower.range = range;
    const isSeen = this.highlight.mark(element, frame.root);
    this.decorate(frame, isSeen || element === frame.body ? {} : {sentence: range});
  }

  /** @override */
  halt() {
    this.#serial++;
    cancelAnimationFrame(this.#frame);
    this.audio.pause();
    this.shell.speech?.hush();
  }
  /** @override */
  forget() {
    this.highlight.clear();
    this.decorate(this.follower.frame, {});
    this.audio.removeAttribute("src");
    this.audio.load();
    Object.assign(this, {clips: [], at: -1});
    mediaSession(null);
  }
  /** @override */
  setSettings() {
    if (this.state === "stopped") return;
    const {playbackRate} = this.audio;
    this.#apply();
    if (playbackRate !== this.rate) this.report();
    if (this.clip && this.#isSkipped(this.clip)) this.#advance();
  }

  /** @override @param {string} [state] */
  report(state) {
    this.#reported = performance.now();
    super.report(state);
  }
  /** @override */
  get times() {
    const {currentTime, duration} = this.audio;
    return this.clip?.src ? {time: currentTime, ...(duration > 0 && duration < Infinity && {duration})} : {};
  }
  /** @override */
  get locator() {
    const {clip} = this;
    if (!clip) return null;
    const {type} = this.shell.book.readingOrder[this.shell.book.indexOf(clip.href)] ?? {};
    return { href: clip.href, type, locations: {...(clip.id && {fragments: [clip.id]})} };
  }
}

/** @param {Shell} shell */
export function install(shell) {
  if (/^(audio|video)$/.test(shell.state.kind)) return;
  const overlay = new Overlay(shell);
  shell.on("frame", (frame) => {
    frame.listen(frame.document, "click", (/** @type {MouseEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.defaultPrevented || event.button || target.closest?.("a[href]")) return;
      if (overlay.tap(frame, target)) event.preventDefault();
    });
  });
}
