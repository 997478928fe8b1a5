// SPDX-License-Identifier: BSD-3-Clause
//
// The files that the library carries inside: the JSON schemas of the API.

#include "CAssets.h"

static const char schema_build_info[] = {
#embed "../../include/schemas/build-info.schema.json" suffix(, )
    0};
static const char schema_content[] = {
#embed "../../include/schemas/content.schema.json" suffix(, )
    0};
static const char schema_context_options[] = {
#embed "../../include/schemas/context-options.schema.json" suffix(, )
    0};
static const char schema_css[] = {
#embed "../../include/schemas/css.schema.json" suffix(, )
    0};
static const char schema_decoration[] = {
#embed "../../include/schemas/decoration.schema.json" suffix(, )
    0};
static const char schema_decoration_changes[] = {
#embed "../../include/schemas/decoration-changes.schema.json" suffix(, )
    0};
static const char schema_decoration_template[] = {
#embed "../../include/schemas/decoration-template.schema.json" suffix(, )
    0};
static const char schema_decorations[] = {
#embed "../../include/schemas/decorations.schema.json" suffix(, )
    0};
static const char schema_error[] = {
#embed "../../include/schemas/error.schema.json" suffix(, )
    0};
static const char schema_event_decorations[] = {
#embed "../../include/schemas/event-decorations.schema.json" suffix(, )
    0};
static const char schema_event_error[] = {
#embed "../../include/schemas/event-error.schema.json" suffix(, )
    0};
static const char schema_event_key[] = {
#embed "../../include/schemas/event-key.schema.json" suffix(, )
    0};
static const char schema_event_link[] = {
#embed "../../include/schemas/event-link.schema.json" suffix(, )
    0};
static const char schema_event_location[] = {
#embed "../../include/schemas/event-location.schema.json" suffix(, )
    0};
static const char schema_event_media[] = {
#embed "../../include/schemas/event-media.schema.json" suffix(, )
    0};
static const char schema_event_preferences[] = {
#embed "../../include/schemas/event-preferences.schema.json" suffix(, )
    0};
static const char schema_event_selection[] = {
#embed "../../include/schemas/event-selection.schema.json" suffix(, )
    0};
static const char schema_event_settings[] = {
#embed "../../include/schemas/event-settings.schema.json" suffix(, )
    0};
static const char schema_event_spreads[] = {
#embed "../../include/schemas/event-spreads.schema.json" suffix(, )
    0};
static const char schema_event_store[] = {
#embed "../../include/schemas/event-store.schema.json" suffix(, )
    0};
static const char schema_event_tap[] = {
#embed "../../include/schemas/event-tap.schema.json" suffix(, )
    0};
static const char schema_event_web[] = {
#embed "../../include/schemas/event-web.schema.json" suffix(, )
    0};
static const char schema_format[] = {
#embed "../../include/schemas/format.schema.json" suffix(, )
    0};
static const char schema_go_target[] = {
#embed "../../include/schemas/go-target.schema.json" suffix(, )
    0};
static const char schema_guided_navigation[] = {
#embed "../../include/schemas/guided-navigation.schema.json" suffix(, )
    0};
static const char schema_handles[] = {
#embed "../../include/schemas/handles.schema.json" suffix(, )
    0};
static const char schema_interaction[] = {
#embed "../../include/schemas/interaction.schema.json" suffix(, )
    0};
static const char schema_link[] = {
#embed "../../include/schemas/link.schema.json" suffix(, )
    0};
static const char schema_link_filter[] = {
#embed "../../include/schemas/link-filter.schema.json" suffix(, )
    0};
static const char schema_link_parameters[] = {
#embed "../../include/schemas/link-parameters.schema.json" suffix(, )
    0};
static const char schema_links[] = {
#embed "../../include/schemas/links.schema.json" suffix(, )
    0};
static const char schema_location[] = {
#embed "../../include/schemas/location.schema.json" suffix(, )
    0};
static const char schema_locator[] = {
#embed "../../include/schemas/locator.schema.json" suffix(, )
    0};
static const char schema_locators[] = {
#embed "../../include/schemas/locators.schema.json" suffix(, )
    0};
