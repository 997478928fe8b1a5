// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { fileURLToPath } = require('url');
const { sync, later } = require('./native');
const { Handle, adopt, derive, keep, keptBy, owner } = require('./handle');
const { json, options: rest } = require('./values');
const callbacks = require('./callbacks');
const { Context } = require('./context');
const { Cursor } = require('./cursor');
const { Resource } = require('./resource');
const { RemoteSource, nameOf } = require('./remote');
const { source, isSource } = require('./sources');

/** An open publication.  It is immutable, so any number of calls may run at once. */
class Publication extends Handle {
  #manifest;

  /** The Readium Web Publication Manifest: the same object each time. */
  get manifest() {
    if (!this.#manifest || this.closed) this.#manifest = JSON.parse(this.manifestText);
    return this.#manifest;
  }

  /** The manifest as JSON text. */
  get manifestText() { return sync.publication_manifest(owner(this)); }

  get info() { return JSON.parse(sync.publication_info(owner(this))); }

  /** The accessibility metadata as sentences.  @param options  schema "accessibility-options" */
  accessibility(options) { return JSON.parse(sync.publication_accessibility(owner(this), json(options))); }

  get warnings() { return JSON.parse(sync.publication_warnings(owner(this))); }

  /** The data that identifies this copy: identifier, title, a hash of its bytes, its reading order. */
  async identity() { return JSON.parse(await later('publication_identity', undefined, owner(this))); }

  identitySync() { return JSON.parse(sync.publication_identity(owner(this))); }

  get services() { return JSON.parse(sync.publication_services(owner(this))); }

  get title() { return localized(this.manifest.metadata.title); }

  /** The names of the authors. */
  get authors() { return names(this.manifest.metadata.author); }

  /** The first language, as a BCP 47 tag. */
  get language() { return [].concat(this.manifest.metadata.language)[0]; }

  get readingOrder() { return this.manifest.readingOrder || []; }

  get toc() { return this.manifest.toc || []; }

  collection(role) { return JSON.parse(sync.publication_collection(owner(this), role)); }

  layout(href) { return JSON.parse(sync.publication_layout(owner(this), href)); }

  link(href) { return JSON.parse(sync.publication_link(owner(this), href)); }

  links(filter = {}) { return JSON.parse(sync.publication_links(owner(this), json(filter))); }

  /** All positions, as locators. */
  async positions({ signal } = {}) {
    return JSON.parse(await later('publication_positions', signal, owner(this))).positions;
  }

  positionsSync() { return JSON.parse(sync.publication_positions(owner(this))).positions; }

  async positionsByReadingOrder({ signal } = {}) {
    return JSON.parse(await later('publication_positions_by_reading_order', signal, owner(this)));
  }

  positionsByReadingOrderSync() { return JSON.parse(sync.publication_positions_by_reading_order(owner(this))); }

  /** Completes a partial description of a location to a locator.  @param query  schema "locator-query" */
  async locate(query, { signal } = {}) {
    return JSON.parse(await later('publication_locate', signal, owner(this), json(query)));
  }

  locateSync(query) { return JSON.parse(sync.publication_locate(owner(this), json(query))); }

  /** The EPUB CFI of the location that locate() finds. */
  async cfi(query, { signal } = {}) {
    return JSON.parse(await later('publication_cfi', signal, owner(this), json(query)));
  }

  cfiSync(query) { return JSON.parse(sync.publication_cfi(owner(this), json(query))); }

  /** The pages of the printed edition, with their labels and where they begin. */
  async pages({ signal } = {}) { return JSON.parse(await later('publication_pages', signal, owner(this))); }

  pagesSync() { return JSON.parse(sync.publication_pages(owner(this))); }

  /** The footnote that a reference links to. */
  async footnote(query, { signal } = {}) {
    return JSON.parse(await later('publication_footnote', signal, owner(this), json(query)));
  }

  footnoteSync(query) { return JSON.parse(sync.publication_footnote(owner(this), json(query))); }

  /** The word at a location, its sentence and its language. */
  async word(query, { signal } = {}) {
    return JSON.parse(await later('publication_word', signal, owner(this), json(query)));
  }

  wordSync(query) { return JSON.parse(sync.publication_word(owner(this), json(query))); }

  /** The resource at an href: a file, or the answer of a service. */
  async get(href, { signal } = {}) {
    return derive(Resource, await later('publication_get', signal, owner(this), href), this);
  }

  getSync(href) { return derive(Resource, sync.publication_get(owner(this), href), this); }

  /** Like get(), but without the services of the host, so that they can wrap the built-in answer. */
  async getBuiltin(href, { signal } = {}) {
    return derive(Resource, await later('publication_get_builtin', signal, owner(this), href), this);
  }

  getBuiltinSync(href) { return derive(Resource, sync.publication_get_builtin(owner(this), href), this); }

  /** The cover as it is stored, or of a size and type, or made if there is none.
      @param options  signal, and the options of the schema "cover-options" */
  async cover(options = {}) {
    return derive(Resource, await later('publication_cover', options.signal, owner(this), rest(options)), this);
  }

  coverSync(options) { return derive(Resource, sync.publication_cover(owner(this), rest(options)), this); }

  /** A page of a PDF or a comic, or one that shows only an image, as a picture.
      @param options  signal, and the options of the schema "thumbnail-options" */
  async thumbnail(options = {}) {
    return derive(Resource, await later('publication_thumbnail', options.signal, owner(this), rest(options)), this);
  }

  thumbnailSync(options) { return derive(Resource, sync.publication_thumbnail(owner(this), rest(options)), this); }

  /** The image that each item of the reading order is or shows, or null. */
  async pageImages({ signal } = {}) {
    return JSON.parse(await later('publication_page_images', signal, owner(this)));
  }

  pageImagesSync() { return JSON.parse(sync.publication_page_images(owner(this))); }

  /** A copy with the same files, another manifest, and services that are opened for it. */
  async copy(manifest, { signal } = {}) {
    return derive(Publication, await later('publication_copy', signal, owner(this), json(manifest)), this);
  }

  copySync(manifest) { return derive(Publication, sync.publication_copy(owner(this), json(manifest)), this); }

  /** The text of a document as it is rendered. */
  text(href, { signal } = {}) { return later('publication_text', signal, owner(this), href); }

  textSync(href) { return sync.publication_text(owner(this), href); }

  /** The publication as Markdown, or a part of it.  @param options  schema "markdown-options"; signal */
  markdown({ signal, ...part } = {}) { return later('publication_markdown', signal, owner(this), json(part)); }

  markdownSync(part = {}) { return sync.publication_markdown(owner(this), json(part)); }

  /** Words, characters, images and minutes.  @param options  signal, and the options of the schema "statistics-options"
   * */
  async statistics(options = {}) {
    return JSON.parse(await later('publication_statistics', options.signal, owner(this), rest(options)));
  }

  statisticsSync(options) { return JSON.parse(sync.publication_statistics(owner(this), rest(options))); }

  /** A cursor over pages of matches.  @param options  signal, and the options of the schema "search-options" */
  async search(query, options = {}) {
    return derive(Cursor, await later('publication_search', options.signal, owner(this), query, rest(options)), this);
  }

  searchSync(query, options) {
    return derive(Cursor, sync.publication_search(owner(this), query, rest(options)), this);
  }

  /** Iterates over the matches, as locators. */
  async * matches(query, options = {}) {
    yield* flattened(await this.search(query, options), 'locators', options.signal);
  }

  /** A cursor over pages of the content.  @param options  start: a locator; tokens: schema "token-options"; signal */
  async content(options = {}) {
    const made = await later('publication_content', options.signal, owner(this), ...contentInputs(options));
    return derive(Cursor, made, this);
  }

  contentSync(options = {}) {
    return derive(Cursor, sync.publication_content(owner(this), ...contentInputs(options)), this);
  }

  /** Iterates over headings, paragraphs, images and so on. */
  async * elements(options = {}) {
    yield* flattened(await this.content(options), 'elements', options.signal);
  }

  /** The cached result of compute() for a key: bytes, or null. */
  cache(key, compute, { variant, signal } = {}) {
    const target = callbacks.compute(callbacks.callable(compute, 'compute'));
    return later('publication_cache', signal, owner(this), key, variant, target);
  }

  cacheSync(key, compute, { variant } = {}) {
    const target = callbacks.compute(callbacks.callable(compute, 'compute'));
    return sync.publication_cache(owner(this), key, variant, target);
  }

  /** Like cache(), but the value is also kept across runs, in the cacheDirectory of the context. */
  keep(key, compute, { variant, signal } = {}) {
    const target = callbacks.compute(callbacks.callable(compute, 'compute'));
    return later('publication_keep', signal, owner(this), key, variant, target);
  }

  keepSync(key, compute, { variant } = {}) {
    const target = callbacks.compute(callbacks.callable(compute, 'compute'));
    return sync.publication_keep(owner(this), key, variant, target);
  }
}

const contentInputs = ({ start, tokens }) => [json(start), json({ tokens })];

async function * flattened(cursor, member, signal) {
  try {
    for (let page; (page = await cursor.nextPage({ signal }));) yield* page[member];
  } finally {
    cursor.close();
  }
}

/** A text that may be localized: in English, otherwise in the first language. */
const localized = (text) => (typeof text === 'object' && text !== null ? text.en || Object.values(text)[0] : text);

const names = (contributors) => [].concat(contributors === undefined ? [] : contributors)
  .map((one) => localized(typeof one === 'object' && one !== null && 'name' in one ? one.name : one));

// ----------------------------------------------------------------------------------------------------------- Opening

/** A path in a Buffer, as in the module fs, is short and has no NUL. */
const LONGEST_PATH = 4096;

function filePath(file) {
  if (file instanceof URL) return fileURLToPath(file);
  if (Buffer.isBuffer(file) && file.length <= LONGEST_PATH && !file.includes(0)) return file.toString();
  if (ArrayBuffer.isView(file) || file instanceof ArrayBuffer)
    throw new TypeError('The argument path must be a path; openBytes() opens the bytes of a book.');
  if (isSource(file))
    throw new TypeError('The argument path must be a path; openStream() opens a source, a FileHandle or a Blob.');
  return file;
}

/** The library function, and its arguments after the context. */
const OPENINGS = {
  open: (file, options) => ['publication_open', filePath(file), rest(options)],
  openBytes: (bytes, options) => ['publication_open_memory', bytes, rest(options)],
  openStream: (from, options) => ['publication_open_stream', source(from), rest(options)],
};

function openManifest(manifest, fetch, options) {
  const files = fetch ? callbacks.fetcher(callbacks.callable(fetch, 'fetch')) : undefined;
  return ['publication_open_manifest', json(manifest), files, rest(options)];
}

/** Signals need a context to cancel: a new one, unless the options have one. */
const contextOf = (options) => (options && options.context) || new Context();

function leave(context, options) {
  if (!options || options.context !== context) context.close();
}

async function start([name, ...inputs], options) {
  const context = contextOf(options);
  try {
    const made = await later(name, options && options.signal, owner(context), ...inputs);
    return adopt(Publication, keep(made, inputs, keptBy(context)));
  } finally {
    leave(context, options);
  }
}

function now([name, ...inputs], options) {
  const context = contextOf(options);
  try {
    return adopt(Publication, keep(sync[name](owner(context), ...inputs), inputs, keptBy(context)));
  } finally {
    leave(context, options);
  }
}

const opening = { Publication };
for (const [name, call] of Object.entries(OPENINGS)) {
  opening[name] = async (from, options) => start(call(from, options), options);
  opening[`${name}Sync`] = (from, options) => now(call(from, options), options);
}
opening.openManifest = async (manifest, fetch, options) => start(openManifest(manifest, fetch, options), options);
opening.openManifestSync = (manifest, fetch, options) => now(openManifest(manifest, fetch, options), options);

/** Opens a file on a server.  @param options  headers, timeout, cacheSize, fetch, and those of open() */
opening.openURL = async (url, { headers, timeout, cacheSize, fetch: load, ...options } = {}) => {
  const from = await new RemoteSource(url, { headers, timeout, cacheSize, fetch: load }).begin();
  const known = { name: nameOf(from.url), ...(from.type ? { mediaType: from.type } : {}) };
  return opening.openStream(from, { ...known, ...options });
};

module.exports = opening;
