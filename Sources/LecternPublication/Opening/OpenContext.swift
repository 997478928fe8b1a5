// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternSystem

/// What every way of opening needs: how, how much, and who wants to hear of it.
package struct OpenContext: Sendable {
    package let options: OpenOptions
    package let context: ContextOptions
    package let progress: Progress
    package let log: Log
    /// The host's, in the order in which it added them.
    package let services: [ServiceFactory]

    package var limits: Limits { context.limits }

    package init(
        options: OpenOptions = OpenOptions(), context: ContextOptions = ContextOptions(), progress: Progress = .none,
        log: @escaping Log = { _ in }, services: [ServiceFactory] = []
    ) {
        self.options = options
        self.context = context
        self.progress = progress
        self.log = log
        self.services = services
    }
}
