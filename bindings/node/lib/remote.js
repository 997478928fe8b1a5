// SPDX-License-Identifier: BSD-3-Clause
// A file on a server as a source: its parts are requested with fetch() when they are read, and kept in memory.
'use strict';

/** The unit of the cache, and the least that is requested. */
const BLOCK = 2 ** 16;

/** What shows that a file has changed: a strong ETag, or else the time of the last change. */
function validator(headers) {
  const tag = headers.get('etag');
  return tag && !tag.startsWith('W/') ? tag : headers.get('last-modified');
}

/** The size of the file, from the answer to a range; undefined for another range. */
function sizeOf(answer, start) {
  const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get('content-range')) || [];
  return Number(first) === start ? Number(size) : undefined;
}

class RemoteSource {
  #blocks = new Map();
  #whole;
  #validator = null;
  #how;

  constructor(url, { headers, timeout = 30_000, cacheSize = 2 ** 25, fetch: load = fetch } = {}) {
    this.url = String(url);
    if (!/^https?:/i.test(this.url)) throw new TypeError('The argument url must be an address of HTTP.');
    this.size = 0;
    this.type = undefined;
    this.#how = { headers, timeout, load, most: Math.max(1, cacheSize / BLOCK) };
  }

  /** Requests the beginning, and learns the size. */
  async begin() {
    const answer = await this.#request(0, BLOCK);
    this.type = (answer.headers.get('content-type') || '').split(';')[0].trim() || undefined;
    this.#validator = validator(answer.headers);
    const body = Buffer.from(await answer.arrayBuffer());
    // RFC 9110, 15.5.17: nothing of an empty file can be sent.
    if (answer.status !== 206) this.#whole = answer.status === 416 ? Buffer.alloc(0) : body;
    this.size = this.#whole ? this.#whole.length : sizeOf(answer, 0);
    if (this.size === undefined) throw new Error(`The answer of ${this.url} has another range.`);
    if (!this.#whole) this.#keep(0, this.#complete(body, Math.min(BLOCK, this.size)));
    return this;
  }

  async read(offset, length) {
    const end = Math.min(offset + length, this.size);
    if (offset >= end) return Buffer.alloc(0);
    if (this.#whole) return this.#whole.subarray(offset, end);
    const first = Math.floor(offset / BLOCK), last = Math.floor((end - 1) / BLOCK);
    const found = new Map();
    for (let number = first; number <= last; number++) {
      const known = this.#blocks.get(number);
      if (known) found.set(number, this.#keep(number, known));
    }
    for (let number = first; number <= last; number++) {
      if (found.has(number)) continue;
      let stop = number + 1;
      while (stop <= last && !found.has(stop)) stop++;
      for (const [at, block] of await this.#blocksOf(number, stop)) found.set(at, block);
    }
    const all = [];
    for (let number = first; number <= last; number++) all.push(found.get(number));
    return Buffer.concat(all).subarray(offset - first * BLOCK, end - first * BLOCK);
  }

  /** Requests blocks that follow each other. */
  async #blocksOf(first, stop) {
    const start = first * BLOCK, end = Math.min(stop * BLOCK, this.size);
    const answer = await this.#request(start, end);
    const isSame = answer.status === 206 && validator(answer.headers) === this.#validator &&
      sizeOf(answer, start) === this.size;
    if (!isSame) {
      if (answer.body) await answer.body.cancel();
      throw new Error(`${this.url} has changed on the server.`);
    }
    const body = this.#complete(Buffer.from(await answer.arrayBuffer()), end - start);
    const blocks = [];
    for (let number = first; number < stop; number++) {
      const at = (number - first) * BLOCK;
      blocks.push([number, this.#keep(number, body.subarray(at, at + BLOCK))]);
    }
    return blocks;
  }

  #complete(body, length) {
    if (body.length !== length) throw new Error(`The answer of ${this.url} has ${body.length} bytes instead of ${length}.`);
    return body;
  }

  /** Keeps a block as the most recent one. */
  #keep(number, block) {
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    while (this.#blocks.size > this.#how.most) this.#blocks.delete(this.#blocks.keys().next().value);
    return block;
  }

  async #request(start, end) {
    const { headers, timeout, load } = this.#how;
    const asked = new Headers(headers);
    asked.set('Range', `bytes=${start}-${end - 1}`);
    asked.set('Accept-Encoding', 'identity');
    if (this.#validator && /^"/.test(this.#validator)) asked.set('If-Range', this.#validator);
    const answer = await load(this.url, { headers: asked, signal: AbortSignal.timeout(timeout) });
    if ([200, 206, 416].includes(answer.status)) return answer;
    if (answer.body) await answer.body.cancel();
    throw new Error(`${this.url} is answered with ${answer.status} ${answer.statusText}`.trim() + '.');
  }
}

/** The name of the file in an address. */
function nameOf(url) {
  const { pathname, host } = new URL(url);
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

module.exports = { RemoteSource, nameOf };
