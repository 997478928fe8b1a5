# SPDX-License-Identifier: BSD-3-Clause
# `make help` lists the targets.  Everything that is built goes to build/ and to SwiftPM's .build/.

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
TARGETS  ?= zip xml html json cfi opf
export FUZZ_SECONDS ?= 60

ABI      := $(shell sed -n 's/^.define LECTERN_ABI \([0-9]*\)u/\1/p' include/lectern.h)
SONAME   := liblectern.so.$(ABI)
LIBRARY  := build/lib/$(SONAME)
PYTHON   := build/venv/bin/python
PYTEST   := $(PYTHON) -m pytest -q -rs -p no:cacheprovider

# What every program of ours is run with: our library, our binding, and no backtracer in the host's terminal.
export PYTHONPATH := bindings/python
export PYTHONDONTWRITEBYTECODE := 1
export LECTERN_LIBRARY := $(CURDIR)/$(LIBRARY)
export SWIFT_BACKTRACE := enable=no
export SWIFT CC CXX

# SwiftPM would take CC for its own compiler of C, which has to be clang; and it leaves an empty folder behind at each run.
SWIFTPM := mkdir -p build/tmp && env -u CC -u CXX TMPDIR=$(CURDIR)/build/tmp $(SWIFT)
# Each function in its own section, so that the linker can remove those that are not used.  The tests are built with the same
# options, and use the modules of the library as they are.
export RELEASE := -c release --disable-local-rpath -Xswiftc -Xfrontend -Xswiftc -function-sections
# `make test` wants the Swift tests as well.
WANTED := --product lectern

.PHONY: help setup lib demo read pictures page page-books hostile-page desktop bindings jar node npm nodes wheel test lint format bench bench-program bench-compare install dist deb packages conformance corpus roundtrip editions cfi hostile fuzz fuzz-targets soak scale additions notes sanitize clean

help:
	@echo 'make setup      check the tools that are needed, and install what is missing where that is allowed'
	@echo 'make lib        build $(LIBRARY)'
	@echo 'make demo       open the sample book from Python and from C'
	@echo 'make read       read a book, or the books of a folder, in the browser (BOOK=$(BOOK))'
	@echo 'make test       everything that must pass: style, Swift, C, C++, Python, schemas, rules for the source'
	@echo 'make page       all tests of the page and the reader in a browser, also those that take long'
	@echo 'make page-books  read books to the end and back at five sizes, and try places in them  (CORPUS=$(CORPUS) BOOKS=)'
	@echo 'make hostile-page  hostile books in Chromium, Firefox, Qt and WebKitGTK, beside a server that must hear nothing  (ENGINES=)'
	@echo 'make desktop    build the readers with Qt and GTK, and use them on a virtual display'
	@echo 'make bindings   write what is generated from the header and the schemas'
	@echo 'make node       build the addon for Node                          (make nodes tests it with each version)'
	@echo 'make npm        pack it with the library for npm'
	@echo 'make jar        the Kotlin binding, for Java as well, with the library in it: build/lectern.jar'
	@echo 'make lint       the style of the code                            (make format mends what it can)'
	@echo 'make bench      times and instructions of the library beside those of a minimal C program  (RECORD= PEERS=)'
	@echo 'make bench-compare  times and instructions of another revision and of this one  (BASE=HEAD^)'
	@echo 'make sanitize   the C programs under AddressSanitizer, LeakSanitizer and ThreadSanitizer'
	@echo 'make conformance  run the test suites of other toolkits, as data (VECTORS=$(VECTORS))'
	@echo 'make corpus     compare with the truth about a corpus of books   (CORPUS=$(CORPUS))'
	@echo 'make roundtrip  find words of these books, and again with other programs (CORPUS=$(CORPUS))'
	@echo 'make editions   find highlights again in other editions of books (CORPUS=$(CORPUS))'
	@echo 'make cfi        write and read the CFIs of places in these books  (CORPUS=$(CORPUS))'
	@echo 'make hostile    open every damaged or malicious file             (HOSTILE=$(HOSTILE))'
	@echo 'make fuzz       damaged inputs of all kinds for a minute          (FUZZ_SECONDS=60 FUZZ_FIRST=0 FUZZ_KINDS=)'
	@echo 'make fuzz-targets  libFuzzer with AddressSanitizer, a minute each (FUZZ_SECONDS=60 TARGETS="zip xml html json cfi opf")'
	@echo 'make soak       small files that are made to cost much, and all pairs of values of settings'
	@echo 'make scale      a catalogue of many paths, killed and resumed; beside other programs  (PATHS=$(PATHS))'
	@echo 'make notes      100,000 histories of notes, 1000 processes that are killed  (HISTORIES=100000 KILLS=1000)'
	@echo 'make additions  add a setting and a format to a copy of the sources, and use them'
	@echo 'make pictures   pictures of the reader, to build/pictures          (CORPUS=$(CORPUS))'
	@echo 'make install    library, headers, schemas, CMake, pkg-config     (PREFIX=$(PREFIX) DESTDIR=)'
	@echo 'make dist       a tarball that works in any folder               (PACKAGES=$(PACKAGES))'
	@echo 'make deb        Debian packages: library, -dev, python3          (PACKAGES=$(PACKAGES))'
	@echo 'make packages   build and run programs from what these three have made'
	@echo 'make wheel      the Python package with the library inside, to build/wheels, tried in every Python'
	@echo 'make clean      remove what was built'

