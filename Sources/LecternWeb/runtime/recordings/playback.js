// SPDX-License-Identifier: BSD-3-Clause
/** Plays the tracks of a recording one after the other, without gaps. */

import {Chapters, titleOf} from "./chapters.js";
import {seek} from "./media.js";
import {isVideo, sourceOf} from "./sources.js";
import {sleepNow, sleepsAfter} from "./sleep.js";
import {Durations, MediaElements} from "./tracks.js";
import {label} from "../tools/labels.js";
import {address} from "../tools/load.js";
import {within} from "../tools/numbers.js";

const ahead = 20; // seconds before the end of a track at which the next one is loaded
const notice = 8000; // ms for which the panel says that a track was left out

/** A subclass shows it, and reports what it plays. */
export class Playback {
  index = -1;
  isPlaying = false;
  /** The speeds of recordings of sound, and of videos. */
  rates = {audio: 1, video: 1};
  volume = 1;
  isMuted = false;
  error = "";
  /** @type {import("./sleep.js").Sleep} */
  sleep = null;
  /** The time of the last report. */
  reported = 0;
  /** @type {{time: number} | null} where the track starts once it can play */
  #pending = null;
  /** @type {Set<string>} the encodings that could not be played */
  #failed = new Set();
  #end = new AbortController();

  /** @param {import("../page/shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** @type {any[]} */
    this.items = shell.book.readingOrder;
    this.tracks = new Durations(this.items);
    this.chapters = new Chapters(shell.book);
    this.elements = new MediaElements(this.items, (link) => this.#source(link), this.#events, this.signal);
    this.audio = this.elements.take(0);
    this.timer = setInterval(() => this.isPlaying && this.#tick(), 250);
  }

  get time() {
    return this.#pending?.time ?? this.audio.currentTime;
  }
  get duration() {
    return this.tracks.all[this.index] ?? 0;
  }
  get rate() {
    return this.rates[isVideo(this.link) ? "video" : "audio"];
  }
  get link() {
    return this.items[this.index];
  }
  get chapter() {
    return this.chapters.at(this.index, this.time);
  }
  get following() {
    return this.chapters.beside(this.chapter, 1);
  }
  /** Aborted when it is disposed of. */
  get signal() {
    return this.#end.signal;
  }

  /** @type {Record<string, (audio: HTMLMediaElement) => any>} */
  #events = {
    durationchange: ({duration}) => this.#learn(this.index, duration), timeupdate: () => this.render(),
    playing: ({paused}) => paused || this.#setPlaying(true),
    pause: ({paused, ended}) => !paused || ended || this.#setPlaying(false),
    ended: ({ended}) => ended && this.#ended(), error: ({error}) => error && this.#fail(),
  };

  /** @param {any} link */
  #source(link) {
    return sourceOf(link, this.shell.settings.quality, this.#failed);
  }

