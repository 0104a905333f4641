import Foundation

/// The public symbols of the module `WebKit`, as the compiler has them, with their documentation.
struct SymbolGraph {
    /// The documentation of each symbol, by its path such as `WKWebView.load(_:)`. A path can have several symbols.
    private(set) var symbols: [String: [Symbol]] = [:]

    struct Symbol {
        let documentation: String
        let isUnavailable: Bool
    }

    /// Has the compiler extract the symbols from the module that the tests were built with.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let extraction = Process()
        extraction.executableURL = URL(filePath: "/usr/bin/env")
        let shims = ["CWebKitGTK"]
        extraction.arguments =
            [
                "swift", "symbolgraph-extract", "-module-name", "WebKit", "-target", Self.target,
                "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder.path,
                "-I", Self.products.appending(path: "Modules").path, "-I", Self.products.path,
            ] + shims.flatMap { ["-I", repository.appending(path: "Sources/Engine/\($0)/include").path] }
        try extraction.run()
        extraction.waitUntilExit()
        for name in ["WebKit", "WebKit@Foundation", "WebKit@FoundationNetworking"] {
            let data = try Data(contentsOf: folder.appending(path: "\(name).symbols.json"))
            for symbol in try JSONDecoder().decode(Graph.self, from: data).symbols {
                let lines = symbol.docComment?.lines.map(\.text) ?? []
                symbols[symbol.pathComponents.joined(separator: "."), default: []].append(
                    Symbol(
                        documentation: lines.joined(separator: " "),
                        isUnavailable: symbol.availability?.contains { $0.isUnconditionallyUnavailable == true } == true
                    ))
            }
        }
    }

    private static var products: URL { URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent() }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }
}

// What of the compiler's format is read.
private struct Graph: Decodable {
    let symbols: [Entry]

    struct Entry: Decodable {
        let pathComponents: [String]
        let docComment: Comment?
        let availability: [Availability]?
    }

    struct Comment: Decodable {
        let lines: [Line]
    }

    struct Line: Decodable {
        let text: String
    }

    struct Availability: Decodable {
        let isUnconditionallyUnavailable: Bool?
    }
}
