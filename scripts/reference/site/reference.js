// SPDX-License-Identifier: BSD-3-Clause
// Tabs for the languages, and the search.  Without scripts, all languages are shown one below the other.

const root = document.documentElement.dataset.root;
const KEPT = 'lectern-language';
const MOST = 40;

const remembered = {
  get() { try { return localStorage.getItem(KEPT); } catch { return null; } },
  set(language) { try { localStorage.setItem(KEPT, language); } catch { /* Files may have no storage. */ } },
};

// -------------------------------------------------------------------------------------------------------- Languages

/** Shows a language in each set of tabs. */
function show(language) {
  for (const set of document.querySelectorAll('.languages')) {
    for (const panel of set.querySelectorAll('.panel')) panel.hidden = panel.dataset.language !== language;
    for (const button of set.querySelectorAll('[role=tab]')) {
      const isShown = button.dataset.language === language;
      button.setAttribute('aria-selected', isShown);
      button.tabIndex = isShown ? 0 : -1;
    }
  }
}

function choose(button) {
  const before = button.getBoundingClientRect().top;
  show(button.dataset.language);
  remembered.set(button.dataset.language);
  // The panels above may be of another height now.
  scrollBy(0, button.getBoundingClientRect().top - before);
  button.focus();
}

function tab(panel, set, index) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: panel.querySelector('h3').textContent, id: `tab-${set}-${index}` });
  button.setAttribute('role', 'tab');
  button.dataset.language = panel.dataset.language;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', button.id);
  button.addEventListener('click', () => choose(button));
  return button;
}

function step(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const buttons = [...event.currentTarget.children];
  choose(buttons[(buttons.indexOf(event.target) + by + buttons.length) % buttons.length]);
  event.preventDefault();
}

document.querySelectorAll('.languages').forEach((set, number) => {
  const tabs = document.createElement('div');
  tabs.className = 'tabs';
  tabs.setAttribute('role', 'tablist');
  tabs.append(...[...set.querySelectorAll('.panel')].map((panel, index) => tab(panel, number, index)));
  tabs.addEventListener('keydown', step);
  set.prepend(tabs);
});
document.documentElement.classList.add('tabbed');
show(['c', 'python', 'cpp', 'node', 'kotlin'].includes(remembered.get()) ? remembered.get() : 'c');

// ------------------------------------------------------------------------------------------------------- Navigation

const contents = document.querySelector('nav details');
const isNarrow = matchMedia('(max-width: 50rem)');
const fold = () => { contents.open = !isNarrow.matches; };
isNarrow.addEventListener('change', fold);
fold();
for (const link of contents.querySelectorAll('a'))
  if (link.href === location.href.split('#')[0]) link.setAttribute('aria-current', 'page');

// ----------------------------------------------------------------------------------------------------------- Search

const input = document.querySelector('#site-search');
const results = document.querySelector('#site-results');

/** The words of a name: open_bytes, openBytes and "open bytes" are the same. */
const plain = (text) => text.toLowerCase().replace(/[_\s-]/g, '');

/** How well an entry fits: a whole name, its beginning, a part of it, or of its sentence; otherwise 0. */
function fit([name, , , sentence], query, words) {
  const own = plain(name).replace(/^lectern/, '');
  const last = plain(name.split('.').pop());
  if (own === query || last === query || plain(name) === query) return 5;
  if (own.startsWith(query) || last.startsWith(query)) return 4;
  if (own.includes(query)) return 3;
  const all = `${name} ${sentence}`.toLowerCase();
  return words.every((word) => all.includes(word)) ? 1 : 0;
}

function find(text) {
  const query = plain(text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!query) return [];
  return window.lecternIndex.map((entry, index) => ({ entry, index, fit: fit(entry, query, words) }))
    .filter((one) => one.fit > 0)
    .sort((a, b) => b.fit - a.fit || a.entry[0].length - b.entry[0].length || a.index - b.index)
    .slice(0, MOST).map((one) => one.entry);
}

function item([name, kind, address, sentence]) {
  const link = document.createElement('a');
  link.href = root + address;
  const code = document.createElement('code');
  code.textContent = name;
  const about = document.createElement('small');
  about.textContent = sentence ? `${kind}: ${sentence}` : kind;
  link.append(code, about);
  link.addEventListener('click', () => { results.hidden = true; });
  const line = document.createElement('li');
  line.append(link);
  return line;
}

function search() {
  const found = find(input.value);
  results.replaceChildren(...found.map(item));
  if (!found.length && input.value.trim()) {
    const line = document.createElement('li');
    line.textContent = 'No such name, and no sentence with these words.';
    results.append(line);
  }
  results.hidden = !input.value.trim();
}

input.addEventListener('input', search);
input.addEventListener('focus', search);
input.addEventListener('keydown', (event) => {
  const first = results.querySelector('a');
  if (event.key === 'Enter' && first) first.click();
  if (event.key === 'ArrowDown' && first) { first.focus(); event.preventDefault(); }
});
results.addEventListener('keydown', (event) => {
  const line = event.target.closest('li');
  const next = event.key === 'ArrowDown' ? line.nextElementSibling : event.key === 'ArrowUp' ? line.previousElementSibling : null;
  if (event.key === 'ArrowUp' && !next) input.focus();
  if (next) { next.querySelector('a').focus(); event.preventDefault(); }
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { results.hidden = true; input.blur(); }
  if (event.key === '/' && !/input/i.test(event.target.tagName)) { input.focus(); event.preventDefault(); }
});
document.addEventListener('click', (event) => { if (!event.target.closest('.search')) results.hidden = true; });
