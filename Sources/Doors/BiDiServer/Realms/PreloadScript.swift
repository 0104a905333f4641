import Foundation
import HTTPMessages
import WebKit

/// A function that runs in each new document before the page's scripts.
struct PreloadScript {
    let id = UUID().uuidString.lowercased()
    var declaration: String
    /// The channels that the function gets.
    var channels: [JSONValue]
    var sandbox: String?
    /// The windows; nil for all.
    var contexts: Set<String>?
    var userContexts: Set<String>?

    @MainActor
    func isFor(_ page: BiDiPage) -> Bool {
        if let contexts { return contexts.contains(page.id) }
        return userContexts?.contains(page.userContext.id) ?? true
    }
}

extension BiDiBrowser {
    /// Whether a preload script of a realm has channels.
    func hasPreloadChannels(for page: BiDiPage, sandbox: String?) -> Bool {
        preloadScripts.contains { $0.sandbox == sandbox && !$0.channels.isEmpty && $0.isFor(page) }
    }

    /// Gives documents that come in a window the scripts of its client.
    func installScripts(in page: BiDiPage) {
        let controller = page.view.configuration.userContentController
        controller.removeAllUserScripts()
        for script in page.baseScripts + page.sandboxScripts { controller.addUserScript(script) }
        if let script = page.emulation.script {
            controller.addUserScript(
                WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
        let scripts = preloadScripts.filter { $0.isFor(page) }
        var worldsWithChannels: Set<String> = []
        for script in scripts {
            let world =
                script.sandbox.map { WKContentWorld.world(name: BiDiPage.worldPrefix + $0) } ?? WKContentWorld.page
            let name = JSONText.string(partName)
            if !script.channels.isEmpty, worldsWithChannels.insert(script.sandbox ?? "").inserted {
                // The host takes the property away as soon as it knows the realm.
                let part =
                    "Object.defineProperty(globalThis, \(name), { value: (\(EmbeddedFiles.realm_js))(\"\"), configurable: true });"
                controller.addUserScript(
                    WKUserScript(source: part, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
            }
            let arguments = script.channels.map { channel in
                "globalThis[\(name)].channel(\(String(decoding: channel.data, as: UTF8.self)))"
            }
            controller.addUserScript(
                WKUserScript(
                    source: "(\(script.declaration))(\(arguments.joined(separator: ", ")));",
                    injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
        }
    }
}
