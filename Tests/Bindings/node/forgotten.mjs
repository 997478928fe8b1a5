// SPDX-License-Identifier: BSD-3-Clause
// Opens more books than the process may have files, and closes none.

import { lectern } from './harness.mjs';

for (let i = 0; i < 600; i++) await lectern.open('fixed.epub');
console.log('opened');