setup:
	@scripts/setup.sh

# The library is stripped into place and then renamed, so that a process that has it open keeps the old one.
lib: setup
	@python3 scripts/embed_runtime.py
	$(SWIFTPM) build $(RELEASE) $(WANTED)
	@mkdir -p build/lib
	@strip --strip-unneeded -o $(LIBRARY).new .build/release/liblectern.so
	@mv -f $(LIBRARY).new $(LIBRARY)
	@ln -sf $(SONAME) build/lib/liblectern.so
	@rm -rf build/tmp
	@ls -l $(LIBRARY)

demo: lib
	@$(PYTHON) examples/zip_book.py examples/book build/read-aloud.epub
	@$(PYTHON) examples/python/read.py build/read-aloud.epub
	@$(CC) -std=c99 -Iinclude -o build/describe examples/c/describe.c $(LIBRARY) '-Wl,-rpath,$(CURDIR)/build/lib'
	@build/describe build/read-aloud.epub > build/describe.txt
	@echo; echo 'And from C, the beginnings of the same as JSON (all of it is in build/describe.txt):'; cut -c -120 build/describe.txt
	@echo; echo 'To read it in the browser: make read  (or another book: make read BOOK=path); now also at the address below.'
	@$(PYTHON) scripts/pictures.py first build/read-aloud.epub build/first-page.png
	@rm -f build/reader.log; umask 077; PYTHONPATH=bindings/python:examples setsid $(PYTHON) -m reader build/read-aloud.epub \
	  --data build/reader --no-browser --idle 10 >build/reader.log 2>&1 </dev/null & \
	for _ in $$(seq 100); do grep -qs minutes build/reader.log && break; sleep 0.1; done; cat build/reader.log

# Until Ctrl+C, or until the reader is told to quit.
read: lib
	@[ "$(BOOK)" != build/read-aloud.epub ] || $(PYTHON) examples/zip_book.py examples/book build/read-aloud.epub >/dev/null
	@PYTHONPATH=bindings/python:examples $(PYTHON) -m reader "$(BOOK)"

# ENGINE is qt or webkit, for a window of what `make desktop` builds; without it, Chromium.
pictures: lib
	@scripts/setup.sh pictures
	@$(PYTHON) examples/zip_book.py examples/book build/read-aloud.epub >/dev/null
	$(PYTHON) scripts/pictures.py all $(CORPUS) build/pictures$(if $(ENGINE),/$(ENGINE)) $(ENGINE)

test: setup
	@MAKE='$(MAKE)' scripts/test.sh

