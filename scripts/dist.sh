#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Packs the installed files and the Python package into a relocatable folder: dist.sh LIBRARY FOLDER.  The result is
# reproducible: the same input gives the same bytes.
set -eu
library=$(realpath "$1") folder=$(realpath -m "$2")
cd "$(dirname "$0")/.."

version=$(sed -n 's/^.define LECTERN_VERSION "\(.*\)"/\1/p' include/lectern.h)
name=lectern-$version-linux-$(python3 scripts/machine.py "$library")
mkdir -p "$folder"
made=$(mktemp -d "$folder/dist.XXXXXX")
trap 'rm -rf "$made"' EXIT

scripts/install.sh "$library" "$made" "/$name" "/$name/lib" "/$name/python"
# The package loads the library from its own folder.
ln -s "../../lib/$(basename "$library")" "$made/$name/python/lectern/"
install -m 644 packaging/README.dist.md "$made/$name/README.md"
# The SBOM is in the archive and next to it.
python3 scripts/sbom.py "$library" >"$folder/$name.cdx.json"
install -m 644 "$folder/$name.cdx.json" "$made/$name/share/doc/lectern/lectern.cdx.json"
find "$made/$name" -type d -exec chmod 755 {} +
date=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$date}" -C "$made" -cf - "$name" |
  gzip -9n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
