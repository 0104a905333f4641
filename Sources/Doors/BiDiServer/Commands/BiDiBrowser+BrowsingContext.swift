import Foundation
import HTTPMessages
import SWWebView
import WebDriverServer
import WebKit

// Source: WebDriver BiDi, "The browsingContext Module", https://w3c.github.io/webdriver-bidi/#module-browsingContext
extension BiDiBrowser {
    func browsingContext(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        switch method {
        case "browsingContext.getTree": return try tree(parameters)
        case "browsingContext.create": return try await create(parameters)
        case "browsingContext.setViewport": return try setViewport(parameters)
        default: break
        }
        guard Self.ofFrames.contains(method) else { throw Self.unknown(method) }
        let (page, frame) = try frame(try parameters.string("context"))
        switch method {
        case "browsingContext.navigate": return try await navigate(page, frame, parameters)
        case "browsingContext.captureScreenshot": return try await screenshot(page, frame, parameters)
        case "browsingContext.locateNodes": return try await locate(page, frame, parameters)
        case "browsingContext.reload":
            return try await load(in: page, parameters) {
                try parameters.flag("ignoreCache", or: false) ? page.view.reloadFromOrigin() : page.view.reload()
            }
        default: break
        }
        guard frame === page.main else {
            throw BiDiError(.invalidArgument, "the browsing context “\(frame.id)” is no top-level one")
        }
        switch method {
        case "browsingContext.close": closed(page)
        case "browsingContext.activate":
            pages.removeAll { $0 === page }
            pages.append(page)
            page.view.takeFocus()
        case "browsingContext.traverseHistory":
            let delta = Int(min(max(try parameters.number("delta"), -1e6), 1e6))
            guard let item = page.view.backForwardList.item(at: delta) else {
                throw BiDiError(.noSuchHistoryEntry, "the history has no entry \(delta) steps away")
            }
            if delta != 0 { _ = page.view.go(to: item) }
        case "browsingContext.print": return try await print(page, parameters)
        default:
            guard let prompt = page.prompt else { throw BiDiError(.noSuchAlert, "the window has no dialog") }
            prompt.answer(try parameters.flag("accept", or: true), try parameters.optionalString("userText"))
        }
        return [:]
    }

    private static let ofFrames: Set<String> = [
        "browsingContext.activate", "browsingContext.captureScreenshot", "browsingContext.close",
        "browsingContext.handleUserPrompt", "browsingContext.locateNodes", "browsingContext.navigate",
        "browsingContext.print", "browsingContext.reload", "browsingContext.traverseHistory",
    ]

    private func tree(_ parameters: Parameters) throws -> JSONValue {
        let depth = try parameters.optionalCount("maxDepth")
        if let root = try parameters.optionalString("root") {
            let (page, frame) = try frame(root)
            return ["contexts": [page.info(of: frame, depth: depth)]]
        }
        return ["contexts": .array(pages.filter(\.isAnnounced).map { $0.info(of: $0.main, depth: depth) })]
    }

    private func create(_ parameters: Parameters) async throws -> JSONValue {
        _ = try parameters.choice("type", of: ["tab", "window"])
        let reference = try parameters.optionalString("referenceContext").map { try self.page($0) }
        let context =
            try parameters.optionalString("userContext").map { try userContext($0) } ?? reference?.userContext
            ?? userContexts[0]
        let page = try await open(in: context)
        return ["context": .string(page.id), "userContext": .string(context.id)]
    }

    private func setViewport(_ parameters: Parameters) throws -> JSONValue {
        let size = try parameters.optionalObject("viewport").map { viewport in
            CGSize(width: try viewport.number("width"), height: try viewport.number("height"))
        }
        if let size, !(1...10_000 ~= size.width && 1...10_000 ~= size.height) {
            throw BiDiError(.unsupportedOperation, "a viewport has from 1 to 10000 pixels each way")
        }
        if let ratio = try parameters.optionalNumber("devicePixelRatio"),
            ratio != Double(WebKitEnvironment.displayScale)
        {
            throw BiDiError(
                .unsupportedOperation,
                "all windows have the device pixel ratio \(WebKitEnvironment.displayScale): the option “scale” sets it")
        }
        let pages: [BiDiPage]
        if let context = try parameters.optionalString("context") {
            pages = [try self.page(context)]
        } else {
            let scope = try scope(parameters)
            for context in scope.userContexts { context.emulation.viewport = size }
            pages = scope.pages
        }
        for page in pages {
            page.emulation.viewport = size
            page.view.frame = CGRect(origin: .zero, size: size ?? simulator.options.viewSize)
        }
        return [:]
    }

