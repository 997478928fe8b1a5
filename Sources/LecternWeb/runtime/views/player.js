// SPDX-License-Identifier: BSD-3-Clause
/** The view for recordings: plays the reading order track by track, without gaps. */
import {fragmentsOf} from "../book/book.js";
import {chapterAt, chaptersOf, inTime, lengthOf, titleOf} from "../recordings/chapters.js";
import {Cues} from "../recordings/cues.js";
import {label} from "../tools/labels.js";
import {address, loadJSON} from "../tools/load.js";
import {clipOf, mediaSession, once, seek} from "../recordings/media.js";
import {clamp} from "../tools/numbers.js";
import {Panel} from "../recordings/panel.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

const ahead = 20; // seconds before the end of a track at which the next one is loaded
const fade = 5; // seconds in which the sleep timer turns the volume down
const notice = 8000; // ms for which the panel says that a track was left out

/** @type {(value: any, low: number, high: number, otherwise: number) => number} */
const within = (value, low, high, otherwise) => (Number.isFinite(value) ? clamp(value, low, high) : otherwise);

/** @param {HTMLMediaElement} audio releases its loaded data */
const release = (audio) => {
  audio.pause();
  audio.removeAttribute("src");
  audio.load();
};

class PlayerView {
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
  /** Media elements for reuse, because engines may keep each element until the page is closed.
   * @type {HTMLMediaElement[]} */
  #spare = [];
  /** The time at which the track starts once it can play.
   * @type {number | null} */
  #pending = null;
  #end = new AbortController();
  #reported = 0;

  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** @type {any[]} */
    this.items = shell.book.readingOrder;
    /** Seconds; 0 until it is known.
     * @type {number[]} */
    this.durations = this.items.map(({duration}) => (duration > 0 ? duration : 0));
    this.chapters = chaptersOf(shell.book);
    this.inTime = inTime(this.chapters);
    this.audio = this.#media(0);
    this.panel = new Panel(this);
    this.cues = new Cues(this.panel.marks, this.panel.subtitles, (...cue) => this.#activate(...cue));
    const {signal} = this.#end;
    document.addEventListener("keydown", (event) => this.#key(event), {capture: true, signal});
    document.addEventListener("visibilitychange", () => this.render(), {signal});
    /** @type {(() => void)[]} */
    this.ends = [
      shell.on("decorations", (message) => this.decorate(message)),
      shell.on("options", () => this.panel.setSettings()),
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
  get following() {
    return this.inTime[this.inTime.indexOf(this.chapter) + 1];
  }
  /** @param {any} chapter */
  lengthOf(chapter) {
    return lengthOf(this.inTime, chapter, this.durations);
  }
  /** The time in the whole book, and its length; null until all durations are known. */
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
  get isDisposed() {
    return this.#end.signal.aborted;
  }

  // -- The media elements

  /** @param {number} index @returns {HTMLMediaElement} */
  #media(index) {
    const link = this.items[index], kind = link?.as === "video" ? "video" : "audio";
    const spare = this.#spare.findIndex(({localName}) => localName === kind);
    const audio = spare < 0 ? this.#element(kind) : this.#spare.splice(spare, 1)[0];
    if (link) audio.src = address(link.href);
    return audio;
  }

  /** @param {HTMLMediaElement | undefined} audio to be reused for another track */
  #release(audio) {
    if (!audio) return;
    release(audio);
    this.#spare.push(audio);
  }

  /** @param {"audio" | "video"} kind @returns {HTMLMediaElement} */
  #element(kind) {
    const audio = document.createElement(kind);
    audio.preload = "auto";
    // Each ignores events that belong to the previous track.
    /** @type {Record<string, () => any>} */
    const listeners = {
      durationchange: () => this.#know(this.index, audio.duration), timeupdate: () => this.render(),
      playing: () => audio.paused || this.#setPlaying(true), pause: () => !audio.paused || audio.ended || this.#setPlaying(false),
      ended: () => audio.ended && this.#ended(), error: () => audio.error && this.#fail(),
    };
    for (const [type, act] of Object.entries(listeners)) {
      audio.addEventListener(type, () => audio === this.audio && act(), {signal: this.#end.signal});
    }
    return audio;
  }

  /** @param {number} index @param {number} duration */
  #know(index, duration) {
    if (!(duration > 0) || duration === Infinity || this.durations[index] === duration) return;
    this.durations[index] = duration;
    if (index === this.index) this.#drawCues();
    this.panel.list();
    this.render();
  }

  /** Reads the durations that the publication does not declare, one after the other. */
  async #measure() {
    const probe = new Audio();
    probe.preload = "metadata";
    for (const [index, {href}] of this.items.entries()) {
      if (this.durations[index] || index === this.index) continue;
      probe.src = address(href);
      await once(probe, "loadedmetadata", "error");
      if (this.isDisposed) break;
      this.#know(index, probe.duration);
    }
    release(probe);
  }

