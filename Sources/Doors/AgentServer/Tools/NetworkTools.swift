import Foundation
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

extension Tool {
    /// The tools of the network, service workers and stored data.
    static let network: [Tool] = [
        Tool(
            name: "network",
            summary: "Lists the latest requests of the page, its workers and its native half, with their answers.",
            parameters: [
                ToolParameter("find", .text, "Only requests whose address has this text in it."),
                ToolParameter("failed", .flag, "Only requests that failed, or were answered with an error status."),
                ToolParameter("clear", .flag, "Whether to forget the requests afterwards."), .limit,
            ],
            isReading: true,
            run: { session, arguments in
                let page = try session.page()
                let exchanges = page.network.exchanges.filter { exchange in
                    (arguments.text("find").map { exchange.url.contains($0) } ?? true)
                        && (!arguments.flag("failed") || exchange.failure != nil || exchange.status ?? 0 >= 400)
                }
                if arguments.flag("clear") { page.network.clear() }
                return .latest(
                    "\(ToolResult.count(exchanges.count, "request")). network_body shows one.", exchanges.map(\.line),
                    limit: arguments.limit)
            }),
        Tool(
            name: "network_body", summary: "Shows a request with its headers, its answer's headers and the bodies.",
            parameters: [
                ToolParameter("number", .integer, "The number of the request in network.", required: true), .limit,
            ],
            isReading: true,
            run: { session, arguments in
                let page = try session.page()
                let number = arguments["number"]?.number ?? 0
                guard let exchange = page.network.exchanges.first(where: { $0.number == number }) else {
                    throw ToolError("There is no request \(number). network lists the latest.")
                }
                return ToolResult("The request \(number).", page: exchange.details(limit: arguments.limit), limit: .max)
            }),
        Tool(
            name: "offline", summary: "Takes the app off the network, or puts it back.",
            parameters: [
                ToolParameter(
                    "mode", .choice(["offline", "strict", "online"]),
                    "offline: no server answers. strict: the app's own folders do not either. online: all is back.",
                    required: true)
            ],
            run: { session, arguments in
                let page = try session.page()
                return try await page.result(arguments) {
                    let modes = ["offline": Connectivity.offline, "strict": .strictlyOffline, "online": .online]
                    let mode = arguments.required("mode")
                    for window in page.windows {
                        window.connectivity = modes[mode] ?? .online
                        await withCheckedContinuation { done in window.whenIntercepted { done.resume() } }
                    }
                    return "The app is now: \(mode)."
                }
            }),
        Tool(
            name: "worker", summary: "Lists the service workers of the page's origin, with their scopes and states.",
            isReading: true,
            run: { session, _ in
                let page = try session.page()
                guard let url = page.view.url else { throw ToolError("The page has no address yet.") }
                var lines = page.view.serviceWorkers(of: url).map { worker in
                    "\(worker.state), \(worker.isRunning ? "running" : "not running"), scope "
                        + "\(worker.scope.absoluteString), script \(worker.script.absoluteString)"
                }
                if lines.isEmpty, page.problem == nil { lines = await page.webKitWorkers() }
                let head =
                    lines.isEmpty
                    ? "The page's origin has no service worker." : "\(ToolResult.count(lines.count, "service worker"))."
                return ToolResult(head, page: lines, limit: ToolResult.usualLimit)
            }),
        Tool(
            name: "worker_stop",
            summary:
                "Stops the running service workers of the page's origin, as iOS does to save memory; their next event starts them.",
            run: { session, arguments in
                let page = try session.page()
                guard let url = page.view.url else { throw ToolError("The page has no address yet.") }
                guard !["http", "https"].contains(url.scheme) || !page.view.serviceWorkers(of: url).isEmpty else {
                    throw ToolError(
                        "WebKit runs the workers of \(url.scheme ?? "") pages itself, and nothing stops them. Pages under sw:// have workers "
                            + "that can be stopped: open with permit.")
                }
                let count = await page.view.stopServiceWorkers(of: url)
                return ToolResult(count == 0 ? "No service worker was running." : "Stopped \(count).")
            }),
        Tool(
            name: "storage",
            summary:
                "Lists localStorage, sessionStorage and cookies of the page, or changes an entry of localStorage or sessionStorage.",
            parameters: [
                ToolParameter("kind", .choice(["local", "session"]), "The storage to change (default local)."),
                ToolParameter("set", .text, "The name of the entry to set."),
                ToolParameter("value", .text, "The value of the entry to set."),
                ToolParameter("remove", .text, "The name of the entry to remove."),
                ToolParameter("clear", .flag, "Whether to remove all entries of the kind."), .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let kind = JSONValue.string(arguments.text("kind") ?? "local")
                if arguments.flag("clear") {
                    _ = try await page.frames.run("store", [kind, .null, .null], in: page.view)
                }
                if let name = arguments["remove"] {
                    _ = try await page.frames.run("store", [kind, name, .null], in: page.view)
                }
                if let name = arguments["set"] {
                    guard let value = arguments["value"] else { throw ToolError("“set” needs a “value”.") }
                    _ = try await page.frames.run("store", [kind, name, value], in: page.view)
                }
                return ToolResult("\(page.heading)", page: try await page.storedLines(), limit: arguments.limit)
            }),
        Tool(
            name: "bridge", summary: "Lists the latest messages between the page and its bridge, in both directions.",
            parameters: [ToolParameter("find", .text, "Only messages with this text in them."), .limit],
            isReading: true,
            run: { session, arguments in
                let page = try session.page()
                let messages = page.bridge.entries.filter { entry in
                    arguments.text("find").map { entry.entry.text.contains($0) || entry.entry.event == $0 } ?? true
                }
                let lines = messages.map { number, message in
                    let event = message.event.map { " \($0)" } ?? ""
                    return
                        "\(number) \(message.direction)\(event) \(ToolResult.quoted(message.text, longest: 1000))"
                }
                return .latest("\(ToolResult.count(lines.count, "message")).", lines, limit: arguments.limit)
            }),
    ]
}

