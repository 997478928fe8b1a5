// SPDX-License-Identifier: BSD-3-Clause
// Loads the addon.  Converts failures to LecternError, and runs callbacks.
'use strict';

const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const path = require('path');
const { LecternError, fromJSON } = require('./errors');

/** In a package, built by node-gyp, and in a checkout. */
const PLACES = [`../${process.platform}-${process.arch}/lectern.node`, '../build/Release/lectern.node', '../../../build/node/lectern.node'];

function load() {
  const found = PLACES.map((place) => path.join(__dirname, place)).find((place) => fs.existsSync(place));
  if (!found) throw new Error(`lectern.node is missing; \`make node\` builds it. Looked for: ${PLACES.join(', ')}`);
  return require(found);
}

const native = load();
const { sync, answer } = native;

/** The request of another thread that the current JavaScript is answering. */
const requests = new AsyncLocalStorage();

function makeError(status, code, json, failure) {
  const cause = failure === undefined ? undefined : failure.raised;
  return json === null ? new LecternError(code, { code, status, cause }) : fromJSON(JSON.parse(json), status, cause);
}

/** Makes a call in another thread, and returns a promise for its result. */
async function later(name, signal, ...inputs) {
  if (!signal) {
    try {
      return await native.async[name](undefined, ...inputs);
    } catch (error) {
      throw traced(error);
    }
  }
  signal.throwIfAborted();
  const stop = new Int32Array(1);
  const abort = () => { stop[0] = 1; };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await native.async[name](stop, ...inputs);
  } catch (error) {
    throw signal.aborted && error.code === 'LECTERN_ERROR_CANCELLED' ? signal.reason : traced(error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Adds the stack of the caller, which an error created in the event loop lacks. */
function traced(error) {
  if (error instanceof LecternError) Error.captureStackTrace(error, later);
  return error;
}

// --------------------------------------------------------------------------------------------------------- Callbacks

/** In the order of the enum in src/addon.h. */
const METHODS = ['read', 'size', 'get', 'open', 'links', 'get', 'compute', 'element', 'edit', 'step', 'close', 'log',
  'event'];
const FIRST_WITHOUT_ANSWER = METHODS.indexOf('close');
const STREAM_STATUS = -8;
const CALLBACK_STATUS = -13;

/**
 * Calls a method of a target of callbacks.js.
 *
 * @param id  of the request, for answer(); negative if the answer must be immediate; 0 without another thread
 * @returns the answer; undefined if it follows later
 */
function dispatch(target, method, id, first, second) {
  const name = METHODS[method];
  if (method >= FIRST_WITHOUT_ANSWER) return tell(target, name, first, second);
  const failed = (error) => failure(error, name === 'read' || name === 'size' ? STREAM_STATUS : CALLBACK_STATUS);
  try {
    const made = id === 0 ? target[name](first, second)
      : requests.run(Math.abs(id), () => target[name](first, second));
    if (!isPromise(made)) return orNull(made);
    if (id > 0) {
      made.then((value) => answer(id, false, orNull(value)), (error) => answer(id, true, failed(error)));
      return undefined;
    }
    Promise.resolve(made).catch(() => {});
  } catch (error) {
    throw failed(error);
  }
  throw failed(new TypeError(`${name}() returned a promise, which a synchronous call cannot wait for`));
}

/** An exception from a listener does not stop the library: it becomes an uncaught exception, as with an EventTarget. */
function tell(target, name, first, second) {
  try {
    target[name](first, second);
  } catch (error) {
    process.nextTick(() => { throw error; });
  }
  return null;
}

function failure(raised, status) {
  if (raised instanceof LecternError)
    return { raised, status: raised.status, message: String(raised.message), path: String(raised.path) };
  let message = 'A JavaScript function failed.';
  try {
    message = String(raised);
  } catch {
    // The exception cannot be converted to a string
  }
  return { raised, status, message: message.replace(/\0/g, '\ufffd'), path: undefined };
}

const orNull = (value) => (value === undefined ? null : value);

function isPromise(value) {
  return value !== null && typeof value === 'object' && typeof value.then === 'function';
}

native.setup(makeError, dispatch, () => requests.getStore());

module.exports = { sync, later, isPromise, version: native.version, close: native.close, isOpen: native.isOpen };
