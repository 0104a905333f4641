import Foundation
import HTTPMessages
import Simulator
import WebKit

extension AgentPage {
    /// Whether fingers touch the window, and there is no mouse.
    private var isTouched: Bool { simulator.phone.system.device != nil }

    /// Carries out input, and returns once the page has had its events.
    ///
    /// - Returns: the key that there is not, at which the input has stopped; nil if all was carried out.
    /// - Throws: ``ToolError`` for a page that does not answer.
    func input(_ actions: [InputAction]) async throws -> String? {
        guard let missing = await withTimeLimit(seconds: Self.patience, { [view] in await view.carryOut(actions) })
        else {
            isStuck = true
            throw ToolError(
                "The page has not answered for \(Int(Self.patience)) seconds after the input. \(Self.stuck)")
        }
        return missing
    }

    /// Returns where an element is in the window, and its role and name.
    func place(_ reference: String, forced: Bool = false) async throws -> (point: CGPoint, text: String) {
        let element = try frames.element(reference, in: view)
        let corner = try await frames.corner(of: element.frame, in: view)
        let place = try await frames.run(
            "place", [.integer(element.number), .bool(forced)], in: view, frame: element.frame)
        let point = CGPoint(x: corner.x + (place["x"]?.double ?? 0), y: corner.y + (place["y"]?.double ?? 0))
        return (point, place["text"]?.text ?? "the element")
    }

    func click(_ point: CGPoint, times: Int, button: Int, _ modifiers: InputModifiers) async throws {
        if isTouched, button == 1 {
            for _ in 0..<times {
                _ = try await input([.touch(.begin, point, finger: 0), .touch(.end, point, finger: 0)])
            }
            return
        }
        var actions = [InputAction.pointer(.move, point, button: 1, held: 0, modifiers, clicks: nil)]
        for count in 1...times {
            actions.append(.pointer(.press, point, button: button, held: 0, modifiers, clicks: count))
            actions.append(
                .pointer(.release, point, button: button, held: 1 << UInt32(button - 1), modifiers, clicks: nil))
        }
        _ = try await input(actions)
    }

    func drag(from start: CGPoint, to end: CGPoint) async throws {
        let points = (1...5).map { step in
            let part = CGFloat(step) / 5
            return CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
        }
        let actions: [InputAction] =
            isTouched
            ? [.touch(.begin, start, finger: 0)] + points.map { .touch(.move, $0, finger: 0) }
                + [.touch(.end, end, finger: 0)]
            : [
                .pointer(.move, start, button: 1, held: 0, [], clicks: nil),
                .pointer(.press, start, button: 1, held: 0, [], clicks: 1),
            ] + points.map { .pointer(.move, $0, button: 1, held: 1, [], clicks: nil) }
                + [.pointer(.release, end, button: 1, held: 1, [], clicks: nil)]
        _ = try await input(actions)
    }

    /// Gives an element the focus.
    func focus(_ reference: String) async throws -> String {
        let element = try frames.element(reference, in: view)
        return try await frames.run("focus", [.integer(element.number)], in: view, frame: element.frame).text ?? ""
    }

    /// Types each character of a text.
    func type(_ text: String) async throws {
        for character in text {
            let key = character == "\n" ? "Enter" : String(character)
            let isKey = try await input([.key(key, isPressed: true, []), .key(key, isPressed: false, [])]) == nil
            // A character that no keyboard has becomes text.
            if !isKey { _ = try await input([.text(key)]) }
        }
    }

    private static let modifiers: [String: InputModifiers] = [
        "Shift": .shift, "Control": .control, "Alt": .alt, "Meta": .meta,
    ]

