// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The elements of one resource in reading order, each of them made when it is asked for.
protocol ReadingContents: Sendable {
    var count: Int { get }
    /// - Parameter tokens: how texts are cut into pieces, if they are.
    func element(at index: Int, tokens: TokenOptions?) -> ReadingElement
    /// Where a locator in this resource leads; nil for one that says nothing about that.
    func index(of locator: Locator) -> Int?
    /// Whether elements have complete locators.
    var locatesElements: Bool { get }
    /// How far into the resource an element begins.
    func progression(of index: Int) -> Double
    /// The element that is as far into the resource.
    func index(at progression: Double) -> Int
}

extension ReadingContents {
    var locatesElements: Bool { false }
}

/// An image or a recording that is in the reading order itself.
struct SingleContents: ReadingContents {
    let role: ReadingElement.Role
    let link: Link

    var count: Int { 1 }

    func element(at index: Int, tokens: TokenOptions?) -> ReadingElement {
        var element = ReadingElement(
            role, locator: Locator(href: link.href, type: link.type ?? MediaType.octetStream, title: link.title))
        element.link = link
        return element
    }

    func index(of locator: Locator) -> Int? { 0 }
    func progression(of index: Int) -> Double { 0 }
    func index(at progression: Double) -> Int { 0 }
}
