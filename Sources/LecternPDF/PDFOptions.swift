// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What opening a document takes, besides its bytes.
public struct PDFOptions: Sendable {
    /// The file of pdfium's shared library; nil looks in the usual places.
    let pdfium: String?
    /// Opens a document that asks for one.
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
