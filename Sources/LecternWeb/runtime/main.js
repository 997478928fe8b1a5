// SPDX-License-Identifier: BSD-3-Clause
// Starts the page: requests the state of the navigator, chooses the view, and dispatches messages.
//
// A host in the same origin (a window with this page in a frame) may use the global object `lectern`:
//   lectern.receive(text)       handles a message of the library, as text
//   lectern.on(type, fn) → off  "location", "selection", "tap", … : the messages that the page sends; "ready"
//   lectern.go(locator or link), lectern.move("forward"), lectern.place(), lectern.shell
// Before it loads the page, it may set `lectern = {channel: {send(text), onmessage}}` to provide a channel of its own.
import {connect} from "./page/channel.js";
import {loadJSON} from "./tools/load.js";
import {Events, Shell} from "./page/shell.js";

/** Handlers of keys and clicks, needed before the first page: a click on a link must not navigate its frame away. */
const EARLY = ["page/input", "page/links", "page/footnotes"];
/** Modules that are loaded after the first page is shown. */
const PARTS = ["marks/decorations", "marks/selection", "speech/overlay", "speech/speech", "page/announce"];

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
/** @type {any[]|null} messages for modules that are not loaded yet */
let held = [];

/** @param {any} message @returns {boolean} whether it is for one of these modules, not for the view */
const isForParts = ({type, command}) => type === "decorations" || type === "command" && !/^(options|zoom|back)$/.test(command);

/** @param {any} error */
const report = (error) => (shell || early).report(error);

/** @param {any} message of the library, as text or as an object */
async function receive(message) {
  try {
    const read = typeof message === "string" ? JSON.parse(message) : message;
    if (waiting) waiting.push(read);
    else if (held && isForParts(read)) held.push(read);
    else await shell?.receive(read);
  } catch (error) {
    report(error);
  }
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
  const [state, ...parts] = await Promise.all([loadJSON("~lectern/state.json"),
    ...EARLY.map((part) => import(`./${part}.js`))]);
  const here = shell = host.lectern.shell = new Shell(state, connect(receive, {token, channel: state.options?.channel}), token);
  early.listeners.forEach((listeners, type) => listeners.forEach((listener) => here.on(type, listener)));
  for (const part of parts) part.install(here);
  here.send({type: "ready"});
  const size = () => here.send({type: "viewport", width: innerWidth, height: innerHeight});
  size();
  addEventListener("resize", () => {
    here.view?.resize?.();
    size();
  });
  try {
    if (!state.location || !await here.go(state.location, {keep: true})) await here.enter(0, 0);
  } catch (error) {
    report(error);
  }
  const messages = waiting || [];
  waiting = null;
  for (const message of messages) await receive(message);
  await Promise.all(PARTS.map((part) =>
    import(`./${part}.js`).then(({install}) => install(here)).catch((error) => console.warn(part, error.message))));
  const late = held || [];
  held = null;
  for (const message of late) await receive(message);
}

start().catch(report);
