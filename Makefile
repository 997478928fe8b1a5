# SPDX-License-Identifier: BSD-3-Clause
# `make help` lists the targets.  Build output goes to build/ and to SwiftPM's .build/.

SWIFT    ?= swift
CC       := gcc
CXX      := g++
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
DESTDIR  ?=
PACKAGES ?= build/packages
CORPUS   ?= ../shared/corpus
HOSTILE  ?= ../shared/hostile
VECTORS  ?= ../shared/vectors
BOOK     ?= build/read-aloud.epub
PATHS    ?= 100000
HISTORIES ?= 100000
KILLS    ?= 1000
TARGETS  ?= zip xml html json cfi opf encodings
export FUZZ_SECONDS ?= 60

ABI      := $(shell sed -n 's/^.define LECTERN_ABI \([0-9]*\)u/\1/p' include/lectern.h)
SONAME   := liblectern.so.$(ABI)
LIBRARY  := build/lib/$(SONAME)
PYTHON   := build/venv/bin/python
PYTEST   := $(PYTHON) -m pytest -q

# The environment for programs that use the library: our build, our Python modules (the folders in pytest.ini), no output
# from Swift's backtracer.
export PYTHONPATH := bindings/python:examples:scripts:Tests
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

.PHONY: help setup lib demo read pictures page page-books hostile-page desktop bindings jar node npm nodes wheel test lint format bench bench-program bench-compare install uninstall dist deb packages conformance corpus roundtrip editions cfi hostile fuzz fuzz-targets soak scale additions notes sanitize clean

help:
	@echo 'make setup      check the tools that are needed, and install missing ones: as root, or after asking'
	@echo 'make lib        build $(LIBRARY)'
	@echo 'make demo       open the sample book from Python and from C'
	@echo 'make read       read a book, or the books of a folder, in the browser (BOOK=$(BOOK))'
	@echo 'make test       run everything that must pass: style, Swift, C, C++, Python, schemas, rules for the source'
	@echo 'make page       run the tests of the page and the reader in a browser'
	@echo 'make page-books  read books to the end and back at five sizes, and go to locations in them  (CORPUS=$(CORPUS) BOOKS=)'
	@echo 'make hostile-page  open hostile books in Chromium, Firefox, Qt and WebKitGTK; no request may get out  (ENGINES=)'
	@echo 'make desktop    build the readers with Qt and GTK, and test them on a virtual display'
	@echo 'make bindings   write the files that are generated from the header and the schemas'
	@echo 'make node       build the Node addon                              (make nodes tests it with each version)'
	@echo 'make npm        build the npm package, with the addon and the library'
	@echo 'make jar        build the Kotlin binding, also for Java, with the library inside: build/lectern.jar'
	@echo 'make lint       check the style of the code                      (make format fixes what it can)'
	@echo 'make bench      measure time and instructions, compared with a minimal C program  (RECORD= PEERS=)'
	@echo 'make bench-compare  compare time and instructions with another revision  (BASE=HEAD^)'
	@echo 'make sanitize   run the C programs under AddressSanitizer, LeakSanitizer and ThreadSanitizer'
	@echo 'make conformance  run the test suites of other toolkits, as data (VECTORS=$(VECTORS))'
	@echo 'make corpus     compare results with verified ones for a corpus  (CORPUS=$(CORPUS))'
	@echo 'make roundtrip  find words in these books, here and in other programs    (CORPUS=$(CORPUS))'
	@echo 'make editions   relocate highlights in other editions of books    (CORPUS=$(CORPUS))'
	@echo 'make cfi        write and resolve CFIs in these books             (CORPUS=$(CORPUS))'
	@echo 'make hostile    open every damaged or malicious file             (HOSTILE=$(HOSTILE))'
	@echo 'make fuzz       try damaged inputs of all kinds for a minute      (FUZZ_SECONDS=60 FUZZ_FIRST=0 FUZZ_KINDS=)'
	@echo 'make fuzz-targets  run libFuzzer with AddressSanitizer, a minute each (FUZZ_SECONDS=60 TARGETS="zip xml html json cfi opf encodings")'
	@echo 'make soak       try small files crafted to be expensive, and all pairs of settings values'
	@echo 'make scale      build a large catalogue, kill and resume it, and compare with other programs  (PATHS=$(PATHS))'
	@echo 'make notes      test 100,000 histories of notes, and kill 1000 processes  (HISTORIES=100000 KILLS=1000)'
	@echo 'make additions  add a setting and a format to a copy of the sources, and use them'
	@echo 'make pictures   take screenshots of the reader, to build/pictures  (CORPUS=$(CORPUS))'
	@echo 'make install    install library, headers, schemas, CMake and pkg-config files  (PREFIX=$(PREFIX) DESTDIR=)'
	@echo 'make uninstall  remove the installed files                       (PREFIX=$(PREFIX) DESTDIR=)'
	@echo 'make dist       build a relocatable tarball                      (PACKAGES=$(PACKAGES))'
	@echo 'make deb        build Debian packages: library, -dev, python3    (PACKAGES=$(PACKAGES))'
	@echo 'make packages   build and run programs against the installed files and these packages'
	@echo 'make wheel      build the Python package with the library inside, to build/wheels, and test it in every Python'
	@echo 'make clean      remove all build output'

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

