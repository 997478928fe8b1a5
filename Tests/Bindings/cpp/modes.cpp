// SPDX-License-Identifier: BSD-3-Clause
//
// A program linked from files with and without exceptions: this file is compiled twice.  Usage: modes BOOK
#include "check.hpp"

bool opens_without_exceptions(const char *path);

#ifdef LECTERN_NO_EXCEPTIONS
bool opens_without_exceptions(const char *path) {
  return lectern::Publication::open(path).has_value() && !lectern::Publication::open("nowhere");
}
#else
int main(int count, char **arguments) {
  if (count != 2) return 2;
  CHECK(lectern::Publication::open(arguments[1]).title() == "Read Aloud");
  CHECK(STATUS(lectern::Publication::open("nowhere")) == lectern::Status::not_found);
  CHECK(opens_without_exceptions(arguments[1]));
  return finished();
}
#endif
