// SPDX-License-Identifier: BSD-3-Clause
// Voices for reading aloud, provided by the browser or by the host. Both speak one text at a time.
import {clamp} from "../tools/numbers.js";
import {pause} from "../tools/waiting.js";

/** @typedef {import("../page/shell.js").Shell} Shell */

/**
 * @typedef {{text: string, language: string, rate: number, pitch: number, volume: number, voice?: string, ssml?: string}} Speech
 * @typedef {(event: "start" | "word" | "end" | "error", at?: number, length?: number) => void} Listener
 */

/** A timeout in ms that no voice exceeds, in case it stops reporting.
 * @param {Speech} speech */
const patience = ({text, rate}) => 8000 + text.length * 300 / rate;

/** @param {string} tag */
const normal = (tag) => tag.replace(/_/g, "-").toLowerCase();

export class BrowserVoices {
  /** @type {SpeechSynthesisUtterance | null} */
  #utterance = null;
  #watch = 0;

  /** Whether there are any voices, which browsers load lazily.
   * @returns {Promise<boolean>} */
  static async exist() {
    const synthesis = window.speechSynthesis;
    if (!synthesis || !window.SpeechSynthesisUtterance) return false;
    for (let tries = 0; !synthesis.getVoices().length && tries < 10; tries++) {
      await pause(100);
    }
    return synthesis.getVoices().length > 0;
  }

  /** @param {Speech} speech */
  #voice({voice, language}) {
    const voices = speechSynthesis.getVoices(), tag = normal(language);
    const named = voices.find(({voiceURI, name}) => voice && (voiceURI === voice || name === voice));
    const score = (/** @type {SpeechSynthesisVoice} */ {lang, localService, default: isDefault}) =>
      (normal(lang) === tag ? 8 : normal(lang).split("-")[0] === tag.split("-")[0] ? 4 : 0)
      + (isDefault ? 2 : 0) + (localService ? 1 : 0);
    const best = [...voices].sort((a, b) => score(b) - score(a))[0];
    return named ?? (best && score(best) >= 4 ? best : null);
  }

  /** @param {Speech} speech @param {Listener} tell */
  speak(speech, tell) {
    this.silence();
    const {text, language, rate, pitch, volume} = speech;
    const utterance = this.#utterance = new SpeechSynthesisUtterance(text); // referenced, or its events get lost
    const say = (/** @type {Parameters<Listener>} */ ...event) => this.#utterance === utterance && tell(...event);
    if (language) utterance.lang = language;
    utterance.voice = this.#voice(speech);
    utterance.rate = clamp(rate, 0.1, 10);
    utterance.pitch = clamp(pitch, 0, 2);
    utterance.volume = clamp(volume, 0, 1);
    utterance.onstart = () => say("start");
    utterance.onboundary = ({name, charIndex, charLength}) => name !== "sentence" && say("word", charIndex, charLength);
    utterance.onend = () => say("end");
    utterance.onerror = ({error}) => say(/^(canceled|interrupted)$/.test(error) ? "end" : "error");
    speechSynthesis.resume();
    speechSynthesis.speak(utterance);
    // Chromium does not report the end of some utterances, and stalls in others.
    const late = performance.now() + patience(speech);
    let idle = 0;
    this.#watch = window.setInterval(() => {
      idle = speechSynthesis.speaking || speechSynthesis.pending ? 0 : idle + 1;
      if (idle > 3 || performance.now() > late) say("end");
    }, 500);
  }

  silence() {
    clearInterval(this.#watch);
    if (!this.#utterance) return;
    this.#utterance = null;
    speechSynthesis.cancel();
  }
}

export class HostVoice {
  #count = 0;
  #watch = 0;
  /** @type {Listener | null} */
  #tell = null;

  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    shell.on("command:spoken", (message) => this.heard(message));
  }

  /** @param {Speech} speech @param {Listener} tell */
  speak(speech, tell) {
    clearTimeout(this.#watch);
    this.#tell = tell;
    this.#watch = window.setTimeout(() => tell("error"), patience(speech));
    this.shell.send({type: "speak", id: String(++this.#count), ...speech});
  }

  /** @param {any} message "spoken": the progress of the host */
  heard({id, event, charIndex, charLength}) {
    if (id !== String(this.#count)) return;
    const tell = this.#tell;
    if (event === "end" || event === "error") {
      clearTimeout(this.#watch);
      this.#tell = null;
    }
    tell?.(event, charIndex, charLength);
  }

  silence() {
    clearTimeout(this.#watch);
    if (!this.#tell) return;
    this.#tell = null;
    this.shell.send({type: "speak", id: String(++this.#count), text: "", language: ""});
  }
}
