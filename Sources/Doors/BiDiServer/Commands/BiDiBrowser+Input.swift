import Foundation
import HTTPMessages
import UniformTypeIdentifiers
import WebKit

// Source: WebDriver BiDi, "The input Module", https://w3c.github.io/webdriver-bidi/#module-input
extension BiDiBrowser {
    func input(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        guard ["input.performActions", "input.releaseActions", "input.setFiles"].contains(method) else {
            throw Self.unknown(method)
        }
        let (page, frame) = try frame(try parameters.string("context"))
        switch method {
        case "input.performActions":
            let sources = try parameters.array("actions").map { try InputSource($0) }
            try await perform(sources, page, frame)
        case "input.releaseActions": await release(page)
        default: try await setFiles(page, frame, parameters)
        }
        return [:]
    }

    /// The actions of one device.
    private struct InputSource {
        let type: String
        let id: String
        let isTouch: Bool
        let actions: [Parameters]

        init(_ value: JSONValue) throws {
            let source = try Parameters(value, "actions")
            type = try source.choice("type", of: ["none", "key", "pointer", "wheel"])
            id = try source.string("id")
            let pointer = try source.optionalObject("parameters")
            isTouch = try pointer?.choice("pointerType", of: ["mouse", "pen", "touch"], or: "mouse") == "touch"
            actions = try source.array("actions").map { try Parameters($0, "actions") }
            for action in actions { try check(action) }
        }

        private static let types = [
            "none": ["pause"], "key": ["keyDown", "keyUp", "pause"], "wheel": ["pause", "scroll"],
            "pointer": ["pause", "pointerCancel", "pointerDown", "pointerMove", "pointerUp"],
        ]

        /// Nothing is carried out where one of the actions is wrong.
        ///
        /// Source: WebDriver, "extract an action sequence", https://www.w3.org/TR/webdriver2/#dfn-extract-an-action-sequence
        private func check(_ action: Parameters) throws {
            let kind = try action.choice("type", of: Self.types[type] ?? [])
            if let duration = try action.optionalNumber("duration"), duration < 0 {
                throw BiDiError(.invalidArgument, "“duration” must not be negative")
            }
            switch kind {
            case "keyDown", "keyUp":
                guard try action.string("value").count == 1 else {
                    throw BiDiError(.invalidArgument, "“value” must be one character")
                }
            case "pointerDown", "pointerUp": if !isTouch { _ = try action.number("button") }
            case "pointerMove", "scroll":
                for name in ["x", "y"] { _ = try action.number(name) }
                if kind == "scroll" { for name in ["deltaX", "deltaY"] { _ = try action.number(name) } }
            default: break
            }
        }
    }

    private func perform(_ sources: [InputSource], _ page: BiDiPage, _ frame: BiDiFrame) async throws {
        let offset = try await origin(of: frame, in: page)
        for tick in 0..<(sources.map(\.actions.count).max() ?? 0) {
            var pause = 0.0
            var moves: [PointerMove] = []
            for source in sources where tick < source.actions.count {
                let action = source.actions[tick]
                let type = try action.string("type")
                if let duration = try action.optionalNumber("duration") { pause = max(pause, duration) }
                guard type != "pause" else { continue }
                switch source.type {
                case "key": try await key(type, action, page)
                case "pointer" where type == "pointerMove":
                    moves.append(try await move(action, source, page, frame, offset))
                case "pointer": try await pointer(type, action, source, page)
                case "wheel":
                    let place = try await self.place(action, page, frame, offset, from: .zero)
                    func turn(_ name: String) throws -> Double { min(max(try action.number(name), -1e5), 1e5) }
                    let delta = CGPoint(x: try turn("deltaX"), y: try turn("deltaY"))
                    _ = await page.view.carryOut([.scroll(place, by: delta, page.input.modifiers)])
                default: throw BiDiError(.invalidArgument, "a source of no input can only pause")
                }
            }
            try await carryOut(moves, within: .milliseconds(Int(min(max(pause, 0), 600_000))), page)
        }
    }

