// swift-tools-version: 6.3
import PackageDescription

/// The library is one file: Swift's library and, by packaging/linker, the C++ library that it uses are inside.
let linked: [LinkerSetting] = [
    .unsafeFlags([
        "-static-stdlib", "-Lpackaging/linker", "-Xclang-linker", "-static-libgcc", "-use-ld=lld",
        "-Xlinker", "--version-script=include/lectern.map",
        "-Xlinker", "-soname=liblectern.so.1",
        // Functions with the same code are kept once, which saves 0.5 MB.
        "-Xlinker", "--icf=all",
        // Where older systems have what Sources/COlderLibc/OlderLibc.c calls.
        "-Xlinker", "-l:libdl.so.2", "-Xlinker", "-l:libpthread.so.0",
    ])
]

/// For code that runs once per call, and not for each file or byte of a book.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
    name: "lectern",
    products: [
        .library(name: "lectern", type: .dynamic, targets: ["LecternC"])
    ],
    targets: [
        .systemLibrary(name: "CLectern", path: "include"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CDeflate"),
        .systemLibrary(name: "CExpat"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CMemory"),
        .systemLibrary(name: "CSystem"),
        .target(name: "CAssets"),
        // Only for the library: in a program, it would replace functions of the C library.
        .target(name: "COlderLibc"),
        .target(name: "LecternModel"),
        .target(name: "CThreads"),
        .target(name: "LecternThreads", dependencies: ["CThreads"]),
        .target(name: "LecternSystem", dependencies: ["LecternModel", "LecternThreads", "CMemory", "CSystem"]),
        // Bytes to text: the encodings of the Encoding Standard.
        .target(name: "LecternEncodings", dependencies: ["LecternModel"]),
        // Text to trees: XML, HTML, selectors, words and sentences, folding for comparison.
        .target(name: "LecternMarkup", dependencies: ["LecternModel", "LecternEncodings", "CExpat", "CMemory"]),
        // The text of a document: what is searched, quoted and read aloud; places in it; its footnotes and its content.
        // Functions of a tree of markup, without a publication.
        .target(
            name: "LecternText",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternSystem", "LecternEncodings", "LecternMarkup", "CMemory",
            ]),
        // Bytes to named entries: sources, ZIP archives, directories, inflating, hashes, resources.
        .target(
            name: "LecternContainers",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternSystem", "LecternEncodings", "LecternMarkup", "CZlib",
                "CDeflate", "CMemory",
            ]),
        // Encoded images to bitmaps that fit a size.
        .target(name: "LecternImages", dependencies: ["LecternModel", "LecternSystem"], swiftSettings: small),
        // What pdfium says about a document; labels of pages, and guards for what keeps pdfium busy.
        .target(
            name: "LecternPDF", dependencies: ["LecternModel", "LecternSystem", "LecternContainers", "LecternImages"],
            swiftSettings: small),
        // Recordings to what they say about themselves: durations, tags, chapters, pictures.
        .target(
            name: "LecternRecordings", dependencies: ["LecternModel", "LecternEncodings", "LecternContainers"],
            swiftSettings: small),
        // One folder for each format: recognise it, parse it to a value; the list of formats; opening.
        .target(
            name: "LecternFormats",
            dependencies: [
                "LecternModel", "LecternSystem", "LecternMarkup", "LecternContainers", "LecternPDF",
                "LecternRecordings",
            ], swiftSettings: small),
        // An open publication and its services: positions, places, content, search, covers, values that are kept.
        .target(
            name: "LecternPublication",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternSystem", "LecternMarkup", "LecternText", "LecternContainers",
                "LecternImages", "LecternPDF", "LecternRecordings", "LecternFormats",
            ], swiftSettings: small),
        // The files that are embedded in the library.
        .target(name: "LecternAssets", dependencies: ["CAssets", "CMemory", "LecternModel"], swiftSettings: small),
        // Topics, observers, and the queue that delivers events to them one at a time.
        .target(name: "LecternEvents", dependencies: ["LecternModel", "LecternThreads"], swiftSettings: small),
        .target(
            name: "LecternNavigator",
            dependencies: ["LecternModel", "LecternThreads", "LecternAssets", "LecternEvents"],
            exclude: ["Languages"], swiftSettings: small),
        // The accessibility metadata of a publication as sentences.
        .target(
            name: "LecternAccessibility", dependencies: ["LecternModel", "LecternAssets"], exclude: ["Languages"],
            swiftSettings: small),
        // What a web view gets: documents and style sheets of a publication prepared for the page, and the page itself.
        .target(
            name: "LecternWeb",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternMarkup", "LecternContainers", "LecternEvents",
                "LecternNavigator",
            ],
            exclude: ["bundle", "runtime"], swiftSettings: small),
        // Bookmarks, highlights and notes as values: formats in and out, merging.  Opens no file.
        .target(name: "LecternNotes", dependencies: ["LecternModel", "LecternMarkup"], swiftSettings: small),
        .target(
            name: "LecternStore",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternSystem", "LecternMarkup", "LecternEvents",
                "LecternNavigator", "LecternNotes", "CSQLite",
            ],
            swiftSettings: small),
        .target(
            name: "LecternC",
            dependencies: [
                "CLectern", "COlderLibc", "CMemory", "LecternModel", "LecternThreads", "LecternAssets", "LecternMarkup",
                "LecternText",
                "LecternContainers", "LecternFormats", "LecternPublication", "LecternEvents", "LecternNavigator",
                "LecternAccessibility", "LecternWeb",
                "LecternNotes", "LecternStore",
            ],
            swiftSettings: small, linkerSettings: linked),
        .executableTarget(
            name: "ConformanceEvaluator",
            dependencies: [
                "LecternModel", "LecternMarkup", "LecternText", "LecternContainers", "LecternFormats",
                "LecternPublication", "LecternNavigator",
            ],
            path: "Tests/Conformance/Evaluator"),
        // What scripts/fuzz_targets.sh builds with libFuzzer, and `make test` gives the seeds to.
        .executableTarget(
            name: "FuzzTargets",
            dependencies: [
                "LecternModel", "LecternEncodings", "LecternMarkup", "LecternContainers", "LecternFormats",
                "TestArchives",
            ],
            path: "Tests/Fuzz/Targets"),
        .testTarget(name: "LecternModelTests", dependencies: ["LecternModel"]),
        // Archives, folders and books that tests write; and trees of markup as text.
        .target(
            name: "TestArchives", dependencies: ["LecternModel", "LecternMarkup", "LecternContainers"],
            path: "Tests/TestArchives"),
        .testTarget(
            name: "LecternMarkupTests",
            dependencies: [
                "LecternModel", "LecternEncodings", "LecternMarkup", "LecternContainers", "TestArchives",
            ]),
        .testTarget(
            name: "LecternContainersTests", dependencies: ["LecternModel", "LecternContainers", "TestArchives"]),
        .testTarget(name: "LecternTextTests", dependencies: ["LecternModel", "LecternText"]),
        .testTarget(name: "LecternPDFTests", dependencies: ["LecternModel", "LecternContainers", "LecternPDF"]),
        .testTarget(
            name: "LecternFormatsTests",
            dependencies: ["LecternModel", "LecternContainers", "LecternFormats", "TestArchives"]),
        .testTarget(
            name: "LecternPublicationTests",
            dependencies: [
                "LecternModel", "LecternMarkup", "LecternContainers", "LecternFormats", "LecternPublication",
                "TestArchives",
            ]),
        .testTarget(name: "LecternNavigatorTests", dependencies: ["LecternNavigator"]),
        .testTarget(
            name: "LecternWebTests", dependencies: ["LecternModel", "LecternMarkup", "LecternNavigator", "LecternWeb"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)

for target in package.targets {
    switch target.type {
    case .test:
        // Tests are compiled often and run once.
        target.swiftSettings = [.unsafeFlags(["-Onone"])]
    case .regular where target.name.hasPrefix("Lectern"):
        // Like -ffunction-sections for C, so that the linker drops and merges single functions: 13.0 MB instead of 13.9.
        target.swiftSettings =
            (target.swiftSettings ?? []) + [
                .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release))
            ]
    default: break
    }
}
