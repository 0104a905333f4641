import Foundation
import HTTPMessages
import RemoteInspector
import WebKit

/// A realm of a document: the page's own, or a sandbox. Main actor only.
///
/// Scripts run over WebKit's inspector, which no policy of the page stops. An object of `realm.js` in the realm makes and reads remote values.
@MainActor
final class BiDiRealm {
    let id = UUID().uuidString.lowercased()
    /// The inspector's number of the execution context.
    let context: Int
    let frame: BiDiFrame
    /// The name of the sandbox; nil for the page's own realm.
    let sandbox: String?
    private let channel: InspectorChannel
    /// The name of the property by which a document's preload scripts have their part of `realm.js`.
    private let partName: String
    private var pending: [Int: CheckedContinuation<Data?, Never>] = [:]
    private var count = 0
    private(set) var isClosed = false
    private var part: SharedResult<String>?
    private var elements: SharedResult<Void>?
    private var hasMessages = false
    /// Receives the messages of channels.
    var heard: (@MainActor (JSONValue) -> Void)?

    init(_ context: Int, in frame: BiDiFrame, sandbox: String?, channel: InspectorChannel, partName: String) {
        (self.context, self.frame, self.sandbox, self.channel) = (context, frame, sandbox, channel)
        self.partName = partName
    }

