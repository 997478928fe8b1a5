// SPDX-License-Identifier: BSD-3-Clause
//
// Resources, and the context that publications are opened with.
#ifndef LECTERN_CONTEXT_HPP
#define LECTERN_CONTEXT_HPP

#include "callbacks.hpp"
#include "types.hpp"

LECTERN_OPEN_NAMESPACE

/// Bytes with the link that describes them: a file of a publication, or the answer of a service.
class Resource : public Handle<lectern_resource, lectern_resource_free> {
public:
  using Handle::Handle;
  /// A resource with a copy of these bytes.  @param link  @json link
  static Returns<Resource> create(const JsonInput &link, std::string_view bytes) {
    return detail::give(detail::fetch<Resource>(lectern_resource_new, detail::Text(link), bytes.data(), bytes.size()));
  }
  /// A resource that is read from a source.
  static Returns<Resource> create(const JsonInput &link, std::unique_ptr<Source> source) {
    return detail::give(
        detail::fetch<Resource>(lectern_resource_new_stream, detail::Text(link), detail::stream(std::move(source))));
  }

  /// Href, media type and properties.
  Returns<types::Link> link() const {
    return detail::give(detail::fetch_json<types::Link>(lectern_resource_link, *this));
  }
  /// The number of bytes.
  Returns<std::uint64_t> size() const {
    return detail::give(detail::number<std::uint64_t>(lectern_resource_size, *this));
  }
  /// Reads length bytes at an offset: fewer at the end, none past it.
  Returns<Buffer> read(std::uint64_t offset = 0, std::uint64_t length = UINT64_MAX) const {
    return detail::give(detail::fetch<Buffer>(lectern_resource_read, *this, offset, length));
  }
};

namespace detail {

inline lectern_status store_answer(std::optional<Resource> answer, lectern_resource **resource) {
  if (!answer) return LECTERN_PASS;
  *resource = answer->release();
  return LECTERN_OK;
}

inline Struct<lectern_fetcher> fetcher(Fetcher function) {
  lectern_fetcher functions = {};
  functions.get = [](void *target, const char *href, lectern_resource **resource, lectern_error **error) {
    return answer(
        error, Status::callback, [&] { return (*static_cast<Fetcher *>(target))(href); },
        [&](std::optional<Resource> found) { return store_answer(std::move(found), resource); });
  };
  return function ? Struct<lectern_fetcher>::of(std::move(function), functions) : Struct<lectern_fetcher>();
}

} // namespace detail

/// Limits, logger, progress and services that publications share.  An empty context has the defaults.
class Context : public Handle<lectern_context, lectern_context_free> {
public:
  using Handle::Handle;
  /// @param options  @json context-options
  static Returns<Context> create(const JsonInput &options = {}) {
    return detail::give(detail::fetch<Context>(lectern_context_new, LECTERN_ABI, detail::Text(options)));
  }
  /// Sets the logger; an empty function removes it.
  Returns<void> set_logger(Logger logger) {
    return detail::give(detail::perform(lectern_context_set_logger, *this, detail::logger(std::move(logger))));
  }
  /// Sets the function that long calls report to, and that can cancel them; an empty function removes it.
  Returns<void> set_progress(Progress progress) {
    return detail::give(detail::perform(lectern_context_set_progress, *this, detail::progress(std::move(progress))));
  }
  /// Sets what changes the manifests of publications that are opened later; an empty function removes it.
  Returns<void> set_editor(Editor editor) {
    return detail::give(detail::perform(lectern_context_set_editor, *this, detail::editor(std::move(editor))));
  }
  /// Adds a service to every publication that is opened later with this context.
  /// @param name  "positions", "cover", "search", "guidedNavigation", or a reverse domain name
  Returns<void> add_service(std::string_view name, ServiceFactory factory);
};

LECTERN_CLOSE_NAMESPACE

#endif