  /** Goes on with another encoding of the track, if one is wanted now. */
  reload() {
    const {link, audio, time, index} = this;
    if (!link || audio.src === address(this.#source(link))) return false;
    this.elements.unprepare();
    audio.src = address(this.#source(link));
    this.apply();
    this.open(index, time);
    return true;
  }

  /** @param {number} index @param {number} duration */
  #learn(index, duration) {
    if (!this.tracks.learn(index, duration)) return;
    this.learned(index, duration);
    this.render();
  }

  /** @param {number} index @param {number} time @param {boolean} [play] */
  async open(index, time, play = this.isPlaying) {
    if (index !== this.index) this.#change(index);
    const goal = this.#pending = {time: within(time, 0, this.duration || Infinity, 0)};
    this.render();
    if (play) this.play();
    // The track may have failed while it was preloaded.
    if (this.audio.error) {
      this.#pending = null;
      return this.#fail();
    }
    await seek(this.audio, goal.time, () => this.#pending === goal);
    if (this.#pending === goal) this.#pending = null;
    if (!this.signal.aborted) this.report();
  }

  /** @param {number} index of a track to show instead of the current one */
  #change(index) {
    const old = this.audio, isFirst = this.index < 0;
    this.index = index;
    this.error = "";
    // The first track is loaded from the start.
    if (!isFirst || index) {
      this.audio = this.elements.take(index);
      this.elements.release(old);
    }
    this.apply();
    this.opened();
    this.#learn(index, this.audio.duration);
    if (isFirst) this.tracks.read((one) => one === this.index, (...found) => this.#learn(...found), this.signal);
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
  stop() {
    this.pause();
    this.report("stopped");
  }
  toggle() {
    return this.isPlaying ? this.pause() : this.play();
  }

  /** @param {boolean} isPlaying */
  #setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this.render();
    this.report();
  }

  /** Whether playback continues from one track to the next. */
  get #goesOn() {
    return this.index + 1 < this.items.length && this.shell.settings.continuous !== false;
  }

  #ended() {
    const {items, index} = this, isLast = !items[index + 1], sleeps = sleepsAfter(this);
    if (sleeps) this.setSleep(null);
    if (!sleeps && this.#goesOn) return this.open(index + 1, 0, true);
    this.isPlaying = false;
    this.render();
    this.report(isLast ? "ended" : "paused");
  }

  /** Tries another encoding. If there is none, reports that the track cannot be played, and if it was playing,
   * continues with the next one. */
  #fail() {
    const {index, isPlaying, link, audio} = this;
    const tried = [link, ...link.alternates ?? []].find(({href}) => address(href) === audio.src);
    if (tried && link.alternates?.length && this.#failed.add(tried.href) && this.reload()) return;
    const error = `${titleOf(link, index)}: ${label("unplayable")}`;
    if (this.error !== error) this.shell.report("The recording cannot be played.", link.href, "media");
    else if (!isPlaying) return;
    this.isPlaying = false;
    if (isPlaying && this.#goesOn) {
      this.open(index + 1, 0, true);
      setTimeout(() => {
        if (this.error === error) this.error = "";
      }, notice);
    } else this.report();
    this.error = error;
    this.render();
  }

  #tick() {
    const {audio, index, items} = this, isNear = audio.duration - audio.currentTime < ahead;
    if (this.#pending === null && items[index + 1] && isNear) this.elements.prepare(index + 1);
    const {isOver} = sleepNow(this), interval = within(this.shell.settings.pollInterval, 100, 10000, 1000);
    this.applyVolume();
    if (isOver) {
      this.pause();
      this.setSleep(null);
    }
    if (performance.now() - this.reported > interval - 50) this.report();
  }

  /** @param {import("./sleep.js").Sleep} sleep */
  setSleep(sleep) {
    this.sleep = sleep;
    this.applyVolume();
    this.render();
  }

  /** @param {number} time in the track */
  seek(time) {
    return this.open(Math.max(0, this.index), time);
  }
  /** Skips by seconds, across tracks if necessary.
   * @param {number} seconds */
  skip(seconds) {
    const {index, time} = this.tracks.trackAt(Math.max(0, this.index), this.time + seconds);
    return this.open(index, time);
  }

  /** Applies speed and volume to the media element. */
  apply() {
    const audio = /** @type {any} */ (this.audio);
    audio.defaultPlaybackRate = audio.playbackRate = this.rate;
    audio.preservesPitch = audio.webkitPreservesPitch = this.shell.settings.preservePitch !== false;
    audio.muted = this.isMuted;
    this.applyVolume();
  }
  applyVolume() {
    this.audio.volume = within(this.volume * this.share * sleepNow(this).volume, 0, 1, 1);
  }

  dispose() {
    this.isPlaying = false;
    this.#end.abort();
    clearInterval(this.timer);
    this.elements.release(this.audio);
    this.elements.dispose();
  }

  // Overridden by the subclass.
  /** A factor of the volume. */
  get share() {
    return 1;
  }
  render() {}
  /** @param {string} [_state] */
  report(_state) {}
  /** Called when another track is shown. */
  opened() {}
  /** @param {number} _index @param {number} _duration that was not known */
  learned(_index, _duration) {}
}
