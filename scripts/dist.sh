#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Packs the installed files and the Python package into a relocatable folder: dist.sh LIBRARY FOLDER.  The result is
# reproducible: the same input gives the same bytes.
set -eu
library=$1 folder=$2
cd "$(dirname "$0")/.."

version=$(sed -n 's/^.define LECTERN_VERSION "\(.*\)"/\1/p' include/lectern.h)
name=lectern-$version-linux-$(uname -m)
mkdir -p "$folder"
made=$(mktemp -d "$folder/dist.XXXXXX")
trap 'rm -rf "$made"' EXIT

scripts/install.sh "$library" "$made" "/$name" "/$name/lib"
install -d "$made/$name/python"
tar -C bindings/python --exclude=__pycache__ --exclude='liblectern*' -cf - lectern | tar -C "$made/$name/python" -xf -
# `lectern read` runs the reader of `apps/reader`.
tar -C apps --exclude=__pycache__ --transform='s,^reader,lectern/_reader,' -cf - reader |
  tar -C "$made/$name/python" -xf -
# The package loads the library from its own folder.
ln -s "../../lib/$(basename "$library")" "$made/$name/python/lectern/"
install -m 644 packaging/README.dist.md "$made/$name/README.md"
find "$made/$name" -type d -exec chmod 755 {} +
find "$made/$name/python" -type f -exec chmod 644 {} +
date=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$date}" -C "$made" -cf - "$name" |
  gzip -9n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
