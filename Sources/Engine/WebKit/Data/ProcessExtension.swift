import CWebKitGTK
import Foundation

/// The library that WebKit loads into its web processes. It is part of the module, and WebKit loads it from a folder of the user's.
package struct ProcessExtension: Sendable, Equatable {
    /// The name of the library's file.
    package static let fileName = "libSWWebViewProcessExtension.so"
    /// The variable that names the folder of a library that is loaded in place of the module's own.
    package static let variable = "SWWEBVIEW_EXTENSION"
    /// The header with facts about a request: `document=ID&destination=NAME`, either of which may be missing; `elsewhere=1` for a
    /// document without an id.
    ///
    /// A header, not a fragment: a mark in the address shows in `import.meta.url`, in the file names of errors, and in the
    /// timing entry of a navigation.
    package static let markHeader = CWK_MARK_HEADER
    /// The beginning of a fragment with such facts, which the page's runtime writes.
    package static let markFragment = CWK_MARK_FRAGMENT
    /// The beginning of the question whether the host has a part in a request to an address that is not the bridge's.
    package static let requestQuestion = CWK_QUESTION_REQUEST
    /// The beginning of an answer that names the response of a service worker.
    package static let answerOfWorker = "\(CWK_MARK_ANSWER)="
    /// The answer for an address that is the bridge's.
    package static let answerBridged = CWK_ANSWER_BRIDGED
    /// The answer for an insecure address that a secure page must not request.
    package static let answerBlocked = CWK_ANSWER_BLOCKED
    /// The answer for an insecure address that a secure page requests over https.
    package static let answerUpgraded = CWK_ANSWER_UPGRADED
    /// The property of a window with its document's end of the channel.
    package static let channelProperty = CWK_WINDOW_CHANNEL

    /// A folder with the library, and with no other: WebKit loads all of a folder's.
    let folder: URL

    /// The library's file.
    package var url: URL { folder.appending(path: Self.fileName) }

    private static let own = Result<ProcessExtension, ProcessExtensionError> { () throws(ProcessExtensionError) in
        try find(environment: ProcessInfo.processInfo.environment)
    }

    /// Finds the library of this process. It is put into its folder once.
    package static func find() throws(ProcessExtensionError) -> ProcessExtension { try own.get() }

    /// Puts the module's library, or the one of the folder that `SWWEBVIEW_EXTENSION` names, into a folder of its own.
    ///
    /// - Throws: ``ProcessExtensionError`` with a sentence that says what to type.
    package static func find(
        environment: [String: String], in temporary: URL = FileManager.default.temporaryDirectory
    ) throws(ProcessExtensionError) -> ProcessExtension {
        let named = environment[variable] ?? ""
        let contents: Data?
        if named.isEmpty {
            contents = Data(base64Encoded: EmbeddedExtension.base64)
        } else {
            contents = try? Data(
                contentsOf: URL(filePath: named, directoryHint: .isDirectory).appending(path: fileName))
        }
        guard let contents else { throw .notInNamedFolder(named) }
        return ProcessExtension(folder: try OwnFolder.holding(contents, as: fileName, in: temporary))
    }
}

/// The reasons why pages do without the web-process extension, and so without service workers and caches. Everything else works.
package enum ProcessExtensionError: Error, Equatable, CustomStringConvertible {
    /// The extension is not where `SWWEBVIEW_EXTENSION` says.
    case notInNamedFolder(String)
    /// The extension cannot be written, or another user has its folder.
    case noFolder(String)

    /// A message that says what is missing and what to do.
    package var description: String {
        switch self {
        case .notInNamedFolder(let folder):
            return """
                no web-process extension: \(ProcessExtension.variable) names \(folder), and \(ProcessExtension.fileName) is \
                not there. Correct it, or unset it.
                """
        case .noFolder(let folder):
            return
                "no web-process extension: \(folder) cannot be written, or is another user's. Set TMPDIR to a folder that can."
        }
    }
}
