import Foundation
import ProcessFiles

/// The modules of Node.js, which pages do not have. Packages get an empty module in their place.
///
/// esbuild looks for a module in the folder of these last, so that a package of the same name and the field `browser` of a package
/// take precedence.
struct NodeModules {
    private static let names = [
        "assert", "assert/strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants",
        "crypto",
        "dgram", "diagnostics_channel", "dns", "dns/promises", "domain", "events", "fs", "fs/promises", "http", "http2",
        "https", "inspector", "module", "net", "os", "path", "path/posix", "path/win32", "perf_hooks", "process",
        "punycode", "querystring", "readline", "readline/promises", "repl", "stream", "stream/promises", "stream/web",
        "string_decoder", "sys", "timers", "timers/promises", "tls", "tty", "url", "util", "util/types", "v8", "vm",
        "wasi", "worker_threads", "zlib",
    ]

    /// The path of the folder with the empty modules.
    let folder: String

    /// Writes the empty modules.
    ///
    /// - Throws: `CocoaError`.
    init() throws {
        let parent = try TemporaryFolder.ofProcess()
        let place = parent.appending(path: "node-modules", directoryHint: .isDirectory)
        if !FileManager.default.fileExists(atPath: place.path) {
            let unfinished = PrivateFiles.unfinishedPlace(in: parent)
            for name in Self.names + Self.names.map({ "node:" + $0 }) {
                let file = unfinished.appending(path: name + ".js")
                try PrivateFiles.makeFolder(file.deletingLastPathComponent())
                try PrivateFiles.write(Data("module.exports = {};\n".utf8), to: file)
            }
            do { try FileManager.default.moveItem(at: unfinished, to: place) } catch {
                // Another builder of this process was faster.
                guard FileManager.default.fileExists(atPath: place.path) else { throw error }
                try FileManager.default.removeItem(at: unfinished)
            }
        }
        let path = place.resolvingSymlinksInPath().path(percentEncoded: false)
        folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns whether a path is the one of an empty module.
    func isStandIn(_ path: String) -> Bool { path.hasPrefix(folder + "/") }

    /// Returns whether a specifier names a module of Node.js.
    static func contains(_ specifier: String) -> Bool { specifier.hasPrefix("node:") || names.contains(specifier) }
}
