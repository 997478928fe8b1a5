// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternPDF
import LecternSystem

/// What every way of opening needs: how, how much, and who wants to hear of it.
public struct OpenContext: Sendable {
    public let options: OpenOptions
    public let context: ContextOptions
    public let progress: Progress
    public let log: Log
    /// Where values are kept across runs; nil keeps none.
    public let cache: PersistentCache?
    /// The host's, in the order in which it added them.
    public let services: [ServiceFactory]

    public var limits: Limits { context.limits }

    var pdf: PDFOptions {
        PDFOptions(pdfium: context.pdfium, password: options.password, limits: limits, progress: progress)
    }

    public init(
        options: OpenOptions = OpenOptions(), context: ContextOptions = ContextOptions(), progress: Progress = .none,
        log: @escaping Log = { _ in }, cache: PersistentCache? = nil, services: [ServiceFactory] = []
    ) {
        self.options = options
        self.context = context
        self.progress = progress
        self.log = log
        self.cache = cache
        self.services = services
    }
}