    /// Presses keys that are held with `+`, as in `Shift+Tab`.
    ///
    /// - Throws: ``ToolError`` for an unknown key.
    func press(_ chord: String) async throws {
        var names = chord == "+" ? ["+"] : chord.split(separator: "+", omittingEmptySubsequences: true).map(String.init)
        if chord.hasSuffix("++") { names.append("+") }
        guard let last = names.popLast() else { throw ToolError("“key” is a key such as Enter, a or Shift+Tab.") }
        var (held, actions, releases) = (InputModifiers(), [InputAction](), [InputAction]())
        for name in names {
            guard let modifier = Self.modifiers[name] else {
                throw ToolError("“\(name.prefix(40))” is no key to hold. There are Shift, Control, Alt and Meta.")
            }
            held.insert(modifier)
            actions.append(.key(name, isPressed: true, held))
            releases.insert(.key(name, isPressed: false, []), at: 0)
        }
        actions += [.key(last, isPressed: true, held), .key(last, isPressed: false, held)]
        let missing = try await input(actions)
        _ = try await input(releases)
        guard missing == nil else {
            throw ToolError(
                "There is no key “\(last.prefix(40))”. Keys have the names of KeyboardEvent.key, such as ArrowDown.")
        }
    }
}

extension Tool {
    private static func modifiers(_ arguments: ToolArguments) throws -> InputModifiers {
        let known: [String: InputModifiers] = ["Shift": .shift, "Control": .control, "Alt": .alt, "Meta": .meta]
        return try arguments.texts("modifiers").reduce(into: []) { all, name in
            guard let modifier = known[name] else {
                throw ToolError("“\(name.prefix(40))” is no key to hold. There are Shift, Control, Alt and Meta.")
            }
            all.insert(modifier)
        }
    }

    private static func clicking(_ name: String, _ summary: String, times: Int) -> Tool {
        Tool(
            name: name, summary: summary,
            parameters: [
                .reference, ToolParameter("button", .choice(["left", "middle", "right"]), "The button of the mouse."),
                ToolParameter("modifiers", .texts, "Keys that are held: Shift, Control, Alt, Meta."),
                ToolParameter("force", .flag, "Whether to click even where something else is in front."), .snapshot,
                .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let modifiers = try Self.modifiers(arguments)
                let button = ["left": 1, "middle": 2, "right": 3][arguments.text("button") ?? "left"] ?? 1
                return try await page.result(arguments) {
                    let (point, text) = try await page.place(arguments.required("ref"), forced: arguments.flag("force"))
                    try await page.click(point, times: times, button: button, modifiers)
                    return "\(times == 2 ? "Double-clicked" : "Clicked") \(text)."
                }
            })
    }

