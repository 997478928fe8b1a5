// SPDX-License-Identifier: BSD-3-Clause
/** The view for recordings: plays the reading order track by track, without gaps. */
import {fragmentsOf} from "../book/book.js";
import {Captions} from "../recordings/captions.js";
import {Cues} from "../recordings/cues.js";
import {pressKey} from "../recordings/keys.js";
import {clipOf, once} from "../recordings/media.js";
import {within} from "../tools/numbers.js";
import {isVideo} from "../recordings/sources.js";
import {Panel} from "../recordings/panel.js";
import {Playback} from "../recordings/playback.js";
import {announce, mediaSession, setPosition} from "../recordings/session.js";
import {sleepFor} from "../recordings/sleep.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/** @type {Record<string, (player: PlayerView, message: any) => any>} */
const commands = {
  play: (player, {from}) => (from ? player.shell.go(from, /** @type {any} */ ({plays: true})) : player.play()),
  pause: (player) => player.pause(), stop: (player) => player.stop(), focus: (player) => player.panel.focus(),
  skip: (player, {seconds}) => player.skip(seconds), seek: (player, {time}) => player.seek(time),
  sleep: (player, {minutes}) => player.setSleep(sleepFor(minutes)),
};

/** @param {number} number without the error of a sum of tenths */
const rounded = (number) => Math.round(number * 1000) / 1000;

class PlayerView extends Playback {
  captionsName = "off";
  usesKeys = true;

