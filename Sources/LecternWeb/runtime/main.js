// SPDX-License-Identifier: BSD-3-Clause
// Starts the page: asks for the state of the navigator, chooses the view, and passes messages on.
//
// A host in the same origin (a window that holds this page in a frame) may use the global object `lectern`:
//   lectern.receive(text)       a message of the library, as text
//   lectern.on(type, fn) → off  "location", "selection", "tap", … : the messages that the page sends; "ready"
//   lectern.go(locator or link), lectern.move("forward"), lectern.place(), lectern.shell
// and, before this page is loaded, `lectern = {channel: {send(text), onmessage}}` for a channel of its own.
import {Book} from "./book.js";
import {connect} from "./channel.js";
import {base, load} from "./load.js";
import {scrolls} from "./geometry.js";

/** @typedef {(value: any) => void} Listener */

/**
 * Views by the kind of what they show: module and class.
 * @type {Record<string, [string, string]>}
 */
const VIEWS = {
  reflow: ["./reflow.js", "ReflowView"],
  continuous: ["./continuous.js", "ContinuousView"],
  fixed: ["./fixed.js", "FixedView"],
  images: ["./images.js", "ImagesView"],
  pdf: ["./pdf.js", "PDFView"],
  player: ["./player.js", "PlayerView"],
};

/**
 * Colours behind what has none of its own, by the option `theme`: comics, PDF, recordings.
 * @type {Record<string, string>}
 */
const THEMES = {light: "#FFFFFF", sepia: "#FAF4E8", dark: "#000000"};

/** What has a use for keys and clicks, from the first page on: a link that is clicked must not lead its frame away. */
const EARLY = ["input", "links", "notes"];
/** What is loaded once the first page is there. */
const PARTS = ["decorations", "selection", "overlay", "speech"];

/** Events between the parts of the page. */
class Events {
  constructor() {
    /** @type {Map<string, Set<Listener>>} */
    this.listeners = new Map();
  }

