import Foundation
import HTTPMessages
import Simulator
import WebKit

extension ToolParameter {
    static let limit = ToolParameter("limit", .integer, "Most characters of the result (default 8000).")
    static let snapshot = ToolParameter(
        "snapshot", .flag, "Whether the result also has a snapshot of the page afterwards.")
    static let reference = ToolParameter("ref", .text, "A reference of a snapshot, such as e12.", required: true)
}

extension AgentPage {
    /// Does something with the page, and returns a result with what happened meanwhile.
    ///
    /// - Parameter action: does it, and returns a sentence.
    func result(
        _ arguments: ToolArguments, settles: Bool = true, _ action: () async throws -> String
    ) async throws -> ToolResult {
        _ = takeNews()
        var lines = [try await action()]
        if settles { await settle() }
        let news = takeNews()
        if !news.isEmpty {
            lines.append("Meanwhile:")
            lines += ToolResult.cut(news.map { "- \($0)" }, at: 3000)
        }
        guard arguments.flag("snapshot"), problem == nil, !isStuck else {
            return ToolResult(lines.joined(separator: "\n"))
        }
        lines.append(heading)
        let outline = try await frames.outline(of: view)
        return ToolResult(lines.joined(separator: "\n"), page: outline, limit: arguments.limit)
    }

    /// Seconds that a page may take to answer after an action.
    static let patience = 10.0

    /// Waits until the page has had its events, and has gone where they lead.
    func settle() async {
        guard !navigations.hasEnded(view) else { return }
        guard await answers(within: Self.patience) else {
            return tell("the page has not answered for \(Int(Self.patience)) seconds. \(Self.stuck)")
        }
        await navigations.settle(view)
    }

    /// Returns whether the page runs a script within so many seconds.
    func answers(within seconds: Double) async -> Bool {
        let answer: Void? = await withTimeLimit(seconds: seconds) { [view] in
            _ = try? await view.callAsyncJavaScript("", contentWorld: PageFrames.world)
        }
        isStuck = answer == nil
        return !isStuck
    }

    static let stuck = "It may be in an endless loop. Call reload: it ends the web process first."

    /// Goes somewhere, and returns a result.
    ///
    /// - Throws: ``ToolError`` for a navigation that fails.
    func go(_ arguments: ToolArguments, _ begin: (WKWebView) -> Bool) async throws -> ToolResult {
        if isStuck {
            view.terminateWebProcess()
            for _ in 0..<250 where !navigations.hasEnded(view) { await WindowNavigations.rest() }
            isStuck = false
        }
        return try await result(arguments) {
            var hasBegun = true
            let failure = await navigations.run(in: view) { hasBegun = begin(view) }
            if let failure {
                throw ToolError("\(failure). Check the address, the folder, and whether the page is offline.")
            }
            guard hasBegun else { throw ToolError("The page cannot go there.") }
            return view.isLoading ? "\(heading) It is still loading." : heading
        }
    }
}

