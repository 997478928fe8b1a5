// SPDX-License-Identifier: BSD-3-Clause
//
// Functions and objects of the host as the callback structs of lectern.h.
//
// Each struct owns a function or an object until the library releases it, after the last call.  Exceptions never
// propagate into the library: the call that ran the callback fails, and the exception is the cause() of its Error.
#ifndef LECTERN_CALLBACKS_HPP
#define LECTERN_CALLBACKS_HPP

#include <functional>

#include "call.hpp"

LECTERN_OPEN_NAMESPACE

class Publication;
class Resource;

/// A random-access source of bytes.  Never called by two threads at once.
class Source {
public:
  virtual ~Source() = default;
  /// Reads up to capacity bytes at an offset, and returns how many; 0 at the end.
  virtual Result<std::size_t> read(std::uint64_t offset, void *bytes, std::size_t capacity) = 0;
  /// The number of bytes.
  virtual Result<std::uint64_t> size() = 0;
};

/// The answer of a service or a fetcher: a resource, or nullopt to try the next provider.
using Answer = Result<std::optional<Resource>>;

/// A service of one publication.
class Service {
public:
  /// Called once, when the publication is closed.
  virtual ~Service() = default;
  /// Links to add to the manifest, as an array; the default adds none.  A link with the href of an existing one
  /// replaces it.
  virtual Result<JsonInput> links() { return JsonInput(); }
  /// Answers a request, query included.  Routes begin with "/~", files have no leading slash.
  virtual Answer get(std::string_view href) = 0;
};

/// Creates the service for a publication, which can be used until the service is destroyed; nullptr if the publication
/// does not need one.
using ServiceFactory = std::function<Result<std::unique_ptr<Service>>(const Publication &)>;
/// Serves the files of a publication that was created from a manifest.
using Fetcher = std::function<Answer(std::string_view href)>;
/// Receives the events of a navigator, a draft or a store: the topic and JSON, both valid during the call.
using Listener = std::function<void(std::string_view topic, std::string_view event)>;
/// Receives warnings and fallbacks as JSON.
using Logger = std::function<void(std::string_view entry)>;
/// Reports the progress of a long call; returning false stops it with Status::cancelled.
using Progress = std::function<bool(std::string_view task, std::uint64_t done, std::uint64_t total)>;
/// Ends calls when a stop is requested: for a std::stop_token of C++20, or any other type with stop_requested().
template <class Token> Progress stopping(Token token, Progress progress = nullptr) {
  return [token = std::move(token), progress = std::move(progress)](std::string_view task, std::uint64_t done,
             std::uint64_t total) { return !token.stop_requested() && (!progress || progress(task, done, total)); };
}
/// Returns the HTML of a decoration, which is passed as JSON.
using Renderer = std::function<Result<std::string>(std::string_view decoration)>;
/// Returns the manifest that a publication shall have, as JSON; nullopt to leave it as it is.
using Editor = std::function<Result<std::optional<std::string>>(std::string_view manifest)>;
/// Computes a value to cache with a publication; nullopt if there is none.
using Compute = std::function<Result<std::optional<std::string>>()>;

