// SPDX-License-Identifier: BSD-3-Clause

/// The rule for paths inside of a container.
enum ContainerPath {
    static let slash: UInt8 = 0x2F
    static let dot: UInt8 = 0x2E

    /// Whether a path stays inside, and every segment of it is a name.
    static func isUsable(_ path: some Collection<UInt8>) -> Bool {
        !path.contains(0)
            && path.split(separator: slash, omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && !$0.elementsEqual([dot]) && !$0.elementsEqual([dot, dot])
            }
    }
}
