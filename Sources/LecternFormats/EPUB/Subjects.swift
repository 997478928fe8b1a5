// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The subjects of the publication (EPUB 3.3, 5.5.3.4 and D.3.2: authority, D.3.12: term).
extension PackageMetadata {
    func subjects() -> [Subject] {
        let subjects = all(.subject).map { item in
            Subject(
                name: localized(item),
                sortAs: refinement(of: item, .fileAs)?.value ?? legacyAttribute(.fileAs, of: item),
                code: refinement(of: item, .term)?.value ?? legacyAttribute(.term, of: item),
                scheme: refinement(of: item, .authority)?.value ?? legacyAttribute(.authority, of: item))
        }
        guard subjects.count == 1, let subject = subjects.first else { return subjects }
        return split(subject)
    }

    /// Splits a single subject at separators, because it is often a list.  A subject with translations or a sort key is
    /// one name.
    private func split(_ subject: Subject) -> [Subject] {
        let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
        guard subject.name.translations.count == 1, subject.sortAs == nil,
            subject.name.text.utf8.contains(where: isSeparator)
        else { return [subject] }
        let names = subject.name.text.utf8.split(whereSeparator: isSeparator).map { String(Substring($0)).trimmed }
        return names.filter { !$0.isEmpty }.map { name in
            Subject(name: LocalizedString(name), code: subject.code, scheme: subject.scheme)
        }
    }
}
