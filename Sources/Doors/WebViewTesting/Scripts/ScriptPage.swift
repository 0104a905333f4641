import Foundation

/// The page of a test script, with its import map, its test library, and the code that starts the tests.
struct ScriptPage {
    /// The query of the page's address. The script's address has no query.
    static let query = "test-page"
    /// The path of the test libraries and of the modules that replace others.
    static let folder = "/___framework___/"

    let site: ScriptSite
    let script: URL
    let address: String

    /// The response header with the paths of the files that a page without tests waits for.
    static let filesHeader = "SWWebView-Files"

    /// Returns the page's HTML, and the files that the script needs if the page has no tests for want of one. Reads the modules of
    /// the script on the calling thread.
    func make() -> (html: String, files: [String]) {
        guard let text = ScriptFile.text(of: script, upTo: 16 << 20) else {
            return failing([
                ModuleGraph.Problem(message: "The file cannot be read as UTF-8.", address: address, line: 1, column: 1)
            ])
        }
        let scan: ModuleScanner
        do {
            scan = ModuleScanner(
                ScriptFile.isTypeScript(script.lastPathComponent) ? try TypeStripper.strip(text) : text)
        } catch {
            return failing([
                ModuleGraph.Problem(message: error.message, address: address, line: error.line, column: error.column)
            ])
        }
        let dependencies = site.resolver.manifest(of: script)?.dependencies ?? []
        guard let framework = site.choice.framework ?? TestFramework.find(in: scan, dependencies: dependencies) else {
            let names = TestFramework.allCases.map(\.rawValue).joined(separator: ", ")
            let message = "The file does not show which library its tests are for. Name it with --framework: \(names)."
            return failing([ModuleGraph.Problem(message: message, address: address, line: 1, column: 1)])
        }
        let graph = ModuleGraph(
            of: script, resolver: site.resolver, standIns: site.standIns(for: framework, of: script))
        guard graph.problems.isEmpty else { return failing(graph.problems, files: graph.files) }
        do {
            return (page(framework, scan, graph, libraries: try site.files.files(of: framework).map(\.name)), [])
        } catch {
            return failing([ModuleGraph.Problem(message: error.message, address: address, line: 1, column: 1)])
        }
    }

    private func page(
        _ framework: TestFramework, _ scan: ModuleScanner, _ graph: ModuleGraph, libraries: [String]
    ) -> String {
        let elements = libraries.map { "<script src=\"\(Self.folder)\($0)\"></script>\n" }.joined()
        let (before, after) = Self.steps(of: framework, scan)
        return head + """
            <script type="importmap">\(graph.json)</script>
            \(elements)<div id="qunit-fixture"></div>
            <script type="module">
            \(Self.reporting)
            const missing = \(Self.json(of: graph.missingBindings()));
            try {
                \(before)
                await import(\(ScriptText.quoted(address)));
                \(after)
            } catch (error) {
                const name = /binding name '(.+)' (?:is not found|cannot be resolved)/.exec(error?.message)?.[1];
                report(missing[name] ?? describe(error));
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
    private static func steps(of framework: TestFramework, _ scan: ModuleScanner) -> (before: String, after: String) {
        switch framework {
        case .mocha:
            let isTDD = scan.names.contains("suite") && !scan.names.contains("describe")
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
    private func failing(_ problems: [ModuleGraph.Problem], files: [String] = []) -> (html: String, files: [String]) {
        let reports = problems.map { "report(\(Self.object(of: $0)));" }
        return (head + "<script>\n\(Self.reporting)\n\(reports.joined(separator: "\n"))\n</script>\n", files)
    }

    private static func object(of problem: ModuleGraph.Problem) -> String {
        """
        { message: \(ScriptText.quoted(problem.message)), source: location.origin + \(ScriptText.quoted(problem.address)), \
        line: \(problem.line), column: \(problem.column) }
        """
    }

    /// Returns an object with the imports that fail, by the name that WebKit's error has.
    private static func json(of missing: [String: ModuleGraph.Problem]) -> String {
        let entries = missing.sorted { $0.key < $1.key }.map { "\(ScriptText.quoted($0.key)): \(object(of: $0.value))" }
        return "{ __proto__: null, \(entries.joined(separator: ", ")) }"
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
