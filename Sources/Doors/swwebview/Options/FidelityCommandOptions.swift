import ArgumentParser
import Foundation
import Simulator
import WebViewTesting

/// The options of reports about Web APIs.
struct FidelityCommandOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write the Web APIs that the pages used to this file (.html or .json): WebKit's own, the bridge's, simulated, or known to "
                + "differ on iOS.", valueName: "file"))
    var fidelity: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Fail pages that use these: webkit, shim, emulated, differs, ios15 to ios26 (not in that version), or names of APIs.",
            valueName: "list"))
    var fidelityStrict: String?

    /// Makes the file of the report.
    ///
    /// - Throws: ``UsageError`` for a file that cannot be written.
    func makeFile() throws {
        guard let fidelity else { return }
        do { try FidelityReport.check(fidelity) } catch { throw UsageError("--fidelity: \(error)") }
        try ResultFile.make(fidelity, "--fidelity")
    }

    /// Returns the options of suites; nil where nothing is to be counted.
    ///
    /// - Throws: ``UsageError`` for an unknown name.
    func options() throws -> FidelityOptions? {
        guard let fidelityStrict else { return fidelity == nil ? nil : FidelityOptions() }
        let names = fidelityStrict.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard !names.isEmpty else {
            throw UsageError(
                "--fidelity-strict: the list is empty. Name classes or APIs, such as differs,Notification.")
        }
        do { return try FidelityOptions(forbidding: names) } catch { throw UsageError("--fidelity-strict: \(error)") }
    }

    /// Writes the report at the end of a run.
    ///
    /// - Throws: ``UsageError`` for a file that cannot be written.
    func write(_ pages: [PageRunResult], _ options: SimulatorOptions) throws {
        guard let fidelity else { return }
        do { try FidelityReport(pages, ios: options.system.version).write(to: fidelity) } catch {
            throw UsageError("--fidelity: \(error)")
        }
    }
}
