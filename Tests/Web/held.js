// SPDX-License-Identifier: BSD-3-Clause
// Counts the objects that a page and its frames hold, in engines without a protocol for this.  Evaluated before the
// page.
(() => {
  /** @type {Record<string, Set<WeakRef>>} all objects ever created; collected ones are removed when counting */
  const all = {documents: new Set(), listeners: new Set(), observers: new Set()};
  const marks = Object.fromEntries([...Object.keys(all), "wrapped"].map((name) => [name, Symbol(name)]));
  /** Counts wrappers, because an engine may create another object for the same node. */
  const kept = (object, kind, make) => {
    if (!object[marks[kind]]) all[kind].add(new WeakRef(object[marks[kind]] = make()));
    return object[marks[kind]];
  };
  const replace = (object, name, act) => {
    const old = object[name];
    object[name] = function (...values) {
      act(this ?? window, ...values);
      return old.apply(this, values);
    };
  };
  const isCapture = (options) => Boolean(options?.capture ?? options);

  function listen(target, type, callback, options) {
    const list = kept(target, "listeners", () => []);
    const isSame = (one) => one.type === type && one.callback === callback && one.capture === isCapture(options);
    if (!callback || list.some(isSame)) return;
    list.push({type, callback, capture: isCapture(options)});
    const end = () => forget(target, type, callback, options);
    if (options?.once) plain.call(target, type, end, options);
    if (options?.signal) plain.call(options.signal, "abort", end);
  }
  function forget(target, type, callback, options) {
    const list = target[marks.listeners] || [];
    const at = list.findIndex((one) => one.type === type && one.callback === callback && one.capture === isCapture(options));
    if (at >= 0) list.splice(at, 1);
  }
  const plain = EventTarget.prototype.addEventListener;

  /** Wraps a window, which has its own functions. */
  function wrap(realm) {
    try {
      const {document, EventTarget: {prototype}} = realm;
      if (document) kept(document, "documents", () => ({document}));
      if (prototype[marks.wrapped]) return;
      prototype[marks.wrapped] = true;
      replace(prototype, "addEventListener", listen);
      replace(prototype, "removeEventListener", forget);
      for (const name of ["ResizeObserver", "MutationObserver", "IntersectionObserver"]) {
        const count = (observer) => kept(observer, "observers", () => ({seen: new WeakSet(), count: 0}));
        replace(realm[name].prototype, "observe", (observer, target) => {
          const one = count(observer);
          if (!one.seen.has(target)) one.count++;
          one.seen.add(target);
        });
        replace(realm[name].prototype, "disconnect", (observer) => Object.assign(count(observer), {seen: new WeakSet(), count: 0}));
        if (realm[name].prototype.unobserve) replace(realm[name].prototype, "unobserve", (observer, target) => {
          const one = count(observer);
          if (one.seen.delete(target)) one.count--;
        });
      }
    } catch {
      // The frame is of another origin.
    }
  }
  wrap(window);
  for (const [name, windowOf] of [["contentWindow", (one) => one], ["contentDocument", (one) => one?.defaultView]]) {
    const {get} = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, name);
    Object.defineProperty(HTMLIFrameElement.prototype, name, {configurable: true, get() {
      const found = get.call(this);
      if (found) wrap(windowOf(found));
      return found;
    }});
  }

  const live = (kind) => [...all[kind]].flatMap((reference) => {
    const found = reference.deref();
    if (!found) all[kind].delete(reference);
    return found ? [found] : [];
  });
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const frames = (one) => 1 + sum(Array.from({length: one.length}, (_, index) => frames(one[index])));

  const later = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));
  const hasMore = () => live("documents").length > 2 * frames(window);

  /** Forces a garbage collection.  WebKit only examines old objects when their number has grown; and an object that was
   * accessed through a weak reference is kept until the task ends. */
  async function collect() {
    for (let round = 0; round < 60 && (round < 3 || hasMore()); round++) {
      await later();
      const old = [];
      if (window.gc) window.gc();
      else while (old.length < 400) old.push(Array.from({length: 10000}, () => ({})));
      await later();
    }
    await rest();
  }

  /** Firefox looks for cycles some seconds after a garbage collection: waits until the number of documents has not changed
   * for ten seconds, at most a minute. */
  async function rest() {
    let last = live("documents").length;
    for (let calm = 0, round = 0; hasMore() && calm < 40 && round < 240; round++) {
      await later(250);
      const now = live("documents").length;
      calm = now === last ? calm + 1 : 0;
      last = now;
    }
  }

  window.held = async () => {
    await collect();
    const documents = live("documents").map(({document}) => document);
    const nodes = (one) => one.evaluate("count(//node())", one, null, XPathResult.NUMBER_TYPE, null).numberValue;
    return {frames: frames(window), documents: documents.length, listeners: sum(live("listeners").map((list) => list.length)),
      observers: live("observers").filter(({count}) => count).length, nodes: sum(documents.map(nodes)),
      bytes: performance.memory?.usedJSHeapSize ?? 0};
  };
})()