  /** @param {string} type @param {Listener} listener @returns {() => void} ends it */
  on(type, listener) {
    const listeners = this.listeners.get(type) || new Set();
    this.listeners.set(type, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** @param {string} type @param {any} [value] @returns {boolean} whether anyone listens */
  emit(type, value) {
    const listeners = this.listeners.get(type);
    listeners?.forEach((listener) => {
      try {
        listener(value);
      } catch (error) {
        report(error);
      }
    });
    return Boolean(listeners?.size);
  }
}

/** @param {any} object @returns {any} its members that are not null */
const known = (object) => Object.fromEntries(Object.entries(object || {}).filter(([, value]) => value != null));

/** @param {any} error tells the host, and the console */
function report(error, href = undefined) {
  console.error(error);
  try {
    shell?.send({type: "error", message: String(error?.message || error), href});
  } catch { /* the channel itself failed */ }
}

export class Shell extends Events {
  /** @param {any} state @param {(text: string) => void} post */
  constructor(state, post) {
    super();
    this.base = base;
    this.state = state;
    this.settings = state.settings;
    this.options = {...state.options};
    this.book = new Book(state);
    this.element = /** @type {HTMLElement} */ (document.getElementById("view"));
    this.status = /** @type {HTMLElement} */ (document.getElementById("status"));
    this.post = post;
    /** @type {any} */
    this.view = null;
    this.kind = "";
    this.turn = 0;
    /** Jumps that have not arrived. */
    this.busy = 0;
    this.report = report;
    /** The location that was reported last, as text. */
    this.last = "";
    /** Documents ("frame") and images ("surface") that are ready, for who listens late. @type {Map<any, string>} */
    this.there = new Map();
  }

  /** The colour behind the publication, or "". */
  get background() {
    return this.state.background || THEMES[this.options.theme] || "";
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
   * A late listener is told of what is there. @override
   * @param {string} type
   * @param {Listener} listener
   */
  on(type, listener) {
    for (const [one, told] of this.there) if (told === type) listener(one);
    return super.on(type, listener);
  }

  /** @override @param {string} type @param {any} [value] */
  emit(type, value) {
    if (type === "frame" || type === "surface") this.there.set(value, type);
    else if (type === "gone") this.there.delete(value);
    return super.emit(type, value);
  }

  /** @param {{type: string, [name: string]: any}} message to the library */
  send(message) {
    this.post(JSON.stringify(message));
    if (message.type !== "error") this.emit(message.type, message);
    this.emit("sent", message);
  }

  /** @param {number} index in the reading order @returns {string} which view shows it */
  kindOf(index) {
    const item = this.book.readingOrder[index];
    const kind = this.state.kind;
    if (!item) return "reflow";
    if (item.as === "audio" || item.as === "video" || kind === "audio") return "player";
    if (item.as === "pdf") return "pdf";
    const isComic = () => this.book.readingOrder.every((/** @type {any} */ one) => one.as === "image");
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

  /**
   * Makes the view of a kind the current one. The one before stays on the screen until there is something to see.
   * @param {string} kind
   * @returns {Promise<() => void>} takes the view before away
   */
  async show(kind) {
    const old = this.view;
    if (this.kind === kind && old) return () => {};
    const [file, name] = VIEWS[kind];
    const View = (await import(file))[name];
    if (this.view !== old) return this.show(kind);
    old?.rest?.();
    this.kind = kind;
    this.view = new View(this);
    await this.view.ready;
    return () => old?.dispose();
  }

  /** @param {any} target locator, or link @returns {{index: number, locator: any}|null} */
  targetOf(target) {
    const found = this.book.resolve(target?.href || "");
    if (!found) return null;
    const locations = known(target.locations);
    if (found.fragment && !locations.fragments?.length) locations.fragments = [found.fragment];
    return {index: found.index, locator: {...target, href: found.href, locations, text: known(target.text)}};
  }

  /**
   * @param {any} target locator, or link
   * @param {{animated?: boolean, keep?: boolean}} [options]
   * @returns {Promise<boolean>}
   */
  async go(target, options = {}) {
    const found = this.targetOf(target);
    if (!found) return false;
    const turn = ++this.turn;
    this.busy++;
    try {
      const leave = await this.show(this.kindOf(found.index));
      try {
        return turn === this.turn && await this.view.go(found.locator, options);
      } finally {
        leave();
      }
    } finally {
      this.busy--;
    }
  }

  /** @param {string} to @returns {boolean|Promise<boolean>} whether it moved */
  move(to) {
    const rtl = this.state.direction === "rtl";
    const way = to === "left" ? (rtl ? "forward" : "backward") : to === "right" ? (rtl ? "backward" : "forward") : to;
    if (way === "start" || way === "end") {
      const index = way === "start" ? 0 : this.book.readingOrder.length - 1;
      return this.enter(index, way === "start" ? 0 : 1);
    }
    return this.view ? this.view.move(way) : false;
  }

  /**
   * Goes to the first (0) or last (1) page of a resource that another view may show.
   * @param {number} index
   * @param {0|1} progression
   * @param {{animated?: boolean}} [options]
   */
  enter(index, progression, options = {}) {
    const item = this.book.readingOrder[index];
    return item ? this.go({href: item.href, type: item.type, locations: {progression}}, options) : false;
  }

  /** Called by the views when the place on the screen has changed and is settled. */
  moved() {
    const place = this.view?.place();
    if (!place) return;
    const text = JSON.stringify(place);
    if (text === this.last) return;
    this.last = text;
    this.send({type: "location", ...place});
  }

  /** @param {any} message of the library */
  receive(message) {
    const handler = HANDLERS[message.type];
    if (handler) return handler(this, message);
    if (message.type === "command") {
      if (!this.emit(`command:${message.command}`, message)) this.view?.command?.(message);
    } else if (!this.emit(`message:${message.type}`, message)) this.view?.[message.type]?.(message);
  }
}

/** @type {Record<string, (shell: Shell, message: any) => any>} */
const HANDLERS = {
  go: (shell, message) => shell.go(message.locator || message, {animated: message.animated}),
  move: (shell, message) => shell.move(message.to),
  // Too much waited for a page that did not ask for a while: it begins anew.
  reload: () => location.reload(),
  settings: (shell, message) => {
    Object.assign(shell.settings, message.settings);
    for (const name of ["css", "background", "direction"]) {
      if (message[name] !== undefined) shell.state[name] = message[name];
    }
    paint(shell);
    const place = shell.view?.place();
    const index = place ? shell.book.indexOf(place.locator.href) : -1;
    if (index >= 0 && shell.kindOf(index) !== shell.kind) shell.go(place.locator, {keep: true});
    else shell.view?.setSettings(message);
    shell.emit("settings", message);
  },
  spreads: (shell, message) => {
    shell.state.spreads = message.spreads;
    shell.view?.setSpreads?.(message.spreads);
  },
};

/** @param {Shell} shell colours and directions of the page around the book */
function paint({state, options, background}) {
  const root = document.documentElement;
  root.style.setProperty("--background", background);
  root.style.colorScheme = (state.settings.theme ?? options.theme) === "dark" ? "dark" : "light";
  if (state.language) root.lang = state.language;
  document.title = state.title || document.title;
}

/** @returns {boolean} whether this page was opened by a document of a book, which is shown in a frame of ours */
function nested() {
  try {
    for (let view = /** @type {Window} */ (window); view !== view.parent; view = view.parent) {
      if (view.frameElement?.hasAttribute("data-lectern-frame")) return true;
    }
  } catch { /* a window of another origin: a host */ }
  return false;
}

/** @type {Shell|undefined} */
let shell;

async function start() {
  if (nested()) return document.documentElement.remove();
  const host = /** @type {any} */ (window);
  const config = JSON.parse(document.querySelector('meta[name="lectern"]')?.getAttribute("content") || "{}");
  /** @type {any[]|null} what came before the first page */
  let waiting = [];
  const receive = (/** @type {any} */ text) => {
    try {
      const message = typeof text === "string" ? JSON.parse(text) : text;
      if (waiting) waiting.push(message);
      else Promise.resolve(shell?.receive(message)).catch(report);
    } catch (error) {
      report(error);
    }
  };
  const events = new Events();
  host.lectern = {
    ...host.lectern,
    receive,
    on: (/** @type {string} */ type, /** @type {Listener} */ fn) => (shell || events).on(type, fn),
    go: (/** @type {any} */ target) => shell?.go(target),
    move: (/** @type {string} */ to) => shell?.move(to),
    place: () => shell?.view?.place(),
  };
  const [state, ...early] = await Promise.all([load("~lectern/state.json", {type: "json"}),
    ...EARLY.map((part) => import(`./${part}.js`))]);
  const post = connect(receive, {token: config.token, channel: state.options?.channel});
  const here = shell = host.lectern.shell = new Shell(state, post);
  events.listeners.forEach((listeners, type) => listeners.forEach((listener) => here.on(type, listener)));
  paint(here);
  here.on("command:options", ({options}) => {
    Object.assign(here.options, options);
    paint(here);
  });
  for (const part of early) part.install(here);
  here.send({type: "ready"});
  const size = () => here.send({type: "viewport", width: innerWidth, height: innerHeight});
  size();
  addEventListener("resize", () => {
    here.view?.resize?.(innerWidth, innerHeight);
    size();
  });
  try {
    if (!state.location || !await here.go(state.location, {keep: true})) await here.enter(0, 0);
  } catch (error) {
    report(error);
  }
  const messages = waiting;
  waiting = null;
  for (const message of messages) await Promise.resolve(here.receive(message)).catch(report);
  for (const part of PARTS) {
    import(`./${part}.js`).then((module) => module.install?.(here), (error) => console.warn(part, error.message));
  }
}

start().catch(report);
