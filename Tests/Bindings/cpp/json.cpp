// SPDX-License-Identifier: BSD-3-Clause
//
// The JSON reader, the generated types, and other JSON libraries.  Usage: json BOOK
#include <clocale>

#include "check.hpp"

#ifdef LECTERN_HAS_NLOHMANN
#include <nlohmann/json.hpp>
#endif

using namespace lectern;

namespace {

/// A JSON type of the host with its own adapter.
struct Text {
  std::string all;
};

Json read(std::string text) { return Json(std::move(text)); }

void values() {
  const auto value = read(R"( {"a" : [1, -2.5e1, true , null, "x,]}\""], "b\u00e9\n": {"c": {}}, "": 7, "a": 8} )");
  CHECK(value.is_object() && value["a"].is_array() && value["none"].is_null() && !value.has("none"));
  CHECK(value["a"].as<std::vector<Json>>().size() == 5 && value["a"].as<std::vector<double>>()[1] == -25);
  CHECK(value["a"].as<std::vector<Json>>()[4].as<std::string>() == "x,]}\"");
  CHECK(value["b\xC3\xA9\n"]["c"].json() == "{}" && value[""].as<int>() == 7);
  CHECK(read("[]").as<std::vector<int>>().empty() && read("{}").as<std::map<std::string, int>>().empty());
  CHECK(read("[1]").as<Json>().json() == "[1]" && Json().is_null() && Json().json() == "null");

  // Parts outlive the value that contains them.
  Json part;
  { part = read(R"({"long enough for the heap": {"text": "inside"}})")["long enough for the heap"]; }
  CHECK(part["text"].as<std::string>() == "inside");

  CHECK(read("12345678901234567890").as<std::uint64_t>() == 12345678901234567890u);
  CHECK(read("-9223372036854775808").as<std::int64_t>() == INT64_MIN && read("1e3").as<int>() == 1000);
  CHECK(read("300").as<std::int8_t>() == 0 && read("-1").as<unsigned>() == 0 && read("1e300").as<int>() == 0);
  CHECK(read("true").as<bool>() && !read("1").as<bool>() && read("\"1\"").as<int>() == 0);
  CHECK(!read("null").as<std::optional<int>>() && read("0").as<std::optional<int>>() == 0);
}

void strings() {
  CHECK(read(R"("\u0041\uD83D\uDE00\/\t\\")").as<std::string>() == "A\xF0\x9F\x98\x80/\t\\");
  CHECK(read(R"("\uD83D!\uDE00")").as<std::string>() == "\xEF\xBF\xBD!\xEF\xBF\xBD");
  CHECK(read(R"("\uD83D\u0041")").as<std::string>() == "\xEF\xBF\xBD"
                                                       "A");
  const std::string all("\0\1\x1F\"\\/\x7F\xC3\xA9", 9);
  CHECK(read(JsonValue(all).json()).as<std::string>() == all);
}

/// Malformed text gives some result, and is never read past its end.
void malformed() {
  const std::string whole = R"({"a": [1, {"b": "\u00e9\\"}], "c": tru)";
  for (std::size_t size = 0; size <= whole.size(); size++) {
    const auto value = read(std::string(whole.data(), size));
    value.each([](const std::string &, const Json &inner) { (void)inner.as<std::vector<Json>>(); });
    (void)value.as<std::string>(), (void)value.as<double>(), (void)value["a"]["b"], (void)value.has("c");
  }
  for (const char *text :
      {"\"", "\"\\", "\"\\u12\"", "\"\\u\"", "[,]", "{]", "]", "{\"a\"}", "{1:2}", ":", "-", "1e", "nul"}) {
    const auto value = read(text);
    (void)value.as<std::string>(), (void)value.as<int>(), (void)value["a"], (void)value.as<std::vector<Json>>();
  }
  const std::string deep(1000000, '[');
  CHECK(read(deep).as<std::vector<Json>>().size() == 1);
}

