// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

extension OptionalLibrary {
    /// Creates a library of the system that decodes images.
    ///
    /// - Parameter format: the format that it decodes, with its article.
    convenience init(
        option: String, name: String, file: String, format: String,
        functions: @escaping @Sendable (UnsafeMutableRawPointer) throws(MissingSymbol) -> Functions
    ) {
        self.init(
            option: option, name: name,
            missing: "\(format) needs \(name), which was not found: install it (\(file)), or name its file in the "
                + "context option \"\(option)\".",
            candidates: { [file] }, functions: functions)
    }
}
