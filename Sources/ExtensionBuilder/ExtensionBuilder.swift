import Foundation

/// Compiles the web-process extension, and writes a Swift file with it, for the plugin BuildExtension.
///
/// Arguments: the compiler, the folder with the C files, a folder for what is made on the way, and the file to write.
@main
struct ExtensionBuilder {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            throw BuildFailure("usage: ExtensionBuilder COMPILER SOURCES WORK OUTPUT")
        }
        let sources = URL(filePath: arguments[2], directoryHint: .isDirectory)
        let work = URL(filePath: arguments[3], directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let library = work.appending(path: "extension.so")
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "c" }.map(\.path).sorted()
        let package = ["webkit2gtk-web-extension-4.1"]
        let include = ["-I", sources.appending(path: "include").path]
        try run(
            arguments[1],
            ["-shared", "-fPIC", "-O2", "-std=gnu11", "-Wl,--as-needed", "-Wl,-s", "-o", library.path] + include
                + pkgConfig(["--cflags"] + package) + files + pkgConfig(["--libs"] + package))
        let text = """
            /// The web-process extension that was built with this module.
            enum EmbeddedExtension {
                /// The shared library, in Base64.
                static let base64 = "\(try Data(contentsOf: library).base64EncodedString())"
            }

            """
        // SwiftPM links this tool twice in a first build, and runs it again in the second. A file with the same text keeps its
        // date, so that nothing is compiled again.
        let file = URL(filePath: arguments[4])
        let data = Data(text.utf8)
        if (try? Data(contentsOf: file)) != data { try data.write(to: file) }
    }

    private static func pkgConfig(_ arguments: [String]) throws -> [String] {
        do {
            return try run("/usr/bin/env", ["pkg-config"] + arguments).split(whereSeparator: \.isWhitespace).map(
                String.init)
        } catch {
            throw BuildFailure("\(error). Install libwebkit2gtk-4.1-dev and pkg-config.")
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
            throw BuildFailure("\(program) ended with \(process.terminationStatus)")
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// An error of the extension's build, for the log of the build.
struct BuildFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
