// SPDX-License-Identifier: BSD-3-Clause
'use strict';

const { sync } = require('./native');
const { Handle, adopting, keep, owner } = require('./handle');
const callbacks = require('./callbacks');

/** Limits, a logger, a progress function and services for publications opened with this context. */
class Context extends Handle {
  #callbacks = { logger: undefined, progress: undefined, editor: undefined, services: [] };

  /** @param options  logger, progress, and the options of the schema "context-options" */
  constructor({ logger, progress, ...options } = {}) {
    super(adopting(sync.context_new(JSON.stringify(options))));
    keep(owner(this), this.#callbacks);
    this.setProgress(progress);
    if (logger) this.setLogger(logger);
  }

  setLogger(log) {
    this.#callbacks.logger = log ? callbacks.logger(callbacks.callable(log, 'A logger')) : undefined;
    sync.context_set_logger(owner(this), this.#callbacks.logger);
    return this;
  }

  setProgress(step) {
    this.#callbacks.progress = callbacks.progress(step ? callbacks.callable(step, 'A progress function') : undefined);
    sync.context_set_progress(owner(this), this.#callbacks.progress);
    return this;
  }

  setEditor(edit) {
    this.#callbacks.editor = edit ? callbacks.editor(callbacks.callable(edit, 'An editor')) : undefined;
    sync.context_set_editor(owner(this), this.#callbacks.editor);
    return this;
  }

  addService(name, make) {
    const service = callbacks.service(name, callbacks.callable(make, 'What makes a service'));
    sync.context_add_service(owner(this), service);
    this.#callbacks.services.push(service);
    return this;
  }
}

module.exports = { Context };
