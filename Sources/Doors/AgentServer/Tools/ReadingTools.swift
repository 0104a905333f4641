import Foundation
import HTTPMessages
import ProcessFiles
import Reports
import Simulator
import WebKit

extension Tool {
    /// The tools that read the page.
    static let reading: [Tool] = [
        Tool(
            name: "snapshot",
            summary: "Lists what the page shows: roles, names, texts and states, with references for the other tools.",
            parameters: [
                ToolParameter("ref", .text, "The reference of an element to list alone."),
                ToolParameter("find", .text, "Only lines with this text in them, whatever its capitals."), .limit,
            ],
            isReading: true,
            run: { session, arguments in
                let page = try await session.livePage()
                let element = try arguments.text("ref").map { try page.frames.element($0, in: page.view) }
                var lines = try await page.frames.outline(of: page.view, below: element)
                if let wanted = arguments.text("find") {
                    lines = lines.filter { $0.localizedCaseInsensitiveContains(wanted) }
                }
                if lines.isEmpty { lines = ["(nothing)"] }
                return ToolResult("\(page.heading)", page: lines, limit: arguments.limit)
            }),
        Tool(
            name: "wait_for",
            summary: "Waits until the page shows a text, no longer shows one, or has an address with a text in it.",
            parameters: [
                ToolParameter("text", .text, "The text to appear."),
                ToolParameter("gone", .text, "The text to disappear."),
                ToolParameter("url", .text, "A part of the address to come."),
                ToolParameter("seconds", .number, "The longest wait (default 10)."), .snapshot, .limit,
            ],
            isReading: true,
            run: { session, arguments in
                let page = try await session.livePage()
                let (text, gone, part) = (arguments.text("text"), arguments.text("gone"), arguments.text("url"))
                guard text != nil || gone != nil || part != nil else {
                    throw ToolError("wait_for needs one of the arguments text, gone and url.")
                }
                let seconds = min(max(arguments.number("seconds") ?? 10, 0), 3600)
                let end = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
                return try await page.result(arguments, settles: false) {
                    while true {
                        if let problem = page.problem { throw ToolError(problem) }
                        var isReached = part.map { page.view.url?.absoluteString.contains($0) ?? false } ?? true
                        if isReached, let text { isReached = await page.frames.shows(text, in: page.view) }
                        if isReached, let gone { isReached = await !page.frames.shows(gone, in: page.view) }
                        if isReached { return "Reached." }
                        guard ContinuousClock.now < end, !Task.isCancelled else {
                            throw ToolError("Not reached within \(seconds) seconds. snapshot shows what there is.")
                        }
                        await WindowNavigations.rest()
                    }
                }
            }),
        Tool(
            name: "evaluate",
            summary: "Evaluates an expression in the page, or a function of an element, and returns its value as JSON.",
            parameters: [
                ToolParameter(
                    "expression", .text,
                    "An expression, or a function: document.title, async () => (await fetch('/x')).status, element => element.value.",
                    required: true),
                ToolParameter(
                    "ref", .text, "The element that the function gets. It then runs apart from the page's own scripts."),
                .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let element = try arguments.text("ref").map { try page.frames.element($0, in: page.view) }
                let argument = element.map { "globalThis.agent.elementOf(\($0.number))" } ?? ""
                let body = """
                    const value = (\(arguments.required("expression"))
                    );
                    return await (typeof value === "function" ? value(\(argument)) : value);
                    """
                var text = ""
                let result = try await page.result(arguments) {
                    do {
                        let value = try await page.view.callAsyncJavaScript(
                            body, in: element?.frame, contentWorld: element == nil ? .page : PageFrames.world)
                        text = try NativeValue(value).json
                    } catch let error as WKError where error.code == .javaScriptExceptionOccurred {
                        let reason = error.userInfo[WKError.exceptionMessageKey] as? String
                        throw ToolError(
                            "The script failed: \(ToolResult.quoted(reason ?? error.localizedDescription, longest: 1000))"
                        )
                    } catch let error as NativeCallError { throw ToolError("\(error)") }
                    return "Value (the page's, as JSON): \(ToolResult.cut(text, at: arguments.limit))"
                }
                return result
            }),
        Tool(
            name: "screenshot",
            summary: "Takes a picture of what the window shows, of the whole page, or of an element.",
            parameters: [
                ToolParameter("ref", .text, "The reference of an element."),
                ToolParameter("full_page", .flag, "Whether the picture has the whole page."),
                ToolParameter("file", .text, "A PNG file to write, in place of the picture as the result."),
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let picture = try await page.picture(arguments)
                guard !picture.isEmpty else { throw ToolError("The picture would be empty: the element has no size.") }
                guard let file = arguments.text("file") else {
                    var result = ToolResult("\(page.heading) The picture is the page's.")
                    result.add(picture: picture)
                    return result
                }
                guard file.lowercased().hasSuffix(".png") else { throw ToolError("“file” is the name of a .png file.") }
                do { try PrivateFiles.write(picture, to: URL(fileURLWithPath: file)) } catch {
                    throw ToolError("\(file) cannot be written: \(error)")
                }
                return ToolResult("Wrote \(file).")
            }),
        Tool(
            name: "console",
            summary: "Lists the latest lines of the console: of the page, its frames, its workers and the native half.",
            parameters: [
                ToolParameter("errors", .flag, "Only errors and warnings."),
                ToolParameter("after", .integer, "Only lines after this number."),
                ToolParameter("clear", .flag, "Whether to forget the lines afterwards."), .limit,
            ],
            isReading: true,
            run: { session, arguments in
                let page = try session.page()
                await page.settleConsole()
                let (isStrict, after) = (arguments.flag("errors"), arguments["after"]?.number ?? 0)
                let entries = page.console.entries.filter { number, entry in
                    number > after && (!isStrict || ["error", "warn"].contains(entry.level))
                }
                let lines = entries.map { number, entry in
                    "\(number) \(entry.level) (\(entry.source)): \(ToolResult.quoted(entry.text, longest: 2000))"
                }
                if arguments.flag("clear") { page.console.removeAll() }
                return ToolResult.latest("\(ToolResult.count(lines.count, "line")).", lines, limit: arguments.limit)
            }),
        Tool(
            name: "dialogs",
            summary:
                "Sets the answers to the next dialogs of pages and plugins, and lists the dialogs so far; others are accepted.",
            parameters: [
                ToolParameter(
                    "answers", .texts, "For each of the next dialogs: accept, cancel, or accept=TEXT for a prompt.")
            ],
            run: { session, arguments in
                let page = try session.page()
                page.simulator.phone.dialogAnswers += try arguments.texts("answers").map { answer in
                    switch answer {
                    case "accept": .accept()
                    case "cancel": .cancel
                    case let text where text.hasPrefix("accept="): .accept(String(text.dropFirst("accept=".count)))
                    default:
                        throw ToolError("“\(answer.prefix(60))” is no answer. One is accept, cancel or accept=TEXT.")
                    }
                }
                let waiting = page.simulator.phone.dialogAnswers.count
                return ToolResult.latest(
                    "\(ToolResult.count(waiting, "answer")) set. The dialogs so far follow.",
                    page.dialogs.entries.map { "\($0.number) \($0.entry)" },
                    limit: ToolResult.usualLimit)
            }),
    ]
}