void written() {
  const char *before = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(array({1, -2, 1.5, 0.1f, 1e21, true, nullptr, "a\"b"}).json() == R"([1,-2,1.5,0.1,1e+21,true,null,"a\"b"])");
  CHECK(JsonValue(1.0 / 3).json() == "0.3333333333333333" && read("1.5").as<double>() == 1.5);
  if (before) std::setlocale(LC_ALL, "C");
  CHECK(object({{"a", object({{"b", array({})}})}, {"é", std::string("c")}}).json() == R"({"a":{"b":[]},"é":"c"})");
}

void types_of(const Publication &book) {
  const auto manifest = attempt([&] { return book.manifest(); }).value();
  CHECK(manifest.metadata().title().string() == "Read Aloud" && manifest.readingOrder().size() == 6);
  CHECK(text_of(manifest.metadata().title()) == "Read Aloud" && !manifest.metadata().author().empty());
  CHECK(names_of(manifest.metadata().author())[0] == "Herman Melville");
  for (const auto &link : manifest.toc()) CHECK(link.title() && !link.href().empty());
  CHECK(manifest.resources().size() && manifest.metadata().language()[0] == "en");
  const auto cover = attempt([&] { return book.links(object({{"rel", "cover"}})); }).value();
  CHECK(cover.size() == 1 && cover[0].rel()[0] == "cover" && !cover[0].templated() && cover[0].properties().is_null());

  const auto localized = read(R"({"fr": "Titre", "en": "Title"})").as<types::LocalizedText>();
  CHECK(text_of(localized) == "Title" && text_of(localized, "fr") == "Titre" && !localized.string());
  const auto names = read(R"("One")").as<OneOrMany<types::ContributorOrName>>();
  CHECK(names.size() == 1 && names_of(names)[0] == "One");
  CHECK(names_of(read(R"([{"name": {"de": "Zwei"}}, "Drei"])").as<OneOrMany<types::ContributorOrName>>())[0] == "Zwei");

  const auto condition = read(R"({"setting": "scroll", "is": false})").as<types::Condition>();
  CHECK(condition.setting().setting() == "scroll" && condition.layout().is_null());
  const auto change = read(R"({"move": "2", "index": 0})").as<types::DecorationChange>();
  CHECK(change.move().index() == 0 && change.add().is_null());
  const auto media = read(R"({"type": "speak", "id": "1"})").as<types::EventMedia>();
  CHECK(!media.speak().is_null() && media.media().is_null());

  // Members that are not in the types are kept.
  const auto link = read(R"({"href": "a", "own": {"x": 1}})").as<types::Link>();
  CHECK(link["own"]["x"].as<int>() == 1 && JsonInput(link).json() == link.json());
}

} // namespace

template <> struct lectern::Adapter<Text> {
  static Text parse(std::string_view text) { return {std::string(text)}; }
  static std::string text(const Text &value) { return value.all; }
};

int main(int count, char **arguments) {
  if (count != 2) return 2;
  values();
  strings();
  malformed();
  written();
  {
    const auto book =
        attempt([&] { return Publication::open(arguments[1], Text{"{\"name\": \"own.epub\"}"}); }).value();
    types_of(book);
    CHECK(attempt([&] { return book.link("EPUB/nav.xhtml"); })->as<Text>().all.front() == '{');
#ifdef LECTERN_HAS_NLOHMANN
    const nlohmann::json manifest = attempt([&] { return book.manifest(); })->as();
    CHECK(manifest["metadata"]["title"] == "Read Aloud");
    CHECK(attempt([&] { return book.links(nlohmann::json{{"rel", "cover"}}); })->size() == 1);
    CHECK(object({{"preferences", nlohmann::ordered_json{{"z", 1}, {"a", 2}}}}).json() ==
          R"({"preferences":{"z":1,"a":2}})");
    CHECK(attempt([&] { return book.info(); })->presentation().as<nlohmann::ordered_json>().is_object());
#endif
  }
  return finished();
}
