// SPDX-License-Identifier: BSD-3-Clause
//
// The host of the scenario: sources, files that it serves, and a service.
#ifndef LECTERN_TESTS_HOST_HPP
#define LECTERN_TESTS_HOST_HPP

#include <fstream>
#include <iterator>
#include <lectern.hpp>

namespace host {

using Bytes = lectern::Result<std::size_t>;

inline std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// A file that is read on demand.
class File : public lectern::Source {
public:
  explicit File(const std::string &path) : file_(path, std::ios::binary) {}
  Bytes read(std::uint64_t offset, void *bytes, std::size_t capacity) override {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(static_cast<char *>(bytes), static_cast<std::streamsize>(capacity));
    return static_cast<std::size_t>(file_.gcount());
  }
  lectern::Result<std::uint64_t> size() override {
    file_.clear();
    file_.seekg(0, std::ios::end);
    return static_cast<std::uint64_t>(file_.tellg());
  }

private:
  std::ifstream file_;
};

/// A source of 1000 bytes that fails every read.
class Failing : public lectern::Source {
public:
  Bytes read(std::uint64_t, void *, std::size_t) override { return lectern::Error(lectern::Status::io, "It fails."); }
  lectern::Result<std::uint64_t> size() override { return std::uint64_t{1000}; }
};

inline lectern::Answer resource(const lectern::JsonInput &link, std::string_view bytes) {
  return lectern::attempt([&] { return lectern::Resource::create(link, bytes); }).map([](lectern::Resource &&made) {
    return std::optional<lectern::Resource>(std::move(made));
  });
}

inline lectern::Answer serve(std::string_view href) {
  const auto link = lectern::object({{"href", href}, {"type", "application/xhtml+xml"}});
  return resource(link, "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>Served</title></head><body><p>" +
                            std::string(href) + "</p></body></html>");
}

struct Calls {
  int opened = 0, closed = 0;
};

/// The service of the scenario.
class Service : public lectern::Service {
public:
  Service(const lectern::Publication &publication, std::string order, Calls &calls)
      : publication_(publication), order_(std::move(order)), calls_(calls) {
    calls_.opened++;
  }
  ~Service() override { calls_.closed++; }

  static lectern::Result<std::unique_ptr<lectern::Service>> open(
      const lectern::Publication &publication, Calls &calls) {
    auto order = lectern::attempt([&] { return publication.collection("readingOrder"); });
    if (!order) return std::move(order).error();
    return std::make_unique<Service>(publication, std::string(order->json()), calls);
  }

  lectern::Result<lectern::JsonInput> links() override {
    return R"([{"href": "~scenario/order", "type": "application/json"}, {"href": "~scenario/fail", "type": "text/plain"}])";
  }
  lectern::Answer get(std::string_view href) override {
    const auto link = lectern::object({{"href", href}});
    if (href == "/~scenario/order") return resource(link, order_);
    if (href == "/~scenario/fail") return lectern::Error(lectern::Status::callback, "It fails.");
    if (href != "EPUB/css/book.css") return std::nullopt;
    auto css = lectern::attempt([&] { return publication_.get_builtin(href); });
    if (!css) return std::move(css).error();
    auto bytes = lectern::attempt([&] { return css->read(); });
    return bytes ? resource(link, "/* wrapped */\n" + bytes->string()) : std::move(bytes).error();
  }

private:
  const lectern::Publication &publication_;
  const std::string order_;
  Calls &calls_;
};

} // namespace host

#endif
