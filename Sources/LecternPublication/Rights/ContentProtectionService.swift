// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// What may be copied and printed, and the routes that count it (Readium, `ContentProtectionService`).  The routes work
/// for every publication, and are listed if it is protected.
enum ContentProtectionService {
    /// What a licence may limit.
    fileprivate enum Right {
        case copy, print

        var action: StaticString { self == .copy ? "copying" : "printing" }
        var parameter: String { self == .copy ? "text" : "pageCount" }

        /// The number of characters or pages.
        func amount(_ value: String, _ parameters: RouteParameters) throws(Failure) -> UInt64 {
            switch self {
            case .copy: UInt64(value.count)
            case .print: UInt64(try parameters.number(parameter, value, in: 0...Int(Int32.max)))
            }
        }
    }

    static let links = [
        Link(href: "~readium/content-protection", type: "application/vnd.readium.content-protection+json"),
        templated("~readium/rights/copy{?text,peek}", "application/vnd.readium.rights.copy+json"),
        templated("~readium/rights/print{?pageCount,peek}", "application/vnd.readium.rights.print+json"),
    ]

    private static func templated(_ href: String, _ type: String) -> Link {
        var link = Link(href: href, type: type)
        link.isTemplated = true
        return link
    }

    static func answer(_ publication: Publication, _ href: String) throws(Failure) -> Resource? {
        let number: Int
        if ServiceRoute.matches(href, "~readium/content-protection") {
            number = 0
        } else if ServiceRoute.matches(href, "~readium/rights/copy") {
            number = 1
            try take(.copy, of: publication, href)
        } else if ServiceRoute.matches(href, "~readium/rights/print") {
            number = 2
            try take(.print, of: publication, href)
        } else {
            return nil
        }
        var json = JSONWriter()
        try publication.writeProtection(to: &json)
        return publication.resource(Link(href: href, type: links[number].type), bytes: json.finish())
    }

    private static func take(_ right: Right, of publication: Publication, _ href: String) throws(Failure) {
        try within(publication.name) { () throws(Failure) in
            let parameters = try RouteParameters(href, of: right.action)
            var amount: UInt64?
            var isPeek = false
            for (name, value) in parameters.all {
                switch name {
                case right.parameter: amount = try right.amount(value, parameters)
                case "peek": isPeek = try parameters.isOn(name, value)
                default: throw parameters.unknown(name)
                }
            }
            guard let amount else {
                throw Failure(.argument, "The \(right.action) needs the parameter \"\(right.parameter)\".")
            }
            try publication.rights().consume(amount, right, isPeek: isPeek)
        }
    }
}

extension BuiltInService {
    static let contentProtection = BuiltInService(
        name: "contentProtection",
        links: { publication in publication.protection == nil ? [] : ContentProtectionService.links },
        answer: ContentProtectionService.answer)
}

/// The rights of the reader, and what is left of them.
private final class UserRights: Sendable {
    let license: LCPLicense?
    /// Without limits, everything is allowed.
    private let limits: (copy: UInt64?, print: UInt64?)
    private let consumed: ConsumedAmounts

    /// - Parameter isProtected: without a licence that can be read, nothing of a protected publication may be copied.
    init(_ license: LCPLicense?, isProtected: Bool, _ consumed: ConsumedAmounts) {
        self.license = license
        let none: UInt64? = isProtected ? 0 : nil
        limits = license.map { ($0.copy, $0.print) } ?? (none, none)
        self.consumed = consumed
    }

    func consume(_ amount: UInt64, _ right: ContentProtectionService.Right, isPeek: Bool) throws(Failure) {
        let isCopy = right == .copy
        guard let limit = isCopy ? limits.copy : limits.print else { return }
        let place: WritableKeyPath<ConsumedRights, UInt64> & Sendable = isCopy ? \.copy : \.print
        let left = consumed.amounts.withLock { consumed -> UInt64? in
            let left = UserRights.left(of: limit, consumed[keyPath: place])
            guard amount <= left else { return left }
            if !isPeek { consumed[keyPath: place] += amount }
            return nil
        }
        guard let left else { return }
        throw Failure(
            .protected,
            isCopy
                ? "The licence allows to copy \(left) more characters, not \(amount)."
                : "The licence allows to print \(left) more pages, not \(amount).")
    }

    private static func left(of limit: UInt64, _ consumed: UInt64) -> UInt64 { limit - min(limit, consumed) }

    func write(to json: inout JSONWriter) {
        let consumed = consumed.amounts.withLock { $0 }
        let copy = limits.copy.map { UserRights.left(of: $0, consumed.copy) }
        let print = limits.print.map { UserRights.left(of: $0, consumed.print) }
        json.key("rights")
        json.beginObject()
        json.member("canCopy", copy != 0)
        json.member("canPrint", print != 0)
        json.member("charactersToCopyLeft", ifPresent: copy.map { Int(clamping: $0) })
        json.member("pagesToPrintLeft", ifPresent: print.map { Int(clamping: $0) })
        json.endObject()
        json.key("consumed")
        json.beginObject()
        json.member("copy", Int(clamping: consumed.copy))
        json.member("print", Int(clamping: consumed.print))
        json.endObject()
    }
}

extension Publication {
    fileprivate func rights() throws(Failure) -> UserRights {
        try values.value { () throws(Failure) in
            UserRights(try license(), isProtected: parsed.protection != nil, contents.consumed)
        }
    }

    /// The licence that the publication contains, or that the host serves.
    private func license() throws(Failure) -> LCPLicense? {
        let link = manifest.links.first {
            $0.type.flatMap(MediaType.essence) == MediaType.lcpLicense && !$0.isTemplated
        }
        guard let link else { return nil }
        do throws(Failure) {
            let resource = try get(link)
            return try within(name) { () throws(Failure) in
                guard try resource.size <= LCPLicense.most else {
                    throw Failure(.limit, "The licence is larger than \(LCPLicense.most >> 20) MB.", path: [link.href])
                }
                return try LCPLicense(
                    try ReadiumFormat.json(resource.read(offset: 0, length: .max), path: link.href, limits))
            }
        } catch {
            // The licence of a remote publication may be anywhere.
            guard error.status == .notFound else { throw error }
            return nil
        }
    }

    fileprivate func writeProtection(to json: inout JSONWriter) throws(Failure) {
        let rights = try rights()
        json.beginObject()
        json.member("isRestricted", parsed.protection != nil)
        json.member("scheme", ifPresent: parsed.protection.map { $0.scheme ?? $0.algorithm })
        json.member("name", ifPresent: parsed.protection?.system)
        rights.write(to: &json)
        if let license = rights.license {
            json.key("license")
            license.write(to: &json)
        }
        json.endObject()
    }
}
