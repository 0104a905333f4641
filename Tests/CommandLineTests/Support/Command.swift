import Foundation

/// The built command, run as a user runs it.
enum Command {
    /// Beside the test bundle, unless SWWEBVIEW_COMMAND names another.
    static let executable: String = {
        if let path = ProcessInfo.processInfo.environment["SWWEBVIEW_COMMAND"] { return path }
        let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "swwebview").path
    }()

    /// Runs the command in a folder and waits for its end.
    ///
    /// - Parameter environment: what differs from the tests' own environment, in which DISPLAY is never set.
    static func run(
        _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws -> CommandResult {
        try await start(arguments, in: folder, environment: environment).result()
    }

    /// - Parameter blocking: signals that the command starts with blocked, as the threads of some programs have them.
    static func start(
        _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:], blocking: [Int32] = []
    ) throws -> RunningCommand {
        var all = ProcessInfo.processInfo.environment
        all["DISPLAY"] = nil
        all["SWWEBVIEW_CONFIG"] = nil
        all.merge(environment) { $1 }
        return try RunningCommand(
            [executable] + arguments, folder: folder.url, environment: all, blocking: blocking)
    }
}

/// How a run of the command ended.
struct CommandResult {
    /// The exit code, or minus the signal that ended it.
    let status: Int32
    let output: String
    let errors: String

    var lastLine: Substring? { output.split(separator: "\n").last }
}