page: lib
	@scripts/setup.sh browser
	$(PYTEST) --numprocesses auto --maxprocesses 4 --dist loadfile Tests/Web

# BOOKS is a regular expression for the names of the books.
page-books: lib
	@scripts/setup.sh browser
	$(PYTHON) Tests/Web/page.py --corpus $(CORPUS) --books '$(BOOKS)'

# ENGINES is a choice of chromium, firefox, qt, webkit.
hostile-page: lib
	@scripts/setup.sh browser
	@scripts/hostile-page.sh $(ENGINES)

# The book is one of our own, long enough to turn pages in.
desktop: lib
	@mkdir -p build/desktop
	@$(PYTHON) -c 'import sys; sys.path.insert(0, "Tests/Web"); import books; books.make("novel", "build/desktop")'
	@scripts/desktop.sh build/desktop/novel.epub '$(BOOKS)' '$(CORPUS)'

bindings:
	@python3 scripts/bindings

node: lib
	@scripts/setup.sh node
	@$(PYTHON) scripts/node_package.py addon

jar: lib
	@scripts/setup.sh kotlin
	@$(PYTHON) scripts/kotlin.py jar $(LIBRARY)

npm: lib
	@scripts/setup.sh node
	@$(PYTHON) scripts/node_package.py package

# Each version of Node that the binding supports and that PyPI has, with the same addon.
nodes: node
	$(PYTHON) Tests/Bindings/node_versions.py build/nodes

lint: setup
	@scripts/lint.sh

