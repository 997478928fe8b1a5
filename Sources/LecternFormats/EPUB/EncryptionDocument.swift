// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// META-INF/encryption.xml (OCF, 4.2.6.3.2; XML Encryption 1.1).
enum EncryptionDocument {
    static let path = "META-INF/encryption.xml"

    /// The encryption of each resource, by href.  If the file cannot be read, it is ignored.
    static func read(_ files: inout PublicationFiles) throws(Failure) -> [String: Encryption] {
        guard let entry = files.container.entry(at: path), let tree = try files.optionalDocument(entry) else {
            return [:]
        }
        var encryptions = encryptions(in: tree, &files.log)
        let protected = encryptions.filter { !$0.value.isObfuscation }
        if !protected.isEmpty {
            if protected.values.contains(where: { $0.scheme == nil }), let scheme = try ContentProtection.scheme(&files)
            {
                for href in protected.keys where encryptions[href]?.scheme == nil { encryptions[href]?.scheme = scheme }
            }
            let systems = Set(protected.keys.compactMap { encryptions[$0]?.system }).sorted().joined(separator: ", ")
            files.log.add(
                .major, "\(protected.count) resources are encrypted (\(systems)) and cannot be read.", [path],
                isOfEncryption: true)
        }
        return encryptions
    }

    static func encryptions(in tree: MarkupTree, _ log: inout WarningLog) -> [String: Encryption] {
        guard let root = tree.root else { return [:] }
        // Hrefs are relative to the root of the container.
        let base = HrefBase(href: "")
        var encryptions: [String: Encryption] = [:]
        for data in tree.children(of: root, named: .encryptedData) {
            let reference = tree.firstChild(of: data, named: .cipherData).flatMap {
                tree.firstChild(of: $0, named: .cipherReference)
            }
            guard let method = tree.firstChild(of: data, named: .encryptionMethod),
                let algorithm = tree.valueText(.algorithm, of: method),
                let uri = reference.flatMap({ tree.value(.uriUpper, of: $0) })
            else {
                log.add(.minor, "An EncryptedData element lacks an algorithm or a resource.", [path])
                continue
            }
            let href = tree.withBytes(of: uri) { base.resolve($0) }
            var encryption = Encryption(algorithm: algorithm, scheme: scheme(of: data, in: tree))
            readCompression(of: data, in: tree, &encryption)
            encryptions[href] = encryption
        }
        return encryptions
    }

    /// EncryptionProperties/EncryptionProperty/Compression (OCF, 4.2.6.3.2.2).  Both attributes are required.
    private static func readCompression(
        of data: MarkupTree.Node, in tree: MarkupTree, _ encryption: inout Encryption
    ) {
        guard let properties = tree.firstChild(of: data, named: .encryptionProperties) else { return }
        for property in tree.children(of: properties, named: .encryptionProperty) {
            guard let compression = tree.firstChild(of: property, named: .compression),
                let method = tree.valueText(.method, of: compression),
                let length = tree.valueText(.originalLength, of: compression).flatMap(UInt64.init)
            else { continue }
            encryption.compression = method == "8" ? "deflate" : "none"
            encryption.originalLength = length
            return
        }
    }

    /// The DRM system: LCP and Adobe ADEPT can be recognised in KeyInfo.
    private static func scheme(of data: MarkupTree.Node, in tree: MarkupTree) -> String? {
        guard let info = tree.firstChild(of: data, named: .keyInfo) else { return nil }
        if let method = tree.firstChild(of: info, named: .retrievalMethod),
            let uri = tree.value(.uriUpper, of: method), tree.equals(uri, "license.lcpl#/encryption/content_key")
        {
            return Encryption.lcp
        }
        let resource = tree.firstChild(of: info, named: .resource)
        return resource.map { tree.namespace(of: $0) == .adept } == true ? Encryption.adept : nil
    }
}
