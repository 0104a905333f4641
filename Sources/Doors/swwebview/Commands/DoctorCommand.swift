import ArgumentParser
import Foundation
import WebKit

/// `swwebview doctor`: lists the parts that are installed and missing, and the commands that install them.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Tell what is installed, what is missing, and what to type.",
        discussion: """
            swwebview doctor

            Loads a page with a service worker to see that all of it works together. Exit code: 0 when pages can be run,
            3 when something is missing.
            """)

    @Flag(
        name: .long,
        help: "Print the Debian packages that the command uses beside its libraries, and end.")
    var packages = false

    @MainActor
    mutating func run() async throws {
        if packages {
            return print(DebianPackage.allCases.map(\.rawValue).joined(separator: " "))
        }
        let machine = MachineFindings(environment: ProcessInfo.processInfo.environment)
        print(Version.text)
        var findings: [Finding] = []
        func tell(_ found: Finding?) {
            guard let found else { return }
            print(found.text)
            fflush(nil)
            findings.append(found)
        }
        tell(machine.display)
        tell(machine.processExtension)
        tell(machine.fileTypes)
        tell(machine.certificates)
        tell(machine.configuration)
        for found in await TrialPage.load() { tell(found) }
        tell(await machine.compiler)
        print("Settings, used where the environment has none:")
        for setting in machine.settings { print("    \(setting)") }
        let absent = findings.compactMap(\.package)
        if absent.count > 1 { print("For all that is not there, type: \(DebianPackage.installCommand(absent))") }
        let missing = findings.filter { $0.state == .missing }
        print(missing.isEmpty ? "All is well." : "Not well: \(missing.map(\.subject).joined(separator: ", ")).")
        if !missing.isEmpty { throw ExitStatus.environment }
    }
}
