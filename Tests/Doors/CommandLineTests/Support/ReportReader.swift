import Foundation
import TestSupport

/// Reads reports with programs that know nothing of the command.
enum ReportReader {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Reports", directoryHint: .isDirectory)

    /// The folder in which `Scripts/setup --tests` installs Python's packages.
    static let python = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
            path: ".build/python")

    /// Runs one of the scripts in `Reports/` on a file, or with other arguments.
    static func run(
        _ script: String, _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws -> CommandResult {
        try await run(script, arguments: arguments, in: folder, environment: environment)
    }

    static func run(
        _ script: String, arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws -> CommandResult {
        let program = [python.appending(path: "bin/python").path, "-B", Self.folder.appending(path: script).path]
        let all = Command.environment.merging(environment) { $1 }
        return try await RunningCommand(program + arguments, folder: folder.url, environment: all, blocking: [])
            .result()
    }

    /// The events of a `json` report, each line an object of its own.
    static func events(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }
}
