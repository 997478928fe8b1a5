// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Commands from the host to the page.
extension WebPage {
    /// The target of the last jump to a section.  A heading can be in the middle of a page, so the location of the page
    /// alone does not identify it.
    struct Jump: Sendable {
        let section: Locator
        /// The location that the page reported after the jump; nil until then.
        var arrived: Locator?
    }

    private enum Step: String, CaseIterable {
        case forward, backward, left, right, start, end, resourceStart, resourceEnd, nextSection, previousSection
    }

    /// Goes to a location (schema `go-target`).
    ///
    /// - Returns: false if there is nowhere further to go in that direction.
    public func go(_ target: JSONReader) throws(Failure) -> Bool {
        let animated = try target.optionalMember("animated").map { animated throws(Failure) in try animated.bool() }
        let target = try target.without(["animated"])
        if let to = try target.optionalMember("to") {
            try target.rejectUnknownMembers(["to"])
            return try go(to.choice(Step.self), animated)
        }
        try turn(to: book.place(LocatorQuery(WebPage.ofPublication(target))), animated)
        return true
    }

    /// Converts a progression without a resource to one of the publication.
    private static func ofPublication(_ target: JSONReader) throws(Failure) -> JSONReader {
        var object = try target.object()
        guard object["href"] == nil, object["locations"] == nil, let progression = object["progression"] else {
            return target
        }
        // Validates first, so that an error names the original member.
        _ = try LocatorQuery(target)
        object["progression"] = nil
        object["totalProgression"] = progression
        return JSONReader(.object(object), source: target.path.first ?? "target")
    }

    private func turn(to locator: Locator, _ animated: Bool?) {
        if navigator.hasPage {
            navigator.sendToPage(toGoTo: locator, animated: animated)
        } else {
            navigator.setLocation(locator, isReported: true)
        }
    }

    private func go(_ step: Step, _ animated: Bool?) throws(Failure) -> Bool {
        switch step {
        case .nextSection: return section(.next, animated)
        case .previousSection: return section(.previous, animated)
        default: break
        }
        if navigator.hasPage {
            navigator.sendToPage {
                PageMessage.message("move") { json in
                    json.member("to", step.rawValue)
                    if let animated { json.member("animated", animated) }
                }
            }
            return true
        }
        guard let end = try end(step) else { return false }
        navigator.setLocation(end, isReported: true)
        return true
    }

    /// The target of a step while no page is connected: only a page could turn to the next screen.
    private func end(_ step: Step) throws(Failure) -> Locator? {
        let here = navigator.location?.href
        switch step {
        case .start: return book.end(.start, of: nil)
        case .end: return book.end(.end, of: nil)
        case .resourceStart: return book.end(.start, of: here)
        case .resourceEnd: return book.end(.end, of: here)
        default: throw Failure(.unsupported, "There is no page to turn.")
        }
    }

    private func section(_ way: PageWay, _ animated: Bool?) -> Bool {
        let here = navigator.location
        let from = jump.withLock { jump in
            guard let jump, jump.arrived == nil || jump.arrived == here else { return here }
            return jump.section
        }
        guard let section = book.section(way, from: from) else { return false }
        jump.withLock { $0 = Jump(section: section, arrived: nil) }
        turn(to: section, animated)
        return true
    }

    /// Sends a command to the page (schema `web-command`).
    public func send(_ command: JSONReader) throws(Failure) {
        let member = try command.member("command")
        let name = try member.string()
        var changes = JSONObject()
        if name == "options" {
            try command.rejectUnknownMembers(["command", "options"])
            changes = try PageOptions.changes(command.member("options"))
        } else {
            guard let shape = CommandShapes.all[name] else {
                throw member.failure("There is no command named \"\(name)\".")
            }
            try shape.check(command, besides: ["command"])
        }
        guard navigator.hasPage else { throw Failure(.unsupported, "No page is shown.") }
        // The rate is a setting, which the page gets like the others.
        if name == "rate" { return try navigator.prefer("speed", command.member("value").value) }
        let members = try command.object()
        navigator.change(pageOptions: changes)
        navigator.sendToPage { PageMessage.message("command") { $0.members(of: members) } }
    }
}
