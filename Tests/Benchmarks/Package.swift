// swift-tools-version: 6.1
import PackageDescription

let webKitGTK = "\(Context.packageDirectory)/../../Sources/Engine/CWebKitGTKLibrary/webkitgtk.pc"

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "swwebview", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Serves pages as a plain host would.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CBaselineLibrary", pkgConfig: webKitGTK, providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        // The same work in plain C.
        .executableTarget(name: "BridgeBaseline", dependencies: ["CBaselineLibrary"]),
        .executableTarget(
            name: "BridgeBenchmarks",
            dependencies: [
                "FlyingFox",
                .product(name: "SWWebView", package: "swwebview"),
                .product(name: "SchemeHandlers", package: "swwebview"),
                .product(name: "URLInterception", package: "swwebview"),
                .product(name: "UniformTypeIdentifiers", package: "swwebview"),
                .product(name: "WebKit", package: "swwebview"),
                .product(name: "WebViewTesting", package: "swwebview"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    ],
    swiftLanguageModes: [.v6]
)
