#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the desktop readers into build/desktop, and tests them on a virtual display; then tests the page in bare
# windows of the same engines: desktop.sh BOOK [REGULAR-EXPRESSION [CORPUS]].  `desktop.sh windows` only builds these
# windows.
# Missing packages are installed if we are root or sudo needs no password; otherwise they are listed.
set -eu
cd "$(dirname "$0")/.."

BUILT=build/desktop
PICTURES=build/pictures/desktop
LIBRARY=build/lib/liblectern.so
PYTHON=build/venv/bin/python
book=${1:?usage: $0 windows | BOOK [REGULAR-EXPRESSION [CORPUS]]}
mkdir -p $BUILT $PICTURES

have() { command -v "$1" >/dev/null 2>&1; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi }

missing_packages() {
  have pkg-config || printf 'pkg-config '
  pkg-config --exists Qt6WebEngineWidgets 2>/dev/null || printf 'qt6-webengine-dev '
  pkg-config --exists Qt6WebChannel 2>/dev/null || printf 'qt6-webchannel-dev '
  pkg-config --exists webkitgtk-6.0 2>/dev/null || printf 'libwebkitgtk-6.0-dev '
  pkg-config --exists json-glib-1.0 2>/dev/null || printf 'libjson-glib-dev '
  have Xvfb || printf 'xvfb '
  have xdotool || printf 'xdotool '
  have import || printf 'imagemagick '
  have dbus-run-session || printf 'dbus '
}

packages=$(missing_packages)
if [ -n "$packages" ]; then
  echo "desktop: installing $packages"
  # shellcheck disable=SC2086  # a list of words
  { as_root apt-get -q update && as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
      --no-install-recommends $packages; } >$BUILT/install.log 2>&1 </dev/null || true
  packages=$(missing_packages)
  [ -z "$packages" ] || { echo "desktop: missing: ${packages% }; see $BUILT/install.log" >&2; exit 1; }
fi

# Rebuilds only if a source or the library has changed.
newer() { [ ! -e "$1" ] || [ -n "$(find "$2" include/lectern.h bindings/cpp $LIBRARY -newer "$1")" ]; }
linked="-Iinclude -Ibindings/cpp -I$BUILT $LIBRARY -Wl,-rpath,$PWD/build/lib"

# Bare windows for the tests of the page (Tests/Desktop/engines.py).
if newer $BUILT/webkit-window Tests/Desktop/window.c; then
  # shellcheck disable=SC2046
  "${CC:-gcc}" -std=gnu11 -O1 -Wall -o $BUILT/webkit-window Tests/Desktop/window.c $(pkg-config --cflags --libs webkitgtk-6.0)
fi
if newer $BUILT/qt-window Tests/Desktop/window.cpp; then
  # shellcheck disable=SC2046
  "${CXX:-g++}" -std=c++20 -O1 -fPIC -Wall -o $BUILT/qt-window Tests/Desktop/window.cpp \
    $(pkg-config --cflags --libs Qt6WebEngineWidgets)
fi

[ "$book" != windows ] || exit 0

if newer $BUILT/gtk-reader examples/gtk/reader.c; then
  # shellcheck disable=SC2046,SC2086
  "${CC:-gcc}" -std=gnu11 -O1 -Wall -o $BUILT/gtk-reader examples/gtk/reader.c $linked \
    $(pkg-config --cflags --libs webkitgtk-6.0 json-glib-1.0)
fi
if newer $BUILT/qt-reader examples/qt/main.cpp; then
  "$(pkg-config --variable=libexecdir Qt6Core)/moc" examples/qt/main.cpp -o $BUILT/main.moc
  # shellcheck disable=SC2046,SC2086
  "${CXX:-g++}" -std=c++20 -O1 -fPIC -Wall -o $BUILT/qt-reader examples/qt/main.cpp $linked \
    $(pkg-config --cflags --libs Qt6WebEngineWidgets Qt6WebChannel)
fi

status=0
$PYTHON -m Desktop.drive $BUILT $PICTURES "$book" || status=1
# Without a choice of books, uses a few generated books at one size, and the attacks of two hostile ones.
page="--jobs 1 --corpus ${3:-../shared/corpus} --books"
tests="-m pytest -q --engine"
sheets="Tests/Web/test_sheets.py Tests/Web/test_sheet_looks.py"
for engine in qt webkit; do
  echo "$engine:"
  if [ -n "${2:-}" ]; then
    $PYTHON -m Web.page --engine $engine $page "$2" || status=1
    $PYTHON $tests $engine $sheets Tests/Web/test_page_settings.py Tests/Web/test_hostile.py || status=1
  else
    $PYTHON -m Web.page --engine $engine $page '^(novel|arabic|japanese|ruby|overflow|code)$' --sizes 0 || status=1
    $PYTHON $tests $engine $sheets Tests/Web/test_page_settings.py Tests/Web/test_hostile.py \
      -k 'test_sheet or each_setting or sealed and (posts or frames)' || status=1
  fi
done
exit $status