  /** @param {Shell} shell */
  constructor(shell) {
    super(shell);
    const {signal} = this;
    this.panel = new Panel(this);
    this.captions = new Captions(this.panel.captions, () => this.render());
    this.cues = new Cues(this.panel, { activate: (...cue) => this.#activate(...cue), changed: () => this.render(),
      reached: (...cue) => this.#reached(...cue) });
    document.addEventListener("keydown", (event) => pressKey(this, event), {capture: true, signal});
    document.addEventListener("visibilitychange", () => this.render(), {signal});
    /** @type {(() => void)[]} */
    this.ends = [
      shell.on("decorations", (message) => this.cues.change(message)),
      shell.on("options", () => this.panel.setSettings()),
    ];
    this.setSettings(shell);
  }

  /** The time in the whole book, and its length; null until all durations are known. */
  get whole() {
    return this.tracks.whole(this.index, this.time);
  }
  get progression() {
    return this.duration ? Math.min(1, this.time / this.duration) : 0;
  }
  get totalProgression() {
    const {whole} = this;
    return whole ? whole.time / whole.duration : (Math.max(0, this.index) + this.progression) / this.items.length;
  }

  // -- During playback

  /** @override */
  opened() {
    this.panel.setMedia(this.audio);
    this.cues.show(this.link.href, this.duration);
    this.#showCaptions();
  }
  /** @override @param {number} index @param {number} duration */
  learned(index, duration) {
    if (index === this.index) this.cues.setDuration(duration);
    this.panel.list();
  }

  /** @override @param {string} [state] */
  report(state = this.isPlaying ? "playing" : "paused") {
    if (this.index < 0) return;
    this.reported = performance.now();
    const place = this.place(), {locator} = place, {duration, time, rate, shell, link: {href}} = this;
    shell.send({type: "media", state, kind: isVideo(this.link) ? "video" : "audio", href, time, ...(duration && {duration}), locator, rate});
    shell.send({type: "location", ...place});
    setPosition(this, state === "playing");
  }

  // -- Moves

  /** The skip intervals of the buttons, in seconds. */
  get intervals() {
    const {skipBackwardInterval, skipForwardInterval} = this.shell.settings;
    return [skipBackwardInterval, skipForwardInterval].map((one) => within(one, 1, 600, 10));
  }

  /** @param {any} chapter @param {boolean} [play] */
  goChapter({index, begin}, play) {
    return this.open(index, begin, play);
  }
  /** Goes to the next chapter; backwards, to the start of this one first.
   * @param {1 | -1} step @returns {boolean} */
  moveChapter(step) {
    const {chapter} = this, isLate = this.index > chapter.index || this.time - chapter.begin > 3;
    const target = step < 0 && isLate ? chapter : this.chapters.beside(chapter, step);
    if (target) this.goChapter(target);
    return !!target;
  }

  /** @param {any} locator @param {{plays?: boolean}} [options] */
  async go(locator, options = {}) {
    const {progression} = locator.locations, index = this.shell.book.indexOf(locator.href, locator.locations);
    const clip = fragmentsOf(locator).map(clipOf).find(Boolean);
    const plays = options.plays || this.isPlaying || this.shell.settings.autoPlay !== false;
    await this.open(index, clip?.begin ?? 0, plays);
    if (!clip && progression > 0) {
      if (!this.tracks.all[index]) await once(this.audio, "durationchange", "error");
      if (this.index === index) await this.open(index, progression * this.tracks.all[index]);
    }
    return true;
  }

  /** @param {string} to */
  move(to) {
    const step = {forward: 1, backward: -1}[to], section = {nextSection: 1, previousSection: -1}[to];
    if (section) return this.moveChapter(section > 0 ? 1 : -1);
    if (step && this.items[this.index + step]) this.open(this.index + step, 0);
    else if (/^resource(Start|End)$/.test(to)) this.seek(to === "resourceEnd" ? this.duration : 0);
    else return false;
    return true;
  }

  place() {
    const {link, index, time, progression, totalProgression, chapter} = this;
    return {
      locator: {
        href: link?.href ?? "", type: link?.type ?? "audio/mpeg", ...(chapter && {title: chapter.title}),
        locations: {fragments: ["t=" + +time.toFixed(3)], progression, totalProgression},
      },
      page: index + 1, pages: this.items.length,
      atStart: index <= 0 && time < 0.5, atEnd: !this.items[index + 1] && progression > 0.9999,
    };
  }

  // -- Settings, commands, cues

  /** @param {any} message */
  setSettings({settings = {}}) {
    const {kind} = this.shell.state, speed = within(settings.speed, 0.1, 6, this.rates.audio);
    // In a publication of documents, the speed is that of reading aloud, which movies do not follow.
    this.rates = {audio: speed, video: kind === "video" ? speed : this.rates.video};
    this.volume = within(settings.volume, 0, 1, this.volume);
    this.captionsName = settings.captions ?? this.captionsName;
    const usesKeys = this.shell.settings.enableMediaSession !== false;
    if (usesKeys !== this.usesKeys && this.link) announce(this);
    this.usesKeys = usesKeys;
    this.apply();
    this.reload();
    this.panel.setSettings();
    this.#showCaptions();
    this.render();
  }
  /** @param {number} speed */
  setRate(speed) {
    const rate = rounded(within(speed, 0.1, 6, 1));
    if (isVideo(this.link) && this.shell.state.kind !== "video") this.rates.video = rate;
    else this.shell.prefer("speed", rate);
    this.setSettings(this.shell);
    this.report();
  }
  /** @param {number} volume @param {boolean} [isMuted] */
  setVolume(volume, isMuted = false) {
    this.isMuted = isMuted;
    this.shell.prefer("volume", rounded(within(volume, 0, 1, 1)));
    this.setSettings(this.shell);
  }

  /** @param {string} captions */
  setCaptions(captions) {
    this.shell.prefer("captions", captions);
    this.setSettings(this.shell);
  }
  #showCaptions() {
    this.captions.show(this.link?.tracks ?? [], this.captionsName);
  }

  /** @override */
  get share() {
    return this.cues?.volume ?? 1;
  }

  /** @param {string} group @param {any} cue @param {"begin" | "end"} state */
  #reached(group, {id, volume}, state) {
    if (volume != null) this.applyVolume();
    this.shell.send({type: "cue", group, id, state, time: this.time});
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
  command(message) {
    commands[message.command]?.(this, message);
    return message.command in commands;
  }

  /** @override */
  render() {
    if (this.signal.aborted) return;
    this.cues.at(this.time, this.isPlaying);
    if (document.hidden) return;
    this.captions.at(this.time);
    this.panel.render();
  }

  /** @override */
  dispose() {
    super.dispose();
    for (const end of this.ends) end();
    mediaSession(null);
    this.cues.dispose();
    this.panel.dispose();
  }
}

/** @param {Shell} shell */
export const open = (shell) => new PlayerView(shell);
