import Foundation
import HTTPMessages
import WebDriverServer
import WebKit

extension ClassicSession {
    /// The key of a reference to an element. Source: WebDriver, "web element identifier".
    static let elementKey = "element-6066-11e4-a52e-4f735466cecf"
    private static let windowKeys = [
        "window-fcc6-11e5-b4f8-330a88ab9d7f", "frame-075b-4da1-b6ba-e579c2d3230a",
    ]

    /// Carries out a command that is for the current frame. Returns the JSON text of its value.
    func onFrame(_ command: ClassicCommand, _ page: BiDiPage) async throws -> Data {
        let parameters = command.parameters
        func read(_ name: String, _ more: [String: JSONValue] = [:]) async throws -> Data {
            try await text(name, more.merging(["element": .string(command.subject)]) { $1 }, page)
        }
        switch command.key {
        case "GET title": return try await text("title", [:], page, in: page.main)
        case "GET source": return try await text("source", [:], page)
        case "GET element/active": return try await text("active", [:], page)
        case "POST element", "POST element/*/element", "POST shadow/*/element":
            return try await find(command, page, most: 1)
        case "POST elements", "POST element/*/elements", "POST shadow/*/elements":
            return try await find(command, page, most: nil)
        case "GET element/*/shadow": return try await read("shadowRoot")
        case "GET element/*/attribute/*": return try await read("attribute", ["name": .string(command.name[3])])
        case "GET element/*/property/*": return try await read("property", ["name": .string(command.name[3])])
        case "GET element/*/css/*": return try await read("css", ["name": .string(command.name[3])])
        case "GET element/*/computedrole": return try await read("role")
        case "GET element/*/computedlabel": return try await read("label")
        case "GET element/*/screenshot": return try await picture(of: command.subject, page).data
        case "POST element/*/click": try await click(command.subject, page)
        case "POST element/*/clear": _ = try await navigating(page) { _ = try await read("clear") }
        case "POST element/*/value":
            try await sendKeys(try parameters.string("text"), to: command.subject, page)
        case "POST execute/sync", "POST execute/async": return try await execute(command, page)
        case "POST actions": try await perform(try parameters.array("actions"), page)
        case "DELETE actions": try await release(page)
        case _ where command.name.first == "cookie": return try await cookies(command, page).data
        // The name of the command is the word at its end: selected, text, name, rect, enabled, displayed.
        default: return try await read(command.name.last ?? "")
        }
        return JSONValue.null.data
    }

    private func navigating(_ page: BiDiPage, _ work: @escaping @MainActor () async throws -> Void) async throws {
        _ = try await run(in: page, work)
    }

    // MARK: The functions of a frame

    /// Returns the realm of a frame of the window, the current one unless another is given.
    func realm(of page: BiDiPage, in frame: BiDiFrame? = nil) async throws -> BiDiRealm {
        let frame = try frame ?? self.frame(of: page)
        do {
            return try await page.realm(of: frame, sandbox: nil)
        } catch {
            throw WebDriverError(.noSuchWindow, "the frame has no document: \(Self.error(error).message)")
        }
    }

    /// Carries out a function of the frame. Returns the JSON text of its value.
    ///
    /// - Parameter order: the arguments, `element` among them: the reference of an element or a shadow root.
    func text(
        _ name: String, _ order: [String: JSONValue], _ page: BiDiPage, in frame: BiDiFrame? = nil
    ) async throws -> Data {
        for attempt in 1... {
            let outcome = try await run(in: page, within: timeouts.pageLoad) { () -> Data? in
                let realm = try await self.realm(of: page, in: frame)
                var order = order
                if let element = order["element"]?.text {
                    order["element"] = .string(try await self.reference(element, in: realm, page))
                }
                do { return try await realm.carryOut(name, order) } catch  where realm.isClosed { return nil }
            }
            switch outcome {
            case .ended(let text?): return try resolved(text, page)
            case .ended(nil): break
            case .prompt: try handlePrompt(of: page)
            case .late: throw WebDriverError(.timeout, "the page did not answer in \(timeouts.pageLoad)")
            }
            // A dialog has stopped the work, or another document has taken the place of the one that was asked.
            guard attempt < 5 else {
                throw WebDriverError(.noSuchWindow, "the frame gets new documents or dialogs all the time")
            }
            await page.synchronize()
            try await waitForLoad(of: page)
        }
        return JSONValue.null.data
    }

    func value(_ name: String, _ order: [String: JSONValue], _ page: BiDiPage) async throws -> JSONValue {
        try JSONValue(json: try await text(name, order, page))
    }

    /// Returns the name that a realm has for an element.
    private func reference(_ name: String, in realm: BiDiRealm, _ page: BiDiPage) async throws -> String {
        let owner = name.prefix { $0 != "." }
        if owner == realm.id { return name }
        guard UUID(uuidString: String(owner)) != nil else {
            throw WebDriverError(.noSuchElement, "there is no element “\(name)”")
        }
        guard let other = browser.pages.flatMap(\.orderedRealms).first(where: { $0.id == owner }) else {
            throw WebDriverError(.staleElementReference, "the document of the element has gone")
        }
        guard other.frame === realm.frame else {
            throw WebDriverError(.noSuchElement, "the element is of another frame or window")
        }
        // A client of WebDriver BiDi has found the element in a sandbox.
        return try await browser.localized(["sharedId": .string(name)], for: realm, page)["sharedId"]?.text ?? name
    }

