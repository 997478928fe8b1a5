// SPDX-License-Identifier: BSD-3-Clause
//
// JSON as text, a reader that suffices for what the library returns, and conversion to the JSON library of the host.
#ifndef LECTERN_JSON_HPP
#define LECTERN_JSON_HPP

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <vector>

#include "error.hpp"
#include "json_text.hpp"

#if !defined(LECTERN_NO_NLOHMANN) && defined(__has_include)
#if __has_include(<nlohmann/json_fwd.hpp>)
#include <nlohmann/json_fwd.hpp>
#define LECTERN_HAS_NLOHMANN 1
#endif
#endif

LECTERN_OPEN_NAMESPACE

/// Converts between text and a JSON type of the host.  Types with a static parse() and a dump(), such as
/// nlohmann::json, work without a specialization; lectern/qt.hpp has one for QJsonValue.
template <class J, class = void> struct Adapter {};
/// Adapts libraries whose values have parse() and dump(), such as nlohmann::json.
template <class J>
struct Adapter<J, std::void_t<decltype(J::parse(std::string_view())), decltype(std::declval<const J &>().dump())>> {
  /// The value of a text.
  static J parse(std::string_view text) { return J::parse(text); }
  /// The text of a value.
  static std::string text(const J &value) { return value.dump(); }
};

namespace detail {
template <class J, class = void> struct HasAdapter : std::false_type {};
template <class J>
struct HasAdapter<J, std::void_t<decltype(Adapter<J>::text(std::declval<const J &>()))>> : std::true_type {};

template <class T> struct Reader; // from Json to a C++ type, below
} // namespace detail

/// A text of a temporary value.
class TemporaryText : public std::string {
public:
  /// A copy of the text.
  explicit TemporaryText(std::string_view text) : std::string(text) {}
  operator std::string_view() const & noexcept { return {data(), size()}; }
  operator std::string_view() const && = delete;
};

/// A JSON value: its text, and the owner of the text.  Nested values refer to parts of the same text and are located on
/// access.  Copies are cheap.  The text must be well-formed, which is guaranteed for everything that the library
/// returns.
class Json {
public:
  /// The value null.
  Json() : text_("null") {}
  /// Copies a text.
  explicit Json(std::string text) {
    auto kept = std::make_shared<const std::string>(std::move(text));
    text_ = detail::json_value(*kept);
    owner_ = std::move(kept);
  }
  /// Refers to a text that `owner` keeps alive, or that outlives this value.
  Json(std::string_view text, std::shared_ptr<const void> owner)
      : owner_(std::move(owner)), text_(detail::json_value(text)) {}

  /// The text, valid as long as this value.
  std::string_view json() const & noexcept LECTERN_LIFETIMEBOUND { return text_; }
  /// A copy, since a temporary value does not keep its text: it converts to std::string, and not to a view.
  TemporaryText json() const && { return TemporaryText(text_); }

  /// Whether it is null.
  bool is_null() const noexcept { return text_.empty() || text_[0] == 'n'; }
  /// Whether it is an object.
  bool is_object() const noexcept { return !text_.empty() && text_[0] == '{'; }
  /// Whether it is an array.
  bool is_array() const noexcept { return !text_.empty() && text_[0] == '['; }
  /// Whether it is a string.
  bool is_string() const noexcept { return !text_.empty() && text_[0] == '"'; }
  /// Whether it is true or false.
  bool is_boolean() const noexcept { return text_ == "true" || text_ == "false"; }
  /// Whether it is a number.
  bool is_number() const noexcept {
    return !text_.empty() && (text_[0] == '-' || (text_[0] >= '0' && text_[0] <= '9'));
  }

  /// The member with this name; null if there is none.
  Json operator[](std::string_view name) const {
    return detail::json_member(text_, name, [this](std::string_view text) { return Json(text, owner_); });
  }
  /// Whether it is an object with this member.
  bool has(std::string_view name) const {
    return detail::json_member(text_, name, [](std::string_view text) { return !text.empty(); });
  }

  /// Calls a function for each member of an object, with its name, or for each item of an array, with "".
  template <class F> void each(F &&function) const {
    detail::json_each(text_, [&](std::string_view name, std::string_view text) {
      function(detail::json_string(name), Json(text, owner_));
      return true;
    });
  }

  /// The value as bool, a number, std::string, std::vector, std::map, std::optional, or a type of a JSON library.  If
  /// it has a different JSON type or is null, the result is empty.
#ifdef LECTERN_HAS_NLOHMANN
  /// The value in the JSON library of the host, or as a C++ type.
  template <class T = nlohmann::json>
#else
  template <class T>
#endif
  T as() const {
    return detail::Reader<T>::read(*this);
  }
  /// A member of an object, converted to a type.
  template <class T> T get(std::string_view name) const { return (*this)[name].as<T>(); }

protected:
  /// The value as a type if a condition holds, otherwise empty.
  template <class T> T when(bool holds) const { return holds ? as<T>() : T(); }

private:
  std::shared_ptr<const void> owner_;
  std::string_view text_;
};

