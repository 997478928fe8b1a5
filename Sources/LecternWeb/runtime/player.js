// SPDX-License-Identifier: BSD-3-Clause
/** The view of recordings: plays the reading order, track by track, from one place to the next. */

import {chapterAt, chaptersOf, inTime, lengthOf} from "./chapters.js";
import {Cues} from "./cues.js";
import {address, load} from "./load.js";
import {label} from "./labels.js";
import {clipOf, mediaSession, seek} from "./media.js";
import {Panel} from "./panel.js";

const ahead = 20; // seconds before the end of a track when the next one is loaded
const fade = 5; // seconds in which the sleep timer turns the volume down

/** @type {(value: any, low: number, high: number, otherwise: number) => number} */
const clamp = (value, low, high, otherwise) =>
  (Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : otherwise);

export class PlayerView {
  index = -1;
  isPlaying = false;
  rate = 1;
  volume = 1;
  isMuted = false;
  error = "";
  /** @type {{until: number} | "end" | null} */
  sleep = null;
  /** @type {{index: number, audio: HTMLMediaElement} | null} */
  #next = null;
  /** Where the track begins to play once it can.
   * @type {number | null} */
  #pending = null;
  /** @type {[EventTarget, string, any][]} */
  #listeners = [];
  #isDisposed = false;
  #reported = 0;

