/// The script a page suite is run with: tells the runner about the page's console, errors and test harness.
///
/// Inject it at document start, in the main frame, in the page's own content world. It posts JSON strings to the script
/// message handler named ``HookScript/messageHandlerName``; feed each to ``PageRecorder/receive(message:at:)``.
public enum HookScript {
    /// The name of the script message handler the script posts to.
    public static let messageHandlerName = "swwebviewTesting"

    /// The whole script: one strict function that leaves no name of its own in the page.
    ///
    /// What it cannot do (a message handler that is missing) it leaves undone; it never throws into the page.
    public static let source: String = {
        let parts: [[UInt8]] = [
            PackageResources.base_js, PackageResources.format_js, PackageResources.console_js,
            PackageResources.errors_js, PackageResources.recognise_js, PackageResources.testharness_js,
        ]
        let body = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        return """
            (() => {
            'use strict';
            try {
            \(body)
            } catch {}
            })();
            """
    }()
}
