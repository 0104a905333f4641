import BiDiServer
import Foundation
import HTTPMessages
import SWWebView
import Simulator
import URLInterception
import WebDriverServer
import WebKit

/// The commands that a driver sends to its browser because WebKitWebDriver lacks them. Main actor only.
@MainActor
struct SessionCommands {
    let windows: AutomationWindows

    /// - Throws: ``WebDriverError``, and the errors of the view.
    func answer(_ name: String, _ parameters: JSONValue) async throws -> JSONValue {
        switch name {
        case "navigation begins":
            windows.failures.forget()
            if case .object(let members) = parameters, case .string(let address) = members["url"] {
                windows.native.clientNavigation = URL(address: address)
            } else {
                windows.native.clientNavigation = nil
            }
            return nil
        case "failed navigations":
            return ["failures": .array(await windows.failures.take()), "windows": .integer(windows.views.count)]
        case "log": return windows.log?.drain() ?? []
        case "selenium log": return try seleniumLog(parameters)
        case "presence": return [:]
        case "native": return try Self.json(await windows.native.stateWithWebApp)
        case "native command": return try await native(parameters)
        case "offline": return try await setOffline(parameters)
        case "print": return try await print(parameters)
        case "touch": return try await touch(parameters)
        case "picture": return try await picture(parameters)
        default: throw WebDriverError(.unknownCommand, "the browser knows no command “\(name)”")
        }
    }

    // MARK: The native half

    /// Executes a command of the native half.
    ///
    /// - Throws: ``WebDriverError`` with the code invalid argument, for an unknown or failed command.
    private func native(_ parameters: JSONValue) async throws -> JSONValue {
        do {
            return try Self.json(try await windows.native.command(try NativeValue(json: parameters.data)))
        } catch let error as NativeCallError {
            throw WebDriverError(.invalidArgument, error.message)
        }
    }

    private static func json(_ value: NativeValue) throws -> JSONValue {
        try JSONValue(json: JSONText.encode(value))
    }

    // MARK: Offline

    private func setOffline(_ parameters: JSONValue) async throws -> JSONValue {
        guard case .object(let members) = parameters, let offline = members["offline"],
            let connectivity = Self.connectivities.first(where: { $0.value == offline })?.connectivity
        else { throw WebDriverError(.invalidArgument, "“offline” must be true, false or “strict”") }
        await windows.setConnectivity(connectivity)
        return .null
    }

    private static let connectivities: [(value: JSONValue, connectivity: Connectivity)] = [
        (true, .offline), (false, .online), ("strict", .strictlyOffline),
    ]

    // MARK: Print

    private func print(_ parameters: JSONValue) async throws -> JSONValue {
        guard case .object(let members) = parameters, let page = members["page"] else {
            throw WebDriverError(.invalidArgument, "the command has no page")
        }
        let wanted = try PrintParameters(page)
        let view = try await view(at: members["url"], titled: members["title"])
        return .string(try await view.pdf(printing: PrintSettings(wanted)).base64EncodedString())
    }

    // MARK: Touches

    /// Makes touches: each has what the finger does, its number, and its place in the window.
    private func touch(_ parameters: JSONValue) async throws -> JSONValue {
        guard case .object(let members) = parameters, case .array(let touches)? = members["touches"] else {
            throw WebDriverError(.invalidArgument, "the command has no touches")
        }
        let view = try await view(at: members["url"], titled: members["title"])
        for touch in touches {
            guard case .array(let parts) = touch, parts.count == 4, case .string(let name) = parts[0],
                let action = TouchAction(rawValue: name), let finger = parts[1].double, let x = parts[2].double,
                let y = parts[3].double
            else { throw WebDriverError(.invalidArgument, "a touch is an action, a finger and a place") }
            view.sendTouch(action, finger: Int(finger), at: CGPoint(x: x, y: y))
        }
        return .null
    }

    // MARK: Pictures

    private func picture(_ parameters: JSONValue) async throws -> JSONValue {
        guard case .object(let members) = parameters, case .array(let place)? = members["rect"], place.count == 4 else {
            throw WebDriverError(.invalidArgument, "the command has no rect")
        }
        let numbers = place.map { $0.double ?? 0 }
        guard numbers[2] > 0, numbers[3] > 0 else {
            throw WebDriverError(.unknownError, "the element has no size, or is out of sight")
        }
        let view = try await view(at: members["url"], titled: members["title"])
        let configuration = WKSnapshotConfiguration()
        configuration.rect = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let image = try await view.takeSnapshot(configuration: configuration)
        return .string(image.pngData()?.base64EncodedString() ?? "")
    }

    /// Returns the view of the window that WebDriver is at, which only WebKitWebDriver knows by its handle.
    private func view(at url: JSONValue?, titled title: JSONValue?) async throws -> SWWebView {
        if windows.views.count == 1 { return windows.views[0] }
        var found: [SWWebView] = []
        for view in windows.views {
            let page = try? await view.evaluateJavaScript("[location.href, document.title]") as? [Any]
            if page?.compactMap({ $0 as? String }).map(JSONValue.string) == [url ?? .null, title ?? .null] {
                found.append(view)
            }
        }
        guard let view = found.first, found.count == 1 else {
            throw WebDriverError(
                .unsupportedOperation,
                "\(found.count) windows show this address and title, so that it cannot be told which is meant")
        }
        return view
    }

    // MARK: Selenium's logs

    private static let seleniumLevels = ["error": "SEVERE", "warn": "WARNING", "debug": "DEBUG"]

    private func seleniumLog(_ parameters: JSONValue) throws -> JSONValue {
        guard case .object(let members) = parameters, case .string(let type)? = members["type"],
            ["browser", "bridge"].contains(type)
        else { throw WebDriverError(.invalidArgument, "“type” must be browser or bridge") }
        let entries = windows.log?.drain { entry in
            guard case .object(let members) = entry else { return false }
            return (members["source"] == "bridge") == (type == "bridge")
        }
        return .array((entries ?? []).map(Self.seleniumEntry))
    }

    private static func seleniumEntry(_ entry: JSONValue) -> JSONValue {
        guard case .object(let members) = entry, case .string(let level)? = members["level"] else { return entry }
        return [
            "level": .string(seleniumLevels[level] ?? "INFO"), "message": members["text"] ?? "",
            "timestamp": members["timestamp"] ?? 0, "source": members["source"] ?? "",
        ]
    }
}
