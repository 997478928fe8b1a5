// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication
import LecternThreads

/// The object of `lectern_context`: limits, services, logger and progress callback.
final class ContextTarget: HandleTarget {
    static var handleKind: HandleKind { .context }

    private struct Callbacks: Sendable {
        var logger: HostTable<lectern_logger>?
        var progress: HostTable<lectern_progress>?
        var editor: ManifestEditor?
        var services: [ServiceFactory] = []
    }

    let options: ContextOptions
    let cache: PersistentCache?
    private let callbacks = Lock(Callbacks())

    var limits: Limits { options.limits }

    init(options: ContextOptions = ContextOptions()) {
        self.options = options
        cache = PersistentCache(options)
    }

    /// Returns the context of a handle; NULL is a context with all defaults.
    static func of(_ handle: OpaquePointer?) throws(Failure) -> ContextTarget {
        handle == nil ? ContextTarget() : try HandleTable.target(handle, ContextTarget.self)
    }

    // The previous table is released outside the lock, because its `release` is a callback too.
    func set(logger: HostTable<lectern_logger>?) {
        let previous = callbacks.withLock { callbacks in
            defer { callbacks.logger = logger }
            return callbacks.logger
        }
        withExtendedLifetime(previous) {}
    }

    func set(progress: HostTable<lectern_progress>?) {
        let previous = callbacks.withLock { callbacks in
            defer { callbacks.progress = progress }
            return callbacks.progress
        }
        withExtendedLifetime(previous) {}
    }

    func set(editor: ManifestEditor?) {
        let previous = callbacks.withLock { callbacks in
            defer { callbacks.editor = editor }
            return callbacks.editor
        }
        withExtendedLifetime(previous) {}
    }

    func add(_ service: @escaping ServiceFactory) { callbacks.withLock { $0.services.append(service) } }

    /// What is attached to a publication that is opened now.
    var attachments: Attachments {
        let callbacks = callbacks.withLock { $0 }
        return Attachments(services: callbacks.services, editor: callbacks.editor, cache: cache)
    }

    /// Passes warnings to the logger.
    func log(_ warnings: [Warning]) {
        guard !warnings.isEmpty, let logger = callbacks.withLock({ $0.logger }), let log = logger.table.log else {
            return
        }
        for warning in warnings {
            var json = JSONWriter()
            warning.write(to: &json)
            let entry = json.finish()
            withExtendedLifetime(entry) { CallbackDepth.inside { log(logger.table.user_data, entry.cString) } }
        }
    }

    /// Asks the host whether to continue, through the callback that is set at the time.
    var progress: Progress {
        Progress { task, done, total throws(Failure) in
            guard let host = self.callbacks.withLock({ $0.progress }), let step = host.table.step else { return }
            if CallbackDepth.inside({ step(host.table.user_data, task, done, total) }) != 0 {
                throw Failure(.cancelled, "The host cancelled the call.")
            }
        }
    }
}

extension lectern_logger: CallbackTable { static var typeName: String { "lectern_logger" } }
extension lectern_progress: CallbackTable { static var typeName: String { "lectern_progress" } }
extension lectern_stream: CallbackTable { static var typeName: String { "lectern_stream" } }
extension lectern_listener: CallbackTable { static var typeName: String { "lectern_listener" } }
extension lectern_renderer: CallbackTable { static var typeName: String { "lectern_renderer" } }
