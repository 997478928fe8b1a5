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
  /** Cancels the call when it is aborted. */
  signal?: Signal;
}

// ------------------------------------------------------------------------------------------------------------ Errors

/** A failed call into the library. */
export class LecternError extends Error {
  /** Your own functions may throw one, to fail with a certain status. */
  constructor(message: string, details?: {
    code?: string; status?: number; path?: string; causes?: LecternError[]; cause?: unknown;
  });
  /** Always the same. */
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
  /** Whether the handle is closed. */
  readonly closed: boolean;
  /** Frees the handle; closing twice is harmless.  Handles derived from it remain usable. */
  close(): void;
  /** Closes the handle at the end of a block with `using`. */
  [Symbol.dispose](): void;
  /** Closes the handle at the end of a block with `await using`. */
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
/** Receives diagnostics that are not failures. */
export type Logger = (entry: json.Diagnostic) => void;
/** Receives the progress of a long call; returning true cancels it. */
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
/** Like open(), but blocks. */
export function openSync(file: FilePath, options?: Opening): Publication;
/** Opens a copy of bytes in memory. */
export function openBytes(bytes: BytesInput, options?: Opening): Promise<Publication>;
/** Like openBytes(), but blocks. */
export function openBytesSync(bytes: BytesInput, options?: Opening): Publication;
/** Opens a source.  It must remain usable until the publication and everything derived from it are closed. */
export function openStream(source: AnySource, options?: Opening): Promise<Publication>;
/** Like openStream(), but blocks. */
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
/** Like openManifest(), but blocks. */
export function openManifestSync(
  manifest: json.Manifest | string, fetch?: ((href: string) => Served) | null, options?: Opening,
): Publication;
/** Detects the format of a source; hints are used where the bytes are ambiguous. */
export function sniff(source?: AnySource | null, hints?: json.SniffHints, options?: Cancelling): Promise<json.Format>;
/** Like sniff(), but blocks. */
export function sniffSync(source?: Source | null, hints?: json.SniffHints): json.Format;

/** An open publication.  It is immutable, so any number of calls may run at once. */
export class Publication extends Handle {
  private constructor();
  /** The same object each time. */
  readonly manifest: json.Manifest;
  /** The manifest as JSON text, to store or to forward. */
  readonly manifestText: string;
  /** Properties computed from the manifest: format, profiles, presentation, kinds of resources. */
  readonly info: json.PublicationInfo;
  /** Authoring mistakes that did not prevent opening. */
  readonly warnings: json.Warnings;
  /** The data that identifies this copy: identifier, title, a hash of its bytes, its reading order. */
  identity(): Promise<json.PublicationIdentity>;
  /** Like identity(), but blocks. */
  identitySync(): json.PublicationIdentity;
  /** The services of this publication, with their routes. */
  readonly services: json.Services;
  /** The title, in English or in its first language. */
  readonly title: string;
  /** The names of the authors. */
  readonly authors: string[];
  /** The first language, as a BCP 47 tag. */
  readonly language: string | undefined;
  /** The resources in the order of reading. */
  readonly readingOrder: json.Link[];
  /** The table of contents. */
  readonly toc: json.Link[];
  /** The links of a collection, such as "landmarks" or "pageList"; [] if it does not exist. */
  collection(role: string): json.Link[];
  /** The accessibility metadata as sentences for readers, in groups. */
  accessibility(options?: json.AccessibilityOptions): json.Accessibility;
  /** The layout of one resource, including the defaults of the publication. */
  layout(href: string): json.Presentation;
  /** The first link with this href. */
  link(href: string): json.Link;
  /** All links that match a filter, in document order. */
  links(filter?: json.LinkFilter): json.Link[];
  /** All positions, as locators, in order. */
  positions(options?: Cancelling): Promise<Position[]>;
  /** Like positions(), but blocks. */
  positionsSync(): Position[];
  /** The positions, as one list for each item of the reading order. */
  positionsByReadingOrder(options?: Cancelling): Promise<Position[][]>;
  /** Like positionsByReadingOrder(), but blocks. */
  positionsByReadingOrderSync(): Position[][];
  /** Completes a partial description of a location to a locator. */
  locate(query: json.LocatorQuery, options?: Cancelling): Promise<json.Locator>;
  /** Like locate(), but blocks. */
  locateSync(query: json.LocatorQuery): json.Locator;
  /** The EPUB CFI of the location that locate() finds. */
  cfi(query: json.LocatorQuery, options?: Cancelling): Promise<json.CfiPlace>;
  /** Like cfi(), but blocks. */
  cfiSync(query: json.LocatorQuery): json.CfiPlace;
  /** The pages of the printed edition, with their labels and where they begin. */
  pages(options?: Cancelling): Promise<json.Pages>;
  /** Like pages(), but blocks. */
  pagesSync(): json.Pages;
  /** The footnote that a reference links to.  The query is any location in either of them. */
  footnote(query: json.LocatorQuery, options?: Cancelling): Promise<json.Footnote>;
  /** Like footnote(), but blocks. */
  footnoteSync(query: json.LocatorQuery): json.Footnote;
  /** The word at a location, its sentence and its language, for a dictionary. */
  word(query: json.LocatorQuery, options?: Cancelling): Promise<json.Word>;
  /** Like word(), but blocks. */
  wordSync(query: json.LocatorQuery): json.Word;
  /** The resource at an href: a file, or the answer of a service. */
  get(href: string, options?: Cancelling): Promise<Resource>;
  /** Like get(), but blocks. */
  getSync(href: string): Resource;
  /** Like get(), but without the services of the host, so that they can wrap the built-in answer. */
  getBuiltin(href: string, options?: Cancelling): Promise<Resource>;
  /** Like getBuiltin(), but blocks. */
  getBuiltinSync(href: string): Resource;
  /** The cover as it is stored, or of a size and type, or made of title and authors if there is none. */
  cover(options?: json.CoverOptions & Cancelling): Promise<Resource>;
  /** Like cover(), but blocks. */
  coverSync(options?: json.CoverOptions): Resource;
  /** A page of a PDF or a comic, or one that shows only an image, as a picture. */
  thumbnail(options: json.ThumbnailOptions & Cancelling): Promise<Resource>;
  /** Like thumbnail(), but blocks. */
  thumbnailSync(options: json.ThumbnailOptions): Resource;
  /** The image that each item of the reading order is or shows, or null. */
  pageImages(options?: Cancelling): Promise<json.PageImages>;
  /** Like pageImages(), but blocks. */
  pageImagesSync(): json.PageImages;
  /** A copy with the same files, another manifest, and services that are opened for it. */
  copy(manifest: json.Manifest | string, options?: Cancelling): Promise<Publication>;
  /** Like copy(), but blocks. */
  copySync(manifest: json.Manifest | string): Publication;
  /** The text of a document as it is rendered. */
  text(href: string, options?: Cancelling): Promise<string>;
  /** Like text(), but blocks. */
  textSync(href: string): string;
  /** The publication as Markdown: all of it, a resource, a section of the contents, or what is between two places. */
  markdown(options?: json.MarkdownOptions & Cancelling): Promise<string>;
  /** Like markdown(), but blocks. */
  markdownSync(part?: json.MarkdownOptions): string;
  /** Words, characters, images and minutes. */
  statistics(options?: json.StatisticsOptions & Cancelling): Promise<json.Statistics>;
  /** Like statistics(), but blocks. */
  statisticsSync(options?: json.StatisticsOptions): json.Statistics;
  /** A cursor over pages of matches, one for each resource with matches. */
  search(query: string, options?: json.SearchOptions & Cancelling): Promise<Cursor<json.LocatorPage>>;
  /** Like search(), but blocks. */
  searchSync(query: string, options?: json.SearchOptions): Cursor<json.LocatorPage>;
  /** Iterates over the matches. */
  matches(query: string, options?: json.SearchOptions & Cancelling): AsyncGenerator<json.Locator, void, undefined>;
  /** A cursor over pages of headings, paragraphs, images; with tokens, texts are split into sentences or words. */
  content(options?: ContentOptions & Cancelling): Promise<Cursor<json.ContentPage>>;
  /** Like content(), but blocks. */
  contentSync(options?: ContentOptions): Cursor<json.ContentPage>;
  /** Iterates over the elements. */
  elements(options?: ContentOptions & Cancelling): AsyncGenerator<json.ContentElement, void, undefined>;
  /** The cached result of compute() for a key; null if it returned null. */
  cache(key: string, compute: () => Answer<BytesInput | string | null | undefined>,
        options?: { variant?: string } & Cancelling): Promise<Bytes | null>;
  /** Like cache(), but blocks. */
  cacheSync(key: string, compute: () => BytesInput | string | null | undefined,
            options?: { variant?: string }): Bytes | null;
  /** Like cache(), but the value is also kept across runs, in the cacheDirectory of the context. */
  keep(key: string, compute: () => Answer<BytesInput | string | null | undefined>,
       options?: { variant?: string } & Cancelling): Promise<Bytes | null>;
  /** Like keep(), but blocks. */
  keepSync(key: string, compute: () => BytesInput | string | null | undefined,
           options?: { variant?: string }): Bytes | null;
}

/** Where the content starts, and how its texts are split. */
export interface ContentOptions {
  /** Where to start. */
  start?: json.Locator;
  /** Splits the texts into sentences or words. */
  tokens?: json.TokenOptions;
}

/** A file of a publication, or the answer of a service.  It remains readable after the publication is closed. */
export class Resource extends Handle {
  private constructor();
  /** A resource with a copy of these bytes, as the answer of a service. */
  static of(link: json.Link, bytes: BytesInput | string): Resource;
  /** A resource that is read from a source. */
  static ofStream(link: json.Link, source: AnySource): Resource;
  /** Href, media type and properties. */
  readonly link: json.Link;
  /** The number of bytes. */
  size(options?: Cancelling): Promise<number>;
  /** Like size(), but blocks. */
  sizeSync(): number;
  /** Reads that many bytes: fewer at the end, none after it.  Without a length, reads to the end. */
  read(offset?: number, length?: number, options?: Cancelling): Promise<Bytes>;
  /** Like read(), but blocks. */
  readSync(offset?: number, length?: number): Bytes;
  /** The bytes decoded as UTF-8. */
  text(options?: Cancelling): Promise<string>;
  /** The bytes, parsed as JSON. */
  json(options?: Cancelling): Promise<any>;
  /** Iterates over the bytes in chunks. */
  chunks(options?: Pieces): AsyncGenerator<Bytes, void, undefined>;
  /** A Readable of the bytes. */
  stream(options?: Pieces): ReadableBytes;
}

/** Which bytes are read, and in chunks of which size. */
export interface Pieces extends Cancelling {
  /** The offset of the first byte. */
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
  /** Like nextPage(), but blocks. */
  nextPageSync(): Page | null;
  /** The page before the last one returned; null at the beginning. */
  previousPage(options?: Cancelling): Promise<Page | null>;
  /** Like previousPage(), but blocks. */
  previousPageSync(): Page | null;
  /** Iterates over the remaining pages, without blocking. */
  [Symbol.asyncIterator](): AsyncGenerator<Page, void, undefined>;
  /** Iterates over the remaining pages, and blocks for each. */
  [Symbol.iterator](): Generator<Page, void, undefined>;
}

// -------------------------------------------------------------------------------------------------------- Navigators

/** A registered listener.  It ends with close(), or with the object that it observes. */
export class Subscription extends Handle {
  private constructor();
}

/** The events of a navigator by topic; there are also topics decorations/GROUP, secondary/GROUP and hover/GROUP. */
export interface NavigatorEvents {
  /** The submitted preferences. */
  preferences: json.EventPreferences;
  /** The settings in effect, and the keys that changed. */
  settings: json.EventSettings;
  /** The resources, grouped as they are shown together. */
  spreads: json.Spreads;
  /** The current location. */
  location: json.EventLocation;
  /** A message for the page. */
  web: json.EventWeb;
  /** The text that the reader has selected. */
  selection: json.WebMessageSelection;
  /** A link that the reader has followed. */
  link: json.WebMessageLink;
  /** A tap or a click on the page. */
  tap: json.WebMessageTap;
  /** A key that the page does not handle itself. */
  key: json.WebMessageKey;
  /** The state of a recording. */
  media: json.EventMedia;
  /** A failure in the page. */
  error: json.WebMessageError;
}

/** The presentation state of one publication in one view. */
export class Navigator extends Handle {
  /** Creates a navigator for a publication, which may be closed before it. */
  constructor(publication: Publication, options?: json.NavigatorOptions);
  /** The settings in effect, with types, ranges and labels. */
  readonly settings: json.Settings;
  /** Recomputes the settings, then notifies the listeners. */
  submitPreferences(preferences: Preferences | json.PreferenceValues): void;
  /** Creates a draft, by default from the submitted preferences. */
  editPreferences(preferences?: Preferences | json.PreferenceValues): Preferences;
  /** The current location; null if it is unknown. */
  readonly location: json.Locator | null;
  /** Sets the current location; null if it is unknown. */
  setLocation(locator: json.Locator | null): void;
  /** Sets the size of the view, which determines whether two pages fit; null if it is unknown. */
  setViewport(viewport: json.Viewport | null): void;
  /** The resources of the reading order, grouped as they are shown together. */
  readonly spreads: json.Spreads;
  /** Calls listener(event, topic); the current value is delivered before this returns. */
  observe<Topic extends keyof NavigatorEvents>(
    topic: Topic, listener: (event: NavigatorEvents[Topic], topic: Topic) => void): Subscription;
  /** Observes the interactions with a group of decorations. */
  observe(
    topic: `${"decorations" | "secondary" | "hover"}/${string}`,
    listener: (event: json.EventDecorations, topic: string) => void): Subscription;
  /** Observes all topics. */
  observe(topic: null, listener: (event: any, topic: string) => void): Subscription;
  /** Shows the notes of a store that match a query as a group, and keeps it up to date. */
  showNotes(group: string, store: Store, query?: json.NoteQuery): Subscription;
  /** Declares the current state of a group, and returns the changes in each resource. */
  applyDecorations(group: string, decorations: json.Decoration[]): json.DecorationChanges;
  /** The decorations of a group. */
  decorations(group: string): json.Decoration[];
  /** The decorations of one resource, as elements and style sheets for a page of your own. */
  renderDecorations(href: string, options?: Cancelling): Promise<json.RenderedDecorations>;
  /** Like renderDecorations(), but blocks. */
  renderDecorationsSync(href: string): json.RenderedDecorations;
  /** Whether a style can be shown, or reports an interaction. */
  supportsDecoration(style: string, interaction?: 'activate' | 'secondary' | 'hover'): boolean;
  /** @param element creates the HTML of a decoration, instead of the element of the definition */
  setDecorationTemplate(
    style: string, definition: json.DecorationTemplate | null,
    element?: (decoration: json.Decoration) => Answer<string>): void;
  /** Reports an interaction with a decoration to the listeners of its group. */
  activateDecoration(group: string, id: string, event?: json.Interaction): void;
  /** The style sheets and properties of Readium CSS for one resource. */
  css(href: string, options?: Cancelling): Promise<json.Css>;
  /** Like css(), but blocks. */
  cssSync(href: string): json.Css;
  /** Answers a request of the web view that shows the publication. */
  get(href: string, options?: json.WebRequest & Cancelling): Promise<Response>;
  /** Like get(), but blocks. */
  getSync(href: string, options?: json.WebRequest): Response;
  /** Handles a message of the page, unchanged. */
  receive(message: string | json.WebMessage, options?: Cancelling): Promise<void>;
  /** Like receive(), but blocks. */
  receiveSync(message: string | json.WebMessage): void;
  /** Goes to a location; false if there is no further section. */
  go(target: json.GoTarget, options?: Cancelling): Promise<boolean>;
  /** Like go(), but blocks. */
  goSync(target: json.GoTarget): boolean;
  /** Sends a command to the page. */
  send(command: json.WebCommand): void;
}

/** The answer to a request of a web view. */
export interface Response extends json.WebResponse {
  /** The body, which is read on demand. */
  readonly body: Resource;
  /** Reads all bytes and closes the body. */
  read(options?: Cancelling): Promise<Bytes>;
  /** A Readable of the bytes, which closes the body at the end. */
  stream(options?: Pieces): ReadableBytes;
  /** Closes the body. */
  close(): void;
}

/** How a preference is changed. */
export interface Editing {
  /** Whether to change other preferences as needed for the setting to take effect; true by default. */
  activate?: boolean;
}

/** A draft of preferences.  Editing methods return the draft. */
export class Preferences extends Handle {
  /** Creates a draft without a navigator, with the rules for a kind of publication. */
  constructor(kind?: string, preferences?: Preferences | json.PreferenceValues);
  /** Whether the last increment or decrement had no effect, because the setting was at its limit. */
  readonly atEnd: boolean;
  /** The preferences as JSON text. */
  readonly text: string;
  /** The preferences as an object, to submit or to store. */
  toJSON(): json.PreferenceValues;
  /** The settings that would result from this draft. */
  readonly settings: json.Settings;
  /** One of the settings that would result from this draft. */
  setting(key: string): json.Setting;
  /** The label for a value in a form: "120%" for 1.2. */
  label(key: string, value: unknown): string;
  /** Calls listener(event, topic) with the preferences, now and after each change. */
  observe(topic: 'preferences', listener: (event: json.PreferenceValues, topic: string) => void): Subscription;
  /** Calls listener(event, topic) with the settings, now and after each change. */
  observe(topic: 'settings', listener: (event: json.EventSettings, topic: string) => void): Subscription;
  /** Observes both topics. */
  observe(topic: null, listener: (event: any, topic: string) => void): Subscription;
  /** Submits the draft to the navigator that created it. */
  submit(): json.Submission;
  /** An independent draft with the same preferences and rules. */
  copy(): Preferences;
  /** Sets a preference; null unsets it. */
  set(key: string, value: unknown, options?: Editing): this;
  /** Moves to the next value that makes a visible difference. */
  increment(key: string, options?: Editing): this;
  /** Moves to the previous value that makes a visible difference. */
  decrement(key: string, options?: Editing): this;
  /** Inverts a switch, or moves an enumeration to its next value. */
  toggle(key: string, options?: Editing): this;
  /** Changes other preferences as needed for the setting to take effect. */
  activate(key: string): this;
  /** Whether the setting would take effect. */
  isActive(key: string): boolean;
  /** Unsets one preference, or all of them. */
  clear(key?: string): this;
  /** Merges preferences into the draft; the given ones take precedence. */
  merge(preferences: Preferences | json.PreferenceValues): this;
  /** Only the preferences with these keys.  The draft does not change. */
  keep(keys: string | string[]): json.PreferenceValues;
  /** The preferences without these keys.  The draft does not change. */
  drop(keys: string | string[]): json.PreferenceValues;
}

// ------------------------------------------------------------------------------------------------------------ Stores

/** The preferences of a scope; null for none. */
type Stored = Preferences | json.PreferenceValues | null;

/** Preferences by scope, and notes, in a file or in memory. */
export class Store extends Handle {
  private constructor();
  /** Opens a file, which is created if it does not exist; without one, the store is kept in memory. */
  static open(file?: string | null, options?: json.StoreOptions & Cancelling & { context?: Context }): Promise<Store>;
  /** Like open(), but blocks. */
  static openSync(file?: string | null, options?: json.StoreOptions & { context?: Context }): Store;
  /** Damage that was found in the file. */
  readonly warnings: json.Warnings;
  /** The preferences of a scope, or of several: later ones take precedence. */
  load(...scopes: json.StoreScope[]): Promise<json.PreferenceValues>;
  /** Like load(), but blocks. */
  loadSync(...scopes: json.StoreScope[]): json.PreferenceValues;
  /** Replaces the preferences of a scope; null removes them. */
  save(scope: json.StoreScope, preferences: Stored): Promise<void>;
  /** Like save(), but blocks. */
  saveSync(scope: json.StoreScope, preferences: Stored): void;
  /** Saves several scopes, all or none. */
  saveAll(changes: Iterable<[json.StoreScope, json.PreferenceValues | Preferences | null]>): Promise<void>;
  /** Like saveAll(), but blocks. */
  saveAllSync(changes: Iterable<[json.StoreScope, json.PreferenceValues | Preferences | null]>): void;
  /** The scopes that have stored preferences. */
  scopes(): Promise<json.StoreScope[]>;
  /** Like scopes(), but blocks. */
  scopesSync(): json.StoreScope[];
  /** The profiles, and the one chosen for the last of these scopes that has a choice (without scopes: globally). */
  profiles(...scopes: json.StoreScope[]): Promise<json.StoreProfiles>;
  /** Like profiles(), but blocks. */
  profilesSync(...scopes: json.StoreScope[]): json.StoreProfiles;
  /** Makes, renames, copies, removes and chooses profiles, all or none. */
  saveProfiles(changes: json.StoreProfileChanges): Promise<void>;
  /** Like saveProfiles(), but blocks. */
  saveProfilesSync(changes: json.StoreProfileChanges): void;
  /** Calls listener(event) with a scope and its preferences, now and after each change; null means all scopes. */
  observe(scope: json.StoreScope | null, listener: (event: json.EventStore) => void): Subscription;
  /** The record of a publication, created if there is none. */
  addPublication(identity: json.PublicationIdentity): Promise<json.StorePublication>;
  /** The records of all publications. */
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
  /** Calls listener(event) with all notes that match a query, and then with each change. */
  observeNotes(query: json.NoteQuery | null, listener: (event: json.EventNotes) => void): Subscription;
  /** Picks up changes that other processes have saved. */
  refresh(): Promise<void>;
  /** Like refresh(), but blocks. */
  refreshSync(): void;
  /** Replaces older keys and values by the current ones. */
  migrate(): Promise<json.StoreMigration>;
  /** Like migrate(), but blocks. */
  migrateSync(): json.StoreMigration;
}

// --------------------------------------------------------------------------------------------- Without a publication

/** Functions on links and lists of links. */
export const links: {
  /** The links that match a filter. */
  filter(links: json.Link[], filter: json.LinkFilter): json.Link[];
  /** Whether all links match the filter. */
  all(links: json.Link[], filter: json.LinkFilter): boolean;
  /** The index of the first link that matches the filter; -1 if there is none. */
  index(links: json.Link[], filter: json.LinkFilter): number;
  /** The variables of a templated link. */
  parameters(link: json.Link): string[];
  /** The link with its URI template expanded (RFC 6570). */
  expand(link: json.Link, parameters: json.LinkParameters): json.Link;
  /** The absolute URL of a link. */
  url(link: json.Link, base?: string): string;
};

/** Functions on lists of voices of a speech engine. */
export const voices: {
  /**
   * The voices to offer to a reader: those for a language, or all, sorted by language, region, quality, gender, name.
   * A language without a region matches any region.
   */
  select(voices: json.Voice[], options?: json.VoiceOptions): json.Voice[];
};

/** Functions on EPUB CFIs as strings. */
export const cfi: {
  /** The parts of a CFI, and its canonical spelling. */
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
  /** Like read(), but blocks. */
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
/** A JSON schema by name. */
export function schema(name: string): { [member: string]: unknown };
/** Formats, services and dependencies of this build. */
export function buildInfo(): json.BuildInfo;
/** The number of open handles in this process by type. */
export function liveHandles(): json.Handles;
/** The version of the loaded library. */
export function version(): string;
