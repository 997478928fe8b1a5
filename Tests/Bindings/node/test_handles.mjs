// SPDX-License-Identifier: BSD-3-Clause
// Handles that are dropped, closed twice, in the wrong order, or while in use.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BOOK, collected, failure, lectern, run, turn } from './harness.mjs';

/** Opens quickly. */
const SMALL = 'fixed.epub';

const megabytes = () => process.memoryUsage().rss / 2 ** 20;

/** Drops a navigator whose listener refers to all of its objects; this must not keep them alive. */
function forget() {
  const book = lectern.openSync(SMALL);
  const navigator = new lectern.Navigator(book);
  navigator.observe('settings', () => [book, navigator]);
}

await run({
  async 'thousands of books that are opened and forgotten'() {
    for (let i = 0; i < 500; i++) forget();
    await collected();
    const before = megabytes();
    const books = Number(process.env.LECTERN_FORGOTTEN ?? 10_000);
    for (let i = 0; i < books; i++) {
      if (i % 10) lectern.openSync(SMALL); else forget();
      // Node runs finalizers in later turns of the event loop.
      if (i % 200 === 0) await turn();
    }
    await collected();
    assert.ok(megabytes() - before < 100, `${megabytes() - before} MB more`);
  },

  async 'the garbage collector knows of bytes that the library keeps'() {
    const large = Buffer.alloc(2 ** 20);
    let most = 0;
    for (let i = 0; i < 300; i++) {
      lectern.Resource.of({ href: 'large' }, large);
      await turn();
      most = Math.max(most, lectern.liveHandles().resource ?? 0);
    }
    assert.ok(most < 200, `${most} of 300 resources of a megabyte were open at once`);
  },

  async 'promises of forgotten books are kept'() {
    const bytes = readFileSync(BOOK);
    const opened = async (source) => (source ? lectern.openStream(source) : lectern.open(BOOK));
    const source = { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
    const pending = [];
    for (let i = 0; i < 50; i++) pending.push(opened(i % 2 && source).then((book) => book.positions()));
    globalThis.gc();
    for (const positions of await Promise.all(pending)) assert.equal(positions.length, 34);
  },

  async 'closed twice, and in the wrong order'() {
    const context = new lectern.Context();
    const book = await lectern.open(BOOK, { context });
    const cursor = await book.search('whale');
    const resource = await book.get('EPUB/nav.xhtml');
    const navigator = new lectern.Navigator(book);
    const draft = navigator.editPreferences();
    const heard = [];
    const subscription = draft.observe('preferences', (event) => heard.push(event));
    for (const handle of [context, book, context, book]) handle.close();
    assert.equal(book.closed, true);
    await failure('LECTERN_ERROR_HANDLE', () => book.positions());
    await failure('LECTERN_ERROR_HANDLE', () => book.manifest);
    await failure('LECTERN_ERROR_HANDLE', () => lectern.open(BOOK, { context }));
    assert.equal((await cursor.nextPage()).locators.length, 1);
    assert.match(await resource.text(), /Loomings/);
    navigator.close();
    assert.equal(draft.set('theme', 'dark').isActive('theme'), true);
    assert.equal(heard.length, 2);
    draft.close();
    subscription.close();
    for (const handle of [cursor, resource, draft, subscription]) handle.close();
  },

  async 'closed while calls are under way'() {
    for (let i = 0; i < 50; i++) {
      const book = await lectern.open(BOOK);
      const found = book.search('the').then((cursor) => cursor.nextPage());
      const calls = [book.positions(), book.text('EPUB/text/raven.xhtml'), found];
      book.close();
      for (const { reason } of await Promise.allSettled(calls))
        if (reason) assert.equal(reason.code, 'LECTERN_ERROR_HANDLE');
    }
  },

  async 'a service that refers to the book of its own'() {
    const context = new lectern.Context();
    let closed = 0;
    context.addService('org.example.test', (publication) => ({ publication, context, close() { closed += 1; } }));
    for (let i = 0; i < 20; i++) lectern.openSync(BOOK, { context });
    context.close();
    await collected();
    await turn();
    assert.equal(closed, 20);
  },

  async 'what JavaScript gives may refer to what is forgotten'() {
    const bytes = readFileSync(SMALL);
    for (let i = 0; i < 20; i++) {
      const all = [];
      const context = new lectern.Context({ logger: () => all, progress: () => all.length < 0 });
      context.addService('org.example.test', () => all.length < 0);
      const read = async (offset, length) => all && bytes.subarray(offset, offset + length);
      const source = { size: bytes.length, read };
      const book = await lectern.openStream(source, { context });
      const navigator = new lectern.Navigator(book);
      navigator.setDecorationTemplate('own', { layout: 'bounds' }, () => String(all));
      navigator.observe(null, () => all);
      all.push(context, book, navigator, await book.get(book.readingOrder[0].href));
      assert.match(await all[3].text(), /html/);
    }
  },

  async 'what is needed stays, without what it came from'() {
    const bytes = readFileSync(BOOK);
    const opened = async () => lectern.openStream({
      size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) });
    const resource = await opened().then((book) => book.get('EPUB/nav.xhtml'));
    const cursor = await opened().then((book) => book.search('the'));
    const navigator = await opened().then((book) => new lectern.Navigator(book));
    for (let i = 0; i < 5; i++) {
      globalThis.gc();
      await turn();
    }
    assert.match(await resource.text(), /Loomings/);
    assert.ok((await cursor.nextPage()).locators.length > 0);
    assert.match(String(await (await navigator.get('EPUB/nav.xhtml')).read()), /Loomings/);
  },

  async 'a stream that a service has given to the library'() {
    const context = new lectern.Context();
    const given = () => ({ size: 5, read: async () => Buffer.from('story') });
    const get = (href) => (href === '/~story' ? given() : null);
    context.addService('org.example.test', () => ({ links: [{ href: '~story' }], get }));
    const book = await lectern.open(BOOK, { context });
    const resource = await book.get('~story');
    for (let i = 0; i < 5; i++) {
      globalThis.gc();
      await turn();
    }
    assert.equal(await resource.text(), 'story');
  },

  async 'using, where JavaScript has it'() {
    if (!Symbol.dispose) return;
    const book = lectern.openSync(BOOK);
    book[Symbol.dispose]();
    assert.equal(book.closed, true);
    const other = lectern.openSync(BOOK);
    await other[Symbol.asyncDispose]();
    assert.equal(other.closed, true);
  },
});