extension AgentPage {
    /// Returns a line for each service worker of an http(s) page, which WebKit runs itself.
    fileprivate func webKitWorkers() async -> [String] {
        let script = """
            const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
            return registrations.flatMap(({ scope, installing, waiting, active }) =>
                [installing, waiting, active].filter(Boolean).map(({ state, scriptURL }) => `${state}, scope ${scope}, script ${scriptURL}`));
            """
        let lines = try? await view.callAsyncJavaScript(script, contentWorld: PageFrames.world) as? [Any]
        return lines?.compactMap { $0 as? String } ?? []
    }

    fileprivate func storedLines() async throws -> [String] {
        let stored = try await frames.run("storage", in: view)
        var lines: [String] = []
        for kind in ["local", "session"] {
            guard case .array(let entries)? = stored[kind] else {
                lines.append("\(kind): the document has none")
                continue
            }
            lines.append("\(kind): \(entries.count) in all")
            lines += entries.map { entry in
                "  \(ToolResult.quoted(entry.elements.first?.text ?? "")): "
                    + ToolResult.quoted(entry.elements.last?.text ?? "", longest: 1000)
            }
        }
        let cookies = await view.configuration.websiteDataStore.httpCookieStore.cookies()
        lines.append("cookies of all origins: \(cookies.count)")
        lines += cookies.map { cookie in
            let marks = (cookie.isHTTPOnly ? " HttpOnly" : "") + (cookie.isSecure ? " Secure" : "")
            return "  \(ToolResult.quoted(cookie.name)): \(ToolResult.quoted(cookie.value, longest: 1000)) of "
                + "\(cookie.key.domain)\(cookie.path)\(marks)"
        }
        return lines
    }
}

extension AgentNetwork.Exchange {
    /// The request and its answer in a line.
    var line: String {
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        var line = "\(number) \(method) \(ToolResult.quoted(url)) "
        if let failure {
            line += "failed: \(failure)"
        } else if let status {
            line += "\(status) \(ToolResult.quoted(type, longest: 60)) \(size) bytes"
        } else {
            line += "not answered yet"
        }
        if let milliseconds, source != "service worker" { line += " \(milliseconds) ms" }
        return line + ", asked by the \(asker), answered by the \(source)"
    }

    /// The lines of the request and its answer.
    func details(limit: Int) -> [String] {
        var lines = [line, "Request headers:"] + requestHeaders.map(Self.text)
        if let requestBody, !requestBody.isEmpty {
            let text = Self.text(requestBody, type: nil, limit: limit / 2)
            lines += ["Request body: \(ToolResult.quoted(text, longest: .max))"]
        }
        lines += ["Headers:"] + headers.map(Self.text)
        guard source != "service worker" else {
            return lines + ["A service worker made the body, which is not recorded."]
        }
        guard let body else { return lines + ["The body has \(size) bytes, too many to record."] }
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value
        return lines + ["Body of \(size) bytes:", Self.text(body, type: type, limit: limit)]
    }

    private static func text(_ field: HeaderList.Field) -> String {
        "  \(field.name): \(ToolResult.quoted(field.value, longest: 1000))"
    }

    private static func text(_ body: Data, type: String?, limit: Int) -> String {
        guard let text = String(data: body, encoding: .utf8), !text.contains("\0") else {
            return "(no text\(type.map { ": \(ToolResult.quoted($0, longest: 60))" } ?? ""))"
        }
        return ToolResult.cut(text, at: limit)
    }
}
