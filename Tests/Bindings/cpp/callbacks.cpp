// SPDX-License-Identifier: BSD-3-Clause
//
// The lifetime of functions and objects of the host, and what happens to their exceptions.  Usage: callbacks BOOK
#include <atomic>
#include <stdexcept>
#include <thread>
#if __has_include(<stop_token>)
#include <stop_token>
#endif

#include "check.hpp"
#include "host.hpp"
#include "lectern/remote.hpp"

using namespace lectern;

namespace {

/// Counts its instances, to show when a callback that holds one is released.
struct Counted {
  static inline std::atomic<int> alive{0};
  Counted() { alive++; }
  Counted(const Counted &) { alive++; }
  Counted &operator=(const Counted &) = default;
  ~Counted() { alive--; }
};

void subscriptions(const Publication &book) {
  auto navigator = Navigator::create(book);
  int heard = 0;
  {
    const Subscription subscription = navigator.observe("settings", [&heard, c = Counted()](auto, auto) { heard++; });
    navigator.submit(object({{"fontSize", 2}}));
    CHECK(heard == 2 && Counted::alive == 1);
  }
  navigator.submit(object({{"fontSize", 1}}));
  CHECK(heard == 2 && Counted::alive == 0);

  // Closed from inside the callback, whose function must survive that.
  Subscription own;
  const std::string text = "longer than what a string keeps inside of itself", same = text;
  int calls = 0;
  own = navigator.observe("settings", [&own, &calls, &same, text, c = Counted()](auto, auto) {
    calls++;
    own.close();
    CHECK(text == same && (calls == 1 || Counted::alive == 1));
  });
  CHECK(calls == 1);
  for (const double size : {2.0, 3.0}) navigator.submit(object({{"fontSize", size}}));
  CHECK(calls == 2 && Counted::alive == 0);

  // A callback that destroys the navigator that calls it.
  auto other = std::make_unique<Navigator>(Navigator::create(book));
  const Subscription kept = other->observe("preferences", [&other, first = true](auto, auto) mutable {
    if (!std::exchange(first, false)) other.reset();
  });
  other->submit(object({{"fontSize", 2}}));
  CHECK(!other);

  // The navigator ends before the subscription, then the reverse, with a move in between.
  auto view = Navigator::create(book);
  auto subscription = view.observe(std::nullopt, [c = Counted()](auto, auto) {});
  view.close();
  Subscription moved = std::move(subscription);
  subscription.close();
  CHECK(moved && !subscription);
  moved = Subscription();
  CHECK(Counted::alive == 0);

  auto draft = navigator.edit();
  int edits = 0;
  const auto edited = draft.observe("preferences", [&](std::string_view, std::string_view event) {
    edits++;
    CHECK(Json(event, nullptr).is_object());
  });
  draft.set("fontSize", 1.5);
  auto twin = draft.copy();
  twin.set("fontSize", 2);
  CHECK(edits == 2);
}

/// Listeners are added and removed in two threads that both cause events.
void two_threads(const Publication &book) {
  auto navigator = Navigator::create(book);
  std::atomic<int> heard{0};
  const auto work = [&] {
    for (int i = 0; i < 100; i++) {
      const auto subscription = navigator.observe("settings", [&heard, c = Counted()](auto, auto) { heard++; });
      navigator.submit(object({{"fontSize", i % 2 ? 1.5 : 2.0}}));
    }
  };
  std::thread one(work), other(work);
  one.join();
  other.join();
  CHECK(heard >= 200 && Counted::alive == 0);
}

struct Own : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The cause of the Error of a call.
template <class F> std::string cause(Status expected, F &&function) {
  try {
    function();
  } catch (const Error &error) {
    CHECK(error.status() == expected);
    if (!error.cause()) return "none";
    try {
      std::rethrow_exception(error.cause());
    } catch (const Own &own) { return own.what(); } catch (...) {
      return "another";
    }
  }
  return "no error";
}

class Throwing : public Source {
public:
  Result<std::size_t> read(std::uint64_t, void *, std::size_t) override { throw Own("read"); }
  Result<std::uint64_t> size() override { return std::uint64_t{1000}; }
};
class ThrowingService : public lectern::Service {
public:
  explicit ThrowingService(const Publication &) {}
  Answer get(std::string_view href) override {
    if (href == "EPUB/css/book.css") throw Own("get");
    return std::nullopt;
  }
};

/// Stops by a token of the host, with any version of C++, and of the standard library.
void stops(Context &context, const Publication &book) {
  struct Token {
    const std::atomic<bool> *stopped;
    bool stop_requested() const { return *stopped; }
  };
  std::atomic<bool> stopped{false};
  int steps = 0;
  const auto counted = [&steps](auto, auto, auto) { return ++steps > 0; };
  context.set_progress(stopping(Token{&stopped}, counted));
  CHECK(book.search("whale").next() && steps > 0);
  stopped = true;
  CHECK(attempt([&] { return book.search("whale").next(); }).error().status() == Status::cancelled);
#ifdef __cpp_lib_jthread
  std::stop_source source;
  context.set_progress(stopping(source.get_token()));
  CHECK(book.search("whale").next());
  source.request_stop();
  CHECK(attempt([&] { return book.search("whale").next(); }).error().status() == Status::cancelled);
#endif
  context.set_progress(nullptr);
}

void exceptions(const Publication &book, const std::string &path) {
  CHECK(cause(Status::io, [] { Publication::open(std::make_unique<Throwing>()); }) == "read");

  auto context = Context::create();
  context.add_service(
      "org.example.throwing", [](const Publication &open) { return std::make_unique<ThrowingService>(open); });
  context.add_service("org.example.broken",
      [](const Publication &) -> Result<std::unique_ptr<lectern::Service>> { throw Own("open"); });
  context.add_service("org.example.none", [](const Publication &) { return nullptr; });
  const auto served = Publication::open(path, {}, context); // A service that cannot be created is skipped.
  CHECK(cause(Status::callback, [&] { served.get("EPUB/css/book.css"); }) == "get");
  CHECK(cause(Status::not_found, [&] { served.get("EPUB/none.css"); }) == "none");

  // A listener cannot fail, so the call does its work and throws afterwards.
  auto navigator = Navigator::create(book);
  const auto subscription = navigator.observe("preferences", [first = true](auto, auto) mutable {
    if (!std::exchange(first, false)) throw Own("event");
  });
  CHECK(cause(Status::callback, [&] { navigator.submit(object({{"fontSize", 2}})); }) == "event");
  CHECK(navigator.settings().settings()["fontSize"].preference().as<double>() == 2);
  CHECK(cause(Status::callback, [&] {
    const auto dropped = navigator.observe("settings", [c = Counted()](auto, auto) { throw Own("first"); });
  }) == "first");
  CHECK(Counted::alive == 0);

  navigator.set_decoration_template("own", object({{"layout", "bounds"}, {"element", "<i></i>"}}),
      [](std::string_view) -> Result<std::string> { throw Own("element"); });
  navigator.apply_decorations("g", R"([{"id": "1", "locator": {"href": "EPUB/text/raven.xhtml", "type": "text/html"},
                                        "style": {"id": "own"}}])");
  CHECK(cause(Status::callback, [&] { navigator.render_decorations("EPUB/text/raven.xhtml"); }) == "element");

  context.set_editor([](std::string_view) -> Result<std::optional<std::string>> { throw Own("edit"); });
  CHECK(cause(Status::callback, [&] { Publication::open(path, {}, context); }) == "edit");
  context.set_editor(nullptr);

  context.set_progress([](auto, auto, auto) -> bool { throw Own("step"); });
  auto found = served.search("whale");
  CHECK(cause(Status::cancelled, [&] { found.next(); }) == "step");
  context.set_progress(nullptr);
  CHECK(found.next());
  stops(context, served);

  CHECK(cause(Status::callback, [&] {
    book.cache("key", []() -> Result<std::optional<std::string>> { throw Own("compute"); });
  }) == "compute");
  // An Error of the host is passed on unchanged.
  const auto failed = attempt([&] {
    return book.cache(
        "key", []() -> Result<std::optional<std::string>> { return Error(Status::limit, "Too much.", "here"); });
  });
  CHECK(failed.error().status() == Status::limit && failed.error().message() == "Too much.");
  CHECK(!book.cache("none", [] { return std::nullopt; }));

  // An exception in a nested callback only belongs to the inner call.
  const auto outer = navigator.observe("preferences",
      [&](auto, auto) { CHECK(cause(Status::callback, [&] { served.get("EPUB/css/book.css"); }) == "get"); });
}

