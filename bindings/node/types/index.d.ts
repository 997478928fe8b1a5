// SPDX-License-Identifier: BSD-3-Clause
// The classes and functions of the package.  The types of the JSON are generated, in json/.

import type * as json from './json';
import type { Source, AnySource, Bytes, BytesInput, FilePath, ReadableBytes, Signal } from './values';

export * from './json';
export type { Source, AnySource, Bytes, BytesInput, FilePath, ReadableBytes, Signal };

// Where TypeScript's library does not have them yet.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** A locator as in the list of positions. */
export type Position = json.Locator & Required<Pick<json.Locator, 'locations'>>;

/** A promise can be cancelled with a signal; it is then rejected with the reason of the signal. */
export interface Cancelling {
  signal?: Signal;
}

// ------------------------------------------------------------------------------------------------------------ Errors

/** A failed call into the library. */
export class LecternError extends Error {
  constructor(message: string, details?: {
    code?: string; status?: number; path?: string; causes?: LecternError[]; cause?: unknown;
  });
  readonly name: 'LecternError';
  /** The name of the status, such as "LECTERN_ERROR_FORMAT". */
  code: string;
  /** Its number. */
  status: number;
  /** Where, outermost first: "book.epub > OEBPS/content.opf > /package/spine"; "" if unknown. */
  path: string;
  /** The underlying errors. */
  causes: LecternError[];
  /** The exception of one of your own functions, if that is the reason. */
  cause?: unknown;
}

// ----------------------------------------------------------------------------------------------------------- Handles

