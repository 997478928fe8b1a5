// SPDX-License-Identifier: BSD-3-Clause
// JavaScript functions as targets of native.js: each has the methods of one callback struct, and returns a value for
// the addon, or a promise of it.  null means "pass".
'use strict';

const { adopt, owner } = require('./handle');
const { then } = require('./sources');

const missing = (value) => value === undefined || value === null;
const bytes = (value) => (typeof value === 'string' ? Buffer.from(value) : value);

function callable(value, what) {
  if (typeof value !== 'function') throw new TypeError(`${what} has to be a function.`);
  return value;
}

const logger = (log) => ({ log: (entry) => log(JSON.parse(entry)) });

/** Without a function, only signals can cancel. */
const progress = (step) => (missing(step) ? true : {
  step: (task, [done, total]) => then(step({ task, done, total }), (stop) => stop === true),
});

const compute = (make) => ({
  compute: () => then(make(), (value) => (missing(value) ? null : bytes(value))),
});

const renderer = (element) => ({ element: (decoration) => then(element(JSON.parse(decoration)), bytes) });

const editor = (edit) => ({
  edit: (manifest) => then(
    edit(JSON.parse(manifest)), (made) => (missing(made) ? null : Buffer.from(JSON.stringify(made)))),
});

const listener = (listen) => ({ event: (topic, event) => listen(JSON.parse(event), topic) });

/** Converts the answer of a service or a fetcher to the owner of a resource. */
function answered(answer, href) {
  const { Resource } = require('./resource');
  return missing(answer) ? null : owner(Resource.from(answer, href));
}

const fetcher = (fetch) => ({ get: (href) => then(fetch(href), (answer) => answered(answer, href)) });

/** @param make  called with each publication; returns its service, or null */
const service = (name, make) => ({
  name,
  open(publication) {
    const { Publication } = require('./publication');
    return then(make(adopt(Publication, publication)), (made) => (missing(made) ? null : instance(made)));
  },
});

const instance = (made) => ({
  links() {
    const links = typeof made.links === 'function' ? made.links() : made.links;
    return then(links, (found) => (missing(found) ? null : Buffer.from(JSON.stringify(found))));
  },
  get: (href) => (made.get ? then(made.get(href), (answer) => answered(answer, href)) : null),
  close() { if (made.close) made.close(); },
});

module.exports = { callable, logger, progress, compute, renderer, editor, listener, fetcher, service };
