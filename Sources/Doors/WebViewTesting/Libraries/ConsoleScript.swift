/// The part of the hook that tells of the console and of errors nobody caught, for views that run no tests.
///
/// Inject it at document start, in every frame. It posts JSON strings to the script message handler named
/// ``HookScript/messageHandlerName``; `PageEvent(message:)` reads them.
package enum ConsoleScript {
    /// The whole script: one strict function that leaves no name of its own in the page.
    package static let source: String = {
        let body = [
            EmbeddedFiles.base_js, EmbeddedFiles.format_js, EmbeddedFiles.console_js,
            EmbeddedFiles.console_tools_js, EmbeddedFiles.errors_js,
        ].joined(separator: "\n")
        return "(() => {\n'use strict';\ntry {\n\(body)\n} catch {}\n})();\n"
    }()

    /// The script for the frames of a page under test, whose main frame has ``HookScript``.
    static let frameSource = "if (self !== top) {\n\(source)}\n"
}
