// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { sync } = require('./native');
const { adopting, derive, owner } = require('./handle');
const { json, jsonValue } = require('./values');
const { Observable } = require('./subscription');

const NO_ACTIVATE = 1;
const END = 1;

/** Preferences in any accepted form: a draft, an object, JSON text. */
const preferencesText = (preferences) => (preferences instanceof Preferences ? preferences.text : json(preferences));

const flags = ({ activate = true } = {}) => (activate ? 0 : NO_ACTIVATE);

/** A draft of preferences.  Editing methods return the draft, so calls can be chained. */
class Preferences extends Observable {
  /** Whether the last increment or decrement had no effect, because the setting was at its limit. */
  atEnd = false;

  /** Creates a draft without a navigator, with the rules for a kind of publication. */
  constructor(kind = 'reflowable', preferences = undefined) {
    super(typeof kind === 'string' ? adopting(sync.preferences_new(kind, preferencesText(preferences))) : kind);
  }

  get text() { return sync.preferences_json(owner(this)); }

  /** The preferences as an object, to submit or to store. */
  toJSON() { return JSON.parse(this.text); }

  get settings() { return JSON.parse(sync.preferences_settings(owner(this))); }

  setting(key) { return JSON.parse(sync.preferences_setting(owner(this), key)); }

  label(key, value) { return sync.preferences_label(owner(this), key, jsonValue(value)); }

  /** Calls listener(event, topic) for "preferences", "settings", or both with null. */
  observe(topic, listener) { return this._observe('preferences_observe', topic, listener); }

  submit() { return JSON.parse(sync.preferences_submit(owner(this))); }

  copy() { return derive(Preferences, sync.preferences_copy(owner(this)), this); }

  set(key, value, options) {
    sync.preferences_set(owner(this), key, jsonValue(value), flags(options));
    return this;
  }

  increment(key, options) {
    this.atEnd = sync.preferences_increment(owner(this), key, flags(options)) === END;
    return this;
  }

  decrement(key, options) {
    this.atEnd = sync.preferences_decrement(owner(this), key, flags(options)) === END;
    return this;
  }

  toggle(key, options) {
    sync.preferences_toggle(owner(this), key, flags(options));
    return this;
  }

  activate(key) {
    sync.preferences_activate(owner(this), key);
    return this;
  }

  isActive(key) { return sync.preferences_is_active(owner(this), key); }

  /** Unsets one preference, or all of them. */
  clear(key) {
    sync.preferences_clear(owner(this), key);
    return this;
  }

  merge(preferences) {
    sync.preferences_merge(owner(this), preferencesText(preferences));
    return this;
  }

  /** Returns only the preferences with these keys.  The draft does not change. */
  keep(keys) { return JSON.parse(sync.preferences_filter(owner(this), jsonValue(keys), 1)); }

  drop(keys) { return JSON.parse(sync.preferences_filter(owner(this), jsonValue(keys), 0)); }
}

module.exports = { Preferences, preferencesText };