    /// The way of a pointer in a tick.
    private struct PointerMove {
        let source: InputSource
        let start: CGPoint
        let end: CGPoint
    }

    /// The time between two places of a pointer that moves.
    private static let step = Duration.milliseconds(16)

    /// Moves pointers during a tick, each along a line.
    ///
    /// Source: WebDriver, "perform a pointer move", https://www.w3.org/TR/webdriver2/#dfn-perform-a-pointer-move
    private func carryOut(_ moves: [PointerMove], within time: Duration, _ page: BiDiPage) async throws {
        let steps = moves.isEmpty ? 1 : max(Int(time / Self.step), 1)
        for step in 1...steps {
            // This sleep stays: the client asks for a tick that lasts as long.
            if time > .zero { try await ContinuousClock().sleep(for: time / steps) }
            let share = CGFloat(step) / CGFloat(steps)
            for move in moves {
                var pointer = page.input.pointers[move.source.id] ?? InputState.PointerState()
                pointer.isTouch = move.source.isTouch
                pointer.place = CGPoint(
                    x: move.start.x + (move.end.x - move.start.x) * share,
                    y: move.start.y + (move.end.y - move.start.y) * share)
                page.input.pointers[move.source.id] = pointer
                if !pointer.isTouch {
                    _ = await page.view.carryOut([
                        .pointer(.move, pointer.place, button: 1, held: pointer.held, page.input.modifiers, clicks: nil)
                    ])
                } else if pointer.isDown, let finger = page.input.fingers[move.source.id] {
                    _ = await page.view.carryOut([.touch(.move, pointer.place, finger: finger)])
                }
            }
        }
    }

    private func move(
        _ action: Parameters, _ source: InputSource, _ page: BiDiPage, _ frame: BiDiFrame, _ offset: CGPoint
    ) async throws -> PointerMove {
        let start = page.input.pointers[source.id]?.place ?? .zero
        return PointerMove(source: source, start: start, end: try await place(action, page, frame, offset, from: start))
    }

    private func key(_ type: String, _ action: Parameters, _ page: BiDiPage) async throws {
        let value = try action.string("value")
        let state = page.input
        switch type {
        case "keyDown":
            let modifiers = state.modifiers
            let name = InputState.keyName(value, modifiers)
            state.names[value] = name
            if !state.keys.contains(name) { state.keys.append(name) }
            if await page.view.carryOut([.key(name, isPressed: true, modifiers)]) != nil {
                _ = await page.view.carryOut([.text(value)])
            }
        case "keyUp":
            let name = state.names.removeValue(forKey: value) ?? InputState.keyName(value, state.modifiers)
            state.keys.removeAll { $0 == name }
            _ = await page.view.carryOut([.key(name, isPressed: false, state.modifiers)])
        default: throw BiDiError(.invalidArgument, "a key has no action “\(type)”")
        }
    }

    private func pointer(
        _ type: String, _ action: Parameters, _ source: InputSource, _ page: BiDiPage
    ) async throws {
        var pointer = page.input.pointers[source.id] ?? InputState.PointerState()
        pointer.isTouch = source.isTouch
        let modifiers = page.input.modifiers
        let finger = page.input.fingers[source.id] ?? page.input.fingers.count
        let steps: [InputAction]
        switch type {
        case "pointerCancel" where source.isTouch:
            steps = pointer.isDown ? [.touch(.cancel, pointer.place, finger: finger)] : []
            pointer.isDown = false
            page.input.fingers[source.id] = nil
        case "pointerDown", "pointerUp":
            let isDown = type == "pointerDown"
            pointer.isDown = isDown
            if source.isTouch {
                page.input.fingers[source.id] = isDown ? finger : nil
                steps = [.touch(isDown ? .begin : .end, pointer.place, finger: finger)]
            } else {
                let number = try action.number("button")
                guard (0...2).contains(number) else {
                    throw BiDiError(.unsupportedOperation, "a mouse has the buttons 0 to 2, not \(number)")
                }
                let button = Int(number) + 1
                steps = [
                    .pointer(
                        isDown ? .press : .release, pointer.place, button: button, held: pointer.held, modifiers,
                        clicks: nil)
                ]
                let bit = UInt32(1) << UInt32(button - 1)
                pointer.held = isDown ? pointer.held | bit : pointer.held & ~bit
            }
        default: throw BiDiError(.invalidArgument, "a pointer has no action “\(type)”")
        }
        page.input.pointers[source.id] = pointer
        _ = await page.view.carryOut(steps)
    }

