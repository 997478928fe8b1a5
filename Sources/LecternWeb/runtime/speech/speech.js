// SPDX-License-Identifier: BSD-3-Clause
/** Reads aloud, sentence by sentence, from the first one on the screen to the end of the publication. */

import {Aloud} from "./aloud.js";
import {locatorOf, rangeOf} from "../book/locate.js";
import {firstVisible} from "../book/place.js";
import {Cursor} from "./cursor.js";
import {pronounced} from "../book/pronunciation.js";
import {blocksOf, rangeIn, spoken} from "../book/sentences.js";
import {loadJSON} from "../tools/load.js";
import {BrowserVoices, HostVoice} from "./voices.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

const noVoice = "There is no voice to read with.";
const pace = 70; // ms per letter, if the voice does not report its words

export class Speech extends Aloud {
  cursor = new Cursor();
  /** How much of the sentence has been read, in letters. */
  done = 0;
  /** The word in the text of the block.
   * @type {import("../book/sentences.js").Sentence | null} */
  word = null;
  /** How the last sentence was spoken. */
  #manner = "";
  #serial = 0;
  #turn = 0;
  #skipped = "";
  /** What the library says about a document.
   * @type {{href: string, lexicons?: import("../book/pronunciation.js").Lexicon[]}} */
  #hints = {href: ""};
  /** @type {BrowserVoices | HostVoice | null} */
  #voices = null;

  /** @param {Shell} shell */
  constructor(shell) {
    super(shell, "speech");
    this.host = new HostVoice(shell);
    shell.on("command:speak", (message) => this.#speak(message));
  }

  /** @param {any} message */
  #speak(message) {
    const {action = "start"} = message;
    if (action === "start") this.command(message, "play");
    else if (this.state !== "stopped") this.command(message, action);
  }

