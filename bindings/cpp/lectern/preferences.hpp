// SPDX-License-Identifier: BSD-3-Clause
//
// Drafts of preferences, subscriptions of listeners, and the store.
#ifndef LECTERN_PREFERENCES_HPP
#define LECTERN_PREFERENCES_HPP

#include <filesystem>

#include "context.hpp"

LECTERN_OPEN_NAMESPACE

/// Registers a listener until it is closed or goes out of scope; after that, no call of the listener begins.  It may be
/// closed from inside the listener, and may outlive the object that it observes.
class Subscription : public Handle<lectern_subscription, lectern_subscription_free> {
public:
  using Handle::Handle;
};

/// Whether changing a preference also activates its setting, by changing other preferences as needed.
enum class Activation : std::uint32_t { on = 0, off = LECTERN_NO_ACTIVATE };

/// A draft of preferences, with the rules for editing it.
class Preferences : public Handle<lectern_preferences, lectern_preferences_free> {
public:
  using Handle::Handle;
  /// Creates a draft without a navigator.  @param kind  reflowable, fixed, pdf, image, audio, video, tts
  static Returns<Preferences> create(std::string_view kind, const JsonInput &preferences = {}) {
    return detail::give(
        detail::fetch<Preferences>(lectern_preferences_new, detail::Text(kind), detail::Text(preferences)));
  }
  /// An independent draft with the same preferences, rules and navigator.
  Returns<Preferences> copy() const {
    return detail::give(detail::fetch<Preferences>(lectern_preferences_copy, *this));
  }

  /// The preferences, to store or to submit.
  Returns<types::Preferences> values() const { return json<types::Preferences>(lectern_preferences_json); }
  /// The settings that would result from this draft, for a form.
  Returns<types::Settings> settings() const { return json<types::Settings>(lectern_preferences_settings); }
  /// One of the settings that would result from this draft.
  Returns<types::Setting> setting(std::string_view key) const {
    return json<types::Setting>(lectern_preferences_setting, detail::Text(key));
  }
  /// The label for a value of a setting, such as "120%" for 1.2.
  Returns<std::string> label(std::string_view key, const JsonValue &value) const {
    return detail::give(detail::fetch_text(lectern_preferences_label, *this, detail::Text(key), detail::Text(value)));
  }
  /// Whether the setting would take effect.
  Returns<bool> is_active(std::string_view key) const {
    return detail::give(detail::truth(lectern_preferences_is_active, *this, detail::Text(key)));
  }
  /// The preferences with, or without, some keys.  @param keys  @json preference-keys
  Returns<types::Preferences> keep(const JsonInput &keys) const { return filter(keys, 1); }
  /// The preferences without some keys.  @param keys  @json preference-keys
  Returns<types::Preferences> drop(const JsonInput &keys) const { return filter(keys, 0); }

  /// Sets a preference to any value that the setting accepts; nullptr unsets it.
  Returns<void> set(std::string_view key, const JsonValue &value, Activation activation = Activation::on) {
    return edit(
        lectern_preferences_set, detail::Text(key), detail::Text(value), static_cast<std::uint32_t>(activation));
  }
  /// Moves to the next or previous value that makes a visible difference; false if there is none.
  Returns<bool> increment(std::string_view key, Activation activation = Activation::on) {
    return move(lectern_preferences_increment, key, activation);
  }
  /// Moves to the previous value that makes a visible difference; false if there is none.
  Returns<bool> decrement(std::string_view key, Activation activation = Activation::on) {
    return move(lectern_preferences_decrement, key, activation);
  }
  /// Inverts a switch, or moves an enumeration to its next value.
  Returns<void> toggle(std::string_view key, Activation activation = Activation::on) {
    return edit(lectern_preferences_toggle, detail::Text(key), static_cast<std::uint32_t>(activation));
  }
  /// Changes other preferences as needed for this setting to be active.
  Returns<void> activate(std::string_view key) { return edit(lectern_preferences_activate, detail::Text(key)); }
  /// Unsets one preference, or all of them.
  Returns<void> clear(std::optional<std::string_view> key = std::nullopt) {
    return edit(lectern_preferences_clear, detail::Text(key));
  }
  /// Merges preferences into the draft; the given ones take precedence.
  Returns<void> merge(const JsonInput &preferences) {
    return edit(lectern_preferences_merge, detail::Text(preferences));
  }
  /// Submits the draft to the navigator that created it.
  Returns<types::Submission> submit() { return json<types::Submission>(lectern_preferences_submit); }

  /// Observes "preferences", "settings", or both.  The current values are delivered before this returns.
  Returns<Subscription> observe(std::optional<std::string_view> topic, Listener listener) {
    return detail::give(detail::fetch<Subscription>(
        lectern_preferences_observe, *this, detail::Text(topic), detail::listener(std::move(listener))));
  }

private:
  template <class T, class F, class... A> Returns<T> json(F function, A &&...arguments) const {
    return detail::give(detail::fetch_json<T>(function, *this, arguments...));
  }
  template <class F, class... A> Returns<void> edit(F function, A &&...arguments) {
    return detail::give(detail::perform(function, *this, arguments...));
  }
  template <class F> Returns<bool> move(F function, std::string_view key, Activation activation) {
    return detail::give(detail::step(function, *this, detail::Text(key), static_cast<std::uint32_t>(activation)));
  }
  Returns<types::Preferences> filter(const JsonInput &keys, std::int32_t keep) const {
    return json<types::Preferences>(lectern_preferences_filter, detail::Text(keys), keep);
  }
};

