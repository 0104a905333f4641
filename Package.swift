// swift-tools-version: 6.1
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny")
]

// SwiftPM warns about flags of Debian's webkit2gtk-4.1.pc in each package that depends on this one. It splits the name of a pc file
// at spaces.
let webKitGTK =
    Context.packageDirectory.contains(" ")
    ? "webkit2gtk-4.1" : "\(Context.packageDirectory)/Sources/Engine/CWebKitGTKLibrary/webkitgtk.pc"

let package = Package(
    name: "swwebview",
    products: [
        .library(name: "WebKit", targets: ["WebKit"]),
        .library(name: "SWWebView", targets: ["SWWebView"]),
        .library(name: "URLInterception", targets: ["URLInterception"]),
        .library(name: "URLSchemeRouter", targets: ["URLSchemeRouter"]),
        .library(name: "ServiceWorkers", targets: ["ServiceWorkers"]),
        .library(name: "SchemeHandlers", targets: ["SchemeHandlers"]),
        .library(name: "UIKitSubset", targets: ["UIKitSubset"]),
        // For files that import UIKit. A product of its own: `#if canImport(UIKit)` is true for a program that has it.
        .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "Simulator", targets: ["Simulator", "Reports"]),
        .library(name: "WebViewTesting", targets: ["WebViewTesting", "Reports"]),
        .executable(name: "swwebview", targets: ["swwebview"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Serves tests.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        // MARK: Engine
        // WebKitGTK, as Debian's libwebkit2gtk-4.1-dev has it.
        .systemLibrary(
            name: "CWebKitGTKLibrary", path: "Sources/Engine/CWebKitGTKLibrary", pkgConfig: webKitGTK,
            providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        // What Foundation has no way to: programs that end with this process, certificates that libcurl trusts, responses as
        // servers send them.
        .target(
            // CSystem is a target of swift-system, and names are unique in a package graph.
            name: "CPlatform", dependencies: ["CCurl"], path: "Sources/Engine/CPlatform"),
        // libcurl, of which Foundation's URLSession is made, too.
        .systemLibrary(
            name: "CCurl", path: "Sources/Engine/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        // Programs that this process starts: their streams, their end, their death with the parent.
        .target(
            name: "ChildProcesses", dependencies: ["CPlatform"], path: "Sources/Engine/ChildProcesses",
            swiftSettings: swiftSettings),
        // Files that other users cannot read, temporary folders, and the work at the end of a process.
        .target(name: "ProcessFiles", path: "Sources/Engine/ProcessFiles", swiftSettings: swiftSettings),
        // GObject as plain C callbacks: the main loop, views, scheme requests, pictures and their comparison, the proxy that
        // brings native http(s) requests to the host, JavaScriptCore for scripts in the host.
        .target(
            name: "CWebKitGTK", dependencies: ["CWebKitGTKLibrary", "CPlatform"], path: "Sources/Engine/CWebKitGTK",
            // GLib's TLS library, which also makes the proxy's certificate.
            linkerSettings: [.linkedLibrary("gnutls")]),
        // Inflates the archives that WebDriver clients upload files in.
        .systemLibrary(
            name: "CZlib", path: "Sources/Engine/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The library in each web process: names documents and frames, marks requests, gives each document a channel to
        // the host. As a target it is for editors; a plugin compiles it into `WebKit`. `messages.h` of the shim names what
        // it sends.
        .target(
            name: "CWebProcessExtension", dependencies: ["CWebKitGTKLibrary"],
            path: "Sources/Engine/CWebProcessExtension", cSettings: [.headerSearchPath("../CWebKitGTK/include")]),
        // Puts scripts, pages and data into the Swift code of a target, as texts.
        .executableTarget(name: "FileEmbedder", path: "Sources/Engine/FileEmbedder", swiftSettings: swiftSettings),
        // The plugin that runs `FileEmbedder` for a target.
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"],
            path: "Sources/Engine/EmbedFiles"),
        // Bodies, header lists, redirects, cookies, dates: for all that requests or answers. The folder JSON has the scanner, the
        // value and the writer of JSON text.
        .target(name: "HTTPMessages", path: "Sources/Engine/HTTPMessages", swiftSettings: swiftSettings),
        // The tokens of JavaScript, for programs that change scripts.
        .target(name: "JavaScriptTokens", path: "Sources/Engine/JavaScriptTokens", swiftSettings: swiftSettings),
        // `UIView`, `UIColor`, constraints, controllers, alerts, controls: what a web view stands among; a program
        // imports the names where it wants them.
        .target(name: "UIKitSubset", path: "Sources/Engine/UIKitSubset", swiftSettings: swiftSettings),
        // What Swift Testing takes as a picture, for files that say `import UIKit`.
        .target(name: "_Testing_UIKit", path: "Sources/Engine/_Testing_UIKit", swiftSettings: swiftSettings),
        // The names of `UIKitSubset` for files that say `import UIKit`.
        .target(
            name: "UIKit", dependencies: ["UIKitSubset", "_Testing_UIKit"], path: "Sources/Engine/UIKit",
            swiftSettings: swiftSettings),
        // `WKWebView` and the rest of Apple's API over WebKitGTK.
        .target(
            name: "WebKit",
            dependencies: [
                "CPlatform", "CWebKitGTK", "HTTPMessages", "ProcessFiles", "UIKitSubset",
                "UniformTypeIdentifiers", "URLInterception",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Engine/WebKit", swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // Apple's types of files, by Debian's MIME types.
        .target(
            name: "UniformTypeIdentifiers", path: "Sources/Engine/UniformTypeIdentifiers", swiftSettings: swiftSettings),
        // One loader for all that is fetched: folders, mapped servers, `URLProtocol` classes, the network, the HTTP
        // status check.
        .target(
            name: "URLInterception",
            dependencies: [
                "HTTPMessages", "ProcessFiles", "UniformTypeIdentifiers", "CPlatform",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Engine/URLInterception", swiftSettings: swiftSettings),

        // MARK: Bridge
        // Codable routes for an application's own scheme, x-callback-url.
        .target(name: "URLSchemeRouter", path: "Sources/Bridge/URLSchemeRouter", swiftSettings: swiftSettings),
        // WHATWG Fetch between asker and network, for pages, workers, application schemes and beacons: preflight, CORS
        // check, redirects, referrer, origin, credentials.
        .target(
            name: "Fetch", dependencies: ["HTTPMessages", "URLInterception"],
            path: "Sources/Bridge/Fetch",
            swiftSettings: swiftSettings + [.enableUpcomingFeature("InternalImportsByDefault")]),
        // The specification's algorithms: a worker's life and events, registrations, jobs, clients, matching, and caches in
        // SQLite; it knows no screen.
        .target(
            name: "ServiceWorkers",
            dependencies: [
                "Fetch", "HTTPMessages", "ProcessFiles", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Bridge/ServiceWorkers", swiftSettings: swiftSettings),
        // `assets://`, `sqlite://`, records and online-first as schemes; events between application and pages; answers
        // that come later.
        .target(
            name: "SchemeHandlers",
            dependencies: [
                "WebKit", "HTTPMessages", "URLInterception", "UniformTypeIdentifiers",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Bridge/SchemeHandlers", swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // The view with the bridge, the runtime's JavaScript, and the host of workers.
        .target(
            name: "SWWebView",
            dependencies: [
                "Fetch", "WebKit", "HTTPMessages", "JavaScriptTokens", "URLInterception", "ServiceWorkers",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Bridge/SWWebView", exclude: ["Runtime"],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),

        // MARK: Simulator
        // The scripts of a project as modules, by the program esbuild; it knows no web view.
        .target(
            name: "ScriptTools",
            dependencies: [
                "ChildProcesses", "HTTPMessages", "JavaScriptTokens", "ProcessFiles", "UniformTypeIdentifiers",
            ],
            path: "Sources/Simulator/ScriptTools",
            swiftSettings: swiftSettings + [.enableUpcomingFeature("InternalImportsByDefault")]),
        // The results of pages and tests, and their text: reporters, traces, HTTP archives, coverage, uses of Web APIs; it knows no
        // web view.
        .target(
            name: "Reports",
            dependencies: ["HTTPMessages", "JavaScriptTokens", "ProcessFiles", "ScriptTools", "URLInterception"],
            path: "Sources/Simulator/Reports",
            swiftSettings: swiftSettings + [.enableUpcomingFeature("InternalImportsByDefault")],
            plugins: ["EmbedFiles"]),
        // A phone and its app around a view: the system, plugins, native halves of frameworks, the script of
        // `--native`, recordings.
        .target(
            name: "Simulator",
            dependencies: [
                "CWebKitGTK", "JavaScriptTokens", "WebKit", "SWWebView", "SchemeHandlers", "HTTPMessages",
                "ProcessFiles", "Reports", "ScriptTools", "URLInterception", "UniformTypeIdentifiers",
            ],
            path: "Sources/Simulator/Simulator", exclude: ["Frameworks/globals.d.ts", "WebAPIs/globals.d.ts"],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),

        // MARK: Doors
        // Page suites, hooks of test libraries, what `swift test` uses.
        .target(
            name: "WebViewTesting",
            dependencies: [
                "ChildProcesses", "HTTPMessages", "JavaScriptTokens", "ProcessFiles", "Reports", "SWWebView",
                "ScriptTools", "Simulator", "URLInterception", "WebKit",
            ],
            path: "Sources/Doors/WebViewTesting", exclude: ["Libraries/settings.d.ts", "Fidelity/globals.d.ts"],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // The HTTP server of driver and preview, for clients of this machine.
        .target(
            name: "LocalServer", dependencies: ["HTTPMessages"],
            path: "Sources/Doors/LocalServer", swiftSettings: swiftSettings),
        // The WebDriver endpoint.
        .target(
            name: "WebDriverServer",
            dependencies: ["ChildProcesses", "CZlib", "HTTPMessages", "LocalServer", "ProcessFiles"],
            path: "Sources/Doors/WebDriverServer", swiftSettings: swiftSettings),
        // The server of WebKit's inspector protocol, for clients such as Playwright.
        .target(
            name: "RemoteInspector",
            dependencies: ["HTTPMessages", "LocalServer", "SWWebView", "URLInterception", "WebKit"],
            path: "Sources/Doors/RemoteInspector", swiftSettings: swiftSettings),
        // WebDriver BiDi inside of a browser: a session with its windows, scripts, input and events.
        .target(
            name: "BiDiServer",
            dependencies: [
                "HTTPMessages", "RemoteInspector", "SWWebView", "Simulator", "URLInterception",
                "UniformTypeIdentifiers", "WebDriverServer", "WebKit", "WebViewTesting",
            ],
            path: "Sources/Doors/BiDiServer", swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // The preview, with the interface of page tests.
        .target(
            name: "PagePreview",
            dependencies: [
                "HTTPMessages", "SWWebView", "Simulator", "URLInterception", "UniformTypeIdentifiers",
                "WebViewTesting", "LocalServer", "RemoteInspector", "WebKit",
            ],
            path: "Sources/Doors/PagePreview", swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // The server of the Model Context Protocol, whose tools have agents drive pages.
        .target(
            name: "AgentServer",
            dependencies: [
                "ChildProcesses", "HTTPMessages", "ProcessFiles", "Reports", "SWWebView", "Simulator",
                "URLInterception", "WebKit", "WebViewTesting",
            ],
            path: "Sources/Doors/AgentServer", exclude: ["Script/globals.d.ts"], swiftSettings: swiftSettings,
            plugins: ["EmbedFiles"]),
        // The command.
        .executableTarget(
            name: "swwebview",
            dependencies: [
                "AgentServer", "BiDiServer", "ChildProcesses", "HTTPMessages", "SWWebView", "SchemeHandlers",
                "Simulator",
                "WebViewTesting", "LocalServer", "RemoteInspector", "WebDriverServer", "PagePreview", "ProcessFiles",
                "ScriptTools", "URLInterception", "WebKit", "Yams",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ], path: "Sources/Doors/swwebview", swiftSettings: swiftSettings),

        // MARK: Examples
        // The demo as an app of its own.
        .executableTarget(
            name: "FieldNotes",
            dependencies: [
                "SWWebView", "SchemeHandlers", "URLInterception", "URLSchemeRouter", "WebKit",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Pages/examples/FieldNotes", swiftSettings: swiftSettings),

        // MARK: Tests
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        // Servers, pages, downloads and views for the tests of views.
        .target(
            name: "ViewTestSupport", dependencies: ["SWWebView", "Simulator", "FlyingFox", "TestSupport"],
            path: "Tests/ViewTestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport"], path: "Tests/TestSupportTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ProcessFilesTests", dependencies: ["ProcessFiles"],
            path: "Tests/Engine/ProcessFilesTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "HTTPMessagesTests", dependencies: ["HTTPMessages"], path: "Tests/Engine/HTTPMessagesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ChildProcessesTests", dependencies: ["ChildProcesses", "CPlatform"],
            path: "Tests/Engine/ChildProcessesTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "UIKitSubsetTests", dependencies: ["UIKitSubset"], path: "Tests/Engine/UIKitSubsetTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "WebKitTests", dependencies: ["WebKit", "TestSupport"], path: "Tests/Engine/WebKitTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"],
            path: "Tests/Engine/UniformTypeIdentifiersTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "URLInterceptionTests",
            dependencies: ["URLInterception", "ProcessFiles", "UniformTypeIdentifiers", "FlyingFox", "TestSupport"],
            path: "Tests/Engine/URLInterceptionTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "FileEmbedderTests", dependencies: ["FileEmbedder"], path: "Tests/Engine/FileEmbedderTests",
            swiftSettings: swiftSettings),
        // As applications for iOS are: in Swift 5, with the public declarations only.
        .testTarget(
            name: "SourceCompatibilityTests", dependencies: ["WebKit", "UIKit", "TestSupport"],
            path: "Tests/Engine/SourceCompatibilityTests", packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "PumpTests", dependencies: ["WebKit"], path: "Tests/Engine/PumpTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "ViewTests",
            dependencies: [
                "WebKit", "UIKitSubset", "URLInterception", "UniformTypeIdentifiers", "FlyingFox", "TestSupport",
                "ViewTestSupport",
            ], path: "Tests/Engine/ViewTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "FetchTests", dependencies: ["Fetch"], path: "Tests/Bridge/FetchTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "URLSchemeRouterTests", dependencies: ["URLSchemeRouter", "TestSupport"],
            path: "Tests/Bridge/URLSchemeRouterTests", swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SchemeHandlersTests",
            dependencies: [
                "SchemeHandlers", "WebKit", "WebViewTesting", "URLInterception", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Bridge/SchemeHandlersTests", swiftSettings: swiftSettings),
        // Sees the public declarations only, as an application does.
        .testTarget(
            name: "ApplicationTests", dependencies: ["SWWebView", "WebKit", "TestSupport"],
            path: "Tests/Bridge/ApplicationTests", packageAccess: false,
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ServiceWorkersTests",
            dependencies: ["ServiceWorkers", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/Bridge/ServiceWorkersTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "SWWebViewTests", dependencies: ["CWebKitGTK", "ChildProcesses", "SWWebView", "TestSupport"],
            path: "Tests/Bridge/SWWebViewTests", swiftSettings: swiftSettings),
        // The engine that comes with webkit2gtk-4.1.
        .systemLibrary(
            name: "CJavaScriptCore", path: "Tests/Bridge/CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
            providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        .testTarget(
            name: "RuntimeTests", dependencies: ["CJavaScriptCore", "FileEmbedder", "WebKit"],
            path: "Tests/Bridge/RuntimeTests", exclude: ["Support/prelude.js", "Support/prelude.d.ts"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "SWWebView", "SchemeHandlers", "Simulator", "URLSchemeRouter", "WebViewTesting", "FlyingFox",
                "TestSupport", "ViewTestSupport",
            ], path: "Tests/Bridge/BridgeTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "SimulatorTests",
            dependencies: ["CWebKitGTK", "Simulator", "WebKit", "TestSupport"],
            path: "Tests/Simulator/SimulatorTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "ScriptToolsTests", dependencies: ["ChildProcesses", "ScriptTools", "TestSupport"],
            path: "Tests/Simulator/ScriptToolsTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "ReportsTests", dependencies: ["Reports", "URLInterception"], path: "Tests/Simulator/ReportsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "PhoneTests",
            dependencies: ["SWWebView", "Simulator", "URLInterception", "FlyingFox", "TestSupport", "ViewTestSupport"],
            path: "Tests/Simulator/PhoneTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "LocalServerTests", dependencies: ["LocalServer", "TestSupport"],
            path: "Tests/Doors/LocalServerTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "WebDriverServerTests", dependencies: ["LocalServer", "WebDriverServer"],
            path: "Tests/Doors/WebDriverServerTests", swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "WebViewTestingTests",
            dependencies: ["SWWebView", "WebKit", "WebViewTesting", "URLInterception", "TestSupport"],
            path: "Tests/Doors/WebViewTestingTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "CommandLineTests", dependencies: ["WebKit", "UniformTypeIdentifiers", "FlyingFox", "TestSupport"],
            path: "Tests/Doors/CommandLineTests", exclude: ["Certificates", "Reports"], swiftSettings: swiftSettings),
        .testTarget(
            name: "PagePreviewTests",
            dependencies: ["PagePreview", "Simulator", "WebKit", "WebViewTesting", "TestSupport"],
            path: "Tests/Doors/PagePreviewTests", swiftSettings: swiftSettings),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "SWWebView", "SchemeHandlers", "Simulator", "URLInterception", "URLSchemeRouter", "WebViewTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/GuideTests", exclude: ["Surface/Checklist.txt", "Surface/Behaviours.txt"],
            swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
