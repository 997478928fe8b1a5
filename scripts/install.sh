#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs the build: install.sh LIBRARY DESTDIR PREFIX LIBDIR.  Installed files do not contain their own path, so that
# the whole tree can be moved.
set -eu
library=$1 root=$2$3 libraries=$2$4
cd "$(dirname "$0")/.."

soname=$(basename "$library")
version=$(sed -n 's/^.define LECTERN_VERSION "\(.*\)"/\1/p' include/lectern.h)
# The relative path from the folder of lectern.pc to the prefix.
up=$(realpath -m --relative-to="$4/pkgconfig" "$3")
filled() { sed -e "s|@UP@|$up|" -e "s|@VERSION@|$version|" -e "s|@SONAME@|$soname|" "$1" >"$2" && chmod 644 "$2"; }

install -d "$libraries/pkgconfig" "$libraries/cmake/lectern" "$root/include/lectern/types" "$root/share/lectern/schemas" \
  "$root/share/doc/lectern/licences"
install -m 644 "$library" "$libraries/"
ln -sf "$soname" "$libraries/liblectern.so"
filled packaging/lectern.pc.in "$libraries/pkgconfig/lectern.pc"
for name in config config-version; do
  filled "packaging/cmake/lectern-$name.cmake.in" "$libraries/cmake/lectern/lectern-$name.cmake"
done
install -m 644 include/lectern.h bindings/cpp/lectern.hpp "$root/include/"
install -m 644 bindings/cpp/lectern/*.hpp "$root/include/lectern/"
install -m 644 bindings/cpp/lectern/types/*.hpp "$root/include/lectern/types/"
install -m 644 include/lectern.api.json "$root/share/lectern/"
install -m 644 include/schemas/*.schema.json "$root/share/lectern/schemas/"
install -m 644 LICENSE CHANGELOG.md "$root/share/doc/lectern/"
install -m 644 packaging/licences/* "$root/share/doc/lectern/licences/"
# The man pages, if `make docs` has made them.
for page in build/docs/man/man*/*; do
  [ ! -e "$page" ] || install -D -m 644 "$page" "$root/share/man/${page#build/docs/man/}"
done
