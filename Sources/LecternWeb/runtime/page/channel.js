// SPDX-License-Identifier: BSD-3-Clause
// The channel between the page and the library. An adapter takes a callback that receives texts, and returns a function
// that sends a text, or nothing if its kind of host is not present.
import {address} from "../tools/load.js";

/** @typedef {(text: string) => void} Port */
/** @typedef {(receive: Port, token: string) => Port|null|undefined} Adapter */

/** The global objects that hosts provide. */
const host = /** @type {any} */ (window);

/** @param {string} url @param {string|null} body @param {(text: string) => void} done */
function request(url, body, done) {
  const xhr = new XMLHttpRequest();
  xhr.open(body === null ? "GET" : "POST", url);
  if (body !== null) xhr.setRequestHeader("Content-Type", "application/json");
  xhr.onloadend = () => done(xhr.responseText);
  xhr.send(body);
}

/** Sends one request at a time, so that texts arrive in order.
 * @param {(text: string, done: () => void) => void} deliver
 * @param {(next: () => void) => void} [begin] calls back when the first text may be sent @returns {Port} */
function inTurn(deliver, begin = (next) => next()) {
  /** @type {string[]} */
  const waiting = [];
  let busy = true;
  const next = () => {
    busy = waiting.length > 0;
    if (busy) deliver(/** @type {string} */ (waiting.shift()), next);
  };
  begin(next);
  return (text) => {
    waiting.push(text);
    if (!busy) next();
  };
}

/** The protocol of Qt's web channel, as in its own client library, for one object named "lectern".
 * @type {Adapter} */
function qt(receive) {
  const transport = host.qt?.webChannelTransport;
  if (!transport) return null;
  const SIGNAL = 1, UPDATE = 2, INIT = 3, IDLE = 4, INVOKE = 6, CONNECT = 7, RESPONSE = 10;
  const send = (/** @type {any} */ message) => transport.send(JSON.stringify(message));
  /** @type {string[]|null} */
  let waiting = [];
  let method = -1, signal = -1;
  const invoke = (/** @type {string} */ text) =>
    send({type: INVOKE, object: "lectern", method, args: [text], id: 1});
  transport.onmessage = (/** @type {{data: string}} */ event) => {
    const message = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
    if (message.type === SIGNAL && message.object === "lectern" && message.signal === signal) receive(message.args[0]);
    if (message.type === UPDATE) send({type: IDLE});
    if (message.type !== RESPONSE || !waiting || !message.data?.lectern) return;
    const find = (/** @type {any[]} */ list, /** @type {string} */ name) =>
      (list || []).find((entry) => entry[0] === name)?.[1] ?? -1;
    method = find(message.data.lectern.methods, "receive");
    signal = find(message.data.lectern.signals, "message");
    send({type: IDLE});
    if (signal >= 0) send({type: CONNECT, object: "lectern", signal});
    const texts = waiting;
    waiting = null;
    texts.forEach(invoke);
  };
  send({type: INIT, id: 0});
  return (text) => (waiting ? waiting.push(text) : invoke(text));
}

/** @type {Record<string, Adapter>} in the order in which they are tried */
const ADAPTERS = {
  custom: (receive) => {
    const channel = host.lectern?.channel;
    if (typeof channel?.send !== "function") return null;
    channel.onmessage = receive;
    return (text) => channel.send(text);
  },
  webkit: () => {
    const handler = host.webkit?.messageHandlers?.lectern;
    return handler && ((text) => handler.postMessage(text));
  },
  qt,
  webview2: (receive) => {
    const view = host.chrome?.webview;
    view?.addEventListener("message", (/** @type {MessageEvent} */ event) => receive(event.data));
    return view && ((text) => view.postMessage(text));
  },
  android: (receive) => {
    const listener = host.lecternHost;
    if (!listener) return null;
    listener.onmessage = (/** @type {MessageEvent} */ event) => receive(event.data);
    return (text) => listener.postMessage(text);
  },
  parent: (receive, token) => {
    try {
      if (window.parent === window || window.parent.location.origin !== location.origin) return null;
    } catch {
      return null;
    }
    window.addEventListener("message", (event) => {
      if (event.source === window.parent && event.data?.lectern === token) receive(event.data.message);
    });
    return (message) => window.parent.postMessage({lectern: token, message}, location.origin);
  },
  http: (receive, token) => {
    const events = new EventSource(address("~lectern/events", {token}));
    events.onmessage = (event) => receive(event.data);
    // The library answers through the event stream.  Before the stream is open, the answer would be lost.
    return inTurn((text, done) => request(address("~lectern/send", {token}), text, done), (next) => {
      events.onopen = events.onerror = () => {
        events.onopen = events.onerror = null;
        next();
      };
    });
  },
  get: (receive, token) => {
    let pause = 100;
    const answer = (/** @type {string} */ text) => {
      try {
        const {messages} = JSON.parse(text);
        for (const message of messages) receive(typeof message === "string" ? message : JSON.stringify(message));
        pause = messages.length ? 50 : Math.min(pause * 1.5, document.hidden ? 2000 : 400);
      } catch {
        pause = 2000;
      }
    };
    const poll = () => request(address("~lectern/poll", {token}), null, (text) => {
      answer(text);
      setTimeout(poll, pause);
    });
    poll();
    return inTurn((text, done) =>
      request(address("~lectern/send", {token, message: text}), null, (reply) => {
        answer(reply);
        done();
      }));
  },
};

/** The channel that the host has selected: `index.html?channel=http`. `parent`, `http` and `get` must be selected. */
const ASKED = new URLSearchParams(location.search).get("channel");

/** @param {Port} receive called for each text from the library @param {{token?: string, channel?: string}} options
 * @returns {Port} sends a text to the library */
export function connect(receive, {token = "", channel = "auto"}) {
  const asked = ASKED || channel;
  const names = asked in ADAPTERS ? [asked] : Object.keys(ADAPTERS).filter((name) => name !== "http");
  for (const name of names) {
    const send = ADAPTERS[name](receive, token);
    if (send) return send;
  }
  return () => {};
}
