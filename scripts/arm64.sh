#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the library for Linux on 64-bit ARM, on this machine, as build/arm64/lib/liblectern.so.N; docs/porting.md says how.
# apt downloads Debian's packages for ARM and checks their signed hashes.  They are unpacked into build/arm64 and not
# installed.  Downloads and compiled files are kept there.
set -eu
cd "$(dirname "$0")/.."
here=$PWD/build/arm64
triple=aarch64-linux-gnu

missing=
command -v $triple-strip >/dev/null || missing="$missing binutils-$triple"
command -v qemu-aarch64-static >/dev/null || missing="$missing qemu-user-static"
[ -z "$missing" ] || { echo "arm64.sh: missing packages:$missing" >&2; exit 1; }

# For compiling the library, for Python, and the optional libraries.
compiled='libc6 libc6-dev linux-libc-dev libgcc-12-dev libgcc-s1 libstdc++-12-dev libstdc++6 libcrypt1 libcrypt-dev
  zlib1g zlib1g-dev libexpat1 libexpat1-dev libdeflate0 libdeflate-dev'
python='python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libsqlite3-0 libffi8 libssl3 libbz2-1.0 liblzma5
  libuuid1 libreadline8 libtinfo6 libncursesw6 media-types'
loaded='libarchive13 libxml2 libicu72 libacl1 liblz4-1 libzstd1 libnettle8 libcmark0.30.2 libturbojpeg0 libpng16-16
  libwebp7 libgif7 libpcre2-8-0'

# The archive of Debian that this system uses.
archive=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' | sed -n 's/^Debian //p' | head -1)
[ -n "$archive" ] || { echo 'arm64.sh: this system has no packages of Debian; try apt-get update' >&2; exit 1; }

# Downloads packages of a release of Debian into a folder of its own.
download() {
  release=$1
  shift
  state=$here/$release
  [ ! -e "$state/complete" ] || return 0
  rm -rf "$state"
  mkdir -p "$state/lists/partial" "$state/packages"
  cat >"$state/$release.sources" <<END
Types: deb
URIs: $archive
Suites: $release
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
  for command in update "download $*"; do
    # shellcheck disable=SC2086 # words
    (cd "$state/packages" && apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$state" \
      -o Dir::State::Lists="$state/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$state" \
      -o Dir::Etc::SourceList="$state/$release.sources" -o Dir::Etc::SourceParts=/dev/null \
      -o APT::Sandbox::User="$(id -un)" $command)
  done
  touch "$state/complete"
}

# Unpacks the root of the ARM system.  Debian's build of Swift's library is older than the compiler, which rejects its
# binary modules.  Without them, the compiler reads the textual interfaces.
system() {
  [ ! -e "$here/root/complete" ] || return 0
  rm -rf "$here/root"
  mkdir -p "$here/root/usr/lib"
  info=$here/root/var/lib/dpkg/info
  mkdir -p "$info"
  echo 1 >"$info/format"
  for package in "$here"/bookworm/packages/*.deb; do
    dpkg -x "$package" "$here/root"
    # The files of dpkg's database from which scripts/deb.py finds dependencies, with the paths on this machine.
    name=$(dpkg-deb -f "$package" Package)
    [ "$(dpkg-deb -f "$package" Multi-Arch)" != same ] || name=$name:arm64
    { dpkg-deb -f "$package" && printf 'Status: install ok installed\n\n'; } >>"$info/../status"
    dpkg-deb --fsys-tarfile "$package" | tar -t | sed "s|^\\.|$here/root|; s|/\$||" >"$info/$name.list"
    for file in symbols shlibs; do dpkg-deb -I "$package" $file >"$info/$name.$file" 2>/dev/null || rm "$info/$name.$file"; done
  done
  # Absolute links would point to files of this machine.
  find "$here/root" -type l -lname '/*' -printf '%l %p\n' | while read -r target link; do
    ln -sfr "$here/root$target" "$link"
  done
  parts='swift_static swift/linux swift/shims swift/apinotes'
  dpkg-deb --fsys-tarfile "$here"/sid/packages/swiftlang_*.deb | tar -x -C "$here/root/usr/lib" --strip-components=5 \
    $(for part in $parts; do printf './usr/libexec/swift/lib/%s ' "$part"; done)
  find "$here/root/usr/lib/swift" "$here/root/usr/lib/swift_static" -type f -name '*.swiftmodule' -delete
  headers=$(dirname "$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")")/lib/clang
  for folder in swift swift_static; do
    rm -rf "$here/root/usr/lib/$folder/clang"
    ln -s "$headers/$(ls "$headers" | tail -1)" "$here/root/usr/lib/$folder/clang"
  done
  touch "$here/root/complete"
}

# Writes wrappers for C compilers that target ARM, and for Python in the emulator.
programs() {
  mkdir -p "$here/bin"
  tools=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
  for names in gcc:clang g++:clang++; do
    printf '#!/bin/sh\nexec %s --target=%s --sysroot=%s -fuse-ld=lld "$@"\n' "$tools/${names#*:}" $triple "$here/root" \
      >"$here/bin/${names%:*}"
  done
  printf '#!/bin/sh\nexec qemu-aarch64-static -0 "$0" -L %s -E PYTHONHOME=/usr %s "$@"\n' "$here/root" \
    "$here/root/usr/bin/python3.11" >"$here/bin/python3"
  chmod +x "$here"/bin/*
}

# shellcheck disable=SC2086 # lists of words
download bookworm $compiled $python $loaded
download sid swiftlang
system
programs

mkdir -p "$here/lib" build/tmp
# SwiftPM passes the root only to the C compiler.  Thread-local variables need position-independent code.
env -u CC -u CXX TMPDIR="$PWD/build/tmp" "${SWIFT:-swift}" build -c release --disable-local-rpath --product lectern \
  --scratch-path "$here/build" --triple aarch64-unknown-linux-gnu --sdk "$here/root" -Xswiftc -sdk -Xswiftc "$here/root" \
  -Xswiftc -resource-dir -Xswiftc "$here/root/usr/lib/swift_static" -Xcc -fPIC
soname=liblectern.so.$(sed -n 's/^.define LECTERN_ABI \([0-9]*\)u/\1/p' include/lectern.h)
$triple-strip --strip-unneeded -o "$here/lib/$soname" "$here/build/release/liblectern.so"
ln -sf "$soname" "$here/lib/liblectern.so"
ls -l "$here/lib/$soname"