static const char schema_locator_query[] = {
#embed "../../include/schemas/locator-query.schema.json" suffix(, )
    0};
static const char schema_log_entry[] = {
#embed "../../include/schemas/log-entry.schema.json" suffix(, )
    0};
static const char schema_manifest[] = {
#embed "../../include/schemas/manifest.schema.json" suffix(, )
    0};
static const char schema_names[] = {
#embed "../../include/schemas/names.schema.json" suffix(, )
    0};
static const char schema_navigator_options[] = {
#embed "../../include/schemas/navigator-options.schema.json" suffix(, )
    0};
static const char schema_open_options[] = {
#embed "../../include/schemas/open-options.schema.json" suffix(, )
    0};
static const char schema_positions[] = {
#embed "../../include/schemas/positions.schema.json" suffix(, )
    0};
static const char schema_positions_by_reading_order[] = {
#embed "../../include/schemas/positions-by-reading-order.schema.json" suffix(, )
    0};
static const char schema_preference_keys[] = {
#embed "../../include/schemas/preference-keys.schema.json" suffix(, )
    0};
static const char schema_preferences[] = {
#embed "../../include/schemas/preferences.schema.json" suffix(, )
    0};
static const char schema_presentation[] = {
#embed "../../include/schemas/presentation.schema.json" suffix(, )
    0};
static const char schema_publication_info[] = {
#embed "../../include/schemas/publication-info.schema.json" suffix(, )
    0};
static const char schema_ranges[] = {
#embed "../../include/schemas/ranges.schema.json" suffix(, )
    0};
static const char schema_rendered_decorations[] = {
#embed "../../include/schemas/rendered-decorations.schema.json" suffix(, )
    0};
static const char schema_search_options[] = {
#embed "../../include/schemas/search-options.schema.json" suffix(, )
    0};
static const char schema_services[] = {
#embed "../../include/schemas/services.schema.json" suffix(, )
    0};
static const char schema_setting[] = {
#embed "../../include/schemas/setting.schema.json" suffix(, )
    0};
static const char schema_settings[] = {
#embed "../../include/schemas/settings.schema.json" suffix(, )
    0};
static const char schema_sniff_hints[] = {
#embed "../../include/schemas/sniff-hints.schema.json" suffix(, )
    0};
static const char schema_spreads[] = {
#embed "../../include/schemas/spreads.schema.json" suffix(, )
    0};
static const char schema_store_changes[] = {
#embed "../../include/schemas/store-changes.schema.json" suffix(, )
    0};
static const char schema_store_migration[] = {
#embed "../../include/schemas/store-migration.schema.json" suffix(, )
    0};
static const char schema_store_options[] = {
#embed "../../include/schemas/store-options.schema.json" suffix(, )
    0};
static const char schema_store_scope[] = {
#embed "../../include/schemas/store-scope.schema.json" suffix(, )
    0};
static const char schema_store_scopes[] = {
#embed "../../include/schemas/store-scopes.schema.json" suffix(, )
    0};
static const char schema_submission[] = {
#embed "../../include/schemas/submission.schema.json" suffix(, )
    0};
static const char schema_token_options[] = {
#embed "../../include/schemas/token-options.schema.json" suffix(, )
    0};
static const char schema_viewport[] = {
#embed "../../include/schemas/viewport.schema.json" suffix(, )
    0};
static const char schema_voice_order[] = {
#embed "../../include/schemas/voice-order.schema.json" suffix(, )
    0};
static const char schema_voices[] = {
#embed "../../include/schemas/voices.schema.json" suffix(, )
    0};
static const char schema_warnings[] = {
#embed "../../include/schemas/warnings.schema.json" suffix(, )
    0};
static const char schema_web_command[] = {
#embed "../../include/schemas/web-command.schema.json" suffix(, )
    0};
static const char schema_web_message[] = {
#embed "../../include/schemas/web-message.schema.json" suffix(, )
    0};
static const char schema_web_pdf_page[] = {
#embed "../../include/schemas/web-pdf-page.schema.json" suffix(, )
    0};
static const char schema_web_request[] = {
#embed "../../include/schemas/web-request.schema.json" suffix(, )
    0};
