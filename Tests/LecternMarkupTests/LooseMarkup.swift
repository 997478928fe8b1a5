// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import TestArchives

func looseHTML(_ source: String, keepsSpace: Bool = true) throws(Failure) -> String {
    try looseHTML(Array(source.utf8), keepsSpace: keepsSpace)
}

func looseHTML(_ source: [UInt8], keepsSpace: Bool = true) throws(Failure) -> String {
    try source.withUnsafeBytes(ByteBuffer.init(copying:)).withBytes { (bytes) throws(Failure) in
        try HTMLDocument.parse(bytes, keepsSpace: keepsSpace, xml: false).notation
    }
}

func looseXML(_ source: String, keepsSpace: Bool = true) throws(Failure) -> String {
    try ByteBuffer(source).withBytes { (bytes) throws(Failure) in
        try HTMLDocument.parse(bytes, keepsSpace: keepsSpace, xml: true).notation
    }
}
