// SPDX-License-Identifier: BSD-3-Clause
//
// Paginated search results and content.
#ifndef LECTERN_CURSOR_HPP
#define LECTERN_CURSOR_HPP

#include <iterator>

#include "call.hpp"
#include "types.hpp"

LECTERN_OPEN_NAMESPACE

/// A position in a sequence of pages, which is also a range over the items of the pages that follow.  A page is
/// computed when the loop reaches it.  A failure in a loop is thrown; without exceptions, the loop ends and failure()
/// returns it.
template <class Page, class Item, List<Item> (Page::*Items)() const>
/// A position in a sequence of pages, which are computed on demand; a range of the items of all pages.
class Cursor : public Handle<lectern_cursor, lectern_cursor_free> {
public:
  using Handle::Handle;

  /// The page after the last one returned; nullopt at the end.
  Returns<std::optional<Page>> next() { return detail::give(turn(lectern_cursor_next)); }
  /// The page before the last one returned; nullopt at the beginning.
  Returns<std::optional<Page>> previous() { return detail::give(turn(lectern_cursor_previous)); }

  /// Why the last loop ended early.
  const std::optional<Error> &failure() const noexcept { return failure_; }

  /// Reads page after page, for a loop over all items.
  class iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using pointer = const Item *;
    using reference = const Item &;

    iterator() = default;
    explicit iterator(Cursor *cursor) : cursor_(cursor) { fill(); }
    reference operator*() const { return items_[index_]; }
    pointer operator->() const { return &items_[index_]; }
    iterator &operator++() {
      index_++;
      fill();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator &one, const iterator &other) { return one.cursor_ == other.cursor_; }
    friend bool operator!=(const iterator &one, const iterator &other) { return !(one == other); }

  private:
    /// Moves to the next existing item, in this page or a later one.
    void fill() {
      while (cursor_ && index_ == items_.size()) {
        items_ = cursor_->following();
        index_ = 0;
        if (items_.is_null()) cursor_ = nullptr;
      }
    }
    Cursor *cursor_ = nullptr;
    List<Item> items_;
    std::size_t index_ = 0;
  };

  /// Begins to read the pages that are left.
  iterator begin() { return iterator(this); }
  /// The end of all pages.
  iterator end() { return iterator(); }

private:
  template <class F> Result<std::optional<Page>> turn(F function) {
    return detail::fetch_optional<Buffer>(function, *this).map([](std::optional<Buffer> &&page) {
      return page ? std::optional<Page>(detail::json_of<Page>(std::move(*page))) : std::nullopt;
    });
  }
  /// Returns the items of the next page; null at the end.
  List<Item> following() {
    failure_.reset();
    Result<std::optional<Page>> page = turn(lectern_cursor_next);
    if (!page) {
      failure_ = page.error();
#ifndef LECTERN_NO_EXCEPTIONS
      detail::raise(std::move(page).error());
#endif
      return List<Item>();
    }
    return *page ? ((**page).*Items)() : List<Item>();
  }
  std::optional<Error> failure_;
};

/// The matches of a search.
using Search = Cursor<types::Locators, types::Locator, &types::Locators::locators>;
/// The elements of a content.
using Content = Cursor<types::Content, types::ContentElement, &types::Content::elements>;

LECTERN_CLOSE_NAMESPACE

#endif
