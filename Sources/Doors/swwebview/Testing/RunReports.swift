import ArgumentParser
import Foundation
import WebKit
import WebViewTesting

/// A reporter as the command line names it: `junit`, or `junit=report.xml`.
struct ReporterChoice: ExpressibleByArgument {
    let name: ReporterName
    let file: String?

    init(name: ReporterName, file: String?) {
        self.name = name
        self.file = file
    }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = ReporterName(rawValue: String(parts[0])), parts.count == 1 || !parts[1].isEmpty else {
            return nil
        }
        self.init(name: name, file: parts.count > 1 ? String(parts[1]) : nil)
    }
}

/// The reporters of a run, each with where it writes.
struct RunReports {
    let reporters: [any RunReporter]
    /// The files that the reports go to, where none goes to standard output.
    let filesOnly: [String]?

    /// - Throws: ``UsageError`` when two write to the same place, or one to a file that cannot be written.
    init(_ choices: [ReporterChoice], output: String?) throws {
        let choices = choices.isEmpty ? [ReporterChoice(name: .spec, file: nil)] : choices
        guard choices.count(where: { $0.file == nil }) <= 1 else {
            throw UsageError("--reporter: all but one need a file of their own, such as junit=report.xml.")
        }
        guard output == nil || choices.contains(where: { $0.file == nil }) else {
            throw UsageError("--output: every reporter has a file of its own already.")
        }
        let paths = choices.compactMap { $0.file ?? output }
        guard Set(paths).count == paths.count else {
            throw UsageError("--reporter: two reporters cannot write to the same file.")
        }
        filesOnly = paths.count == choices.count ? paths : nil
        reporters = try choices.map { choice in
            let path = choice.file ?? output
            let file = try ReportFile(path: path, option: choice.file == nil ? "--output" : "--reporter")
            return choice.name.reporter(colours: file.colours, progressWidth: file.progressWidth) { file.write($0) }
        }
    }
}

/// The destination of a report: a file, or standard output.
final class ReportFile: Sendable {
    private let handle: FileHandle

    /// - Throws: ``UsageError`` when the file cannot be written.
    init(path: String?, option: String) throws {
        guard let path else {
            handle = .standardOutput
            return
        }
        handle = try ResultFile.make(path, option)
    }

    /// Colours on a terminal; `NO_COLOR` (https://no-color.org) and `FORCE_COLOR` decide otherwise.
    var colours: Colours {
        let environment = ProcessInfo.processInfo.environment
        if let value = environment["NO_COLOR"], !value.isEmpty { return .none }
        if let value = environment["FORCE_COLOR"], value != "0", value != "false" { return .ansi }
        return isTerminal && environment["TERM"] != "dumb" ? .ansi : .none
    }

    /// The columns of the terminal; nil where there is none that could show progress.
    var progressWidth: Int? {
        guard isTerminal, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return nil }
        var size = winsize()
        let isKnown = ioctl(handle.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    private var isTerminal: Bool { isatty(handle.fileDescriptor) == 1 }

    /// Writes, and ends the program when the reader has gone.
    func write(_ text: String) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            // Another thread writes the last words of a report, when the program ends anyway.
            guard Thread.isMainThread else { return }
            MainActor.assumeIsolated { WebKitEnvironment.exit(ExitStatus.failure.rawValue) }
        }
    }
}
