#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Makes everything of a release: release.sh LIBRARY [FOLDER], by default into dist/, which must not exist.  docs/releasing.md
# says what each file is.  `make release` builds the library before.  The library for ARM, and its packages, are included if
# scripts/arm64.sh has built it from the same version.  Nothing is uploaded.
set -eu
library=$(realpath "$1") folder=$(realpath -m "${2:-$(dirname "$0")/../dist}")
cd "$(dirname "$0")/.."
python=$PWD/build/venv/bin/python
[ ! -e "$folder" ] || { echo "release.sh: $folder exists" >&2; exit 1; }

arm64=build/arm64/lib/$(basename "$library")
[ -e "$arm64" ] || { echo "release.sh: $arm64: missing; without the packages for 64-bit ARM" >&2; arm64=; }
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
PYTHONDONTWRITEBYTECODE=1
export SOURCE_DATE_EPOCH PYTHONDONTWRITEBYTECODE

made=$(mktemp -d "$PWD/build/release.XXXXXX")
trap 'rm -rf "$made"' EXIT
PYTHONPATH=scripts:bindings/python "$python" -m reference build/docs

"$python" packaging/sdist.py "$made"
for one in "$library" $arm64; do
  LECTERN_LIBRARY=$(realpath "$one") "$python" -m pip wheel --quiet --no-deps --no-build-isolation --no-index --wheel-dir "$made" .
  rm -rf bindings/python/build bindings/python/*.egg-info
  scripts/dist.sh "$one" "$made"
  "$python" scripts/deb.py "$one" "$made"
done
LECTERN_LIBRARY=$library "$python" scripts/node_package.py package "$made"
"$python" scripts/kotlin.py release "$library" "$made"
(cd "$made" && sha256sum -- * >SHA256SUMS)
chmod 755 "$made"
mv "$made" "$folder"
ls -l "$folder"
