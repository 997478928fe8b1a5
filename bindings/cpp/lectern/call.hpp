// SPDX-License-Identifier: BSD-3-Clause
//
// Calls to functions of lectern.h: arguments in, handles out, failures and exceptions of callbacks as an Error.
#ifndef LECTERN_CALL_HPP
#define LECTERN_CALL_HPP

#include "json.hpp"

LECTERN_OPEN_NAMESPACE

namespace detail {

/// The exception that a callback threw during the current call on this thread.  It never propagates into the library.
struct Thrown {
  std::exception_ptr cause;
  /// The callback could not report a failure, so the call may succeed nevertheless.
  bool is_untold = false;
};
inline Thrown &thrown() {
  thread_local Thrown current;
  return current;
}

/// NUL-terminated text to pass in.
class Text {
public:
  explicit Text(std::string_view text) : text_(text), given_(true) {}
  explicit Text(const std::string &text) : Text(std::string_view(text)) {}
  explicit Text(const std::optional<std::string_view> &text) : text_(text.value_or("")), given_(text.has_value()) {}
  explicit Text(const JsonInput &input) : text_(input.json()), given_(input.given()) {}
  explicit Text(const JsonValue &value) : text_(value.json()), given_(true) {}
  const char *get() const { return given_ ? text_.c_str() : nullptr; }
  bool is_whole() const { return text_.find('\0') == std::string::npos; }

private:
  std::string text_;
  bool given_;
};

template <class S> class Struct; // callbacks.hpp

inline const char *raw(const Text &text) { return text.get(); }
template <class S> const S *raw(Struct<S> &callbacks) { return callbacks.give(); }
template <class H> auto raw(const H &handle) -> decltype(handle.handle()) { return handle.handle(); }
template <class T> T *raw(T *pointer) { return pointer; }
template <class N, std::enable_if_t<std::is_arithmetic_v<N>, int> = 0> N raw(N number) { return number; }

inline bool is_whole(const Text &text) { return text.is_whole(); }
template <class T> bool is_whole(const T &) { return true; }

inline std::string message_of(const std::exception_ptr &cause) {
#ifndef LECTERN_NO_EXCEPTIONS
  try {
    std::rethrow_exception(cause);
  } catch (const std::exception &exception) { return exception.what(); } catch (...) {
  }
#else
  (void)cause;
#endif
  return "A callback threw an exception.";
}

inline std::string chain_of(const lectern_error *error) {
  lectern_buffer *json = nullptr;
  if (!error || lectern_error_json(error, &json) < 0) return {};
  std::string text(lectern_buffer_data(json), lectern_buffer_size(json));
  lectern_buffer_free(json);
  return text;
}

/// Turns the result of a call, its error and the exceptions of its callbacks into a status or a failure.
inline Result<Status> finish(lectern_status status, lectern_error *error) {
  const Thrown seen = std::exchange(thrown(), Thrown());
  if (status >= 0 && !seen.is_untold) return static_cast<Status>(status);
  if (status >= 0) return Error(Status::callback, message_of(seen.cause), {}, seen.cause);
  Error failure(static_cast<Status>(status), error ? lectern_error_message(error) : lectern_status_name(status),
      error ? lectern_error_path(error) : "", seen.cause, chain_of(error));
  lectern_error_free(error);
  return failure;
}

/// Calls a function whose last parameter is the error.
template <class... P, class... A> Result<Status> call(lectern_status (*function)(P...), A &&...arguments) {
  if (!(is_whole(arguments) && ...)) return Error(Status::argument, "A string must not contain NUL.");
  lectern_error *error = nullptr;
  const lectern_status status = function(raw(arguments)..., &error);
  return finish(status, error);
}

/// Takes ownership of a handle that a call returned, or returns its failure.
template <class H> Result<H> owned(Result<Status> status, typename H::pointer handle) {
  H made(handle);
  if (!status) return std::move(status).error();
  return made;
}
/// Likewise for a call that returns LECTERN_END with a NULL handle.
template <class H> Result<std::optional<H>> owned_or_none(Result<Status> status, typename H::pointer handle) {
  H made(handle);
  if (!status) return std::move(status).error();
  return handle ? std::optional<H>(std::move(made)) : std::nullopt;
}

/// Calls a function whose last output is a handle.
template <class H, class F, class... A> Result<H> fetch(F function, A &&...arguments) {
  typename H::pointer handle = nullptr;
  Result<Status> status = call(function, arguments..., &handle);
  return owned<H>(std::move(status), handle);
}
template <class H, class F, class... A> Result<std::optional<H>> fetch_optional(F function, A &&...arguments) {
  typename H::pointer handle = nullptr;
  Result<Status> status = call(function, arguments..., &handle);
  return owned_or_none<H>(std::move(status), handle);
}
/// Calls a function whose last output is a number.
template <class N, class F, class... A> Result<N> number(F function, A &&...arguments) {
  N value = 0;
  Result<Status> status = call(function, arguments..., &value);
  if (!status) return std::move(status).error();
  return value;
}
/// Calls a function whose last output is a boolean.
template <class F, class... A> Result<bool> truth(F function, A &&...arguments) {
  std::int32_t value = 0;
  Result<Status> status = call(function, arguments..., &value);
  if (!status) return std::move(status).error();
  return value != 0;
}
/// Calls a function without outputs.
inline Result<void> done(Result<Status> status) { return status ? Result<void>() : std::move(status).error(); }
template <class F, class... A> Result<void> perform(F function, A &&...arguments) {
  return done(call(function, arguments...));
}
/// Whether a call had an effect: false for LECTERN_END.
inline Result<bool> moved(Result<Status> status) {
  if (!status) return std::move(status).error();
  return *status != Status::end;
}
template <class F, class... A> Result<bool> step(F function, A &&...arguments) {
  return moved(call(function, arguments...));
}

} // namespace detail

