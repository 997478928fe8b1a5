// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The messages that the page may send (schema `web-message`), by type.
enum MessageShapes {
    static let all: [String: Shape] = [
        "ready": Shape(),
        "viewport": Shape([
            .required("width", Shape.size), .required("height", Shape.size), .optional("insets", Shape.insets),
        ]),
        "location": Shape([
            .required("locator", .place), .optional("page", Shape.size), .optional("pages", Shape.size),
            .optional("atStart", .bool), .optional("atEnd", .bool),
        ]),
        "selection": Shape([.optional("locator", .place), .optional("rect", Shape.rect)]),
        "decoration": Shape([
            .required("group", Shape.name), .required("id", Shape.text), .optional("interaction", Shape.name),
            .optional("phase", Shape.name), .optional("rect", Shape.rect), .optional("point", Shape.point),
        ]),
        "link": Shape([.required("href", .text(1 << 13)), .optional("rect", Shape.rect)]),
        "tap": Shape([
            .required("point", Shape.point), .required("width", Shape.size), .required("height", Shape.size),
            .optional("target", Shape.name),
        ]),
        "key": Shape(
            [.required("key", Shape.name), .optional("code", Shape.name)]
                + ["alt", "ctrl", "shift", "meta"].map { .optional($0, .bool) }),
        "media": Shape([
            .required("state", .word(["playing", "paused", "ended", "stopped"])),
            .required("kind", .word(["audio", "video", "overlay", "speech"])), .optional("href", Shape.text),
            .optional("time", Shape.seconds), .optional("duration", Shape.seconds), .optional("locator", .place),
            .optional("rate", .number(0...100)),
        ]),
        "copy": Shape([.required("text", Shape.text)]),
        "cue": Shape([
            .required("group", Shape.name), .required("id", Shape.text), .required("state", .word(["begin", "end"])),
            .required("time", Shape.seconds),
        ]),
        "preference": Shape([
            .required("key", .word(["speed", "volume", "captions"])),
            .required("value", .either(.number(0...10), Shape.name)),
        ]),
        "speak": Shape([
            .required("id", Shape.name), .required("text", Shape.text), .optional("language", Shape.name),
            .optional("rate", .number(0...100)), .optional("pitch", .number(0...100)),
            .optional("volume", .number(0...1)), .optional("voice", Shape.name), .optional("ssml", .text(1 << 18)),
        ]),
        "error": Shape([
            .required("message", .text(1 << 13)), .optional("href", Shape.text),
            .optional("subject", .word(["document", "link", "media", "rights"])),
        ]),
    ]
}

/// The commands that a host may send to the page (schema `web-command`), by name.
enum CommandShapes {
    private static let id = Shape.Member.required("id", Shape.name)

    static let all: [String: Shape] = [
        "clearSelection": Shape(), "back": Shape(), "focus": Shape(), "pause": Shape(), "stop": Shape(),
        "resume": Shape(), "escape": Shape(),
        "zoom": Shape([.required("scale", .number(0.1...100)), .optional("point", Shape.point)]),
        "play": Shape([.optional("from", .locator), .optional("skippable", .texts(64))]),
        "skip": Shape([.required("seconds", .number(-1e6...1e6))]),
        "seek": Shape([.required("time", Shape.seconds)]),
        "rate": Shape([.required("value", .number(0.1...6))]),
        "sleep": Shape([.optional("minutes", .either(.number(0...1440), .word(["end"])))]),
        "speak": Shape([
            .required("action", .word(["start", "stop", "next", "previous", "pause", "resume"])),
            .optional("voice", Shape.name), .optional("rate", .number(0.1...10)), .optional("from", .locator),
        ]),
        "spoken": Shape([
            id, .required("event", .word(["start", "word", "end", "error"])),
            .optional("charIndex", .number(0...1e9)), .optional("charLength", .number(0...1e9)),
        ]),
    ]
}
