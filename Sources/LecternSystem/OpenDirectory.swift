// SPDX-License-Identifier: BSD-3-Clause
import CSystem
import LecternModel

/// An open directory, which is closed when this object is released.  Below it, symbolic links are not followed.
public final class OpenDirectory: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) throws(Failure) {
        guard descriptor >= 0 else { throw SystemError.last.failure("The directory cannot be opened") }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static let reading = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    /// Opens the directory at `path`, which may itself be a symbolic link, because the caller asked for it.
    public convenience init(path: String) throws(Failure) {
        try self.init(system_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
    }

    /// Opens a directory inside another one.
    public convenience init(_ name: String, in directory: OpenDirectory) throws(Failure) {
        try self.init(system_open(directory.descriptor, name, OpenDirectory.reading, 0))
    }

    /// Creates the directory at `path` for this user, unless there is one.
    public static func create(path: String) throws(Failure) {
        if mkdir(path, 0o700) != 0, system_error() != EEXIST {
            throw SystemError.last.failure("The directory cannot be created")
        }
    }

    // MARK: Entries

    public func status(of name: String) throws(Failure) -> FileStatus { try FileStatus(of: name, in: descriptor) }

    /// A name, and whether it is valid UTF-8.
    public typealias Name = (text: String, isExact: Bool)

    /// Calls `body` with each name but "." and "..", in the order of the file system, until it returns false.
    public func forEachName(_ body: (Name) throws(Failure) -> Bool) throws(Failure) {
        // Reading a directory moves the offset of its descriptor, so each reader needs a descriptor of its own.
        let own = system_open(descriptor, ".", OpenDirectory.reading, 0)
        guard own >= 0 else { throw SystemError.last.failure("The directory cannot be opened") }
        guard let stream = fdopendir(own) else {
            let error = SystemError.last
            close(own)
            throw error.failure("The directory cannot be listed")
        }
        defer { closedir(stream) }
        while true {
            system_clear_error()
            guard let entry = readdir(stream) else {
                guard system_error() == 0 else { throw SystemError.last.failure("The directory cannot be listed") }
                return
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    name -> Name in
                    let exact = String(validatingCString: name)
                    return (exact ?? String(cString: name), exact != nil)
                }
            }
            if name.text == "." || name.text == ".." { continue }
            guard try body(name) else { return }
        }
    }

    // MARK: Changes

    /// Gives a file another name; a file that had this name is replaced.
    public func rename(_ name: String, to new: String) throws(Failure) {
        guard renameat(descriptor, name, descriptor, new) == 0 else {
            throw SystemError.last.failure("The file cannot be replaced")
        }
    }

    /// Removes a file, if it is there.
    public func remove(_ name: String) { unlinkat(descriptor, name, 0) }
}
