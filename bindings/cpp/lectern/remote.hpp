// SPDX-License-Identifier: BSD-3-Clause
//
// A file on a server as a source, with the network of the host: libcurl, QNetworkAccessManager, or any other.  This header
// is not part of lectern.hpp.
#ifndef LECTERN_REMOTE_HPP
#define LECTERN_REMOTE_HPP

#include <algorithm>
#include <list>

#include "publication.hpp"

LECTERN_OPEN_NAMESPACE

/// The answer to a GET with a range.
struct RemoteAnswer {
  /// 206 for a part, 200 for the whole file, 416 for an empty one; anything else is a failure.
  int status = 0;
  /// The bytes that the server has sent.
  std::string body;
  /// The header Content-Range, for 206.
  std::string content_range;
  /// The header ETag, or else Last-Modified: shows whether the file has changed.
  std::string validator;
};

/// Requests the bytes from first to last, both included, with the header "Range: bytes=FIRST-LAST".
using RemoteGet = std::function<Result<RemoteAnswer>(std::uint64_t first, std::uint64_t last)>;

/// A file on a server: its parts are requested when they are read, and kept in memory, the most recently used ones.  A
/// server without ranges sends the whole file, once.  If the file changes on the server, reads fail with Status::io: a part
/// of another file would be worse.
class RemoteFile : public Source {
public:
  /// @param cache_size  the most bytes to keep of a file that is read in parts
  explicit RemoteFile(RemoteGet get, std::size_t cache_size = std::size_t(1) << 25)
      : get_(std::move(get)), most_(std::max<std::size_t>(1, cache_size / block)) {}

  Result<std::uint64_t> size() override {
    if (size_) return *size_;
    Result<RemoteAnswer> answer = get_(0, block - 1);
    if (!answer) return answer.error();
    if (answer->status == 206) {
      const auto size = size_in(answer->content_range, 0);
      if (!size || answer->body.size() != std::min<std::uint64_t>(block, *size)) return failed("sent another range");
      keep(0, std::move(answer->body));
      size_ = size;
    } else if (answer->status == 200 || answer->status == 416) {
      whole_ = answer->status == 200 ? std::move(answer->body) : std::string();
      size_ = whole_->size();
    } else {
      return failed("answered with " + std::to_string(answer->status));
    }
    validator_ = std::move(answer->validator);
    return *size_;
  }

  Result<std::size_t> read(std::uint64_t offset, void *target, std::size_t capacity) override {
    const Result<std::uint64_t> size = this->size();
    if (!size) return size.error();
    if (offset >= *size) return std::size_t(0);
    if (whole_) return whole_->copy(static_cast<char *>(target), capacity, std::size_t(offset));
    const Result<const std::string *> part = at(offset / block, *size);
    if (!part) return part.error();
    // Fewer than requested, up to the end of the block: the library asks again.
    return (*part)->copy(static_cast<char *>(target), capacity, std::size_t(offset % block));
  }

private:
  static constexpr std::uint64_t block = 1 << 16;
  struct Block {
    std::uint64_t number;
    std::string bytes;
  };

  Result<const std::string *> at(std::uint64_t number, std::uint64_t size) {
    const auto known =
        std::find_if(blocks_.begin(), blocks_.end(), [&](const Block &one) { return one.number == number; });
    if (known != blocks_.end()) {
      blocks_.splice(blocks_.begin(), blocks_, known);
      return &known->bytes;
    }
    const std::uint64_t first = number * block, end = std::min(first + block, size);
    Result<RemoteAnswer> answer = get_(first, end - 1);
    if (!answer) return answer.error();
    if (answer->status != 206 || answer->validator != validator_ || size_in(answer->content_range, first) != size_)
      return failed("has another file now");
    if (answer->body.size() != end - first) return failed("sent too few bytes");
    return &keep(number, std::move(answer->body));
  }

  const std::string &keep(std::uint64_t number, std::string bytes) {
    blocks_.push_front({number, std::move(bytes)});
    if (blocks_.size() > most_) blocks_.pop_back();
    return blocks_.front().bytes;
  }

  /// The size in "bytes FIRST-LAST/SIZE"; nullopt for another range.
  static std::optional<std::uint64_t> size_in(const std::string &range, std::uint64_t first) {
    const std::string start = "bytes " + std::to_string(first) + "-";
    const std::size_t slash = range.find('/');
    if (range.compare(0, start.size(), start) != 0 || slash == std::string::npos) return std::nullopt;
    std::uint64_t size = 0;
    for (const char digit : range.substr(slash + 1)) {
      if (digit < '0' || digit > '9' || size > UINT64_MAX / 10 - 1) return std::nullopt;
      size = size * 10 + std::uint64_t(digit - '0');
    }
    return size;
  }

  static Error failed(const std::string &what) { return Error(Status::io, "The server " + what + "."); }

  const RemoteGet get_;
  const std::size_t most_;
  std::optional<std::uint64_t> size_;
  std::optional<std::string> whole_;
  std::string validator_;
  /// The most recently used one first.
  std::list<Block> blocks_;
};

LECTERN_CLOSE_NAMESPACE

#endif
