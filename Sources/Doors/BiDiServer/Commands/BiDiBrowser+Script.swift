import Foundation
import HTTPMessages
import WebKit

// Source: WebDriver BiDi, "The script Module", https://w3c.github.io/webdriver-bidi/#module-script
extension BiDiBrowser {
    func script(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        switch method {
        case "script.evaluate", "script.callFunction": return try await evaluate(method, parameters)
        case "script.disown":
            let (_, realm) = try await target(parameters)
            let handles = try parameters.array("handles")
            _ = try await realm.call(
                "function(names) { return this.disown(names) }",
                [["value": .string(String(decoding: JSONValue.array(handles).data, as: UTF8.self))]])
            return [:]
        case "script.getRealms": return try realms(parameters)
        case "script.addPreloadScript": return try addPreloadScript(parameters)
        case "script.removePreloadScript":
            let id = try parameters.string("script")
            guard preloadScripts.contains(where: { $0.id == id }) else {
                throw BiDiError(.noSuchScript, "there is no preload script “\(id)”")
            }
            preloadScripts.removeAll { $0.id == id }
            for page in pages { installScripts(in: page) }
            return [:]
        default: throw Self.unknown(method)
        }
    }

    /// Returns the realm that a command is for.
    private func target(_ parameters: Parameters) async throws -> (page: BiDiPage, realm: BiDiRealm) {
        let target = try parameters.object("target")
        if let id = try target.optionalString("realm"), target["context"] == nil { return try realm(id) }
        let (page, frame) = try frame(try target.string("context"))
        return (page, try await page.realm(of: frame, sandbox: try target.optionalString("sandbox")))
    }

    private func evaluate(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        guard let awaits = try parameters.optionalFlag("awaitPromise") else {
            throw BiDiError(.invalidArgument, "“awaitPromise” must be a boolean, and is missing")
        }
        let serialization = try Self.serialization(parameters)
        let ownership = try parameters.choice("resultOwnership", of: ["root", "none"], or: "none")
        let isGesture = try parameters.flag("userActivation", or: false)
        var options: [String: JSONValue] = [
            "awaits": .bool(awaits), "serialization": serialization, "ownership": .string(ownership),
        ]
        let isCall = method == "script.callFunction"
        let script = try parameters.string(isCall ? "functionDeclaration" : "expression")
        let (page, realm) = try await target(parameters)
        let result: JSONValue
        if isCall {
            let arguments = JSONValue.array(try parameters.optionalArray("arguments") ?? [])
            options["arguments"] = try await localized(arguments, for: realm, page)
            if let receiver = parameters["this"] { options["this"] = try await localized(receiver, for: realm, page) }
            if Self.hasChannel(arguments) { realm.receiveMessages() }
            result = try await realm.callFunction(script, .object(options))
        } else {
            result = try await realm.evaluate(script, .object(options), isGesture: isGesture)
        }
        // Events that the script has caused come before its result.
        await page.drain()
        var members = page.resolved(result).members ?? [:]
        members["realm"] = .string(realm.id)
        return .object(members)
    }

    private static func serialization(_ parameters: Parameters) throws -> JSONValue {
        guard let options = try parameters.optionalObject("serializationOptions") else { return [:] }
        _ = try options.optionalCount("maxDomDepth")
        _ = try options.optionalCount("maxObjectDepth")
        _ = try options.choice("includeShadowTree", of: ["none", "open", "all"], or: "none")
        return .object(options.members)
    }

    private static func hasChannel(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements): elements.contains(where: hasChannel)
        case .object(let members): members["type"] == "channel" || members["value"].map(hasChannel) ?? false
        default: false
        }
    }

    // MARK: Nodes of other realms

    /// Returns a local value whose nodes are known in a realm.
    func localized(_ value: JSONValue, for realm: BiDiRealm, _ page: BiDiPage) async throws -> JSONValue {
        switch value {
        case .array(let elements):
            var all: [JSONValue] = []
            for element in elements { all.append(try await localized(element, for: realm, page)) }
            return .array(all)
        case .object(var members):
            if let name = members["sharedId"]?.text {
                return ["sharedId": .string(try await adopt(name, realm, page))]
            }
            if let inner = members["value"] {
                members["value"] = try await localized(inner, for: realm, page)
                return .object(members)
            }
            return value
        default: return value
        }
    }

    func localized(_ values: [JSONValue], for realm: BiDiRealm, _ page: BiDiPage) async throws -> [JSONValue] {
        try await localized(.array(values), for: realm, page).elements
    }

    /// Returns the name that a realm has for a node, which may be known to another realm of the page.
    private func adopt(_ name: String, _ realm: BiDiRealm, _ page: BiDiPage) async throws -> String {
        let owner = String(name.prefix { $0 != "." })
        if owner == realm.id { return name }
        let missing = BiDiError(.noSuchNode, "there is no node “\(name)”")
        guard let other = page.realms.values.first(where: { $0.id == owner }), let channel = page.channel else {
            throw missing
        }
        let object = try await other.object(ofNode: name)
        guard let object else { throw missing }
        // WebKit's inspector knows nodes by the tree that it has reported. $0 is the inspected node, in every realm of the document.
        _ = await channel.call("DOM.getDocument", as: JSONValue.self)
        guard
            let node = await channel.call(
                "DOM.requestNode", ["objectId": object] as JSONValue, as: JSONValue.self)?["nodeId"]?.number,
            node > 0
        else { throw missing }
        _ = await channel.call("DOM.setInspectedNode", ["nodeId": .integer(node)] as JSONValue, as: JSONValue.self)
        let found = try await realm.command(
            "Runtime.evaluate",
            ["expression": "$0", "contextId": .integer(realm.context), "includeCommandLineAPI": true])
        guard let adopted = found["result"]?["objectId"], found["wasThrown"]?.flag != true else { throw missing }
        let answer = try await realm.call("function(node) { return this.name(node) }", [["objectId": adopted]])
        return answer["sharedId"]?.text ?? name
    }

    // MARK: Realms and preload scripts

    private func realms(_ parameters: Parameters) throws -> JSONValue {
        let frame = try parameters.optionalString("context").map { try self.frame($0).frame }
        let type = try parameters.optionalString("type")
        let found = pages.filter(\.isAnnounced).flatMap { page in
            page.orderedRealms.filter { frame == nil || $0.frame === frame }.map { page.realmInfo($0) }
        }
        return ["realms": .array(type == nil || type == "window" ? found : [])]
    }

    private func addPreloadScript(_ parameters: Parameters) throws -> JSONValue {
        let declaration = try parameters.string("functionDeclaration")
        let channels = try (parameters.optionalArray("arguments") ?? []).map { argument in
            guard argument["type"] == "channel", let value = argument["value"], value["channel"]?.text != nil else {
                throw BiDiError(.invalidArgument, "“arguments” must be channels")
            }
            return value
        }
        let contexts = try parameters.optionalStrings("contexts")?.map { try self.page($0).id }
        let userContexts = try parameters.optionalStrings("userContexts")?.map { try userContext($0).id }
        guard contexts == nil || userContexts == nil else {
            throw BiDiError(.invalidArgument, "give “contexts” or “userContexts”, not both")
        }
        let sandbox = try parameters.optionalString("sandbox")
        let script = PreloadScript(
            declaration: declaration, channels: channels, sandbox: sandbox == "" ? nil : sandbox,
            contexts: contexts.map { Set($0) }, userContexts: userContexts.map { Set($0) })
        preloadScripts.append(script)
        for page in pages { installScripts(in: page) }
        return ["script": .string(script.id)]
    }
}
