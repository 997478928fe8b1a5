// SPDX-License-Identifier: BSD-3-Clause
'use strict';

/**
 * A failed call into the library.
 *
 *   code     the name of the status, such as "LECTERN_ERROR_FORMAT"
 *   status   its number
 *   message  one sentence, for developers and logs
 *   path     where, outermost first, such as "book.epub > OEBPS/content.opf > /package/spine"; "" if unknown
 *   causes   the underlying errors
 *   cause    the exception of one of your own functions, if that is the reason
 */
class LecternError extends Error {
  constructor(message, { code = 'LECTERN_ERROR_CALLBACK', status = -13, path = '', causes = [], cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.path = path;
    this.causes = causes;
  }

  get name() { return 'LecternError'; }
}

/** Creates an error from JSON (schema "error"). */
function fromJSON({ status: code, message, path, causes }, status, cause) {
  return new LecternError(message, { code, status, path, cause, causes: causes.map((one) => fromJSON(one)) });
}

module.exports = { LecternError, fromJSON };
