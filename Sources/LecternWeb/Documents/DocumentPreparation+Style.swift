// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

extension DocumentPreparation {
    /// Creates the preparation for the settings of a navigator.
    ///
    /// - Parameters:
    ///   - href: the href of the document.
    ///   - readiumCSS: the folder of Readium's own style sheets, if the host has them: relative to the root of the
    ///     publication, or absolute, with a trailing slash.
    ///   - files: the folder of our own files below `~lectern/`, with a trailing slash.
    ///   - edition: the query of the addresses of style sheets.
    init(
        _ style: PageStyle, _ href: String, policy: ContentSecurityPolicy, readiumCSS: String?, files: String,
        edition: String
    ) {
        self.init(href, references: BookReferences(from: href, allowsRemote: policy.allowsRemote))
        let base = DocumentPreparation.base(of: href)
        self.policy = policy.text
        rules.allowsScripts = policy.allowsScripts
        rules.edition = edition
        data = style.data.isEmpty ? nil : style.data
        let own = base + "~lectern/\(files)css/"
        let declarations = style.declarations.inline()
        guard style.layout == .reflowable else {
            self.style = declarations
            stylesheets.declarations = .none
            return
        }
        var styling = StylesheetInjection.Styling()
        styling.family = style.family ?? .default
        styling.language = style.language
        styling.baseURL = readiumCSS.map { Href.isAbsolute($0) ? $0 : base + $0 } ?? own
        if readiumCSS == nil { styling.prefix = "lectern-" }
        styling.fonts = style.fonts
        styling.style = declarations
        self.styling = styling
        pageSheet = own + "page.css"
        stylesheets.declarations = readiumCSS == nil ? .all : .breaks
    }
}
