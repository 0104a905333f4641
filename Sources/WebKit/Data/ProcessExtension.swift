import Foundation

/// The library that WebKit loads into its web processes: the product `SWWebViewProcessExtension`.
package struct ProcessExtension: Sendable, Equatable {
    /// The name of the library's file.
    package static let fileName = "libSWWebViewProcessExtension.so"
    /// The variable that names the library's folder, where that is not the executable's.
    package static let variable = "SWWEBVIEW_EXTENSION"
    /// The header with facts about a request: `document=ID&destination=NAME`, either of which may be missing; `elsewhere=1` for a
    /// document without an id.
    ///
    /// A header, not a fragment: a mark in the address shows in `import.meta.url`, in the file names of errors, and in the
    /// timing entry of a navigation.
    package static let markHeader = "X-SWWebView-Mark"

    /// The library.
    package let url: URL

    /// Finds the library in the folder that `SWWEBVIEW_EXTENSION` names, or else beside the running executable, or in the
    /// `lib/swwebview` of an installation whose `bin` has the executable.
    ///
    /// - Throws: ``ProcessExtensionError`` with a sentence that says what to type.
    package static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    ) throws(ProcessExtensionError) -> ProcessExtension {
        let value = environment[variable] ?? ""
        let named = value.isEmpty ? nil : URL(fileURLWithPath: value, isDirectory: true)
        let own = executable.deletingLastPathComponent()
        let installed = own.deletingLastPathComponent().appendingPathComponent("lib/swwebview", isDirectory: true)
        for folder in named.map({ [$0] }) ?? [own, installed] {
            let url = folder.appendingPathComponent(fileName)
            if FileManager.default.isReadableFile(atPath: url.path) { return ProcessExtension(url: url) }
        }
        throw named.map { .notInNamedFolder($0.path) } ?? .notBuilt(folder: own.path)
    }

    /// A folder with no other library in it, since WebKit loads all of a folder's: the library's own, or one with a link.
    func folder() throws(ProcessExtensionError) -> URL {
        let own = url.deletingLastPathComponent()
        let neighbors = (try? FileManager.default.contentsOfDirectory(atPath: own.path)) ?? []
        return neighbors.filter { $0.hasSuffix(".so") } == [Self.fileName] ? own : try LinkFolder.holding(url)
    }
}

/// The reasons why pages do without the web-process extension, and so without service workers and caches. Everything else works.
package enum ProcessExtensionError: Error, Equatable, CustomStringConvertible {
    /// The extension is not beside the executable.
    case notBuilt(folder: String)
    /// The extension is not where `SWWEBVIEW_EXTENSION` says.
    case notInNamedFolder(String)
    /// The temporary folder cannot be written.
    case noLinkFolder(String)

    /// A message that says what is missing and what to do.
    package var description: String {
        let file = ProcessExtension.fileName
        switch self {
        case .notBuilt(let folder):
            return """
                no web-process extension: \(file) is not in \(folder). Run `swift build` (in the same configuration), which \
                builds it, or set \(ProcessExtension.variable) to the folder it is in.
                """
        case .notInNamedFolder(let folder):
            return """
                no web-process extension: \(ProcessExtension.variable) names \(folder), and \(file) is not there. Correct it, \
                or unset it and run `swift build`.
                """
        case .noLinkFolder(let folder):
            return "no web-process extension: \(folder) cannot be written. Set TMPDIR to a folder that can."
        }
    }
}
