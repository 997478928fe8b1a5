// SPDX-License-Identifier: BSD-3-Clause
// The common core of the modules of the page: state, view, messages, and events.
import {Book} from "../book/book.js";
import {scrolls} from "../layout/geometry.js";
import {set} from "../tools/dom.js";
import {setLocale} from "../tools/labels.js";
import {base} from "../tools/load.js";

/** @typedef {(value: any) => any} Listener */

/** Background colors for content without its own (comics, PDF, recordings), by the option `theme`.
 * @type {Record<string, string>} */
const THEMES = {light: "#FFFFFF", sepia: "#FAF4E8", dark: "#000000"};

const patience = 250; // ms before a choice in the page is sent

/** Events between the modules of the page. */
export class Events {
  constructor() {
    /** @type {Map<string, Set<Listener>>} */
    this.listeners = new Map();
  }

  /** @param {string} type @param {Listener} listener @returns {() => void} removes the listener */
  on(type, listener) {
    const listeners = this.listeners.get(type) || new Set();
    this.listeners.set(type, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** @param {string} type @param {any} [value] @returns {boolean} whether a listener handled it */
  emit(type, value) {
    let isUsed = false;
    this.listeners.get(type)?.forEach((listener) => {
      try {
        if (listener(value) !== false) isUsed = true;
      } catch (error) {
        this.report(error);
      }
    });
    return isUsed;
  }

  /** @param {any} error */
  report(error) {
    console.error(error);
  }
}

/** @param {any} object @returns {any} its members that are not null */
const known = (object) => Object.fromEntries(Object.entries(object || {}).filter(([, value]) => value != null));

export class Shell extends Events {
  // Modules of the page that others use.
  /** @type {any} */ links;
  /** @type {any} */ footnotes;
  /** @type {any} */ overlay;
  /** @type {any} */ speech;

  /** @param {any} state @param {(text: string) => void} post @param {string} token a secret of this page
   * @param {Record<string, {open: (shell: any) => any}>} views by the kinds of `kindOf` */
  constructor(state, post, token, views) {
    super();
    this.views = views;
    setLocale(state.locale);
    this.base = base;
    this.state = state;
    this.settings = state.settings;
    this.options = {...state.options};
    this.book = new Book(state);
    this.book.near = () => this.view?.index ?? -1;
    this.element = /** @type {HTMLElement} */ (document.getElementById("view"));
    this.status = /** @type {HTMLElement} */ (document.getElementById("status"));
    /** How much is being waited for. */
    this.waits = 0;
    this.post = post;
    /** In some web views, scripts of the publication could send messages, too. */
    this.seal = state.options?.scripts ? {token} : {};
    /** @type {any} */
    this.view = null;
    this.kind = "";
    /** @type {Promise<() => void>|null} */
    this.showing = null;
    /** Counts jumps, so that only the last one arrives. */
    this.turn = 0;
    /** The target of the last jump, until it arrives. @type {any} */
    this.going = null;
    /** The location that was reported last, as text. */
    this.last = "";
    /** What the reader has chosen in the page, until the library knows. @type {Map<string, {value: any, timer: number}>} */
    this.wishes = new Map();
    /** The settings of this kind of navigator. */
    this.keys = new Set(Object.keys(state.settings));
    /** The position in the reading order from which the reader went to a document outside of it. @type {any} */
    this.left = null;
    /** Documents ("frame") and images ("surface") that are ready, for listeners added later. @type {Map<any, string>}
     * */
    this.present = new Map();
    this.painted = "";
    this.paint();
    if (state.language) document.documentElement.lang = state.language;
    document.title = state.title || document.title;
  }

  /** The background color of the publication, or "". */
  get background() {
    const {css, background} = this.state;
    const ofTheme = this.settings.theme == null || !background ? THEMES[this.theme] : "";
    return css.fixed?.properties["background-color"] || ofTheme || background || "";
  }

  get theme() {
    return this.settings.theme ?? this.options.theme;
  }

  /** @returns {any[]} */
  frames() {
    return this.view?.frames?.() || [];
  }

  /** @returns {any} the first frame on the screen */
  current() {
    return this.view?.current?.() || this.frames()[0] || null;
  }

  /**
   * A listener that is added later is also called for everything that is ready. @override
   * @param {string} type
   * @param {Listener} listener
   */
  on(type, listener) {
    for (const [one, kind] of this.present) if (kind === type) listener(one);
    return super.on(type, listener);
  }

  /** @override @param {string} type @param {any} [value] */
  emit(type, value) {
    if (type === "frame" || type === "surface") this.present.set(value, type);
    else if (type === "disposed") this.present.delete(value);
    return super.emit(type, value);
  }

  /** @param {{type: string, [name: string]: any}} message to the library */
  send(message) {
    this.post(JSON.stringify({...message, ...this.seal}));
    if (message.type !== "error") this.emit(message.type, message);
  }

  /**
   * Reports an error to the host, and unexpected ones to the console. @override
   * @param {any} error a text if it was expected
   * @param {string} [href]
   * @param {"document"|"link"|"media"|"rights"} [subject]
   */
  report(error, href, subject) {
    if (typeof error !== "string") super.report(error);
    try {
      this.send({type: "error", message: String(error?.message || error), href, subject});
    } catch { /* the channel itself failed */ }
  }

  /** @param {number} index of the item @returns {string} the kind of view that shows it */
  kindOf(index) {
    const item = this.book.readingOrder[index];
    const kind = this.state.kind;
    // Documents outside of the reading order are reflowable.
    if (!item) return "reflow";
    if (item.as === "audio" || item.as === "video" || kind === "audio" || kind === "video") return "player";
    if (item.as === "pdf") return "pdf";
    if (item.scripted && item.layout !== "fixed") return "scripted";
    const isComic = () => this.book.readingOrder.every((one) => one.as === "image");
    if (kind === "image" || item.as === "image" && item.layout === "fixed" && isComic()) return "images";
    if (item.layout === "fixed" && !this.strip) return "fixed";
    return this.strip ? "continuous" : "reflow";
  }

  /** Whether all resources are scrolled in one strip. */
  get strip() {
    const {state, settings, options} = this;
    return state.kind === "epub" && state.layout !== "fixed" && scrolls(state) &&
      Boolean(settings.continuous ?? options.continuous);
  }

  /** Switches to a view. The previous one stays on the screen until the new one shows something.
   * @param {string} kind @returns {Promise<() => void>} removes the previous view */
  async show(kind) {
    await this.showing?.catch(() => {});
    const old = this.view;
    if (old && this.kind === kind && !old.isStale) return () => {};
    const view = await this.views[kind].open(this);
    old?.suspend?.();
    Object.assign(this, {kind, view});
    return () => old?.dispose();
  }

  /** @param {any} target locator, or link @returns {{index: number, locator: any}|null} */
  targetOf(target) {
    const found = this.book.resolve(target?.href || "", target?.locations);
    if (!found) return null;
    const locations = known(target.locations);
    if (found.fragment && !locations.fragments?.length) locations.fragments = [found.fragment];
    return {index: found.index, locator: {...target, href: found.href, locations, text: known(target.text)}};
  }

  /** @param {any} target locator, or link @param {{animated?: boolean, keep?: boolean}} [options]
   * @returns {Promise<boolean>} */
  async go(target, options = {}) {
    const found = this.targetOf(target);
    if (!found) return false;
    const turn = ++this.turn;
    this.going = found.locator;
    const {book} = this, place = book.isOutside(found.index) ? this.view?.place() : null;
    if (place && !book.isOutside(book.indexOf(place.locator.href))) this.left = place.locator;
    /** @type {(() => void)|undefined} */
    let leave;
    try {
      // Switches views one at a time.
      leave = await (this.showing = this.show(this.kindOf(found.index)));
      const isThere = turn === this.turn && await this.view.go(found.locator, options);
      if (isThere && !options.keep) this.emit("arrived", found.locator);
      return isThere;
    } finally {
      leave?.();
      if (turn === this.turn) this.going = null;
    }
  }

  /** @param {string} to @returns {boolean|Promise<boolean>} whether it moved */
  move(to) {
    if (to === "start") return this.enter(0, 0);
    if (to === "end") return this.enter(this.book.readingOrder.length - 1, 1);
    if (to === "left" || to === "right") to = (to === "left") === (this.state.direction === "rtl") ? "forward" : "backward";
    return this.view ? this.view.move(to) : false;
  }

  /** Goes to the first (0) or last (1) page of a resource, possibly in another view.
   * @param {number} index @param {0|1} progression */
  enter(index, progression) {
    const item = this.book.readingOrder[index];
    return item ? this.go({href: item.href, type: item.type, locations: {progression, ...this.book.occurrence(index)}}) : false;
  }

  /** Returns from a document outside the reading order. */
  resume() {
    return this.left ? this.go(this.left) : this.enter(0, 0);
  }

  /** Changes a setting as the reader asks for in the page, and makes it a preference.
   * @param {string} key @param {any} value only the last of several in a short time is sent */
  prefer(key, value) {
    clearTimeout(this.wishes.get(key)?.timer);
    this.settings[key] = value;
    if (!this.keys.has(key)) return;
    this.wishes.set(key, {value, timer: window.setTimeout(() => {
      this.wishes.delete(key);
      this.send({type: "preference", key, value});
    }, patience)});
  }

  /** Called by views when the position on the screen has changed and settled. */
  moved() {
    const place = this.view?.place();
    if (!place) return;
    const text = JSON.stringify(place);
    if (text === this.last) return;
    this.last = text;
    this.send({type: "location", ...place});
  }

  /** Shows that something is loading.
   * @template T @param {Promise<T>} work @returns {Promise<T>} */
  async wait(work) {
    const mark = /** @type {HTMLElement} */ (document.getElementById("waiting"));
    this.waits++;
    mark.hidden = false;
    try {
      return await work;
    } finally {
      mark.hidden = --this.waits === 0;
    }
  }

  /** @param {any} message of the library */
  receive(message) {
    return HANDLERS[message.type]?.(this, message);
  }

  /** Sets the colors and direction of the page around the book. */
  paint() {
    const {background} = this, root = document.documentElement;
    // A view may have replaced it by that of its document.
    if (background !== this.painted) set(root, "--background", this.painted = background);
    root.style.colorScheme = this.theme === "dark" ? "dark" : "light";
  }
}

/** @type {Record<string, (shell: Shell, message: any) => any>} */
const HANDLERS = {
  go: (shell, message) => shell.go(message.locator, {animated: message.animated}),
  move: (shell, message) => shell.move(message.to),
  // Too many messages were queued while the page did not poll, so it starts over.
  reload: () => location.reload(),
  settings: (shell, message) => {
    const {settings, css, background, direction} = message;
    for (const [key, {value}] of shell.wishes) settings[key] = value;
    Object.assign(shell.settings, settings);
    Object.assign(shell.state, {css, background, direction});
    shell.paint();
    const locator = shell.going || shell.view?.place()?.locator;
    const index = locator ? shell.book.indexOf(locator.href, locator.locations) : -1;
    if (index >= 0 && (shell.kindOf(index) !== shell.kind || shell.view.isStale)) shell.go(locator, {keep: true});
    else shell.view?.setSettings(message);
    shell.emit("settings", message);
  },
  spreads: (shell, message) => {
    shell.state.spreads = message.spreads;
    shell.view?.setSpreads?.();
  },
  activable: (shell, {groups}) => (shell.state.activable = groups),
  interactive: (shell, {secondary, hover}) => {
    shell.state.interactive = {secondary, hover};
    shell.emit("interactive");
  },
  decorations: (shell, message) => {
    const {groups} = shell.state;
    if (!groups.includes(message.group)) groups.push(message.group);
    shell.emit("decorations", message);
  },
  command: (shell, message) => {
    if (message.command === "options") {
      Object.assign(shell.options, message.options);
      shell.paint();
      shell.emit("options");
    } else if (!shell.emit(`command:${message.command}`, message)) shell.view?.command?.(message);
  },
};
