// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

extension OptionalLibrary {
    /// Loads an image decoder of the system.
    ///
    /// - Parameter format: the image format with an article, for error messages.
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
