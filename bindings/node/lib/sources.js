// SPDX-License-Identifier: BSD-3-Clause
// Objects to read bytes from: { read(offset, length), size }, a FileHandle of fs/promises, a Blob.
'use strict';

const { isPromise } = require('./native');

const then = (value, next) => (isPromise(value) ? value.then(next) : next(value));

class FileHandleSource {
  constructor(handle) { this.handle = handle; }

  async read(offset, length) {
    const { bytesRead, buffer } = await this.handle.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }

  async size() { return (await this.handle.stat()).size; }
}

class BlobSource {
  constructor(blob) { this.blob = blob; }

  async read(offset, length) { return this.blob.slice(offset, offset + length).arrayBuffer(); }

  size() { return this.blob.size; }
}

class Source {
  constructor(source) { this.source = source; }

  read(offset, length) { return this.source.read(offset, length); }

  size() {
    const { size } = this.source;
    return then(typeof size === 'function' ? size.call(this.source) : size, Number);
  }
}

const isSource = (value) => value !== null && typeof value === 'object' &&
  (typeof value.read === 'function' || typeof value.arrayBuffer === 'function');

/** Converts any of these to the target of a stream. */
function source(value) {
  if (!isSource(value))
    throw new TypeError('A source must have read(offset, length) and size, or be a FileHandle or a Blob.');
  if (typeof value.read !== 'function') return new BlobSource(value);
  return 'fd' in value && typeof value.stat === 'function' ? new FileHandleSource(value) : new Source(value);
}

module.exports = { source, isSource, then };
