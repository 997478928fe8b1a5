// SPDX-License-Identifier: BSD-3-Clause
// Opening and reading like a Node program.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { BOOK, PACKAGE, failure, lectern, run } from './harness.mjs';

async function opened(use, options) {
  const book = await lectern.open(BOOK, options);
  try {
    return await use(book);
  } finally {
    book.close();
  }
}

await run({
  async 'every way to open gives the same manifest'() {
    const bytes = readFileSync(BOOK);
    const file = await openFile(BOOK);
    const source = { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
    const books = [
      await lectern.open(BOOK), lectern.openSync(BOOK), await lectern.open(pathToFileURL(BOOK)),
      await lectern.openBytes(bytes), lectern.openBytesSync(new Uint8Array(bytes).buffer),
      await lectern.openStream(file), await lectern.openStream(new Blob([bytes])),
      await lectern.openStream(source), lectern.openStreamSync(source),
    ];
    for (const book of books) assert.equal(book.manifestText, books[0].manifestText);
    const texts = await Promise.all(books.map((book) => book.text('EPUB/nav.xhtml')));
    assert.match(texts[0], /Loomings/);
    assert.equal(new Set(texts).size, 1);
    for (const book of books) book.close();
    await file.close();
  },

  'what a book says': () => opened(async (book) => {
    assert.equal(book.title, 'Read Aloud');
    assert.equal(book.authors[0], 'Herman Melville');
    assert.equal(book.language, 'en');
    assert.equal(book.manifest, book.manifest);
    assert.equal(book.readingOrder.length, 6);
    assert.equal(book.toc, book.manifest.toc);
    assert.equal((await book.positions()).length, 34);
    assert.deepEqual(await book.positions(), book.positionsSync());
    assert.deepEqual((await book.positionsByReadingOrder()).flat(), await book.positions());
    assert.equal((await book.locate({ position: 12 })).locations.position, 12);
    assert.equal(book.links({ rel: 'cover' })[0].href, 'EPUB/images/cover.svg');
    assert.match(await book.text('EPUB/text/title.xhtml'), /^Read Aloud\n/);
    assert.equal(inspect(book), 'Publication { open }');
  }),

  'pages and what is on them': () => opened(async (book) => {
    const pages = [];
    for await (const page of await book.search('the')) pages.push(page);
    const matches = [];
    for await (const match of book.matches('the')) matches.push(match);
    assert.deepEqual(matches, pages.flatMap((page) => page.locators));
    const synchronous = [...book.searchSync('the')];
    assert.deepEqual(synchronous, pages);
    const walk = await book.content();
    const first = await walk.nextPage();
    assert.notDeepEqual(await walk.nextPage(), first);
    assert.deepEqual(await walk.previousPage(), first);
    assert.equal(await walk.previousPage(), null);
    const words = [];
    for await (const element of book.elements({ tokens: { unit: 'word' } })) {
      words.push(...(element.tokens ?? []));
      if (words.length > 10) break;
    }
    assert.ok(words.length > 10);
    await failure('LECTERN_ERROR_JSON', () => book.search('the', { whole: true }));
  }),

  'the bytes of a resource': () => opened(async (book) => {
    const resource = await book.get('EPUB/text/walrus.xhtml');
    const all = await resource.read();
    assert.ok(Buffer.isBuffer(all));
    assert.equal(await resource.size(), all.length);
    assert.deepEqual(await resource.read(5, 10), all.subarray(5, 15));
    assert.deepEqual(resource.readSync(all.length - 2, 10), all.subarray(-2));
    assert.equal((await resource.read(all.length + 1, 10)).length, 0);
    const pieces = [];
    for await (const piece of resource.chunks({ size: 1000, start: 10, end: 2500 })) pieces.push(piece);
    assert.deepEqual(pieces.map((piece) => piece.length), [1000, 1000, 490]);
    assert.deepEqual(Buffer.concat(pieces), all.subarray(10, 2500));
    const streamed = [];
    for await (const piece of resource.stream()) streamed.push(piece);
    assert.deepEqual(Buffer.concat(streamed), all);
    await assert.rejects(resource.read(-1), { code: 'ERR_OUT_OF_RANGE' });
    await assert.rejects(resource.read(0, 1.5), { code: 'ERR_OUT_OF_RANGE' });
  }),

  'settings, drafts and a store': () => opened(async (book) => {
    const navigator = new lectern.Navigator(book, { preferences: { theme: 'dark' } });
    const heard = [];
    navigator.observe('preferences', (event, topic) => heard.push([topic, event]));
    const draft = navigator.editPreferences();
    assert.deepEqual(draft.toJSON(), { theme: 'dark' });
    assert.equal(JSON.stringify(draft), '{"theme":"dark"}');
    assert.equal(draft.set('fontSize', 100).atEnd, false);
    assert.equal(draft.increment('fontSize').atEnd, true);
    draft.submit();
    assert.deepEqual(heard.map(([topic]) => topic), ['preferences', 'preferences']);
    assert.equal(navigator.settings.settings.theme.value, 'dark');
    const store = await lectern.Store.open();
    await store.save({ scope: 'global' }, draft);
    assert.deepEqual(store.loadSync({ scope: 'global' }), await store.load({ scope: 'global' }));
    assert.deepEqual(await store.load({ scope: 'global' }), draft.toJSON());
    const response = await navigator.get('EPUB/text/title.xhtml', { range: 'bytes=0-4' });
    assert.equal(response.status, 206);
    assert.equal((await response.read()).length, 5);
    assert.equal(response.body.closed, true);
    assert.equal((await navigator.go({ to: 'nextSection' })), true);
  }),

  async 'errors say what, where and why'() {
    const missing = await failure('LECTERN_ERROR_NOT_FOUND', () => lectern.open('none.epub'));
    assert.equal(missing.status, -6);
    assert.equal(missing.path, 'none.epub');
    assert.ok(missing instanceof lectern.LecternError && missing instanceof Error);
    assert.match(missing.stack, /test_reading/, 'the stack of a promise has the function that waits for it');
    const damaged = await failure('LECTERN_ERROR_FORMAT', () => lectern.openSync('empty.epub'));
    assert.equal(damaged.path, 'empty.epub > EPUB/package.opf > /package/manifest');
    await failure('LECTERN_ERROR_JSON', () => lectern.open(BOOK, { nom: 'a' }));
    await failure('LECTERN_ERROR_HANDLE', () => new lectern.Navigator(undefined));
  },

  async 'what is no argument is a TypeError'() {
    await assert.rejects(lectern.open(17), { name: 'TypeError', message: 'The argument path must be a string.' });
    await assert.rejects(lectern.open(readFileSync(BOOK)), { name: 'TypeError', message: /openBytes\(\)/ });
    await assert.rejects(lectern.open(new Uint8Array(3)), { name: 'TypeError', message: /openBytes\(\)/ });
    await assert.rejects(lectern.open(new Blob(['a'])), { name: 'TypeError', message: /openStream\(\)/ });
    assert.throws(() => lectern.cfi.parse(5), { name: 'TypeError', message: 'The argument cfi must be a string.' });
    await assert.rejects(lectern.open('a\0b'), TypeError);
    await assert.rejects(lectern.openBytes('text'), TypeError);
    await assert.rejects(lectern.openStream({}), TypeError);
    assert.throws(() => new lectern.Publication(), TypeError);
    assert.throws(() => new lectern.Resource({}), TypeError);
    assert.throws(() => new lectern.Navigator({}), TypeError);
    assert.throws(() => lectern.Publication.prototype.textSync.call({}, 'a'), TypeError);
    assert.throws(() => lectern.links.url({ href: 'a' }, 5), TypeError);
    assert.throws(() => new lectern.Context({ logger: 'console' }), TypeError);
  },

  async 'without a publication'() {
    const text = 'Ça va. Oui.';
    assert.deepEqual(lectern.tokenize(text).map(([begin, end]) => text.slice(begin, end)), ['Ça va.', 'Oui.']);
    assert.equal(lectern.links.url({ href: 'a/b.html' }, 'https://example.org/c/'), 'https://example.org/c/a/b.html');
    assert.ok(lectern.schema().includes('manifest'));
    assert.equal(lectern.schema('link').title, 'Link');
    assert.equal(lectern.version(), lectern.buildInfo().version);
    const bytes = readFileSync(BOOK);
    assert.equal((await lectern.sniff(new Blob([bytes]))).mediaType, 'application/epub+zip');
    assert.equal(lectern.sniffSync(null, { name: 'a.cbz' }).fileExtension, 'cbz');
  },

  async 'both kinds of modules export the same'() {
    const { default: whole, ...named } = await import(pathToFileURL(PACKAGE.replace(/js$/, 'mjs')).href);
    assert.deepEqual(Object.keys(named).sort(), Object.keys(whole).sort());
  },
});
