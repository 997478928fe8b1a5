// SPDX-License-Identifier: BSD-3-Clause
// A process that exits with open books, running calls, and pending answers does not crash or hang.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { BOOK, PACKAGE, run } from './harness.mjs';

const OPEN = `
  const lectern = require(${JSON.stringify(PACKAGE)});
  const BOOK = ${JSON.stringify(BOOK)};
  const books = Array.from({ length: 20 }, () => lectern.openSync(BOOK));
  const navigator = new lectern.Navigator(books[0]);
  navigator.observe(null, () => {});
  const context = new lectern.Context({ progress: () => false });
`;
const UNANSWERED = `context.addService('org.example.test', () => new Promise(() => {}));
  for (let i = 0; i < 5; i++) lectern.open(BOOK, { context });`;

const ENDS = {
  'with open books': '',
  'with process.exit()': 'process.exit(0);',
  'during calls': 'for (const book of books) book.search("the").then((cursor) => cursor.nextPage()); process.exit(0);',
  'during calls that ask JavaScript':
    `lectern.open(BOOK, { context }).then((book) => {
      for (let i = 0; i < 9; i++) book.search("the").then((cursor) => cursor.nextPage());
      setImmediate(() => process.exit(0));
    });`,
  'with answers that never come': `${UNANSWERED} setTimeout(() => process.exit(0), 20);`,
  'from inside of a callback': 'context.setProgress(() => process.exit(0)); lectern.open(BOOK, { context });',
  'from inside of a callback of a synchronous call': 'navigator.observe("settings", () => process.exit(0));',
  'after a listener has thrown':
    'process.once("uncaughtException", () => {}); navigator.observe("settings", () => { throw new Error("x"); });',
};

await run(Object.fromEntries(Object.entries(ENDS).map(([name, end]) => [`a process ends ${name}`, () => {
  const output = execFileSync(process.execPath, ['-e', OPEN + end], { timeout: 60_000, stdio: 'pipe' });
  assert.equal(String(output), '');
}])));
