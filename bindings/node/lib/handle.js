// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { inspect } = require('util');
const { close, isOpen } = require('./native');

let adopted;

/** Something that the library keeps open: close() frees it, and so does the garbage collector in the end. */
class Handle {
  #owner;

  constructor(owner) {
    if (owner === undefined || owner !== adopted) throw new TypeError('Illegal constructor');
    adopted = undefined;
    this.#owner = owner;
  }

  /** What the addon knows a handle by; undefined for undefined and null. */
  static _owner(handle) { return handle === undefined || handle === null ? undefined : handle.#owner; }

  get closed() { return !isOpen(this.#owner); }

  /** Frees the handle; doing so again is fine. A call that is under way goes on. */
  close() { close(this.#owner); }

  [inspect.custom]() { return `${this.constructor.name} { ${this.closed ? 'closed' : 'open'} }`; }
}

// Where JavaScript has them: using, await using.
const define = (symbol, value) => symbol && Object.defineProperty(Handle.prototype, symbol, { value });
define(Symbol.dispose, function dispose() { this.close(); });
define(Symbol.asyncDispose, async function dispose() { this.close(); });

/** The objects of JavaScript that the library calls for a handle, by its owner, so that a call that is under way keeps
 *  them, too.  The library does not keep them: they usually refer to the handle, which could never be collected. */
const kept = new WeakMap();

const keep = (owner, ...what) => {
  kept.set(owner, [kept.get(owner), what]);
  return owner;
};

/** What another handle needs, for one that is made from it. */
const keptBy = (handle) => (handle === undefined || handle === null ? undefined : kept.get(Handle._owner(handle)));

/** The argument of super() in a class that can be constructed. */
function adopting(owner) {
  adopted = owner;
  return owner;
}

const adopt = (Class, owner, ...rest) => new Class(adopting(owner), ...rest);

/** A handle that is made from another one. */
const derive = (Class, owner, from) => adopt(Class, keep(owner, keptBy(from)));

module.exports = { Handle, adopt, adopting, derive, keep, keptBy, owner: Handle._owner };
