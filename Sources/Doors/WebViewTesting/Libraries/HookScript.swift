import Foundation
import HTTPMessages
import Simulator

/// The script a page suite is run with: tells the runner about the page's console, errors and test library.
///
/// Inject it at document start, in the main frame, in the page's own content world. It posts JSON strings to the script
/// message handler named ``HookScript/messageHandlerName``; feed each to ``PageRecorder/receive(message:at:)``.
public enum HookScript {
    /// The name of the script message handler the script posts to.
    public static let messageHandlerName = ConsoleScript.messageHandlerName

    /// The script for a run that wants nothing in particular of the test libraries.
    public static let source = source()

    /// The whole script: one strict function that leaves no name of its own in the page.
    ///
    /// The script skips steps that it cannot do (a message handler that is missing); it never throws into the page.
    ///
    /// - Parameters:
    ///   - grep: a regular expression; mocha and Jasmine run only tests whose name fits, groups and all.
    ///   - testTimeout: seconds that a test may take which chooses no limit of its own, in mocha, QUnit and Jasmine.
    ///   - forbidsOnly: whether a test that is marked as the only one fails the page.
    ///   - allowsUnhandledRejections: whether an unhandled rejection is only printed.
    ///   - reportsMoments: whether the page at each failure goes to the trace's message handler.
    public static func source(
        grep: String? = nil, testTimeout: Double? = nil, forbidsOnly: Bool = false,
        allowsUnhandledRejections: Bool = false, reportsMoments: Bool = false
    ) -> String {
        let settings = Settings(
            grep: grep, testTimeout: testTimeout.map { ($0 * 1000).rounded() }, forbidOnly: forbidsOnly,
            allowUnhandledRejections: allowsUnhandledRejections, moments: reportsMoments)
        let json = JSONText.text(settings)
        return """
            (() => {
            'use strict';
            try {
            const hookSettings = { __proto__: null, ...\(json) };
            \(reportsMoments ? DocumentScript.source : "")
            \(EmbeddedFiles.hooks_manifest)
            } catch {}
            })();
            """
    }

    /// The script for the frames of the page, which report only their console and their errors.
    static let frameSource = "if (self !== top) {\n\(ConsoleScript.source)}\n"

    private struct Settings: Encodable {
        var grep: String?
        var testTimeout: Double?
        var forbidOnly: Bool
        var allowUnhandledRejections: Bool
        var moments: Bool
    }
}
