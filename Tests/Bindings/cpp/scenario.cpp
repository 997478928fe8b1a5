// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the scenario of Tests/Bindings through the C++ binding, with exceptions or without.  Usage: scenario SCENARIO
#include <atomic>
#include <iostream>
#include <thread>
#include <unordered_map>

#include "host.hpp"

/// The library creates a table for navigator_send once and keeps it; LeakSanitizer does not see Swift's reference to
/// it.  Allocations of the binding are checked as usual.
extern "C" const char *__lsan_default_suppressions();
extern "C" const char *__lsan_default_suppressions() { return "leak:liblectern.so"; }

namespace {

using lectern::attempt;
using lectern::JsonInput;
using Buffer = lectern::Buffer;

using Event = std::pair<std::string, std::string>;

/// A cursor of either kind, with pages as JSON.
using Turn = std::function<lectern::Result<std::optional<std::string>>(bool forwards)>;
struct Pages {
  Turn turn;
  void close() { turn = nullptr; }
};

/// Handles by name.
struct Run {
  std::map<std::string, lectern::Context> contexts;
  std::map<std::string, lectern::Publication> publications;
  std::map<std::string, lectern::Resource> resources;
  std::map<std::string, Pages> cursors;
  std::map<std::string, lectern::Navigator> navigators;
  std::map<std::string, lectern::Preferences> drafts;
  std::map<std::string, lectern::Subscription> subscriptions;
  std::map<std::string, lectern::Store> stores;
  std::map<std::string, std::vector<Event>> events;
  std::vector<std::string> log;
  host::Calls calls;
  int steps = 0;
};

/// The arguments of a step.
struct Arguments {
  std::vector<std::string> words;
  const std::string &operator[](std::size_t index) const { return words.at(index); }
  bool given(std::size_t index) const { return words.at(index) != "-"; }
  JsonInput json(std::size_t index) const { return given(index) ? JsonInput(words[index]) : JsonInput(); }
  std::optional<std::string_view> text(std::size_t index) const {
    return given(index) ? std::optional<std::string_view>(words[index]) : std::nullopt;
  }
  std::uint64_t number(std::size_t index) const { return std::stoull(words.at(index)); }
  lectern::Activation activation(std::size_t index) const {
    return words.at(index) == "0" ? lectern::Activation::on : lectern::Activation::off;
  }
};

// ------------------------------------------------------------------------------------------------------------- Answers

std::string json(bool value) { return value ? "true" : "false"; }
std::string json(std::uint64_t value) { return std::to_string(value); }
std::string json(std::int32_t value) { return std::to_string(value); }
std::string json(const std::string &text) { return lectern::JsonValue(text).json(); }
std::string json(const Buffer &buffer) { return json(buffer.string()); }
std::string json(const lectern::Json &value) { return std::string(value.json()); }
template <class T> std::string json(const std::optional<T> &value) { return value ? json(*value) : "null"; }
std::string answer(const lectern::Error &error) {
  const auto failure = lectern::object({{"status", name(error.status())}, {"path", error.path()}});
  return json(lectern::object({{"error", failure}}));
}
template <class T> std::string answer(const lectern::Result<T> &result) {
  if (!result) return answer(result.error());
  if constexpr (std::is_void_v<T>) return "null";
  else return json(*result);
}
template <class T> std::string keep(std::map<std::string, T> &all, const std::string &name, lectern::Result<T> made) {
  if (!made) return answer(made.error());
  all[name] = *std::move(made);
  return "true";
}
template <class C> std::string keep_pages(Run &run, const std::string &name, lectern::Result<C> made) {
  if (!made) return answer(made.error());
  auto cursor = std::make_shared<C>(*std::move(made));
  run.cursors[name] = {[cursor](bool forwards) {
    return attempt([&] { return forwards ? cursor->next() : cursor->previous(); }).map([](auto &&page) {
      return page ? std::optional<std::string>(page->json()) : std::nullopt;
    });
  }};
  return "true";
}
std::string turn(Run &run, const std::string &name, bool forwards) {
  const auto page = run.cursors[name].turn(forwards);
  return page ? page->value_or("null") : answer(page.error());
}
template <class T> std::string close(std::map<std::string, T> &all, const std::string &name) {
  all[name].close();
  return "null";
}
template <class V> std::string drained(V &all) {
  const V those = std::exchange(all, V());
  std::string text;
  for (const auto &one : those) {
    text += text.empty() ? "" : ", ";
    if constexpr (std::is_same_v<V, std::vector<Event>>) text += "[" + json(one.first) + ", " + one.second + "]";
    else text += one;
  }
  return "[" + text + "]";
}

lectern::Listener collect(Run &run, const std::string &name) {
  return [&run, name](std::string_view topic, std::string_view event) { run.events[name].emplace_back(topic, event); };
}

std::string threads(const lectern::Publication &book, std::uint64_t count, std::uint64_t times) {
  const auto manifest = answer(attempt([&] { return book.manifest(); }));
  const auto positions = answer(attempt([&] { return book.positions(); }));
  std::atomic<std::uint64_t> calls = 0, different = 0;
  std::vector<std::thread> workers;
  for (std::uint64_t i = 0; i < count; i++)
    workers.emplace_back([&] {
      for (std::uint64_t j = 0; j < times; j++, calls += 2) {
        different += answer(attempt([&] { return book.manifest(); })) != manifest;
        different += answer(attempt([&] { return book.positions(); })) != positions;
      }
    });
  for (auto &worker : workers) worker.join();
  return json(lectern::object({{"calls", calls.load()}, {"different", different.load()}}));
}

std::string web_answer(lectern::Result<lectern::WebAnswer> given) {
  if (!given) return answer(given.error());
  const auto body = attempt([&] { return given->body.read(); });
  return body ? json(lectern::object({{"response", given->response}, {"body", body->string()}})) : answer(body.error());
}

std::string set_editor(Run &run, const Arguments &a) {
  lectern::Editor editor;
  if (a.given(1))
    editor = [edited = std::string(a[1])](std::string_view) { return std::optional<std::string>(edited); };
  return answer(attempt([&] { return run.contexts[a[0]].set_editor(editor); }));
}

std::string cached(const lectern::Publication &book, const Arguments &a, bool is_kept = false) {
  int computed = 0;
  const auto compute = [&] { return computed++, std::optional<std::string>(a[3]); };
  const auto value =
      attempt([&] { return is_kept ? book.keep(a[1], compute, a.text(2)) : book.cache(a[1], compute, a.text(2)); });
  if (!value) return answer(value.error());
  return json(lectern::object({{"value", (*value)->string()}, {"computed", computed}}));
}

std::string set_progress(Run &run, const Arguments &a) {
  lectern::Progress progress;
  if (a.given(1)) {
    run.steps = 0;
    const int last = static_cast<int>(a.number(1));
    progress = [&run, last](std::string_view, std::uint64_t, std::uint64_t) { return ++run.steps < last; };
  }
  return answer(attempt([&] { return run.contexts[a[0]].set_progress(progress); }));
}

// --------------------------------------------------------------------------------------------------------------- Verbs

using Verb = std::function<std::string(Run &, const Arguments &)>;

/// A call whose result is the answer.
#define CALL(expression)                                                                                               \
  [](Run &run, const Arguments &a) { return (void)run, (void)a, answer(attempt([&] { return expression; })); }
/// A call that returns a handle, which is kept.
#define MAKE(all, expression)                                                                                          \
  [](Run &run, const Arguments &a) { return keep(run.all, a[0], attempt([&] { return expression; })); }
#define PAGES(expression)                                                                                              \
  [](Run &run, const Arguments &a) { return keep_pages(run, a[0], attempt([&] { return expression; })); }
#define CLOSE(all) [](Run &run, const Arguments &a) { return close(run.all, a[0]); }
#define DO(expression) [](Run &run, const Arguments &a) -> std::string { return (void)run, (void)a, expression; }

#define BOOK run.publications[a[0]]
#define VIEW run.navigators[a[0]]
#define DRAFT run.drafts[a[0]]
#define STORE run.stores[a[0]]
using lectern::Context;
using lectern::Publication;

const std::unordered_map<std::string, Verb> verbs = {
    {"context_new", MAKE(contexts, Context::create(a.json(1)))},
    {"context_add_service", CALL(run.contexts[a[0]].add_service("org.example.scenario",
                                [&run](const Publication &book) { return host::Service::open(book, run.calls); }))},
    {"context_set_logger",
        CALL(run.contexts[a[0]].set_logger([&run](std::string_view entry) { run.log.emplace_back(entry); }))},
    {"context_set_editor", DO(set_editor(run, a))},
    {"context_set_progress", DO(set_progress(run, a))},
    {"logged", DO(drained(run.log))},
    {"service_calls", DO(json(lectern::object({{"opened", run.calls.opened}, {"closed", run.calls.closed}})))},
    {"context_free", CLOSE(contexts)},

    {"publication_open", MAKE(publications, Publication::open(a[2], a.json(3), run.contexts[a[1]]))},
    {"publication_open_memory",
        MAKE(publications, Publication::open_bytes(host::contents(a[2]), a.json(3), run.contexts[a[1]]))},
    {"publication_open_stream",
        MAKE(publications, Publication::open(std::make_unique<host::File>(a[2]), a.json(3), run.contexts[a[1]]))},
    {"publication_open_failing",
        MAKE(publications, Publication::open(std::make_unique<host::Failing>(), {}, run.contexts[a[1]]))},
    {"publication_open_manifest",
        MAKE(publications, Publication::open_manifest(a[2], host::serve, a.json(3), run.contexts[a[1]]))},
    {"publication_sniff", CALL(lectern::sniff(std::make_unique<host::File>(a[0]), a.json(1)))},
    {"publication_manifest", CALL(BOOK.manifest())},
    {"publication_info", CALL(BOOK.info())},
    {"publication_accessibility", CALL(BOOK.accessibility(a.json(1)))},
    {"publication_warnings", CALL(BOOK.warnings())},
    {"publication_services", CALL(BOOK.services())},
    {"publication_positions", CALL(BOOK.positions())},
    {"publication_positions_by_reading_order", CALL(BOOK.positions_by_reading_order())},
    {"publication_collection", CALL(BOOK.collection(a[1]))},
    {"publication_layout", CALL(BOOK.layout(a[1]))},
    {"publication_link", CALL(BOOK.link(a[1]))},
    {"publication_links", CALL(BOOK.links(a[1]))},
    {"publication_locate", CALL(BOOK.locate(a[1]))},
    {"publication_cfi", CALL(BOOK.cfi(a[1]))},
    {"publication_pages", CALL(BOOK.pages())},
    {"publication_footnote", CALL(BOOK.footnote(a[1]))},
    {"publication_word", CALL(BOOK.word(a[1]))},
    {"publication_statistics", CALL(BOOK.statistics(a.json(1)))},
    {"publication_text", CALL(BOOK.text(a[1]))},
    {"publication_markdown", CALL(BOOK.markdown(a[1]))},
    {"publication_page_images", CALL(BOOK.page_images())},
    {"publication_cache", DO(cached(BOOK, a))},
    {"publication_keep", DO(cached(BOOK, a, true))},
    {"publication_copy", MAKE(publications, run.publications[a[1]].copy(a.json(2)))},
    {"publication_get", MAKE(resources, run.publications[a[1]].get(a[2]))},
    {"publication_cover", MAKE(resources, run.publications[a[1]].cover(a.json(2)))},
    {"publication_thumbnail", MAKE(resources, run.publications[a[1]].thumbnail(a.json(2)))},
    {"publication_search", PAGES(run.publications[a[1]].search(a[2], a.json(3)))},
    {"publication_content", PAGES(run.publications[a[1]].content(a.json(2), a.json(3)))},
    {"publication_free", CLOSE(publications)},
    {"publication_free_again", CLOSE(publications)},
    {"threads", DO(threads(BOOK, a.number(1), a.number(2)))},

    {"resource_link", CALL(run.resources[a[0]].link())},
    {"resource_size", CALL(run.resources[a[0]].size())},
    {"resource_read", CALL(run.resources[a[0]].read(a.number(1), a.given(2) ? a.number(2) : UINT64_MAX))},
    {"resource_json", DO(attempt([&] { return run.resources[a[0]].read(); })->string())},
    {"resource_free", CLOSE(resources)},
    {"cursor_next", DO(turn(run, a[0], true))},
    {"cursor_previous", DO(turn(run, a[0], false))},
    {"cursor_free", CLOSE(cursors)},

    {"links_filter", CALL(lectern::filter_links(a[0], a[1]))},
    {"links_index", CALL(lectern::index_of_link(a[0], a[1]))},
    {"links_all", CALL(lectern::all_links(a[0], a[1]))},
    {"link_parameters", CALL(lectern::link_parameters(a[0]))},
    {"link_expand", CALL(lectern::expand_link(a[0], a[1]))},
    {"link_url", CALL(lectern::link_url(a[0], a.text(1)))},
    {"voices_select", CALL(lectern::select_voices(a[0], a[1]))},
    {"text_tokenize", CALL(lectern::tokenize(a[0], a[1]))},
    {"cfi_parse", CALL(lectern::parse_cfi(a[0]))},
    {"cfi_compare", CALL(lectern::compare_cfis(a[0], a[1]))},
    {"cfi_join", CALL(lectern::join_cfis(a[0], a[1]))},
    {"decorations_diff", CALL(lectern::diff_decorations(a[0], a[1]))},
    {"live_handles", CALL(lectern::live_handles())},

    {"navigator_new", MAKE(navigators, lectern::Navigator::create(run.publications[a[1]], a.json(2)))},
    {"navigator_observe", MAKE(subscriptions, run.navigators[a[1]].observe(a.text(2), collect(run, a[0])))},
    {"events", DO(drained(run.events[a[0]]))},
    {"subscription_free", CLOSE(subscriptions)},
    {"navigator_edit_preferences", MAKE(drafts, run.navigators[a[1]].edit(a.json(2)))},
    {"navigator_submit_preferences", CALL(VIEW.submit(a[1]))},
    {"navigator_location", CALL(VIEW.location())},
    {"navigator_set_location", CALL(VIEW.set_location(a[1]))},
    {"navigator_set_viewport", CALL(VIEW.set_viewport(a[1]))},
    {"navigator_spreads", CALL(VIEW.spreads())},
    {"navigator_go", CALL(VIEW.go(a[1]))},
    {"navigator_receive", CALL(VIEW.receive(a[1]))},
    {"navigator_send", CALL(VIEW.send(a[1]))},
    {"navigator_get", DO(web_answer(attempt([&] { return VIEW.get(a[1], a.json(2)); })))},
    {"navigator_apply_decorations", CALL(VIEW.apply_decorations(a[1], a[2]))},
    {"navigator_decorations", CALL(VIEW.decorations(a[1]))},
    {"navigator_render_decorations", CALL(VIEW.render_decorations(a[1]))},
    {"navigator_supports_decoration", CALL(VIEW.supports_decoration(a[1], a.text(2)))},
    {"navigator_activate_decoration", CALL(VIEW.activate_decoration(a[1], a[2], a.json(3)))},
    {"navigator_set_decoration_template",
        CALL(VIEW.set_decoration_template(a[1], a[2], [](std::string_view) { return R"(<b class="scenario"></b>)"; }))},
    {"navigator_free", CLOSE(navigators)},

    {"preferences_new", MAKE(drafts, lectern::Preferences::create(a[1], a.json(2)))},
    {"preferences_json", CALL(DRAFT.values())},
    {"preferences_setting", CALL(DRAFT.setting(a[1]))},
    {"preferences_label", CALL(DRAFT.label(a[1], lectern::Json(a[2])))},
    {"preferences_set", CALL(DRAFT.set(a[1], lectern::Json(a[2]), a.activation(3)))},
    {"preferences_increment", CALL(DRAFT.increment(a[1], a.activation(2)))},
    {"preferences_toggle", CALL(DRAFT.toggle(a[1], a.activation(2)))},
    {"preferences_activate", CALL(DRAFT.activate(a[1]))},
    {"preferences_is_active", CALL(DRAFT.is_active(a[1]))},
    {"preferences_merge", CALL(DRAFT.merge(a[1]))},
    {"preferences_clear", CALL(DRAFT.clear(a.text(1)))},
    {"preferences_filter", CALL(a[2] == "1" ? DRAFT.keep(a[1]) : DRAFT.drop(a[1]))},
    {"preferences_copy",
        [](Run &run, const Arguments &a) { return keep(run.drafts, a[1], attempt([&] { return DRAFT.copy(); })); }},
    {"preferences_submit", CALL(DRAFT.submit())},
    {"preferences_free", CLOSE(drafts)},
    {"preferences_free_again", CLOSE(drafts)},

    {"store_open", MAKE(stores, lectern::Store::open(a[2], a.json(3), run.contexts[a[1]]))},
    {"store_observe", MAKE(subscriptions, run.stores[a[1]].observe(a.json(2), collect(run, a[0])))},
    {"store_save", CALL(STORE.save(a[1], a.json(2)))},
    {"store_save_all", CALL(STORE.save_all(a[1]))},
    {"store_load", CALL(STORE.load(a[1]))},
    {"store_scopes", CALL(STORE.scopes())},
    {"store_profiles", CALL(STORE.profiles(a.json(1)))},
    {"store_save_profiles", CALL(STORE.save_profiles(a[1]))},
    {"store_migrate", CALL(STORE.migrate())},
    {"store_refresh", CALL(STORE.refresh())},
    {"store_warnings", CALL(STORE.warnings())},
    {"notes_read", PAGES(lectern::read_notes(std::make_unique<host::File>(a[1]), a.json(2)))},
    {"notes_write", CALL(lectern::write_notes(a[0], a.json(1)))},
    {"notes_merge", CALL(lectern::merge_notes(a[0], a[1]))},
    {"publication_identity", CALL(BOOK.identity())},
    {"store_add_publication", CALL(STORE.add_publication(a[1]))},
    {"store_publications", CALL(STORE.publications())},
    {"store_save_notes", CALL(STORE.save_notes(a[1]))},
    {"store_notes", CALL(STORE.notes(a.json(1)))},
    {"store_note_changes", CALL(STORE.note_changes(a.json(1)))},
    {"store_merge_notes", CALL(STORE.merge_notes(a[1]))},
    {"store_observe_notes", MAKE(subscriptions, run.stores[a[1]].observe_notes(a.json(2), collect(run, a[0])))},
    {"navigator_show_notes", MAKE(subscriptions, run.navigators[a[1]].show_notes(a[2], run.stores[a[3]], a.json(4)))},
    {"store_free", CLOSE(stores)},
};

Arguments split(const std::string &line) {
  Arguments found;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find("  ", at), line.size());
    found.words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return found;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 2) return 2;
  Run run;
  std::ifstream scenario(arguments[1]);
  for (std::string line; std::getline(scenario, line);) {
    if (line.empty() || line[0] == '#') continue;
    Arguments found = split(line);
    const std::string verb = found.words.front();
    found.words.erase(found.words.begin());
    std::cout << verbs.at(verb)(run, found) << std::endl;
  }
}
