// SPDX-License-Identifier: BSD-3-Clause

/// Rules for paths inside a container.
public enum ContainerPath {
    public static let slash: UInt8 = 0x2F
    public static let dot: UInt8 = 0x2E

    /// Whether a path stays inside the container: no segment is empty, "." or "..".
    static func isUsable(_ path: some Sequence<UInt8>) -> Bool {
        var length = 0
        var dots = 0
        for byte in path {
            if byte == 0 { return false }
            if byte == slash {
                if dots == length, length <= 2 { return false }
                (length, dots) = (0, 0)
            } else {
                length += 1
                if byte == dot { dots += 1 }
            }
        }
        return dots != length || length > 2
    }
}
