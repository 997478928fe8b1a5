// SPDX-License-Identifier: BSD-3-Clause
'use strict';

/** JSON text.  A string is passed through as JSON; undefined and null are passed through. */
function json(value) {
  return value === undefined || value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON text of any value, including strings. */
const jsonValue = (value) => JSON.stringify(value === undefined ? null : value);

/** The options for the library as JSON text, without the options for this package; undefined if none are left. */
function options(given) {
  if (given === undefined || given === null) return undefined;
  const { context, signal, ...rest } = given;
  return Object.keys(rest).length ? JSON.stringify(rest) : undefined;
}

module.exports = { json, jsonValue, options };
