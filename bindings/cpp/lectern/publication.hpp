// SPDX-License-Identifier: BSD-3-Clause
//
// Publications: opening and querying them.
#ifndef LECTERN_PUBLICATION_HPP
#define LECTERN_PUBLICATION_HPP

#include <filesystem>

#include "context.hpp"
#include "cursor.hpp"
#include "metadata.hpp"

LECTERN_OPEN_NAMESPACE

/// An open publication.  Immutable: any number of threads may use it at once.
class Publication : public Handle<lectern_publication, lectern_publication_free> {
public:
  using Handle::Handle;
  /// Wraps a publication that is freed elsewhere, such as that of a service.
  static Publication borrow(lectern_publication *publication) { return Publication(publication, true); }

  /// Opens a file, or the folder of an exploded publication.  @param options  @json open-options
  static Returns<Publication> open(
      const std::filesystem::path &file, const JsonInput &options = {}, const Context &context = {}) {
    return detail::give(detail::fetch<Publication>(
        lectern_publication_open, context, detail::Text(file.string()), detail::Text(options)));
  }
  /// Opens a copy of bytes in memory.
  static Returns<Publication> open_bytes(
      const void *bytes, std::size_t size, const JsonInput &options = {}, const Context &context = {}) {
    void (*const none)(void *) = nullptr;
    void *const target = nullptr;
    return detail::give(detail::fetch<Publication>(
        lectern_publication_open_memory, context, bytes, size, none, target, detail::Text(options)));
  }
  /// Opens bytes in memory without copying them: move a large string in.
  static Returns<Publication> open_bytes(
      std::string bytes, const JsonInput &options = {}, const Context &context = {}) {
    const detail::Text encoded(options);
    if (!encoded.is_whole()) return open_bytes(bytes.data(), bytes.size(), options, context);
    auto *const kept = new std::string(std::move(bytes));
    void *const target = kept;
    void (*const release)(void *) = [](void *string) { delete static_cast<std::string *>(string); };
    return detail::give(detail::fetch<Publication>(lectern_publication_open_memory, context,
        static_cast<const void *>(kept->data()), kept->size(), release, target, encoded));
  }
  /// Opens the bytes of a source.
  static Returns<Publication> open(
      std::unique_ptr<Source> source, const JsonInput &options = {}, const Context &context = {}) {
    return detail::give(detail::fetch<Publication>(
        lectern_publication_open_stream, context, detail::stream(std::move(source)), detail::Text(options)));
  }
  /// Creates a publication from a manifest, and from files that a function serves.  @param manifest  @json manifest
  static Returns<Publication> open_manifest(const JsonInput &manifest, Fetcher fetcher = nullptr,
      const JsonInput &options = {}, const Context &context = {}) {
    return detail::give(detail::fetch<Publication>(lectern_publication_open_manifest, context, detail::Text(manifest),
        detail::fetcher(std::move(fetcher)), detail::Text(options)));
  }

  /// The Readium Web Publication Manifest, with the links of services.
  Returns<types::Manifest> manifest() const { return json<types::Manifest>(lectern_publication_manifest); }
  /// The title from the metadata; "" if there is none.
  Returns<std::string> title() const {
    return detail::give(metadata().map([](types::Metadata &&all) { return text_of(all.title()); }));
  }
  /// The names of the authors.
  Returns<std::vector<std::string>> authors() const {
    return detail::give(metadata().map([](types::Metadata &&all) { return names_of(all.author()); }));
  }
  /// Properties computed from the manifest.
  Returns<types::PublicationInfo> info() const { return json<types::PublicationInfo>(lectern_publication_info); }
  /// The accessibility metadata as sentences for readers.  @param options  @json accessibility-options
  Returns<types::Accessibility> accessibility(const JsonInput &options = {}) const {
    return json<types::Accessibility>(lectern_publication_accessibility, detail::Text(options));
  }
  /// Authoring mistakes that did not prevent opening.
  Returns<types::Warnings> warnings() const { return json<types::Warnings>(lectern_publication_warnings); }
  /// The links of a collection, such as "toc", "pageList" or "landmarks"; empty if it does not exist.
  Returns<types::Links> collection(std::string_view role) const {
    return json<types::Links>(lectern_publication_collection, detail::Text(role));
  }
  /// The layout of a resource.
  Returns<types::Presentation> layout(std::string_view href) const {
    return json<types::Presentation>(lectern_publication_layout, detail::Text(href));
  }
  /// The first link with this href, tried again without its fragment, then without its query.
  Returns<types::Link> link(std::string_view href) const {
    return json<types::Link>(lectern_publication_link, detail::Text(href));
  }
  /// All links that match a filter.  @param filter  @json link-filter
  Returns<types::Links> links(const JsonInput &filter = "{}") const {
    return json<types::Links>(lectern_publication_links, detail::Text(filter));
  }
  /// The data that identifies this copy.
  Returns<types::PublicationIdentity> identity() const {
    return json<types::PublicationIdentity>(lectern_publication_identity);
  }
  /// The services of this publication, with their routes.
  Returns<types::Services> services() const { return json<types::Services>(lectern_publication_services); }