    // MARK: Navigation

    private func navigate(_ page: BiDiPage, _ frame: BiDiFrame, _ parameters: Parameters) async throws -> JSONValue {
        let text = try parameters.string("url")
        let base = URL(string: frame.url)
        guard let url = URL(string: text, relativeTo: base)?.absoluteURL, url.scheme != nil else {
            throw BiDiError(.invalidArgument, "“url” is no address: \(text)")
        }
        guard frame === page.main else {
            let realm = try await page.realm(of: frame, sandbox: nil)
            _ = try await realm.evaluate(
                "location.href = \(JSONText.string(url.absoluteString)); undefined", ["awaits": false], isGesture: false
            )
            return ["navigation": .null, "url": .string(url.absoluteString)]
        }
        let current = page.view.url?.absoluteString ?? "about:blank"
        if url.fragment != nil, url.absoluteString != current,
            url.absoluteString.prefix(while: { $0 != "#" }) == current.prefix(while: { $0 != "#" })
        {
            let navigation = BiDiNavigation(url.absoluteString)
            page.fragment = navigation
            _ = page.view.load(URLRequest(url: url))
            try await navigation.wait(for: .complete)
            return ["navigation": .string(navigation.id), "url": .string(url.absoluteString)]
        }
        return try await load(in: page, parameters, url: url) { page.view.load(URLRequest(url: url)) }
    }

    /// Begins a load, and waits as the command says.
    private func load(
        in page: BiDiPage, _ parameters: Parameters, url: URL? = nil, _ begin: () throws -> WKNavigation?
    ) async throws -> JSONValue {
        let wait = try parameters.choice("wait", of: ["none", "interactive", "complete"], or: "none")
        let navigation = BiDiNavigation(url?.absoluteString ?? page.main.url)
        guard let object = try begin() else {
            throw BiDiError(.unknownError, "the window cannot load \(navigation.url)")
        }
        page.expected = (object, navigation)
        switch wait {
        case "interactive": try await navigation.wait(for: .interactive)
        case "complete": try await navigation.wait(for: .complete)
        default: break
        }
        return ["navigation": .string(navigation.id), "url": .string(navigation.url)]
    }

    // MARK: Pictures

    private func screenshot(_ page: BiDiPage, _ frame: BiDiFrame, _ parameters: Parameters) async throws -> JSONValue {
        let format = try parameters.optionalObject("format")
        let type = try format?.string("type") ?? "image/png"
        guard ["image/jpeg", "image/png"].contains(type) else {
            throw BiDiError(.unsupportedOperation, "pictures are image/png or image/jpeg, not \(type)")
        }
        let quality = try format?.optionalNumber("quality") ?? 0.92
        guard (0...1).contains(quality) else { throw BiDiError(.invalidArgument, "“quality” must be from 0 to 1") }
        let isDocument = try parameters.choice("origin", of: ["document", "viewport"], or: "viewport") == "document"
        var area: CGRect?
        if let clip = try parameters.optionalObject("clip") {
            if try clip.choice("type", of: ["box", "element"]) == "box" {
                area =
                    CGRect(
                        x: try clip.number("x"), y: try clip.number("y"), width: try clip.number("width"),
                        height: try clip.number("height")
                    ).standardized
            } else {
                area = try await rect(of: try clip.object("element"), page, frame)
            }
        }
        if frame !== page.main {
            let origin = try await origin(of: frame, in: page)
            area = area?.offsetBy(dx: origin.x, dy: origin.y)
        }
        if let area, !(1...1e6 ~= area.width && 1...1e6 ~= area.height) {
            throw BiDiError(.unableToCaptureScreen, "the area has no size, or too large a one")
        }
        let image: WKSnapshotImage
        if isDocument {
            image =
                if let area { try await page.view.takeFullPageSnapshot(of: area) } else {
                    try await page.view.takeFullPageSnapshot()
                }
        } else {
            let configuration = WKSnapshotConfiguration()
            if let area { configuration.rect = area }
            image = try await page.view.takeSnapshot(configuration: configuration)
        }
        let data = type == "image/png" ? image.pngData() : image.jpeg(quality: quality)
        guard let data, !data.isEmpty else {
            throw BiDiError(.unableToCaptureScreen, "the area is out of sight")
        }
        return ["data": .string(data.base64EncodedString())]
    }

