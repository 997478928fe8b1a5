// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPDF

/// The parameters of opening a publication: options, limits, logger and progress.
public struct OpenContext: Sendable {
    public let options: OpenOptions
    public let context: ContextOptions
    public let progress: Progress
    public let log: Log
    /// What earlier runs know of the recordings.
    public var kept: KeptRecordings?

    public var limits: Limits { context.limits }

    public var pdf: PDFOptions {
        PDFOptions(pdfium: context.pdfium, password: options.password, limits: limits, progress: progress)
    }

    /// What opening a large document is accounted to.
    var work: Work { Work("open", progress, limits) }

    public init(
        options: OpenOptions = OpenOptions(), context: ContextOptions = ContextOptions(), progress: Progress = .none,
        log: @escaping Log = { _ in }
    ) {
        self.options = options
        self.context = context
        self.progress = progress
        self.log = log
    }
}
