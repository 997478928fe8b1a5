// SPDX-License-Identifier: BSD-3-Clause
//
// Reads parts of a well-formed JSON text in place.  Malformed text never causes a read past its end.
#ifndef LECTERN_JSON_TEXT_HPP
#define LECTERN_JSON_TEXT_HPP

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace lectern::detail {

inline bool json_is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

inline void json_skip_space(std::string_view text, std::size_t &at) {
  while (at < text.size() && json_is_space(text[at])) at++;
}

/// Skips a string, from its opening to after its closing quotation mark.
inline void json_skip_string(std::string_view text, std::size_t &at) {
  for (at++; at < text.size() && text[at] != '"'; at++)
    if (text[at] == '\\') at++;
  at = at < text.size() ? at + 1 : text.size();
}

/// Skips a value, without recursion.
inline void json_skip_value(std::string_view text, std::size_t &at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      json_skip_string(text, at);
    } else if (c == '{' || c == '[') {
      depth++, at++;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return;
      depth--, at++;
    } else if (depth == 0) {
      while (at < text.size() && !json_is_space(text[at]) &&
             std::string_view(",:]}\"").find(text[at]) == std::string_view::npos)
        at++;
    } else {
      at++;
      continue;
    }
    if (depth == 0) return;
  }
}

/// Trims white space around a value.
inline std::string_view json_value(std::string_view text) {
  while (!text.empty() && json_is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && json_is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Calls function(name, value) for each member, with the name in quotation marks, or function("", value) for each item,
/// until it returns false.
template <class F> void json_each(std::string_view text, F &&function) {
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return;
  const bool is_object = text[0] == '{';
  for (std::size_t at = 1; at < text.size(); at++) {
    std::string_view name;
    json_skip_space(text, at);
    if (is_object) {
      if (at >= text.size() || text[at] != '"') return;
      const std::size_t start = at;
      json_skip_string(text, at);
      name = text.substr(start, at - start);
      json_skip_space(text, at);
      if (at >= text.size() || text[at] != ':') return;
      json_skip_space(text, ++at);
    }
    const std::size_t start = at;
    json_skip_value(text, at);
    if (at == start || !function(name, text.substr(start, at - start))) return;
    json_skip_space(text, at);
    if (at >= text.size() || text[at] != ',') return;
  }
}

inline void json_append(std::string &text, std::uint32_t scalar) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (scalar < 0x80) return add(scalar);
  if (scalar < 0x800) {
    add(0xC0 | (scalar >> 6));
  } else {
    if (scalar < 0x10000) {
      add(0xE0 | (scalar >> 12));
    } else {
      add(0xF0 | (scalar >> 18));
      add(0x80 | ((scalar >> 12) & 0x3F));
    }
    add(0x80 | ((scalar >> 6) & 0x3F));
  }
  add(0x80 | (scalar & 0x3F));
}

/// The value of four hexadecimal digits at a position; 0xFFFD if they are missing.
inline std::uint32_t json_hex(std::string_view text, std::size_t at) {
  if (text.size() < at + 4) return 0xFFFD;
  std::uint32_t value = 0;
  for (const char c : text.substr(at, 4)) {
    const std::size_t digit = std::string_view("0123456789abcdef0123456789ABCDEF").find(c);
    if (digit == std::string_view::npos) return 0xFFFD;
    value = value * 16 + static_cast<std::uint32_t>(digit % 16);
  }
  return value;
}

/// Decodes a string in quotation marks; an unpaired surrogate becomes U+FFFD.
inline std::string json_string(std::string_view quoted) {
  if (quoted.size() < 2) return {};
  const std::string_view text = quoted.substr(1, quoted.size() - 2);
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); at++) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      result += text[at];
      continue;
    }
    const char escape = text[++at];
    if (escape == 'u') {
      std::uint32_t scalar = json_hex(text, at + 1);
      at += 4;
      if (scalar >= 0xD800 && scalar < 0xDC00 && text.substr(at + 1, 2) == "\\u") {
        const std::uint32_t low = json_hex(text, at + 3);
        if (low >= 0xDC00 && low < 0xE000) {
          scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
          at += 6;
        }
      }
      json_append(result, scalar >= 0xD800 && scalar < 0xE000 ? 0xFFFD : scalar);
    } else {
      const std::size_t which = std::string_view("nrtbf").find(escape);
      result += which == std::string_view::npos ? escape : "\n\r\t\b\f"[which];
    }
  }
  return result;
}

/// Returns function(value) for the member with this name, or function("") if there is none.
template <class F> auto json_member(std::string_view text, std::string_view name, F &&function) {
  std::string_view found;
  if (!text.empty() && text[0] == '{') {
    json_each(text, [&](std::string_view key, std::string_view value) {
      const bool is_plain = key.find('\\') == std::string_view::npos;
      if (is_plain ? key.substr(1, key.size() - 2) != name : json_string(key) != name) return true;
      found = value;
      return false;
    });
  }
  return function(found);
}

/// Parses a number, clamped to the range of its type; 0 for any other text.
template <class N> N json_number(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  if constexpr (std::is_integral_v<N>) {
    std::conditional_t<std::is_signed_v<N>, long long, unsigned long long> whole = 0;
    if (text.find_first_of(".eE") == std::string_view::npos && (std::is_signed_v<N> || text.substr(0, 1) != "-")) {
      const bool fits =
          stream >> whole && whole >= std::numeric_limits<N>::min() && whole <= std::numeric_limits<N>::max();
      return fits ? static_cast<N>(whole) : N();
    }
  }
  double number = 0;
  if (!(stream >> number)) return N();
  if constexpr (std::is_integral_v<N>) {
    if (!(number >= static_cast<double>(std::numeric_limits<N>::min()) &&
            number < static_cast<double>(std::numeric_limits<N>::max())))
      return N();
  }
  return static_cast<N>(number);
}

/// The shortest decimal representation that parses as the same number.
template <class N> std::string json_text_of(N number) {
  if constexpr (std::is_integral_v<N>) {
    return std::to_string(number);
  } else {
    std::string text;
    for (int digits = std::numeric_limits<N>::digits10; digits <= std::numeric_limits<N>::max_digits10; digits++) {
      std::ostringstream stream;
      stream.imbue(std::locale::classic());
      stream.precision(digits);
      stream << number;
      text = stream.str();
      if (json_number<N>(text) == number) break;
    }
    return text;
  }
}

inline std::string json_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += "\\u00";
      result += "0123456789abcdef"[c >> 4];
      result += "0123456789abcdef"[c & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

} // namespace lectern::detail

#endif