/// Objects that are called while a book opens, moved into the library and released by it.
void services(const std::string &path) {
  host::Calls calls;
  {
    auto context = Context::create();
    context.add_service("org.example.scenario",
        [&calls, c = Counted()](const Publication &open) { return host::Service::open(open, calls); });
    std::vector<std::string> warnings;
    context.set_logger([&warnings, c = Counted()](std::string_view entry) { warnings.emplace_back(entry); });
    CHECK(Counted::alive == 2);
    auto one = Publication::open(path, {}, context);
    auto other = Publication::open(std::make_unique<host::File>(path), {}, context);
    context.close();
    CHECK(calls.opened == 2 && one.get("~scenario/order").read().view().substr(0, 1) == "[");
    const auto css = other.get("EPUB/css/book.css");
    one.close();
    other.close();
    CHECK(css.read(0, 2).view() == "/*");
  }
  CHECK(calls.closed == 2 && Counted::alive == 0);

  // Functions that the library never received are released, too.
  CHECK(STATUS(Context().set_logger([c = Counted()](auto) {})) == Status::handle);
  CHECK(STATUS(Publication::open_manifest(
            std::string("{}\0{}", 5), [c = Counted()](auto) -> Answer { return std::nullopt; })) == Status::argument);
  CHECK(Counted::alive == 0);
}

