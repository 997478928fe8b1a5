// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { Readable } = require('stream');
const { sync, later } = require('./native');
const { Handle, adopt, keep, owner } = require('./handle');
const { json } = require('./values');
const { source, isSource } = require('./sources');

const CHUNK = 256 * 1024;

/** A file of a publication, or the answer of a service.  It remains readable after the publication is closed. */
class Resource extends Handle {
  /** Creates a resource from bytes.  @param link  schema "link" */
  static of(link, bytes) {
    return adopt(Resource, sync.resource_new(json(link), typeof bytes === 'string' ? Buffer.from(bytes) : bytes));
  }

  /** Creates a resource that is read from a source. */
  static ofStream(link, from) {
    const target = source(from);
    return adopt(Resource, keep(sync.resource_new_stream(json(link), target), target));
  }

  /** Converts what a service may return: a resource, bytes, a string, or a source. */
  static from(answer, href) {
    if (answer instanceof Resource) return answer;
    return isSource(answer) ? Resource.ofStream({ href }, answer) : Resource.of({ href }, answer);
  }

  get link() { return JSON.parse(sync.resource_link(owner(this))); }

  size({ signal } = {}) { return later('resource_size', signal, owner(this)); }

  sizeSync() { return sync.resource_size(owner(this)); }

  /** Reads that many bytes into a Buffer: fewer at the end, none after it. */
  read(offset = 0, length = undefined, { signal } = {}) {
    return later('resource_read', signal, owner(this), offset, length);
  }

  readSync(offset = 0, length = undefined) { return sync.resource_read(owner(this), offset, length); }

  /** The bytes decoded as UTF-8. */
  async text(options) { return (await this.read(0, undefined, options)).toString(); }

  async json(options) { return JSON.parse(await this.text(options)); }

  /** Iterates over the bytes in chunks, so that a recording is never in memory as a whole. */
  async * chunks({ start = 0, end = Infinity, size = CHUNK, signal } = {}) {
    for (let offset = start; offset < end;) {
      const piece = await this.read(offset, Math.min(size, end - offset), { signal });
      if (piece.length === 0) return;
      yield piece;
      offset += piece.length;
    }
  }

  /** A Readable of the bytes. */
  stream(options) { return Readable.from(this.chunks(options), { objectMode: false }); }
}

module.exports = { Resource };
