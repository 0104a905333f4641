import Foundation
import HTTPMessages
import RemoteInspector
import WebKit

// The events of WebKit's inspector, in the order in which they come.
extension BiDiPage {
    func receive(_ event: InspectorMessage) async {
        let parameters = event.parameters
        switch event.method {
        case "Runtime.executionContextCreated":
            if let context = parameters["context"] { await contextCreated(context) }
        case "Page.frameNavigated":
            if let frame = parameters["frame"] { await navigated(frame) }
        case "Page.frameDetached":
            if let id = parameters["frameId"]?.text { loads.framesStopped([id]) }
            if let frame = parameters["frameId"]?.text.flatMap({ self.frame($0) }), frame !== main { remove(frame) }
        case "Page.domContentEventFired": lifecycle("domContentLoaded", .interactive)
        case "Page.loadEventFired": lifecycle("load", .complete)
        case "Page.frameStartedLoading":
            if let id = parameters["frameId"]?.text { loads.frameStarted(id) }
        case "Page.frameStoppedLoading":
            // WebKit reports nothing about frames that have come with their parent.
            if let id = parameters["frameId"]?.text {
                loads.framesStopped([id] + (frame(id)?.tree.compactMap(\.inspectorID) ?? []))
            }
            guard let frame = parameters["frameId"]?.text.flatMap({ self.frame($0) }), frame !== main else { break }
            for name in ["domContentLoaded", "load"] {
                emit("browsingContext.\(name)", payload(frame, frame.navigation, url: frame.url))
            }
        case "Console.messageAdded":
            if let message = parameters["message"] { await consoleMessage(message) }
        case let method where method.hasPrefix("Network."): networkEvent(event)
        default: break
        }
    }

    private func contextCreated(_ context: JSONValue) async {
        guard let number = context["id"]?.number, let frameID = context["frameId"]?.text else { return }
        let isPage = context["type"]?.text == "normal" || context["isPageContext"]?.flag == true
        let name = context["name"]?.text ?? ""
        guard isPage || name.hasPrefix(Self.worldPrefix), let channel else { return }
        if frame(frameID) == nil { await readFrames() }
        guard let frame = frame(frameID) else { return }
        let sandbox = isPage ? nil : String(name.dropFirst(Self.worldPrefix.count))
        add(BiDiRealm(number, in: frame, sandbox: sandbox, channel: channel, partName: browser?.partName ?? ""))
    }

    private func navigated(_ given: JSONValue) async {
        guard let id = given["id"]?.text else { return }
        guard given["parentId"]?.text != nil else {
            for child in main.children { remove(child) }
            removeRealms(of: main)
            main.update(given)
            return committed()
        }
        if frame(id) == nil { await readFrames() }
        guard let frame = frame(id) else { return }
        for child in frame.children { remove(child) }
        removeRealms(of: frame)
        frame.update(given)
        frame.navigation = UUID().uuidString.lowercased()
        for name in ["navigationStarted", "navigationCommitted"] {
            emit("browsingContext.\(name)", payload(frame, frame.navigation, url: frame.url))
        }
    }

    private func committed() {
        knownAddress = main.url
        let navigation: BiDiNavigation
        if let current = self.navigation, current.stage == .started, current.failure == nil {
            navigation = current
        } else {
            navigation = begin(main.url)
        }
        navigation.url = main.url
        emit("browsingContext.navigationCommitted", payload(main, navigation.id, url: main.url))
        navigation.reached(.committed)
    }

    /// The document has come, and the inspector did not report it.
    func arrived() {
        main.url = view.url?.absoluteString ?? main.url
        committed()
    }

    func lifecycle(_ name: String, _ stage: BiDiNavigation.Stage) {
        guard let navigation, navigation.stage >= .committed else { return }
        emit("browsingContext.\(name)", payload(main, navigation.id, url: main.url))
        navigation.reached(stage)
    }

    /// Begins a navigation, which ends the one before it.
    @discardableResult
    func begin(_ url: String, _ given: BiDiNavigation? = nil) -> BiDiNavigation {
        if let navigation, navigation.stage == .started, navigation.failure == nil {
            abort(navigation)
        }
        navigation?.fail(BiDiError(.unknownError, "another navigation has replaced this one"))
        let navigation = given ?? BiDiNavigation(url)
        navigation.changed = { [weak self] in self?.loads.changed() }
        self.navigation = navigation
        emit("browsingContext.navigationStarted", payload(main, navigation.id, url: url))
        return navigation
    }