  /// All positions.
  Returns<types::Positions> positions() const { return json<types::Positions>(lectern_publication_positions); }
  /// The positions, grouped by item of the reading order.
  Returns<types::PositionsByReadingOrder> positions_by_reading_order() const {
    return json<types::PositionsByReadingOrder>(lectern_publication_positions_by_reading_order);
  }
  /// Completes a partial description of a location to a locator.  @param query  @json locator-query
  Returns<types::Locator> locate(const JsonInput &query) const {
    return json<types::Locator>(lectern_publication_locate, detail::Text(query));
  }
  /// The EPUB CFI of the location that locate() finds.  @param query  @json locator-query
  Returns<types::CfiPlace> cfi(const JsonInput &query) const {
    return json<types::CfiPlace>(lectern_publication_cfi, detail::Text(query));
  }
  /// The pages of the printed edition, with their labels and where they begin.
  Returns<types::Pages> pages() const { return json<types::Pages>(lectern_publication_pages); }
  /// The footnote that a reference links to.  @param query  any location in either of them.  @json locator-query
  Returns<types::Footnote> footnote(const JsonInput &query) const {
    return json<types::Footnote>(lectern_publication_footnote, detail::Text(query));
  }
  /// The word at a location, its sentence and its language.  @param query  @json locator-query
  Returns<types::Word> word(const JsonInput &query) const {
    return json<types::Word>(lectern_publication_word, detail::Text(query));
  }

  /// The image that each item of the reading order is or shows, or null.
  Returns<types::PageImages> page_images() const { return json<types::PageImages>(lectern_publication_page_images); }
  /// The cover as an encoded image: as it is stored, or of a size and type, or made if there is none.
  /// @param options  @json cover-options
  Returns<Resource> cover(const JsonInput &options = {}) const {
    return detail::give(detail::fetch<Resource>(lectern_publication_cover, *this, detail::Text(options)));
  }
  /// A page of a PDF or a comic, or one that shows only an image, as a picture.  @param options  @json thumbnail-options
  Returns<Resource> thumbnail(const JsonInput &options) const {
    return detail::give(detail::fetch<Resource>(lectern_publication_thumbnail, *this, detail::Text(options)));
  }
  /// A file of the publication, or the answer of a service.
  Returns<Resource> get(std::string_view href) const {
    return detail::give(detail::fetch<Resource>(lectern_publication_get, *this, detail::Text(href)));
  }
  /// Like get(), but without the services of the host, so that they can wrap the built-in answer.
  Returns<Resource> get_builtin(std::string_view href) const {
    return detail::give(detail::fetch<Resource>(lectern_publication_get_builtin, *this, detail::Text(href)));
  }

  /// Words, characters, images and minutes.  @param options  @json statistics-options
  Returns<types::Statistics> statistics(const JsonInput &options = {}) const {
    return json<types::Statistics>(lectern_publication_statistics, detail::Text(options));
  }
  /// Searches the text and returns a range of matches.  @param options  @json search-options
  Returns<Search> search(std::string_view query, const JsonInput &options = {}) const {
    return detail::give(
        detail::fetch<Search>(lectern_publication_search, *this, detail::Text(query), detail::Text(options)));
  }
  /// Iterates over headings, paragraphs, images and so on.
  /// @param start  @json locator  @param options  @json content-options
  Returns<Content> content(const JsonInput &start = {}, const JsonInput &options = {}) const {
    return detail::give(
        detail::fetch<Content>(lectern_publication_content, *this, detail::Text(start), detail::Text(options)));
  }
  /// The text of a document as it is rendered, with a line for each heading, paragraph and so on.
  Returns<Buffer> text(std::string_view href) const {
    return detail::give(detail::fetch<Buffer>(lectern_publication_text, *this, detail::Text(href)));
  }
  /// The publication as Markdown, or a part of it.  @param options  @json markdown-options
  Returns<Buffer> markdown(const JsonInput &options = {}) const {
    return detail::give(detail::fetch<Buffer>(lectern_publication_markdown, *this, detail::Text(options)));
  }

  /// A value that is computed once and cached with the publication, by key and variant; nullopt if there is none.
  Returns<std::optional<Buffer>> cache(
      std::string_view key, Compute compute, std::optional<std::string_view> variant = std::nullopt) const {
    return detail::give(detail::fetch_optional<Buffer>(lectern_publication_cache, *this, detail::Text(key),
        detail::Text(variant), detail::compute(std::move(compute))));
  }
  /// Like cache(), but the value is also kept across runs, in the cacheDirectory of the context.
  Returns<std::optional<Buffer>> keep(
      std::string_view key, Compute compute, std::optional<std::string_view> variant = std::nullopt) const {
    return detail::give(detail::fetch_optional<Buffer>(lectern_publication_keep, *this, detail::Text(key),
        detail::Text(variant), detail::compute(std::move(compute))));
  }
  /// A copy with the same files, another manifest, and services that are opened for it.  @param manifest  @json manifest
  Returns<Publication> copy(const JsonInput &manifest) const {
    return detail::give(detail::fetch<Publication>(lectern_publication_copy, *this, detail::Text(manifest)));
  }

private:
  Publication(lectern_publication *publication, bool is_borrowed) : Handle(publication, is_borrowed) {}

  Result<types::Metadata> metadata() const {
    return detail::fetch_json<types::Manifest>(lectern_publication_manifest, *this).map([](types::Manifest &&manifest) {
      return manifest.metadata();
    });
  }
  template <class T, class F, class... A> Returns<T> json(F function, A &&...arguments) const {
    return detail::give(detail::fetch_json<T>(function, *this, arguments...));
  }
};

/// Detects the format of a source; hints are used where the bytes are ambiguous.  @param hints  @json sniff-hints
inline Returns<types::Format> sniff(std::unique_ptr<Source> source, const JsonInput &hints = {}) {
  return detail::give(detail::fetch_json<types::Format>(
      lectern_publication_sniff, detail::stream(std::move(source)), detail::Text(hints)));
}

LECTERN_CLOSE_NAMESPACE

#endif