/// Owns a handle of the library.  It can be moved but not copied, and frees the handle at the end of its scope.  After
/// close() or a move it is empty, and calls with it fail with Status::handle.
template <class T, lectern_status (*Free)(T *)> class Handle {
public:
  /// The type of the handle in C.
  using pointer = T *;

  /// An empty handle.
  Handle() = default;
  /// Takes ownership of a handle.
  explicit Handle(pointer handle) noexcept : handle_(handle) {}
  /// Takes the handle over; the other one is empty afterwards.
  Handle(Handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)), is_borrowed_(other.is_borrowed_) {}
  /// Frees its own handle, and takes the other one over.
  Handle &operator=(Handle &&other) noexcept {
    if (this != &other) {
      close();
      handle_ = std::exchange(other.handle_, nullptr);
      is_borrowed_ = other.is_borrowed_;
    }
    return *this;
  }
  ~Handle() { close(); }

  /// The handle, for functions of the C header.
  pointer handle() const noexcept { return handle_; }
  /// Whether there is a handle.
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// Releases ownership: the caller must free the handle.
  pointer release() noexcept { return std::exchange(handle_, nullptr); }
  /// Frees the handle now.  Closing twice is harmless.
  void close() noexcept {
    if (pointer handle = std::exchange(handle_, nullptr); handle && !is_borrowed_) Free(handle);
  }

protected:
  Handle(pointer handle, bool is_borrowed) noexcept : handle_(handle), is_borrowed_(is_borrowed) {}

private:
  pointer handle_ = nullptr;
  bool is_borrowed_ = false;
};

/// Immutable bytes that the library returns.
class Buffer : public Handle<lectern_buffer, lectern_buffer_free> {
public:
  using Handle::Handle;
  /// The bytes, followed by a NUL.
  const char *data() const noexcept { return lectern_buffer_data(handle()); }
  /// The number of bytes, without the NUL.
  std::size_t size() const noexcept { return lectern_buffer_size(handle()); }
  /// Valid as long as the buffer.
  std::string_view view() const & noexcept LECTERN_LIFETIMEBOUND { return {data(), size()}; }
  /// A copy, since a temporary buffer does not keep its bytes: it converts to std::string, and not to a view.
  TemporaryText view() const && { return TemporaryText(std::string_view(data(), size())); }
  operator std::string_view() const & noexcept LECTERN_LIFETIMEBOUND { return view(); }
  operator std::string_view() const && = delete;
  /// A copy of the bytes.
  std::string string() const { return std::string(data(), size()); }
  /// The first byte.
  const char *begin() const noexcept { return data(); }
  /// The end of the bytes.
  const char *end() const noexcept { return data() + size(); }
};

namespace detail {
/// JSON that keeps the buffer alive.
template <class T> T json_of(Buffer buffer) {
  auto kept = std::make_shared<const Buffer>(std::move(buffer));
  const std::string_view text = kept->view();
  return Json(text, std::move(kept)).as<T>();
}
template <class T> Result<T> json_of(Result<Buffer> buffer) {
  if (!buffer) return std::move(buffer).error();
  return json_of<T>(*std::move(buffer));
}
inline Result<std::string> text_of(Result<Buffer> buffer) {
  if (!buffer) return std::move(buffer).error();
  return buffer->string();
}
/// Calls a function that returns JSON or text.
template <class T, class F, class... A> Result<T> fetch_json(F function, A &&...arguments) {
  lectern_buffer *handle = nullptr;
  Result<Status> status = call(function, arguments..., &handle);
  return json_of<T>(owned<Buffer>(std::move(status), handle));
}
template <class F, class... A> Result<std::string> fetch_text(F function, A &&...arguments) {
  return text_of(fetch<Buffer>(function, arguments...));
}
} // namespace detail

LECTERN_CLOSE_NAMESPACE

#endif