namespace detail {

/// A callback struct, owned by the library from the call that receives it.
template <class S> class Struct {
public:
  Struct() = default; // passed as NULL
  template <class T> static Struct of(T target, S functions) {
    functions.struct_size = sizeof(S);
    functions.user_data = new T(std::move(target));
    functions.release = [](void *user_data) { delete static_cast<T *>(user_data); };
    return Struct(functions);
  }
  Struct(Struct &&other) noexcept : functions_(other.functions_), is_ours_(std::exchange(other.is_ours_, false)) {}
  Struct &operator=(Struct &&) = delete;
  ~Struct() {
    if (is_ours_) functions_.release(functions_.user_data);
  }
  const S *give() noexcept {
    is_ours_ = false;
    return functions_.struct_size ? &functions_ : nullptr;
  }

private:
  explicit Struct(S functions) : functions_(functions), is_ours_(true) {}
  S functions_ = {};
  bool is_ours_ = false;
};

inline lectern_status report(const Error &failure, lectern_error **error) {
  const bool fails = static_cast<lectern_status>(failure.status()) < 0;
  return lectern_error_new(static_cast<lectern_status>(fails ? failure.status() : Status::callback),
      failure.message().c_str(), failure.path().empty() ? nullptr : failure.path().c_str(), error);
}

/// Runs a callback.  Calls that it makes do not see exceptions of earlier callbacks.
template <class F, class G> auto guarded(F &&function, G &&failed) noexcept -> decltype(function()) {
  const Thrown before = std::exchange(thrown(), Thrown());
#ifdef LECTERN_NO_EXCEPTIONS
  (void)failed;
  auto result = function();
  thrown() = before;
  return result;
#else
  try {
    auto result = function();
    thrown() = before;
    return result;
  } catch (...) {
    thrown() = before;
    thrown().cause = std::current_exception();
    return failed(thrown().cause);
  }
#endif
}

/// Wraps a callback that returns a status, or a Result that `store` stores.
template <class F, class G>
lectern_status answer(lectern_error **error, Status status, F &&function, G &&store) noexcept {
  const auto told = [&]() -> lectern_status {
    auto result = function();
    return result ? store(*std::move(result)) : report(result.error(), error);
  };
  const auto failed = [&](const std::exception_ptr &cause) -> lectern_status {
#ifndef LECTERN_NO_EXCEPTIONS
    try {
      std::rethrow_exception(cause);
    } catch (const Error &failure) { return report(failure, error); } catch (...) {
    }
#endif
    return report(Error(status, message_of(cause)), error);
  };
  return guarded(told, failed);
}

/// Wraps a callback that cannot fail: the call rethrows its exception after completing.
template <class F> void tell(F &&function) noexcept {
  guarded([&] { return function(), 0; }, [](const std::exception_ptr &) { return thrown().is_untold = true, 0; });
}

inline lectern_status store_text(std::string_view text, lectern_buffer **buffer, lectern_error **error) {
  return lectern_buffer_new(text.data(), text.size(), buffer, error);
}

inline Struct<lectern_stream> stream(std::unique_ptr<Source> source) {
  lectern_stream functions = {};
  functions.read = [](void *target, std::uint64_t offset, void *bytes, std::size_t capacity, std::size_t *count,
                       lectern_error **error) {
    return answer(
        error, Status::io,
        [&] { return (*static_cast<std::unique_ptr<Source> *>(target))->read(offset, bytes, capacity); },
        [&](std::size_t read) -> lectern_status { return *count = read, LECTERN_OK; });
  };
  functions.size = [](void *target, std::uint64_t *size, lectern_error **error) {
    return answer(
        error, Status::io, [&] { return (*static_cast<std::unique_ptr<Source> *>(target))->size(); },
        [&](std::uint64_t value) -> lectern_status { return *size = value, LECTERN_OK; });
  };
  return source ? Struct<lectern_stream>::of(std::move(source), functions) : Struct<lectern_stream>();
}

inline Struct<lectern_listener> listener(Listener function) {
  lectern_listener functions = {};
  functions.event = [](void *target, const char *topic, const char *event) {
    tell([&] { (*static_cast<Listener *>(target))(topic, event); });
  };
  return Struct<lectern_listener>::of(std::move(function), functions);
}

inline Struct<lectern_logger> logger(Logger function) {
  lectern_logger functions = {};
  functions.log = [](void *target, const char *entry) { tell([&] { (*static_cast<Logger *>(target))(entry); }); };
  return function ? Struct<lectern_logger>::of(std::move(function), functions) : Struct<lectern_logger>();
}

inline Struct<lectern_progress> progress(Progress function) {
  lectern_progress functions = {};
  functions.step = [](void *target, const char *task, std::uint64_t done, std::uint64_t total) -> std::int32_t {
    return guarded([&] { return (*static_cast<Progress *>(target))(task, done, total) ? 0 : 1; },
        [](const std::exception_ptr &) { return 1; });
  };
  return function ? Struct<lectern_progress>::of(std::move(function), functions) : Struct<lectern_progress>();
}

inline Struct<lectern_renderer> renderer(Renderer function) {
  lectern_renderer functions = {};
  functions.element = [](void *target, const char *decoration, lectern_buffer **html, lectern_error **error) {
    return answer(
        error, Status::callback, [&] { return (*static_cast<Renderer *>(target))(decoration); },
        [&](const std::string &text) { return store_text(text, html, error); });
  };
  return function ? Struct<lectern_renderer>::of(std::move(function), functions) : Struct<lectern_renderer>();
}

inline lectern_status store_optional(
    const std::optional<std::string> &value, lectern_buffer **bytes, lectern_error **error) {
  return value ? store_text(*value, bytes, error) : LECTERN_PASS;
}

inline Struct<lectern_editor> editor(Editor function) {
  lectern_editor functions = {};
  functions.edit = [](void *target, const char *manifest, lectern_buffer **edited, lectern_error **error) {
    return answer(
        error, Status::callback, [&] { return (*static_cast<Editor *>(target))(manifest); },
        [&](const std::optional<std::string> &value) { return store_optional(value, edited, error); });
  };
  return function ? Struct<lectern_editor>::of(std::move(function), functions) : Struct<lectern_editor>();
}

inline Struct<lectern_compute> compute(Compute function) {
  lectern_compute functions = {};
  functions.compute = [](void *target, lectern_buffer **bytes, lectern_error **error) {
    return answer(
        error, Status::callback, [&] { return (*static_cast<Compute *>(target))(); },
        [&](const std::optional<std::string> &value) { return store_optional(value, bytes, error); });
  };
  return Struct<lectern_compute>::of(std::move(function), functions);
}

} // namespace detail

LECTERN_CLOSE_NAMESPACE

#endif
