// SPDX-License-Identifier: BSD-3-Clause
/** Media overlays: plays the recording of a text clip by clip, and highlights the spoken element. */

import {Aloud} from "./aloud.js";
import {fragmentsOf} from "../book/book.js";
import {address, loadJSON} from "../tools/load.js";
import {clipOf, seek, shownFrame, withoutFragment} from "../recordings/media.js";
import {mediaSession} from "../recordings/session.js";
import {XHTML, around} from "../tools/nodes.js";
import {languageOf, rangeIn, spoken} from "../book/sentences.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/**
 * A `par` of the overlay. `inside` lists the escapable structures that contain it.
 * @typedef {{href: string, id: string, src: string, begin: number, end: number, roles: string[], inside: any[]}} Clip
 */

const near = 0.03; // seconds: the largest gap between consecutive clips
/** Structures that a listener may escape (EPUB 3.3, 9.3.4.2). */
const escapable = new RegExp("^(table|row|cell|list|listItem|figure|aside|sidebar|footnote|endnotes|note|glossary"
  + "|bibliography|index|toc|loa|loi|lot|lov|panel)$");

/** @param {any[]} objects @param {string[]} roles @param {any[]} inside @returns {Clip[]} */
const clipsIn = (objects, roles = [], inside = []) => objects.flatMap((object) => {
  /** @type {string[]} */
  const own = (object.role ?? []).map((/** @type {string} */ role) => role.replace(/.*[#/]/, ""));
  const all = [...roles, ...own];
  if (object.children) {
    return clipsIn(object.children, all, own.some((role) => escapable.test(role)) ? [...inside, object] : inside);
  }
  const [href, id = ""] = (object.textref ?? "").split("#"), recording = object.audioref ?? object.videoref ?? "";
  if (!href) return [];
  const {begin, end} = clipOf(recording.split("#")[1]) ?? {begin: 0, end: Infinity};
  return [{href, id, src: withoutFragment(recording), begin, end, roles: all, inside}];
});

/** Computed properties that tell whether a class has a visible effect. */
const visible = ["color", "backgroundColor", "textDecorationLine", "outlineStyle", "boxShadow", "fontWeight", "opacity",
  "fill", "stroke", "borderBottomColor", "filter", "textShadow"];
/** @param {Element} element */
const look = (element) => {
  const style = /** @type {any} */ (element.ownerDocument.defaultView?.getComputedStyle(element));
  return visible.map((name) => style?.[name]).join("\n");
};

/** @param {string} names */
const words = (names) => names.split(/\s+/).filter(Boolean);

export class Overlay extends Aloud {
  /** @type {Clip[]} */
  clips = [];
  at = -1;
  /** @type {string[]} roles to skip */
  skippable = ["pagebreak"];
  audio = new Audio();
  #serial = 0;
  #frame = 0;
  #reported = 0;
  /** @type {{at: number, text: import("../book/sentences.js").Block} | null} where the text continues on another page */
  #beyond = null;
  /** @type {{element: Element, root: Element} | null} */
  #marked = null;
  /** @type {Map<string, Promise<Clip[]>>} */
  #known = new Map();

  /** @param {Shell} shell */
  constructor(shell) {
    super(shell, "overlay");
    const {audio} = this;
    audio.preload = "auto";
    audio.addEventListener("timeupdate", () => this.#look()); // in case there are no animation frames
    audio.addEventListener("ended", () => this.state === "playing" && this.#advance());
    audio.addEventListener("error", () => {
      if (audio.getAttribute("src")) this.fail("The recording of the media overlay cannot be played.");
    });
    shell.on("frame", (frame) => {
      frame.listen(frame.document, "click", (/** @type {MouseEvent} */ event) => {
        const target = /** @type {Element} */ (event.target);
        if (event.defaultPrevented || event.button || target.closest?.("a[href]")) return;
        if (this.tap(frame, target)) event.preventDefault();
      });
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

  /** @param {string} href @returns {Promise<Clip[]>} */
  #load(href) {
    const known = this.#known.get(href);
    if (known) return known;
    const loading = loadJSON("~readium/guided-navigation.json", {ref: href})
      .then(({guided = []}) => clipsIn(guided), () => []);
    this.#known.set(href, loading);
    return loading;
  }

  /** The clips of a resource, or of the next one that has clips.
   * @param {number} index @param {1 | -1} step @param {number} serial @returns {Promise<Clip[] | null>} */
  async #find(index, step, serial) {
    const order = this.shell.book.readingOrder;
    for (; order[index]; index += step) {
      if (!order[index].overlay) continue;
      const clips = await this.#load(order[index].href);
      if (serial !== this.#serial) return null;
      if (!clips.length) continue;
      this.index = index;
      return clips;
    }
    return null;
  }

  /** Starts at a locator, or at the first text on the screen.
   * @override @param {any} message */
  async start({from, skippable}) {
    const {shell, follower} = this;
    this.halt();
    const serial = this.#serial;
    if (skippable) this.skippable = skippable;
    follower.follows = true;
    if (from && !(await shell.go(from))) return;
    const href = from ? withoutFragment(from.href) : shell.view.place().locator.href;
    const index = shell.book.indexOf(href), clips = await this.#find(index, 1, serial);
    if (!clips) return serial === this.#serial && this.fail("There is no media overlay here.");
    this.clips = clips;
    const {href: shown = ""} = shell.book.readingOrder[index] ?? {};
    const [id] = fragmentsOf(from ?? {});
    let at = clips.findIndex((clip) => clip.href === shown && clip.id === id);
    if (at < 0) at = this.#firstVisible(shownFrame(shell, shown));
    this.setState("playing");
    this.#session();
    return this.#enter(Math.max(0, at));
  }

  /** The first clip whose element begins on the screen or after it.
   * @param {any} frame */
  #firstVisible(frame) {
    if (!frame) return 0;
    const page = frame.flow.mode === "fixed" ? 0 : frame.pageOf(frame.visible());
    let last = 0;
    for (const [at, clip] of this.clips.entries()) {
      const element = clip.href === frame.href && this.#element(frame, clip);
      if (!element) continue;
      this.follower.href = frame.href;
      Object.assign(this.follower, {frame, range: this.#range(element)});
      const isBehind = () => frame.flow.mode !== "fixed" && frame.pageOf(element.getBoundingClientRect()) > page;
      if (this.follower.isShown || isBehind()) return at;
      last = at;
    }
    return last;
  }

  /** @param {any} frame @param {Clip} clip @returns {Element} */
  #element(frame, {id}) {
    return (id && frame.document.getElementById(id)) || frame.body;
  }
  /** @param {Element} element */
  #range(element) {
    const range = around(element);
    if (element.firstChild && element.namespaceURI === XHTML) range.selectNodeContents(element);
    return range;
  }

  /** @param {Clip} clip */
  #isSkipped = (clip) => clip.roles.some((role) => this.skippable.includes(role));

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
    this.#plan(frame, clip, 0);
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
    audio.defaultPlaybackRate = audio.playbackRate = this.rate;
    audio.preservesPitch = /** @type {any} */ (audio).webkitPreservesPitch = true;
    try {
      await audio.play();
    } catch (error) {
      const isBlocked = /** @type {any} */ (error).name === "NotAllowedError"; // without a gesture of the reader
      return isBlocked && this.state === "playing" ? this.pause() : undefined;
    }
    this.#watch();
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
    const turn = this.#beyond, end = Math.min(clip.end, audio.duration || Infinity);
    if (turn && (audio.currentTime - clip.begin) / (end - clip.begin) >= turn.at / turn.text.text.length) {
      follower.turn(rangeIn(turn.text, turn.at, turn.text.text.length));
      this.#plan(follower.frame, clip, turn.at);
    }
  }

  /** Schedules the next page turn in the middle of an element.
   * @param {any} frame @param {Clip} clip @param {number} from */
  #plan(frame, clip, from) {
    this.#beyond = null;
    if (!frame || !clip.id) return;
    const element = this.#element(frame, clip), walker = frame.document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {import("../book/sentences.js").Block} */
    const text = {text: "", language: "", parts: []};
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      text.parts.push({node, at: text.text.length});
      text.text += /** @type {Text} */ (node).data;
    }
    const at = this.follower.beyond((offset) => rangeIn(text, offset, offset + 1), from, text.text.length);
    if (at > 0) this.#beyond = {at, text};
  }

  #advance() {
    return this.#enter(this.at + 1);
  }

  /** Goes to the overlay of the next or previous resource.
   * @param {1 | -1} step */
  async #cross(step) {
    this.audio.pause();
    const serial = ++this.#serial, index = this.index ?? 0;
    const clips = step > 0 && this.endsSoon ? null : await this.#find(index + step, step, serial);
    if (serial !== this.#serial) return;
    if (!clips) return step > 0 ? this.stop("ended") : this.#enter(0);
    this.clips = clips;
    this.at = -1;
    return this.#enter(step > 0 ? 0 : clips.length - 1, step);
  }

  /** Reads text without a recording with a synthetic voice.
   * @param {any} frame @param {Clip} clip @param {number} serial */
  async #say(frame, clip, serial) {
    this.report();
    const element = frame && this.#element(frame, clip), text = spoken(element?.textContent ?? "").text.trim();
    if (text && clip.id) await this.shell.speech?.say(text, languageOf(element), this.rate);
    if (serial === this.#serial && this.state === "playing") return this.#advance();
  }

  /** @override @param {1 | -1} step */
  step(step) {
    return this.#enter(this.at + step, step);
  }
  /** Skips at least one clip, and as many as last that many seconds.
   * @override @param {number} seconds */
  skip(seconds) {
    const step = seconds < 0 ? -1 : 1, {clips} = this;
    let at = this.at, rest = Math.abs(seconds);
    do {
      const {begin = 0, end = 0} = clips[at] ?? {};
      at += step;
      rest -= end - begin;
    } while (clips[at + step] && rest > 0);
    return this.#enter(at, step);
  }
  /** Skips the rest of the table, list or figure that is being read. */
  escape() {
    const {clip} = this, around = clip?.inside[clip.inside.length - 1];
    if (!around) return this.step(1);
    const next = this.clips.findIndex((other, at) => at > this.at && !other.inside.includes(around));
    return this.#enter(next < 0 ? this.clips.length : next);
  }
  /** Continues from an element that the reader taps.
   * @param {any} frame @param {Element} target @returns {boolean} */
  tap(frame, target) {
    if (this.state === "stopped") return false;
    for (let element = /** @type {any} */ (target); element; element = element.parentElement) {
      const {id} = element;
      const at = id ? this.clips.findIndex((clip) => clip.href === frame.href && clip.id === id) : -1;
      if (at < 0) continue;
      this.follower.follows = true;
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
    return this.follower.show(clip.href, locations, (frame) => this.#range(this.#element(frame, clip)));
  }

  /** Highlights the element with the classes of the publication, or with a decoration if these are missing or
   * invisible.
   * @override @param {any} frame */
  draw(frame) {
    this.#unmark();
    if (!frame || !this.clip || this.clip.href !== frame.href) return;
    const {activeClass = "", playbackActiveClass = ""} = this.shell.state.overlay ?? {};
    const element = this.#element(frame, this.clip), {root} = frame;
    this.follower.range = this.#range(element);
    this.#marked = {element, root};
    const before = look(element);
    root.classList.add(...words(playbackActiveClass));
    element.classList.add(...words(activeClass));
    const isSeen = look(element) !== before || element.getAnimations?.().length;
    this.decorate(frame, activeClass && isSeen || element === frame.body ? {} : {sentence: this.#range(element)});
  }
  #unmark() {
    const {activeClass = "", playbackActiveClass = ""} = this.shell.state.overlay ?? {};
    const {element, root} = this.#marked ?? {};
    element?.classList.remove(...words(activeClass));
    root?.classList.remove(...words(playbackActiveClass));
    for (const one of [element, root]) if (one?.getAttribute("class") === "") one.removeAttribute("class");
    this.#marked = null;
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
    this.#unmark();
    this.decorate(this.follower.frame, {});
    this.audio.removeAttribute("src");
    this.audio.load();
    Object.assign(this, {clips: [], at: -1});
    mediaSession(null);
  }
  /** @override @param {number} rate */
  setRate(rate) {
    super.setRate(rate);
    this.audio.defaultPlaybackRate = this.audio.playbackRate = rate;
    this.report();
  }

  #session() {
    const {state} = this.shell;
    mediaSession({title: state.title, artist: state.author, cover: state.cover}, {
      play: () => this.resume(), pause: () => this.pause(),
      previoustrack: () => this.step(-1), nexttrack: () => this.step(1),
    });
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
export const install = (shell) => shell.state.kind !== "audio" && new Overlay(shell);