    /// Returns the place of an action in the window.
    private func place(
        _ action: Parameters, _ page: BiDiPage, _ frame: BiDiFrame, _ offset: CGPoint, from current: CGPoint
    ) async throws -> CGPoint {
        let given = CGPoint(x: try action.number("x"), y: try action.number("y"))
        var start = offset
        switch action["origin"] {
        case nil, .string("viewport")?: break
        case .string("pointer")?: start = current
        case let origin?:
            let element = try Parameters(origin, "origin").object("element")
            let rect = try await rect(of: element, page, frame)
            start = CGPoint(x: offset.x + rect.midX, y: offset.y + rect.midY)
        }
        let place = CGPoint(x: start.x + given.x, y: start.y + given.y)
        guard CGRect(origin: .zero, size: page.view.frame.size).contains(place) else {
            throw BiDiError(.moveTargetOutOfBounds, "the place \(place.x), \(place.y) is outside of the viewport")
        }
        return place
    }

    private func release(_ page: BiDiPage) async {
        let state = page.input
        for key in state.keys.reversed() {
            state.keys.removeAll { $0 == key }
            _ = await page.view.carryOut([.key(key, isPressed: false, state.modifiers)])
        }
        for (id, pointer) in state.pointers {
            if pointer.isTouch, pointer.isDown {
                _ = await page.view.carryOut([.touch(.end, pointer.place, finger: state.fingers[id] ?? 0)])
            }
            for button in 1...3 where pointer.held & (1 << UInt32(button - 1)) != 0 {
                _ = await page.view.carryOut([
                    .pointer(.release, pointer.place, button: button, held: pointer.held, [], clicks: nil)
                ])
            }
        }
        (state.pointers, state.fingers, state.names) = ([:], [:], [:])
    }

    private func setFiles(_ page: BiDiPage, _ frame: BiDiFrame, _ parameters: Parameters) async throws {
        guard let paths = try parameters.optionalStrings("files") else {
            throw BiDiError(.invalidArgument, "“files” must be an array, and is missing")
        }
        let files = try paths.map { path -> JSONValue in
            let url = URL(fileURLWithPath: path)
            guard let data = try? Data(contentsOf: url) else {
                throw BiDiError(.unableToSetFileInput, "\(path) cannot be read")
            }
            return [
                "name": .string(url.lastPathComponent),
                "type": .string(UTType(filenameExtension: url.pathExtension)?.preferredMIMEType ?? ""),
                "base64": .string(data.base64EncodedString()),
            ]
        }
        let name = try parameters.object("element").string("sharedId")
        // Playwright names the window, also for an element of a frame.
        let owner = page.realms.values.first { $0.id == name.prefix { $0 != "." } }
        let realm = try await page.realm(of: owner?.frame ?? frame, sandbox: nil)
        let element = try await localized(["sharedId": .string(name)], for: realm, page)
        let order: JSONValue = ["element": element["sharedId"] ?? "", "files": .array(files)]
        _ = try await realm.call(
            "function(order) { return this.setFiles(order) }",
            [["value": .string(String(decoding: order.data, as: UTF8.self))]])
    }
}
