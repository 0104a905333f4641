import Foundation
import HTTPMessages
import Simulator

extension Tool {
    /// The parameters of the tool `phone`: the orders of ``PhoneOrders``.
    private static let orders: [ToolParameter] = [
        ToolParameter("isActive", .flag, "false moves the app to the background, true back to the foreground."),
        ToolParameter("open", .text, "A deep link that another app opens."),
        ToolParameter(
            "push", .object, "A push message: title, subtitle, body, badge, data; for a web app data and scope."),
        ToolParameter("location", .object, "latitude, longitude, accuracy."),
        ToolParameter("permissions", .object, "States by name, such as camera: granted, denied or prompt."),
        ToolParameter("battery", .object, "level from 0 to 1, isCharging."),
        ToolParameter("isConnected", .flag, "Whether the phone has a network."),
        ToolParameter("keyboard", .number, "The height of the keyboard in points; 0 hides it."),
        ToolParameter("deliver", .integer, "The id of a local notification to deliver now."),
        ToolParameter("tapNotification", .object, "Taps the latest notification; for a web app with a tag."),
        ToolParameter("closeNotification", .object, "Removes the latest notification of a web app."),
        ToolParameter("sync", .text, "The tag of a background sync of a web app to fire."),
        ToolParameter("closeBrowser", .flag, "Closes the browser that the app opened."),
    ]

    /// The tools of the native half and the phone.
    static let phone: [Tool] = [
        Tool(
            name: "native_calls", summary: "Lists the latest calls of pages to the native half, with their answers.",
            parameters: [
                ToolParameter("find", .text, "Only calls of handlers or methods with this text in their names."),
                .limit,
            ],
            isReading: true,
            run: { session, arguments in
                let page = try session.page()
                await page.settleConsole()
                let native = page.simulator.native
                let calls = native.calls.filter { call in
                    arguments.text("find").map { call.handler.contains($0) } ?? true
                }
                let names = native.handlerNames
                let head =
                    "\(ToolResult.count(calls.count, "call")). Handlers of messages: \(names.isEmpty ? "none" : names.joined(separator: ", "))."
                return .latest(head, calls.map { ToolResult.cut($0.summary.json, at: 2000) }, limit: arguments.limit)
            }),
        Tool(
            name: "native_answer", summary: "Sets the answer to the next call of a handler, or of a plugin's method.",
            parameters: [
                ToolParameter("handler", .text, "The name, such as camera or Camera.getPhoto.", required: true),
                ToolParameter("value", .any, "The value of the answer (default null)."),
                ToolParameter("error", .text, "The message of an error to answer with, in place of a value."),
                ToolParameter("code", .text, "The code of the error."),
            ],
            run: { session, arguments in
                let page = try session.page()
                let handler = arguments.required("handler")
                guard !handler.isEmpty else { throw ToolError("“handler” is a name.") }
                if let error = arguments.text("error") {
                    page.simulator.native.answerNext(
                        handler, with: .failure(NativeCallError(error, code: arguments.text("code"))))
                } else {
                    page.simulator.native.answerNext(
                        handler, with: .success(try Self.native(arguments["value"] ?? .null)))
                }
                return ToolResult(
                    "The next call of \(handler) is answered so. A new handler of messages is there from the next document on: reload."
                )
            }),
        Tool(
            name: "native_event", summary: "Fires an event of the native half into the page, or an event of a plugin.",
            parameters: [
                ToolParameter("name", .text, "The event's name.", required: true),
                ToolParameter("detail", .any, "The event's data."),
                ToolParameter("plugin", .text, "The plugin whose listeners receive the event, such as App."), .snapshot,
                .limit,
            ],
            run: { session, arguments in
                let page = try await session.livePage()
                let detail = try Self.native(arguments["detail"] ?? .null)
                return try await page.result(arguments) {
                    let name = arguments.required("name")
                    if let plugin = arguments.text("plugin") {
                        page.simulator.native.fire(name, detail, of: plugin)
                    } else {
                        page.simulator.native.fire(name, detail: detail)
                    }
                    return "Fired \(name)."
                }
            }),
        Tool(
            name: "phone",
            summary:
                "Changes the phone: background, deep link, push, location, permissions; lists its state without arguments.",
            parameters: orders + [.snapshot, .limit],
            run: { session, arguments in
                let page = try session.page()
                let native = page.simulator.native
                guard native.framework.hasBridge || native.phone.webApp != nil else {
                    throw ToolError(
                        "This app has no native half of a framework. Open it with app, such as capacitor, or as a web app with the options "
                            + "[\"--web-app\"].")
                }
                let members = Dictionary(
                    orders.compactMap { order in arguments[order.name].map { (order.name, $0) } }
                ) { first, _ in first }
                return try await page.result(arguments) {
                    if !members.isEmpty {
                        _ = try await native.command(["phone": try Self.native(.object(members))])
                    }
                    let state = await native.stateWithWebApp["phone"]?.json ?? "{}"
                    return "The phone: \(native.phone.isActive ? "foreground" : "background"), "
                        + "\(native.phone.isConnected ? "connected" : "not connected"), \(ToolResult.cut(state, at: 4000))"
                }
            }),
    ]

    private static func native(_ value: JSONValue) throws -> NativeValue {
        do { return try NativeValue(plainJSON: value.data) } catch { throw ToolError("\(error)") }
    }
}