/// A file on a server, in parts and as a whole, and when it changes.
void remote() {
  const std::string data = [] {
    std::string text;
    for (int number = 0; text.size() < 300000; number++) text += std::to_string(number) + " ";
    return text;
  }();
  bool has_ranges = true;
  std::string tag = "\"1\"";
  int requests = 0;
  const RemoteGet get = [&](std::uint64_t first, std::uint64_t last) -> Result<RemoteAnswer> {
    requests++;
    if (!has_ranges) return RemoteAnswer{200, data, "", tag};
    std::string part = data.substr(std::size_t(first), std::size_t(last - first + 1));
    const std::string range = std::to_string(first) + "-" + std::to_string(first + part.size() - 1);
    return RemoteAnswer{206, std::move(part), "bytes " + range + "/" + std::to_string(data.size()), tag};
  };
  for (const bool ranges : {true, false}) {
    has_ranges = ranges;
    requests = 0;
    const auto file = Resource::create(object({{"href", "a.txt"}}), std::make_unique<RemoteFile>(get));
    CHECK(file.read().view() == data && file.read(70000, 10).view() == data.substr(70000, 10));
    CHECK(file.size() == data.size() && requests == (ranges ? 5 : 1));
  }
  has_ranges = true;
  const auto file = Resource::create(object({{"href", "a.txt"}}), std::make_unique<RemoteFile>(get, 1));
  CHECK(file.read(200000, 5).view() == data.substr(200000, 5));
  tag = "\"2\"";
  CHECK(STATUS(file.read(0, 5)) == Status::io);
  tag = "\"1\"";
  CHECK(file.read(0, 5).view() == data.substr(0, 5));
  const RemoteGet none = [](std::uint64_t, std::uint64_t) -> Result<RemoteAnswer> {
    return RemoteAnswer{404, "", "", ""};
  };
  CHECK(STATUS(Publication::open(std::make_unique<RemoteFile>(none))) == Status::io);
}

} // namespace

int main(int count, char **arguments) {
  if (count != 2) return 2;
  {
    const auto book = Publication::open(arguments[1]);
    subscriptions(book);
    two_threads(book);
    exceptions(book, arguments[1]);
  }
  services(arguments[1]);
  remote();
  return finished();
}