    private func abort(_ navigation: BiDiNavigation) {
        emit("browsingContext.navigationAborted", payload(main, navigation.id, url: navigation.url))
        navigation.fail(BiDiError(.unknownError, "another navigation has replaced this one"))
    }

    /// The address has changed without a new document.
    func addressChanged() {
        guard ready.hasHappened, let url = view.url?.absoluteString, url != knownAddress else { return }
        if let navigation, navigation.stage == .started, navigation.failure == nil { return }
        // The address of a navigation that begins is reported before its start.
        if view.isLoading, expected != nil { return }
        let isFragment =
            url.prefix { $0 != "#" } == knownAddress.prefix { $0 != "#" } && url.contains("#")
        guard isFragment || !view.isLoading else { return }
        knownAddress = url
        main.url = url
        let name = isFragment ? "fragmentNavigated" : "historyUpdated"
        emit("browsingContext.\(name)", payload(main, isFragment ? fragment?.id : nil, url: url))
        fragment?.reached(.complete)
        fragment = nil
    }

    // MARK: Console

    private func consoleMessage(_ message: JSONValue) async {
        guard browser?.isSubscribed("log.entryAdded", self) ?? false else { return }
        let source = message["source"]?.text ?? ""
        let isConsole = source == "console-api"
        guard isConsole || source == "javascript" else { return }
        let level = message["level"]?.text ?? "log"
        let parameters = message["parameters"]?.elements ?? []
        guard
            let realm = realm(of: parameters) ?? realms.values.first(where: { $0.frame === main && $0.sandbox == nil })
        else { return }
        let levels = ["log": "info", "info": "info", "warning": "warn", "error": "error", "debug": "debug"]
        var entry: [String: JSONValue] = [
            "type": isConsole ? "console" : "javascript", "level": .string(levels[level] ?? "info"),
            "source": self.source(realm), "text": message["text"] ?? "",
            "timestamp": .integer(Int(Date().timeIntervalSince1970 * 1000)),
        ]
        if let stack = Self.stack(message) { entry["stackTrace"] = stack }
        if isConsole {
            let type = message["type"]?.text ?? "log"
            entry["method"] = .string(type == "log" ? level == "warning" ? "warn" : level : type)
            let given = parameters.isEmpty ? [["type": "string", "value": message["text"] ?? ""]] : parameters
            let primitives = given.compactMap(BiDiRealm.primitive)
            let values: JSONValue? =
                if primitives.count == given.count { .array(primitives) } else {
                    try? await realm.call(
                        "function(...values) { return this.serialize(...values) }", given.map(BiDiRealm.argument))
                }
            entry["args"] = resolved(values ?? [])
            let texts = (values?.elements ?? []).map { value in
                value["type"] == "string" ? value["value"]?.text ?? "" : Self.text(of: value)
            }
            if !texts.isEmpty { entry["text"] = .string(texts.joined(separator: " ")) }
        }
        emit("log.entryAdded", .object(entry))
    }

    private static func text(of value: JSONValue) -> String {
        switch value["value"] {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        case .number(let number)?: String(number)
        case .bool(let flag)?: String(flag)
        default: value["type"]?.text ?? ""
        }
    }

    /// Returns the realm of the first object among values of the inspector.
    private func realm(of parameters: [JSONValue]) -> BiDiRealm? {
        for parameter in parameters {
            guard let object = parameter["objectId"]?.text,
                let number = try? JSONValue(json: Data(object.utf8))["injectedScriptId"]?.number
            else { continue }
            return realms[number]
        }
        return nil
    }

    private static func stack(_ message: JSONValue) -> JSONValue? {
        let given = message["stackTrace"]?["callFrames"]?.elements ?? message["stackTrace"]?.elements ?? []
        var frames = given.map { frame -> JSONValue in
            [
                "functionName": frame["functionName"] ?? "", "url": frame["url"] ?? "",
                "lineNumber": .integer(max(0, (frame["lineNumber"]?.number ?? 1) - 1)),
                "columnNumber": .integer(max(0, (frame["columnNumber"]?.number ?? 1) - 1)),
            ]
        }
        if frames.isEmpty, let url = message["url"] {
            frames = [
                [
                    "functionName": "", "url": url, "lineNumber": .integer(max(0, (message["line"]?.number ?? 1) - 1)),
                    "columnNumber": .integer(max(0, (message["column"]?.number ?? 1) - 1)),
                ]
            ]
        }
        return frames.isEmpty ? nil : ["callFrames": .array(frames)]
    }
}
