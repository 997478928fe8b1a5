// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { inspect } = require('util');
const { close, isOpen } = require('./native');

let adopted;

/** An object of the library.  close() frees it; otherwise the garbage collector does. */
class Handle {
  #owner;

  constructor(owner) {
    if (owner === undefined || owner !== adopted) throw new TypeError('Illegal constructor');
    adopted = undefined;
    this.#owner = owner;
  }

  /** The addon's reference to a handle; undefined for undefined and null. */
  static _owner(handle) { return handle === undefined || handle === null ? undefined : handle.#owner; }

  get closed() { return !isOpen(this.#owner); }

  /** Frees the handle; closing twice is harmless.  Calls in progress continue. */
  close() { close(this.#owner); }

  [inspect.custom]() { return `${this.constructor.name} { ${this.closed ? 'closed' : 'open'} }`; }
}

// Supports `using` and `await using`, where JavaScript has them.
const define = (symbol, value) => symbol && Object.defineProperty(Handle.prototype, symbol, { value });
define(Symbol.dispose, function dispose() { this.close(); });
define(Symbol.asyncDispose, async function dispose() { this.close(); });

/** The JavaScript objects that the library calls for a handle, by its owner, so that a call in progress keeps them
 * alive.  The library itself does not: they usually refer to the handle, which could then never be collected. */
const kept = new WeakMap();

const keep = (owner, ...what) => {
  kept.set(owner, [kept.get(owner), what]);
  return owner;
};

/** The objects to keep for a handle that is derived from another one. */
const keptBy = (handle) => (handle === undefined || handle === null ? undefined : kept.get(Handle._owner(handle)));

/** The argument of super() in constructors of handles. */
function adopting(owner) {
  adopted = owner;
  return owner;
}

const adopt = (Class, owner, ...rest) => new Class(adopting(owner), ...rest);

/** Creates a handle that is derived from another one. */
const derive = (Class, owner, from) => adopt(Class, keep(owner, keptBy(from)));

module.exports = { Handle, adopt, adopting, derive, keep, keptBy, owner: Handle._owner };
