// SPDX-License-Identifier: BSD-3-Clause
//
// The presentation of a publication in a view: settings, location, decorations, and the page of a web view.
#ifndef LECTERN_NAVIGATOR_HPP
#define LECTERN_NAVIGATOR_HPP

#include "preferences.hpp"
#include "publication.hpp"

LECTERN_OPEN_NAMESPACE

/// The answer to a request of a web view.
struct WebAnswer {
  /// Status, media type, length and headers.
  types::WebResponse response;
  /// The body, which is read on demand.
  Resource body;
};

/// The presentation state of one publication in one view.  Calls run one at a time.  It may outlive its publication.
class Navigator : public Handle<lectern_navigator, lectern_navigator_free> {
public:
  using Handle::Handle;
  /// @param options  @json navigator-options
  static Returns<Navigator> create(const Publication &publication, const JsonInput &options = {}) {
    return detail::give(detail::fetch<Navigator>(lectern_navigator_new, publication, detail::Text(options)));
  }

  /// The settings in effect, with types, ranges and labels.
  Returns<types::Settings> settings() const { return json<types::Settings>(lectern_navigator_settings); }
  /// Replaces all preferences.  @param preferences  @json preferences
  Returns<void> submit(const JsonInput &preferences) {
    return perform(lectern_navigator_submit_preferences, detail::Text(preferences));
  }
  /// Creates a draft with the rules of this navigator, starting from the submitted preferences unless others are given.
  Returns<Preferences> edit(const JsonInput &preferences = {}) const {
    return detail::give(
        detail::fetch<Preferences>(lectern_navigator_edit_preferences, *this, detail::Text(preferences)));
  }

  /// The reader's location; nullopt if it is unknown.
  Returns<std::optional<types::Location>> location() const {
    return json<std::optional<types::Location>>(lectern_navigator_location);
  }
  /// Sets the current location; std::nullopt if it is unknown.  @param location  @json location
  Returns<void> set_location(const JsonInput &location) {
    return perform(lectern_navigator_set_location, detail::Text(location));
  }
  /// @param viewport  @json viewport; std::nullopt if it is unknown
  Returns<void> set_viewport(const JsonInput &viewport) {
    return perform(lectern_navigator_set_viewport, detail::Text(viewport));
  }
  /// The resources of the reading order, grouped as they are shown together.
  Returns<types::Spreads> spreads() const { return json<types::Spreads>(lectern_navigator_spreads); }

  /// Observes one topic, or all with std::nullopt: "preferences", "settings", "spreads", "location",
  /// "decorations/<group>", "secondary/<group>", "hover/<group>", "web", "selection", "link", "tap", "key", "media", "error".  For the first four, the
  /// current value is delivered before this returns.
  Returns<Subscription> observe(std::optional<std::string_view> topic, Listener listener) {
    return detail::give(detail::fetch<Subscription>(
        lectern_navigator_observe, *this, detail::Text(topic), detail::listener(std::move(listener))));
  }

  /// Declares the current state of a group, and returns the difference.  @param decorations  @json decorations
  Returns<types::DecorationChanges> apply_decorations(std::string_view group, const JsonInput &decorations) {
    return json<types::DecorationChanges>(
        lectern_navigator_apply_decorations, detail::Text(group), detail::Text(decorations));
  }
  /// Shows the notes that match a query as a group, and keeps it up to date.  @param query  @json note-query
  Returns<Subscription> show_notes(std::string_view group, const Store &store, const JsonInput &query = {}) {
    return detail::give(detail::fetch<Subscription>(
        lectern_navigator_show_notes, *this, detail::Text(group), store, detail::Text(query)));
  }
  /// The decorations that were last applied to a group.
  Returns<types::Decorations> decorations(std::string_view group) const {
    return json<types::Decorations>(lectern_navigator_decorations, detail::Text(group));
  }
  /// The elements (or cues in a recording) and styles of all groups in one resource.
  Returns<types::RenderedDecorations> render_decorations(std::string_view href) const {
    return json<types::RenderedDecorations>(lectern_navigator_render_decorations, detail::Text(href));
  }
  /// Whether decorations of a style are shown, and react to an interaction ("activate", "secondary", "hover").
  Returns<bool> supports_decoration(
      std::string_view style, std::optional<std::string_view> interaction = std::nullopt) const {
    return detail::give(
        detail::truth(lectern_navigator_supports_decoration, *this, detail::Text(style), detail::Text(interaction)));
  }
  /// Defines how a style is rendered; std::nullopt removes it.  A renderer replaces the element of the definition.
  Returns<void> set_decoration_template(
      std::string_view style, const JsonInput &definition, Renderer renderer = nullptr) {
    return perform(lectern_navigator_set_decoration_template, detail::Text(style), detail::Text(definition),
        detail::renderer(std::move(renderer)));
  }
  /// Reports that the reader activated a decoration, or interacted with it in another way.
  /// @param event  @json interaction
  Returns<void> activate_decoration(std::string_view group, std::string_view id, const JsonInput &event = {}) {
    return perform(lectern_navigator_activate_decoration, detail::Text(group), detail::Text(id), detail::Text(event));
  }

  /// CSS variables and style sheets for one resource, for a host that injects them itself.
  Returns<types::Css> css(std::string_view href) const {
    return json<types::Css>(lectern_navigator_css, detail::Text(href));
  }
  /// Answers a request of the web view.  @param request  @json web-request
  Returns<WebAnswer> get(std::string_view href, const JsonInput &request = {}) {
    lectern_buffer *response = nullptr;
    Result<Resource> body =
        detail::fetch<Resource>(lectern_navigator_get, *this, detail::Text(href), detail::Text(request), &response);
    Buffer kept(response);
    return detail::give(std::move(body).map([&](Resource &&resource) {
      return WebAnswer{detail::json_of<types::WebResponse>(std::move(kept)), std::move(resource)};
    }));
  }
  /// Handles a message of the page.  Pass the text from its channel on unchanged.
  Returns<void> receive(std::string_view message) { return perform(lectern_navigator_receive, detail::Text(message)); }
  /// Goes to a location; false if there is no further section.  @param target  @json go-target
  Returns<bool> go(const JsonInput &target) {
    return detail::give(detail::step(lectern_navigator_go, *this, detail::Text(target)));
  }
  /// Sends a command to the page.  @param command  @json web-command
  Returns<void> send(const JsonInput &command) { return perform(lectern_navigator_send, detail::Text(command)); }

private:
  template <class T, class F, class... A> Returns<T> json(F function, A &&...arguments) const {
    return detail::give(detail::fetch_json<T>(function, *this, arguments...));
  }
  template <class F, class... A> Returns<void> perform(F function, A &&...arguments) {
    return detail::give(detail::perform(function, *this, arguments...));
  }
};

LECTERN_CLOSE_NAMESPACE

#endif