extension AgentPage {
    /// Returns a picture of the window, of the whole page, or of an element.
    fileprivate func picture(_ arguments: ToolArguments) async throws -> Data {
        guard let reference = arguments.text("ref") else {
            let configuration = WKSnapshotConfiguration()
            // A picture of as many pixels as the page has points: agents pay for pixels.
            configuration.snapshotWidth = NSNumber(value: Double(view.frame.width))
            let image =
                arguments.flag("full_page")
                ? try await view.takeFullPageSnapshot() : try await view.takeSnapshot(configuration: configuration)
            return image.pngData() ?? Data()
        }
        let element = try frames.element(reference, in: view)
        let corner = try await frames.corner(of: element.frame, in: view)
        let area = try await frames.run("area", [.integer(element.number)], in: view, frame: element.frame)
        func number(_ name: String) -> CGFloat { CGFloat(area[name]?.double ?? 0) }
        var rect = CGRect(
            x: corner.x + number("x"), y: corner.y + number("y"), width: number("width"), height: number("height"))
        guard rect.width > 0, rect.height > 0, rect.width <= 20_000, rect.height <= 20_000 else { return Data() }
        if element.frame == nil {
            rect.origin.x += number("scrollX")
            rect.origin.y += number("scrollY")
            return try await view.takeFullPageSnapshot(of: rect).pngData() ?? Data()
        }
        let configuration = WKSnapshotConfiguration()
        configuration.rect = rect
        return try await view.takeSnapshot(configuration: configuration).pngData() ?? Data()
    }

    /// Waits for the lines that the page has printed until now.
    func settleConsole() async {
        if problem == nil, !isStuck { _ = await answers(within: 5) }
    }
}

extension ToolResult {
    /// A result of the latest lines that fit.
    static func latest(_ head: String, _ lines: [String], limit: Int) -> ToolResult {
        var (length, first) = (0, lines.count)
        while first > 0, length + lines[first - 1].count + 1 <= limit {
            first -= 1
            length += lines[first].count + 1
        }
        if first == lines.count, let last = lines.last { return ToolResult(head, page: [last], limit: limit) }
        let older = first > 0 ? ["… \(first) earlier lines. A larger “limit” (characters) shows them."] : []
        return ToolResult(head, page: older + lines[first...], limit: .max)
    }
}
