// SPDX-License-Identifier: BSD-3-Clause
//
// Checks that count failures, so that one run shows all of them.
#ifndef LECTERN_TESTS_CHECK_HPP
#define LECTERN_TESTS_CHECK_HPP

#include <cstdio>
#include <lectern.hpp>

inline int failures = 0;

#define CHECK(...)                                                                                                     \
  do {                                                                                                                 \
    if (!(__VA_ARGS__)) {                                                                                              \
      failures++;                                                                                                      \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #__VA_ARGS__);                                           \
    }                                                                                                                  \
  } while (0)

/// The status of an expression: ok, or that of its Error.
#define STATUS(expression) status_of(lectern::attempt([&] { return expression; }))

template <class T> lectern::Status status_of(const lectern::Result<T> &result) {
  return result ? lectern::Status::ok : result.error().status();
}

/// Call this last: no handle may be open.
inline int finished() {
  CHECK(lectern::attempt([] { return lectern::live_handles(); })->json() == "{}");
  return failures ? 1 : 0;
}

#endif
