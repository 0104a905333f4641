import WebKit

/// The script that reports what pages print on their console, and the errors that nobody caught.
///
/// It posts JSON strings to the script message handler named ``messageHandlerName``; `PageEvent(message:)` reads them.
package enum ConsoleScript {
    /// The name of the script message handler that the script posts to.
    package static let messageHandlerName = "swwebviewTesting"

    /// The whole script: one strict function that leaves no name of its own in the page.
    package static let source = "(() => {\n'use strict';\ntry {\n\(EmbeddedFiles.console_manifest)\n} catch {}\n})();\n"

    /// The script for every frame, at document start.
    @MainActor package static var userScript: WKUserScript {
        WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false)
    }

    /// Adds the script to every frame of views with this content. The handler receives its messages.
    @MainActor package static func install(in content: WKUserContentController, _ handler: any WKScriptMessageHandler) {
        content.add(handler, name: messageHandlerName)
        content.addUserScript(userScript)
    }
}
