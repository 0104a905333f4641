// swift-tools-version: 6.1
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny")
]

// SwiftPM warns about flags of Debian's webkit2gtk-4.1.pc in each package that depends on this one. It splits the name of a pc file
// at spaces.
let webKitGTK =
    Context.packageDirectory.contains(" ")
    ? "webkit2gtk-4.1" : "\(Context.packageDirectory)/Sources/CWebKitGTKLibrary/webkitgtk.pc"

let package = Package(
    name: "swwebview",
    products: [
        .library(name: "WebKit", targets: ["WebKit"]),
        .library(name: "SWWebView", targets: ["SWWebView"]),
        .library(name: "URLInterception", targets: ["URLInterception"]),
        .library(name: "URLSchemeRouter", targets: ["URLSchemeRouter"]),
        .library(name: "ServiceWorkerContainer", targets: ["ServiceWorker", "ServiceWorkerContainer"]),
        .library(name: "SchemeHandlers", targets: ["SchemeHandlers"]),
        .library(name: "UIViewShape", targets: ["UIViewShape"]),
        // For files that import UIKit. A product of its own: `#if canImport(UIKit)` is true for a program that has it.
        .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "Simulator", targets: ["Simulator"]),
        .library(name: "WebViewTesting", targets: ["WebViewTesting"]),
        .executable(name: "swwebview", targets: ["swwebview"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Serves what the driver and the preview serve: it bounds heads and connections, and survives a failed accept.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // Serves tests.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CWebKitGTKLibrary", pkgConfig: webKitGTK, providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        // Programs that this process starts: WebKitWebDriver, workers, and from C the display.
        .target(name: "CChildProcess"),
        .target(name: "ChildProcesses", dependencies: ["CChildProcess"], swiftSettings: swiftSettings),
        // The files of a process: other users cannot read them, and those that are temporary go with the process.
        .target(name: "ProcessFiles", swiftSettings: swiftSettings),
        .target(name: "CWebKitGTK", dependencies: ["CWebKitGTKLibrary", "CChildProcess"]),
        .target(
            name: "CInterceptionProxy", dependencies: ["CWebKitGTK"],
            // GLib's TLS library, which also makes the proxy's certificate.
            linkerSettings: [.linkedLibrary("gnutls")]),
        // Uses cairo, which comes with WebKitGTK.
        .target(name: "CPictureComparison", dependencies: ["CWebKitGTKLibrary"]),
        // Inflates the archives that WebDriver clients upload files in.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The library that WebKit loads into its web processes. As a target it is for editors; the plugin compiles it into WebKit.
        .target(name: "CWebProcessExtension", dependencies: ["CWebKitGTKLibrary"]),
        // Puts scripts, pages and data into the Swift code of a target, as texts.
        .executableTarget(name: "FileEmbedder", swiftSettings: swiftSettings),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"], path: "Sources/EmbedFiles"),
        // Bodies, headers and redirects, for everything that requests or answers.
        .target(name: "HTTPMessages", swiftSettings: swiftSettings),
        // The tokens of JavaScript, for programs that change scripts.
        .target(name: "JavaScriptTokens", swiftSettings: swiftSettings),
        // The views that a web view is one of. Programs import its names only where they want them.
        .target(name: "UIViewShape", swiftSettings: swiftSettings),
        .target(name: "_Testing_UIKit", swiftSettings: swiftSettings),
        .target(name: "UIKit", dependencies: ["UIViewShape", "_Testing_UIKit"], swiftSettings: swiftSettings),
        .target(
            name: "WebKit",
            dependencies: [
                "CWebKitGTK", "CInterceptionProxy", "CPictureComparison", "HTTPMessages", "ProcessFiles", "UIViewShape",
                "UniformTypeIdentifiers", "URLInterception",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        .target(name: "UniformTypeIdentifiers", swiftSettings: swiftSettings),
        .target(name: "CTrustedCertificates"),
        .target(
            name: "URLInterception",
            dependencies: [
                "HTTPMessages", "ProcessFiles", "UniformTypeIdentifiers", "CTrustedCertificates",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings),
        .target(name: "URLSchemeRouter", swiftSettings: swiftSettings),
        // The rules of WHATWG Fetch for everything that a host requests in the name of a document, a worker or an app.
        .target(
            name: "Fetch", dependencies: ["HTTPMessages", "URLInterception"],
            swiftSettings: swiftSettings + [.enableUpcomingFeature("InternalImportsByDefault")]),
        .target(name: "ServiceWorker", dependencies: ["Fetch", "HTTPMessages"], swiftSettings: swiftSettings),
        .target(
            name: "ServiceWorkerContainer",
            dependencies: [
                "HTTPMessages", "ProcessFiles", "ServiceWorker", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "SchemeHandlers",
            dependencies: [
                "WebKit", "HTTPMessages", "URLInterception", "UniformTypeIdentifiers",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // JavaScriptCore of WebKitGTK, for scripts in the host.
        .target(name: "CJavaScriptEngine", dependencies: ["CWebKitGTKLibrary"]),
        .target(
            name: "SWWebView",
            dependencies: [
                "Fetch", "WebKit", "HTTPMessages", "URLInterception", "ServiceWorker", "ServiceWorkerContainer",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Runtime"],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        // A phone and its app around a view: the system, the plugins, and the native halves of hybrid frameworks.
        .target(
            name: "Simulator",
            dependencies: [
                "CJavaScriptEngine", "JavaScriptTokens", "WebKit", "SWWebView", "SchemeHandlers", "HTTPMessages",
                "ProcessFiles", "URLInterception", "UniformTypeIdentifiers",
            ],
            exclude: ["Frameworks/globals.d.ts", "WebAPIs/globals.d.ts"],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        .target(
            name: "WebViewTesting",
            dependencies: [
                "ChildProcesses", "JavaScriptTokens", "SWWebView", "Simulator", "HTTPMessages",
                "ProcessFiles",
            ],
            exclude: ["Hooks/settings.d.ts", "Fidelity/globals.d.ts"],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        .target(
            name: "LocalServer",
            dependencies: ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"].map {
                .product(name: $0, package: "swift-nio")
            },
            swiftSettings: swiftSettings),
        .target(
            name: "WebDriverServer",
            dependencies: ["ChildProcesses", "CZlib", "HTTPMessages", "LocalServer", "ProcessFiles"],
            swiftSettings: swiftSettings),
        .target(
            name: "PagePreview",
            dependencies: [
                "HTTPMessages", "SWWebView", "Simulator", "URLInterception", "UniformTypeIdentifiers",
                "WebViewTesting", "LocalServer",
            ],
            swiftSettings: swiftSettings, plugins: ["EmbedFiles"]),
        .executableTarget(
            name: "swwebview",
            dependencies: [
                "ChildProcesses", "HTTPMessages", "SWWebView", "SchemeHandlers", "Simulator", "WebViewTesting",
                "LocalServer", "WebDriverServer", "PagePreview", "ProcessFiles", "Yams",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: swiftSettings),
        .executableTarget(
            name: "FieldNotes",
            dependencies: [
                "SWWebView", "SchemeHandlers", "URLInterception", "URLSchemeRouter",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "ProcessFilesTests", dependencies: ["ProcessFiles"],
            swiftSettings: swiftSettings),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: swiftSettings),
        .testTarget(name: "HTTPMessagesTests", dependencies: ["HTTPMessages"], swiftSettings: swiftSettings),
        .testTarget(
            name: "ChildProcessesTests", dependencies: ["ChildProcesses", "CChildProcess"],
            swiftSettings: swiftSettings),
        .testTarget(name: "UIViewShapeTests", dependencies: ["UIViewShape"], swiftSettings: swiftSettings),
        .testTarget(name: "WebKitTests", dependencies: ["WebKit", "TestSupport"], swiftSettings: swiftSettings),
        .testTarget(
            name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"],
            swiftSettings: swiftSettings),
        .testTarget(name: "FetchTests", dependencies: ["Fetch"], swiftSettings: swiftSettings),
        .testTarget(
            name: "URLInterceptionTests",
            dependencies: ["URLInterception", "ProcessFiles", "UniformTypeIdentifiers", "FlyingFox", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "URLSchemeRouterTests", dependencies: ["URLSchemeRouter", "TestSupport"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SchemeHandlersTests",
            dependencies: [
                "SchemeHandlers", "WebKit", "WebViewTesting", "URLInterception", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "LocalServerTests", dependencies: ["LocalServer", "TestSupport"], swiftSettings: swiftSettings),
        .testTarget(
            name: "WebDriverServerTests", dependencies: ["LocalServer", "WebDriverServer"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: ["CJavaScriptEngine", "Simulator", "WebKit", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "WebViewTestingTests", dependencies: ["WebViewTesting", "URLInterception"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "SWWebView", "SchemeHandlers", "Simulator", "URLSchemeRouter", "WebViewTesting",
                "UniformTypeIdentifiers", "UIViewShape", "FlyingFox", "TestSupport",
            ],
            swiftSettings: swiftSettings),
        // Sees the public declarations only, as an application does.
        .testTarget(
            name: "ApplicationTests", dependencies: ["SWWebView", "WebKit", "TestSupport"], packageAccess: false,
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ServiceWorkerTests", dependencies: ["ServiceWorker", "TestSupport"], swiftSettings: swiftSettings),
        .testTarget(
            name: "ServiceWorkerContainerTests",
            dependencies: [
                "ServiceWorkerContainer", "ServiceWorker", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: swiftSettings),
        .testTarget(
            name: "SWWebViewTests", dependencies: ["ChildProcesses", "SWWebView", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(name: "FileEmbedderTests", dependencies: ["FileEmbedder"], swiftSettings: swiftSettings),
        // The engine that comes with webkit2gtk-4.1.
        .systemLibrary(
            name: "CJavaScriptCore", path: "Tests/CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
            providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        .testTarget(
            name: "RuntimeTests", dependencies: ["CJavaScriptCore", "FileEmbedder", "WebKit"],
            exclude: ["Support/prelude.js", "Support/prelude.d.ts"], swiftSettings: swiftSettings),
        .testTarget(
            name: "CommandLineTests", dependencies: ["WebKit", "UniformTypeIdentifiers", "FlyingFox", "TestSupport"],
            exclude: ["Certificates", "Reports"], swiftSettings: swiftSettings),
        .testTarget(
            name: "PagePreviewTests", dependencies: ["PagePreview", "Simulator", "WebViewTesting", "TestSupport"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "SWWebView", "SchemeHandlers", "Simulator", "URLInterception", "URLSchemeRouter", "WebViewTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Surface/Checklist.txt", "Surface/Behaviours.txt"],
            swiftSettings: swiftSettings),
        // As applications for iOS are: in Swift 5, with the public declarations only.
        .testTarget(
            name: "SourceCompatibilityTests", dependencies: ["WebKit", "UIKit", "TestSupport"], packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(name: "PumpTests", dependencies: ["WebKit"], swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
