// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of the kind `url`: resolves a reference against a base that is not absolute.
let urlHandler: Handler = { vector in
    guard vector["method"]?.string == "resolve" else { throw Unanswered.unhandled("a URL is only resolved") }
    guard let base = URLReference(vector.subject.value.string ?? ""),
        let reference = URLReference(vector.arguments[0].string ?? "")
    else { return nil }
    return JSON.string(base.resolve(reference).string)
}
