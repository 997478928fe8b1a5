// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternContainers
import LecternModel
import TestArchives
import Testing

@Suite struct DirectoryContainerTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("mimetype", Array("application/epub+zip".utf8))
        try folder.write("OEBPS/one.xhtml", Array("one".utf8))
        try folder.write("OEBPS/images/é 1.png", Array("image".utf8))
        try folder.write("Z", [])
        return folder
    }

    @Test func readsFiles() throws {
        let folder = try folder()
        let container = try openContainer(path: folder.path + "/", limits: Limits())
        #expect(folder.path.hasSuffix("/" + container.name))
        #expect(try container.entries.map(\.path) == ["OEBPS/images/é 1.png", "OEBPS/one.xhtml", "Z", "mimetype"])
        #expect(container.warnings.isEmpty)
        #expect(try container.text("OEBPS/images/é 1.png") == "image")
        #expect(try container.text("Z") == "")
        let entry = try #require(container.entry(at: "mimetype"))
        #expect(entry.length == 20)
        #expect(entry.storedLength == 20)
        #expect(!entry.isCompressed)
        #expect(try container.read(entry, range: 12..<16, limits: Limits()).text == "epub")
        #expect(try container.read(entry, range: 16..<UInt64.max, limits: Limits()).text == "+zip")
        #expect(try container.read(entry, range: 20..<UInt64.max, limits: Limits()).count == 0)
    }

    @Test(arguments: [
        "", "/", "OEBPS", "OEBPS/", "no", "OEBPS/no", "mimetype/x", "../mimetype", "OEBPS/../mimetype", "./mimetype",
        "OEBPS//one.xhtml", "/mimetype", "mimetype\0.png", ".", "..",
    ])
    func findsNothingElse(path: String) throws {
        let folder = try folder()
        let container = try openContainer(path: folder.path, limits: Limits())
        #expect(container.entry(at: path) == nil)
    }

    @Test func followsNoLinksAndOpensNoFIFOs() throws {
        let folder = try folder()
        symlink("/etc/passwd", folder.path + "/OEBPS/passwd")
        symlink("/", folder.path + "/root")
        symlink("mimetype", folder.path + "/inside")
        mkfifo(folder.path + "/fifo", 0o600)
        let container = try openContainer(path: folder.path, limits: Limits())
        for path in ["OEBPS/passwd", "root/etc/passwd", "inside", "fifo"] {
            #expect(container.entry(at: path) == nil)
        }
        #expect(container.warnings.map(\.path) == [["OEBPS/passwd"], ["inside"]])
        #expect(try container.entries.count == 4)
        // An entry that has become a link is not read either.
        let entry = try #require(container.entry(at: "Z"))
        unlink(folder.path + "/Z")
        symlink("/etc/passwd", folder.path + "/Z")
        #expect(failure { () throws(Failure) in try container.read(entry, limits: Limits()) }?.status == .io)
        // The folder that a caller passes may be a link.
        symlink(folder.path, folder.path + "/self")
        #expect(try openContainer(path: folder.path + "/self", limits: Limits()).text("OEBPS/one.xhtml") == "one")
    }

    @Test func limitsHold() throws {
        let folder = try folder()
        var limits = Limits()
        limits.maxEntries = 5
        let container = try openContainer(path: folder.path, limits: limits)
        #expect(failure { () throws(Failure) in try container.entries }?.status == .limit)
        limits = Limits()
        limits.maxNesting = 1
        let flat = try openContainer(path: folder.path, limits: limits)
        #expect(failure { () throws(Failure) in try flat.entries }?.status == .limit)
        limits = Limits()
        limits.maxEntrySize = 19
        let entry = try #require(container.entry(at: "mimetype"))
        #expect(failure { () throws(Failure) in try container.read(entry, limits: limits) }?.status == .limit)
        #expect(try container.read(entry, range: 0..<19, limits: limits).count == 19)
    }

    @Test func whatIsNotThere() {
        let error = failure { () throws(Failure) in try openContainer(path: "/no/such/book.epub", limits: Limits()) }
        #expect(error?.status == .notFound)
        #expect(error?.path == ["book.epub"])
        #expect(Candidate.lastComponent(of: "books/book.epub/") == "book.epub")
        #expect(Candidate.lastComponent(of: "/") == "/")
    }
}
