// SPDX-License-Identifier: BSD-3-Clause
import CSystem

/// The shared library that this code is in.
public enum ThisLibrary {
    /// The folder of its file, with a slash at the end; nil if the loader was given a name without a folder, which could
    /// mean the working directory.
    public static var folder: String? {
        // The Swift module of the C library has no dladdr, because its declaration depends on a macro.  It fills a
        // Dl_info, which is four pointers.  The first one is the file name.
        typealias Look = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
        guard let address = dlsym(nil, "dladdr") else { return nil }
        var information: [UnsafePointer<CChar>?] = [nil, nil, nil, nil]
        let isFound = information.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { unsafeBitCast(address, to: Look.self)(#dsohandle, $0) != 0 } ?? false
        }
        guard isFound, let name = information[0] else { return nil }
        let path = String(cString: name)
        // Without a directory, the loader would search the working directory.
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
        return String(path[...slash])
    }
}
