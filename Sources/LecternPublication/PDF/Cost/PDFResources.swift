// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the names in some content stand for (ISO 32000-1, 7.8.3), by category.
struct PDFResources {
    /// The number of their object; less than 0 for those inside of another one.
    let id: Int
    private var categories: [PDFName: PDFDictionary] = [:]

    private static let used: [PDFName] = [.xObject, .pattern, .graphicsState, .font, .shading, .colorSpace, .properties]

    /// - Parameter owner: the number of the object that they belong to.
    init(_ object: PDFObject, of owner: Int, _ objects: PDFObjects) throws(Failure) {
        if case .reference(let number) = object { id = number } else { id = -1 - owner }
        guard case .dictionary(let dictionary) = try objects.resolved(object) else { return }
        for category in PDFResources.used {
            if case .dictionary(let named) = try objects.resolved(dictionary[category]) { categories[category] = named }
        }
    }

    /// What a name stands for, or everything for no name.  A category that is missing is looked for in those of the page,
    /// as pdfium does it.
    func values(_ category: PDFName, _ name: PDFName?, or page: PDFResources) -> [PDFObject] {
        let named = categories[category] ?? page.categories[category] ?? [:]
        guard let name else { return named.inOrder }
        return named[name].map { [$0] } ?? []
    }
}

extension PDFDictionary {
    /// The values, always in the same order.
    var inOrder: [PDFObject] {
        sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map(\.value)
    }
}
