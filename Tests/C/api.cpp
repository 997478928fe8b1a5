/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Uses the C API from C++: smart pointers own the handles, and lambdas serve as callbacks.
 *
 * Usage: api BOOK
 */
#include <lectern.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

/* Frees a handle of any type. */
struct Free {
  void operator()(lectern_publication *handle) const { lectern_publication_free(handle); }
  void operator()(lectern_resource *handle) const { lectern_resource_free(handle); }
  void operator()(lectern_navigator *handle) const { lectern_navigator_free(handle); }
  void operator()(lectern_subscription *handle) const { lectern_subscription_free(handle); }
  void operator()(lectern_buffer *handle) const { lectern_buffer_free(handle); }
  void operator()(lectern_error *handle) const { lectern_error_free(handle); }
};
template <class T> using Owned = std::unique_ptr<T, Free>;

static int failures;

static void check(bool condition, const char *what) {
  if (condition) return;
  failures++;
  std::fprintf(stderr, "api: %s\n", what);
}

static std::string text(lectern_buffer *buffer) {
  Owned<lectern_buffer> owned(buffer);
  return std::string(lectern_buffer_data(buffer), lectern_buffer_size(buffer));
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  lectern_publication *opened = nullptr;
  lectern_error *failed = nullptr;
  lectern_buffer *buffer = nullptr;

  check(lectern_publication_open(nullptr, "/no/such/book.epub", nullptr, &opened, &failed) < 0, "a book from nowhere");
  Owned<lectern_error> error(failed);
  check(opened == nullptr && std::strstr(lectern_error_path(error.get()), "book.epub"), "the error names no file");
  check(lectern_error_json(error.get(), &buffer) == LECTERN_OK, "an error without JSON");
  check(text(buffer).find("\"status\":\"LECTERN_ERROR_") != std::string::npos, "the JSON of the error has no status");

  check(lectern_publication_open(nullptr, argv[1], nullptr, &opened, nullptr) == LECTERN_OK, "the book does not open");
  Owned<lectern_publication> publication(opened);
  check(lectern_publication_manifest(publication.get(), &buffer, nullptr) == LECTERN_OK, "no manifest");
  check(text(buffer).find("\"readingOrder\":[{") != std::string::npos, "the manifest has no reading order");

  lectern_resource *got = nullptr;
  check(lectern_publication_get(publication.get(), "/~readium/positions", &got, nullptr) == LECTERN_OK, "no service");
  Owned<lectern_resource> resource(got);
  check(
      lectern_resource_read(resource.get(), 0, UINT64_MAX, &buffer, nullptr) == LECTERN_OK, "no answer of the service");
  std::string route = text(buffer);
  check(lectern_publication_positions(publication.get(), &buffer, nullptr) == LECTERN_OK, "no positions");
  check(text(buffer) == route, "the route and the function give different positions");

  lectern_navigator *made = nullptr;
  check(lectern_navigator_new(publication.get(), "{\"preferences\":{\"fontSize\":1.5}}", &made, nullptr) == LECTERN_OK,
      "no navigator");
  Owned<lectern_navigator> navigator(made);
  publication.reset();

  std::string topics;
  lectern_listener listener = {};
  listener.struct_size = sizeof listener;
  listener.user_data = &topics;
  listener.event = [](void *user_data, const char *topic, const char *) {
    *static_cast<std::string *>(user_data) += std::string(topic) + " ";
  };
  lectern_subscription *observed = nullptr;
  check(lectern_navigator_observe(navigator.get(), "settings", &listener, &observed, nullptr) == LECTERN_OK,
      "cannot observe");
  Owned<lectern_subscription> subscription(observed);
  check(lectern_navigator_submit_preferences(navigator.get(), "{\"fontSize\":2}", nullptr) == LECTERN_OK,
      "cannot submit");
  check(topics == "settings settings ", topics.c_str());

  subscription.reset(), navigator.reset(), resource.reset(), error.reset();
  check(lectern_live_handles(&buffer, nullptr) == LECTERN_OK, "no count of handles");
  check(text(buffer) == "{}", "handles are left");
  std::printf("api: %d failed\n", failures);
  return failures != 0;
}
