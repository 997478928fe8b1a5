// SPDX-License-Identifier: BSD-3-Clause
//
// Failures: lectern::Error, lectern::Result, and the return type Returns.
//
// A function that can fail returns Returns<T>.  This is T, and failures are thrown as Error; or Result<T>, where
// exceptions are disabled or LECTERN_NO_EXCEPTIONS is defined.  The two variants are in different namespaces, so that
// files of both kinds can be linked into one program.
#ifndef LECTERN_ERROR_HPP
#define LECTERN_ERROR_HPP

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "status.hpp"

#if !defined(LECTERN_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define LECTERN_NO_EXCEPTIONS 1
#endif

#if defined(__clang__)
#define LECTERN_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define LECTERN_LIFETIMEBOUND
#endif

#ifdef LECTERN_NO_EXCEPTIONS
#define LECTERN_OPEN_NAMESPACE                                                                                         \
  namespace lectern {                                                                                                  \
  inline namespace returning {
#else
#define LECTERN_OPEN_NAMESPACE                                                                                         \
  namespace lectern {                                                                                                  \
  inline namespace throwing {
#endif
#define LECTERN_CLOSE_NAMESPACE                                                                                        \
  }                                                                                                                    \
  }

LECTERN_OPEN_NAMESPACE

/// The name of a status in the C header, such as "LECTERN_ERROR_FORMAT".
inline std::string_view name(Status status) { return lectern_status_name(static_cast<lectern_status>(status)); }

/// The reason why a call failed.
class Error : public std::exception {
public:
  /// An error of your own, for callbacks.
  Error(Status status, std::string message, std::string path = {}, std::exception_ptr cause = nullptr,
      std::string json = {})
      : status_(status), message_(std::move(message)), path_(std::move(path)), json_(std::move(json)),
        cause_(std::move(cause)) {
    what_ = path_.empty() ? message_ : path_ + ": " + message_;
  }

  /// The status of the call that failed.
  Status status() const noexcept { return status_; }
  /// An English sentence for developers and logs.
  const std::string &message() const noexcept { return message_; }
  /// The location of the problem, such as "book.epub > OEBPS/content.opf > /package/spine"; empty if unknown.
  const std::string &path() const noexcept { return path_; }
  /// The path and the message.
  const char *what() const noexcept override { return what_.c_str(); }
  /// The error with its chain of causes; empty if it does not come from the library.  @json error
  const std::string &json() const noexcept { return json_; }
  /// The exception of a host callback, if that made the call fail.
  const std::exception_ptr &cause() const noexcept { return cause_; }

private:
  Status status_;
  std::string message_, path_, json_, what_;
  std::exception_ptr cause_;
};

namespace detail {
[[noreturn]] inline void raise([[maybe_unused]] Error error) {
#ifdef LECTERN_NO_EXCEPTIONS
  std::terminate();
#else
  throw error;
#endif
}
} // namespace detail

/// A value, or an Error.
template <class T> class [[nodiscard]] Result {
public:
  /// A success with this value.
  template <class U = T, std::enable_if_t<std::is_convertible_v<U &&, T> && !std::is_same_v<std::decay_t<U>, Result> &&
                                              !std::is_same_v<std::decay_t<U>, Error>,
                             int> = 0>
  Result(U &&value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  /// A failure.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  /// Whether there is a value.
  bool has_value() const noexcept { return state_.index() == 0; }
  /// Whether there is a value.
  explicit operator bool() const noexcept { return has_value(); }

  /// The value.  Without one, throws the Error; if exceptions are disabled, ends the process.
  T &value() & { return checked(), std::get<0>(state_); }
  /// The value.
  const T &value() const & { return checked(), std::get<0>(state_); }
  /// The value.
  T &&value() && { return checked(), std::get<0>(std::move(state_)); }
  /// The value; the same as value().
  T &operator*() & { return value(); }
  /// The value; the same as value().
  const T &operator*() const & { return value(); }
  /// The value; the same as value().
  T &&operator*() && { return std::move(*this).value(); }
  /// A member of the value.
  T *operator->() { return &value(); }
  /// A member of the value.
  const T *operator->() const { return &value(); }
  /// The value, or another one if the call failed.
  template <class U> T value_or(U &&other) && {
    return has_value() ? std::get<0>(std::move(state_)) : static_cast<T>(std::forward<U>(other));
  }

  /// The error.  Only valid without a value.
  const Error &error() const & { return *std::get_if<1>(&state_); }
  /// The error.  Only valid without a value.
  Error &&error() && { return std::move(*std::get_if<1>(&state_)); }

  /// Applies a function to the value, or passes the Error on.
  template <class F> auto map(F &&function) && -> Result<std::invoke_result_t<F, T &&>> {
    if (!has_value()) return std::move(*this).error();
    if constexpr (std::is_void_v<std::invoke_result_t<F, T &&>>) {
      std::forward<F>(function)(std::get<0>(std::move(state_)));
      return {};
    } else {
      return std::forward<F>(function)(std::get<0>(std::move(state_)));
    }
  }

private:
  void checked() const {
    if (!has_value()) detail::raise(error());
  }
  std::variant<T, Error> state_;
};

/// Success, or an Error.
template <> class [[nodiscard]] Result<void> {
public:
  /// A success.
  Result() = default;
  /// A failure.
  Result(Error error) : error_(std::move(error)) {}
  /// Whether the call succeeded.
  bool has_value() const noexcept { return !error_; }
  /// Whether the call succeeded.
  explicit operator bool() const noexcept { return has_value(); }
  /// Throws the Error, if there is one; if exceptions are disabled, ends the process.
  void value() const {
    if (error_) detail::raise(*error_);
  }
  /// The error.  Only valid after a failure.
  const Error &error() const & { return *error_; }
  /// The error.  Only valid after a failure.
  Error &&error() && { return std::move(*error_); }

private:
  std::optional<Error> error_;
};

#ifdef LECTERN_NO_EXCEPTIONS
/// A function without exceptions returns a Result.
template <class T> using Returns = Result<T>;
#else
/// A function that throws returns its value.
template <class T> using Returns = T;
#endif

namespace detail {
/// Converts a Result to the return type of a function.
template <class T> Returns<T> give(Result<T> result) {
#ifdef LECTERN_NO_EXCEPTIONS
  return result;
#else
  return std::move(result).value();
#endif
}

template <class T> struct Attempted {
  using type = Result<T>;
};
template <class T> struct Attempted<Result<T>> {
  using type = Result<T>;
};
} // namespace detail

/// Returns the outcome of a function as a Result, whether or not failures are thrown:
///     auto book = lectern::attempt([&] { return lectern::Publication::open(path); });
template <class F> auto attempt(F &&function) -> typename detail::Attempted<std::invoke_result_t<F>>::type {
#ifndef LECTERN_NO_EXCEPTIONS
  try {
#endif
    if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
      std::forward<F>(function)();
      return {};
    } else {
      return std::forward<F>(function)();
    }
#ifndef LECTERN_NO_EXCEPTIONS
  } catch (const Error &error) { return error; }
#endif
}

LECTERN_CLOSE_NAMESPACE

#endif