extension Tool {
    /// The tools that open pages and go from one to another.
    static let pages: [Tool] = [
        Tool(
            name: "open", summary: "Opens an app's page in a simulated phone, in place of the page that is open.",
            parameters: [
                ToolParameter("page", .text, "A folder with an index.html, a page, or an address.", required: true),
                ToolParameter(
                    "app", .choice(AppFramework.allCases.map(\.rawValue)),
                    "The framework whose native half is simulated."),
                ToolParameter("device", .text, "A device, such as iPhone 17."),
                ToolParameter("ios", .choice(IOSVersion.allCases.map { "\($0.rawValue)" }), "The version of iOS."),
                ToolParameter("root", .text, "The folder that the app's origin shows."),
                ToolParameter(
                    "map", .texts, "Origins and the folders or servers that answer: https://app.example=./dist."),
                ToolParameter("permit", .texts, "Hosts whose pages are loaded under sw://, with the bridge."),
                ToolParameter("size", .text, "The view's size in CSS pixels: 390x844."),
                ToolParameter("native", .text, "A module that answers webkit.messageHandlers."),
                ToolParameter("offline", .flag, "Whether the page begins without a network."),
                ToolParameter(
                    "options", .texts, "Further options of the command line, such as --dark or --web-app."),
                .snapshot, .limit,
            ],
            run: { session, arguments in
                session.opened?.close()
                session.opened = nil
                let (reference, options) = try await session.environment.page(
                    arguments.required("page"), session.environment.defaults + Self.options(of: arguments))
                let page = try await AgentPage(of: reference, options)
                session.opened = page
                return try await page.go(arguments) { $0.load(URLRequest(url: page.address)) != nil }
            }),
        Tool(
            name: "close", summary: "Closes the page and its windows.",
            run: { session, _ in
                _ = try session.page()
                session.opened?.close()
                session.opened = nil
                return ToolResult("Closed.")
            }),
        Tool(
            name: "navigate", summary: "Goes to another address in the open page.",
            parameters: [
                ToolParameter(
                    "url", .text, "An address, or one relative to the page, such as /settings.", required: true),
                .snapshot, .limit,
            ],
            run: { session, arguments in
                let page = try session.page()
                let text = arguments.required("url")
                let base = page.view.url ?? page.address
                guard let url = URL(string: text, relativeTo: base)?.absoluteURL, url.scheme != nil else {
                    throw ToolError("“\(text.prefix(200))” is no address.")
                }
                return try await page.go(arguments) { $0.load(URLRequest(url: url)) != nil }
            }),
        Tool(
            name: "back", summary: "Goes one page back.", parameters: [.snapshot, .limit],
            run: { session, arguments in
                let page = try await session.livePage()
                guard page.view.canGoBack else { throw ToolError("There is no page to go back to.") }
                return try await page.go(arguments) { $0.goBack() != nil }
            }),
        Tool(
            name: "forward", summary: "Goes one page forward.", parameters: [.snapshot, .limit],
            run: { session, arguments in
                let page = try await session.livePage()
                guard page.view.canGoForward else { throw ToolError("There is no page to go forward to.") }
                return try await page.go(arguments) { $0.goForward() != nil }
            }),
        Tool(
            name: "reload",
            summary: "Loads the page again; also starts a page whose web process has ended or does not answer.",
            parameters: [.snapshot, .limit],
            run: { session, arguments in
                let page = try session.page()
                return try await page.go(arguments) { $0.reload() != nil }
            }),
        Tool(
            name: "windows", summary: "Lists the windows of the app, and has the tools act in another one.",
            parameters: [ToolParameter("select", .integer, "The number of the window to act in, from 1.")],
            run: { session, arguments in
                let page = try session.page()
                if let number = arguments["select"]?.number {
                    guard page.windows.indices.contains(number - 1) else {
                        throw ToolError("There is no window \(number). There are \(page.windows.count).")
                    }
                    page.show(page.windows[number - 1])
                }
                let lines = page.windows.enumerated().map { index, window in
                    let mark = window === page.view ? "> " : "  "
                    return "\(mark)\(index + 1): \(ToolResult.quoted(window.url?.absoluteString ?? "", longest: 500)) "
                        + ToolResult.quoted(window.title ?? "", longest: 120)
                }
                return ToolResult("Windows; > has the tools.", page: lines, limit: ToolResult.usualLimit)
            }),
        Tool(
            name: "resize", summary: "Gives the window another size in CSS pixels, or pages another color scheme.",
            parameters: [
                ToolParameter("width", .integer, "From 1 to 10000."),
                ToolParameter("height", .integer, "From 1 to 10000."),
                ToolParameter("dark", .flag, "Whether pages find prefers-color-scheme: dark."),
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                return try await page.result(arguments) {
                    let old = page.view.frame.size
                    let width = arguments.integer("width", Int(old.width), in: 1...10_000)
                    let height = arguments.integer("height", Int(old.height), in: 1...10_000)
                    page.view.frame = CGRect(x: 0, y: 0, width: width, height: height)
                    if let isDark = arguments["dark"]?.flag { WebKitEnvironment.isDark = isDark }
                    return "The window is \(width) x \(height) CSS pixels."
                }
            }),
    ]

    /// Returns the options of the command line that arguments stand for.
    static func options(of arguments: ToolArguments) -> [String] {
        let single = ["app", "device", "ios", "root", "size", "native"].flatMap { name in
            arguments.text(name).map { ["--\(name)=\($0)"] } ?? []
        }
        let repeated = ["map", "permit"].flatMap { name in arguments.texts(name).map { "--\(name)=\($0)" } }
        return single + repeated + (arguments.flag("offline") ? ["--offline"] : []) + arguments.texts("options")
    }
}
