// SPDX-License-Identifier: BSD-3-Clause
// Several environments in one process that start and end at any time.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BOOK, PACKAGE, lectern, run } from './harness.mjs';

const PROLOGUE = `
  const { parentPort } = require('worker_threads');
  const lectern = require(${JSON.stringify(PACKAGE)});
  const BOOK = ${JSON.stringify(BOOK)};
`;
const started = (program) => new Worker(PROLOGUE + program, { eval: true });

const READ = `
  (async () => {
    const context = new lectern.Context();
    const service = { links: [{ href: '~x' }], get: async (href) => (href === '/~x' ? 'x' : null) };
    context.addService('org.example.test', async () => service);
    const book = await lectern.open(BOOK, { context });
    const file = await require('fs').promises.open(BOOK);
    const streamed = await lectern.openStream(file);
    const texts = await Promise.all(book.readingOrder.map((link) => streamed.text(link.href)));
    const answer = await (await book.get('~x')).text();
    parentPort.postMessage([texts.join('').length, answer, (await book.positions()).length]);
    streamed.close();
    await file.close();
  })();
`;

/** Leaves everything open, and waits for an answer that never arrives. */
const STUCK = `
  const context = new lectern.Context();
  context.addService('org.example.test', () => { parentPort.postMessage('asked'); return new Promise(() => {}); });
  const book = lectern.openSync(BOOK);
  new lectern.Navigator(book).observe(null, () => {});
  for (let i = 0; i < 100; i++) lectern.open(BOOK, { context }).catch(() => {});
  book.search('the').then((cursor) => cursor.nextPage());
  setInterval(() => {}, 1000);
`;

await run({
  async 'each has its own'() {
    const workers = Array.from({ length: 4 }, () => started(READ));
    const answers = await Promise.all(workers.map((worker) => once(worker, 'message').then(([message]) => message)));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(answers[0][1], 'x');
    await Promise.all(workers.map((worker) => (worker.threadId === -1 ? null : once(worker, 'exit'))));
  },

  async 'terminated while the library waits for an answer'() {
    for (let round = 0; round < 3; round++) {
      const worker = started(STUCK);
      await once(worker, 'message');
      await worker.terminate();
    }
    assert.deepEqual(lectern.liveHandles(), {}, 'its handles are freed with it');
  },

  async 'ends with open books'() {
    const worker = started('lectern.openSync(BOOK); lectern.open(BOOK); process.exit(0);');
    assert.deepEqual(await once(worker, 'exit'), [0]);
  },
});
