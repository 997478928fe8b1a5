// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternFormats
import LecternModel
import LecternPublication

/// The version, formats, services and dependencies of this build (schema `build-info`).
enum BuildInfo {
    static let version: StaticString = "1.0.0"
    /// The number in the soname, equal to `LECTERN_ABI` in the header.
    static let abi: UInt32 = LECTERN_ABI

    static func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("version", "\(version)")
        json.member("abi", Int(abi))
        json.member("formats", ifNotEmpty: MediaType.ofPublications)
        json.member("services", ifNotEmpty: Publication.builtInServices)
        json.key("dependencies")
        json.beginObject()
        for dependency in Dependencies.versions {
            json.key(named: dependency.name)
            json.string(dependency.version)
        }
        json.endObject()
        json.member("optionalDependencies", ifNotEmpty: ContextOptions.libraryNames)
        json.endObject()
    }
}
