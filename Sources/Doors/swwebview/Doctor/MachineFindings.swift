import Foundation
import ScriptTools
import URLInterception
import WebKit

/// The facts about the machine that need no view.
struct MachineFindings {
    /// The environment that the command received.
    let environment: [String: String]

    /// The display that views would be made on.
    var display: Finding {
        let name = environment["DISPLAY"] ?? ""
        if !name.isEmpty { return .fine("Display", "\(name), which DISPLAY names") }
        if let path = program("Xvfb") { return .fine("Display", "one of the command's own, from \(path)") }
        return .missing(
            "Display", "DISPLAY is not set, and there is no Xvfb",
            advice: "Type: apt-get install xvfb. Or set DISPLAY to a running X server.",
            package: .xvfb)
    }

    /// The library that WebKit loads into its web processes.
    var processExtension: Finding {
        do throws(ProcessExtensionError) {
            return .fine("Process extension", try ProcessExtension.find(environment: environment).url.path)
        } catch {
            return .missing("Process extension", error.description)
        }
    }

    /// The database of file types.
    var fileTypes: Finding {
        let database = "/usr/share/mime/globs2"
        if FileManager.default.isReadableFile(atPath: database) { return .fine("File types", database) }
        return .missing(
            "File types", "\(database) is not there: files would be served without their types",
            advice: "Type: apt-get install shared-mime-info", package: .mimeTypes)
    }

    /// The certificates that loads over https trust.
    var certificates: Finding {
        if let file = TrustedCertificates.systemFile { return .fine("Certificates", file) }
        return .optional(
            "Certificates", "there are none, so that no load over https succeeds",
            advice: "Type: apt-get install ca-certificates", package: .certificates)
    }

    /// The program that compiles scripts.
    var compiler: Finding {
        get async {
            let folder = URL(filePath: FileManager.default.currentDirectoryPath)
            let own = ESBuild.ownVersion(in: folder).flatMap { version in
                ESBuild.isTooOld(version) ? " (that of node_modules is too old: \(version))" : nil
            }
            guard let program = ESBuild(for: folder, environment: environment) else {
                return .optional(
                    "esbuild", "there is none\(own ?? ""), which tests in TypeScript and imports of packages need",
                    advice: ESBuild.advice, package: .esbuild)
            }
            do throws(BuildFailure) {
                return .fine("esbuild", "\(try await program.version()), \(program.path)\(own ?? "")")
            } catch {
                let reasons = error.problems.map { $0.message.trimmingCharacters(in: ["."]) }
                return .missing("esbuild", reasons.joined(separator: " "), advice: ESBuild.advice)
            }
        }
    }

    /// The configuration that every command reads.
    var configuration: Finding? {
        guard let path = environment[ConfigurationFile.variable], !path.isEmpty else { return nil }
        do {
            _ = try ConfigurationFile(path: path)
            return .fine("Configuration", "\(path), which \(ConfigurationFile.variable) names")
        } catch {
            return .missing("Configuration", "\(error)")
        }
    }

    /// Variables that keep WebKit apart from a desktop: set by the command where they are unset, or found.
    var settings: [String] {
        WebKitEnvironment.defaults.sorted { $0.key < $1.key }.map { name, value in
            environment[name].map { "\(name)=\($0) (found)" } ?? "\(name)=\(value)"
        }
    }

    /// Returns the first program of a name in PATH.
    private func program(_ name: String) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