demo: setup lib
	@$(PYTHON) examples/zip_book.py examples/book build/read-aloud.epub
	@$(PYTHON) examples/python/read.py build/read-aloud.epub
	@$(CC) -std=c99 -Iinclude -o build/describe examples/c/describe.c $(LIBRARY) '-Wl,-rpath,$(CURDIR)/build/lib'
	@build/describe build/read-aloud.epub > build/describe.txt
	@echo; echo 'And from C, the beginnings of the same as JSON (all of it is in build/describe.txt):'; cut -c -120 build/describe.txt
	@echo; echo 'To read it in the browser: make read  (or another book: make read BOOK=path); now also at the address below.'
	@$(PYTHON) scripts/pictures.py first build/read-aloud.epub build/first-page.png
	@rm -f build/reader.log; umask 077; setsid $(PYTHON) -m reader build/read-aloud.epub \
	  --data build/reader --no-browser --idle 10 >build/reader.log 2>&1 </dev/null & \
	for _ in $$(seq 100); do grep -qs minutes build/reader.log && break; sleep 0.1; done; cat build/reader.log

# Runs until Ctrl+C, or until the reader is told to quit.
read: setup lib
	@[ "$(BOOK)" != build/read-aloud.epub ] || $(PYTHON) examples/zip_book.py examples/book build/read-aloud.epub >/dev/null
	@$(PYTHON) -m reader "$(BOOK)"

# ENGINE is qt or webkit for a window that `make desktop` has built; the default is Chromium.
pictures: setup lib
	@scripts/setup.sh pictures
	@$(PYTHON) examples/zip_book.py examples/book build/read-aloud.epub >/dev/null
	$(PYTHON) scripts/pictures.py all $(CORPUS) build/pictures$(if $(ENGINE),/$(ENGINE)) $(ENGINE)

test: setup
	@MAKE='$(MAKE)' scripts/test.sh

page: setup lib
	@scripts/setup.sh browser
	$(PYTEST) --numprocesses auto --maxprocesses 4 --dist loadgroup Tests/Web

# BOOKS is a regular expression for the names of the books.
page-books: setup lib
	@scripts/setup.sh browser
	$(PYTHON) -m Web.page --corpus $(CORPUS) --books '$(BOOKS)'

# ENGINES is any of chromium, firefox, qt, webkit.
hostile-page: setup lib
	@scripts/setup.sh browser
	@scripts/hostile-page.sh $(ENGINES)

# Uses a generated book that is long enough to turn pages.
desktop: setup lib
	@mkdir -p build/desktop
	@$(PYTHON) -c 'from Web import books; books.make("novel", "build/desktop")'
	@scripts/desktop.sh build/desktop/novel.epub '$(BOOKS)' '$(CORPUS)'

bindings:
	@python3 -m bindings

node: setup lib
	@scripts/setup.sh node
	@$(PYTHON) scripts/node_package.py addon

jar: setup lib
	@scripts/setup.sh kotlin
	@$(PYTHON) scripts/kotlin.py jar $(LIBRARY)

npm: setup lib
	@scripts/setup.sh node
	@$(PYTHON) scripts/node_package.py package

# Tests the addon with each version of Node that the binding supports and that is on PyPI.
nodes: node
	$(PYTHON) -m Bindings.node_versions build/nodes

lint: setup
	@scripts/lint.sh