    /// Ends the realm: its document has gone.
    func close() {
        isClosed = true
        let waiting = pending.values
        pending = [:]
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    // MARK: The inspector

    private static var gone: BiDiError { BiDiError(.noSuchFrame, "the document went before the script had ended") }

    /// Sends a command of the inspector, and returns its result.
    func command(_ method: String, _ parameters: [String: JSONValue]) async throws -> JSONValue {
        guard !isClosed else { throw Self.gone }
        count += 1
        let number = count
        let reply: Data? = await withCheckedContinuation { continuation in
            pending[number] = continuation
            channel.relay(["method": .string(method), "params": .object(parameters)], id: number) { [weak self] in
                self?.pending.removeValue(forKey: number)?.resume(returning: $0)
            }
        }
        guard let reply, let message = try? JSONValue(json: reply) else { throw Self.gone }
        if let error = message["error"] { throw BiDiError(.unknownError, error["message"]?.text ?? method) }
        return message["result"] ?? [:]
    }

    /// Returns the inspector's id of the object of `realm.js`.
    private func realmPart() async throws -> String {
        if let part { return try await part.value() }
        let part = SharedResult<String>()
        self.part = part
        do {
            let made = try await makePart()
            part.set(.success(made))
            return made
        } catch {
            part.set(.failure(error))
            throw error
        }
    }

    private func makePart() async throws -> String {
        let (name, realm) = (JSONText.string(partName), JSONText.string(id))
        let expression = """
            (() => {
                const part = globalThis[\(name)] ?? (\(EmbeddedFiles.realm_js))("");
                delete globalThis[\(name)];
                part.claim(\(realm));
                return part;
            })()
            """
        let made = try await command(
            "Runtime.evaluate",
            [
                "expression": .string(expression),
                "contextId": .integer(context), "doNotPauseOnExceptionsAndMuteConsole": true,
            ])
        guard let object = made["result"]?["objectId"]?.text, made["wasThrown"]?.flag != true else {
            throw BiDiError(.unknownError, "the realm runs no scripts")
        }
        return object
    }

    /// Calls a function on the object of `realm.js`. Returns what the function returns, or its promise resolves with.
    func call(_ declaration: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
        let result = try await run(declaration, arguments)
        guard result["wasThrown"]?.flag != true, let text = result["result"]?["value"]?.text,
            let value = try? JSONValue(json: Data(text.utf8))
        else { throw BiDiError(.unknownError, result["result"]?["description"]?.text ?? "the realm did not answer") }
        if let code = value["failure"]?.text.flatMap({ BiDiError.Code(rawValue: $0) }) {
            throw BiDiError(code, value["message"]?.text ?? "")
        }
        return value
    }

    /// Makes the functions of WebDriver in the realm, which `this.elements` has from then on.
    func prepareElements() async throws {
        if let elements { return try await elements.value() }
        let elements = SharedResult<Void>()
        self.elements = elements
        do {
            try await makeElements()
            elements.set(.success(()))
        } catch {
            elements.set(.failure(error))
            throw error
        }
    }

    private func makeElements() async throws {
        let make =
            "function() { this.elements ??= ((names) => { 'use strict';\n\(EmbeddedFiles.elements_manifest)\nreturn elements(names); })(this.names); }"
        let result = try await run(make, [])
        guard result["wasThrown"]?.flag != true else {
            throw BiDiError(.unknownError, result["result"]?["description"]?.text ?? "the realm runs no scripts")
        }
    }

    /// Calls a function, and returns the inspector's reply.
    func run(_ declaration: String, _ arguments: [JSONValue]) async throws -> JSONValue {
        let object = try await realmPart()
        var result = try await command(
            "Runtime.callFunctionOn",
            [
                "objectId": .string(object), "functionDeclaration": .string(declaration),
                "arguments": .array(arguments), "doNotPauseOnExceptionsAndMuteConsole": true,
            ])
        if result["result"]?["className"]?.text == "Promise", let promise = result["result"]?["objectId"] {
            result = try await command("Runtime.awaitPromise", ["promiseObjectId": promise])
            channel.send("Runtime.releaseObject", ["objectId": promise] as JSONValue)
        }
        return result
    }

    // MARK: Scripts

    /// Evaluates a script. Returns a `script.EvaluateResult` without its realm.
    func evaluate(_ script: String, _ options: JSONValue, isGesture: Bool) async throws -> JSONValue {
        let result = try await command(
            "Runtime.evaluate",
            [
                "expression": .string(script), "contextId": .integer(context), "objectGroup": "bidi",
                "doNotPauseOnExceptionsAndMuteConsole": true, "emulateUserGesture": .bool(isGesture),
            ])
        let wasThrown = result["wasThrown"]?.flag == true
        // The page need not be asked again: a dialog may block it by now.
        if !wasThrown, let value = Self.primitive(result["result"] ?? [:]) {
            return ["type": "success", "result": value]
        }
        let name = wasThrown ? "threw" : "ended"
        let value = Self.argument(result["result"] ?? [:])
        defer {
            if let object = value["objectId"] {
                channel.send("Runtime.releaseObject", ["objectId": object] as JSONValue)
            }
        }
        return try await call(
            "function(options, value) { return this.\(name)(options, value) }",
            [["value": .string(String(decoding: options.data, as: UTF8.self))], value])
    }

    /// Returns a value of the inspector that is no object as a remote value; nil for any other.
    static func primitive(_ value: JSONValue) -> JSONValue? {
        guard value["objectId"] == nil, let type = value["type"]?.text else { return nil }
        let text = value["description"]?.text ?? ""
        switch type {
        case "undefined": return ["type": "undefined"]
        case "object": return value["subtype"] == "null" ? ["type": "null"] : nil
        case "bigint": return ["type": "bigint", "value": .string(String(text.prefix { $0 != "n" }))]
        case "number" where ["-0", "Infinity", "-Infinity", "NaN"].contains(text):
            return ["type": "number", "value": .string(text)]
        case "boolean", "number", "string": return value["value"].map { ["type": .string(type), "value": $0] }
        default: return nil
        }
    }

    /// Calls a function with local values. Returns a `script.EvaluateResult` without its realm.
    func callFunction(_ declaration: String, _ options: JSONValue) async throws -> JSONValue {
        let text: JSONValue = ["value": .string(String(decoding: options.data, as: UTF8.self))]
        let result = try await run("function(options) { return this.call((\n\(declaration)\n), options) }", [text])
        if let text = result["result"]?["value"]?.text, result["wasThrown"]?.flag != true,
            let value = try? JSONValue(json: Data(text.utf8))
        {
            if let code = value["failure"]?.text.flatMap({ BiDiError.Code(rawValue: $0) }) {
                throw BiDiError(code, value["message"]?.text ?? "")
            }
            return value
        }
        // The declaration itself was thrown.
        return try await call(
            "function(options, value) { return this.threw(options, value) }",
            [text, Self.argument(result["result"] ?? [:])])
    }

    /// Returns a value of the inspector as an argument of one of its calls.
    static func argument(_ value: JSONValue) -> JSONValue {
        if let object = value["objectId"] { return ["objectId": object] }
        switch value["type"]?.text {
        case "undefined": return [:]
        case "object": return ["value": .null]
        default: return ["value": value["value"] ?? .null]
        }
    }

    // MARK: Channels

    /// Receives the messages of channels from now on.
    func receiveMessages() {
        guard !hasMessages else { return }
        hasMessages = true
        Task { [weak self] in
            while let messages = try? await self?.call("function() { return this.messages() }") {
                for message in messages.elements { self?.heard?(message) }
            }
        }
    }

    /// The realm as `script.RealmInfo`.
    var info: JSONValue {
        var members: [String: JSONValue] = [
            "realm": .string(id), "origin": .string(frame.origin), "type": "window", "context": .string(frame.id),
        ]
        if let sandbox { members["sandbox"] = .string(sandbox) }
        return .object(members)
    }
}

extension BiDiRealm {
    /// Returns the inspector's object of a node; nil for one that has gone.
    func object(ofNode name: String) async throws -> JSONValue? {
        let result = try await run("function(name) { return this.node(name) }", [["value": .string(name)]])
        return result["result"]?["objectId"]
    }
}
