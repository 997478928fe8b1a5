// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

extension DocumentPreparation {
    /// The preparation according to the settings of a navigator.
    ///
    /// - Parameters:
    ///   - base: the relative path from the document to the folder of the publication.
    ///   - readiumCSS: the folder of Readium's own style sheets, if the host has them, with a slash at its end:
    ///     relative to the folder of the publication, or absolute.
    public init(_ style: PageStyle, base: String, policy: ContentSecurityPolicy, readiumCSS: String? = nil) {
        self.init()
        self.policy = policy.text
        data = style.data.isEmpty ? nil : style.data
        let own = base + "~lectern/css/"
        let declarations = style.declarations.inline()
        guard style.layout == .reflowable else {
            self.style = declarations
            return
        }
        var styling = StylesheetInjection.Styling()
        styling.family = style.family ?? .default
        styling.language = style.language
        styling.baseURL = readiumCSS.map { Href.isAbsolute($0) ? $0 : base + $0 } ?? own
        styling.fonts = style.fonts
        styling.style = declarations
        self.styling = styling
        pageSheet = own + "page.css"
        var stylesheets = StylesheetPreparation()
        stylesheets.rewritesFontSizes = readiumCSS == nil
        self.stylesheets = stylesheets
    }
}
