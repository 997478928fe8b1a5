// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { sync } = require('./native');
const { Handle, adopt, keep, owner } = require('./handle');
const { callable, listener } = require('./callbacks');

/** A registered listener.  It ends with close(), or with the object that it observes. */
class Subscription extends Handle {
  #targets;

  constructor(handle, targets) {
    super(handle);
    this.#targets = targets;
  }

  close() {
    super.close();
    this.#targets.delete(this);
  }
}

/** A handle with listeners. */
class Observable extends Handle {
  #targets = new Map();

  constructor(handle) {
    super(handle);
    keep(handle, this.#targets);
  }

  _observe(name, what, listen) {
    const target = listener(callable(listen, 'A listener'));
    return this._subscribed(sync[name](owner(this), what, target), target);
  }

  /** A subscription that ends with this handle.  @param target  an object to keep alive, if any */
  _subscribed(made, target) {
    const subscription = adopt(Subscription, made, this.#targets);
    this.#targets.set(subscription, target);
    return subscription;
  }

  close() {
    for (const subscription of [...this.#targets.keys()]) subscription.close();
    super.close();
  }
}

module.exports = { Subscription, Observable };
