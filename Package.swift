// swift-tools-version: 6.3
import PackageDescription

/// Those that Sources/CAssets/OlderLibc.c calls by an older version.
let olderFunctions = [
    "dlopen", "dlsym", "dlclose", "dlerror", "dladdr", "pthread_key_create", "pthread_key_delete",
    "pthread_setspecific", "pthread_mutex_timedlock", "sem_init", "sem_wait", "sem_post", "sem_open", "hypotf", "exp",
    "exp2", "log", "log2", "stat", "lstat", "fstat", "fstatat", "arc4random_buf", "__pthread_key_create",
    "pthread_once",
]

/// Those that Sources/CAssets/CPlusPlus.c replaces.
let exceptions = [
    "_Znwm", "_ZnwmSt11align_val_t", "_ZdlPv", "_ZdlPvm", "_ZdlPvmSt11align_val_t", "_ZSt17__throw_bad_allocv",
    "_ZSt19__throw_logic_errorPKc", "_ZSt20__throw_length_errorPKc", "_ZSt20__throw_system_errori",
    "_ZSt24__throw_out_of_range_fmtPKcz", "_ZSt25__throw_bad_function_callv", "_ZSt28__throw_bad_array_new_lengthv",
    "__cxa_allocate_exception", "__cxa_throw", "__cxa_begin_catch", "__cxa_rethrow", "_Unwind_Resume",
    "__gxx_personality_v0", "_Unwind_Backtrace", "_Unwind_GetIP", "__cxa_demangle",
]

let linked: [LinkerSetting] = [
    .unsafeFlags([
        "-static-stdlib", "-use-ld=lld",
        "-Xlinker", "--version-script=include/lectern.map",
        "-Xlinker", "-soname=liblectern.so.0",
        "-Xlinker", "--gc-sections", "-Xlinker", "--icf=all",
        // scripts/removable.py
        "-Xlinker", "--remap-inputs=*/libswiftCore.a=build/swift/libswiftCore.a",
        "-Xlinker", "--remap-inputs=*/libstdc++.so=build/swift/libstdc++.a",
        // Sources/CAssets/CharacterNames.c
        "-Xlinker", "--wrap=_swift_stdlib_getScalarName",
        // Sources/CAssets/TypeNames.cpp
        "-Xlinker",
        "--wrap=_ZN5swift8Demangle9__runtime12nodeToStringB5cxx11EPNS1_4NodeERKNS1_15DemangleOptionsE",
        // Sources/CAssets/Relocations.c
        "-Xlinker", "--pack-dyn-relocs=relr", "-Xlinker", "--use-android-relr-tags",
        "-Xlinker", "-init=lectern_relocate",
        // Where older systems have what Sources/CAssets/OlderLibc.c calls.
        "-Xlinker", "-l:libdl.so.2", "-Xlinker", "-l:libpthread.so.0",
    ]),
    .unsafeFlags((olderFunctions + exceptions).flatMap { ["-Xlinker", "--wrap=\($0)"] }),
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
        .target(name: "LecternModel"),
        .target(name: "CThreads"),
        .target(name: "LecternThreads", dependencies: ["CThreads"]),
        .target(name: "LecternSystem", dependencies: ["LecternModel", "LecternThreads", "CMemory", "CSystem"]),
        // Text to trees: XML, HTML, character encodings, selectors, words and sentences, folding for comparison.
        .target(name: "LecternMarkup", dependencies: ["LecternModel", "CExpat", "CMemory"]),
        // Bytes to named entries: sources, ZIP archives, directories, inflating, hashes, resources.
        .target(
            name: "LecternContainers",
            dependencies: ["LecternModel", "LecternThreads", "LecternSystem", "CZlib", "CDeflate", "CMemory"]),
        // Encoded images to bitmaps that fit a size.
        .target(name: "LecternImages", dependencies: ["LecternModel", "LecternSystem"], swiftSettings: small),
        // What pdfium says about a document; labels of pages, and guards for what keeps pdfium busy.
        .target(
            name: "LecternPDF", dependencies: ["LecternModel", "LecternSystem", "LecternContainers", "LecternImages"],
            swiftSettings: small),
        // One folder for each format: recognise it, parse it to a value; the list of formats; opening.
        .target(
            name: "LecternFormats",
            dependencies: ["LecternModel", "LecternMarkup", "LecternContainers", "LecternPDF"]),
        // An open publication and its services: positions, places, content, search, covers, values that are kept.
        .target(
            name: "LecternPublication",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternSystem", "LecternMarkup", "LecternContainers",
                "LecternImages",
                "LecternPDF", "LecternFormats", "CMemory",
            ]),
        // Topics, observers, and the queue that delivers events to them one at a time.
        .target(name: "LecternEvents", dependencies: ["LecternModel", "LecternThreads"], swiftSettings: small),
        .target(
            name: "LecternNavigator", dependencies: ["LecternModel", "LecternThreads", "LecternEvents"],
            swiftSettings: small),
        // The accessibility metadata of a publication as sentences.
        .target(name: "LecternAccessibility", dependencies: ["LecternModel"], swiftSettings: small),
        // What a web view gets: documents and style sheets of a publication prepared for the page, and the page itself.
        .target(
            name: "LecternWeb",
            dependencies: [
                "LecternModel", "LecternThreads", "LecternMarkup", "LecternContainers", "LecternEvents",
                "LecternNavigator",
            ],
            exclude: ["runtime"], swiftSettings: small),
        // Bookmarks, highlights and notes as values: formats in and out, merging.  Opens no file.
        .target(name: "LecternNotes", dependencies: ["LecternModel"], swiftSettings: small),
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
                "CLectern", "CAssets", "CMemory", "LecternModel", "LecternThreads", "LecternMarkup",
                "LecternContainers", "LecternFormats", "LecternPublication", "LecternEvents", "LecternNavigator",
                "LecternAccessibility", "LecternWeb",
                "LecternNotes", "LecternStore",
            ],
            swiftSettings: small, linkerSettings: linked),
        .executableTarget(
            name: "ConformanceEvaluator",
            dependencies: ["LecternModel", "LecternFormats", "LecternPublication", "LecternNavigator"],
            path: "Tests/Conformance/Evaluator"),
        // What scripts/fuzz_targets.sh builds with libFuzzer, and `make test` gives the seeds to.
        .executableTarget(
            name: "FuzzTargets",
            dependencies: ["LecternModel", "LecternMarkup", "LecternContainers", "LecternFormats", "TestArchives"],
            path: "Tests/Fuzz/Targets"),
        .testTarget(name: "LecternModelTests", dependencies: ["LecternModel"]),
        // Archives, folders and books that tests write; and trees of markup as text.
        .target(
            name: "TestArchives", dependencies: ["LecternModel", "LecternMarkup", "LecternContainers"],
            path: "Tests/TestArchives"),
        .testTarget(
            name: "LecternMarkupTests",
            dependencies: ["LecternModel", "LecternMarkup", "LecternContainers", "TestArchives"]),
        .testTarget(
            name: "LecternContainersTests", dependencies: ["LecternModel", "LecternContainers", "TestArchives"]),
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
        // No text is made from the names of cases and members; and what is public for other modules need not stay where
        // nothing uses it.
        let kept = target.name == "LecternC" ? [] : ["-Xfrontend", "-internalize-at-link"]
        target.swiftSettings =
            (target.swiftSettings ?? []) + [
                .unsafeFlags(
                    ["-Xfrontend", "-disable-reflection-metadata", "-Xfrontend", "-disable-type-layout"] + kept,
                    .when(configuration: .release))
            ]
    default: break
    }
}
