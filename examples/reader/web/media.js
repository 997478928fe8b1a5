// SPDX-License-Identifier: BSD-3-Clause
// Reading aloud: by a voice, or by the recording that comes with the text.
import { byId, el, icon, iconButton } from "./dom.js";
import { number, t } from "./i18n.js";

const RATES = [0.7, 0.85, 1, 1.15, 1.3, 1.5, 1.75, 2];
const SLEEPS = [0, 15, 30, 60, "end"];

export class Media {
  /** @param {any} book */
  constructor(book) {
    this.book = book;
    this.state = "stopped";
    this.rate = 1;
    this.bar = byId("media-bar");
    /** Recordings and comics have controls of their own, or nothing to read. */
    this.canSpeak = !["audio", "image"].includes(book.info.kind);
    byId("speak").hidden = !this.canSpeak;
    byId("speak").addEventListener("click", () => this.toggle());
    book.on("media", (/** @type {any} */ event) => this.heard(event));
  }

  get overlay() {
    return this.book.info.hasOverlay;
  }

  get running() {
    return this.state === "playing" || this.state === "paused";
  }

  /** @param {any} event */
  heard(event) {
    if (event.kind === "audio" || !event.state) return;
    this.state = event.state === "ended" ? "stopped" : event.state;
    this.draw();
  }

  toggle() {
    if (this.state === "playing") this.pause();
    else if (this.state === "paused") this.resume();
    else this.speak();
  }

  /** @param {any} [from]  a locator */
  speak(from) {
    const where = from ? { from } : {};
    if (this.overlay) this.tell("playing", "play", where);
    else this.tell("playing", "speak", { action: "start", rate: this.rate, ...where });
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

  /** @param {number} rate */
  setRate(rate) {
    this.rate = rate;
    this.book.command("rate", { value: rate });
  }

  draw() {
    byId("speak").setAttribute("aria-pressed", String(this.running));
    const focused = this.bar.contains(document.activeElement)
      ? /** @type {any} */ (document.activeElement).dataset.name : null;
    this.bar.hidden = !this.running;
    if (!this.running) return;
    const playing = this.state === "playing";
    const named = (/** @type {any} */ button, /** @type {string} */ name) => ((button.dataset.name = name), button);
    this.bar.replaceChildren(
      named(iconButton("previous", t(this.overlay ? "tenBack" : "previousSentence"), () => this.step(-1)), "previous"),
      named(
        iconButton(
          playing ? "pause" : "play", t(playing ? "pause" : "resume"), () => this.toggle(),
          { class: "icon-button round" }
        ),
        "toggle"
      ),
      named(iconButton("next", t(this.overlay ? "tenForward" : "nextSentence"), () => this.step(1)), "next"),
      named(el("select", {
        class: "small-select", "aria-label": t("speed"),
        on: { change: (/** @type {any} */ event) => this.setRate(Number(event.target.value)) },
      },
        ...RATES.map(
          (rate) => el("option", { value: String(rate), selected: rate === this.rate }, `${number(rate)} ×`)
        )), "rate"),
      named(el("select", {
        class: "small-select", "aria-label": t("sleepTimer"),
        on: { change: (/** @type {any} */ event) => this.sleep(event.target.value) },
      },
        ...SLEEPS.map(
          (one) => el(
            "option", { value: String(one), selected: one === (this.sleeping ?? 0) },
            one === 0 ? t("noTimer") : one === "end" ? t("chapterEnd") : t("minutes", { n: one })
          )
        )), "sleep"),
      named(iconButton("stop", t("stop"), () => this.stop()), "stop"));
    if (focused) /** @type {any} */ (this.bar.querySelector(`[data-name="${focused}"]`))?.focus();
  }

  /** @param {string} value */
  sleep(value) {
    this.sleeping = value === "end" ? value : Number(value);
    this.book.command("sleep", this.sleeping ? { minutes: this.sleeping } : {});
  }
}
