// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { sync, later } = require('./native');
const { derive, owner } = require('./handle');
const { json, options: rest } = require('./values');
const { Observable } = require('./subscription');
const { preferencesText } = require('./preferences');

const contextOf = (options) => options && options.context;
const scopesText = (scopes) => (scopes.length ? JSON.stringify(scopes) : undefined);
const changesText = (changes) => JSON.stringify([...changes]
  .map(([scope, preferences]) => ({ scope, preferences: preferences === undefined ? null : preferences })));

/** Adds the current time, because the library has no clock. */
const withDate = (changes) => ({ now: new Date().toISOString(), ...changes });

/** Preferences by scope, and notes, in a file or in memory. */
class Store extends Observable {
  /** @param file  if missing, the store is kept in memory.  @param options  context; schema "store-options" */
  static async open(file, options = {}) {
    const made = await later('store_open', options.signal, owner(contextOf(options)), file, rest(options));
    return derive(Store, made, contextOf(options));
  }

  static openSync(file, options) {
    return derive(Store, sync.store_open(owner(contextOf(options)), file, rest(options)), contextOf(options));
  }

  get warnings() { return JSON.parse(sync.store_warnings(owner(this))); }

  /** The preferences of a scope, or of several: later ones take precedence. */
  async load(...scopes) {
    return JSON.parse(await later('store_load', undefined, owner(this), JSON.stringify(scopes)));
  }

  loadSync(...scopes) { return JSON.parse(sync.store_load(owner(this), JSON.stringify(scopes))); }

  /** Replaces the preferences of a scope; null removes them. */
  async save(scope, preferences) {
    await later('store_save', undefined, owner(this), json(scope), preferencesText(preferences));
  }

  saveSync(scope, preferences) { sync.store_save(owner(this), json(scope), preferencesText(preferences)); }

  /** Saves [scope, preferences] pairs, all or none. */
  async saveAll(changes) { await later('store_save_all', undefined, owner(this), changesText(changes)); }

  saveAllSync(changes) { sync.store_save_all(owner(this), changesText(changes)); }

  async scopes() { return JSON.parse(await later('store_scopes', undefined, owner(this))); }

  scopesSync() { return JSON.parse(sync.store_scopes(owner(this))); }

  /** The profiles, and the one chosen for the last of these scopes that has a choice (without scopes: globally). */
  async profiles(...scopes) {
    return JSON.parse(await later('store_profiles', undefined, owner(this), scopesText(scopes)));
  }

  profilesSync(...scopes) { return JSON.parse(sync.store_profiles(owner(this), scopesText(scopes))); }

  /** Makes, copies, removes and chooses profiles, all or none.  @param changes  schema "store-profile-changes" */
  async saveProfiles(changes) { await later('store_save_profiles', undefined, owner(this), json(changes)); }

  saveProfilesSync(changes) { sync.store_save_profiles(owner(this), json(changes)); }

  /** Calls listener(event) with a scope and its preferences, now and after each change; null means all scopes. */
  observe(scope, listener) { return this._observe('store_observe', json(scope), listener); }

  /** Picks up changes that other processes have saved. */
  async refresh() { await later('store_refresh', undefined, owner(this)); }

  refreshSync() { sync.store_refresh(owner(this)); }

  async migrate() { return JSON.parse(await later('store_migrate', undefined, owner(this))); }

  migrateSync() { return JSON.parse(sync.store_migrate(owner(this))); }

  /** The record of a publication, created if there is none.  @param identity  from publication.identity() */
  async addPublication(identity) {
    return JSON.parse(await later('store_add_publication', undefined, owner(this), json(identity)));
  }

  async publications() { return JSON.parse(await later('store_publications', undefined, owner(this))); }

  /** Saves and deletes notes, all or none; resolves to the saved ones.  @param changes  schema "note-changes" */
  async saveNotes(changes) {
    return JSON.parse(await later('store_save_notes', undefined, owner(this), json(withDate(changes))));
  }

  /** A page of the notes that match a query.  @param query  schema "note-query" */
  async notePage(query) { return JSON.parse(await later('store_notes', undefined, owner(this), json(query))); }

  /** Iterates over the notes of all pages. */
  async * notes(query) {
    for (let after; ;) {
      const page = await this.notePage({ ...query, after });
      yield* page.notes;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  /** The changes since a revision.  @param query  schema "note-changes-query" */
  async noteChanges(query) {
    return JSON.parse(await later('store_note_changes', undefined, owner(this), json(query)));
  }

  /** Merges notes from another device or from a file. */
  async mergeNotes(notes) {
    return JSON.parse(await later('store_merge_notes', undefined, owner(this), json(notes)));
  }

  /** Calls listener(event) with all notes that match a query, and then with each change. */
  observeNotes(query, listener) { return this._observe('store_observe_notes', json(query), listener); }
}

module.exports = { Store };
