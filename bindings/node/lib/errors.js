// SPDX-License-Identifier: BSD-3-Clause
'use strict';

/**
 * A call into the library failed.
 *
 *   code     the name of the status, such as "LECTERN_ERROR_FORMAT"
 *   status   the number behind it
 *   message  one sentence, for developers and logs
 *   path     where, outermost first, such as "book.epub > OEBPS/content.opf > /package/spine"; "" when unknown
 *   causes   what led to it, as errors of the same kind
 *   cause    what one of your own functions threw, if that is the reason
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

/** The error for JSON of the schema "error". */
function fromJSON({ status: code, message, path, causes }, status, cause) {
  return new LecternError(message, { code, status, path, cause, causes: causes.map((one) => fromJSON(one)) });
}

module.exports = { LecternError, fromJSON };
