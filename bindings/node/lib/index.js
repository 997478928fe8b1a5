// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { sync, later, version } = require('./native');
const { LecternError } = require('./errors');
const { Context } = require('./context');
const { Cursor } = require('./cursor');
const { Navigator } = require('./navigator');
const { Preferences } = require('./preferences');
const opening = require('./publication');
const { Resource } = require('./resource');
const { Store } = require('./store');
const { Subscription } = require('./subscription');
const { source } = require('./sources');
const { derive } = require('./handle');
const { json, options: rest } = require('./values');

const stream = (from) => (from === undefined || from === null ? undefined : source(from));

/** Detects the format of a source.  @param hints  schema "sniff-hints" */
async function sniff(from, hints, { signal } = {}) {
  return JSON.parse(await later('publication_sniff', signal, stream(from), json(hints)));
}

const sniffSync = (from, hints) => JSON.parse(sync.publication_sniff(stream(from), json(hints)));

/** Functions on links and lists of links that need no publication. */
const links = {
  filter: (all, filter) => JSON.parse(sync.links_filter(json(all), json(filter))),
  all: (all, filter) => sync.links_all(json(all), json(filter)),
  index: (all, filter) => sync.links_index(json(all), json(filter)),
  parameters: (link) => JSON.parse(sync.link_parameters(json(link))),
  expand: (link, parameters) => JSON.parse(sync.link_expand(json(link), json(parameters))),
  url: (link, base) => sync.link_url(json(link), base),
};

/** Functions on lists of voices of a speech engine. */
const voices = {
  select: (all, options) => JSON.parse(sync.voices_select(json(all), json(options))),
};

/** Functions on EPUB CFIs as strings. */
const cfi = {
  parse: (text) => JSON.parse(sync.cfi_parse(text)),
  compare: (a, b) => sync.cfi_compare(a, b),
  join: (start, end) => sync.cfi_join(start, end),
};

/** Bookmarks, highlights and notes as values. */
const notes = {
  /** A cursor over the notes that another program has written.  @param options  schema "note-read-options", signal */
  async read(from, options = {}) {
    return derive(Cursor, await later('notes_read', options.signal, stream(from), rest(options)));
  },
  readSync: (from, options) => derive(Cursor, sync.notes_read(stream(from), rest(options))),
  /** Writes notes as text for another program.  @param options  schema "note-write-options" */
  write: (all, options) => sync.notes_write(json(all), json(options)),
  /** Merges two lists of notes that were edited separately. */
  merge: (ours, theirs) => JSON.parse(sync.notes_merge(json(ours), json(theirs))),
};

/** The difference between two states of a group of decorations. */
const diff = (before, after) => JSON.parse(sync.decorations_diff(json(before), json(after)));

/** The ranges of sentences or words: text.slice(begin, end) returns one. */
function tokenize(text, options) {
  return JSON.parse(sync.text_tokenize(text, JSON.stringify({ offsets: 'utf-16', ...options })));
}

/** A JSON schema by name; without a name, the names of all schemas. */
const schema = (name) => JSON.parse(sync.schema(name));

const buildInfo = () => JSON.parse(sync.build_info());

/** The number of open handles in this process by type: {} if there is no leak. */
const liveHandles = () => JSON.parse(sync.live_handles());

module.exports = {
  ...opening, sniff, sniffSync,
  Context, Cursor, LecternError, Navigator, Preferences, Resource, Store, Subscription,
  links, voices, cfi, notes, diff, tokenize, schema, buildInfo, liveHandles, version,
};
