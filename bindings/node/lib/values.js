// SPDX-License-Identifier: BSD-3-Clause
'use strict';

/** JSON text; a string is JSON text already, and undefined and null are left out. */
function json(value) {
  return value === undefined || value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON text of any value, strings included. */
const jsonValue = (value) => JSON.stringify(value === undefined ? null : value);

/** Options without those that are for this package, as JSON text; undefined if none is left. */
function options(given) {
  if (given === undefined || given === null) return undefined;
  const { context, signal, ...rest } = given;
  return Object.keys(rest).length ? JSON.stringify(rest) : undefined;
}

module.exports = { json, jsonValue, options };
