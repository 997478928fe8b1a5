// SPDX-License-Identifier: BSD-3-Clause
// Shared by the tests: the package, the books, and the check that no test leaves a handle open.
//
// Run a test file with: node --expose-gc FILE, in the folder of the books.  LECTERN_PACKAGE selects another package
// than that of the checkout.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
export const PACKAGE = process.env.LECTERN_PACKAGE
  ?? new URL('../../../bindings/node/lib/index.js', import.meta.url).pathname;
export const lectern = require(PACKAGE);
export const BOOK = 'book.epub';

export const turn = () => new Promise(setImmediate);

/** Collects garbage until no handle is open, for at most ten seconds. */
export async function collected() {
  for (let round = 0; round < 200; round++) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, round < 5 ? 0 : 50));
    if (Object.keys(lectern.liveHandles()).length === 0) return;
  }
  assert.deepEqual(lectern.liveHandles(), {});
}

/** Runs the tests one after the other. */
export async function run(tests) {
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      await collected();
    } catch (error) {
      console.error(`${name}:`, error);
      process.exitCode = 1;
    }
  }
}

/** The error of a call that must fail with this code. */
export async function failure(code, call) {
  try {
    await call();
  } catch (error) {
    assert.equal(error.code, code, error.stack);
    return error;
  }
  return assert.fail(`it has to fail with ${code}`);
}
