#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs the build: install.sh LIBRARY DESTDIR PREFIX LIBDIR [PYTHONDIR].  Installed files do not contain their own path,
# so that the whole tree can be moved.  With a folder for Python's modules, the package is installed, too.
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
# The man pages and the reference, if `make docs` has made them.
(cd build/docs 2>/dev/null && find . -type f) | while IFS= read -r page; do
  case $page in ./man/*) target=$root/share/${page#./} ;; *) target=$root/share/doc/lectern/reference/${page#./} ;; esac
  install -D -m 644 "build/docs/$page" "$target"
done
# `lectern read` runs the reader of `apps/reader`.
[ -z "${5:-}" ] || for package in bindings/python/lectern apps/reader; do
  case $package in apps/*) target=$2$5/lectern/_reader ;; *) target=$2$5/lectern ;; esac
  (cd $package && find . -type d -name __pycache__ -prune -o -type f ! -name 'liblectern*' -print) |
    while IFS= read -r file; do install -D -m 644 "$package/$file" "$target/$file"; done
done
