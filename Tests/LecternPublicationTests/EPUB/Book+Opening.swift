// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternPublication
import TestArchives

extension Book {
    /// Opens the book like a host.
    func publication(_ log: @escaping Log = { _ in }) throws(Failure) -> Publication {
        var options = OpenOptions()
        options.name = name
        return try Publication.open(archive, OpenContext(options: options, log: log))
    }
}