/** An object of the library.  close() frees it; otherwise the garbage collector does. */
declare abstract class Handle {
  protected constructor();
  readonly closed: boolean;
  /** Frees the handle; closing twice is harmless.  Handles derived from it remain usable. */
  close(): void;
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Limits, a logger, a progress function and services for publications opened with this context. */
export class Context extends Handle {
  /** Limits against hostile files, the cache directory, and the paths of optional libraries. */
  constructor(options?: json.ContextOptions & { logger?: Logger; progress?: Progress });
  /** Calls log(entry) with diagnostics that are not failures; null removes the logger. */
  setLogger(log: Logger | null): this;
  /** Calls progress(step) during long work; returning true cancels it with LECTERN_ERROR_CANCELLED. */
  setProgress(progress: Progress | null): this;
  /** Calls edit(manifest) with the manifest of each publication that is opened later; null removes the function. */
  setEditor(edit: Editor | null): this;
  /**
   * Adds a service to every publication that is opened later with this context.
   * @param name "positions", "cover", "search", "guidedNavigation", or a reverse domain name
   * @param make called with each publication, which is lent to the service; returns null if the publication needs none
   */
  addService(name: string, make: (publication: Publication) => Answer<HostService | null | undefined>): this;
}

/** Returns the manifest that a publication shall have, or null to leave it as it is. */
export type Editor = (manifest: json.Manifest) => Answer<json.Manifest | null | undefined>;
export type Logger = (entry: json.Diagnostic) => void;
export type Progress = (step: { task: string; done: number; total: number }) => Answer<boolean | void>;

/** A value, or a promise of it.  Only asynchronous functions of this package can wait for a promise. */
export type Answer<T> = T | Promise<T>;

/** A service for one publication.  It answers requests for routes. */
export interface HostService {
  /** Links to add to the manifest. */
  links?: json.Link[] | (() => Answer<json.Link[] | null | undefined>);
  /** Answers a request, query included; null passes it on. Routes begin with "/~", files have no leading slash. */
  get?(href: string): Answer<Served>;
  /** Called once, after the last use of the publication. */
  close?(): void;
}

/** The contents of a file: bytes, a string in UTF-8, a resource (which will be closed), a source; or null. */
export type Served = BytesInput | string | Resource | AnySource | null | undefined;

// ------------------------------------------------------------------------------------------------------ Publications

/** Options for opening: a context, a signal, and the options of the schema "open-options". */
export type Opening = json.OpenOptions & Cancelling & { context?: Context };

/** Opens a file, or the folder of an exploded publication. */
export function open(file: FilePath, options?: Opening): Promise<Publication>;
export function openSync(file: FilePath, options?: Opening): Publication;
/** Opens a copy of bytes in memory. */
export function openBytes(bytes: BytesInput, options?: Opening): Promise<Publication>;
export function openBytesSync(bytes: BytesInput, options?: Opening): Publication;
/** Opens a source.  It must remain usable until the publication and everything derived from it are closed. */
export function openStream(source: AnySource, options?: Opening): Promise<Publication>;
export function openStreamSync(source: Source, options?: Opening): Publication;
/** Options for a file on a server. */
export interface Fetching {
  /** Headers of each request, such as Authorization. */
  headers?: Record<string, string>;
  /** The milliseconds that each answer may take; 30 seconds by default. */
  timeout?: number;
  /** The most bytes to keep of a file that is read in parts; 32 MB by default. */
  cacheSize?: number;
  /** Makes the requests, instead of the global function. */
  fetch?: typeof globalThis.fetch;
}
/**
 * Opens a file on a server, which is read in parts while they are needed. A server without ranges sends the whole file.
 * If the file changes there, calls that read fail with LECTERN_ERROR_IO.
 */
export function openURL(url: string | URL, options?: Opening & Fetching): Promise<Publication>;
/** Creates a publication from a manifest and files that you serve. */
export function openManifest(
  manifest: json.Manifest | string, fetch?: ((href: string) => Answer<Served>) | null, options?: Opening,
): Promise<Publication>;
export function openManifestSync(
  manifest: json.Manifest | string, fetch?: ((href: string) => Served) | null, options?: Opening,
): Publication;
/** Detects the format of a source; hints are used where the bytes are ambiguous. */
export function sniff(source?: AnySource | null, hints?: json.SniffHints, options?: Cancelling): Promise<json.Format>;
export function sniffSync(source?: Source | null, hints?: json.SniffHints): json.Format;

/** An open publication.  It is immutable, so any number of calls may run at once. */
export class Publication extends Handle {
  private constructor();
  /** The same object each time. */
  readonly manifest: json.Manifest;
  readonly manifestText: string;
  readonly info: json.PublicationInfo;
  readonly warnings: json.Warnings;
  /** The data that identifies this copy: identifier, title, a hash of its bytes, its reading order. */
  identity(): Promise<json.PublicationIdentity>;
  identitySync(): json.PublicationIdentity;
  readonly services: json.Services;
  readonly title: string;
  /** The names of the authors. */
  readonly authors: string[];
  /** The first language, as a BCP 47 tag. */
  readonly language: string | undefined;
  readonly readingOrder: json.Link[];
  readonly toc: json.Link[];
  /** The links of a collection, such as "landmarks" or "pageList"; [] if it does not exist. */
  collection(role: string): json.Link[];
  accessibility(options?: json.AccessibilityOptions): json.Accessibility;
  layout(href: string): json.Presentation;
  /** The first link with this href. */
  link(href: string): json.Link;
  links(filter?: json.LinkFilter): json.Link[];
  positions(options?: Cancelling): Promise<Position[]>;
  positionsSync(): Position[];
  positionsByReadingOrder(options?: Cancelling): Promise<Position[][]>;
  positionsByReadingOrderSync(): Position[][];
  /** Completes a partial description of a location to a locator. */
  locate(query: json.LocatorQuery, options?: Cancelling): Promise<json.Locator>;
  locateSync(query: json.LocatorQuery): json.Locator;
  /** The EPUB CFI of the location that locate() finds. */
  cfi(query: json.LocatorQuery, options?: Cancelling): Promise<json.CfiPlace>;
  cfiSync(query: json.LocatorQuery): json.CfiPlace;
  /** The pages of the printed edition, with their labels and where they begin. */
  pages(options?: Cancelling): Promise<json.Pages>;
  pagesSync(): json.Pages;
  /** The footnote that a reference links to.  The query is any location in either of them. */
  note(query: json.LocatorQuery, options?: Cancelling): Promise<json.Footnote>;
  noteSync(query: json.LocatorQuery): json.Footnote;
  /** The word at a location, its sentence and its language, for a dictionary. */
  word(query: json.LocatorQuery, options?: Cancelling): Promise<json.Word>;
  wordSync(query: json.LocatorQuery): json.Word;
  /** The resource at an href: a file, or the answer of a service. */
  get(href: string, options?: Cancelling): Promise<Resource>;
  getSync(href: string): Resource;
  /** Like get(), but without the services of the host, so that they can wrap the built-in answer. */
  getBuiltin(href: string, options?: Cancelling): Promise<Resource>;
  getBuiltinSync(href: string): Resource;
  /** The cover in its original size, or scaled down to at most a size in pixels. */
  cover(options?: { width?: number; height?: number } & Cancelling): Promise<Resource>;
  coverSync(options?: { width?: number; height?: number }): Resource;
  /** The image that each item of the reading order is or shows, or null. */
  pageImages(options?: Cancelling): Promise<json.PageImages>;
  pageImagesSync(): json.PageImages;
  /** A copy with the same files, another manifest, and services that are opened for it. */
  copy(manifest: json.Manifest | string, options?: Cancelling): Promise<Publication>;
  copySync(manifest: json.Manifest | string): Publication;
  /** The text of a document as it is rendered. */
  text(href: string, options?: Cancelling): Promise<string>;
  textSync(href: string): string;
  /** Words, characters, images and minutes. */
  statistics(options?: json.StatisticsOptions & Cancelling): Promise<json.Statistics>;
  statisticsSync(options?: json.StatisticsOptions): json.Statistics;
  /** A cursor over pages of matches, one for each resource with matches. */
  search(query: string, options?: json.SearchOptions & Cancelling): Promise<Cursor<json.LocatorPage>>;
  searchSync(query: string, options?: json.SearchOptions): Cursor<json.LocatorPage>;
  /** Iterates over the matches. */
  matches(query: string, options?: json.SearchOptions & Cancelling): AsyncGenerator<json.Locator, void, undefined>;
  /** A cursor over pages of headings, paragraphs, images; with tokens, texts are split into sentences or words. */
  content(options?: ContentOptions & Cancelling): Promise<Cursor<json.ContentPage>>;
  contentSync(options?: ContentOptions): Cursor<json.ContentPage>;
  /** Iterates over the elements. */
  elements(options?: ContentOptions & Cancelling): AsyncGenerator<json.ContentElement, void, undefined>;
  /** The cached result of compute() for a key; null if it returned null. */
  cache(key: string, compute: () => Answer<BytesInput | string | null | undefined>,
        options?: { variant?: string } & Cancelling): Promise<Bytes | null>;
  cacheSync(key: string, compute: () => BytesInput | string | null | undefined,
            options?: { variant?: string }): Bytes | null;
  /** Like cache(), but the value is also kept across runs, in the cacheDirectory of the context. */
  keep(key: string, compute: () => Answer<BytesInput | string | null | undefined>,
       options?: { variant?: string } & Cancelling): Promise<Bytes | null>;
  keepSync(key: string, compute: () => BytesInput | string | null | undefined,
           options?: { variant?: string }): Bytes | null;
}

export interface ContentOptions {
  /** Where to start. */
  start?: json.Locator;
  tokens?: json.TokenOptions;
}

/** A file of a publication, or the answer of a service.  It remains readable after the publication is closed. */
export class Resource extends Handle {
  private constructor();
  static of(link: json.Link, bytes: BytesInput | string): Resource;
  static ofStream(link: json.Link, source: AnySource): Resource;
  readonly link: json.Link;
  size(options?: Cancelling): Promise<number>;
  sizeSync(): number;
  /** Reads that many bytes: fewer at the end, none after it.  Without a length, reads to the end. */
  read(offset?: number, length?: number, options?: Cancelling): Promise<Bytes>;
  readSync(offset?: number, length?: number): Bytes;
  /** The bytes decoded as UTF-8. */
  text(options?: Cancelling): Promise<string>;
  json(options?: Cancelling): Promise<any>;
  /** Iterates over the bytes in chunks. */
  chunks(options?: Pieces): AsyncGenerator<Bytes, void, undefined>;
  /** A Readable of the bytes. */
  stream(options?: Pieces): ReadableBytes;
}

export interface Pieces extends Cancelling {
  start?: number;
  /** The offset after the last byte. */
  end?: number;
  /** The size of a chunk. */
  size?: number;
}

/** A position in a sequence of pages, which are computed on demand.  Iteration returns the remaining pages. */
export class Cursor<Page> extends Handle implements AsyncIterable<Page>, Iterable<Page> {
  private constructor();
  /** The page after the last one returned; null at the end. */
  nextPage(options?: Cancelling): Promise<Page | null>;
  nextPageSync(): Page | null;
  /** The page before the last one returned; null at the beginning. */
  previousPage(options?: Cancelling): Promise<Page | null>;
  previousPageSync(): Page | null;
  [Symbol.asyncIterator](): AsyncGenerator<Page, void, undefined>;
  [Symbol.iterator](): Generator<Page, void, undefined>;
}

// -------------------------------------------------------------------------------------------------------- Navigators

/** A registered listener.  It ends with close(), or with the object that it observes. */
export class Subscription extends Handle {
  private constructor();
}

/** The events of a navigator by topic; there are also topics decorations/GROUP, secondary/GROUP and hover/GROUP. */
export interface NavigatorEvents {
  preferences: json.EventPreferences;
  settings: json.EventSettings;
  spreads: json.Spreads;
  location: json.EventLocation;
  web: json.EventWeb;
  selection: json.WebMessageSelection;
  link: json.WebMessageLink;
  tap: json.WebMessageTap;
  key: json.WebMessageKey;
  media: json.EventMedia;
  error: json.WebMessageError;
}

/** The presentation state of one publication in one view. */
export class Navigator extends Handle {
  constructor(publication: Publication, options?: json.NavigatorOptions);
  /** The settings in effect, with types, ranges and labels. */
  readonly settings: json.Settings;
  /** Recomputes the settings, then notifies the listeners. */
  submitPreferences(preferences: Preferences | json.PreferenceValues): void;
  /** Creates a draft, by default from the submitted preferences. */
  editPreferences(preferences?: Preferences | json.PreferenceValues): Preferences;
  readonly location: json.Locator | null;
  setLocation(locator: json.Locator | null): void;
  setViewport(viewport: json.Viewport | null): void;
  readonly spreads: json.Spreads;
  /** Calls listener(event, topic); the current value is delivered before this returns. */
  observe<Topic extends keyof NavigatorEvents>(
    topic: Topic, listener: (event: NavigatorEvents[Topic], topic: Topic) => void): Subscription;
  observe(
    topic: `${"decorations" | "secondary" | "hover"}/${string}`,
    listener: (event: json.EventDecorations, topic: string) => void): Subscription;
  /** Observes all topics. */
  observe(topic: null, listener: (event: any, topic: string) => void): Subscription;
  /** Shows the notes of a store that match a query as a group, and keeps it up to date. */
  showNotes(group: string, store: Store, query?: json.NoteQuery): Subscription;
  /** Declares the current state of a group, and returns the changes in each resource. */
  applyDecorations(group: string, decorations: json.Decoration[]): json.DecorationChanges;
  decorations(group: string): json.Decoration[];
  renderDecorations(href: string, options?: Cancelling): Promise<json.RenderedDecorations>;
  renderDecorationsSync(href: string): json.RenderedDecorations;
  supportsDecoration(style: string, interaction?: 'activate' | 'secondary' | 'hover'): boolean;
  /** @param element creates the HTML of a decoration, instead of the element of the definition */
  setDecorationTemplate(
    style: string, definition: json.DecorationTemplate | null,
    element?: (decoration: json.Decoration) => Answer<string>): void;
  activateDecoration(group: string, id: string, event?: json.Interaction): void;
  css(href: string, options?: Cancelling): Promise<json.Css>;
  cssSync(href: string): json.Css;
  /** Answers a request of the web view that shows the publication. */
  get(href: string, options?: json.WebRequest & Cancelling): Promise<Response>;
  getSync(href: string, options?: json.WebRequest): Response;
  /** Handles a message of the page, unchanged. */
  receive(message: string | json.WebMessage, options?: Cancelling): Promise<void>;
  receiveSync(message: string | json.WebMessage): void;
  /** Goes to a location; false if there is no further section. */
  go(target: json.GoTarget, options?: Cancelling): Promise<boolean>;
  goSync(target: json.GoTarget): boolean;
  /** Sends a command to the page. */
  send(command: json.WebCommand): void;
}

/** The answer to a request of a web view. */
export interface Response extends json.WebResponse {
  readonly body: Resource;
  /** Reads all bytes and closes the body. */
  read(options?: Cancelling): Promise<Bytes>;
  /** A Readable of the bytes, which closes the body at the end. */
  stream(options?: Pieces): ReadableBytes;
  close(): void;
}

export interface Editing {
  /** Whether to change other preferences as needed for the setting to take effect; true by default. */
  activate?: boolean;
}

/** A draft of preferences.  Editing methods return the draft. */
export class Preferences extends Handle {
  constructor(kind?: string, preferences?: Preferences | json.PreferenceValues);
  /** Whether the last increment or decrement had no effect, because the setting was at its limit. */
  readonly atEnd: boolean;
  readonly text: string;
  toJSON(): json.PreferenceValues;
  /** The settings that would result from this draft. */
  readonly settings: json.Settings;
  setting(key: string): json.Setting;
  /** The label for a value in a form: "120%" for 1.2. */
  label(key: string, value: unknown): string;
  observe(topic: 'preferences', listener: (event: json.PreferenceValues, topic: string) => void): Subscription;
  observe(topic: 'settings', listener: (event: json.EventSettings, topic: string) => void): Subscription;
  observe(topic: null, listener: (event: any, topic: string) => void): Subscription;
  submit(): json.Submission;
  copy(): Preferences;
  /** Sets a preference; null unsets it. */
  set(key: string, value: unknown, options?: Editing): this;
  increment(key: string, options?: Editing): this;
  decrement(key: string, options?: Editing): this;
  toggle(key: string, options?: Editing): this;
  activate(key: string): this;
  isActive(key: string): boolean;
  /** Unsets one preference, or all of them. */
  clear(key?: string): this;
  merge(preferences: Preferences | json.PreferenceValues): this;
  keep(keys: string | string[]): json.PreferenceValues;
  drop(keys: string | string[]): json.PreferenceValues;
}

// ------------------------------------------------------------------------------------------------------------ Stores

type Stored = Preferences | json.PreferenceValues | null;

/** Preferences by scope, and notes, in a file or in memory. */
export class Store extends Handle {
  private constructor();
  static open(file?: string | null, options?: json.StoreOptions & Cancelling & { context?: Context }): Promise<Store>;
  static openSync(file?: string | null, options?: json.StoreOptions & { context?: Context }): Store;
  readonly warnings: json.Warnings;
  /** The preferences of a scope, or of several: later ones take precedence. */
  load(...scopes: json.StoreScope[]): Promise<json.PreferenceValues>;
  loadSync(...scopes: json.StoreScope[]): json.PreferenceValues;
  /** Replaces the preferences of a scope; null removes them. */
  save(scope: json.StoreScope, preferences: Stored): Promise<void>;
  saveSync(scope: json.StoreScope, preferences: Stored): void;
  /** Saves several scopes, all or none. */
  saveAll(changes: Iterable<[json.StoreScope, json.PreferenceValues | Preferences | null]>): Promise<void>;
  saveAllSync(changes: Iterable<[json.StoreScope, json.PreferenceValues | Preferences | null]>): void;
  scopes(): Promise<json.StoreScope[]>;
  scopesSync(): json.StoreScope[];
  /** The profiles, and the one chosen for the last of these scopes that has a choice (without scopes: globally). */
  profiles(...scopes: json.StoreScope[]): Promise<json.StoreProfiles>;
  profilesSync(...scopes: json.StoreScope[]): json.StoreProfiles;
  /** Makes, renames, copies, removes and chooses profiles, all or none. */
  saveProfiles(changes: json.StoreProfileChanges): Promise<void>;
  saveProfilesSync(changes: json.StoreProfileChanges): void;
  observe(scope: json.StoreScope | null, listener: (event: json.EventStore) => void): Subscription;
  /** The record of a publication, created if there is none. */
  addPublication(identity: json.PublicationIdentity): Promise<json.StorePublication>;
  publications(): Promise<json.PublicationRecords>;
  /** Saves and deletes notes, all or none; resolves to the saved ones.  `now` defaults to the current time. */
  saveNotes(changes: Partial<json.NoteChanges> & { device: string }): Promise<json.Note[]>;
  /** A page of the notes that match a query. */
  notePage(query?: json.NoteQuery): Promise<json.NotePage>;
  /** Iterates over the notes of all pages. */
  notes(query?: json.NoteQuery): AsyncGenerator<json.Note>;
  /** The changes since a revision. */
  noteChanges(query?: json.NoteChangesQuery): Promise<json.NoteDelta>;
  /** Merges notes from another device or from a file. */
  mergeNotes(notes: json.Note[]): Promise<json.NoteMerge>;
  observeNotes(query: json.NoteQuery | null, listener: (event: json.EventNotes) => void): Subscription;
  /** Picks up changes that other processes have saved. */
  refresh(): Promise<void>;
  refreshSync(): void;
  migrate(): Promise<json.StoreMigration>;
  migrateSync(): json.StoreMigration;
}

// --------------------------------------------------------------------------------------------- Without a publication

/** Functions on links and lists of links. */
export const links: {
  filter(links: json.Link[], filter: json.LinkFilter): json.Link[];
  /** Whether all links match the filter. */
  all(links: json.Link[], filter: json.LinkFilter): boolean;
  /** The index of the first link that matches the filter; -1 if there is none. */
  index(links: json.Link[], filter: json.LinkFilter): number;
  /** The variables of a templated link. */
  parameters(link: json.Link): string[];
  expand(link: json.Link, parameters: json.LinkParameters): json.Link;
  /** The absolute URL of a link. */
  url(link: json.Link, base?: string): string;
};

/** Functions on lists of voices of a speech engine. */
export const voices: {
  filter(voices: json.Voice[], language: string): json.Voice[];
  sort(voices: json.Voice[], options?: json.VoiceOrder): json.Voice[];
};

/** Functions on EPUB CFIs as strings. */
export const cfi: {
  parse(cfi: string): json.Cfi;
  /** -1 if a comes first, 1 if b does, 0 if they are equivalent: for sort(). */
  compare(a: string, b: string): number;
  /** The CFI of the range between two positions. */
  join(start: string, end: string): string;
};

/** Bookmarks, highlights and notes as values. */
export const notes: {
  /** Reads notes that another program has written, page by page. */
  read(source: AnySource, options?: json.NoteReadOptions & Cancelling): Promise<Cursor<json.Notes>>;
  readSync(source: Source, options?: json.NoteReadOptions): Cursor<json.Notes>;
  /** Writes notes as text for another program. */
  write(notes: json.Note[], options?: json.NoteWriteOptions): string;
  /** Merges two lists of notes that were edited separately. */
  merge(ours: json.Note[], theirs: json.Note[]): json.Note[];
};

/** The difference between two states of a group of decorations. */
export function diff(before: json.Decoration[], after: json.Decoration[]): json.DecorationChanges;
/** The ranges of sentences or words: text.slice(begin, end) returns one. */
export function tokenize(text: string, options?: json.TokenOptions): Array<[number, number]>;
/** A JSON schema by name; without a name, the names of all schemas. */
export function schema(): string[];
export function schema(name: string): { [member: string]: unknown };
export function buildInfo(): json.BuildInfo;
/** The number of open handles in this process by type. */
export function liveHandles(): json.Handles;
export function version(): string;
