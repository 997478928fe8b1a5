// SPDX-License-Identifier: BSD-3-Clause
// The classes and functions of the package.  The types of their JSON are generated, in json/.

import type * as json from './json';
import type { Source, AnySource, Bytes, BytesInput, FilePath, ReadableBytes, Signal } from './values';

export * from './json';
export type { Source, AnySource, Bytes, BytesInput, FilePath, ReadableBytes, Signal };

// Where the library of TypeScript does not have them yet.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** A locator as positions have it. */
export type Position = json.Locator & Required<Pick<json.Locator, 'locations'>>;

/** What a promise can be cancelled with: it is rejected with the reason of the signal. */
export interface Cancelling {
  signal?: Signal;
}

// ------------------------------------------------------------------------------------------------------------ Errors

/** A call into the library failed. */
export class LecternError extends Error {
  constructor(message: string, details?: {
    code?: string; status?: number; path?: string; causes?: LecternError[]; cause?: unknown;
  });
  readonly name: 'LecternError';
  /** The name of the status, such as "LECTERN_ERROR_FORMAT". */
  code: string;
  /** The number behind the name. */
  status: number;
  /** Where, outermost first: "book.epub > OEBPS/content.opf > /package/spine"; "" when unknown. */
  path: string;
  /** What led to it. */
  causes: LecternError[];
  /** What one of your own functions threw, if that is the reason. */
  cause?: unknown;
}

// ----------------------------------------------------------------------------------------------------------- Handles

