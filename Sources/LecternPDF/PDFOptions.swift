// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The options for opening a document.
public struct PDFOptions: Sendable {
    /// The file name of the pdfium library; nil to search the usual locations.
    let pdfium: String?
    /// The password for a document that needs one.
    let password: String?
    let limits: Limits
    let progress: Progress

    public init(pdfium: String?, password: String?, limits: Limits, progress: Progress) {
        self.pdfium = pdfium
        self.password = password
        self.limits = limits
        self.progress = progress
    }
}
