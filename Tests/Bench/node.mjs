// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of a call through the Node binding, compared with a bare addon, alternately, as medians.
//
// Usage: node node.mjs BARE.node BOOK

import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { Navigator, open } from '../../bindings/node/lib/index.mjs';

const [, , addon, path] = process.argv;
const bare = createRequire(import.meta.url)(addon);
const TARGET = 1.5;
const ROUNDS = 41;

const book = await open(path);
const href = book.readingOrder[0].href;
const navigator = new Navigator(book);
const draft = navigator.editPreferences();
const resource = await book.get(href);
const handles = bare.open(path, href);

/** Microseconds per call. */
async function time(call, times) {
  const start = performance.now();
  for (let i = 0; i < times; i++) await call();
  return (performance.now() - start) * 1000 / times;
}

function timeSync(call, times) {
  const start = performance.now();
  for (let i = 0; i < times; i++) call();
  return (performance.now() - start) * 1000 / times;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

async function compare(name, how, times, ours, theirs) {
  await how(ours, times);
  await how(theirs, times);
  const first = [], second = [];
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await how(ours, times));
    second.push(await how(theirs, times));
  }
  const [mine, other] = [median(first), median(second)];
  const ratio = mine / other;
  const columns = [name.padEnd(43), ...[mine, other].map((one) => `${one.toFixed(3).padStart(9)} us`),
    ratio.toFixed(2).padStart(7), TARGET.toFixed(2).padStart(7), ratio <= TARGET ? ' met' : ' MISSED'];
  console.log(columns.join(' '));
}

const size = (book.manifestText.length / 2 ** 20).toFixed(1);
console.log(`\nNode ${process.version}, the binding beside a bare addon`);
await compare('a truth value: isActive', timeSync, 5000,
  () => draft.isActive('fontSize'), () => bare.isActive(handles[2], 'fontSize'));
await compare('a short JSON: location', timeSync, 5000,
  () => navigator.location, () => JSON.parse(bare.location(handles[1])));
await compare(`a manifest of ${size} MB, as text`, timeSync, 5,
  () => book.manifestText, () => bare.manifest(handles[0]));
await compare(`a manifest of ${size} MB, parsed`, timeSync, 3,
  () => JSON.parse(book.manifestText), () => JSON.parse(bare.manifest(handles[0])));
await compare('a promise of 16 bytes', time, 200,
  () => resource.read(0, 16), () => bare.read(handles[3]));
process.exit(0);
