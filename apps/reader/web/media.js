// SPDX-License-Identifier: BSD-3-Clause
// Reading aloud: with a voice, or with the recording of the text.
import { byId, el, icon, iconButton } from "./dom.js";
import { number, t } from "./i18n.js";

const RATES = [0.7, 0.85, 1, 1.15, 1.3, 1.5, 1.75, 2];
/** How long after pressing the button a failure is reported, in milliseconds. */
const SOON = 8000;
const SLEEPS = [0, 15, 30, 60, "end"];

export class Media {
  /** @param {any} book  @param {any} settings  the form */
  constructor(book, settings) {
    this.book = book;
    this.settings = settings;
    this.state = "stopped";
    this.asked = -Infinity;
    /** @type {any} */ this.button = null;
    this.bar = byId("media-bar");
    /** Recordings and comics have their own controls, or no text to read. */
    this.canSpeak = !book.info.isPlayed && book.info.kind !== "image";
    byId("speak").hidden = !this.canSpeak;
    byId("speak").addEventListener("click", () => this.toggle());
    book.on("settings", () => this.draw());
    book.on("media", (/** @type {any} */ event) => this.heard(event));
    book.on("error", (/** @type {any} */ { subject }) => subject === "media" && this.failed());
  }

  get overlay() {
    return this.book.info.hasOverlay;
  }

  get running() {
    return this.state === "playing" || this.state === "paused";
  }

  /** @param {any} event */
  heard(event) {
    if (/^(audio|video)$/.test(event.kind) || !event.state) return;
    this.state = event.state === "ended" ? "stopped" : event.state;
    this.draw();
  }

  /** Reports a missing voice or recording, which would otherwise just be silent. */
  failed() {
    const wasAsked = this.running || performance.now() - this.asked < SOON;
    if (this.book.info.isPlayed) this.book.toasts.show(t("cannotPlay"));
    else if (wasAsked) {
      this.stop();
      this.book.toasts.show(t("cannotRead"));
    }
  }

  toggle() {
    if (this.state === "playing") this.pause();
    else if (this.state === "paused") this.resume();
    else this.speak();
  }

  /** @param {any} [from]  a locator */
  speak(from) {
    const where = from ? { from } : {};
    this.asked = performance.now();
    if (this.overlay) this.tell("playing", "play", where);
    else this.tell("playing", "speak", { action: "start", ...where });
  }

  pause() {
    this.tell("paused", "pause");
  }

  resume() {
    this.tell("playing", "play");
  }

  stop() {
    if (!this.running) return false;
    this.tell("stopped", "stop");
    this.book.focusPage();
    return true;
  }

  /** @param {string} state @param {string} command @param {object} [more] */
  tell(state, command, more = {}) {
    this.state = state;
    this.book.command(command, more);
    this.draw();
  }

  /** @param {number} by */
  step(by) {
    if (this.overlay) this.book.command("skip", { seconds: by * 10 });
    else this.book.command("speak", { action: by > 0 ? "next" : "previous" });
  }

  /** The setting. */
  get rate() {
    return this.book.settings.settings.speed?.displayValue ?? 1;
  }

  /** Built once, because rebuilding the bar would lose the focus, an open menu, and for a moment its icons. */
  build() {
    const rates = [...new Set([...RATES, this.rate])].sort((a, b) => a - b).map((rate) => el("option", { value: String(rate) }, `${number(rate)} ×`));
    const sleeps = SLEEPS.map((one) => el("option", { value: String(one) },
      one === 0 ? t("noTimer") : one === "end" ? t("chapterEnd") : t("minutes", { n: one })));
    this.button = iconButton("pause", "", () => this.toggle(), { class: "icon-button round" });
    this.rates = this.menu("speed", rates, (value) => this.settings.edit("set", "speed", Number(value)));
    this.sleeps = this.menu("sleepTimer", sleeps, (value) => this.sleep(value));
    this.bar.replaceChildren(
      iconButton("previous", t(this.overlay ? "tenBack" : "previousSentence"), () => this.step(-1)), this.button,
      iconButton("next", t(this.overlay ? "tenForward" : "nextSentence"), () => this.step(1)), this.rates, this.sleeps,
      iconButton("stop", t("stop"), () => this.stop()));
  }

  /** @param {string} name  @param {any[]} options  @param {(value: string) => void} chosen */
  menu(name, options, chosen) {
    const change = (/** @type {any} */ event) => chosen(event.target.value);
    return el("select", { class: "small-select", "aria-label": t(name), title: t(name), on: { change } }, ...options);
  }

  draw() {
    byId("speak").setAttribute("aria-pressed", String(this.running));
    this.bar.hidden = !this.running;
    if (!this.running) return;
    if (!this.button) this.build();
    const name = this.state === "playing" ? "pause" : "play", label = t(name === "pause" ? "pause" : "resume");
    if (this.button.title !== label) {
      this.button.replaceChildren(icon(name));
      this.button.title = label;
      this.button.setAttribute("aria-label", label);
    }
    this.rates.value = String(this.rate);
    this.sleeps.value = String(this.sleeping ?? 0);
  }

  /** @param {string} value */
  sleep(value) {
    this.sleeping = value === "end" ? value : Number(value);
    this.book.command("sleep", this.sleeping ? { minutes: this.sleeping } : {});
  }
}
