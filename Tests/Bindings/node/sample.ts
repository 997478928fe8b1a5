// SPDX-License-Identifier: BSD-3-Clause
// Compiled with --strict, and never run: what the declarations allow, and what they refuse.

import {
  Context, LecternError, Navigator, Preferences, Resource, Store, links, open, openManifest, openStream, tokenize,
} from 'lectern';
import type { HostService, Link, Locator, Publication } from 'lectern';
import * as lectern from 'lectern';

class Notes implements HostService {
  readonly links: Link[] = [{ href: '~notes', type: 'application/json', rel: ['alternate'] }];

  constructor(private readonly publication: Publication) {}

  async get(href: string) {
    if (href !== '/~notes') return null;
    const builtin: Resource = await this.publication.getBuiltin('EPUB/nav.xhtml');
    return builtin.text();
  }
}

export async function main(path: string): Promise<number> {
  const context = new Context({ maxEntries: 1000, logger: (entry) => entry.message.length });
  context.addService('org.example.notes', (publication) => new Notes(publication));
  const book = await open(path, { context, name: 'a book', signal: new AbortController().signal });
  const title: string = book.title;
  const href: string = book.manifest.readingOrder[0].href;
  for await (const match of book.matches('whale', { wholeWord: true })) {
    const place: Locator = match;
    console.log(place.title?.length, place.text?.highlight);
  }
  for await (const page of await book.content({ tokens: { unit: 'word' } })) console.log(page.elements.length);
  const navigator = new Navigator(book, { preferences: { fontSize: 1.2 } });
  navigator.observe('settings', (event) => console.log(event.changed.length));
  navigator.observe('tap', (event, topic: 'tap') => console.log(event.point.x, topic));
  navigator.observe('decorations/marks', (event) => console.log(event.decoration.id));
  const draft: Preferences = navigator.editPreferences().set('theme', 'dark').increment('fontSize');
  const changed: string[] = draft.submit().changed;
  const store = await Store.open();
  await store.save({ scope: 'kind', kind: 'reflowable' }, draft);
  const served = await openManifest({ metadata: { title }, links: [], readingOrder: [] }, async () => null);
  const streamed = await openStream({ size: 3, read: () => new Uint8Array(3) });
  const ranges: Array<[number, number]> = tokenize('One. Two.', { unit: 'sentence' });
  const url: string = links.url({ href }, 'https://example.org/');

  // @ts-expect-error: there is no such option
  await open(path, { nam: 'a book' });
  // @ts-expect-error: there is no such topic
  navigator.observe('setting', () => undefined);
  // @ts-expect-error: a kind is missing
  await store.load({ scope: 'kind' });
  // @ts-expect-error: publications are opened
  new lectern.Publication();
  // @ts-expect-error: the title may be in several languages
  const text: string = book.manifest.metadata.title;

  try {
    book.link('nowhere');
  } catch (error) {
    if (error instanceof LecternError && error.code === 'LECTERN_ERROR_NOT_FOUND') return error.status;
  }
  for (const handle of [context, book, navigator, draft, store, served, streamed]) handle[Symbol.dispose]();
  return changed.length + ranges.length + url.length + text.length;
}
