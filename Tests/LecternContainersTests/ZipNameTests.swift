// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

@Suite struct ZipNameTests {
    private typealias Entry = ZipBuilder.Entry

    /// The paths in an archive with one entry in addition to "good", and its warnings.
    private func open(_ name: [UInt8], _ change: (inout Entry) -> Void = { _ in }) throws -> ([String], [Warning]) {
        var builder = ZipBuilder()
        builder.add("good", "")
        var entry = Entry(name: name, data: [], checksum: 0)
        change(&entry)
        builder.entries.append(entry)
        let container = try TestArchives.open(builder.build())
        let paths = try container.entries.map(\.path)
        for path in paths { #expect(container.entry(at: path)?.path == path) }
        #expect(paths.first == "good")
        return (Array(paths.dropFirst()), container.warnings)
    }

    @Test(arguments: [
        "a", "a.b", "chapter one.xhtml", "a/b/c", ".hidden", "a/.hidden/b", "a../b", "...", "a/...", "C:/x", "~root/x",
        "http:/x", "%2e%2e/x", "a\nb", "long/folder/names/with/many/parts/and.dots.in/them.xhtml",
    ])
    func ordinaryNames(name: String) throws {
        let (paths, warnings) = try open(Array(name.utf8))
        #expect(paths == [name])
        #expect(warnings.isEmpty)
    }

    @Test(arguments: [
        "", "/", "..", ".", "../x", "/../x", "a/../../x", "a/..", "\0", "a\0b", "./a\0b",
        "OEBPS/chapters/../../../../etc/passwd", "OEBPS/chapters/one.xhtml\0.png", "..\\x", "a\\..\\..\\x",
    ])
    func namesThatLeadOutsideOrNowhere(name: String) throws {
        let (paths, warnings) = try open(Array(name.utf8))
        #expect(paths.isEmpty)
        // A name that is only a slash is the name of a directory.
        #expect(warnings.isEmpty == (name == "/"))
    }

    @Test(arguments: [
        ("./a", "a"), ("/a", "a"), ("/etc/passwd", "etc/passwd"), ("//server/share", "server/share"), ("a/./b", "a/b"),
        ("a//b", "a/b"), ("././OEBPS/one.xhtml", "OEBPS/one.xhtml"), (".\\a", "a"),
        ("http://example.org/x", "http:/example.org/x"),
    ])
    func namesWithSegmentsThatMeanNothing(name: String, path: String) throws {
        let (paths, warnings) = try open(Array(name.utf8))
        #expect(paths == [path])
        #expect(warnings.contains { $0.path == [path] && $0.severity == .minor })
    }

    @Test(arguments: ["a/", "OEBPS/a long name of a folder/", "OEBPS\\images\\"])
    func directories(name: String) throws {
        #expect(try open(Array(name.utf8)).0.isEmpty)
    }

    @Test func backslashes() throws {
        let (paths, warnings) = try open(Array("OEBPS\\text\\one.xhtml".utf8))
        #expect(paths == ["OEBPS/text/one.xhtml"])
        #expect(warnings.map(\.path) == [["OEBPS/text/one.xhtml"]])
    }

    @Test func characterSets() throws {
        let utf8 = Array("naïve ☃.xhtml".utf8)
        var (paths, warnings) = try open(utf8) { $0.flags = 1 << 11 }
        #expect(paths == ["naïve ☃.xhtml"])
        #expect(warnings.isEmpty)
        (paths, warnings) = try open(utf8)
        #expect(paths == ["naïve ☃.xhtml"])
        #expect(warnings.map(\.severity) == [.minor])
        // 0x8B is ï, 0xFF is a no-break space.
        (paths, warnings) = try open([0x6E, 0x61, 0x8B, 0x76, 0x65, 0xFF])
        #expect(paths == ["naïve\u{A0}"])
        #expect(warnings.map(\.severity) == [.moderate])
        // Overlong encodings: never a slash.
        (paths, _) = try open([0x2E, 0x2E, 0xC0, 0xAF, 0x78]) { $0.flags = 1 << 11 }
        #expect(paths == ["..유x"])
    }

    @Test func unicodePath() throws {
        let raw = Array("na_ve.xhtml".utf8)
        let path = Array("naïve.xhtml".utf8)
        let field = [1] + numbers32(crc32(raw)) + path
        let extra = numbers16(0x7075, UInt16(field.count)) + field
        #expect(try open(raw) { $0.extra = extra }.0 == ["naïve.xhtml"])
        #expect(try open(raw) { $0.extra = numbers16(0x5455, 2) + [0, 0] + extra }.0 == ["naïve.xhtml"])
        // The field is ignored if it is for another name, has an unknown version or is truncated.  An entry whose path
        // escapes the archive is skipped.
        #expect(try open(Array("other".utf8)) { $0.extra = extra }.0 == ["other"])
        #expect(
            try open(raw) {
                $0.extra = extra
                $0.extra[4] = 2
            }.0 == ["na_ve.xhtml"])
        #expect(try open(raw) { $0.extra = extra.dropLast() }.0 == ["na_ve.xhtml"])
        let outside = [1] + numbers32(crc32(raw)) + Array("../naïve.xhtml".utf8)
        #expect(try open(raw) { $0.extra = numbers16(0x7075, UInt16(outside.count)) + outside }.0 == [])
    }

    @Test func theFirstOfSeveralCounts() throws {
        var builder = ZipBuilder()
        for text in ["one", "two", "three"] { builder.add("same", text) }
        let container = try TestArchives.open(builder.build())
        #expect(try container.entries.count == 1)
        #expect(try container.text("same") == "one")
        #expect(container.warnings.map(\.path) == [["same"]])
        #expect(container.warnings.first?.message.contains("2 entries") == true)
    }
}
