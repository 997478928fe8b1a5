// SPDX-License-Identifier: BSD-3-Clause
//
// Bookmarks, highlights and notes as values: import, export and merging.
#ifndef LECTERN_NOTES_HPP
#define LECTERN_NOTES_HPP

#include "callbacks.hpp"
#include "cursor.hpp"

LECTERN_OPEN_NAMESPACE

/// The notes of a file.
using NotePages = Cursor<types::Notes, types::Note, &types::Notes::notes>;

/// Reads notes that another program has written.  @param options  @json note-read-options
inline Returns<NotePages> read_notes(std::unique_ptr<Source> source, const JsonInput &options = {}) {
  return detail::give(
      detail::fetch<NotePages>(lectern_notes_read, detail::stream(std::move(source)), detail::Text(options)));
}
/// Writes notes as text for another program.  @param notes  @json note-list  @param options  @json note-write-options
inline Returns<std::string> write_notes(const JsonInput &notes, const JsonInput &options = {}) {
  return detail::give(detail::fetch_text(lectern_notes_write, detail::Text(notes), detail::Text(options)));
}
/// Merges two lists of notes that were edited separately.  @param ours  @json note-list
inline Returns<types::NoteList> merge_notes(const JsonInput &ours, const JsonInput &theirs) {
  return detail::give(
      detail::fetch_json<types::NoteList>(lectern_notes_merge, detail::Text(ours), detail::Text(theirs)));
}

LECTERN_CLOSE_NAMESPACE

#endif
