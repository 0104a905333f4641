import CJavaScriptCore
import Foundation
import Testing
import WebKit

@testable import FileEmbedder

/// A JavaScriptCore context with the parts of the runtime that need no DOM, in the order of the window's script.
///
/// The contexts are made on the main thread, because the thread that first uses JavaScriptCore can become WebKit's main thread.
@MainActor
final class RuntimeContext {
    /// The parts that run in a context without a DOM. Their functions that use the DOM are tested by the page suites.
    static let parts: Set = [
        "shared/primordials.js", "shared/addresses.js", "shared/replies.js",
        "shared/base64.js", "shared/webidl.js",
        "shared/conversions.js", "shared/views.js", "shared/serialize.js", "shared/deserialize.js",
        "shared/multipart.js", "shared/marks.js", "shared/cache_responses.js",
    ]

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let runtime = folder.appendingPathComponent("../../../../Sources/Bridge/SWWebView/Runtime")
        .standardized
    /// The scripts of every context, read once.
    private static let scripts = Result {
        let manifest = try Manifest(of: runtime.appendingPathComponent("window.manifest"))
        func read(_ path: String, in folder: URL) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        }
        let modules = try ScriptJoiner.modules(of: manifest) { try read($0, in: runtime) }
            .filter { parts.contains($0.path) }
        try #require(modules.count == parts.count, "The window's script lacks a part: \(parts)")
        return [(name: "prelude.js", text: try read("prelude.js", in: folder))]
            + modules.map { (name: $0.path, text: $0.text) }
    }

    /// The virtual machine of every context. It keeps the code of the scripts, so that a further context takes a third of the time.
    private static let machine = {
        WebKitEnvironment.prepareEngine()
        return jsc_virtual_machine_new()
    }()

    /// The context of all scripts that change nothing in theirs.
    static let shared = Result { try RuntimeContext() }

    private let context: UnsafeMutablePointer<JSCContext>

    init() throws {
        context = jsc_context_new_with_virtual_machine(Self.machine)
        for script in try Self.scripts.get() { _ = try evaluate(script.text, name: script.name, line: 1) }
    }

    isolated deinit { g_object_unref(context) }

    /// Runs a script in strict mode, and throws what it throws. The script may await promises that no event settles.
    ///
    /// - Parameter line: the number of the line before the script, for errors.
    func run(_ script: String, after declarations: String = "", line: Int) throws {
        _ = try evaluate(declarations, name: "declarations", line: 1)
        _ = try evaluate("var outcome = 'The script has not ended';", name: "outcome", line: 1)
        _ = try evaluate(
            """
            (async () => { "use strict"; try { await (async () => {
            \(script)
            })(); outcome = ""; } catch (error) { outcome = `${error}\\n${error.stack}`; } })();
            """, name: "test", line: line)
        let outcome = try evaluate("outcome", name: "outcome", line: 1)
        if !outcome.isEmpty { throw ScriptError(description: outcome) }
    }

    /// Returns the result of a script as text.
    private func evaluate(_ script: String, name: String, line: Int) throws -> String {
        let value = jsc_context_evaluate_with_source_uri(context, script, -1, name, guint(line))
        defer { g_object_unref(value) }
        if let exception = jsc_context_get_exception(context) {
            defer { jsc_context_clear_exception(context) }
            throw ScriptError(description: Self.text(jsc_exception_report(exception)))
        }
        return Self.text(jsc_value_to_string(value))
    }

    /// Returns a text of GLib's, and frees it.
    private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        defer { g_free(pointer) }
        return String(cString: pointer)
    }
}

/// An error that a test's script threw.
struct ScriptError: Error, CustomStringConvertible {
    let description: String
}

/// Runs the script of a test in a new context. A failure names the lines of a script of several lines as those of the Swift file.
///
/// - Parameter declarations: a script that runs first.
@MainActor
func run(_ script: String, after declarations: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
    recordingErrors(at: sourceLocation) {
        try RuntimeContext().run(script, after: declarations, line: sourceLocation.line + 1)
    }
}

/// Runs the script of a test that changes nothing in its context, such as one of many cases.
@MainActor
func runShared(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    recordingErrors(at: sourceLocation) { try RuntimeContext.shared.get().run(script, line: sourceLocation.line + 1) }
}

/// Records the error of a script as a failure of the test.
@MainActor
private func recordingErrors(at sourceLocation: SourceLocation, _ work: () throws -> Void) {
    do {
        try work()
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