/** Something that the library keeps open: close() frees it, and so does the garbage collector in the end. */
declare abstract class Handle {
  protected constructor();
  readonly closed: boolean;
  /** Frees the handle; doing so again is fine. Other handles that came from it stay usable. */
  close(): void;
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Limits, a logger, a progress function and services, for the publications that are opened with it. */
export class Context extends Handle {
  /** Options against hostile files, for what is kept across runs, and for the places of optional libraries. */
  constructor(options?: json.ContextOptions & { logger?: Logger; progress?: Progress });
  /** Calls log(entry) with diagnostics that are not failures; null ends that. */
  setLogger(log: Logger | null): this;
  /** Calls progress(step) during long work; a result of true ends the work with LECTERN_ERROR_CANCELLED. */
  setProgress(progress: Progress | null): this;
  /**
   * Adds a service to every publication that is opened afterwards with this context.
   * @param name "positions", "cover", "search", "guidedNavigation", or a reverse domain name
   * @param make called with each publication, which is lent to the service; null means that it needs none
   */
  addService(name: string, make: (publication: Publication) => Answer<HostService | null | undefined>): this;
}

export type Logger = (entry: json.Diagnostic) => void;
export type Progress = (step: { task: string; done: number; total: number }) => Answer<boolean | void>;

/** A value, or a promise of it. Only promises of this package can wait for a promise. */
export type Answer<T> = T | Promise<T>;

/** A service for one publication; it answers routes. */
export interface HostService {
  /** Links to add to the manifest. */
  links?: json.Link[] | (() => Answer<json.Link[] | null | undefined>);
  /** Answers a request, query included; null passes it on. Routes begin with "/~", files have no leading slash. */
  get?(href: string): Answer<Served>;
  /** Called once, after the last use of the publication. */
  close?(): void;
}

/** What serves a file: bytes, text in UTF-8, a resource (which is closed then), a source; or null. */
export type Served = BytesInput | string | Resource | AnySource | null | undefined;

// ------------------------------------------------------------------------------------------------------ Publications

/** Options to open with: a context, a signal, and those of the schema "open-options". */
export type Opening = json.OpenOptions & Cancelling & { context?: Context };

/** Opens a file, or the folder of an exploded publication. */
export function open(file: FilePath, options?: Opening): Promise<Publication>;
export function openSync(file: FilePath, options?: Opening): Publication;
/** Opens bytes in memory, of which it makes a copy. */
export function openBytes(bytes: BytesInput, options?: Opening): Promise<Publication>;
export function openBytesSync(bytes: BytesInput, options?: Opening): Publication;
/** Opens what a source delivers; it has to stay usable until the publication and all that came from it are closed. */
export function openStream(source: AnySource, options?: Opening): Promise<Publication>;
export function openStreamSync(source: Source, options?: Opening): Publication;
/** Makes a publication of a manifest and of files that you serve. */
export function openManifest(
  manifest: json.Manifest | string, fetch?: ((href: string) => Answer<Served>) | null, options?: Opening,
): Promise<Publication>;
export function openManifestSync(
  manifest: json.Manifest | string, fetch?: ((href: string) => Served) | null, options?: Opening,
): Publication;
/** What a source is; the bytes decide, and hints help where they do not. */
export function sniff(source?: AnySource | null, hints?: json.SniffHints, options?: Cancelling): Promise<json.Format>;
export function sniffSync(source?: Source | null, hints?: json.SniffHints): json.Format;

/** An open publication. It does not change, so any number of calls may be under way at once. */
export class Publication extends Handle {
  private constructor();
  /** The same object each time. */
  readonly manifest: json.Manifest;
  readonly manifestText: string;
  readonly info: json.PublicationInfo;
  readonly warnings: json.Warnings;
  /** What identifies this copy: identifier, title, a hash of its bytes, its reading order. */
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
  /** The links of one collection, such as "landmarks" or "pageList"; [] when absent. */
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
  /** A complete locator for what is known of a place. */
  locate(query: json.LocatorQuery, options?: Cancelling): Promise<json.Locator>;
  locateSync(query: json.LocatorQuery): json.Locator;
  /** The EPUB CFI of what locate() finds. */
  cfi(query: json.LocatorQuery, options?: Cancelling): Promise<json.CfiPlace>;
  cfiSync(query: json.LocatorQuery): json.CfiPlace;
  /** The pages of the printed book, with their labels and the places where they begin. */
  pages(options?: Cancelling): Promise<json.Pages>;
  pagesSync(): json.Pages;
  /** The note that a reference leads to: the query is any place in either of them. */
  note(query: json.LocatorQuery, options?: Cancelling): Promise<json.Footnote>;
  noteSync(query: json.LocatorQuery): json.Footnote;
  /** The word at a place, its sentence and its language, for a dictionary. */
  word(query: json.LocatorQuery, options?: Cancelling): Promise<json.Word>;
  wordSync(query: json.LocatorQuery): json.Word;
  /** The resource at an href: a file, or the route of a service. */
  get(href: string, options?: Cancelling): Promise<Resource>;
  getSync(href: string): Resource;
  /** The same without services of the host, so that one of them can wrap what is there. */
  getBuiltin(href: string, options?: Cancelling): Promise<Resource>;
  getBuiltinSync(href: string): Resource;
  /** The cover as it is, or scaled down to so many pixels at most. */
  cover(options?: { width?: number; height?: number } & Cancelling): Promise<Resource>;
  coverSync(options?: { width?: number; height?: number }): Resource;
  /** The text of a document as it is rendered. */
  text(href: string, options?: Cancelling): Promise<string>;
  textSync(href: string): string;
  /** A cursor over pages of matches, one for each resource with matches. */
  statistics(options?: json.StatisticsOptions & Cancelling): Promise<json.Statistics>;
  statisticsSync(options?: json.StatisticsOptions): json.Statistics;
  search(query: string, options?: json.SearchOptions & Cancelling): Promise<Cursor<json.LocatorPage>>;
  searchSync(query: string, options?: json.SearchOptions): Cursor<json.LocatorPage>;
  /** The matches one by one. */
  matches(query: string, options?: json.SearchOptions & Cancelling): AsyncGenerator<json.Locator, void, undefined>;
  /** A cursor over pages of headings, paragraphs, images; with tokens, texts are cut into sentences or words. */
  content(options?: ContentOptions & Cancelling): Promise<Cursor<json.ContentPage>>;
  contentSync(options?: ContentOptions): Cursor<json.ContentPage>;
  /** The elements one by one. */
  elements(options?: ContentOptions & Cancelling): AsyncGenerator<json.ContentElement, void, undefined>;
  /** What compute() returned when the key was first asked for; null if that was null. */
  cache(key: string, compute: () => Answer<BytesInput | string | null | undefined>,
        options?: { variant?: string } & Cancelling): Promise<Bytes | null>;
  cacheSync(key: string, compute: () => BytesInput | string | null | undefined,
            options?: { variant?: string }): Bytes | null;
}

export interface ContentOptions {
  /** Where to begin. */
  start?: json.Locator;
  tokens?: json.TokenOptions;
}

/** A file of a publication, or the answer of a service. It stays readable after the publication was closed. */
export class Resource extends Handle {
  private constructor();
  static of(link: json.Link, bytes: BytesInput | string): Resource;
  static ofStream(link: json.Link, source: AnySource): Resource;
  readonly link: json.Link;
  size(options?: Cancelling): Promise<number>;
  sizeSync(): number;
  /** So many bytes: fewer at the end, and none after it. Without a length, all to the end. */
  read(offset?: number, length?: number, options?: Cancelling): Promise<Bytes>;
  readSync(offset?: number, length?: number): Bytes;
  /** All bytes as UTF-8. */
  text(options?: Cancelling): Promise<string>;
  json(options?: Cancelling): Promise<any>;
  /** The bytes in pieces. */
  chunks(options?: Pieces): AsyncGenerator<Bytes, void, undefined>;
  /** A Readable of them. */
  stream(options?: Pieces): ReadableBytes;
}

export interface Pieces extends Cancelling {
  start?: number;
  /** Behind the last byte. */
  end?: number;
  /** Of a piece. */
  size?: number;
}

/** A place in a sequence of pages, which are made when they are asked for. Iterating gives those that follow. */
export class Cursor<Page> extends Handle implements AsyncIterable<Page>, Iterable<Page> {
  private constructor();
  /** The page after the last one; null at the end. */
  nextPage(options?: Cancelling): Promise<Page | null>;
  nextPageSync(): Page | null;
  /** The page before the last one; null at the beginning. */
  previousPage(options?: Cancelling): Promise<Page | null>;
  previousPageSync(): Page | null;
  [Symbol.asyncIterator](): AsyncGenerator<Page, void, undefined>;
  [Symbol.iterator](): Generator<Page, void, undefined>;
}

// -------------------------------------------------------------------------------------------------------- Navigators

/** A listener; close() ends it. It also ends with what it listens to. */
export class Subscription extends Handle {
  private constructor();
}

/** What the listeners of a navigator hear of, by topic; decorations/GROUP is another one. */
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
  /** Those in effect, with types, ranges and labels. */
  readonly settings: json.Settings;
  /** Recomputes the settings, then tells the listeners. */
  submitPreferences(preferences: Preferences | json.PreferenceValues): void;
  /** A draft; without preferences, it begins with those submitted last. */
  editPreferences(preferences?: Preferences | json.PreferenceValues): Preferences;
  readonly location: json.Locator | null;
  setLocation(locator: json.Locator | null): void;
  setViewport(viewport: json.Viewport | null): void;
  readonly spreads: json.Spreads;
  /** Calls listener(event, topic); the present value comes before this returns. */
  observe<Topic extends keyof NavigatorEvents>(
    topic: Topic, listener: (event: NavigatorEvents[Topic], topic: Topic) => void): Subscription;
  observe(
    topic: `decorations/${string}`, listener: (event: json.EventDecorations, topic: string) => void): Subscription;
  /** All topics. */
  observe(topic: null, listener: (event: any, topic: string) => void): Subscription;
  /** Draws the notes of a store that a query wants as a group, and follows each change. */
  showNotes(group: string, store: Store, query?: json.NoteQuery): Subscription;
  /** Declares the present state of a group; returns what changed in each resource. */
  applyDecorations(group: string, decorations: json.Decoration[]): json.DecorationChanges;
  decorations(group: string): json.Decoration[];
  renderDecorations(href: string, options?: Cancelling): Promise<json.RenderedDecorations>;
  renderDecorationsSync(href: string): json.RenderedDecorations;
  supportsDecoration(style: string, interaction?: 'activate'): boolean;
  /** @param element makes the HTML of a decoration, in place of the element of the definition */
  setDecorationTemplate(
    style: string, definition: json.DecorationTemplate | null,
    element?: (decoration: json.Decoration) => Answer<string>): void;
  activateDecoration(group: string, id: string, event?: json.Interaction): void;
  css(href: string, options?: Cancelling): Promise<json.Css>;
  cssSync(href: string): json.Css;
  /** Answers a request of the web view that shows the publication. */
  get(href: string, options?: json.WebRequest & Cancelling): Promise<Response>;
  getSync(href: string, options?: json.WebRequest): Response;
  /** Takes a message of the page, as the text that it is. */
  receive(message: string | json.WebMessage, options?: Cancelling): Promise<void>;
  receiveSync(message: string | json.WebMessage): void;
  /** Goes to a place; false if there is no further section. */
  go(target: json.GoTarget, options?: Cancelling): Promise<boolean>;
  goSync(target: json.GoTarget): boolean;
  /** Tells the page to do something. */
  send(command: json.WebCommand): void;
}

