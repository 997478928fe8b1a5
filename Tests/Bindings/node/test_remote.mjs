// SPDX-License-Identifier: BSD-3-Clause
// Files on a server: in parts and as a whole, changed, cut off, slow, and missing.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { failure, lectern, run } from './harness.mjs';

/** A picture of several blocks, which opening does not read. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex');
const DATA = Buffer.concat([PNG, randomBytes(300_000)]);

/** A server with the book, whose members say how it answers. */
async function serving(body) {
  const it = { data: DATA, ranges: true, tag: '"1"', kind: 'image/png', wait: 0, requests: [] };
  const server = http.createServer(async (request, response) => {
    it.requests.push(request.headers);
    await new Promise((resolve) => { setTimeout(resolve, it.wait); });
    if (request.url !== '/My%20Picture.png') return void response.writeHead(404).end('none');
    const headers = { 'Content-Type': it.kind, ...(it.tag && { ETag: it.tag }) };
    const { range, 'if-range': condition = it.tag } = request.headers;
    if (!it.ranges || condition !== it.tag) return void response.writeHead(200, headers).end(it.data);
    const [first, last] = range.slice('bytes='.length).split('-').map(Number);
    const part = it.data.subarray(first, last + 1);
    headers['Content-Range'] = `bytes ${first}-${first + part.length - 1}/${it.data.length}`;
    response.writeHead(206, headers).end(part);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  try {
    await body(it, `http://127.0.0.1:${server.address().port}/My%20Picture.png`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The picture. */
async function content(book) {
  const resource = await book.get(book.readingOrder[0].href);
  return resource.read();
}

await run({
  async 'a book in parts, and as a whole'() {
    for (const ranges of [true, false]) {
      await serving(async (it, url) => {
        it.ranges = ranges;
        const book = await lectern.openURL(url, { headers: { Authorization: 'Bearer 1' }, cacheSize: 1 });
        assert.equal(book.title, 'My Picture');
        assert.ok((await content(book)).equals(DATA));
        assert.ok(ranges ? it.requests.length > 1 : it.requests.length === 1);
        assert.ok(it.requests.every((headers) => headers.authorization === 'Bearer 1'));
      });
    }
  },

  async 'the cache answers what was read before'() {
    await serving(async (it, url) => {
      const book = await lectern.openURL(new URL(url));
      await content(book);
      const { length } = it.requests;
      await content(book);
      assert.equal(it.requests.length, length);
    });
  },

  async 'a file that changes'() {
    for (const change of [{ tag: '"2"' }, { ranges: false }, { data: DATA.subarray(0, -1) }]) {
      await serving(async (it, url) => {
        const book = await lectern.openURL(url, { cacheSize: 1 });
        Object.assign(it, change);
        const error = await failure('LECTERN_ERROR_IO', () => content(book));
        assert.match(error.cause.message, /has changed/);
      });
    }
  },

  async 'a slow server'() {
    await serving(async (it, url) => {
      const book = await lectern.openURL(url, { timeout: 500, cacheSize: 1 });
      it.wait = 2000;
      const error = await failure('LECTERN_ERROR_IO', () => content(book));
      assert.equal(error.cause.name, 'TimeoutError');
      it.wait = 0;
      assert.ok((await content(book)).length);
    });
  },

  async 'what cannot be opened'() {
    await serving(async (it, url) => {
      await assert.rejects(lectern.openURL(url.replace('My', 'No')), /answered with 404/);
      it.data = Buffer.from('none');
      const error = await failure('LECTERN_ERROR_FORMAT', () => lectern.openURL(url));
      assert.ok(error.path.startsWith('My Picture.png'), error.path);
    });
    await assert.rejects(lectern.openURL('file:///book.epub'), TypeError);
    await assert.rejects(lectern.openURL('http://127.0.0.1:1/book.epub'));
  },
});