# Fixes whatever the linters can fix.  clang-format is optional.
format: setup
	$(SWIFTPM) format --in-place --parallel --recursive Package.swift Sources Tests
	$(PYTHON) -m ruff check --no-cache --quiet --fix .
	@if command -v clang-format >/dev/null; then clang-format -i Tests/C/*.[ch] Tests/C/*.cpp Tests/Bench/*.[ch] examples/c/*.c \
	    examples/cpp/*.cpp Tests/Bindings/cpp/*.[ch]pp \
	    $(filter-out %/types.hpp %/status.hpp,$(wildcard bindings/cpp/*.hpp bindings/cpp/lectern/*.hpp)); \
	  else echo 'clang-format is not installed: C files are not formatted'; fi

# ThreadSanitizer needs an instrumented library, which is built in a separate folder.
sanitize: setup lib
	$(SWIFTPM) build --sanitize=thread --scratch-path .build/thread --product lectern --disable-local-rpath
	LECTERN_SANITIZE=address,thread LECTERN_THREAD_LIBRARY=.build/thread/debug/liblectern.so \
	  $(PYTEST) Tests/Checks/test_c_programs.py

conformance: setup lib
	$(SWIFTPM) build $(RELEASE) --product ConformanceEvaluator
	$(PYTHON) -m Conformance.conformance --vectors $(VECTORS) --evaluator .build/release/ConformanceEvaluator

corpus: setup lib
	$(PYTHON) -m Corpus.corpus --corpus $(CORPUS)

# Without Chromium or playwright, the second program says so and does nothing.
roundtrip: setup lib
	@scripts/setup.sh browser || true
	$(PYTHON) -m Corpus.roundtrip --corpus $(CORPUS)
	$(PYTHON) -m Corpus.browser --corpus $(CORPUS)

# Uses the books of the corpus, if present, and generated ones.
editions: setup lib
	$(PYTHON) -m Corpus.editions --corpus $(CORPUS)

cfi: setup lib
	@scripts/setup.sh browser || true
	$(PYTHON) -m Corpus.cfis --corpus $(CORPUS)
	$(PYTHON) -m Corpus.cfis --corpus $(CORPUS) --browser

hostile: setup lib
	$(PYTHON) -m Corpus.hostile --hostile $(HOSTILE)

fuzz: setup lib
	$(PYTHON) -m Fuzz.fuzz

fuzz-targets:
	@scripts/fuzz_targets.sh $(FUZZ_SECONDS) $(TARGETS)

scale: setup lib
	@scripts/setup.sh scale
	$(PYTHON) -m Scale.catalogue --corpus $(CORPUS) --hostile $(HOSTILE) --work build/scale --paths $(PATHS)
	$(PYTHON) -m Scale.beside $(CORPUS) $(HOSTILE)

soak: setup lib
	$(PYTHON) -m Soak.soak
	LECTERN_EVERY_PAIR=1 $(PYTEST) --numprocesses auto Tests/Python/test_settings_properties.py
	@scripts/setup.sh node || true
	@scripts/setup.sh kotlin || true
	$(PYTEST) Tests/Bindings -k 'thousands or test_handles'

# The copy is kept, so that the next run only builds what has changed.
additions: setup
	$(PYTHON) -m Additions.additions

bench-program: setup lib
	$(PYTHON) -m Bench.make_books build/bench
	$(CC) -O2 -Wall -Wextra -Iinclude -o build/bench/bench Tests/Bench/bench.c Tests/Bench/yardstick.c -lexpat -lz -ldl
	$(CC) -O2 -Wall -Wextra -Iinclude -o build/bench/threads Tests/Bench/threads.c $(LIBRARY) '-Wl,-rpath,$(CURDIR)/build/lib'

# RECORD=1 appends the instruction counts to Tests/Bench/history.tsv, PEERS=1 runs other programs on the same books.
bench: bench-program
	build/bench/bench $(LIBRARY) build/bench "$$($(PYTHON) -c 'from lectern._pdfium import path; print(path() or "")')"
	build/bench/threads build/bench
	$(PYTHON) -m Bench.instructions build/bench/bench $(LIBRARY) build/bench $(if $(RECORD),--record)
	$(if $(PEERS),scripts/setup.sh scale && $(PYTHON) -m Scale.beside build/bench)
	@scripts/setup.sh node || true
	$(PYTHON) -m Bench.notes build/bench
	$(PYTHON) -m Bench.python_calls
	@$(PYTHON) -m Bench.node build/bench
	@scripts/setup.sh kotlin || true
	@$(PYTHON) -m Bench.kotlin_calls build/bench

# Builds another revision, in a folder that is kept for the next time, and runs both alternately.
BASE ?= HEAD^
BASE_FOLDER = build/compare/$(shell git rev-parse --short $(BASE))
bench-compare: bench-program
	mkdir -p $(BASE_FOLDER)/build
	git archive $(BASE) | tar -x -C $(BASE_FOLDER)
	ln -sfn $(CURDIR)/build/venv $(BASE_FOLDER)/build/venv
	$(MAKE) -C $(BASE_FOLDER) lib
	$(PYTHON) -m Bench.instructions build/bench/bench $(LIBRARY) build/bench --base $(BASE_FOLDER)/$(LIBRARY)

# The same tests as in `make test`, with more notes, histories and killed processes.
notes: setup lib
	LECTERN_NOTES=10000 LECTERN_HISTORIES=$(HISTORIES) LECTERN_KILLS=$(KILLS) $(PYTEST) Tests/Python/test_notes.py Tests/Python/test_note_histories.py

# Installs as root what another user has built.
install: | $(LIBRARY)
	@scripts/install.sh $(LIBRARY) '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)'

uninstall:
	@scripts/uninstall.sh $(LIBRARY) '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)'

$(LIBRARY):
	@$(MAKE) --no-print-directory lib

wheel: setup lib
	@rm -rf build/wheels
	@$(PYTHON) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheels bindings/python
	@rm -rf bindings/python/build bindings/python/lectern.egg-info
	@LECTERN_EVERY_PYTHON=1 $(PYTEST) Tests/Bindings/test_python_package.py
	@ls -l build/wheels

dist: lib
	@scripts/dist.sh $(LIBRARY) '$(PACKAGES)'

deb: lib
	@python3 scripts/deb.py $(LIBRARY) '$(PACKAGES)'

# Tests consumers of the installed files, in a few minutes.  LECTERN_CHROOT=FOLDER also installs the Debian packages
# there.
packages: setup lib
	$(PYTEST) Tests/Packages

clean:
	rm -rf build .build bindings/python/build
