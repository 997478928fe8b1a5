// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { Readable } = require('stream');
const { sync, later } = require('./native');
const { adopting, derive, keep, keptBy, owner } = require('./handle');
const { json } = require('./values');
const callbacks = require('./callbacks');
const { Observable } = require('./subscription');
const { Preferences, preferencesText } = require('./preferences');
const { Resource } = require('./resource');

const END = 1;

/** The answer to a request of a web view. */
class Response {
  constructor([described, body], navigator) {
    Object.assign(this, JSON.parse(described));
    this.body = derive(Resource, body, navigator);
  }

  /** Reads all bytes and closes the body. */
  async read(options) {
    try {
      return await this.body.read(0, undefined, options);
    } finally {
      this.close();
    }
  }

  /** A Readable of the bytes, which closes the body at the end. */
  stream(options) { return Readable.from(this.#chunks(options), { objectMode: false }); }

  async * #chunks(options) {
    try {
      yield* this.body.chunks(options);
    } finally {
      this.close();
    }
  }

  close() { this.body.close(); }
}

function request({ range, body, method, headers } = {}) {
  const given = { range, body, method, headers };
  return Object.values(given).every((value) => value === undefined) ? undefined : JSON.stringify(given);
}

/** The presentation state of one publication in one view. */
class Navigator extends Observable {
  #renderers = new Map();

  /** @param options  schema "navigator-options" */
  constructor(publication, options) {
    super(adopting(sync.navigator_new(owner(publication), json(options))));
    keep(owner(this), keptBy(publication), this.#renderers);
  }

  get settings() { return JSON.parse(sync.navigator_settings(owner(this))); }

  submitPreferences(preferences) { sync.navigator_submit_preferences(owner(this), preferencesText(preferences)); }

  /** Creates a draft, by default from the submitted preferences.  It changes nothing until it is submitted. */
  editPreferences(preferences) {
    return derive(Preferences, sync.navigator_edit_preferences(owner(this), preferencesText(preferences)), this);
  }

  /** The reader's location, a locator; null if it is unknown. */
  get location() { return JSON.parse(sync.navigator_location(owner(this))); }

  setLocation(locator) { sync.navigator_set_location(owner(this), json(locator)); }

  setViewport(viewport) { sync.navigator_set_viewport(owner(this), json(viewport)); }

  get spreads() { return JSON.parse(sync.navigator_spreads(owner(this))); }

  /** Calls listener(event, topic) for a topic, or for all with null, starting with the current value. */
  observe(topic, listener) { return this._observe('navigator_observe', topic, listener); }

  /** Shows the notes of a store that match a query as a group, and keeps it up to date. */
  showNotes(group, store, query) {
    return this._subscribed(sync.navigator_show_notes(owner(this), group, owner(store), json(query)));
  }

  /** Declares the current state of a group, and returns the changes in each resource. */
  applyDecorations(group, decorations) {
    return JSON.parse(sync.navigator_apply_decorations(owner(this), group, json(decorations)));
  }

  decorations(group) { return JSON.parse(sync.navigator_decorations(owner(this), group)); }

  async renderDecorations(href, { signal } = {}) {
    return JSON.parse(await later('navigator_render_decorations', signal, owner(this), href));
  }

  renderDecorationsSync(href) { return JSON.parse(sync.navigator_render_decorations(owner(this), href)); }

  supportsDecoration(style, interaction) { return sync.navigator_supports_decoration(owner(this), style, interaction); }

  /** @param element  called with a decoration; returns its HTML.  By default, the element of the definition is used. */
  setDecorationTemplate(style, definition, element) {
    const target = element ? callbacks.renderer(callbacks.callable(element, 'A renderer')) : undefined;
    sync.navigator_set_decoration_template(owner(this), style, json(definition), target);
    this.#renderers.set(style, target);
  }

  activateDecoration(group, id, event) { sync.navigator_activate_decoration(owner(this), group, id, json(event)); }

  async css(href, { signal } = {}) { return JSON.parse(await later('navigator_css', signal, owner(this), href)); }

  cssSync(href) { return JSON.parse(sync.navigator_css(owner(this), href)); }

  /** Answers a request of the web view that shows the publication: status, headers, type, length, body. */
  async get(href, options = {}) {
    return new Response(await later('navigator_get', options.signal, owner(this), href, request(options)), this);
  }

  getSync(href, options) { return new Response(sync.navigator_get(owner(this), href, request(options)), this); }

  /** Handles a message of the page, unchanged. */
  async receive(message, { signal } = {}) { await later('navigator_receive', signal, owner(this), json(message)); }

  receiveSync(message) { sync.navigator_receive(owner(this), json(message)); }

  /** Goes to a location; false if there is no further section.  @param target  schema "go-target" */
  async go(target, { signal } = {}) { return await later('navigator_go', signal, owner(this), json(target)) !== END; }

  goSync(target) { return sync.navigator_go(owner(this), json(target)) !== END; }

  /** Sends a command to the page.  @param command  schema "web-command" */
  send(command) { sync.navigator_send(owner(this), json(command)); }
}

module.exports = { Navigator };
