// SPDX-License-Identifier: BSD-3-Clause
//
// Titles and names as plain text; a manifest may write them in several ways.
#ifndef LECTERN_METADATA_HPP
#define LECTERN_METADATA_HPP

#include "types.hpp"

LECTERN_OPEN_NAMESPACE

/// The text in a language, otherwise in English, otherwise the first one; "" if there is none.
inline std::string text_of(const types::LocalizedText &text, std::string_view language = "") {
  if (const auto plain = text.string()) return *plain;
  const auto texts = text.object();
  for (const std::string_view wanted : {language, std::string_view("en")})
    if (!wanted.empty() && texts.has(wanted)) return texts[wanted];
  return texts.empty() ? std::string() : texts.begin()->second;
}

/// The names of contributors, such as the authors of metadata().author().
inline std::vector<std::string> names_of(
    const OneOrMany<types::ContributorOrName> &contributors, std::string_view language = "") {
  std::vector<std::string> names;
  for (const auto &one : contributors)
    names.push_back(one.is_string() ? one.as<std::string>() : text_of(one.object().name(), language));
  return names;
}

LECTERN_CLOSE_NAMESPACE

#endif
