// SPDX-License-Identifier: BSD-3-Clause
//
// Lectern for C++17: opens publications, and describes them as Readium does.
//
//     for (const auto &match : lectern::Publication::open("book.epub").search("whale")) …
//
// Handles are move-only objects that free themselves.  Functions that can fail throw lectern::Error, or return a
// lectern::Result where exceptions are disabled or LECTERN_NO_EXCEPTIONS is defined.  JSON is returned as the types of
// lectern/types.hpp: each has a function for every member, its text (json()), and as<J>() for the JSON library of the
// host.  JSON is passed in as text, as such a type, as a value of that library, or as lectern::object({…}).
#ifndef LECTERN_HPP
#define LECTERN_HPP

#include "lectern/call.hpp"
#include "lectern/callbacks.hpp"
#include "lectern/context.hpp"
#include "lectern/cursor.hpp"
#include "lectern/error.hpp"
#include "lectern/functions.hpp"
#include "lectern/json.hpp"
#include "lectern/metadata.hpp"
#include "lectern/navigator.hpp"
#include "lectern/notes.hpp"
#include "lectern/preferences.hpp"
#include "lectern/publication.hpp"
#include "lectern/service.hpp"
#include "lectern/types.hpp"

#endif
