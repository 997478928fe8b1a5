# SPDX-License-Identifier: BSD-3-Clause
"""Runs the scenario through the Python binding.

Usage: run_python.py SCENARIO      in the folder of the books; prints a line of JSON per step
       run_python.py --golden      writes golden.jsonl
"""
import gc
import io
import json
import re
import sys
import threading
from pathlib import Path

import lectern
from lectern import cfi, links, voices

SERVED = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Served</title></head><body><p>{}</p></body></html>'


class ScenarioService(lectern.Service):
    name = "org.example.scenario"
    links = [{"href": "~scenario/order", "type": "application/json"}, {"href": "~scenario/fail", "type": "text/plain"}]
    calls = {"opened": 0, "closed": 0}

    def __init__(self, publication):
        super().__init__(publication)
        self.order = publication.collection("readingOrder")
        self.calls["opened"] += 1

    def get(self, href):
        if href == "/~scenario/order":
            return json.dumps(self.order).encode()
        if href == "/~scenario/fail":
            raise ValueError("It fails on purpose.")
        if href == "EPUB/css/book.css":
            with self.publication.get_builtin(href) as builtin:
                return b"/* wrapped */\n" + builtin.read()
        return None

    def close(self):
        self.calls["closed"] += 1


class FailingFile(io.RawIOBase):
    """A file of 1000 bytes that fails every read."""

    def seek(self, offset, whence=0):
        self.offset = 1000 if whence == 2 else offset
        return self.offset

    def tell(self):
        return self.offset

    def read(self, size=-1):
        raise OSError("The disk is gone.")


