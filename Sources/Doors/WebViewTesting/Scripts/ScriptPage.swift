import Foundation
import ScriptTools

/// The page of a test script, with its import map, its test library, and the code that starts the tests.
struct ScriptPage {
    /// The query of the page's address. The script's address has no query.
    static let query = "test-page"
    /// The path of the test libraries and of the modules that replace others.
    static let folder = "/___framework___/"

    /// The path of the module with the errors of the script's imports.
    static let problems = folder + "problems.js"

    let site: ScriptSite
    let script: URL

    /// The response header with the paths of the files that a page waits for, beside those that it loads.
    static let filesHeader = "SWWebView-Files"

    /// The test library, and the project with the modules that replace others.
    struct Plan {
        var framework: TestFramework
        var syntax: ModuleSyntax
        var project: ScriptProject
    }

    private var plainProject: ScriptProject { ScriptProject(root: site.folder.folder) }
    private var address: String { plainProject.address(of: script.path(percentEncoded: false)) }

    /// Finds the script's library.
    ///
    /// - Throws: ``BuildProblem``.
    func plan() throws(BuildProblem) -> Plan {
        guard let text = ScriptFile.text(of: script, upTo: 16 << 20) else {
            throw problem("The file cannot be read as UTF-8.")
        }
        let syntax = ModuleSyntax(text)
        guard let framework = site.choice.framework ?? TestFramework.find(in: syntax, dependencies: site.dependencies)
        else {
            let names = TestFramework.allCases.map(\.rawValue).joined(separator: ", ")
            throw problem("The file does not show which library its tests are for. Name it with --framework: \(names).")
        }
        let project = ScriptProject(root: site.folder.folder, standIns: site.standIns(for: framework))
        return Plan(framework: framework, syntax: syntax, project: project)
    }

    private func problem(_ message: String) -> BuildProblem {
        BuildProblem(message, file: script.path(percentEncoded: false))
    }

    /// Returns the page's HTML, and files that the script depends on beside those that the page loads. Compiles the script if need be.
    func make() async -> (html: String, files: [String]) {
        do {
            let plan = try plan()
            site.begin(plan.project)
            var files: [String] = []
            if !plan.project.runsUnchanged(script.path(percentEncoded: false)) {
                files = try await site.modules(of: script, in: plan.project).configurationFiles
            }
            return (page(plan, libraries: try site.files.files(of: plan.framework).map(\.name)), files)
        } catch let failure as BuildFailure {
            return failing(failure.problems, files: failure.files)
        } catch let problem as BuildProblem {
            return failing([problem])
        } catch let missing as FrameworkFiles.Missing {
            return failing([problem(missing.message)])
        } catch {
            return failing([problem("The script cannot be compiled: \(error.localizedDescription)")])
        }
    }

    /// Returns a module with the errors of imports, for a script that the browser has refused.
    func problemModule() async -> String {
        guard let project = try? plan().project else { return "export default [];" }
        let problems = await site.builder.problems(of: script.path(percentEncoded: false), in: project)
        return "export default [\(problems.map { object(of: $0) }.joined(separator: ", "))];"
    }

    private func page(_ plan: Plan, libraries: [String]) -> String {
        let elements = libraries.map { "<script src=\"\(Self.folder)\($0)\"></script>\n" }.joined()
        let (before, after) = Self.steps(of: plan.framework, plan.syntax)
        let imports = plan.project.standIns.sorted { $0.key < $1.key }.map {
            "\(ScriptText.quoted($0.key)): \(ScriptText.quoted($0.value))"
        }
        return head + """
            <script type="importmap">{ "imports": { \(imports.joined(separator: ", ")) } }</script>
            \(elements)<div id="qunit-fixture"></div>
            <script type="module">
            \(Self.reporting)
            try {
                \(before)
                await import(\(ScriptText.quoted(address)));
                \(after)
            } catch (error) {
                // WebKit does not name the module that imports the missing name.
                const isOfImport = /binding name '.+' (?:is not found|cannot be resolved)/.test(error?.message);
                const problems = isOfImport ? (await import("\(Self.problems)")).default : [];
                for (const problem of problems.length ? problems : [describe(error)]) report(problem);
            }
            </script>

            """
    }

    private var head: String {
        """
        <!doctype html>
        <meta charset="utf-8">
        <title>\(Self.escaped((address.removingPercentEncoding ?? address).dropFirst()))</title>

        """
    }

    /// Returns the code that runs before and after the script.
    private static func steps(of framework: TestFramework, _ syntax: ModuleSyntax) -> (before: String, after: String) {
        switch framework {
        case .mocha:
            let isTDD = syntax.names.contains("suite") && !syntax.names.contains("describe")
            // The hook reports the results, so that mocha needs no reporter.
            return ("mocha.setup({ ui: \"\(isTDD ? "tdd" : "bdd")\", reporter: function () {} });", "mocha.run();")
        case .qunit: return ("QUnit.config.autostart = false;", "QUnit.start();")
        case .jasmine: return ("", "await jasmine.getEnv().execute();")
        case .testharness: return ("setup({ explicit_done: true });", "done();")
        case .tap: return ("", "")
        case .vitest:
            return (
                """
                const { vi, ...names } = await import("\(folder)vitest.js");
                for (const [name, value] of Object.entries({ vi, ...names })) if (!(name in globalThis)) globalThis[name] = value;
                """, "await (await import(\"\(folder)runner.js\")).run();"
            )
        case .uvu: return ("await import(\"\(folder)uvu.js\");", "await (await import(\"\(folder)runner.js\")).run();")
        }
    }

    /// Returns a page that reports why its tests are missing.
    private func failing(_ problems: [BuildProblem], files: [String] = []) -> (html: String, files: [String]) {
        let reports = problems.map { "report(\(object(of: $0)));" }
        return (head + "<script>\n\(Self.reporting)\n\(reports.joined(separator: "\n"))\n</script>\n", files)
    }

    private func object(of problem: BuildProblem) -> String {
        let address = problem.file.map { plainProject.address(of: $0) } ?? address
        return """
            { message: \(ScriptText.quoted(problem.message)), source: location.origin + \(ScriptText.quoted(address)), \
            line: \(problem.line), column: \(problem.column) }
            """
    }

    private static let reporting = """
        const report = (failure) => webkit.messageHandlers.\(HookScript.messageHandlerName).postMessage(
            JSON.stringify({ type: "error", kind: "script", ...failure }));
        const describe = (error) => ({
            message: String(error?.name && error.message ? `${error.name}: ${error.message}` : error),
            source: error?.sourceURL, line: error?.line, column: error?.column, stack: error?.stack || undefined });
        """

    private static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