namespace detail {

/// Reads records, and types of JSON libraries.
template <class T> struct Reader {
  static T read(const Json &value) {
    if constexpr (std::is_base_of_v<Json, T>) return T(value);
    else if constexpr (std::is_same_v<T, bool>) return value.json() == "true";
    else if constexpr (std::is_arithmetic_v<T>) return json_number<T>(value.json());
    else return Adapter<T>::parse(value.json());
  }
};
template <> struct Reader<std::string> {
  static std::string read(const Json &value) { return value.is_string() ? json_string(value.json()) : std::string(); }
};
template <class T> struct Reader<std::optional<T>> {
  static std::optional<T> read(const Json &value) {
    return value.is_null() ? std::nullopt : std::optional<T>(value.as<T>());
  }
};
template <class T> struct Reader<std::vector<T>> {
  static std::vector<T> read(const Json &value) {
    std::vector<T> items;
    if (value.is_array()) value.each([&](const std::string &, const Json &item) { items.push_back(item.as<T>()); });
    return items;
  }
};
template <class T> struct Reader<std::map<std::string, T>> {
  static std::map<std::string, T> read(const Json &value) {
    std::map<std::string, T> members;
    if (value.is_object())
      value.each([&](const std::string &name, const Json &member) { members.emplace(name, member.as<T>()); });
    return members;
  }
};
} // namespace detail

/// An array, which is a range; with AlsoOne, a single value counts as an array of one.
template <class T, bool AlsoOne = false> class List : public Json {
public:
  /// An empty list.
  List() = default;
  /// The items of an array.
  explicit List(Json value) : Json(std::move(value)) {
    if (is_array()) items_ = Json::as<std::vector<T>>();
    else if (AlsoOne && !is_null()) items_.push_back(Json::as<T>());
  }
  /// The first item.
  auto begin() const noexcept { return items_.begin(); }
  /// The end of the items.
  auto end() const noexcept { return items_.end(); }
  /// The number of items.
  std::size_t size() const noexcept { return items_.size(); }
  /// Whether there are no items.
  bool empty() const noexcept { return items_.empty(); }
  /// The item at an index.
  const T &operator[](std::size_t index) const { return items_[index]; }
  /// The first item.
  const T &front() const { return items_.front(); }
  /// The last item.
  const T &back() const { return items_.back(); }

private:
  std::vector<T> items_;
};
/// A list that JSON may also write as its only item.
template <class T> using OneOrMany = List<T, true>;

/// An object with arbitrary names, as pairs of a name and a value in document order.
template <class T> class Map : public Json {
public:
  /// An empty map.
  Map() = default;
  /// The members of an object.
  explicit Map(Json value) : Json(std::move(value)) {
    if (is_object())
      each([&](std::string name, const Json &member) { members_.emplace_back(std::move(name), member.as<T>()); });
  }
  /// The first member.
  auto begin() const noexcept { return members_.begin(); }
  /// The end of the members.
  auto end() const noexcept { return members_.end(); }
  /// The number of members.
  std::size_t size() const noexcept { return members_.size(); }
  /// Whether there are no members.
  bool empty() const noexcept { return members_.empty(); }
  /// The value with this name; empty if there is none.
  T operator[](std::string_view name) const { return get<T>(name); }

private:
  std::vector<std::pair<std::string, T>> members_;
};

/// A value to pass in: a bool, a number, a string, nullptr, a Json, or a value of a JSON library.
class JsonValue {
public:
  /// The value null.
  JsonValue(std::nullptr_t) : text_("null") {}
  /// A Boolean.
  JsonValue(bool value) : text_(value ? "true" : "false") {}
  /// A number.
  template <class N, std::enable_if_t<std::is_arithmetic_v<N>, int> = 0>
  JsonValue(N value) : text_(detail::json_text_of(value)) {}
  /// A string.
  JsonValue(const char *text) : text_(detail::json_quoted(text)) {}
  /// A string.
  JsonValue(std::string_view text) : text_(detail::json_quoted(text)) {}
  /// A string.
  JsonValue(const std::string &text) : text_(detail::json_quoted(text)) {}
  /// A value from the library.
  JsonValue(const Json &value) : text_(value.json()) {}
  /// A value of the JSON library of the host.
  template <class J, std::enable_if_t<detail::HasAdapter<J>::value, int> = 0>
  JsonValue(const J &value) : text_(Adapter<J>::text(value)) {}

  /// The value as JSON text.
  const std::string &json() const noexcept { return text_; }

private:
  std::string text_;
};

/// An object, such as lectern::object({{"fontSize", 1.5}, {"theme", "dark"}}).
inline Json object(std::initializer_list<std::pair<std::string_view, JsonValue>> members) {
  std::string text;
  for (const auto &[name, value] : members)
    text += (text.empty() ? "" : ",") + detail::json_quoted(name) + ":" + value.json();
  return Json("{" + text + "}");
}
/// An array, such as lectern::array({1, 2}).
inline Json array(std::initializer_list<JsonValue> items) {
  std::string text;
  for (const auto &item : items) text += (text.empty() ? "" : ",") + item.json();
  return Json("[" + text + "]");
}

/// JSON to pass in, such as options or locators: JSON text, a Json, a value of a JSON library, or none.
class JsonInput {
public:
  /// No JSON, which the library takes as NULL.
  JsonInput() = default;
  /// No JSON, which the library takes as NULL.
  JsonInput(std::nullopt_t) {}
  /// JSON text.
  JsonInput(const char *text) : text_(text ? text : ""), given_(text) {}
  /// JSON text.
  JsonInput(std::string_view text) : text_(text), given_(true) {}
  /// JSON text.
  JsonInput(std::string text) : text_(std::move(text)), given_(true) {}
  /// A value from the library.
  JsonInput(const Json &value) : text_(value.json()), given_(true) {}
  /// A value of the JSON library of the host.
  template <class J, std::enable_if_t<detail::HasAdapter<J>::value, int> = 0>
  JsonInput(const J &value) : text_(Adapter<J>::text(value)), given_(true) {}

  /// Whether there is any JSON.
  bool given() const noexcept { return given_; }
  /// The JSON text; "" if there is none.
  const std::string &json() const noexcept { return text_; }

private:
  std::string text_;
  bool given_ = false;
};

LECTERN_CLOSE_NAMESPACE

#endif