class Runner:
    def __init__(self):
        self.handles = {}
        self.events = {}
        self.files = []
        self.log = []

    # ------------------------------------------------------------------------------------------------------- Steps

    def run(self, line):
        verb, *arguments = re.split(r" {2,}", line.strip())
        arguments = [None if one == "-" else one for one in arguments]
        try:
            return VERBS[verb](self, *arguments)
        except lectern.LecternError as error:
            return {"error": {"status": error.status, "path": error.path}}

    def made(self, name, handle):
        self.handles[name] = handle
        return True

    def of(self, name):
        return None if name is None else self.handles[name]

    def file(self, path):
        self.files.append(open(path, "rb"))
        return self.files[-1]

    # ------------------------------------------------------------------------------------------------------------ The
    # host

    def progress(self, name, count):
        if count is None:
            return quiet(self.of(name).set_progress)(None)
        calls = iter(range(1, 1_000_000))
        return quiet(self.of(name).set_progress)(lambda task, done, total: next(calls) >= int(count))

    def editor(self, name, manifest):
        quiet(self.of(name).set_editor)(None if manifest is None else lambda given: json.loads(manifest))

    def cache(self, name, key, variant, text, method="cache"):
        computed = []

        def compute():
            computed.append(text)
            return text.encode()

        value = getattr(self.of(name), method)(key, compute, variant)
        return {"value": value.decode(), "computed": len(computed)}

    def observe(self, name, owner, topic):
        heard = self.events.setdefault(name, [])
        return self.made(name, self.of(owner).observe(topic, lambda topic, event: heard.append([topic, event])))

    def observe_store(self, name, owner, scope):
        heard = self.events.setdefault(name, [])

        def saved(scope, preferences):
            heard.append(["store", {"scope": scope, "preferences": preferences}])

        return self.made(name, self.of(owner).observe(json.loads(scope), saved))

    def observe_notes(self, name, owner, query):
        heard = self.events.setdefault(name, [])
        return self.made(name, self.of(owner).observe_notes(
            lambda event: heard.append(["notes", event]), **json.loads(query or "{}")))

    def heard(self, name):
        events, self.events[name][:] = list(self.events[name]), []
        return events

    def logged(self):
        entries, self.log[:] = list(self.log), []
        return entries

    def answer(self, name, href, request):
        with self.of(name).get(href, **json.loads(request or "{}")) as response:
            described = {"status": response.status, "type": response.type, "length": response.length, "headers": response.headers}
            return {"response": described, "body": response.read().decode()}

    def threads(self, name, count, times):
        book = self.of(name)

        def ask():
            return book.manifest, book.positions

        expected, different = ask(), []

        def work():
            for _ in range(int(times)):
                different.extend(answer != first for answer, first in zip(ask(), expected))

        workers = [threading.Thread(target=work) for _ in range(int(count))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return {"calls": len(different), "different": sum(different)}

    def live_handles(self):
        gc.collect()
        return lectern.live_handles()


def value(text):
    return None if text is None else json.loads(text)


def step(method):
    """A verb for increment and decrement."""
    return lambda run, name, key, flags: not getattr(run.of(name), method)(key, activate=flags == "0").at_end


def quiet(verb):
    """A verb whose method returns something that is not the answer."""
    def run(*arguments):
        verb(*arguments)
    return run


Publication = lectern.Publication
VERBS = {
    "context_new": lambda run, name, options: run.made(name, lectern.Context(**value(options))),
    "context_add_service": lambda run, name: run.of(name).add_service(ScenarioService),
    "context_set_logger": quiet(lambda run, name: run.of(name).set_logger(run.log.append)),
    "context_set_editor": Runner.editor,
    "context_set_progress": Runner.progress,
    "logged": Runner.logged,
    "service_calls": lambda run: dict(ScenarioService.calls),
    "publication_open": lambda run, name, context, path, options: run.made(
        name, Publication.open(path, options, run.of(context))),
    "publication_open_memory": lambda run, name, context, path, options: run.made(
        name, Publication.open_bytes(Path(path).read_bytes(), options, run.of(context))),
    "publication_open_stream": lambda run, name, context, path, options: run.made(
        name, Publication.open_stream(run.file(path), options, run.of(context))),
    "publication_open_failing": lambda run, name, context: run.made(
        name, Publication.open_stream(FailingFile(), context=run.of(context))),
    "publication_open_manifest": lambda run, name, context, manifest, options: run.made(
        name, Publication.open_manifest(manifest, lambda href: SERVED.format(href).encode(), options, run.of(context))),
    "publication_sniff": lambda run, path, hints: lectern.sniff(run.file(path), hints),
    "publication_manifest": lambda run, name: run.of(name).manifest,
    "publication_info": lambda run, name: run.of(name).info,
    "publication_accessibility": lambda run, name, options: run.of(name).accessibility(options),
    "publication_warnings": lambda run, name: run.of(name).warnings,
    "publication_services": lambda run, name: run.of(name).services,
    "publication_positions": lambda run, name: value(run.of(name).positions_text),
    "publication_positions_by_reading_order": lambda run, name: run.of(name).positions_by_reading_order,
    "publication_collection": lambda run, name, role: run.of(name).collection(role),
    "publication_layout": lambda run, name, href: run.of(name).layout(href),
    "publication_link": lambda run, name, href: run.of(name).link(href),
    "publication_links": lambda run, name, filter: run.of(name).links(filter),
    "publication_locate": lambda run, name, query: run.of(name).locate(query),
    "publication_cfi": lambda run, name, query: run.of(name).cfi(query),
    "publication_pages": lambda run, name: run.of(name).pages,
    "publication_footnote": lambda run, name, query: run.of(name).footnote(query),
    "publication_word": lambda run, name, query: run.of(name).word(query),
    "publication_statistics": lambda run, name, options: run.of(name).statistics(options),
    "publication_text": lambda run, name, href: run.of(name).text(href),
    "publication_markdown": lambda run, name, options: run.of(name).markdown(**value(options)),
    "publication_page_images": lambda run, name: run.of(name).page_images,
    "publication_cache": Runner.cache,
    "publication_keep": lambda run, *arguments: run.cache(*arguments, method="keep"),
    "publication_copy": lambda run, name, book, manifest: run.made(name, run.of(book).copy(manifest)),
    "publication_get": lambda run, name, book, href: run.made(name, run.of(book).get(href)),
    "publication_cover": lambda run, name, book, options: run.made(name, run.of(book).cover(**value(options) or {})),
    "publication_thumbnail": lambda run, name, book, options: run.made(name, run.of(book).thumbnail(**value(options))),
    "publication_search": lambda run, name, book, query, options: run.made(name, run.of(book).search(query, options)),
    "publication_content": lambda run, name, book, start, options: run.made(
        name, run.of(book).content(start, **(value(options) or {}))),
    "resource_link": lambda run, name: run.of(name).link,
    "resource_size": lambda run, name: run.of(name).size,
    "resource_read": lambda run, name, offset, length: run.of(name).read(int(offset), value(length)).decode(),
    "resource_json": lambda run, name: value(run.of(name).read()),
    "cursor_next": lambda run, name: run.of(name).next(),
    "cursor_previous": lambda run, name: run.of(name).previous(),
    "links_filter": lambda run, these, filter: links.filtered(these, filter),
    "links_index": lambda run, these, filter: -1 if (found := links.index(these, filter)) is None else found,
    "links_all": lambda run, these, filter: links.all_match(these, filter),
    "link_parameters": lambda run, link: links.parameters(link),
    "link_expand": lambda run, link, parameters: links.expanded(link, parameters),
    "link_url": lambda run, link, base: links.url(link, base),
    "voices_select": lambda run, these, options: voices.select(
        these, value(options).get("language"), preferred_regions=value(options)["preferredRegions"]),
    "text_tokenize": lambda run, text, options: lectern.tokenize(text, options),
    "cfi_parse": lambda run, one: cfi.parse(one),
    "cfi_compare": lambda run, a, b: cfi.compare(a, b),
    "cfi_join": lambda run, start, end: cfi.join(start, end),
    "decorations_diff": lambda run, before, after: lectern.diff(before, after),
    "navigator_new": lambda run, name, book, options: run.made(name, lectern.Navigator(run.of(book), options)),
    "navigator_observe": Runner.observe,
    "events": Runner.heard,
    "navigator_edit_preferences": lambda run, name, owner, start: run.made(name, run.of(owner).edit_preferences(start)),
    "navigator_submit_preferences": lambda run, name, preferences: run.of(name).submit_preferences(preferences),
    "navigator_location": lambda run, name: run.of(name).location,
    "navigator_set_location": lambda run, name, location: setattr(run.of(name), "location", location),
    "navigator_set_viewport": lambda run, name, viewport: run.of(name).set_viewport(viewport),
    "navigator_spreads": lambda run, name: run.of(name).spreads,
    "navigator_go": lambda run, name, target: run.of(name).go(target),
    "navigator_receive": lambda run, name, message: run.of(name).receive(message),
    "navigator_send": lambda run, name, command: run.of(name).send(command),
    "navigator_get": Runner.answer,
    "navigator_apply_decorations": lambda run, name, group, these: run.of(name).apply_decorations(group, these),
    "navigator_decorations": lambda run, name, group: run.of(name).decorations(group),
    "navigator_render_decorations": lambda run, name, href: run.of(name).render_decorations(href),
    "navigator_supports_decoration": lambda run, name, style, how: run.of(name).supports_decoration(style, how),
    "navigator_activate_decoration": lambda run, name, group, id, event: run.of(name).activate_decoration(group, id, event),
    "navigator_set_decoration_template": lambda run, name, style, definition: run.of(name).set_decoration_template(
        style, definition, lambda decoration: '<b class="scenario"></b>'),
    "preferences_new": lambda run, name, kind, start: run.made(name, lectern.Preferences(kind, start)),
    "preferences_json": lambda run, name: run.of(name).json,
    "preferences_setting": lambda run, name, key: run.of(name).setting(key),
    "preferences_label": lambda run, name, key, one: run.of(name).label(key, value(one)),
    "preferences_set": quiet(lambda run, name, key, one, flags: run.of(name).set(key, value(one), flags == "0")),
    "preferences_increment": step("increment"),
    "preferences_decrement": step("decrement"),
    "preferences_toggle": quiet(lambda run, name, key, flags: run.of(name).toggle(key, flags == "0")),
    "preferences_activate": quiet(lambda run, name, key: run.of(name).activate(key)),
    "preferences_is_active": lambda run, name, key: run.of(name).is_active(key),
    "preferences_merge": quiet(lambda run, name, these: run.of(name).merge(these)),
    "preferences_clear": quiet(lambda run, name, key: run.of(name).clear(key)),
    "preferences_filter": lambda run, name, keys, keep: (
        run.of(name).keep(value(keys)) if keep == "1" else run.of(name).drop(value(keys))),
    "preferences_copy": lambda run, name, copy: run.made(copy, run.of(name).copy()),
    "preferences_submit": lambda run, name: run.of(name).submit(),
    "store_open": lambda run, name, context, path, options: run.made(
        name, lectern.Store(path, context=run.of(context), **value(options or "{}"))),
    "store_observe": Runner.observe_store,
    "store_save": lambda run, name, scope, these: run.of(name).save(value(scope), these),
    "store_save_all": lambda run, name, changes: run.of(name).save_all(
        (change["scope"], change["preferences"]) for change in value(changes)),
    "store_load": lambda run, name, scopes: run.of(name).load(*value(scopes)),
    "store_scopes": lambda run, name: run.of(name).scopes,
    "store_profiles": lambda run, name, scopes: run.of(name).profiles(*(value(scopes) or ())),
    "store_save_profiles": lambda run, name, changes: run.of(name).save_profiles(
        **{**value(changes), "choose": [(one["scope"], one["profile"]) for one in value(changes).get("choose", ())]}),
    "store_migrate": lambda run, name: run.of(name).migrate(),
    "store_refresh": lambda run, name: run.of(name).refresh(),
    "store_warnings": lambda run, name: run.of(name).warnings,
    "notes_read": lambda run, name, path, options: run.made(
        name, lectern.notes.read(run.file(path), **value(options or "{}"))),
    "notes_write": lambda run, these, options: lectern.notes.write(these, **value(options or "{}")),
    "notes_merge": lambda run, ours, theirs: lectern.notes.merge(ours, theirs),
    "publication_identity": lambda run, name: run.of(name).identity,
    "store_add_publication": lambda run, name, identity: run.of(name).add_publication(value(identity)),
    "store_publications": lambda run, name: run.of(name).publications,
    "store_save_notes": lambda run, name, changes: run.of(name).save_notes(**value(changes)),
    "store_notes": lambda run, name, query: {"notes": list(run.of(name).notes(**value(query or "{}")))},
    "store_note_changes": lambda run, name, query: run.of(name).note_changes(**value(query or "{}")),
    "store_merge_notes": lambda run, name, these: run.of(name).merge_notes(value(these)),
    "store_observe_notes": Runner.observe_notes,
    "navigator_show_notes": lambda run, name, owner, group, store, query: run.made(
        name, run.of(owner).show_notes(group, run.of(store), **value(query or "{}"))),
    "threads": Runner.threads,
    "live_handles": Runner.live_handles,
    **{f"{noun}_free{again}": lambda run, name: run.of(name).close() for again in ("", "_again") for noun in (
        "context", "publication", "resource", "cursor", "navigator", "preferences", "subscription", "store")},
}


def main(scenario, output):
    runner = Runner()
    for line in Path(scenario).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            print(json.dumps(runner.run(line), ensure_ascii=False), file=output, flush=True)
    for file in runner.files:
        file.close()


def write_golden():
    import os
    import tempfile

    from .scenario_books import make

    here = Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as folder, open(here / "golden.jsonl", "w", encoding="utf-8") as output:
        make(folder)
        os.chdir(folder)
        main(here / "scenario.txt", output)
        os.chdir(here)


if __name__ == "__main__":
    if sys.argv[1] == "--golden":
        write_golden()
    else:
        main(sys.argv[1], sys.stdout)
