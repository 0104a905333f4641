import ChildProcesses
package import Foundation
import HTTPMessages
import ProcessFiles

/// The program esbuild, which compiles and bundles scripts. Source: https://esbuild.github.io/api/
package struct ESBuild: Sendable {
    /// The environment variable with the path of the program. It takes precedence over the project's own esbuild.
    package static let variable = "SWWEBVIEW_ESBUILD"
    /// The advice where the program is missing.
    package static let advice = "Type: npm install --save-dev esbuild, or apt-get install esbuild"

    /// The path of the executable.
    package let path: String

    /// The program at a path.
    package init(path: String) { self.path = path }

    /// Finds the program: the one that the environment names, the project's own, then the one in `PATH`; nil for none.
    ///
    /// - Parameter root: the folder of the project.
    package init?(for root: URL, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let named = environment[Self.variable] ?? ""
        let modules = root.appending(path: "node_modules").path(percentEncoded: false) + "/"
        let version = Self.ownVersion(in: root)
        let own = ["@esbuild/\(Self.platform)/bin/esbuild", ".bin/esbuild", "esbuild/bin/esbuild"].map { modules + $0 }
        let installed = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/esbuild" }
        let places = named.isEmpty ? (version.map(Self.isTooOld) == true ? [] : own) + installed : [named]
        guard let path = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
        self.path = path
    }

    /// The name that npm has for this machine. The program in its package starts faster than the script in `.bin`.
    private static var platform: String {
        #if arch(arm64)
            "linux-arm64"
        #else
            "linux-x64"
        #endif
    }

    /// Returns the version of the project's own esbuild, such as `0.17.0`; nil where the project has none.
    package static func ownVersion(in root: URL) -> String? {
        struct Manifest: Decodable { var version: String }
        let file = root.appending(path: "node_modules/esbuild/package.json")
        return (try? JSONText.decode(Manifest.self, from: Data(contentsOf: file)))?.version
    }

    /// Returns whether a version describes its output in another way than this program reads.
    package static func isTooOld(_ version: String) -> Bool {
        let parts = version.split(separator: ".").compactMap { Int($0) }
        return parts.count > 1 && parts[0] == 0 && parts[1] < 17
    }

    /// Returns the version, such as `0.17.0`.
    ///
    /// - Throws: ``BuildFailure`` where the program does not start, or does not end.
    package func version() async throws(BuildFailure) -> String {
        let result = try await run(["--version"], limit: .seconds(5))
        guard result.status == 0 else { throw BuildFailure([BuildProblem("\(path) does not start.")]) }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs the program to its end, and returns its exit code and its output with its errors.
    ///
    /// The program is killed when the task is cancelled, and when this process ends.
    ///
    /// - Parameters:
    ///   - nodeModules: the modules that are found where a package has none.
    ///   - limit: the time after which the program is killed. A file that is a pipe, for instance, would hold it for ever.
    /// - Throws: ``BuildFailure`` where the program cannot be started, or does not end.
    func run(_ arguments: [String], _ nodeModules: NodeModules? = nil, limit: Duration = .seconds(60))
        async throws(BuildFailure) -> (status: Int32, output: String)
    {
        var environment = ProcessInfo.processInfo.environment
        // A page may read the served folder only, and no packages that the user has elsewhere.
        environment["NODE_PATH"] = nodeModules?.folder
        environment["PWD"] = Self.workingFolder
        var program = Program(path: path, arguments: arguments, environment: environment, output: .pipe)
        program.joinsErrors = true
        let child: ChildProcess
        do { child = try await program.startTied() } catch {
            throw BuildFailure([BuildProblem("\(path) cannot be started: \(error.fileReason).")])
        }
        let end = OneTimeEvent()
        let reading = Task {
            let data = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: (try? child.output?.readToEnd()) ?? Data())
                }
            }
            let status = await child.ended()
            end.happen()
            return (status, String(decoding: data, as: UTF8.self))
        }
        let hasEnded = await withTaskCancellationHandler {
            await end.wait(atMost: limit)
        } onCancel: {
            child.killGroup()
        }
        guard hasEnded else {
            child.killGroup()
            throw BuildFailure([BuildProblem("\(path) did not end within \(limit.components.seconds) seconds.")])
        }
        return await reading.value
    }

    /// Runs the program with a folder for its output, and returns the description of its inputs and outputs.
    ///
    /// - Parameter folder: receives the outputs.
    /// - Throws: ``BuildFailure`` with the errors that the program reports.
    func build(_ arguments: [String], into folder: URL, _ nodeModules: NodeModules? = nil) async throws -> Metafile {
        let description = folder.appending(path: "metafile.json").path(percentEncoded: false)
        let common = [
            "--outdir=\(folder.path(percentEncoded: false))", "--metafile=\(description)", "--log-level=error",
            "--log-limit=0", "--color=false", "--charset=utf8", "--target=es2022",
        ]
        let result = try await run(arguments + common, nodeModules)
        guard result.status == 0 else {
            var problems = BuildProblem.all(in: result.output, folder: Self.workingFolder)
            for index in problems.indices where problems[index].message.hasSuffix("but found \"with\".") {
                let version = (try? await version()) ?? ""
                problems[index].message +=
                    " esbuild \(version) is too old for import attributes: an import without them works."
            }
            let text = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
            throw BuildFailure(
                problems.isEmpty ? [BuildProblem("\(path) ended with exit code \(result.status). \(text)")] : problems)
        }
        guard let metafile = Metafile(at: description, folder: Self.workingFolder) else {
            throw BuildFailure([
                BuildProblem("\(path) has not described its output. Use esbuild 0.17 or later. \(Self.advice)")
            ])
        }
        return metafile
    }

    /// Runs the program, a second time without the missing modules of `import()`, whose failure the script may handle.
    ///
    /// - Throws: ``BuildFailure``.
    func buildLeavingMissing(_ arguments: [String], into folder: URL, _ nodeModules: NodeModules) async throws
        -> Metafile
    {
        do {
            return try await build(arguments, into: folder, nodeModules)
        } catch let failure as BuildFailure {
            let missing = failure.problems.filter { $0.isOfDynamicImport }
            guard !missing.isEmpty, missing.count == failure.problems.count else { throw failure }
            let options = missing.compactMap(\.unresolved).map { "--external:\($0)" }
            return try await build(arguments + options, into: folder, nodeModules)
        }
    }

    /// The folder that the paths in the program's output are relative to.
    static var workingFolder: String {
        let path = FileManager.default.currentDirectoryPath
        return URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    }
}