  /** @param {number} index @param {number} time @param {boolean} [play] */
  async #open(index, time, play = this.isPlaying) {
    const old = this.audio, isFirst = this.index < 0;
    if (index !== this.index) {
      this.index = index;
      this.error = "";
      if (this.#next?.index === index) this.audio = this.#next.audio;
      else {
        this.#release(this.#next?.audio);
        if (!isFirst || index) this.audio = this.#media(index);
      }
      if (old !== this.audio) this.#release(old);
      this.#next = null;
      this.#apply();
      this.panel.setMedia(this.audio);
      this.#know(index, this.audio.duration);
      this.cues.draw("", 0);
      if (this.cues.has(this.link.href)) this.#drawCues();
      else this.#loadCues(this.link.href);
      if (isFirst) this.#measure();
    }
    this.#pending = time = within(time, 0, this.duration || Infinity, 0);
    this.render();
    if (play) this.play();
    // The track may have failed while it was preloaded.
    if (this.audio.error) {
      this.#pending = null;
      return this.#fail();
    }
    await seek(this.audio, time, () => this.index === index && this.#pending === time);
    if (this.index === index && this.#pending === time) this.#pending = null;
    if (!this.isDisposed) this.#report();
  }

  async play() {
    this.isPlaying = true;
    this.render();
    const {audio} = this;
    try {
      await audio.play();
    } catch { // without a gesture of the reader, or replaced by another one
      if (audio.error && audio === this.audio && this.isPlaying) this.#fail();
      else if (this.audio.paused) this.#setPlaying(false);
    }
  }
  pause() {
    this.audio.pause();
    this.#setPlaying(false);
  }
  toggle() {
    return this.isPlaying ? this.pause() : this.play();
  }

  /** @param {boolean} isPlaying */
  #setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this.render();
    this.#report();
  }

  /** Whether playback continues from one track to the next. */
  get #goesOn() {
    return this.index + 1 < this.items.length && this.shell.settings.continuous !== false;
  }

  #ended() {
    const {following, items, index} = this, isLast = !items[index + 1];
    // A chapter may continue in the next track.
    const sleeps = this.sleep === "end" && (following ? following.index === index + 1 && following.begin < 0.3 : isLast);
    if (sleeps) this.setSleep(null);
    if (!sleeps && this.#goesOn) return this.#open(index + 1, 0, true);
    this.isPlaying = false;
    this.render();
    this.#report(isLast ? "ended" : "paused");
  }

