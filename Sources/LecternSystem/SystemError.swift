// SPDX-License-Identifier: BSD-3-Clause
import CSystem
import LecternModel

/// An `errno` value.
public struct SystemError: Error, Equatable {
    public let number: Int32

    public init(_ number: Int32) { self.number = number }

    /// The error of the last call of this thread.
    static var last: SystemError { SystemError(system_error()) }

    /// An error of the device, as SQLite reports it without a number.
    public static var device: SystemError { SystemError(EIO) }

    public var isNotFound: Bool { number == ENOENT || number == ENOTDIR }
    public var isTaken: Bool { number == EEXIST }
    /// Whether there is no room for more data.
    public var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }

    public func failure(_ action: String) -> Failure {
        isNotFound ? Failure(.notFound, "\(action): there is no such file.") : Failure(.io, "\(action): \(text).")
    }

    /// `strerror` is not used: its text depends on the locale, and its buffer is shared between threads.
    public var text: String {
        switch number {
        case EACCES, EPERM: "permission denied"
        case EIO: "the device reported an error"
        case EISDIR: "it is a directory"
        case ELOOP: "too many symbolic links"
        case EMFILE, ENFILE: "too many files are open"
        case ENAMETOOLONG: "the name is too long"
        case ENODEV, ENXIO: "there is no such device"
        case ENOMEM: "there is not enough memory"
        case ENOSPC, EDQUOT: "the device is full"
        case EOVERFLOW, EFBIG: "it is too large"
        case ESTALE: "it no longer exists"
        case ETXTBSY, EBUSY: "it is in use"
        default: "operating system error \(number)"
        }
    }
}
