// SPDX-License-Identifier: BSD-3-Clause
/** The user interface of a player: cover, title, timeline, buttons, contents. */

import {titleOf} from "./chapters.js";
import {titleOfTrack} from "./captions.js";
import {button, chooser, named, pictures, slider} from "./controls.js";
import {h, icon} from "../tools/dom.js";
import {label, locale} from "../tools/labels.js";
import {address} from "../tools/load.js";
import {announce} from "./session.js";

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const naps = [0, 5, 10, 15, 30, 45, 60];

/** @param {number} time in seconds, formatted as 4:05 or 1:00:07 */
export function clock(time) {
  const all = Math.max(0, Math.floor(time)), pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
  return (hours ? `${hours}:${pad(minutes)}` : minutes) + ":" + pad(all % 60);
}

/** Red, green, blue of #RRGGBB.
 * @param {string | null | undefined} color */
const rgb = (color) => (/^#[0-9a-f]{6}/i.test(color ?? "")
  ? [1, 3, 5].map((at) => parseInt(String(color).slice(at, at + 2), 16)) : null);

/** Sets a property only if it changes.
 * @param {any} element @param {string} name @param {any} value */
const set = (element, name, value) => element[name] !== value && (element[name] = value);

export class Panel {
  isOpen = false;
  /** @type {any} */
  #current = null;