  /** Reports that the track cannot be played. If it was playing, continues with the next one. */
  #fail() {
    const {index, isPlaying, link} = this, error = `${titleOf(link, index)}: ${label("unplayable")}`;
    if (this.error !== error) this.shell.report("The recording cannot be played.", link.href, "media");
    else if (!isPlaying) return;
    this.isPlaying = false;
    if (isPlaying && this.#goesOn) {
      this.#open(index + 1, 0, true);
      setTimeout(() => {
        if (this.error === error) this.error = "";
      }, notice);
    } else this.#report();
    this.error = error;
    this.render();
  }

  #tick() {
    const {audio, sleep, index, following, shell: {settings}} = this;
    if (!this.isPlaying) return;
    if (this.#pending === null && !this.#next && this.items[index + 1] && audio.duration - audio.currentTime < ahead) {
      this.#next = {index: index + 1, audio: this.#media(index + 1)};
    }
    const rest = sleep === "end" ? (following?.index === index ? following.begin - this.time : Infinity) / this.rate
      : sleep ? (sleep.until - Date.now()) / 1000 : Infinity;
    audio.volume = this.volume * within(rest / fade, 0, 1, 1);
    if (rest <= (sleep === "end" ? 0.3 : 0)) {
      this.pause();
      this.setSleep(null);
    }
    if (performance.now() - this.#reported > within(settings.pollInterval, 100, 10000, 1000) - 50) this.#report();
  }

  /** @param {{until: number} | "end" | null} sleep */
  setSleep(sleep) {
    this.sleep = sleep;
    this.audio.volume = this.volume;
    this.render();
  }

  // -- Messages to listeners

  /** @param {string} [state] */
  #report(state = this.isPlaying ? "playing" : "paused") {
    if (this.index < 0) return;
    this.#reported = performance.now();
    const place = this.place(), {duration, time, rate, shell, link: {href}} = this, {mediaSession: session} = navigator;
    const {locator} = place, length = duration && {duration};
    shell.send({type: "media", state, kind: "audio", href, time, ...length, locator, rate});
    shell.send({type: "location", ...place});
    if (!session || shell.settings.enableMediaSession === false) return;
    session.playbackState = state === "playing" ? "playing" : "paused";
    if (duration) session.setPositionState?.({duration, playbackRate: rate, position: Math.min(time, duration)});
  }

  /** Updates the title and cover on the lock screen of the device. */
  announce() {
    const {state, settings} = this.shell, [backward, forward] = this.intervals;
    if (settings.enableMediaSession === false) return;
    mediaSession({title: this.chapter?.title, artist: state.author, album: state.title, cover: state.cover}, {
      play: () => this.play(), pause: () => this.pause(), stop: () => this.pause(),
      seekbackward: ({seekOffset}) => this.skip(-(seekOffset || backward)),
      seekforward: ({seekOffset}) => this.skip(seekOffset || forward),
      seekto: ({seekTime}) => this.seek(seekTime),
      previoustrack: () => this.moveChapter(-1), nexttrack: () => this.moveChapter(1),
    });
  }

  // -- Moves

  /** The skip intervals of the buttons, in seconds. */
  get intervals() {
    const {skipBackwardInterval, skipForwardInterval} = this.shell.settings;
    return [skipBackwardInterval, skipForwardInterval].map((one) => within(one, 1, 600, 10));
  }

  /** @param {number} time in the track */
  seek(time) {
    return this.#open(Math.max(0, this.index), time);
  }
  /** Skips by seconds, across tracks if necessary.
   * @param {number} seconds */
  skip(seconds) {
    const {durations, items} = this;
    let index = Math.max(0, this.index), time = this.time + seconds;
    while (time < 0 && durations[index - 1]) time += durations[--index];
    while (durations[index] && time >= durations[index] && items[index + 1]) time -= durations[index++];
    return this.#open(index, time);
  }

  /** @param {any} chapter @param {boolean} [play] */
  goChapter({index, begin}, play) {
    return this.#open(index, begin, play);
  }
  /** Goes to the next chapter; backwards, to the start of this one first.
   * @param {1 | -1} step @returns {boolean} */
  moveChapter(step) {
    const {chapter} = this, isLate = this.index > chapter.index || this.time - chapter.begin > 3;
    const target = step < 0 && isLate ? chapter : this.inTime[this.inTime.indexOf(chapter) + step];
    if (target) this.goChapter(target);
    return !!target;
  }

  /** @param {any} locator @param {{plays?: boolean}} [options] */
  async go(locator, options = {}) {
    const {progression} = locator.locations, index = this.shell.book.indexOf(locator.href, locator.locations);
    const clip = fragmentsOf(locator).map(clipOf).find(Boolean);
    const plays = options.plays || this.isPlaying || this.shell.settings.autoPlay !== false;
    await this.#open(index, clip?.begin ?? 0, plays);
    if (!clip && progression > 0) {
      if (!this.durations[index]) await once(this.audio, "durationchange", "error");
      if (this.index === index) await this.#open(index, progression * this.durations[index]);
    }
    return true;
  }

  /** @param {string} to */
  move(to) {
    const step = {forward: 1, backward: -1}[to], section = {nextSection: 1, previousSection: -1}[to];
    if (section) return this.moveChapter(section > 0 ? 1 : -1);
    if (step && this.items[this.index + step]) this.#open(this.index + step, 0);
    else if (/^resource(Start|End)$/.test(to)) this.seek(to === "resourceEnd" ? this.duration : 0);
    else return false;
    return true;
  }

  place() {
    const {link, index, time, progression, totalProgression, chapter} = this;
    return {
      locator: {
        href: link?.href ?? "", type: link?.type ?? "audio/mpeg", ...(chapter && {title: chapter.title}),
        locations: {fragments: ["t=" + +time.toFixed(3)], progression, totalProgression, position: index + 1},
      },
      page: index + 1, pages: this.items.length,
      atStart: index <= 0 && time < 0.5, atEnd: !this.items[index + 1] && progression > 0.9999,
    };
  }

  // -- Settings, commands, decorations

  /** @param {any} message */
  setSettings({settings = {}}) {
    this.rate = within(settings.speed, 0.1, 6, this.rate);
    this.volume = within(settings.volume, 0, 1, this.volume);
    this.#apply();
    this.panel.setSettings();
    this.render();
  }
  #apply() {
    const audio = /** @type {any} */ (this.audio);
    audio.defaultPlaybackRate = audio.playbackRate = this.rate;
    audio.preservesPitch = audio.webkitPreservesPitch = this.shell.settings.preservePitch !== false;
    audio.volume = this.volume;
    audio.muted = this.isMuted;
  }
  /** @param {number} speed */
  setRate(speed) {
    this.setSettings({settings: {speed}});
    this.#report();
  }
  /** @param {number} volume @param {boolean} [isMuted] */
  setVolume(volume, isMuted = false) {
    this.isMuted = isMuted;
    this.setSettings({settings: {volume}});
  }

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
      this.cues.load(href, await loadJSON("~lectern/decorations.json", {href}));
    } catch {} // no decorations then
    if (!this.isDisposed && href === this.link.href) this.#drawCues();
  }
  #drawCues() {
    this.cues.draw(this.link.href, this.duration);
    this.render();
  }
  /** @param {string} group @param {any} cue @param {HTMLElement} mark */
  #activate(group, cue, mark) {
    this.seek(cue.start);
    if (!this.shell.state.activable?.includes(group)) return;
    const {left, top, right, bottom, width, height} = mark.getBoundingClientRect();
    this.shell.send({type: "decoration", group, id: cue.id, rect: {left, top, right, bottom, width, height},
      point: {x: left + width / 2, y: top + height / 2}});
  }

  /** @param {any} message @returns {boolean} whether it is a command of the player */
  command({command, seconds, time, value, minutes, from}) {
    const until = Date.now() + minutes * 60000;
    /** @type {Record<string, () => any>} */
    const commands = {
      play: () => (from ? this.shell.go(from, /** @type {any} */ ({plays: true})) : this.play()),
      pause: () => this.pause(), focus: () => this.panel.focus(),
      stop: () => (this.pause(), this.#report("stopped")),
      skip: () => this.skip(seconds), seek: () => this.seek(time), rate: () => this.setRate(value),
      sleep: () => this.setSleep(minutes > 0 ? {until} : minutes === "end" ? minutes : null),
    };
    commands[command]?.();
    return command in commands;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const {key, target, altKey, ctrlKey, metaKey, defaultPrevented} = event, {panel, volume} = this;
    if (altKey || ctrlKey || metaKey || defaultPrevented || this.shell.options.keyboard === false) return;
    const control = /** @type {Element} */ (target).closest?.("select, input, textarea, button");
    if (control?.matches("select, textarea, .volume input") || (control?.matches("button") && key === " ")) return;
    const [backward, forward] = this.intervals, toggle = () => this.toggle();
    /** @type {Record<string, () => any>} */
    const keys = {
      " ": toggle, k: toggle, ArrowLeft: () => this.skip(-backward), ArrowRight: () => this.skip(forward),
      ArrowUp: () => this.setVolume(volume + 0.1), ArrowDown: () => this.setVolume(volume - 0.1),
      m: () => this.setVolume(volume, !this.isMuted), Home: () => this.seek(0), End: () => this.seek(this.duration),
      PageUp: () => this.moveChapter(-1), PageDown: () => this.moveChapter(1),
      "<": () => this.setRate(this.rate - 0.1), ">": () => this.setRate(this.rate + 0.1),
      ...(panel.isOpen && {Escape: () => panel.toggle(false)}),
    };
    if (!keys[key]) return;
    keys[key]();
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    if (this.isDisposed || document.hidden) return;
    this.cues.at(this.time);
    this.panel.render();
  }

  dispose() {
    this.isPlaying = false;
    this.#end.abort();
    clearInterval(this.timer);
    for (const end of this.ends) end();
    this.#release(this.audio);
    this.#release(this.#next?.audio);
    mediaSession(null);
    this.cues.dispose();
    this.panel.dispose();
  }
}

/** @param {Shell} shell */
export const open = (shell) => new PlayerView(shell);
