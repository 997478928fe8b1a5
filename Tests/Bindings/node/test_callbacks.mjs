// SPDX-License-Identifier: BSD-3-Clause
// JavaScript callbacks: immediate and later answers, from many threads that do not wait for each other.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { open as openFile, readFile } from 'node:fs/promises';
import { BOOK, failure, lectern, run, turn } from './harness.mjs';

const piece = (bytes, offset, length) => bytes.subarray(offset, offset + length);
const delay = (time) => new Promise((done) => setTimeout(done, time));

/** A service that answers ~echo and decorates one file; each answer goes through `how`. */
const echo = (how) => (publication) => ({
  links: () => how([{ href: '~echo', type: 'text/plain' }]),
  get: (href) => (href === '/~echo' ? how(publication.title) : how(null)),
});

async function withService(make, use) {
  const context = new lectern.Context();
  context.addService('org.example.test', make);
  const book = await lectern.open(BOOK, { context });
  context.close();
  try {
    return await use(book);
  } finally {
    book.close();
  }
}

await run({
  async 'a service answers at once, or later'() {
    for (const how of [(value) => value, async (value) => value, (value) => delay(2).then(() => value)])
      await withService(echo(how), async (book) => {
        assert.equal(await (await book.get('~echo')).text(), 'Read Aloud');
        assert.ok(book.manifest.links.some((link) => link.href === '~echo'));
      });
  },

  async 'a copy has services of its own, and outlives the original'() {
    const copy = await withService(echo(async (value) => value), (book) =>
      book.copy({ ...book.manifest, metadata: { ...book.manifest.metadata, title: 'Copied' } }));
    globalThis.gc();
    assert.equal(await (await copy.get('~echo')).text(), 'Copied');
    copy.close();
  },

  async 'an editor answers at once or later, and its exception ends the opening'() {
    const titled = (title) => (manifest) => ({ ...manifest, metadata: { ...manifest.metadata, title } });
    const context = new lectern.Context();
    context.setEditor(titled('Edited'));
    const books = [await lectern.open(BOOK, { context }), lectern.openSync(BOOK, { context })];
    context.setEditor(async (manifest) => titled('Later')(manifest));
    books.push(await lectern.open(BOOK, { context }));
    context.setEditor(() => null);
    books.push(await lectern.open(BOOK, { context }));
    assert.deepEqual(books.map((book) => book.title), ['Edited', 'Edited', 'Later', 'Read Aloud']);
    const own = new RangeError('not today');
    context.setEditor(() => { throw own; });
    assert.equal((await failure('LECTERN_ERROR_CALLBACK', () => lectern.open(BOOK, { context }))).cause, own);
    for (const book of books) book.close();
    context.close();
  },

  async 'more books than there are threads in the pool, whose services need the pool'() {
    const context = new lectern.Context();
    let answered = 0;
    context.addService('org.example.test', async () => {
      await readFile(BOOK);
      answered += 1;
      return null;
    });
    const books = await Promise.all(Array.from({ length: 200 }, () => lectern.open(BOOK, { context })));
    assert.equal(answered, 200);
    for (const book of books) book.close();
    context.close();
  },

  async 'streams that read from the pool, many at once'() {
    const file = await openFile(BOOK);
    const books = await Promise.all(Array.from({ length: 40 }, () => lectern.openStream(file)));
    const texts = await Promise.all(books.flatMap((book) => book.readingOrder.map((link) => book.text(link.href))));
    assert.equal(new Set(texts).size, 6);
    for (const book of books) book.close();
    await file.close();
  },

  async 'a service may call the library, at once and later'() {
    const wrap = (publication) => ({
      get(href) {
        if (href === 'EPUB/css/book.css') return `/* at once */${publication.getBuiltinSync(href).readSync()}`;
        if (href === 'EPUB/nav.xhtml')
          return publication.getBuiltin(href).then(async (nav) => `<!-- later -->${await nav.text()}`);
        return null;
      },
    });
    await withService(wrap, async (book) => {
      assert.match(await (await book.get('EPUB/css/book.css')).text(), /^\/\* at once \*\/@charset/);
      assert.match(await (await book.get('EPUB/nav.xhtml')).text(), /^<!-- later --><\?xml/);
      assert.match(book.getSync('EPUB/css/book.css').readSync().toString(), /^\/\* at once \*\/@charset/);
    });
  },

  async 'a service that asks for what it is asked for is skipped, at once and later'() {
    let asked = 0;
    const ask = (later) => (publication) => ({
      get(href) {
        asked += 1;
        assert.ok(asked < 50, 'it asks itself');
        if (href !== 'EPUB/nav.xhtml') return null;
        return later ? publication.get(href).then((nav) => nav.text()) : publication.getSync(href).readSync();
      },
    });
    for (const later of [false, true])
      await withService(ask(later), async (book) => {
        assert.match(await (await book.get('EPUB/nav.xhtml')).text(), /^<\?xml/);
      });
    assert.equal(asked, 2);
  },

  async 'a stream that reads from its own book fails, and waits for nothing'() {
    const bytes = readFileSync(BOOK);
    for (const later of [false, true]) {
      let book, failed;
      const source = {
        size: bytes.length,
        read(offset, length) {
          const piece = bytes.subarray(offset, offset + length);
          if (!book || failed) return piece;
          const note = (error) => { failed = error; return piece; };
          if (later) return book.text('EPUB/text/raven.xhtml').then(() => piece, note);
          try {
            book.textSync('EPUB/text/raven.xhtml');
          } catch (error) {
            return note(error);
          }
          return piece;
        },
      };
      book = await lectern.openStream(source);
      await book.text('EPUB/text/walrus.xhtml');
      assert.equal(failed?.code, 'LECTERN_ERROR_BUSY');
      book.close();
    }
  },

  async 'a synchronous call does not wait for a promise'() {
    await withService(echo(async (value) => value), async (book) => {
      const error = await failure('LECTERN_ERROR_CALLBACK', () => book.getSync('~echo'));
      assert.match(error.message, /returned a promise/);
      assert.ok(error.cause instanceof TypeError);
    });
  },

  async 'a synchronous call does not wait for a thread that waits for JavaScript'() {
    const bytes = readFileSync(BOOK);
    const book = await lectern.openStream({ size: bytes.length, read: async (...range) => piece(bytes, ...range) });
    const other = await lectern.open(BOOK);
    const reading = book.text('EPUB/text/walrus.xhtml');
    for (const one of [book, other])
      assert.throws(() => one.textSync('EPUB/text/raven.xhtml'), { code: 'LECTERN_ERROR_BUSY' });
    const draft = new lectern.Preferences();
    assert.equal(draft.set('theme', 'dark').isActive('theme'), true, 'what reads nothing waits for nothing');
    assert.equal(book.link('EPUB/nav.xhtml').href, 'EPUB/nav.xhtml');
    assert.match(await reading, /Walrus/);
    assert.throws(() => book.textSync('EPUB/text/raven.xhtml'), { code: 'LECTERN_ERROR_IO' });
    assert.match(other.textSync('EPUB/text/raven.xhtml'), /Nevermore/i);
    book.close();
    other.close();
  },

  async 'what never waits reads nothing'() {
    const bytes = readFileSync(BOOK);
    let reads = 0;
    const read = async (...range) => { reads += 1; return piece(bytes, ...range); };
    const book = await lectern.openStream({ size: bytes.length, read });
    const locator = { href: 'EPUB/text/raven.xhtml', type: 'application/xhtml+xml', locations: { progression: 0.5 } };
    const navigator = new lectern.Navigator(book);
    reads = 0;
    const decorations = [{ id: '1', locator, style: { id: 'highlight' }, interactions: ['activate'] }];
    const calls = [
      () => book.manifestText, () => book.info, () => book.warnings, () => book.services, () => book.collection('toc'),
      () => book.layout(locator.href), () => book.link(locator.href), () => book.links(),
      () => navigator.observe(null, () => {}), () => navigator.setLocation(locator), () => navigator.location,
      () => navigator.submitPreferences({ theme: 'dark' }), () => navigator.settings, () => navigator.spreads,
      () => navigator.setViewport({ width: 600, height: 800 }), () => navigator.editPreferences().submit(),
      () => navigator.applyDecorations('a', decorations), () => navigator.decorations('a'),
      () => navigator.renderDecorationsSync(locator.href), () => navigator.activateDecoration('a', '1'),
      () => navigator.supportsDecoration('highlight'),
    ];
    for (const call of calls) call();
    assert.equal(reads, 0);
    book.close();
  },

  async 'synchronous calls beside promises that services answer'() {
    await withService(echo((value) => value), async (book) => {
      const navigator = new lectern.Navigator(book);
      const pending = book.readingOrder.map((link) => book.text(link.href));
      assert.match(book.textSync('EPUB/text/raven.xhtml'), /Nevermore/i);
      navigator.submitPreferences({ theme: 'dark' });
      assert.equal(navigator.settings.settings.theme.value, 'dark');
      assert.equal((await Promise.all(pending)).length, 6);
      const slow = book.cache('slow', () => delay(5).then(() => 'slow'));
      assert.throws(() => book.cacheSync('slow', () => 'fast'), { code: 'LECTERN_ERROR_BUSY' });
      assert.equal(String(await slow), 'slow');
    });
  },

  async 'a service reads from a stream of JavaScript'() {
    const bytes = Buffer.from('a long story');
    const story = { size: bytes.length, read: async (...range) => piece(bytes, ...range) };
    const streaming = () => ({ links: [{ href: '~story' }], get: async (href) => (href === '/~story' ? story : null) });
    await withService(streaming, async (book) => {
      const resource = await book.get('~story');
      assert.equal(await resource.text(), 'a long story');
      const all = await Promise.all(Array.from({ length: 20 }, (_, at) => resource.read(at % 12, 1)));
      assert.equal(String(all[2]), 'l');
    });
  },

  async 'what a callback throws is the cause'() {
    const thrown = new RangeError('on purpose');
    const failing = () => ({
      links: [{ href: '~fail' }],
      get(href) { if (href.startsWith('/~')) throw thrown; return null; },
    });
    await withService(failing, async (book) => {
      for (const call of [() => book.get('~fail'), () => book.getSync('~fail')]) {
        const error = await failure('LECTERN_ERROR_CALLBACK', call);
        assert.equal(error.cause, thrown);
        assert.match(error.message, /on purpose/);
      }
    });
    const source = { size: 1000, read: async () => { throw thrown; } };
    assert.equal((await failure('LECTERN_ERROR_IO', () => lectern.openStream(source))).cause, thrown);
    for (const read of [() => 'text', () => new Uint8Array(2000), () => undefined, () => { throw null; }])
      await failure('LECTERN_ERROR_IO', () => lectern.openStream({ size: 1000, read }));
    await failure('LECTERN_ERROR_IO', () => lectern.openStream({ size: -1, read() {} }));
    const code = 'LECTERN_ERROR_PROTECTED';
    const own = new lectern.LecternError('Closed today.', { code, status: -10, path: 'shop' });
    const refused = await failure(code, () => lectern.openStream({ size: 10, read() { throw own; } }));
    assert.equal(refused.cause, own);
    assert.match(refused.message, /Closed today/);
  },

  async 'files that JavaScript serves'() {
    const link = { href: 'one.xhtml', type: 'application/xhtml+xml' };
    const manifest = { metadata: { title: 'Served' }, links: [], readingOrder: [link] };
    const page = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Ship ahoy</p></body></html>';
    const bytes = Buffer.from(page);
    const streamed = { size: async () => bytes.length, read: async (...range) => piece(bytes, ...range) };
    const forms = [page, bytes, new Uint8Array(bytes), streamed, () => lectern.Resource.of(link, page)];
    for (const form of forms) {
      const book = await lectern.openManifest(manifest, async () => (typeof form === 'function' ? form() : form));
      const found = [];
      for await (const match of book.matches('ahoy')) found.push(match.text.highlight);
      assert.deepEqual(found, ['ahoy']);
      book.close();
    }
    const none = await lectern.openManifest(manifest, () => null);
    await failure('LECTERN_ERROR_NOT_FOUND', () => none.text('one.xhtml'));
    none.close();
  },

  async 'progress is told of, and stops'() {
    const steps = [];
    const context = new lectern.Context({ progress: (step) => { steps.push(step); } });
    const book = await lectern.open(BOOK, { context });
    steps.length = 0;
    await (await book.search('zephyrine')).nextPage();
    assert.deepEqual(steps.map(({ task }) => task), Array(6).fill('search'));
    for (const stop of [() => true, async () => true, () => { throw new Error('enough'); }]) {
      context.setProgress(stop);
      const cursor = await book.search('zephyrine');
      const error = await failure('LECTERN_ERROR_CANCELLED', () => cursor.nextPage());
      assert.equal(error.cause?.message, stop.toString().includes('enough') ? 'enough' : undefined);
    }
    book.close();
    context.close();
  },

  async 'a signal cancels'() {
    const book = await lectern.open(BOOK);
    const aborted = AbortSignal.abort(new Error('no more'));
    await assert.rejects(book.positions({ signal: aborted }), /no more/);
    let cancelled = 0;
    for (let i = 0; i < 200 && cancelled === 0; i++) {
      const cursor = await book.search('zephyrine');
      const controller = new AbortController();
      const page = cursor.nextPage({ signal: controller.signal });
      controller.abort();
      await page.then((end) => assert.equal(end, null), (error) => {
        assert.equal(error.name, 'AbortError');
        cancelled += 1;
      });
      assert.equal(await cursor.nextPage(), null);
    }
    assert.equal(cancelled, 1);
    const controller = new AbortController();
    const context = new lectern.Context({ progress: () => controller.abort() });
    await assert.rejects(lectern.open(BOOK, { context, signal: controller.signal }), { name: 'AbortError' });
    context.close();
    book.close();
  },

  async 'listeners are called in order, also by other threads, and may throw'() {
    const book = await lectern.open(BOOK);
    const navigator = new lectern.Navigator(book);
    const heard = [];
    navigator.observe('location', (event, topic) => heard.push([topic, event.locations.position]));
    await navigator.go({ position: 3 });
    assert.deepEqual(heard, [['location', 3]], 'before the promise is kept');
    navigator.goSync({ position: 4 });
    assert.deepEqual(heard[1], ['location', 4], 'before the call returns');
    const again = navigator.go({ position: 5 });
    await again;
    assert.deepEqual(heard[2], ['location', 5]);
    const thrown = new Promise((done) => process.once('uncaughtException', done));
    const subscription = navigator.observe('preferences', () => { throw new Error('a listener'); });
    assert.equal((await thrown).message, 'a listener');
    subscription.close();
    navigator.submitPreferences({ theme: 'dark' });
    await turn();
    book.close();
  },

  async 'values that are computed once'() {
    const book = await lectern.open(BOOK);
    let computed = 0;
    const compute = async () => { computed += 1; await delay(5); return 'kept'; };
    const all = await Promise.all(Array.from({ length: 10 }, () => book.cache('key', compute)));
    assert.deepEqual(all.map(String), Array(10).fill('kept'));
    assert.equal(computed, 1);
    assert.equal(await book.cache('none', () => null), null);
    assert.equal(String(book.cacheSync('key', () => assert.fail('it is kept'))), 'kept');
    await failure('LECTERN_ERROR_CALLBACK', () => book.cache('other', async () => { throw new Error('no'); }));
    book.close();
  },

  async 'HTML of decorations'() {
    const book = await lectern.open(BOOK);
    const navigator = new lectern.Navigator(book);
    const locator = { href: 'EPUB/text/raven.xhtml', type: 'application/xhtml+xml', text: { highlight: 'Raven' } };
    navigator.setDecorationTemplate('own', { layout: 'bounds' }, async (decoration) => `<b id="${decoration.id}"></b>`);
    navigator.applyDecorations('marks', [{ id: '7', locator, style: { id: 'own' } }]);
    const rendered = await navigator.renderDecorations(locator.href);
    assert.equal(rendered.groups.marks[0].element, '<b id="7"></b>');
    book.close();
  },
});