  /** @param {any} shell */
  constructor(shell) {
    this.shell = shell;
    /** @type {any[]} */
    this.items = shell.state.readingOrder;
    /** Seconds; 0 until it is known.
     * @type {number[]} */
    this.durations = this.items.map(({duration}) => (duration > 0 ? duration : 0));
    this.chapters = chaptersOf(shell.state);
    this.inTime = inTime(this.chapters);
    /** @type {HTMLMediaElement} */
    this.audio = this.#media(0);
    this.panel = new Panel(this);
    this.cues = new Cues(this.panel.marks, this.panel.subtitles, (...cue) => this.#activate(...cue));
    this.#listen(document, "keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event), true);
    this.#listen(document, "visibilitychange", () => this.render());
    /** @type {(() => void)[]} */
    this.ends = [
      shell.on("message:decorations", (/** @type {any} */ message) => this.decorate(message)),
      shell.on("command:options", (/** @type {any} */ {options}) => {
        Object.assign(shell.options, options);
        this.panel.setSettings();
      }),
    ];
    this.setSettings(shell);
    this.timer = setInterval(() => this.#tick(), 250);
  }

  get time() {
    return this.#pending ?? this.audio.currentTime;
  }
  get duration() {
    return this.durations[this.index] ?? 0;
  }
  get link() {
    return this.items[this.index];
  }
  get chapter() {
    return chapterAt(this.inTime, this.index, this.time);
  }
  /** @param {any} chapter */
  lengthOf(chapter) {
    return lengthOf(this.inTime, chapter, this.durations);
  }
  /** The time in the whole book, and its length; null while a duration is not known. */
  get whole() {
    if (this.durations.some((one) => !one)) return null;
    const sum = (/** @type {number} */ to) => this.durations.slice(0, to).reduce((all, one) => all + one, 0);
    return {time: sum(this.index) + Math.min(this.time, this.duration), duration: sum(this.items.length)};
  }
  get progression() {
    return this.duration ? Math.min(1, this.time / this.duration) : 0;
  }
  get totalProgression() {
    const {whole} = this;
    return whole ? whole.time / whole.duration : (Math.max(0, this.index) + this.progression) / this.items.length;
  }

  // -- The media elements

  /** @param {EventTarget} target @param {string} type @param {any} listener @param {boolean} [capture] */
  #listen(target, type, listener, capture) {
    target.addEventListener(type, listener, capture);
    this.#listeners.push([target, type, listener]);
  }

  /** @param {number} index @returns {HTMLMediaElement} */
  #media(index) {
    const link = this.items[index];
    const audio = document.createElement(link?.as === "video" ? "video" : "audio");
    audio.preload = "auto";
    if (link) audio.src = address(link.href);
    const on = (/** @type {string} */ type, /** @type {() => void} */ act) =>
      audio.addEventListener(type, () => !this.#isDisposed && audio === this.audio && act());
    on("durationchange", () => this.#known(this.index, audio.duration));
    on("timeupdate", () => this.render());
    on("playing", () => this.#playing(true));
    on("pause", () => !audio.ended && this.#playing(false));
    on("ended", () => this.#ended());
    on("error", () => this.#failed());
    return audio;
  }

  /** @param {number} index @param {number} duration */
  #known(index, duration) {
    if (!(duration > 0) || duration === Infinity || this.durations[index] === duration) return;
    this.durations[index] = duration;
    if (index === this.index) this.#drawCues();
    this.panel.list();
    this.render();
  }

  /** Reads the durations that the publication does not tell, one after the other. */
  async #measure() {
    for (const [index, link] of this.items.entries()) {
      if (this.durations[index] || index === this.index) continue;
      const probe = new Audio();
      probe.preload = "metadata";
      await new Promise((resolve) => {
        probe.onloadedmetadata = probe.onerror = resolve;
        probe.src = address(link.href);
      });
      if (this.#isDisposed) return;
      this.#known(index, probe.duration);
      probe.removeAttribute("src");
      probe.load();
    }
  }

  /** @param {number} index @param {number} time @param {boolean} play */
  async #open(index, time, play) {
    const isNew = index !== this.index;
    if (isNew) {
      const old = this.audio, isFirst = this.index < 0;
      this.index = index;
      this.error = "";
      if (!isFirst || index) {
        this.audio = this.#next?.index === index ? this.#next.audio : this.#media(index);
        old.pause();
        old.removeAttribute("src");
        old.load();
      }
      this.#next = null;
      this.#apply();
      this.panel.setMedia(this.audio);
      this.#known(index, this.audio.duration);
      this.cues.draw("", 0);
      if (!this.cues.has(this.link.href)) this.#loadCues(this.link.href);
      else this.#drawCues();
      if (isFirst) this.#measure();
    }
    const end = this.duration;
    this.#pending = time = Math.max(0, end ? Math.min(time, end) : time);
    this.render();
    if (play) this.play();
    await seek(this.audio, time);
    if (this.index === index && this.#pending === time) this.#pending = null;
    if (!this.#isDisposed) this.#report();
  }

  async play() {
    this.isPlaying = true;
    this.render();
    try {
      await this.audio.play();
    } catch (error) { // without a gesture of the reader, or replaced by another one
      if (this.audio.paused) this.#playing(false);
    }
  }
  pause() {
    this.audio.pause();
    this.#playing(false);
  }
  toggle() {
    return this.isPlaying ? this.pause() : this.play();
  }

  /** @param {boolean} isPlaying */
  #playing(isPlaying) {
    this.isPlaying = isPlaying;
    this.render();
    this.#report();
  }

  #ended() {
    const isLast = this.index === this.items.length - 1;
    const sleeps = this.sleep === "end" && !this.#chapterGoesOn();
    if (sleeps) this.setSleep(null);
    if (isLast || sleeps || this.shell.settings.continuous === false) {
      this.isPlaying = false;
      this.render();
      return this.#report(isLast ? "ended" : "paused");
    }
    this.#open(this.index + 1, 0, true);
  }

  #failed() {
    this.error = label("unplayable");
    this.isPlaying = false;
    this.shell.send({type: "error", message: "The recording cannot be played.", href: this.link.href});
    this.render();
  }

  /** Whether the chapter has another track after this one. */
  #chapterGoesOn() {
    const next = this.inTime[this.inTime.indexOf(this.chapter) + 1];
    return (next?.index ?? this.items.length) > this.index + 1;
  }

  #tick() {
    const {audio, sleep} = this;
    if (!this.isPlaying) return;
    if (this.#pending === null && !this.#next && this.index + 1 < this.items.length
      && audio.duration - audio.currentTime < ahead) {
      this.#next = {index: this.index + 1, audio: this.#media(this.index + 1)};
    }
    if (sleep && sleep !== "end") {
      const rest = (sleep.until - Date.now()) / 1000;
      audio.volume = this.volume * clamp(rest / fade, 0, 1, 1);
      if (rest <= 0) this.#doze();
    } else if (sleep) {
      const next = this.inTime[this.inTime.indexOf(this.chapter) + 1];
      if (next?.index === this.index && next.begin - this.time < 0.3 * this.rate) this.#doze();
    }
    if (performance.now() - this.#reported >= clamp(this.shell.settings.pollInterval, 100, 10000, 1000) - 50) this.#report();
  }
  #doze() {
    this.pause();
    this.setSleep(null);
  }

  /** @param {{until: number} | "end" | null} sleep */
  setSleep(sleep) {
    this.sleep = sleep;
    this.audio.volume = this.volume;
    this.render();
  }

  // -- What listeners hear

  /** @param {string} [state] */
  #report(state = this.isPlaying ? "playing" : "paused") {
    if (this.index < 0) return;
    this.#reported = performance.now();
    const place = this.place(), {href} = this.link;
    this.shell.send({ type: "media", state, kind: "audio", href, time: this.time,
      ...(this.duration && {duration: this.duration}), locator: place.locator, rate: this.rate });
    this.shell.send({type: "location", ...place});
    if (navigator.mediaSession) {
      navigator.mediaSession.playbackState = state === "playing" ? "playing" : "paused";
      if (this.duration) {
        navigator.mediaSession.setPositionState?.(
          {duration: this.duration, playbackRate: this.rate, position: Math.min(this.time, this.duration)});
      }
    }
  }

