// SPDX-License-Identifier: BSD-3-Clause
// Starts the page: requests the state of the navigator, chooses the view, and dispatches messages.
//
// A host in the same origin (a window with this page in a frame) may use the global object `lectern`:
//   lectern.receive(text)       handles a message of the library, as text
//   lectern.on(type, fn) → off  "location", "selection", "tap", … : the messages that the page sends; "ready"
//   lectern.go(locator or link), lectern.move("forward"), lectern.place(), lectern.shell
// Before it loads the page, it may set `lectern = {channel: {send(text), onmessage}}` to provide a channel of its own.
import * as announce from "./page/announce.js";
import {connect} from "./page/channel.js";
import * as enlarge from "./page/enlarge.js";
import * as footnotes from "./page/footnotes.js";
import * as input from "./page/input.js";
import * as links from "./page/links.js";
import * as orientation from "./page/orientation.js";
import {Events, Shell} from "./page/shell.js";
import * as copying from "./marks/copying.js";
import * as decorations from "./marks/decorations.js";
import * as selection from "./marks/selection.js";
import * as overlay from "./speech/overlay.js";
import * as speech from "./speech/speech.js";
import * as continuous from "./views/continuous.js";
import * as fixed from "./views/fixed.js";
import * as images from "./views/images.js";
import * as pdf from "./views/pdf.js";
import * as player from "./views/player.js";
import * as reflow from "./views/reflow.js";
import * as scripted from "./views/scripted.js";
import {painted} from "./tools/waiting.js";

/** What shows each kind of content. */
const VIEWS = {continuous, fixed, images, pdf, player, reflow, scripted};
/** Handlers of keys and clicks, needed before the first page: a click on a link must not navigate its frame away. */
const EARLY = [input, links, footnotes];
/** Modules that wait until the first page is on the screen. */
const PARTS = {enlarge, copying, decorations, selection, overlay, speech, announce, orientation};

/** @returns {boolean} whether a document of a book has opened this page inside one of our frames */
function nested() {
  try {
    for (let view = /** @type {Window} */ (window); view !== view.parent; view = view.parent) {
      if (view.frameElement?.hasAttribute("data-lectern-frame")) return true;
    }
  } catch { /* a window of another origin: a host */ }
  return false;
}

/** Collects listeners until the shell exists. */
const early = new Events();
/** @type {Shell|undefined} */
let shell;
/** @type {any[]|null} messages received before the first page */
let waiting = [];

/** @param {any} error */
const report = (error) => (shell || early).report(error);

/** @param {any} message of the library, as text or as an object */
async function receive(message) {
  try {
    const read = typeof message === "string" ? JSON.parse(message) : message;
    if (waiting) waiting.push(read);
    else await shell?.receive(read);
  } catch (error) {
    report(error);
  }
}

/** Goes to the last location, or to the beginning.
 * @param {Shell} shell @param {any} location */
async function begin(shell, location) {
  if (!location || !await shell.go(location, {keep: true})) await shell.enter(0, 0);
}

async function start() {
  if (nested()) return document.documentElement.remove();
  const host = /** @type {any} */ (window);
  const {token} = JSON.parse(document.querySelector('meta[name="lectern"]')?.getAttribute("content") || "{}");
  host.lectern = {
    ...host.lectern,
    receive,
    /** @type {Events["on"]} */
    on: (type, listener) => (shell || early).on(type, listener),
    go: (/** @type {any} */ target) => shell?.go(target),
    move: (/** @type {string} */ to) => shell?.move(to),
    place: () => shell?.view?.place(),
  };
  const state = JSON.parse(document.getElementById("state")?.textContent || "");
  const post = connect(receive, {token, channel: state.options?.channel});
  const here = shell = host.lectern.shell = new Shell(state, post, token, VIEWS);
  early.listeners.forEach((listeners, type) => listeners.forEach((listener) => here.on(type, listener)));
  for (const part of EARLY) part.install(here);
  here.send({type: "ready"});
  const size = () => here.send({type: "viewport", width: innerWidth, height: innerHeight});
  size();
  addEventListener("resize", () => {
    here.view?.resize?.();
    size();
  });
  try {
    await here.wait(begin(here, state.location));
  } catch (error) {
    report(error);
  }
  document.querySelector("[data-lectern-first]")?.remove();
  await painted();
  for (const [name, part] of Object.entries(PARTS)) {
    try {
      await part.install(here);
    } catch (error) {
      console.warn(name, /** @type {Error} */ (error).message);
    }
  }
  const messages = waiting || [];
  waiting = null;
  for (const message of messages) await receive(message);
}

start().catch(report);
