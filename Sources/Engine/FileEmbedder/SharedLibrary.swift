import Foundation

/// The library that WebKit loads into its web processes.
enum SharedLibrary {
    /// Compiles the C files of a folder, and returns Swift text with the library.
    ///
    /// - Parameters:
    ///   - headers: the folder of the headers that the files share with other targets.
    ///   - work: the folder for what is made on the way.
    static func source(compiler: URL, sources: URL, headers: URL, work: URL) throws -> String {
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let library = work.appending(path: "extension.so")
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "c" }.map(\.path).sorted()
        let package = ["webkit2gtk-web-extension-4.1"]
        let include = ["-I", sources.appending(path: "include").path, "-I", headers.path]
        try run(
            compiler.path,
            ["-shared", "-fPIC", "-O2", "-std=gnu11", "-Wl,--as-needed", "-Wl,-s", "-o", library.path] + include
                + pkgConfig(["--cflags"] + package) + files + pkgConfig(["--libs"] + package))
        return """
            /// The web-process extension that was built with this module.
            enum EmbeddedExtension {
                /// The shared library, in Base64.
                static let base64 = "\(try Data(contentsOf: library).base64EncodedString())"
            }

            """
    }

    private static func pkgConfig(_ arguments: [String]) throws -> [String] {
        do {
            return try run("/usr/bin/env", ["pkg-config"] + arguments).split(whereSeparator: \.isWhitespace).map(
                String.init)
        } catch {
            throw EmbeddingError("\(error). Install libwebkit2gtk-4.1-dev and pkg-config.")
        }
    }

    /// Runs a program, and returns its output.
    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw EmbeddingError("\(program) ended with \(process.terminationStatus)")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