  /** @override @param {any} message */
  async start(message) {
    const {shell, follower} = this, {from, rate, voice} = message;
    if (this.state !== "stopped") this.halt();
    const serial = ++this.#serial;
    this.ask({speed: rate, voiceIdentifier: voice});
    follower.begin();
    this.#voices = await this.#chooseVoices();
    if (from && !(await shell.go(from))) return;
    const frame = shell.current();
    if (serial !== this.#serial || !frame?.document) return;
    this.setState("playing");
    if (!(await this.#open(frame, serial))) return;
    const {locations = {}, text} = from ?? {};
    const exact = text?.highlight || locations.domRange || locations.cssSelector || locations.fragments?.length;
    const found = exact ? rangeOf(from, frame.document) : frame.along ? firstVisible(frame) : null;
    return this.#goTo(found, !exact);
  }

  /** What the settings say about the voice. */
  get #settings() {
    const {rate, volume, shell} = this, {pitch, voices} = shell.settings;
    return {rate, volume, pitch: pitch ?? 1, voice: this.setting("voiceIdentifier") || "", voices: voices ?? {}};
  }
  /** @override */
  async setSettings() {
    if (this.state === "stopped") return;
    const {skipped, cursor, follower} = this, {frame} = follower;
    if (frame && this.#left(skipped) !== this.#skipped) {
      const range = cursor.range(), serial = ++this.#serial;
      if (!(await this.#open(frame, serial))) return;
      this.#goTo(range, false);
    } else if (this.state === "playing" && JSON.stringify(this.#settings) !== this.#manner) this.proceed();
  }

  async #chooseVoices() {
    if (this.shell.options.voice === "host") return this.host;
    if (await BrowserVoices.exist()) return new BrowserVoices();
    this.shell.report(noVoice, undefined, "media");
    return this.host; // the host may have a voice
  }

  get language() {
    const {settings, state} = this.shell;
    return settings.defaultLanguage || settings.language || state.language || "";
  }

  /** @param {any} frame @param {number} serial @returns {Promise<boolean>} false if it was abandoned */
  async #open(frame, serial) {
    const blocks = await this.#blocksOf(frame);
    if (serial !== this.#serial) return false;
    Object.assign(this.follower, {href: frame.href, frame});
    this.cursor.blocks = blocks;
    return true;
  }

  /** @param {string[]} skipped @returns {string} what is read of a document */
  #left = (skipped) => `${skipped} ${this.setting("rubyReadings")}`;

  /** @param {any} frame */
  async #blocksOf({href, document}) {
    this.#skipped = this.#left(this.skipped);
    if (this.#hints.href !== href) this.#hints = {href, ...await loadJSON("~lectern/speech.json", {href}).catch(() => ({}))};
    const readsRuby = Boolean(this.setting("rubyReadings"));
    return blocksOf(document, this.language, this.skipped, {...this.#hints, readsRuby});
  }

  /** @param {Range | null} range @param {boolean} whole skip a sentence that began earlier and is not on the screen */
  #goTo(range, whole) {
    const {cursor, follower} = this, offset = cursor.goTo(range), {block, sentence, current} = cursor;
    this.done = 0;
    if (whole && current && current.begin < offset) {
      this.#move(1);
      follower.range = cursor.range();
      if (!follower.isShown) Object.assign(cursor, {block, sentence});
    }
    return this.proceed();
  }

  /** @param {1 | -1} step @returns {boolean} whether there is such a sentence in the resource */
  #move(step) {
    Object.assign(this, {done: 0, word: null});
    return this.cursor.move(step);
  }

  /** @override @param {1 | -1} step @returns {Promise<any>} */
  async step(step) {
    this.halt();
    const serial = this.#serial, isThere = this.#move(step) || (await this.#cross(step));
    if (serial !== this.#serial) return;
    if (isThere) return this.state === "playing" ? this.proceed() : this.#show();
    if (step > 0) this.stop("ended");
    else {
      Object.assign(this.cursor, {block: 0, sentence: 0});
      if (this.state === "playing") this.proceed();
    }
  }

  /** Goes to the next or previous resource with text.
   * @param {1 | -1} step @returns {Promise<boolean>} */
  async #cross(step) {
    const {shell} = this, serial = this.#serial;
    if (step > 0 && this.endsSoon) return false;
    let index = shell.book.indexOf(this.follower.href) + step;
    for (let item; (item = shell.book.beside(index - step, step)); index += step) {
      const {href, as} = item;
      if (as !== "html" && as !== "svg") continue;
      const {follower} = this;
      follower.begin();
      const frame = await follower.show(href, {progression: step > 0 ? 0 : 1, ...shell.book.occurrence(index)}, () => null);
      if (serial !== this.#serial || !frame || !(await this.#open(frame, serial))) return false;
      Object.assign(this, {done: 0, word: null});
      if (this.cursor.enter(step)) return true;
    }
    return false;
  }

  /** Continues reading from the current place.
   * @override
   * @returns {Promise<any>} */
  async proceed() {
    const {current, text: block} = this.cursor;
    if (!current) return this.step(1);
    const serial = ++this.#serial, {begin, end} = current;
    this.word = null;
    await this.#show();
    if (serial !== this.#serial || this.state !== "playing") return;
    const from = begin + this.done, {text, at, ssml} = this.#pronounced(from, end);
    const {settings, state} = this.shell, manner = this.#settings, {rate, pitch, volume, voice, voices} = manner;
    // A language that is chosen in a navigator that only reads aloud is that of the voice.
    const language = state.kind === "tts" && settings.language || block.language || this.language;
    const wanted = voice || voices[language] || voices[language.split("-")[0]];
    this.#manner = JSON.stringify(manner);
    this.report();
    const letters = {text, language, rate, pitch, volume, ...(wanted && {voice: wanted}), ...(ssml && {ssml})};
    this.#estimate(from, end);
    this.#voices?.speak(letters, (event, index = 0, length = 0) => {
      if (serial !== this.#serial) return;
      const first = at[index] ?? 0, past = at.slice(index + length).find((place) => place > first); // an alias is longer than its word
      if (event === "word") this.#say(from + first, length ? from + (past ?? end - from) : 0);
      else if (event === "end") this.step(1);
      else if (event === "error") this.fail(noVoice);
    });
  }

  /** What the voice is given for a part of the block.
   * @param {number} from @param {number} end */
  #pronounced(from, end) {
    const {text: block} = this.cursor, plain = spoken(block.text.slice(from, end));
    const place = (/** @type {number} */ offset) => plain.at.findIndex((at) => at >= offset - from);
    const sayings = (block.sayings ?? []).filter((one) => one.begin >= from && one.end <= end)
      .map((one) => ({...one, begin: place(one.begin), end: place(one.end)}));
    return pronounced(plain, sayings, this.#hints.lexicons ?? [], block.language || this.language);
  }

  /** Called when a word is spoken.
   * @param {number} begin @param {number} end 0 if the voice does not report it */
  #say(begin, end) {
    const {text: block} = this.cursor;
    clearTimeout(this.#turn);
    end ||= begin + (/^[^\s.,;:!?…"”’)]+/.exec(block.text.slice(begin))?.[0].length ?? 1);
    this.word = {begin, end};
    this.done = begin - (this.cursor.current?.begin ?? begin);
    this.follower.turn(this.cursor.range(this.word));
    this.draw(this.follower.frame);
  }

  /** Turns the page in the middle of a sentence, if the voice does not report its words.
   * @param {number} from @param {number} end */
  #estimate(from, end) {
    clearTimeout(this.#turn);
    const {text: block} = this.cursor;
    const at = this.follower.beyond((offset) => rangeIn(block, offset, offset + 1), from, end);
    if (at < 0) return;
    this.#turn = window.setTimeout(() => {
      this.follower.turn(rangeIn(block, at, end));
      this.#estimate(at, end);
    }, (at - from) * pace / this.rate);
  }

  /** Turns to the sentence and marks it. */
  async #show() {
    const {follower} = this;
    const frame = await follower.show(follower.href, this.locator?.locations, () => this.cursor.range());
    if (frame) this.draw(frame);
  }
  /** @override */
  showAgain() {
    return this.#show();
  }

  /** @override @param {any} frame */
  async draw(frame) {
    const {cursor} = this;
    if (!frame || !cursor.current) return;
    if (frame.document !== cursor.blocks[0].parts[0].node.ownerDocument) { // reloaded: the same text
      cursor.blocks = await this.#blocksOf(frame);
      if (!cursor.current) return;
      this.follower.range = cursor.range();
    }
    const sentence = cursor.range(), word = this.word && cursor.range(this.word);
    if (sentence) this.decorate(frame, {sentence, ...(word && {word})});
  }

  /** @override */
  get locator() {
    const range = this.cursor.range(), {href} = this.follower;
    if (!range) return null;
    const {locations, text} = locatorOf(range, /** @type {Document} */ (range.startContainer.ownerDocument));
    const {type} = this.shell.book.readingOrder[this.shell.book.indexOf(href)] ?? {};
    return {href, type, locations: {...locations, progression: this.cursor.progression}, text};
  }

  /** @override */
  halt() {
    this.#serial++;
    clearTimeout(this.#turn);
    this.#voices?.silence();
  }
  /** @override */
  forget() {
    this.decorate(this.follower.frame, {});
    this.cursor.blocks = [];
    Object.assign(this, {done: 0, word: null});
  }
  /** Reads one text, for a media overlay without a recording.
   * @param {string} text @param {string} language */
  async say(text, language) {
    this.#voices ??= await this.#chooseVoices();
    const {rate, pitch, volume} = this.#settings;
    return new Promise((resolve) => this.#voices?.speak({text, language: language || this.language, rate, pitch, volume},
      (event) => /end|error/.test(event) && resolve(null)));
  }
  hush() {
    this.#voices?.silence();
  }
}

/** @param {Shell} shell */
export const install = (shell) => !/^(audio|video)$/.test(shell.state.kind) && new Speech(shell);