    private func print(_ page: BiDiPage, _ parameters: Parameters) async throws -> JSONValue {
        let wanted: PrintParameters
        do {
            wanted = try PrintParameters(.object(parameters.members))
        } catch {
            throw BiDiError(.invalidArgument, error.message)
        }
        return ["data": .string(try await page.view.pdf(printing: PrintSettings(wanted)).base64EncodedString())]
    }

    // MARK: Nodes

    private func locate(_ page: BiDiPage, _ frame: BiDiFrame, _ parameters: Parameters) async throws -> JSONValue {
        let locator = try parameters.object("locator")
        var members = locator.members
        switch try locator.choice("type", of: ["accessibility", "context", "css", "innerText", "xpath"]) {
        case "accessibility":
            let value = try locator.object("value")
            guard try value.optionalString("name") != nil || value.optionalString("role") != nil else {
                throw BiDiError(.invalidSelector, "“value” must have a name, a role or both")
            }
        case "context":
            let child = try self.frame(try locator.object("value").string("context")).frame
            guard child.parent === frame else {
                throw BiDiError(.invalidArgument, "the browsing context “\(child.id)” is no child of “\(frame.id)”")
            }
            members["index"] = .integer(child.index)
        default: _ = try locator.string("value")
        }
        let most = try parameters.optionalCount("maxNodeCount")
        if most == 0 { throw BiDiError(.invalidArgument, "“maxNodeCount” must be more than 0") }
        let realm = try await page.realm(of: frame, sandbox: nil)
        var order: [String: JSONValue] = [
            "locator": .object(members), "serialization": parameters["serializationOptions"] ?? [:],
        ]
        if let most { order["most"] = .integer(most) }
        if let starts = try parameters.optionalArray("startNodes") {
            order["starts"] = .array(try await localized(starts, for: realm, page))
        }
        if locator.members["type"] == "accessibility" { try await realm.prepareElements() }
        let found = try await realm.call(
            "function(order) { return this.locate(order, this.elements?.accessible) }",
            [["value": .string(String(decoding: JSONValue.object(order).data, as: UTF8.self))]])
        return ["nodes": page.resolved(found["nodes"] ?? [])]
    }

    /// Returns the rectangle of an element in its frame.
    func rect(of element: Parameters, _ page: BiDiPage, _ frame: BiDiFrame) async throws -> CGRect {
        let realm = try await page.realm(of: frame, sandbox: nil)
        let given = try await localized(["sharedId": .string(try element.string("sharedId"))], for: realm, page)
        let rect = try await realm.call(
            "function(name) { return this.rect(name) }", [["value": given["sharedId"] ?? ""]])
        func number(_ name: String) -> Double { rect[name]?.double ?? 0 }
        return CGRect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
    }

    /// Returns the place of a frame's viewport in the window.
    func origin(of frame: BiDiFrame, in page: BiDiPage) async throws -> CGPoint {
        guard let parent = frame.parent else { return .zero }
        let outer = try await origin(of: parent, in: page)
        let realm = try await page.realm(of: parent, sandbox: nil)
        let place = try await realm.call(
            "function(index) { return this.frameOrigin(index) }", [["value": .integer(frame.index)]])
        return CGPoint(x: outer.x + (place["x"]?.double ?? 0), y: outer.y + (place["y"]?.double ?? 0))
    }
}
