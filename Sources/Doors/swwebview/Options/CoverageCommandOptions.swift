import ArgumentParser
import Foundation
import ProcessFiles
import WebViewTesting

/// A report of coverage as the command line names it: `text`, or `lcov=FILE`.
struct CoverageReporterChoice: ExpressibleByArgument {
    enum Name: String { case text, lcov }

    let name: Name
    let file: String?

    init(_ name: Name, file: String?) { (self.name, self.file) = (name, file) }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Name(rawValue: String(parts[0])), parts.count == 1 || !parts[1].isEmpty else { return nil }
        self.init(name, file: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// The file that the report goes to; nil for standard error.
    var destination: String? {
        switch name {
        case .text: file
        case .lcov: file ?? "coverage/lcov.info"
        }
    }
}

/// The options of code coverage.
struct CoverageCommandOptions: ParsableArguments {
    @Flag(
        name: .long,
        help:
            "Report the lines and branches of scripts that ran, with WebKit's debugger, which only this process can reach."
    )
    var coverage = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How to report coverage: text or lcov (coverage/lcov.info unless named). May be repeated; both by default. "
                + "genhtml makes web pages of lcov's file.", valueName: "name[=file]"))
    var coverageReporter: [CoverageReporterChoice] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Leave out files that match, such as 'vendor/**'. May be repeated. Tests and node_modules are left out anyway.",
            valueName: "glob"))
    var coverageExclude: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Fail the run when fewer lines than this ran.", valueName: "percent"))
    var coverageMin: Double?

    /// Checks the options and makes the files of the reports.
    ///
    /// - Throws: ``UsageError`` for options without `--coverage`, and for a file that cannot be written.
    func makeFiles() throws {
        guard coverage else {
            guard coverageReporter.isEmpty, coverageExclude.isEmpty, coverageMin == nil else {
                throw UsageError("--coverage-reporter, --coverage-exclude and --coverage-min: add --coverage.")
            }
            return
        }
        if let coverageMin, !(0...100).contains(coverageMin) {
            throw UsageError("--coverage-min: give a percentage from 0 to 100.")
        }
        let files = reporters.map(\.destination)
        guard Set(files).count == files.count else {
            throw UsageError("--coverage-reporter: two reports cannot go to the same place.")
        }
        for file in files.compactMap(\.self) {
            try? PrivateFiles.makeFolder(URL(filePath: file).deletingLastPathComponent())
            try ResultFile.make(file, "--coverage-reporter")
        }
    }

    private var reporters: [CoverageReporterChoice] {
        coverageReporter.isEmpty
            ? [CoverageReporterChoice(.text, file: nil), CoverageReporterChoice(.lcov, file: nil)] : coverageReporter
    }

    /// Writes the reports at the end of a run, and the figures to standard error.
    ///
    /// - Parameter pages: the pages of the run, which the reports leave out.
    /// - Returns: whether enough lines have run.
    /// - Throws: ``UsageError`` for a file that cannot be written.
    func write(_ totals: CoverageTotals, pages: [PageReference]) throws -> Bool {
        guard coverage else { return true }
        let tests = pages.compactMap { page -> String? in
            guard case .file(let file) = page.location else { return nil }
            let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
            return path.hasSuffix("/") ? path + "index.html" : path
        }
        let report = CoverageReport(totals, leavingOut: Set(tests), patterns: coverageExclude)
        for reporter in reporters {
            let text =
                switch reporter.name {
                case .text: report.text
                case .lcov: report.lcov
                }
            guard let file = reporter.destination else {
                FileHandle.standardError.write(Data(text.utf8))
                continue
            }
            do {
                try PrivateFiles.write(Data(text.utf8), to: URL(filePath: file))
            } catch {
                throw UsageError("--coverage-reporter: \(file) cannot be written: \(error.fileReason).")
            }
        }
        if !reporters.contains(where: { $0.name == .text && $0.file == nil }) { complain(report.summary) }
        guard let coverageMin, report.lines.percent < coverageMin else { return true }
        complain("--coverage-min: \(report.lines.text) of lines is less than \(coverageMin) %.")
        return false
    }
}
