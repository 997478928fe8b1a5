// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { sync, later } = require('./native');
const { Handle, owner } = require('./handle');

const page = (text) => (text === null ? null : JSON.parse(text));

/** A position in a sequence of pages, which are computed on demand. */
class Cursor extends Handle {
  /** The page after the last one returned; null at the end. */
  async nextPage({ signal } = {}) { return page(await later('cursor_next', signal, owner(this))); }

  nextPageSync() { return page(sync.cursor_next(owner(this))); }

  /** The page before the last one returned; null at the beginning. */
  async previousPage({ signal } = {}) { return page(await later('cursor_previous', signal, owner(this))); }

  previousPageSync() { return page(sync.cursor_previous(owner(this))); }

  /** The remaining pages. */
  async * [Symbol.asyncIterator]() {
    for (let next; (next = await this.nextPage());) yield next;
  }

  * [Symbol.iterator]() {
    for (let next; (next = this.nextPageSync());) yield next;
  }
}

module.exports = { Cursor };
