#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Removes what install.sh has installed with the same arguments: uninstall.sh LIBRARY DESTDIR PREFIX LIBDIR.  The files are
# those that it would install now.  Folders of our own go with them, unless something else is in them.
set -eu
cd "$(dirname "$0")/.."
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
library=$made/$(basename "$1")
: >"$library"
scripts/install.sh "$library" "$made/files" "$3" "$4"
(cd "$made/files" && find . ! -type d) | while IFS= read -r file; do rm -f "$2/$file"; done
(cd "$made/files" && find . -depth -type d -path '*/lectern*') | while IFS= read -r folder; do
  [ ! -d "$2/$folder" ] || rmdir --ignore-fail-on-non-empty "$2/$folder"
done
