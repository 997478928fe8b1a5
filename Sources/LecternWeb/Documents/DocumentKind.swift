// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The kinds of documents that are prepared.
public enum DocumentKind: Sendable {
    case html
    case xhtml
    case svg
    /// Any other XML, which a web view would show, with all that it contains of HTML and SVG.
    case xml
}
