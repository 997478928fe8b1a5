// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

@testable import LecternPublication

/// The files of what is at `path`, without a format.
func openContainer(path: String, limits: Limits) throws(Failure) -> any Container {
    try container(of: try Candidate(path: path, options: OpenOptions()), limits)
}

/// The files of an archive in memory or behind a stream.
func openContainer(_ source: any ByteSource, name: String, limits: Limits) throws(Failure) -> any Container {
    var options = OpenOptions()
    options.name = name
    return try container(of: Candidate(source, options: options), limits)
}

private func container(of candidate: Candidate, _ limits: Limits) throws(Failure) -> any Container {
    try within(candidate.name) { () throws(Failure) in try Formats.container(of: candidate, limits) }
}
