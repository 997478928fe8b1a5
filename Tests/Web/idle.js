// SPDX-License-Identifier: BSD-3-Clause
// Waits until a page has finished everything it has begun.  Evaluated before the scripts of the page or of the reader.
(() => {
  // Not in the documents of a book.
  if (window !== window.top && !location.pathname.endsWith("/~lectern/index.html")) return;
  /** Longer timers, such as the one that removes a message, are ignored; in ms. */
  const LONGEST = 1200;
  const PATIENCE = 30000;
  /** @type {Map<unknown, unknown>} timers, requests and idle callbacks, with their description */
  const begun = new Map();
  const {setTimeout, fetch} = window, {open} = XMLHttpRequest.prototype;

  /** Replaces a function that calls back later, and the one that cancels this. */
  const watch = (start, stop) => {
    const call = window[start], cancel = window[stop];
    window[start] = (run, time, ...more) => {
      const key = call((...given) => {
        begun.delete(`${start} ${key}`);
        run(...given);
      }, time, ...more);
      if (!(time > LONGEST)) begun.set(`${start} ${key}`, run);
      return key;
    };
    window[stop] = (key) => {
      begun.delete(`${start} ${key}`);
      cancel(key);
    };
  };
  watch("setTimeout", "clearTimeout");
  if (window.requestIdleCallback) watch("requestIdleCallback", "cancelIdleCallback");
  XMLHttpRequest.prototype.open = function (method, url, ...more) {
    this.addEventListener("loadend", () => begun.delete(this));
    this.addEventListener("loadstart", () => begun.set(this, url));
    return open.call(this, method, url, ...more);
  };
  window.fetch = (url, ...more) => {
    const key = Symbol("fetch");
    begun.set(key, url);
    return fetch(url, ...more).finally(() => begun.delete(key));
  };

  /** @type {Set<HTMLImageElement>} including those that are not in a document until they are loaded */
  const images = new Set();
  const watchImages = ({HTMLImageElement: {prototype}}) => {
    const {set, ...rest} = Object.getOwnPropertyDescriptor(prototype, "src");
    Object.defineProperty(prototype, "src", {...rest, set(url) {
      images.add(this);
      for (const end of ["load", "error"]) this.addEventListener(end, () => images.delete(this), {once: true});
      set.call(this, url);
    }});
  };
  watchImages(window);

  /** Frames of the origin of the page. */
  document.addEventListener("load", ({target}) => target.contentDocument && watchImages(target.contentWindow), true);
  const isLoading = ({contentDocument}) => contentDocument && contentDocument.readyState !== "complete";
  const isMoving = ({playState, effect}) => playState === "running" && Number.isFinite(effect.getComputedTiming().endTime);
  const left = () => [...begun.values(), ...[...images, ...document.images].filter(({complete}) => !complete),
    ...[...document.querySelectorAll("iframe")].filter(isLoading), ...document.getAnimations().filter(isMoving)];

  /** Waits until the page has been idle for three frames, in which also its own `isBusy` is false. */
  window.idle = async (isBusy = () => false) => {
    const end = performance.now() + PATIENCE;
    for (let calm = 0; calm < 3; calm = left().length || isBusy() ? 0 : calm + 1) {
      if (performance.now() > end) {
        throw new Error(`not idle: ${left().map((one) => String(one.outerHTML ?? one).slice(0, 200)).join("; ")}`);
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    }
  };
})();
