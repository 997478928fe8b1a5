// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPDF

@Suite struct PDFObjectsTests {
    private func objects(_ text: String) throws -> PDFObjects { try PDFObjects(try PDFFile.bytes(text)) }

    @Test func objectsAreFoundByTheirNumbers() throws {
        let objects = try objects(PDFFile.text(["<</PageLabels 3 0 R>>", "null", "<</St 2>>"]))
        #expect(try objects.dictionary(try objects.catalog()[.pageLabels])[.start]?.integer == 2)
        #expect(try objects.resolved(.reference(2)).isNull)
        #expect(try objects.resolved(.reference(0)).isNull)
        #expect(try objects.resolved(.reference(Int.max)).isNull)
    }

    /// A section at the end of the file, with this table and trailer.
    private func section(_ table: String, _ trailer: String) -> String {
        let start = "%PDF-1.7\n"
        return start + "xref\n\(table)trailer\n<<\(trailer)>>\nstartxref\n\(start.utf8.count)\n%%EOF"
    }

    @Test func placesOutsideTheFileHoldNothing() throws {
        for place in ["9999999999", "0000000500", "-000000001"] {
            let objects = try objects(section("1 1\n\(place) 00000 n \n", "/Root 1 0 R"))
            #expect(throws: Failure.self) { try objects.catalog() }
        }
    }

    @Test(arguments: [
        ("0 9223372036854775807\n", "/Root 1 0 R"), ("-1 1\n", "/Root 1 0 R"),
        ("4294967296 4294967296\n", "/Root 1 0 R"),
        ("", "/Root 1 0 R/Prev 9"), ("", "/Root 1 0 R/Prev 9223372036854775807"), ("", "/XRefStm 9"), ("1 x\n", ""),
    ])
    func damagedTables(table: String, trailer: String) {
        #expect(throws: Failure.self) { try objects(section(table, trailer)) }
    }

    /// A cross-reference stream before the end of the file.
    private func stream(_ dictionary: String, _ data: String = "\u{1}\u{0}") -> String {
        "%PDF-1.7\n1 0 obj\n<</Type/XRef\(dictionary)/Length \(data.unicodeScalars.count)>>stream\n"
            + data + "\nendstream\nstartxref\n9\n%%EOF"
    }

    @Test func entriesOfStreams() throws {
        let objects = try objects(stream("/W[1 1 0]/Size 9/Index[5 1]/Root 5 0 R"))
        #expect(throws: Failure.self) { try objects.catalog() }
        #expect(try objects.resolved(.reference(6)).isNull)
    }

    @Test(arguments: [
        "/Size 1", "/W[1 1]/Size 1", "/W[0 0 0]/Size 1", "/W[1 9 1]/Size 1", "/W[-1 1 1]/Size 1", "/W[1 1 1]",
        "/W[1 4611686018427387904 4611686018427387904]/Size 1", "/W[1 1 1]/Size 9223372036854775807",
        "/W[1 1 1]/Size 1/Index[0]", "/W[1 1 1]/Size 1/Index[]", "/W[1 1 1]/Size 1/Index[-1 1]",
        "/W[1 1 1]/Size 1/Filter/Foo",
        "/W[1 1 1]/Size 1/Filter[/FlateDecode/FlateDecode]", "/W[1 1 1]/Size 1/Filter/FlateDecode",
    ])
    func damagedStreams(dictionary: String) {
        #expect(throws: Failure.self) { try objects(stream(dictionary)) }
    }

    /// A document whose catalog is object 7, in the object stream 3.
    private func packed(_ length: String) throws -> PDFObjects {
        let packed = "7 0 <</St 5>>"
        let object = "<</Type/ObjStm/N 1/First 4\(length)>>stream\n\(packed)\nendstream"
        let text = PDFFile.text(["\(packed.utf8.count)", "<<>>", object, "4 0 R"])
        let tables = text.split(separator: "\n").dropLast().last ?? ""
        let last = stream("/W[1 1 1]/Size 9/Index[7 1]/Root 7 0 R/Prev \(tables)", "\u{2}\u{3}\u{0}")
        return try objects(text + last.replacing("startxref\n9", with: "startxref\n\(text.utf8.count + 9)"))
    }

    @Test(arguments: ["/Length 13", "/Length 1 0 R"])
    func objectsInStreams(length: String) throws {
        #expect(try packed(length).catalog()[.start]?.integer == 5)
    }

    @Test(arguments: [
        "/Length -1", "/Length 9223372036854775807", "/Length 4 0 R", "/Length 3 0 R", "/Length 7 0 R", "",
        "/Length /S",
        "/Length 3", "/Length 13/N -1", "/Length 13/N 9223372036854775807", "/Length 13/First 9223372036854775807",
        "/Length 13/First -1", "/Length 13/Type/XRef",
    ])
    func damagedObjectStreams(length: String) throws {
        let objects = try packed(length)
        #expect(throws: Failure.self) { try objects.catalog() }
    }

    @Test func chainsOfSectionsEnd() {
        #expect(throws: Failure.self) { try objects("%PDF-1.7\nxref\ntrailer\n<</Prev 9>>\nstartxref\n9\n") }
        for text in [
            "", "%PDF-1.7", "startxref", "startxref 5", "startxref 9223372036854775807", "startxref -1", "startxref x",
        ] {
            #expect(throws: Failure.self) { try objects(text) }
        }
    }
}
