// SPDX-License-Identifier: BSD-3-Clause
import CAssets
import LecternContainers
import LecternFormats
import LecternModel
import LecternNavigator
import LecternPublication
import LecternWeb

/// Behind `lectern_navigator`: the navigator, and its page, which keeps the publication.
final class NavigatorTarget: HandleTarget {
    static var handleKind: HandleKind { .navigator }

    let page: WebPage

    init(_ navigator: Navigator, of publication: Publication) {
        page = WebPage(navigator, of: publication, files: EmbeddedFiles())
    }

    static func of(_ handle: OpaquePointer?) throws(Failure) -> Navigator { try page(of: handle).navigator }

    static func page(of handle: OpaquePointer?) throws(Failure) -> WebPage {
        try HandleTable.target(handle, NavigatorTarget.self).page
    }
}

extension Publication: PageBook {
    public func type(ofBytesOf resource: Resource) -> String? {
        guard let source = try? resource.source() else { return nil }
        return try? FormatSniffer.sniffFile(source, hints: .none)?.mediaType
    }
}

/// The files of Sources/LecternWeb/runtime.
private struct EmbeddedFiles: RuntimeFiles {
    func file(_ name: String) -> ByteBuffer? {
        var count = 0
        let first = assets_runtime_files(&count)
        let file = UnsafeBufferPointer(start: first, count: count).first { String(cString: $0.name) == name }
        return file.map { ByteBuffer(copying: UnsafeRawBufferPointer(start: $0.text, count: $0.size)) }
    }
}
