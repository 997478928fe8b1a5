// SPDX-License-Identifier: BSD-3-Clause
//
// Handles, results and ranges, with exceptions or without; thousands of books opened and dropped.  Usage: handles BOOK
// BOOKS
#include <algorithm>
#include <cstdlib>

#include "check.hpp"
#include "host.hpp"

using namespace lectern;

namespace {

/// The value of a successful call, with or without exceptions.
template <class T> T taken(Result<T> result) { return *std::move(result); }
#define TAKE(expression) taken(attempt([&] { return expression; }))

static_assert(!std::is_copy_constructible_v<Publication> && std::is_nothrow_move_constructible_v<Publication>);
static_assert(!std::is_copy_assignable_v<Navigator> && std::is_nothrow_move_assignable_v<Subscription>);

void handles(const std::string &path) {
  auto book = TAKE(Publication::open(path));
  Publication moved = std::move(book);
  CHECK(!book && moved && STATUS(book.manifest()) == Status::handle);
  auto &same = moved;
  moved = std::move(same);
  CHECK(TAKE(moved.title()) == "Read Aloud");

  // Handles derived from a book outlive it in any order.
  auto resource = TAKE(moved.get("EPUB/text/title.xhtml"));
  auto found = TAKE(moved.search("whale"));
  auto navigator = TAKE(Navigator::create(moved));
  auto draft = TAKE(navigator.edit());
  moved.close();
  moved.close();
  CHECK(STATUS(moved.search("whale")) == Status::handle);
  navigator.close();
  CHECK(STATUS(navigator.settings()) == Status::handle);
  CHECK(TAKE(draft.submit()).changed().empty() && TAKE(resource.size()) == 786 && TAKE(found.next()));

  lectern_publication *raw = TAKE(Publication::open(path)).release();
  CHECK(lectern_publication_free(raw) == LECTERN_OK);
}

void ranges(const std::string &path) {
  const auto book = TAKE(Publication::open(path));
  std::size_t matches = 0;
  auto found = TAKE(book.search("the"));
  for (const auto &match : found) matches += match.text().highlight() == "the" || match.text().highlight() == "The";
  auto again = TAKE(book.search("the"));
  std::size_t on_pages = 0;
  for (auto page = TAKE(again.next()); page; page = TAKE(again.next())) on_pages += page->locators().size();
  CHECK(matches == on_pages && matches > 100 && !found.failure());

  auto headings = TAKE(book.content());
  const auto is_heading = [](const types::ContentElement &element) { return element.role() == "heading"; };
  CHECK(std::find_if(headings.begin(), headings.end(), is_heading)->text() == "Read Aloud");
  auto none = TAKE(book.search("no such word"));
  CHECK(none.begin() == none.end());

  // A loop that fails.
  auto context = TAKE(Context::create());
  const auto stopped = TAKE(Publication::open(path, {}, context));
  auto search = TAKE(stopped.search("whale"));
  CHECK(STATUS(context.set_progress([](auto, auto, auto) { return false; })) == Status::ok);
  const auto loop = attempt([&] {
    for (const auto &match : search) CHECK(match.is_null());
  });
  CHECK(search.failure() && search.failure()->status() == Status::cancelled);
#ifndef LECTERN_NO_EXCEPTIONS
  CHECK(status_of(loop) == Status::cancelled);
#endif
}

void failures_and_results() {
  const auto missing = attempt([] { return Publication::open("no/such/book.epub"); });
  CHECK(!missing && missing.error().status() == Status::not_found && missing.error().path() == "book.epub");
  CHECK(std::string(missing.error().what()) == "book.epub: " + missing.error().message());
  CHECK(name(missing.error().status()) == "LECTERN_ERROR_NOT_FOUND");
  CHECK(STATUS(schema(std::string_view("a\0b", 3))) == Status::argument);
  CHECK(TAKE(schema("link"))["title"].as<std::string>() == "Link" && TAKE(schemas()).size() > 60);
  CHECK(Result<int>(3).value_or(4) == 3 && Result<int>(Error(Status::io, "")).value_or(4) == 4);
  const auto longer = Result<std::string>("abc").map([](std::string &&text) { return text.size(); });
  CHECK(*longer == 3 && fits() && version() == LECTERN_VERSION);
  CHECK(!TAKE(build_info()).formats().empty());
}

/// Generated text, in every form that can be passed in.
void inputs(const std::string &path) {
  const auto book = TAKE(Publication::open(path, object({{"name", "a \"name\".epub"}})));
  const auto failure = attempt([&] { return book.get("none"); });
  CHECK(failure.error().path() == "a \"name\".epub");
  CHECK(STATUS(book.link("a\nb")) == Status::not_found);
  auto draft = TAKE(Preferences::create("reflowable", R"({"fontSize": 1.5})"));
  CHECK(STATUS(draft.set("theme", "dark")) == Status::ok && STATUS(draft.set("hyphens", true)) == Status::ok);
  CHECK(STATUS(draft.set("fontSize", nullptr)) == Status::ok && STATUS(draft.set("fontWeight", 1.25f)) == Status::ok);
  CHECK(TAKE(draft.values())["theme"].as<std::string>() == "dark" && !TAKE(draft.values()).has("fontSize"));
  CHECK(TAKE(draft.label("fontSize", 1.2)) == "120%");
  CHECK(TAKE(draft.keep(array({"theme"}))).json() == R"({"theme":"dark"})");
  auto store = TAKE(Store::in_memory());
  const auto scope = object({{"scope", "global"}});
  CHECK(STATUS(store.save(scope, TAKE(draft.values()))) == Status::ok &&
        TAKE(store.load(scope)).json() == TAKE(draft.values()).json());
  CHECK(STATUS(draft.clear()) == Status::ok && TAKE(draft.values()).empty());
}

void thousands(const std::string &path, int count) {
  const std::string bytes = host::contents(path);
  for (int i = 0; i < count; i++) {
    const auto book = i % 2 ? TAKE(Publication::open(path)) : TAKE(Publication::open_bytes(bytes));
    if (i % 100) continue;
    auto navigator = TAKE(Navigator::create(book));
    const auto subscription = TAKE(navigator.observe(std::nullopt, [book = &book](auto, auto) { CHECK(*book); }));
    auto found = TAKE(book.search("whale"));
    CHECK(found.begin() != found.end());
  }
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3) return 2;
  handles(arguments[1]);
  ranges(arguments[1]);
  failures_and_results();
  inputs(arguments[1]);
  thousands(arguments[1], std::atoi(arguments[2]));
  return finished();
}
