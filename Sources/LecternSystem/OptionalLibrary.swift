// SPDX-License-Identifier: BSD-3-Clause
import CSystem
import LecternModel
import LecternThreads

/// A shared library that is not linked, but loaded when it is first needed.
///
/// It is never unloaded, because libraries with global state cannot be unloaded safely.
public final class OptionalLibrary<Functions: Sendable>: Sendable {
    private let option: String
    private let name: String
    private let missing: String
    private let candidates: @Sendable () -> [String]
    private let functions: @Sendable (UnsafeMutableRawPointer) throws(MissingSymbol) -> Functions
    /// The functions of each loaded library, by the path that the host gave, or "".
    private let loaded = Lock<[String: Functions]>([:])

    /// - Parameters:
    ///   - option: the context option that names the file of the library.
    ///   - name: the name of the library in messages.
    ///   - missing: the message if the library is not found.
    ///   - candidates: the file names to try, in this order, when the host names no file.
    public init(
        option: String, name: String, missing: String, candidates: @escaping @Sendable () -> [String],
        functions: @escaping @Sendable (UnsafeMutableRawPointer) throws(MissingSymbol) -> Functions
    ) {
        self.option = option
        self.name = name
        self.missing = missing
        self.candidates = candidates
        self.functions = functions
    }

    /// Returns the functions of the library at `path`, or of the first candidate that can be loaded.
    public func load(_ path: String?) throws(Failure) -> Functions {
        let known = loaded.withLock { $0[path ?? ""] }
        if let known { return known }
        let found: Functions
        if let path { found = try open(path) } else { found = try search() }
        loaded.withLock { $0[path ?? ""] = found }
        return found
    }

    private func open(_ path: String) throws(Failure) -> Functions {
        let address = loading.withLock { _ in UInt(bitPattern: dlopen(path, RTLD_NOW | RTLD_LOCAL)) }
        guard let library = UnsafeMutableRawPointer(bitPattern: address) else {
            throw Failure(
                .unsupported,
                "The context option \"\(option)\" names \"\(path)\", which cannot be loaded as a library.")
        }
        do throws(MissingSymbol) {
            return try functions(library)
        } catch {
            dlclose(library)
            throw Failure(.unsupported, "\"\(path)\" is not \(name), or is too old: it lacks \(error.name).")
        }
    }

    private func search() throws(Failure) -> Functions {
        for candidate in candidates() {
            if let found = try? open(candidate) { return found }
        }
        throw Failure(.unsupported, missing)
    }
}

/// Held while the loader works.  `fork` always waits for locks, but not for calls: a child forked while the loader is
/// at work could not load anything.
private let loading = Lock(())

/// The name of a symbol that a library lacks.
public struct MissingSymbol: Error {
    public let name: String
}

/// Looks up a function of a library by its name.  `Function` must be the type that the header of the library declares.
public func symbol<Function>(
    _ name: String, in library: UnsafeMutableRawPointer
) throws(MissingSymbol) -> Function {
    guard let address = dlsym(library, name), MemoryLayout<Function>.size == MemoryLayout<Int>.size else {
        throw MissingSymbol(name: name)
    }
    return unsafeBitCast(address, to: Function.self)
}