    /// Returns the JSON text of a value whose windows have their handles in place of the way to them.
    private func resolved(_ text: Data, _ page: BiDiPage) throws -> Data {
        guard Self.windowKeys.contains(where: { text.range(of: Data("\"\($0)\":{".utf8)) != nil }) else { return text }
        func resolve(_ value: JSONValue) -> JSONValue {
            switch value {
            case .array(let elements): return .array(elements.map(resolve))
            case .object(let members):
                return .object(
                    members.reduce(into: [:]) { all, member in
                        guard Self.windowKeys.contains(member.key), let path = member.value["path"] else {
                            all[member.key] = resolve(member.value)
                            return
                        }
                        all[member.key] =
                            page.resolved(["type": "window", "value": ["path": path]])["value"]?["context"]
                    })
            default: return value
            }
        }
        return resolve(try JSONValue(json: text)).data
    }

    // MARK: Finding

    private static let strategies = ["css selector", "link text", "partial link text", "tag name", "xpath"]

    /// Source: WebDriver, "Find", https://www.w3.org/TR/webdriver2/#dfn-find
    private func find(_ command: ClassicCommand, _ page: BiDiPage, most: Int?) async throws -> Data {
        let using = try command.parameters.string("using")
        let value = try command.parameters.string("value")
        guard Self.strategies.contains(using) else {
            throw WebDriverError(
                .invalidArgument, "“using” must be one of \(Self.strategies.joined(separator: ", "))")
        }
        var order: [String: JSONValue] = ["using": .string(using), "value": .string(value)]
        if let most { order["most"] = .integer(most) }
        if command.name.count > 1 { order["element"] = .string(command.subject) }
        let end = ContinuousClock.now + timeouts.implicit
        while true {
            let found = try await text("find", order, page)
            if found != Data("[]".utf8) { return most == nil ? found : Data(found.dropFirst().dropLast()) }
            guard ContinuousClock.now < end else { break }
            // This sleep stays: the specification looks again until the client's time is over.
            try await ContinuousClock().sleep(for: .milliseconds(20))
            try handlePrompt(of: page)
        }
        guard most != nil else { return Data("[]".utf8) }
        throw WebDriverError(.noSuchElement, "nothing matches the \(using) “\(value)”")
    }

    // MARK: Scripts

    /// Source: WebDriver, "Executing Script", https://www.w3.org/TR/webdriver2/#executing-script
    private func execute(_ command: ClassicCommand, _ page: BiDiPage) async throws -> Data {
        let script = try command.parameters.string("script")
        _ = try command.parameters.array("args")
        let name = command.key.hasSuffix("async") ? "executeAsync" : "execute"
        let body = String(decoding: command.body, as: UTF8.self)
        let outcome = try await run(in: page, within: timeouts.script) {
            try await self.realm(of: page).execute(name, script, body)
        }
        switch outcome {
        case .ended(let text):
            // Events of the console and the network that the script has caused come before its result.
            await page.drain()
            return try resolved(text, page)
        case .prompt: return JSONValue.null.data
        case .late: throw WebDriverError(.scriptTimeout, "the script did not end in \(timeouts.script ?? .zero)")
        }
    }
}

extension BiDiRealm {
    /// Carries out a function of `elements.js`. Returns the JSON text of its value.
    ///
    /// - Throws: ``WebDriverError``, and ``BiDiError`` where the document goes.
    func carryOut(_ name: String, _ order: [String: JSONValue]) async throws -> Data {
        try await prepareElements()
        let text = String(decoding: JSONValue.object(order).data, as: UTF8.self)
        return try result(
            await run(
                "function(name, text) { return this.elements.carryOut(name, text) }",
                [["value": .string(name)], ["value": .string(text)]]))
    }

    /// Runs a script of a client.
    func execute(_ name: String, _ script: String, _ body: String) async throws -> Data {
        try await prepareElements()
        // The body of a function, which no policy of the page stops.
        let declaration = "function() { return this.elements.\(name)(function() {\n\(script)\n}, arguments[0]) }"
        return try result(await run(declaration, [["value": .string(body)]]))
    }

    private func result(_ reply: JSONValue) throws -> Data {
        guard let text = reply["result"]?["value"]?.text, reply["wasThrown"]?.flag != true else {
            throw WebDriverError(
                .javaScriptError, reply["result"]?["description"]?.text ?? "the page's document went during the script")
        }
        let json = Data(text.utf8.dropFirst())
        if text.utf8.first == UInt8(ascii: "=") { return json }
        let failure = try JSONValue(json: json)
        let code = failure["code"]?.text.flatMap { WebDriverError.Code(rawValue: $0) } ?? .javaScriptError
        throw WebDriverError(code, failure["message"]?.text ?? "")
    }
}
