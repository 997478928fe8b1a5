// SPDX-License-Identifier: BSD-3-Clause
//
// The JSON schemas of include/schemas, by name.  A new one needs a row here.

#include "CAssets.h"

static const assets_file files[] = {
    {"accessibility", (const char[]){
#embed "../../include/schemas/accessibility.schema.json" suffix(, 0)
    }},
    {"accessibility-options", (const char[]){
#embed "../../include/schemas/accessibility-options.schema.json" suffix(, 0)
    }},
    {"build-info", (const char[]){
#embed "../../include/schemas/build-info.schema.json" suffix(, 0)
    }},
    {"cfi", (const char[]){
#embed "../../include/schemas/cfi.schema.json" suffix(, 0)
    }},
    {"cfi-place", (const char[]){
#embed "../../include/schemas/cfi-place.schema.json" suffix(, 0)
    }},
    {"consumed-rights", (const char[]){
#embed "../../include/schemas/consumed-rights.schema.json" suffix(, 0)
    }},
    {"content", (const char[]){
#embed "../../include/schemas/content.schema.json" suffix(, 0)
    }},
    {"content-options", (const char[]){
#embed "../../include/schemas/content-options.schema.json" suffix(, 0)
    }},
    {"content-protection", (const char[]){
#embed "../../include/schemas/content-protection.schema.json" suffix(, 0)
    }},
    {"context-options", (const char[]){
#embed "../../include/schemas/context-options.schema.json" suffix(, 0)
    }},
    {"cover-options", (const char[]){
#embed "../../include/schemas/cover-options.schema.json" suffix(, 0)
    }},
    {"css", (const char[]){
#embed "../../include/schemas/css.schema.json" suffix(, 0)
    }},
    {"decoration", (const char[]){
#embed "../../include/schemas/decoration.schema.json" suffix(, 0)
    }},
    {"decoration-changes", (const char[]){
#embed "../../include/schemas/decoration-changes.schema.json" suffix(, 0)
    }},
    {"decoration-template", (const char[]){
#embed "../../include/schemas/decoration-template.schema.json" suffix(, 0)
    }},
    {"decorations", (const char[]){
#embed "../../include/schemas/decorations.schema.json" suffix(, 0)
    }},
    {"error", (const char[]){
#embed "../../include/schemas/error.schema.json" suffix(, 0)
    }},
    {"event-cue", (const char[]){
#embed "../../include/schemas/event-cue.schema.json" suffix(, 0)
    }},
    {"event-decorations", (const char[]){
#embed "../../include/schemas/event-decorations.schema.json" suffix(, 0)
    }},
    {"event-error", (const char[]){
#embed "../../include/schemas/event-error.schema.json" suffix(, 0)
    }},
    {"event-key", (const char[]){
#embed "../../include/schemas/event-key.schema.json" suffix(, 0)
    }},
    {"event-link", (const char[]){
#embed "../../include/schemas/event-link.schema.json" suffix(, 0)
    }},
    {"event-location", (const char[]){
#embed "../../include/schemas/event-location.schema.json" suffix(, 0)
    }},
    {"event-media", (const char[]){
#embed "../../include/schemas/event-media.schema.json" suffix(, 0)
    }},
    {"event-notes", (const char[]){
#embed "../../include/schemas/event-notes.schema.json" suffix(, 0)
    }},
    {"event-preferences", (const char[]){
#embed "../../include/schemas/event-preferences.schema.json" suffix(, 0)
    }},
    {"event-selection", (const char[]){
#embed "../../include/schemas/event-selection.schema.json" suffix(, 0)
    }},
    {"event-settings", (const char[]){
#embed "../../include/schemas/event-settings.schema.json" suffix(, 0)
    }},
    {"event-spreads", (const char[]){
#embed "../../include/schemas/event-spreads.schema.json" suffix(, 0)
    }},
    {"event-store", (const char[]){
#embed "../../include/schemas/event-store.schema.json" suffix(, 0)
    }},
    {"event-tap", (const char[]){
#embed "../../include/schemas/event-tap.schema.json" suffix(, 0)
    }},
    {"event-unplaced", (const char[]){
#embed "../../include/schemas/event-unplaced.schema.json" suffix(, 0)
    }},
    {"event-web", (const char[]){
#embed "../../include/schemas/event-web.schema.json" suffix(, 0)
    }},
    {"footnote", (const char[]){
#embed "../../include/schemas/footnote.schema.json" suffix(, 0)
    }},
    {"format", (const char[]){
#embed "../../include/schemas/format.schema.json" suffix(, 0)
    }},
    {"go-target", (const char[]){
#embed "../../include/schemas/go-target.schema.json" suffix(, 0)
    }},
    {"guided-navigation", (const char[]){
#embed "../../include/schemas/guided-navigation.schema.json" suffix(, 0)
    }},
    {"handles", (const char[]){
#embed "../../include/schemas/handles.schema.json" suffix(, 0)
    }},
    {"interaction", (const char[]){
#embed "../../include/schemas/interaction.schema.json" suffix(, 0)
    }},
    {"link", (const char[]){
#embed "../../include/schemas/link.schema.json" suffix(, 0)
    }},
    {"link-filter", (const char[]){
#embed "../../include/schemas/link-filter.schema.json" suffix(, 0)
    }},
    {"link-parameters", (const char[]){
#embed "../../include/schemas/link-parameters.schema.json" suffix(, 0)
    }},
    {"links", (const char[]){
#embed "../../include/schemas/links.schema.json" suffix(, 0)
    }},
    {"location", (const char[]){
#embed "../../include/schemas/location.schema.json" suffix(, 0)
    }},
    {"locator", (const char[]){
#embed "../../include/schemas/locator.schema.json" suffix(, 0)
    }},
    {"locator-query", (const char[]){
#embed "../../include/schemas/locator-query.schema.json" suffix(, 0)
    }},
    {"locators", (const char[]){
#embed "../../include/schemas/locators.schema.json" suffix(, 0)
    }},
    {"log-entry", (const char[]){
#embed "../../include/schemas/log-entry.schema.json" suffix(, 0)
    }},
    {"manifest", (const char[]){
#embed "../../include/schemas/manifest.schema.json" suffix(, 0)
    }},
    {"markdown-options", (const char[]){
#embed "../../include/schemas/markdown-options.schema.json" suffix(, 0)
    }},
    {"names", (const char[]){
#embed "../../include/schemas/names.schema.json" suffix(, 0)
    }},
    {"navigator-options", (const char[]){
#embed "../../include/schemas/navigator-options.schema.json" suffix(, 0)
    }},
    {"note", (const char[]){
#embed "../../include/schemas/note.schema.json" suffix(, 0)
    }},
    {"note-changes", (const char[]){
#embed "../../include/schemas/note-changes.schema.json" suffix(, 0)
    }},
    {"note-changes-query", (const char[]){
#embed "../../include/schemas/note-changes-query.schema.json" suffix(, 0)
    }},
    {"note-delta", (const char[]){
#embed "../../include/schemas/note-delta.schema.json" suffix(, 0)
    }},
    {"note-list", (const char[]){
#embed "../../include/schemas/note-list.schema.json" suffix(, 0)
    }},
    {"note-merge", (const char[]){
#embed "../../include/schemas/note-merge.schema.json" suffix(, 0)
    }},
    {"note-page", (const char[]){
#embed "../../include/schemas/note-page.schema.json" suffix(, 0)
    }},
    {"note-query", (const char[]){
#embed "../../include/schemas/note-query.schema.json" suffix(, 0)
    }},
    {"note-read-options", (const char[]){
#embed "../../include/schemas/note-read-options.schema.json" suffix(, 0)
    }},
    {"note-write-options", (const char[]){
#embed "../../include/schemas/note-write-options.schema.json" suffix(, 0)
    }},
    {"notes", (const char[]){
#embed "../../include/schemas/notes.schema.json" suffix(, 0)
    }},
    {"open-options", (const char[]){
#embed "../../include/schemas/open-options.schema.json" suffix(, 0)
    }},
    {"page-images", (const char[]){
#embed "../../include/schemas/page-images.schema.json" suffix(, 0)
    }},
    {"pages", (const char[]){
#embed "../../include/schemas/pages.schema.json" suffix(, 0)
    }},
    {"positions", (const char[]){
#embed "../../include/schemas/positions.schema.json" suffix(, 0)
    }},
    {"positions-by-reading-order", (const char[]){
#embed "../../include/schemas/positions-by-reading-order.schema.json" suffix(, 0)
    }},
    {"preference-keys", (const char[]){
#embed "../../include/schemas/preference-keys.schema.json" suffix(, 0)
    }},
    {"preferences", (const char[]){
#embed "../../include/schemas/preferences.schema.json" suffix(, 0)
    }},
    {"presentation", (const char[]){
#embed "../../include/schemas/presentation.schema.json" suffix(, 0)
    }},
    {"publication-identity", (const char[]){
#embed "../../include/schemas/publication-identity.schema.json" suffix(, 0)
    }},
    {"publication-info", (const char[]){
#embed "../../include/schemas/publication-info.schema.json" suffix(, 0)
    }},
    {"publication-records", (const char[]){
#embed "../../include/schemas/publication-records.schema.json" suffix(, 0)
    }},
    {"ranges", (const char[]){
#embed "../../include/schemas/ranges.schema.json" suffix(, 0)
    }},
    {"reference", (const char[]){
#embed "../../include/schemas/reference.schema.json" suffix(, 0)
    }},
    {"rendered-decorations", (const char[]){
#embed "../../include/schemas/rendered-decorations.schema.json" suffix(, 0)
    }},
    {"search-options", (const char[]){
#embed "../../include/schemas/search-options.schema.json" suffix(, 0)
    }},
    {"services", (const char[]){
#embed "../../include/schemas/services.schema.json" suffix(, 0)
    }},
    {"setting", (const char[]){
#embed "../../include/schemas/setting.schema.json" suffix(, 0)
    }},
    {"settings", (const char[]){
#embed "../../include/schemas/settings.schema.json" suffix(, 0)
    }},
    {"sniff-hints", (const char[]){
#embed "../../include/schemas/sniff-hints.schema.json" suffix(, 0)
    }},
    {"spreads", (const char[]){
#embed "../../include/schemas/spreads.schema.json" suffix(, 0)
    }},
    {"statistics", (const char[]){
#embed "../../include/schemas/statistics.schema.json" suffix(, 0)
    }},
    {"statistics-options", (const char[]){
#embed "../../include/schemas/statistics-options.schema.json" suffix(, 0)
    }},
    {"store-changes", (const char[]){
#embed "../../include/schemas/store-changes.schema.json" suffix(, 0)
    }},
    {"store-migration", (const char[]){
#embed "../../include/schemas/store-migration.schema.json" suffix(, 0)
    }},
    {"store-options", (const char[]){
#embed "../../include/schemas/store-options.schema.json" suffix(, 0)
    }},
    {"store-profile-changes", (const char[]){
#embed "../../include/schemas/store-profile-changes.schema.json" suffix(, 0)
    }},
    {"store-profiles", (const char[]){
#embed "../../include/schemas/store-profiles.schema.json" suffix(, 0)
    }},
    {"store-publication", (const char[]){
#embed "../../include/schemas/store-publication.schema.json" suffix(, 0)
    }},
    {"store-scope", (const char[]){
#embed "../../include/schemas/store-scope.schema.json" suffix(, 0)
    }},
    {"store-scopes", (const char[]){
#embed "../../include/schemas/store-scopes.schema.json" suffix(, 0)
    }},
    {"submission", (const char[]){
#embed "../../include/schemas/submission.schema.json" suffix(, 0)
    }},
    {"thumbnail-options", (const char[]){
#embed "../../include/schemas/thumbnail-options.schema.json" suffix(, 0)
    }},
    {"token-options", (const char[]){
#embed "../../include/schemas/token-options.schema.json" suffix(, 0)
    }},
    {"update", (const char[]){
#embed "../../include/schemas/update.schema.json" suffix(, 0)
    }},
    {"viewport", (const char[]){
#embed "../../include/schemas/viewport.schema.json" suffix(, 0)
    }},
    {"voice-options", (const char[]){
#embed "../../include/schemas/voice-options.schema.json" suffix(, 0)
    }},
    {"voices", (const char[]){
#embed "../../include/schemas/voices.schema.json" suffix(, 0)
    }},
    {"warnings", (const char[]){
#embed "../../include/schemas/warnings.schema.json" suffix(, 0)
    }},
    {"web-command", (const char[]){
#embed "../../include/schemas/web-command.schema.json" suffix(, 0)
    }},
    {"web-message", (const char[]){
#embed "../../include/schemas/web-message.schema.json" suffix(, 0)
    }},
    {"web-pdf-page", (const char[]){
#embed "../../include/schemas/web-pdf-page.schema.json" suffix(, 0)
    }},
    {"web-request", (const char[]){
#embed "../../include/schemas/web-request.schema.json" suffix(, 0)
    }},
    {"web-response", (const char[]){
#embed "../../include/schemas/web-response.schema.json" suffix(, 0)
    }},
    {"web-speech", (const char[]){
#embed "../../include/schemas/web-speech.schema.json" suffix(, 0)
    }},
    {"web-state", (const char[]){
#embed "../../include/schemas/web-state.schema.json" suffix(, 0)
    }},
    {"word", (const char[]){
#embed "../../include/schemas/word.schema.json" suffix(, 0)
    }},
};

const assets_file *assets_schemas(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