# What the linters can mend themselves.  clang-format is optional.
format: setup
	$(SWIFTPM) format --in-place --parallel --recursive Package.swift Sources Tests
	$(PYTHON) -m ruff check --no-cache --quiet --fix .
	@if command -v clang-format >/dev/null; then clang-format -i Tests/C/*.[ch] Tests/C/*.cpp Tests/Bench/*.[ch] examples/c/*.c \
	    examples/cpp/*.cpp Tests/Bindings/cpp/*.[ch]pp \
	    $(filter-out %/types.hpp %/status.hpp,$(wildcard bindings/cpp/*.hpp bindings/cpp/lectern/*.hpp)); \
	  else echo 'clang-format is not installed: C stays as it is'; fi

# ThreadSanitizer needs a library that was built for it, in another folder.
sanitize: lib
	$(SWIFTPM) build --sanitize=thread --scratch-path .build/thread --product lectern --disable-local-rpath
	LECTERN_SANITIZE=address,thread LECTERN_THREAD_LIBRARY=.build/thread/debug/liblectern.so \
	  $(PYTEST) Tests/Checks/test_c_programs.py

conformance: lib
	$(SWIFTPM) build $(RELEASE) --product ConformanceEvaluator
	$(PYTHON) Tests/Conformance/conformance.py --vectors $(VECTORS) --evaluator .build/release/ConformanceEvaluator

corpus: lib
	$(PYTHON) Tests/Corpus/corpus.py --corpus $(CORPUS)

# Where Chromium or playwright can neither be found nor installed, the second one says so and is skipped.
roundtrip: lib
	@scripts/setup.sh browser || true
	$(PYTHON) Tests/Corpus/roundtrip.py --corpus $(CORPUS)
	$(PYTHON) Tests/Corpus/browser.py --corpus $(CORPUS)

# Those of the corpus, where it is there, and books of our own.
editions: lib
	$(PYTHON) Tests/Corpus/editions.py --corpus $(CORPUS)

cfi: lib
	@scripts/setup.sh browser || true
	$(PYTHON) Tests/Corpus/cfis.py --corpus $(CORPUS)
	$(PYTHON) Tests/Corpus/cfis.py --corpus $(CORPUS) --browser

hostile: lib
	$(PYTHON) Tests/Corpus/hostile.py --hostile $(HOSTILE)

fuzz: lib
	$(PYTHON) Tests/Fuzz/fuzz.py

fuzz-targets:
	@scripts/fuzz_targets.sh $(FUZZ_SECONDS) $(TARGETS)

scale: lib
	@scripts/setup.sh scale
	$(PYTHON) Tests/Scale/catalogue.py --corpus $(CORPUS) --hostile $(HOSTILE) --work build/scale --paths $(PATHS)
	$(PYTHON) Tests/Scale/beside.py $(CORPUS) $(HOSTILE)

soak: lib
	$(PYTHON) Tests/Soak/soak.py
	LECTERN_EVERY_PAIR=1 $(PYTEST) --numprocesses auto Tests/Python/test_settings_properties.py
	@scripts/setup.sh node || true
	@scripts/setup.sh kotlin || true
	$(PYTEST) Tests/Bindings -k 'thousands or test_handles'

# The copy stays, so that the next run builds only what has changed.
additions: setup
	$(PYTHON) Tests/Additions/additions.py

bench-program: lib
	$(PYTHON) Tests/Bench/make_books.py build/bench
	$(CC) -O2 -Wall -Wextra -Iinclude -o build/bench/bench Tests/Bench/bench.c Tests/Bench/yardstick.c -lexpat -lz -ldl
	$(CC) -O2 -Wall -Wextra -Iinclude -o build/bench/threads Tests/Bench/threads.c $(LIBRARY) '-Wl,-rpath,$(CURDIR)/build/lib'

# RECORD=1 adds the instructions to Tests/Bench/history.tsv, PEERS=1 runs other programs on the same books.
bench: bench-program
	build/bench/bench $(LIBRARY) build/bench "$$($(PYTHON) -c 'from lectern._pdfium import path; print(path() or "")')"
	build/bench/threads build/bench
	$(PYTHON) Tests/Bench/instructions.py build/bench/bench $(LIBRARY) build/bench $(if $(RECORD),--record)
	$(if $(PEERS),scripts/setup.sh scale && $(PYTHON) Tests/Scale/beside.py build/bench)
	@scripts/setup.sh node || true
	$(PYTHON) Tests/Bench/notes.py build/bench
	$(PYTHON) Tests/Bench/python_calls.py
	@$(PYTHON) Tests/Bench/node.py build/bench
	@scripts/setup.sh kotlin || true
	@$(PYTHON) Tests/Bench/kotlin_calls.py build/bench

# Builds another revision, of which the folder stays for the next time, and runs both in turns.
BASE ?= HEAD^
BASE_FOLDER = build/compare/$(shell git rev-parse --short $(BASE))
bench-compare: bench-program
	mkdir -p $(BASE_FOLDER)/build
	git archive $(BASE) | tar -x -C $(BASE_FOLDER)
	ln -sfn $(CURDIR)/build/venv $(BASE_FOLDER)/build/venv
	$(MAKE) -C $(BASE_FOLDER) lib
	$(PYTHON) Tests/Bench/instructions.py build/bench/bench $(LIBRARY) build/bench --base $(BASE_FOLDER)/$(LIBRARY)

# What the tests do with some hundreds of each.
notes: lib
	LECTERN_NOTES=10000 LECTERN_HISTORIES=$(HISTORIES) LECTERN_KILLS=$(KILLS) $(PYTEST) Tests/Python/test_notes.py Tests/Python/test_note_histories.py

install: lib
	@scripts/install.sh $(LIBRARY) '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)'

wheel: lib
	@rm -rf build/wheels
	@$(PYTHON) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheels bindings/python
	@rm -rf bindings/python/build bindings/python/lectern.egg-info
	@LECTERN_EVERY_PYTHON=1 $(PYTEST) Tests/Bindings/test_python_package.py
	@ls -l build/wheels

dist: lib
	@scripts/dist.sh $(LIBRARY) '$(PACKAGES)'

deb: lib
	@python3 scripts/deb.py $(LIBRARY) '$(PACKAGES)'

# Consumers of what is installed, in a few minutes; LECTERN_CHROOT=FOLDER also installs the Debian packages there.
packages: lib
	$(PYTEST) Tests/Packages

clean:
	rm -rf build .build bindings/python/build
