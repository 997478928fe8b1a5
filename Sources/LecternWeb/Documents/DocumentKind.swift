// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The kinds of documents that are prepared.
public enum DocumentKind: Sendable {
    case html
    case xhtml
    case svg
    /// Any other XML.  A web view would render it, including any HTML and SVG inside.
    case xml
}