    /// The tools that act as a person does: their events are trusted.
    static let input: [Tool] = [
        clicking("click", "Clicks an element, or taps it on a phone.", times: 1),
        clicking("double_click", "Clicks an element twice.", times: 2),
        Tool(
            name: "hover", summary: "Moves the mouse over an element.", parameters: [.reference, .snapshot, .limit],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    let (point, text) = try await page.place(arguments.required("ref"), forced: true)
                    _ = try await page.input([.pointer(.move, point, button: 1, held: 0, [], clicks: nil)])
                    return "The mouse is over \(text)."
                }
            }),
        Tool(
            name: "type", summary: "Types a text key by key, into an element or into what has the focus.",
            parameters: [
                ToolParameter("text", .text, "The text.", required: true),
                ToolParameter("ref", .text, "The reference of the element that gets the focus first."),
                ToolParameter("submit", .flag, "Whether to press Enter afterwards."), .snapshot, .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let text = arguments.required("text")
                guard text.count <= 5000 else {
                    throw ToolError("type takes 5,000 characters at most. fill takes more.")
                }
                return try await page.result(arguments) {
                    var into = "what has the focus"
                    if let reference = arguments.text("ref") { into = try await page.focus(reference) }
                    try await page.type(text + (arguments.flag("submit") ? "\n" : ""))
                    return "Typed into \(into)."
                }
            }),
        Tool(
            name: "press", summary: "Presses a key, or keys that are held together.",
            parameters: [
                ToolParameter(
                    "key", .text, "A key such as Enter, ArrowDown or a, or a chord such as Shift+Tab.", required: true),
                ToolParameter("ref", .text, "The reference of the element that gets the focus first."), .snapshot,
                .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    if let reference = arguments.text("ref") { _ = try await page.focus(reference) }
                    try await page.press(arguments.required("key"))
                    return "Pressed \(arguments.required("key"))."
                }
            }),
        Tool(
            name: "fill", summary: "Replaces the text of a field.",
            parameters: [
                .reference, ToolParameter("value", .text, "The new text.", required: true), .snapshot, .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    let element = try page.frames.element(arguments.required("ref"), in: page.view)
                    let value = arguments.required("value")
                    let field = try await page.frames.run(
                        "fill", [.integer(element.number), .string(value)], in: page.view, frame: element.frame)
                    if field["isOpen"]?.flag ?? false {
                        _ = try await page.input(
                            value.isEmpty
                                ? [.key("Delete", isPressed: true, []), .key("Delete", isPressed: false, [])]
                                : [.text(value)])
                    }
                    return "Filled \(field["text"]?.text ?? "the field")."
                }
            }),
        Tool(
            name: "select", summary: "Chooses options of a list, by their values or texts.",
            parameters: [
                .reference, ToolParameter("values", .texts, "The options to choose.", required: true), .snapshot,
                .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    let element = try page.frames.element(arguments.required("ref"), in: page.view)
                    let values = arguments["values"] ?? []
                    let text = try await page.frames.run(
                        "select", [.integer(element.number), values], in: page.view, frame: element.frame)
                    return "Chose in \(text.text ?? "the list")."
                }
            }),
        Tool(
            name: "upload", summary: "Clicks a field for files, or what opens a file dialog, and chooses files there.",
            parameters: [
                .reference, ToolParameter("files", .texts, "The paths of the files to choose.", required: true),
                .snapshot, .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let files = arguments.texts("files").map { URL(fileURLWithPath: $0) }
                var isFolder: ObjCBool = false
                if let missing = files.first(where: { file in
                    !FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) || isFolder.boolValue
                }) {
                    throw ToolError("There is no file \(missing.path(percentEncoded: false)).")
                }
                guard !files.isEmpty else { throw ToolError("“files” has the paths of files.") }
                return try await page.result(arguments) {
                    page.chosenFiles = files
                    defer { page.chosenFiles = nil }
                    let (point, text) = try await page.place(arguments.required("ref"))
                    try await page.click(point, times: 1, button: 1, [])
                    // The dialog comes with a message of its own.
                    for _ in 0..<50 where page.chosenFiles != nil { await WindowNavigations.rest() }
                    guard page.chosenFiles == nil else { throw ToolError("\(text) opens no file dialog.") }
                    return "Clicked \(text)."
                }
            }),
        Tool(
            name: "scroll", summary: "Turns the wheel over an element, or over the middle of the window.",
            parameters: [
                ToolParameter("ref", .text, "The reference of an element."),
                ToolParameter("dx", .number, "Points to the right."),
                ToolParameter("dy", .number, "Points down (default 300)."),
                .snapshot, .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    let size = page.view.frame.size
                    var point = CGPoint(x: size.width / 2, y: size.height / 2)
                    if let reference = arguments.text("ref") {
                        point = try await page.place(reference, forced: true).point
                    }
                    let (x, y) = (arguments.number("dx"), arguments.number("dy"))
                    let delta = CGPoint(
                        x: min(max(x ?? 0, -1e5), 1e5), y: min(max(y ?? (x == nil ? 300 : 0), -1e5), 1e5))
                    _ = try await page.input([
                        .pointer(.move, point, button: 1, held: 0, [], clicks: nil), .scroll(point, by: delta, []),
                    ])
                    // WebKit scrolls with its next frames.
                    _ = try? await page.view.callAsyncJavaScript(
                        "for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)",
                        contentWorld: PageFrames.world)
                    return "Turned the wheel."
                }
            }),
        Tool(
            name: "drag", summary: "Drags one element to another.",
            parameters: [
                ToolParameter("from", .text, "The reference of the element to drag.", required: true),
                ToolParameter("to", .text, "The reference of the element to drop it on.", required: true), .snapshot,
                .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    let start = try await page.place(arguments.required("from"))
                    let end = try await page.place(arguments.required("to"), forced: true)
                    try await page.drag(from: start.point, to: end.point)
                    return "Dragged \(start.text) to \(end.text)."
                }
            }),
    ]
}