  /** Tells the device what is played. */
  announce() {
    const {state, settings} = this.shell;
    if (settings.enableMediaSession === false) return;
    mediaSession({ title: this.chapter?.title, artist: state.author, album: state.title,
      cover: state.cover && address(state.cover) }, {
      play: () => this.play(), pause: () => this.pause(), stop: () => this.pause(),
      seekbackward: ({seekOffset}) => this.skip(-(seekOffset || this.#interval("Backward"))),
      seekforward: ({seekOffset}) => this.skip(seekOffset || this.#interval("Forward")),
      seekto: ({seekTime}) => this.seek(seekTime),
      previoustrack: () => this.moveChapter(-1), nexttrack: () => this.moveChapter(1),
    });
  }

  // -- Moves

  /** @param {"Backward" | "Forward"} side */
  #interval(side) {
    return clamp(this.shell.settings[`skip${side}Interval`], 1, 600, 10);
  }
  get intervals() {
    return [this.#interval("Backward"), this.#interval("Forward")];
  }

  /** @param {number} time in the track */
  seek(time) {
    return this.#open(Math.max(0, this.index), clamp(time, 0, Infinity, 0), this.isPlaying);
  }

  /** Skips by seconds, also into the tracks before and after.
   * @param {number} seconds */
  skip(seconds) {
    const time = this.time + seconds, {duration, index} = this;
    const before = this.durations[index - 1];
    if (time < 0 && before) return this.#open(index - 1, before + time, this.isPlaying);
    if (duration && time >= duration && index + 1 < this.items.length) {
      return this.#open(index + 1, time - duration, this.isPlaying);
    }
    return this.seek(time);
  }

  /** @param {any} chapter @param {boolean} [play] */
  goChapter({index, begin}, play = this.isPlaying) {
    return this.#open(index, begin, play);
  }
  /** To the next chapter; back to the beginning of this one first.
   * @param {1 | -1} step @returns {boolean} */
  moveChapter(step) {
    const {chapter} = this, at = this.inTime.indexOf(chapter);
    const isLate = this.index > chapter.index || this.time - chapter.begin > 3;
    const target = step < 0 && isLate ? chapter : this.inTime[at + step];
    if (target) this.goChapter(target);
    return !!target;
  }
  /** @param {1 | -1} step */
  #moveTrack(step) {
    if (!this.items[this.index + step]) return false;
    this.#open(this.index + step, 0, this.isPlaying);
    return true;
  }

  /** @param {any} locator */
  async go(locator) {
    const [href, fragment] = (locator?.href ?? "").split("#");
    const {fragments, progression} = locator?.locations ?? {};
    const index = this.items.findIndex((item) => item.href === href);
    if (!this.items.length || (href && index < 0)) return false;
    const clip = [...fragments ?? [], fragment].map(clipOf).find((one) => one);
    const target = Math.max(0, index);
    const play = this.isPlaying || (this.shell.settings.autoPlay !== false && this.shell.options?.autoPlay !== false);
    await this.#open(target, clip?.begin ?? 0, play);
    if (!clip && progression > 0) {
      const duration = this.durations[target] || (await new Promise((resolve) =>
        this.audio.addEventListener("durationchange", () => resolve(this.audio.duration), {once: true})));
      await this.#open(target, progression * duration, this.isPlaying);
    }
    return true;
  }

  /** @param {string} to */
  move(to) {
    /** @type {Record<string, () => any>} */
    const moves = {
      forward: () => this.#moveTrack(1), backward: () => this.#moveTrack(-1),
      nextSection: () => this.moveChapter(1), previousSection: () => this.moveChapter(-1),
      resourceStart: () => (this.seek(0), true), resourceEnd: () => (this.seek(this.duration), true),
    };
    return moves[to]?.() ?? false;
  }

  place() {
    const {link, index, time, progression, totalProgression} = this;
    const last = this.items.length - 1;
    return {
      locator: {
        href: link?.href ?? "", type: link?.type ?? "audio/mpeg", ...(this.chapter && {title: this.chapter.title}),
        locations: {fragments: ["t=" + +time.toFixed(3)], progression, totalProgression, position: index + 1},
      },
      page: index + 1, pages: this.items.length,
      atStart: index <= 0 && time < 0.5, atEnd: index === last && progression > 0.9999,
    };
  }

  // -- Settings, commands, decorations

  /** @param {any} message */
  setSettings({settings = {}}) {
    this.rate = clamp(settings.speed, 0.1, 6, this.rate);
    this.volume = clamp(settings.volume, 0, 1, this.volume);
    this.#apply();
    this.panel.setSettings();
    this.render();
  }
  #apply() {
    const {audio} = this;
    audio.defaultPlaybackRate = audio.playbackRate = this.rate;
    audio.preservesPitch = /** @type {any} */ (audio).webkitPreservesPitch = this.shell.settings.preservePitch !== false;
    audio.volume = this.volume;
    audio.muted = this.isMuted;
  }
  /** @param {number} rate */
  setRate(rate) {
    this.setSettings({settings: {speed: rate}});
    this.#report();
  }
  /** @param {number} volume @param {boolean} [isMuted] */
  setVolume(volume, isMuted = false) {
    this.isMuted = isMuted;
    this.setSettings({settings: {volume}});
  }

  setSpreads() {}
  resize() {}

  /** @param {any} message */
  decorate(message) {
    const href = this.link?.href;
    if (message.changes) {
      this.cues.change(message);
      if (href in message.changes) this.#drawCues();
    } else {
      for (const one of message.hrefs ?? []) this.cues.forget(one);
      if (href && !this.cues.has(href)) this.#loadCues(href);
    }
  }
  /** @param {string} href */
  async #loadCues(href) {
    try {
      this.cues.load(href, await load("~lectern/decorations.json?href=" + encodeURIComponent(href), {type: "json"}));
    } catch {} // then there are none
    if (!this.#isDisposed && href === this.link?.href) this.#drawCues();
  }
  #drawCues() {
    this.cues.draw(this.link.href, this.duration);
    this.render();
  }
  /** @param {string} group @param {any} cue @param {HTMLElement} mark */
  #activate(group, cue, mark) {
    this.seek(cue.start);
    const {left, top, right, bottom, width, height} = mark.getBoundingClientRect();
    if (!this.shell.state.activable?.includes(group)) return;
    this.shell.send({ type: "decoration", group, id: cue.id, rect: {left, top, right, bottom, width, height},
      point: {x: left + width / 2, y: top + height / 2} });
  }

  /** @param {any} message */
  command(message) {
    /** @type {Record<string, () => any>} */
    const commands = {
      play: () => this.play(), pause: () => this.pause(),
      stop: () => (this.pause(), this.#report("stopped")),
      skip: () => this.skip(message.seconds), seek: () => this.seek(message.time), rate: () => this.setRate(message.value),
      sleep: () => {
        const {minutes} = message;
        this.setSleep(minutes === "end" ? "end" : minutes > 0 ? {until: Date.now() + minutes * 60000} : null);
      },
      focus: () => this.panel.focus(),
    };
    const act = commands[message.command];
    act?.();
    return !!act;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const {key, target} = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || this.shell.options?.keyboard === false) return;
    const control = /** @type {Element} */ (target).closest?.("select, input, textarea, button");
    if (this.panel.isOpen && key === "Escape") this.panel.toggle(false);
    else if (control?.matches("select, textarea, .volume input") || (control?.matches("button") && key === " ")) return;
    else {
      const [backward, forward] = this.intervals;
      /** @type {Record<string, () => any>} */
      const keys = {
        " ": () => this.toggle(), k: () => this.toggle(), ArrowLeft: () => this.skip(-backward),
        ArrowRight: () => this.skip(forward), j: () => this.skip(-backward), l: () => this.skip(forward),
        ArrowUp: () => this.setVolume(this.volume + 0.1), ArrowDown: () => this.setVolume(this.volume - 0.1),
        m: () => this.setVolume(this.volume, !this.isMuted), PageUp: () => this.moveChapter(-1),
        PageDown: () => this.moveChapter(1), Home: () => this.seek(0), End: () => this.seek(this.duration),
        "<": () => this.setRate(this.rate - 0.1), ">": () => this.setRate(this.rate + 0.1),
      };
      if (!keys[key]) return;
      keys[key]();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    if (this.#isDisposed || document.hidden) return;
    this.cues.at(this.time);
    this.panel.render();
  }

  dispose() {
    this.#isDisposed = true;
    this.isPlaying = false;
    clearInterval(this.timer);
    for (const end of this.ends) end();
    for (const [target, type, listener] of this.#listeners) target.removeEventListener(type, listener, true);
    for (const audio of [this.audio, this.#next?.audio]) {
      audio?.pause();
      audio?.removeAttribute("src");
      audio?.load();
    }
    mediaSession(null, { play: null, pause: null, stop: null, seekbackward: null, seekforward: null, seekto: null,
      previoustrack: null, nexttrack: null });
    this.cues.dispose();
    this.panel.dispose();
  }
}

