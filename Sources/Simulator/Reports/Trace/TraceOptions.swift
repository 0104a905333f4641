public import Foundation

/// The runs of a page that leave a trace. The names are those of Playwright.
public enum TraceMode: String, Sendable, CaseIterable {
    /// No page leaves a trace.
    case off
    /// Each page leaves a trace.
    case on
    /// Each page that fails leaves a trace.
    case retainOnFailure = "retain-on-failure"
    /// The first repetition of each failed page leaves a trace.
    case onFirstRetry = "on-first-retry"

    /// Whether a run of a page records a trace; `attempt` counts from 1.
    package func records(attempt: Int) -> Bool {
        switch self {
        case .off: false
        case .on, .retainOnFailure: true
        case .onFirstRetry: attempt == 2
        }
    }
}

/// The traces of a run.
public struct TraceOptions: Sendable {
    /// The runs that leave a trace.
    public var mode: TraceMode
    /// The folder of the traces.
    public var folder: URL

    /// Options for traces in a folder.
    public init(mode: TraceMode, folder: URL) {
        self.mode = mode
        self.folder = folder
    }

    /// Returns the file of a page: `FOLDER/tests/sum.html.trace`, or `FOLDER/tests/sum.html-attempt-2.trace`.
    package func file(of page: String, attempt: Int) -> URL {
        let path = page.split(separator: "/").reduce(folder) { $0.appending(path: Self.name(String($1))) }
        let suffix = attempt > 1 ? "-attempt-\(attempt)" : ""
        return path.deletingLastPathComponent().appending(path: path.lastPathComponent + suffix + ".trace")
    }

    /// Returns a name for a file. A changed name ends in a hash, so that different pages have different files.
    private static func name(_ text: String) -> String {
        let name = String(
            text.prefix(100).map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" })
        guard name != text || name.hasPrefix(".") else { return name }
        return "\(name.drop { $0 == "." })-\(String(text.stableHash % 0x100_0000, radix: 16))"
    }
}