static const char schema_web_response[] = {
#embed "../../include/schemas/web-response.schema.json" suffix(, )
    0};
static const char schema_web_state[] = {
#embed "../../include/schemas/web-state.schema.json" suffix(, )
    0};

#define SCHEMA(name, text) {name, text, sizeof(text) - 1}

static const assets_schema schemas[] = {
    SCHEMA("build-info", schema_build_info),
    SCHEMA("content", schema_content),
    SCHEMA("context-options", schema_context_options),
    SCHEMA("css", schema_css),
    SCHEMA("decoration", schema_decoration),
    SCHEMA("decoration-changes", schema_decoration_changes),
    SCHEMA("decoration-template", schema_decoration_template),
    SCHEMA("decorations", schema_decorations),
    SCHEMA("error", schema_error),
    SCHEMA("event-decorations", schema_event_decorations),
    SCHEMA("event-error", schema_event_error),
    SCHEMA("event-key", schema_event_key),
    SCHEMA("event-link", schema_event_link),
    SCHEMA("event-location", schema_event_location),
    SCHEMA("event-media", schema_event_media),
    SCHEMA("event-preferences", schema_event_preferences),
    SCHEMA("event-selection", schema_event_selection),
    SCHEMA("event-settings", schema_event_settings),
    SCHEMA("event-spreads", schema_event_spreads),
    SCHEMA("event-store", schema_event_store),
    SCHEMA("event-tap", schema_event_tap),
    SCHEMA("event-web", schema_event_web),
    SCHEMA("format", schema_format),
    SCHEMA("go-target", schema_go_target),
    SCHEMA("guided-navigation", schema_guided_navigation),
    SCHEMA("handles", schema_handles),
    SCHEMA("interaction", schema_interaction),
    SCHEMA("link", schema_link),
    SCHEMA("link-filter", schema_link_filter),
    SCHEMA("link-parameters", schema_link_parameters),
    SCHEMA("links", schema_links),
    SCHEMA("location", schema_location),
    SCHEMA("locator", schema_locator),
    SCHEMA("locators", schema_locators),
    SCHEMA("locator-query", schema_locator_query),
    SCHEMA("log-entry", schema_log_entry),
    SCHEMA("manifest", schema_manifest),
    SCHEMA("names", schema_names),
    SCHEMA("navigator-options", schema_navigator_options),
    SCHEMA("open-options", schema_open_options),
    SCHEMA("positions", schema_positions),
    SCHEMA("positions-by-reading-order", schema_positions_by_reading_order),
    SCHEMA("preference-keys", schema_preference_keys),
    SCHEMA("preferences", schema_preferences),
    SCHEMA("presentation", schema_presentation),
    SCHEMA("publication-info", schema_publication_info),
    SCHEMA("ranges", schema_ranges),
    SCHEMA("rendered-decorations", schema_rendered_decorations),
    SCHEMA("search-options", schema_search_options),
    SCHEMA("services", schema_services),
    SCHEMA("setting", schema_setting),
    SCHEMA("settings", schema_settings),
    SCHEMA("sniff-hints", schema_sniff_hints),
    SCHEMA("spreads", schema_spreads),
    SCHEMA("store-changes", schema_store_changes),
    SCHEMA("store-migration", schema_store_migration),
    SCHEMA("store-options", schema_store_options),
    SCHEMA("store-scope", schema_store_scope),
    SCHEMA("store-scopes", schema_store_scopes),
    SCHEMA("submission", schema_submission),
    SCHEMA("token-options", schema_token_options),
    SCHEMA("viewport", schema_viewport),
    SCHEMA("voice-order", schema_voice_order),
    SCHEMA("voices", schema_voices),
    SCHEMA("warnings", schema_warnings),
    SCHEMA("web-command", schema_web_command),
    SCHEMA("web-message", schema_web_message),
    SCHEMA("web-pdf-page", schema_web_pdf_page),
    SCHEMA("web-request", schema_web_request),
    SCHEMA("web-response", schema_web_response),
    SCHEMA("web-state", schema_web_state),
};

const assets_schema *assets_schemas(size_t *count) {
  *count = sizeof(schemas) / sizeof(schemas[0]);
  return schemas;
}
