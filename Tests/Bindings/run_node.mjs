// SPDX-License-Identifier: BSD-3-Clause
// Runs the scenario through the Node binding, using promises where available.
//
// Usage: node --expose-gc run_node.mjs SCENARIO    in the folder of the books; prints a line of JSON per step

import { readFileSync, writeSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import * as lectern from '../../bindings/node/lib/index.mjs';

const SERVED = (href) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Served</title></head><body><p>${href}</p></body></html>`;

const handles = new Map();
const heard = new Map();
const files = [];
const calls = { opened: 0, closed: 0 };
let log = [];

function service(publication) {
  calls.opened += 1;
  const order = publication.collection('readingOrder');
  return {
    links: [{ href: '~scenario/order', type: 'application/json' }, { href: '~scenario/fail', type: 'text/plain' }],
    async get(href) {
      if (href === '/~scenario/order') return JSON.stringify(order);
      if (href === '/~scenario/fail') throw new RangeError('It fails on purpose.');
      if (href !== 'EPUB/css/book.css') return null;
      const builtin = await publication.getBuiltin(href);
      try {
        return `/* wrapped */\n${await builtin.text()}`;
      } finally {
        builtin.close();
      }
    },
    close() { calls.closed += 1; },
  };
}

// ------------------------------------------------------------------------------------------------------------ The host

const value = (text) => (text === undefined ? undefined : JSON.parse(text));
const of = (name) => (name === undefined ? undefined : handles.get(name));
const options = (context, text) => ({ ...value(text), context: of(context) });

function made(name, handle) {
  handles.set(name, handle);
  return true;
}

async function file(path) {
  files.push(await openFile(path));
  return files[files.length - 1];
}

function observe(name, owner, what) {
  const events = [];
  heard.set(name, events);
  return made(name, of(owner).observe(what ?? null, (event, topic) => { events.push([topic, event]); }));
}

function progress(name, count) {
  let step = 0;
  of(name).setProgress(count === undefined ? undefined : () => (step += 1) >= Number(count));
}

function editor(name, manifest) {
  of(name).setEditor(manifest === undefined ? null : async () => value(manifest));
}

async function cache(name, key, variant, text, method = 'cache') {
  let computed = 0;
  const kept = await of(name)[method](key, async () => { computed += 1; return text; }, { variant });
  return { value: kept.toString(), computed };
}

async function answer(name, href, request) {
  const response = await of(name).get(href, value(request));
  const { status, type, length, headers } = response;
  return { response: { status, type, length, headers }, body: (await response.read()).toString() };
}

async function positions(name) {
  const all = await of(name).positions();
  return { total: all.length, positions: all };
}

async function threads(name, count, times) {
  const book = of(name);
  const ask = async () => [book.manifestText, JSON.stringify(await book.positions())];
  const expected = await ask();
  const different = [];
  await Promise.all(Array.from({ length: Number(count) }, async () => {
    for (let i = 0; i < Number(times); i++) (await ask()).forEach((one, at) => different.push(one !== expected[at]));
  }));
  return { calls: different.length, different: different.filter(Boolean).length };
}

async function liveHandles() {
  for (const handle of files) await handle.close();
  globalThis.gc();
  await new Promise(setImmediate);
  return lectern.liveHandles();
}

const taken = (list) => list.splice(0);
const activating = (flags) => ({ activate: flags === '0' });
/** For methods whose result is not the answer. */
const quiet = (verb) => async (...inputs) => { await verb(...inputs); };

const VERBS = {
  context_new: (name, text) => made(name, new lectern.Context(value(text))),
  context_add_service: quiet((name) => of(name).addService('org.example.scenario', service)),
  context_set_logger: quiet((name) => of(name).setLogger((entry) => { log.push(entry); })),
  context_set_editor: editor,
  context_set_progress: progress,
  logged: () => taken(log),
  service_calls: () => calls,
  publication_open: async (name, context, path, text) => made(name, await lectern.open(path, options(context, text))),
  publication_open_memory: async (name, context, path, text) =>
    made(name, await lectern.openBytes(readFileSync(path), options(context, text))),
  publication_open_stream: async (name, context, path, text) =>
    made(name, await lectern.openStream(await file(path), options(context, text))),
  publication_open_failing: async (name, context) => made(name, await lectern.openStream(
    { size: 1000, async read() { throw new Error('The disk is gone.'); } }, options(context))),
  publication_open_manifest: async (name, context, manifest, text) =>
    made(name, await lectern.openManifest(value(manifest), async (href) => SERVED(href), options(context, text))),
  publication_sniff: async (path, hints) => lectern.sniff(await file(path), value(hints)),
  publication_manifest: (name) => of(name).manifest,
  publication_info: (name) => of(name).info,
  publication_accessibility: (name, options) => of(name).accessibility(value(options)),
  publication_warnings: (name) => of(name).warnings,
  publication_services: (name) => of(name).services,
  publication_positions: positions,
  publication_positions_by_reading_order: (name) => of(name).positionsByReadingOrder(),
  publication_collection: (name, role) => of(name).collection(role),
  publication_layout: (name, href) => of(name).layout(href),
  publication_link: (name, href) => of(name).link(href),
  publication_links: (name, filter) => of(name).links(value(filter)),
  publication_locate: (name, query) => of(name).locate(value(query)),
  publication_cfi: (name, query) => of(name).cfi(value(query)),
  publication_pages: (name) => of(name).pages(),
  publication_footnote: (name, query) => of(name).footnote(value(query)),
  publication_word: (name, query) => of(name).word(value(query)),
  publication_statistics: (name, options) => of(name).statistics(value(options) ?? {}),
  publication_text: (name, href) => of(name).text(href),
  publication_markdown: (name, options) => of(name).markdown(value(options)),
  publication_page_images: (name) => of(name).pageImages(),
  publication_cache: cache,
  publication_keep: (...words) => cache(...words, 'keep'),
  publication_copy: async (name, book, manifest) => made(name, await of(book).copy(manifest)),
  publication_get: async (name, book, href) => made(name, await of(book).get(href)),
  publication_cover: async (name, book, options) => made(name, await of(book).cover(value(options) ?? {})),
  publication_thumbnail: async (name, book, options) => made(name, await of(book).thumbnail(value(options))),
  publication_search: async (name, book, query, text) => made(name, await of(book).search(query, value(text))),
  publication_content: async (name, book, start, options) =>
    made(name, await of(book).content({ start: value(start), ...value(options) })),
  resource_link: (name) => of(name).link,
  resource_size: (name) => of(name).size(),
  resource_read: async (name, offset, length) => (await of(name).read(Number(offset), value(length))).toString(),
  resource_json: (name) => of(name).json(),
  cursor_next: (name) => of(name).nextPage(),
  cursor_previous: (name) => of(name).previousPage(),
  links_filter: (links, filter) => lectern.links.filter(value(links), value(filter)),
  links_index: (links, filter) => lectern.links.index(value(links), value(filter)),
  links_all: (links, filter) => lectern.links.all(value(links), value(filter)),
  link_parameters: (link) => lectern.links.parameters(value(link)),
  link_expand: (link, parameters) => lectern.links.expand(value(link), value(parameters)),
  link_url: (link, base) => lectern.links.url(value(link), base),
  voices_select: (voices, options) => lectern.voices.select(value(voices), value(options)),
  text_tokenize: (text, how) => lectern.tokenize(text, value(how)),
  cfi_parse: (cfi) => lectern.cfi.parse(cfi),
  cfi_compare: (a, b) => lectern.cfi.compare(a, b),
  cfi_join: (start, end) => lectern.cfi.join(start, end),
  decorations_diff: (before, after) => lectern.diff(value(before), value(after)),
  navigator_new: (name, book, text) => made(name, new lectern.Navigator(of(book), value(text))),
  navigator_observe: observe,
  events: (name) => taken(heard.get(name)),
  navigator_edit_preferences: (name, owner, start) => made(name, of(owner).editPreferences(value(start))),
  navigator_submit_preferences: (name, preferences) => of(name).submitPreferences(value(preferences)),
  navigator_location: (name) => of(name).location,
  navigator_set_location: (name, location) => of(name).setLocation(value(location)),
  navigator_set_viewport: (name, viewport) => of(name).setViewport(value(viewport)),
  navigator_spreads: (name) => of(name).spreads,
  navigator_go: (name, target) => of(name).go(value(target)),
  navigator_receive: (name, message) => of(name).receive(message),
  navigator_send: (name, command) => of(name).send(value(command)),
  navigator_get: answer,
  navigator_apply_decorations: (name, group, decorations) => of(name).applyDecorations(group, value(decorations)),
  navigator_decorations: (name, group) => of(name).decorations(group),
  navigator_render_decorations: (name, href) => of(name).renderDecorations(href),
  navigator_supports_decoration: (name, style, interaction) => of(name).supportsDecoration(style, interaction),
  navigator_activate_decoration: (name, group, id, event) => of(name).activateDecoration(group, id, value(event)),
  navigator_set_decoration_template: (name, style, definition) =>
    of(name).setDecorationTemplate(style, value(definition), () => '<b class="scenario"></b>'),
  preferences_new: (name, kind, start) => made(name, new lectern.Preferences(kind, value(start))),
  preferences_json: (name) => of(name).toJSON(),
  preferences_setting: (name, key) => of(name).setting(key),
  preferences_label: (name, key, one) => of(name).label(key, value(one)),
  preferences_set: quiet((name, key, one, flags) => of(name).set(key, value(one), activating(flags))),
  preferences_increment: (name, key, flags) => !of(name).increment(key, activating(flags)).atEnd,
  preferences_decrement: (name, key, flags) => !of(name).decrement(key, activating(flags)).atEnd,
  preferences_toggle: quiet((name, key, flags) => of(name).toggle(key, activating(flags))),
  preferences_activate: quiet((name, key) => of(name).activate(key)),
  preferences_is_active: (name, key) => of(name).isActive(key),
  preferences_merge: quiet((name, preferences) => of(name).merge(value(preferences))),
  preferences_clear: quiet((name, key) => of(name).clear(key)),
  preferences_filter: (name, keys, keep) => (keep === '1' ? of(name).keep(value(keys)) : of(name).drop(value(keys))),
  preferences_copy: (name, copy) => made(copy, of(name).copy()),
  preferences_submit: (name) => of(name).submit(),
  store_open: async (name, context, path, text) => made(name, await lectern.Store.open(path, options(context, text))),
  store_observe: (name, owner, scope) => observe(name, owner, value(scope)),
  store_save: (name, scope, preferences) => of(name).save(value(scope), value(preferences)),
  store_save_all: (name, changes) =>
    of(name).saveAll(value(changes).map(({ scope, preferences }) => [scope, preferences])),
  store_load: (name, scopes) => of(name).load(...[].concat(value(scopes))),
  store_scopes: (name) => of(name).scopes(),
  store_profiles: (name, scopes) => of(name).profiles(...(value(scopes) ?? [])),
  store_save_profiles: quiet((name, changes) => of(name).saveProfiles(value(changes))),
  store_migrate: (name) => of(name).migrate(),
  store_refresh: (name) => of(name).refresh(),
  store_warnings: (name) => of(name).warnings,
  notes_read: async (name, path, text) => made(name, await lectern.notes.read(await file(path), value(text))),
  notes_write: (notes, text) => lectern.notes.write(value(notes), value(text)),
  notes_merge: (ours, theirs) => lectern.notes.merge(value(ours), value(theirs)),
  publication_identity: (name) => of(name).identity(),
  store_add_publication: (name, identity) => of(name).addPublication(value(identity)),
  store_publications: (name) => of(name).publications(),
  store_save_notes: (name, changes) => of(name).saveNotes(value(changes)),
  store_notes: (name, query) => of(name).notePage(value(query)),
  store_note_changes: (name, query) => of(name).noteChanges(value(query)),
  store_merge_notes: (name, notes) => of(name).mergeNotes(value(notes)),
  store_observe_notes: (name, owner, query) => {
    heard.set(name, []);
    return made(name, of(owner).observeNotes(value(query), (event) => { heard.get(name).push(['notes', event]); }));
  },
  navigator_show_notes: (name, owner, group, store, query) =>
    made(name, of(owner).showNotes(group, of(store), value(query))),
  threads,
  live_handles: liveHandles,
};
const NOUNS = ['context', 'publication', 'resource', 'cursor', 'navigator', 'preferences', 'subscription', 'store'];
for (const noun of NOUNS)
  VERBS[`${noun}_free`] = VERBS[`${noun}_free_again`] = (name) => of(name).close();

async function run(line) {
  const [verb, ...words] = line.trim().split(/ {2,}/);
  try {
    return await VERBS[verb](...words.map((word) => (word === '-' ? undefined : word))) ?? null;
  } catch (error) {
    if (!(error instanceof lectern.LecternError)) throw error;
    return { error: { status: error.code, path: error.path } };
  }
}

for (const line of readFileSync(process.argv[2], 'utf8').split('\n'))
  if (line.trim() && !line.startsWith('#')) writeSync(1, `${JSON.stringify(await run(line))}\n`);