/// Stored preferences by scope, and notes.
class Store : public Handle<lectern_store, lectern_store_free> {
public:
  using Handle::Handle;
  /// Opens a file, creating it if it does not exist.  @param options  @json store-options
  static Returns<Store> open(
      const std::filesystem::path &file, const JsonInput &options = {}, const Context &context = {}) {
    return open_at(detail::Text(file.string()), options, context);
  }
  /// Opens a store without a file.  @param options  @json store-options
  static Returns<Store> in_memory(const JsonInput &options = {}, const Context &context = {}) {
    return open_at(detail::Text(std::optional<std::string_view>()), options, context);
  }

  /// Damage that was found in the file.
  Returns<types::Warnings> warnings() const { return json<types::Warnings>(lectern_store_warnings); }
  /// The preferences of a scope, or of several: later ones take precedence.  @param scopes  @json store-scopes
  Returns<types::Preferences> load(const JsonInput &scopes) const {
    return json<types::Preferences>(lectern_store_load, detail::Text(scopes));
  }
  /// Replaces the stored preferences of a scope; std::nullopt removes them.  @param scope  @json store-scope
  Returns<void> save(const JsonInput &scope, const JsonInput &preferences) {
    return detail::give(detail::perform(lectern_store_save, *this, detail::Text(scope), detail::Text(preferences)));
  }
  /// Saves several scopes, all or none.  @param changes  @json store-changes
  Returns<void> save_all(const JsonInput &changes) {
    return detail::give(detail::perform(lectern_store_save_all, *this, detail::Text(changes)));
  }
  /// The scopes that have stored preferences.
  Returns<types::StoreScopes> scopes() const { return json<types::StoreScopes>(lectern_store_scopes); }
  /// The profiles, and the one chosen for the last of these scopes that has a choice; std::nullopt: globally.
  /// @param scopes  @json store-scopes
  Returns<types::StoreProfiles> profiles(const JsonInput &scopes = std::nullopt) const {
    return json<types::StoreProfiles>(lectern_store_profiles, detail::Text(scopes));
  }
  /// Makes, renames, copies, removes and chooses profiles, all or none.  @param changes  @json store-profile-changes
  Returns<void> save_profiles(const JsonInput &changes) {
    return detail::give(detail::perform(lectern_store_save_profiles, *this, detail::Text(changes)));
  }
  /// Observes the preferences of one scope, or of all with std::nullopt.
  Returns<Subscription> observe(const JsonInput &scope, Listener listener) {
    return detail::give(detail::fetch<Subscription>(
        lectern_store_observe, *this, detail::Text(scope), detail::listener(std::move(listener))));
  }
  /// Picks up changes that other processes have saved, and notifies the listeners.
  Returns<void> refresh() { return detail::give(detail::perform(lectern_store_refresh, *this)); }
  /// Migrates older keys and values to the current ones.
  Returns<types::StoreMigration> migrate() { return json<types::StoreMigration>(lectern_store_migrate); }

  /// The record of a publication, created if there is none.  @param identity  @json publication-identity
  Returns<types::StorePublication> add_publication(const JsonInput &identity) {
    return json<types::StorePublication>(lectern_store_add_publication, detail::Text(identity));
  }
  /// The records of all publications.
  Returns<types::PublicationRecords> publications() const {
    return json<types::PublicationRecords>(lectern_store_publications);
  }
  /// Saves and deletes notes, all or none.  Returns the saved ones.  @param changes  @json note-changes
  Returns<types::NoteList> save_notes(const JsonInput &changes) {
    return json<types::NoteList>(lectern_store_save_notes, detail::Text(changes));
  }
  /// The notes that match a query.  @param query  @json note-query
  Returns<types::NotePage> notes(const JsonInput &query = {}) const {
    return json<types::NotePage>(lectern_store_notes, detail::Text(query));
  }
  /// The changes since a revision.  @param query  @json note-changes-query
  Returns<types::NoteDelta> note_changes(const JsonInput &query = {}) const {
    return json<types::NoteDelta>(lectern_store_note_changes, detail::Text(query));
  }
  /// Merges notes from another device or from a file.  @param notes  @json note-list
  Returns<types::NoteMerge> merge_notes(const JsonInput &notes) {
    return json<types::NoteMerge>(lectern_store_merge_notes, detail::Text(notes));
  }
  /// Observes the notes that match a query.  @param query  @json note-query
  Returns<Subscription> observe_notes(const JsonInput &query, Listener listener) {
    return detail::give(detail::fetch<Subscription>(
        lectern_store_observe_notes, *this, detail::Text(query), detail::listener(std::move(listener))));
  }

private:
  static Returns<Store> open_at(const detail::Text &path, const JsonInput &options, const Context &context) {
    return detail::give(detail::fetch<Store>(lectern_store_open, context, path, detail::Text(options)));
  }
  template <class T, class F, class... A> Returns<T> json(F function, A &&...arguments) const {
    return detail::give(detail::fetch_json<T>(function, *this, arguments...));
  }
};

LECTERN_CLOSE_NAMESPACE

#endif