  /** @param {any} player */
  constructor(player) {
    const {state, element} = player.shell;
    this.player = player;
    this.sheet = h("link", {rel: "stylesheet", href: address("~lectern/player.css")});
    document.head.append(this.sheet);

    this.title = h("h1", {}, state.title ?? "");
    this.author = h("p", {class: "author"}, state.author ?? "");
    this.heading = h("p", {class: "chapter", "aria-live": "polite"});
    this.cover = h("div", {class: "cover"});
    this.screen = h("div", {class: "screen"}, this.cover);
    this.subtitles = h("div", {class: "subtitles", "aria-live": "polite"});
    this.captions = h("div", {class: "captions"});
    this.said = h("div", {class: "said"}, this.captions, this.subtitles);
    this.position = slider("position", 0, 0.1, {oninput: () => this.#drag(+this.position.value), onchange: () => {
      this.dragged = null;
      player.seek(+this.position.value);
    }});
    this.marks = h("div", {class: "marks"});
    this.elapsed = h("span");
    this.rest = h("span");
    this.whole = h("progress", {max: 1, dir: "ltr", "aria-label": label("bookProgress")});
    this.book = h("span");
    this.played = button("play", () => player.toggle());
    this.back = button("back", () => player.skip(-player.intervals[0]));
    this.forward = button("forward", () => player.skip(player.intervals[1]));
    this.speed = chooser("speed", (value) => player.setRate(+value));
    const nap = (/** @type {number} */ one) => new Option(label(one ? "minutes" : "off", one), String(one));
    this.sleep = chooser("sleep", (value) => player.command({command: "sleep", minutes: value === "end" ? value : +value}),
      ...naps.map(nap), new Option(label("chapterEnd"), "end"));
    this.track = chooser("captions", (value) => player.setCaptions(value));
    this.volume = slider("volume", 1, 0.05, {oninput: () => player.setVolume(+this.volume.value)});
    this.mute = named("mute", () => player.setVolume(player.volume, !player.isMuted));
    this.opener = button("opener", () => this.toggle(), icon("", "M4 6.5h16M4 12h16M4 17.5h10"),
      h("span", {}, label("contents")));
    this.items = h("ol");
    this.#arrange();
    this.sheet.onload = this.sheet.onerror = () => set(this.root, "hidden", false);
    // Taps, swipes and the wheel operate the controls and do not turn pages.
    for (const type of ["click", "pointerdown", "touchstart", "touchmove", "touchend", "wheel"]) {
      this.root.addEventListener(type, (/** @type {Event} */ event) => event.stopPropagation(), {passive: true});
    }
    element.append(this.root);
    this.#drawCover(state);
    this.setSettings();
    this.list();
  }

  /** Puts the controls where they belong. */
  #arrange() {
    const {player} = this;
    this.contents = h("nav", {"aria-label": label("contents")}, h("header", {}, h("h2", {}, label("contents")),
      named("close", () => this.toggle(false), icon("", "M6 6l12 12M18 6L6 18"))), this.items);
    this.main = h("main", {}, this.screen,
      h("div", {class: "deck"}, h("header", {}, this.heading, this.title, this.author), this.said,
        h("div", {class: "time", dir: "ltr"}, this.marks, this.position,
          h("div", {class: "clocks"}, this.elapsed, this.rest)),
        h("div", {class: "buttons", dir: "ltr"},
          named("previous", () => player.moveChapter(-1), icon(pictures.previous)), this.back, this.played, this.forward,
          named("next", () => player.moveChapter(1), icon(pictures.next))),
        h("div", {class: "book"}, this.whole, this.book),
        h("div", {class: "tools"}, this.speed.box, this.track.box, this.sleep.box,
          h("div", {class: "tool volume", dir: "ltr"}, this.mute, this.volume), this.opener)));
    this.root = h("section", { class: "player", lang: locale(), dir: /^ar/.test(locale()) ? "rtl" : "ltr",
      "aria-label": label("player"), hidden: true }, this.main, this.contents);
    for (const one of [this.title, this.author]) one.dir = "auto";
  }

  /** @param {any} state */
  #drawCover({cover, title = ""}) {
    let hue = 0;
    for (const letter of title) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
    this.cover.style.setProperty("--hue", String(hue * 137 % 360));
    this.cover.append(h("span", {dir: "auto", "aria-hidden": "true"}, title));
    if (!cover) return;
    const image = h("img", { src: address(cover), alt: "", onload: () => {
      this.cover.replaceChildren(image);
      this.cover.classList.add("picture");
      this.root.style.setProperty("--cover", `url("${CSS.escape(image.src).replace(/\\(?=[:/.])/g, "")}")`);
    } });
  }

  /** Shows the recording, if it is a video, with what is said over it.
   * @param {HTMLMediaElement} media */
  setMedia(media) {
    const isVideo = media.localName === "video";
    this.root.classList.toggle("video", isVideo);
    if (isVideo) this.screen.replaceChildren(media, this.said);
    else if (!this.cover.isConnected) {
      this.screen.replaceChildren(this.cover);
      this.main.querySelector(".deck header").after(this.said);
    }
    this.#listTracks();
  }

  /** The captions of the recording. */
  #listTracks() {
    const {player} = this, tracks = player.link?.tracks ?? [], {value, select, box} = this.track;
    const options = [["off", label("off")], ...tracks.map((/** @type {any} */ one) => [one.name, titleOfTrack(one)])];
    const chosen = options.find(([name]) => name === player.captionsName) ?? options[0];
    box.hidden = !tracks.length;
    select.replaceChildren(...options.map((one) => new Option(one[1], one[0], false, one === chosen)));
    value.textContent = chosen[1];
  }

  /** Applies colours, speed, volume, and the skip intervals. */
  setSettings() {
    const {shell, rate, volume, isMuted, intervals} = this.player;
    const paper = rgb(shell.background);
    const isDark = paper && paper[0] * 0.3 + paper[1] * 0.59 + paper[2] * 0.11 < 128;
    const ink = isDark ? [235, 232, 226] : [32, 30, 27];
    const accent = isDark ? [240, 164, 110] : [158, 66, 26];
    for (const [name, value] of Object.entries({paper, ink, accent})) {
      this.root.style.setProperty("--" + name, paper && value ? value.join(" ") : "");
    }
    this.screen.dataset.fit = shell.settings.fit ?? "contain";
    this.#listTracks();
    this.root.style.colorScheme = paper ? (isDark ? "dark" : "light") : "";
    this.speed.select.replaceChildren(...[...new Set([...rates, rate])].sort((a, b) => a - b).map((one) =>
      new Option(this.#factor(one), String(one), false, one === rate)));
    this.speed.value.textContent = this.#factor(rate);
    this.volume.value = isMuted ? 0 : volume;
    this.volume.style.setProperty("--played", 100 * this.volume.value + "%");
    this.mute.setAttribute("aria-pressed", isMuted);
    this.mute.replaceChildren(icon(pictures.speaker, pictures[+this.volume.value ? "loud" : "silent"]));
    const arcs = {back: "M11 3.8A8.6 8.6 0 1 1 4 9", forward: "M13 3.8A8.6 8.6 0 1 0 20 9"};
    for (const [index, name] of /** @type {const} */ (["back", "forward"]).entries()) {
      this[name].replaceChildren(icon(pictures[name], arcs[name], String(intervals[index])));
      this[name].setAttribute("aria-label", label(name, intervals[index]));
    }
  }
  /** @param {number} rate */
  #factor(rate) {
    return new Intl.NumberFormat(locale(), {maximumFractionDigits: 2}).format(rate) + "×";
  }

  /** The contents. */
  list() {
    const {player} = this;
    this.rows = player.chapters.list.map((/** @type {any} */ chapter) => {
      const length = player.chapters.lengthOf(chapter, player.tracks.all);
      const row = h("button", {type: "button", onclick: () => this.#choose(chapter)},
        h("span", {class: "title", dir: "auto"}, chapter.title),
        h("span", {class: "length"}, length ? clock(length) : ""));
      row.style.setProperty("--level", chapter.level);
      return row;
    });
    this.items.replaceChildren(...this.rows.map((/** @type {Node} */ row) => h("li", {}, row)));
    this.#current = null;
  }
  /** @param {any} chapter */
  #choose(chapter) {
    this.toggle(false);
    this.player.goChapter(chapter, true);
  }

  /** @param {boolean} [isOpen] */
  toggle(isOpen = !this.isOpen) {
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.root.classList.toggle("open", isOpen);
    this.opener.setAttribute("aria-expanded", isOpen);
    this.main.inert = isOpen;
    if (isOpen) this.items.querySelector("[aria-current]")?.focus();
    else this.opener.focus();
  }
  focus() {
    this.played.focus();
  }

  /** @param {number} time while the thumb is moved */
  #drag(time) {
    this.dragged = time;
    this.render();
  }

  render() {
    if (this.player.index < 0) return;
    this.#renderTimes();
    this.#renderState();
    this.#renderContents();
  }

  #renderTimes() {
    const {player, position} = this, {duration, index, whole} = player;
    const time = this.dragged ?? player.time, share = duration ? Math.min(1, time / duration) : 0;
    set(position, "max", String(duration || 0));
    set(position, "value", String(time));
    position.style.setProperty("--played", 100 * share + "%");
    position.setAttribute("aria-valuetext", label("of", clock(time), clock(duration)));
    set(this.elapsed, "textContent", clock(time));
    set(this.rest, "textContent", duration ? "−" + clock(duration - time) : "");
    const total = player.totalProgression;
    set(this.whole, "value", total);
    const percent = new Intl.NumberFormat(locale(), {style: "percent"}).format(total);
    set(this.book, "textContent", [label("of", index + 1, player.items.length), percent,
      whole && label("left", clock((whole.duration - whole.time) / player.rate))].filter(Boolean).join(" · "));
  }

  #renderState() {
    const {player} = this, {index, chapter, isPlaying, sleep, error} = player;
    const title = error || chapter?.title || titleOf(player.link, index);
    set(this.heading, "textContent", title === this.title.textContent ? "" : title);
    this.root.classList.toggle("failed", !!error);
    if (this.drawn !== isPlaying) {
      this.drawn = isPlaying;
      this.root.classList.toggle("playing", isPlaying);
      this.played.replaceChildren(icon(isPlaying ? pictures.pause : pictures.play));
      this.played.setAttribute("aria-label", label(isPlaying ? "pause" : "play"));
    }
    set(this.sleep.value, "textContent", !sleep ? label("off") : sleep === "end" ? label("chapterEnd")
      : clock((sleep.until - Date.now()) / 1000));
    if (!sleep) set(this.sleep.select, "value", "0");
  }

  #renderContents() {
    const {player} = this, {chapter} = player;
    if (chapter === this.#current) return;
    this.#current = chapter;
    announce(player);
    for (const [at, row] of this.rows.entries()) {
      if (player.chapters.list[at] === chapter) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    const row = this.items.querySelector("[aria-current]");
    if (row) this.items.scrollTop = row.offsetTop - this.items.clientHeight / 2;
  }

  dispose() {
    this.root.remove();
    this.sheet.remove();
  }
}
