// SPDX-License-Identifier: BSD-3-Clause

/// The outcome of a call, with the numbers and names of `lectern_status` in lectern.h.
public enum Status: Int32, Sendable, CaseIterable {
    case ok = 0
    case end = 1
    case pass = 2
    case `internal` = -1
    case handle = -2
    case argument = -3
    case json = -4
    case abi = -5
    case notFound = -6
    case unsupported = -7
    case io = -8
    case format = -9
    case protected = -10
    case limit = -11
    case cancelled = -12
    case callback = -13
    case busy = -14
}

/// Why a call failed: a status, one English sentence, and the path to the cause, outermost step first.
///
/// This is the only error that the core throws.  Callers add the steps of the path that they know with `within`.
public struct Failure: Error, Sendable {
    public let status: Status
    public let message: String
    public private(set) var path: [String]
    public let causes: [Failure]

    public init(_ status: Status, _ message: String, path: [String] = [], causes: [Failure] = []) {
        self.init(status, verbatim: Excerpt.of(message, most: Excerpt.maxMessage), path: path, causes: causes)
    }

    /// Creates a failure with a message of the host, which is not shortened.
    public init(_ status: Status, verbatim message: String, path: [String] = [], causes: [Failure] = []) {
        self.status = status
        self.message = message
        self.path = path
        self.causes = causes
    }

    public func within(_ step: String) -> Failure {
        var copy = self
        copy.path.insert(step, at: 0)
        return copy
    }

    /// Whether the path begins with this step.  A callback may have passed the path on as text.
    public func isWithin(_ step: String) -> Bool {
        path.first.map { $0 == step || $0.utf8.starts(with: "\(step) > ".utf8) } ?? false
    }

    /// Whether reading from the source failed, so that the publication itself may be valid.
    public var isOfSource: Bool { [.io, .callback, .busy, .cancelled].contains(status) }

    /// "book.epub > OEBPS/content.opf > /package/spine"
    public var pathText: String { Failure.text(ofPath: path) }

    static func text(ofPath path: [String]) -> String {
        path.map { Excerpt.of($0, most: Excerpt.maxStep) }.joined(separator: " > ")
    }
}

/// Runs `body` and prepends `step` to the path of any failure that it throws.
public func within<T: ~Copyable>(
    _ step: @autoclosure () -> String, _ body: () throws(Failure) -> T
) throws(Failure) -> T {
    do throws(Failure) {
        return try body()
    } catch {
        throw error.within(step())
    }
}
