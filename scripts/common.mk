# SPDX-License-Identifier: BSD-3-Clause
# What the Makefiles share: the tools, the environment, and the targets that all others need.

SWIFT    ?= swift
CC       := gcc
CXX      := g++
CORPUS   ?= ../shared/corpus

ABI      := $(shell sed -n 's/^.define LECTERN_ABI \([0-9]*\)u/\1/p' include/lectern.h)
SONAME   := liblectern.so.$(ABI)
LIBRARY  := build/lib/$(SONAME)
PYTHON   := build/venv/bin/python
PYTEST   := $(PYTHON) -m pytest -q

# The environment for programs that use the library: our build, our Python modules (the folders in pytest.ini), no output
# from Swift's backtracer.
export PYTHONPATH := bindings/python:apps:examples:scripts:Tests
export PYTHONDONTWRITEBYTECODE := 1
export LECTERN_LIBRARY := $(CURDIR)/$(LIBRARY)
export SWIFT_BACKTRACE := enable=no
export SWIFT CC CXX

# SwiftPM would use CC as its C compiler, which must be clang.  It also leaves an empty temporary folder behind on each
# run.
SWIFTPM := mkdir -p build/tmp && env -u CC -u CXX TMPDIR=$(CURDIR)/build/tmp $(SWIFT)
export RELEASE := -c release --disable-local-rpath
# `make test` also builds the Swift tests.
WANTED := --product lectern

.PHONY: setup lib bench-program

setup:
	@scripts/setup.sh

# The compiler's caches contain the path of the checkout, so a moved or copied checkout is built from scratch.
# Strips into a temporary file and renames it, so that a process with the library open keeps the old one.
lib:
	@scripts/setup.sh library
	@[ ! -e .build/release.yaml ] || grep -qF '"$(CURDIR)/Package.swift"' .build/release.yaml || rm -rf .build
	$(SWIFTPM) build $(RELEASE) $(WANTED)
	@mkdir -p build/lib
	@strip --strip-unneeded -o $(LIBRARY).new .build/release/liblectern.so
	@mv -f $(LIBRARY).new $(LIBRARY)
	@ln -sf $(SONAME) build/lib/liblectern.so
	@rm -rf build/tmp
	@ls -l $(LIBRARY)

bench-program: setup lib
	$(PYTHON) -m Bench.make_books build/bench
	$(CC) -O2 -Wall -Wextra -Iinclude -o build/bench/bench Tests/Bench/bench.c Tests/Bench/yardstick.c -lexpat -lz -ldl
	$(CC) -O2 -Wall -Wextra -Iinclude -o build/bench/threads Tests/Bench/threads.c $(LIBRARY) '-Wl,-rpath,$(CURDIR)/build/lib'
