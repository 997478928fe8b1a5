# SPDX-License-Identifier: BSD-3-Clause
# `make help` lists the targets.  Build output goes to build/ and to SwiftPM's .build/.

PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
DESTDIR  ?=
BOOK     ?= build/read-aloud.epub

include scripts/common.mk

.PHONY: help demo read test page lint format bindings docs bench install uninstall clean

help:
	@echo 'make setup      check the tools that are needed, and install missing ones: as root, or after asking'
	@echo 'make lib        build $(LIBRARY)'
	@echo 'make demo       open the sample book from Python and from C'
	@echo 'make read       read a book, or the books of a folder, in the browser (BOOK=$(BOOK))'
	@echo 'make test       run everything that must pass: style, Swift, C, C++, Python, schemas, rules for the source'
	@echo 'make page       run the tests of the page and the reader in a browser'
	@echo 'make lint       check the style of the code                      (make format fixes what it can)'
	@echo 'make bindings   write the files that are generated from the header, the schemas and the scripts of the page'
	@echo 'make docs       write the API reference and the man pages to build/docs'
	@echo 'make bench      measure time and instructions, compared with a minimal C program  (RECORD= PEERS=)'
	@echo 'make install    install library, headers, schemas, CMake and pkg-config files  (PREFIX=$(PREFIX) DESTDIR=)'
	@echo 'make uninstall  remove the installed files                       (PREFIX=$(PREFIX) DESTDIR=)'
	@echo 'make clean      remove all build output'
	@echo 'make -f packaging/Makefile  packages: wheel, npm, jar, dist, deb, and tests of them'
	@echo 'make -f Tests/Makefile      tests that take long: corpus, hostile books, fuzzing, desktop, bench-compare, ...'

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

test: setup
	@MAKE='$(MAKE)' scripts/test.sh

page: setup lib
	@scripts/setup.sh browser
	$(PYTEST) --numprocesses auto --maxprocesses 4 Tests/Web

lint: setup
	@scripts/lint.sh

# Fixes whatever the linters can fix.
format: setup
	@scripts/lint.sh --fix

bindings:
	@scripts/bundle.sh
	@python3 -m bindings

# The pages need no network, neither here nor where they are read.
docs:
	@scripts/setup.sh docs
	@$(PYTHON) -m reference build/docs

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
	@scripts/setup.sh browser || true
	@$(PYTHON) -m Bench.page build/bench/page

# Installs as root what another user has built.
install: | $(LIBRARY)
	@scripts/install.sh $(LIBRARY) '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)'

uninstall:
	@scripts/uninstall.sh $(LIBRARY) '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)'

$(LIBRARY):
	@$(MAKE) --no-print-directory lib

clean:
	rm -rf build .build bindings/python/build

# `make corpus` is a shorter form of `make -f Tests/Makefile corpus`.
.DEFAULT:
	@$(MAKE) --no-print-directory -f $(if $(filter node nodes npm jar wheel dist deb packages arm64 release release-test,$@),packaging,Tests)/Makefile $@
