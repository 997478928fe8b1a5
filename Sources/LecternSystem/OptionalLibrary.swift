// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel
import LecternThreads

/// A shared library that is not linked, but loaded when something needs it for the first time.
///
/// It stays for the life of the process: libraries that keep global state are not unloaded.
public final class OptionalLibrary<Functions: Sendable>: Sendable {
    private let option: String
    private let name: String
    private let missing: String
    private let candidates: @Sendable () -> [String]
    private let functions: @Sendable (UnsafeMutableRawPointer) throws(MissingSymbol) -> Functions
    /// By the path that the host gave, or "".
    private let loaded = Lock<[String: Functions]>([:])

    /// - Parameters:
    ///   - option: the context option that names its file.
    ///   - name: what it is called in sentences.
    ///   - missing: what to tell a host when it is not found.
    ///   - candidates: what to give to the loader, one after the other, when the host names no file.
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

    /// The functions of the library in a file, or in one of the usual places.
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
            throw Failure(.unsupported, "\"\(path)\" is no \(name), or one that is too old: it has no \(error.name).")
        }
    }

    private func search() throws(Failure) -> Functions {
        for candidate in candidates() {
            if let found = try? open(candidate) { return found }
        }
        throw Failure(.unsupported, missing)
    }
}

/// `fork` waits for a lock, but not always for a call: in a child that finds the loader at work, nothing can be loaded.
private let loading = Lock(())

/// The name of a function that a library lacks.
public struct MissingSymbol: Error {
    public let name: String
}

/// A function of a library, by its name.  `Function` is the type that its header declares.
public func symbol<Function>(
    _ name: String, in library: UnsafeMutableRawPointer
) throws(MissingSymbol) -> Function {
    guard let address = dlsym(library, name), MemoryLayout<Function>.size == MemoryLayout<Int>.size else {
        throw MissingSymbol(name: name)
    }
    return unsafeBitCast(address, to: Function.self)
}
