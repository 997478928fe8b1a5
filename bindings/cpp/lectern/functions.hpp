// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that need no publication: the library itself, links, voices, texts and decorations.
#ifndef LECTERN_FUNCTIONS_HPP
#define LECTERN_FUNCTIONS_HPP

#include "call.hpp"
#include "types.hpp"

LECTERN_OPEN_NAMESPACE

/// The version of the loaded library, such as "1.0.0".
inline std::string_view version() { return lectern_version(); }
/// Whether the loaded library has the ABI of this header.
inline bool fits() { return lectern_abi() == LECTERN_ABI; }
/// Formats, services and dependencies of this build.
inline Returns<types::BuildInfo> build_info() {
  return detail::give(detail::fetch_json<types::BuildInfo>(lectern_build_info));
}
/// A JSON schema by name.
inline Returns<Json> schema(std::string_view name) {
  return detail::give(detail::fetch_json<Json>(lectern_schema, detail::Text(name)));
}
/// The names of all schemas.
inline Returns<types::Names> schemas() {
  return detail::give(
      detail::fetch_json<types::Names>(lectern_schema, detail::Text(std::optional<std::string_view>())));
}
/// The number of handles that are not freed yet, by type: a leak check for tests.
inline Returns<types::Handles> live_handles() {
  return detail::give(detail::fetch_json<types::Handles>(lectern_live_handles));
}

/// The links that match a filter.  @param links  @json links  @param filter  @json link-filter
inline Returns<types::Links> filter_links(const JsonInput &links, const JsonInput &filter) {
  return detail::give(
      detail::fetch_json<types::Links>(lectern_links_filter, detail::Text(links), detail::Text(filter)));
}
/// Whether all links match a filter, such as {"kind": "audio"}.
inline Returns<bool> all_links(const JsonInput &links, const JsonInput &filter) {
  return detail::give(detail::truth(lectern_links_all, detail::Text(links), detail::Text(filter)));
}
/// The index of the first link that matches a filter; -1 if there is none.
inline Returns<std::int32_t> index_of_link(const JsonInput &links, const JsonInput &filter) {
  return detail::give(detail::number<std::int32_t>(lectern_links_index, detail::Text(links), detail::Text(filter)));
}
/// The names of the variables of a templated link.
inline Returns<types::Names> link_parameters(const JsonInput &link) {
  return detail::give(detail::fetch_json<types::Names>(lectern_link_parameters, detail::Text(link)));
}
/// The link with its URI template expanded.  @param parameters  @json link-parameters
inline Returns<types::Link> expand_link(const JsonInput &link, const JsonInput &parameters) {
  return detail::give(
      detail::fetch_json<types::Link>(lectern_link_expand, detail::Text(link), detail::Text(parameters)));
}
/// The absolute URL of a link.
inline Returns<std::string> link_url(const JsonInput &link, std::optional<std::string_view> base_url = std::nullopt) {
  return detail::give(detail::fetch_text(lectern_link_url, detail::Text(link), detail::Text(base_url)));
}

/// The voices to offer to a reader: those for a language, or all, sorted.
/// @param voices  @json voices  @param options  @json voice-options
inline Returns<types::Voices> select_voices(const JsonInput &voices, const JsonInput &options = {}) {
  return detail::give(
      detail::fetch_json<types::Voices>(lectern_voices_select, detail::Text(voices), detail::Text(options)));
}

/// The byte ranges of the sentences, words or paragraphs of a text.  @param options  @json token-options
inline Returns<types::Ranges> tokenize(std::string_view text, const JsonInput &options = {}) {
  return detail::give(
      detail::fetch_json<types::Ranges>(lectern_text_tokenize, detail::Text(text), detail::Text(options)));
}

/// Parses an EPUB CFI.
inline Returns<types::Cfi> parse_cfi(std::string_view cfi) {
  return detail::give(detail::fetch_json<types::Cfi>(lectern_cfi_parse, detail::Text(cfi)));
}
/// Compares two CFIs in reading order: -1 if a comes first, 1 if b does, 0 if they are equivalent.
inline Returns<std::int32_t> compare_cfis(std::string_view a, std::string_view b) {
  return detail::give(detail::number<std::int32_t>(lectern_cfi_compare, detail::Text(a), detail::Text(b)));
}
/// The CFI of the range between two positions.
inline Returns<std::string> join_cfis(std::string_view start, std::string_view end) {
  return detail::give(detail::fetch_text(lectern_cfi_join, detail::Text(start), detail::Text(end)));
}

/// The difference between two states of a group of decorations.  @param before  @json decorations
inline Returns<types::DecorationChanges> diff_decorations(const JsonInput &before, const JsonInput &after) {
  return detail::give(detail::fetch_json<types::DecorationChanges>(
      lectern_decorations_diff, detail::Text(before), detail::Text(after)));
}

LECTERN_CLOSE_NAMESPACE

#endif