/** The answer to a request of a web view. */
export interface Response extends json.WebResponse {
  readonly body: Resource;
  /** All bytes; closes the body. */
  read(options?: Cancelling): Promise<Bytes>;
  /** A Readable of the bytes; closes the body at the end. */
  stream(options?: Pieces): ReadableBytes;
  close(): void;
}

export interface Editing {
  /** Whether to change other preferences as needed for the setting to take effect; true by default. */
  activate?: boolean;
}

/** A draft of preferences. Functions that edit it return it. */
export class Preferences extends Handle {
  constructor(kind?: string, preferences?: Preferences | json.PreferenceValues);
  /** Whether the last increment or decrement found the setting at its end, and changed nothing. */
  readonly atEnd: boolean;
  readonly text: string;
  toJSON(): json.PreferenceValues;
  /** What the draft would lead to. */
  readonly settings: json.Settings;
  setting(key: string): json.Setting;
  /** What a form calls a value: "120%" for 1.2. */
  label(key: string, value: unknown): string;
  observe(topic: 'preferences', listener: (event: json.PreferenceValues, topic: string) => void): Subscription;
  observe(topic: 'settings', listener: (event: json.EventSettings, topic: string) => void): Subscription;
  observe(topic: null, listener: (event: any, topic: string) => void): Subscription;
  submit(): json.Submission;
  copy(): Preferences;
  /** null unsets it. */
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

/** Preferences by what they hold for, in one file or in memory. */
export class Store extends Handle {
  private constructor();
  static open(file?: string | null, options?: json.StoreOptions & Cancelling & { context?: Context }): Promise<Store>;
  static openSync(file?: string | null, options?: json.StoreOptions & { context?: Context }): Store;
  readonly warnings: json.Warnings;
  /** Of several scopes, later ones take precedence. */
  load(...scopes: json.StoreScope[]): Promise<json.PreferenceValues>;
  loadSync(...scopes: json.StoreScope[]): json.PreferenceValues;
  /** null removes those of the scope. */
  save(scope: json.StoreScope, preferences: Stored): Promise<void>;
  saveSync(scope: json.StoreScope, preferences: Stored): void;
  /** All or none. */
  saveAll(changes: Iterable<[json.StoreScope, json.PreferenceValues | Preferences | null]>): Promise<void>;
  saveAllSync(changes: Iterable<[json.StoreScope, json.PreferenceValues | Preferences | null]>): void;
  scopes(): Promise<json.StoreScope[]>;
  scopesSync(): json.StoreScope[];
  observe(scope: json.StoreScope | null, listener: (event: json.EventStore) => void): Subscription;
  /** The record of a publication, which is made if there is none. */
  addPublication(identity: json.PublicationIdentity): Promise<json.StorePublication>;
  publications(): Promise<json.PublicationRecords>;
  /** Saves and deletes notes, all or none; resolves to the saved ones. Without now, it is the present time. */
  saveNotes(changes: Partial<json.NoteChanges> & { device: string }): Promise<json.Note[]>;
  /** A page of the notes that a query wants. */
  notePage(query?: json.NoteQuery): Promise<json.NotePage>;
  /** All of them. */
  notes(query?: json.NoteQuery): AsyncGenerator<json.Note>;
  /** What has changed since a revision. */
  noteChanges(query?: json.NoteChangesQuery): Promise<json.NoteDelta>;
  /** Merges notes of another device, or of a file. */
  mergeNotes(notes: json.Note[]): Promise<json.NoteMerge>;
  observeNotes(query: json.NoteQuery | null, listener: (event: json.EventNotes) => void): Subscription;
  /** Notices what other processes have saved. */
  refresh(): Promise<void>;
  refreshSync(): void;
  migrate(): Promise<json.StoreMigration>;
  migrateSync(): json.StoreMigration;
}

// --------------------------------------------------------------------------------------------- Without a publication

/** Questions to links and lists of links. */
export const links: {
  filter(links: json.Link[], filter: json.LinkFilter): json.Link[];
  /** Whether all pass the filter. */
  all(links: json.Link[], filter: json.LinkFilter): boolean;
  /** The variables of a template. */
  parameters(link: json.Link): string[];
  expand(link: json.Link, parameters: json.LinkParameters): json.Link;
  /** The absolute URL. */
  url(link: json.Link, base?: string): string;
};

/** Lists of the voices of a speech engine. */
export const voices: {
  filter(voices: json.Voice[], language: string): json.Voice[];
  sort(voices: json.Voice[], options?: json.VoiceOrder): json.Voice[];
};

/** EPUB CFIs as texts, without a publication. */
export const cfi: {
  parse(cfi: string): json.Cfi;
  /** -1 if a comes first, 1 if b does, 0 for the same place: for sort(). */
  compare(a: string, b: string): number;
  /** The CFI of the range between two places. */
  join(start: string, end: string): string;
};

/** Bookmarks, highlights and notes as values. */
export const notes: {
  /** The notes that another program has written, page by page. */
  read(source: AnySource, options?: json.NoteReadOptions & Cancelling): Promise<Cursor<json.Notes>>;
  readSync(source: Source, options?: json.NoteReadOptions): Cursor<json.Notes>;
  /** Notes as text for another program. */
  write(notes: json.Note[], options?: json.NoteWriteOptions): string;
  /** What two lists have together, after edits in two places. */
  merge(ours: json.Note[], theirs: json.Note[]): json.Note[];
};

/** The difference between two states of a group of decorations. */
export function diff(before: json.Decoration[], after: json.Decoration[]): json.DecorationChanges;
/** Where sentences or words begin and end, such that text.slice(begin, end) is one. */
export function tokenize(text: string, options?: json.TokenOptions): Array<[number, number]>;
/** The JSON schema of that name; without one, the names of all. */
export function schema(): string[];
export function schema(name: string): { [member: string]: unknown };
export function buildInfo(): json.BuildInfo;
/** How many handles of each type are open in this process. */
export function liveHandles(): json.Handles;
export function version(): string;
