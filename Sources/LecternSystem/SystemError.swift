// SPDX-License-Identifier: BSD-3-Clause

import Glibc
import LecternModel

/// Converts an `errno` value to a failure.
///
/// `strerror` is not used: its text depends on the locale, and its buffer is shared between threads.
public func systemFailure(_ number: Int32, _ action: String) -> Failure {
    switch number {
    case ENOENT, ENOTDIR: Failure(.notFound, "\(action): there is no such file.")
    default: Failure(.io, "\(action): \(systemErrorText(number)).")
    }
}

public func systemErrorText(_ number: Int32) -> String {
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
    case ESTALE: "it is no longer there"
    case ETXTBSY, EBUSY: "it is in use"
    default: "error \(number) of the operating system"
    }
}
