import Foundation
import HTTPMessages
import WebDriverServer

/// A command of WebDriver with its parameters.
///
/// Source: WebDriver, "Endpoints", https://www.w3.org/TR/webdriver2/#endpoints
struct ClassicCommand {
    let method: String
    /// The path below the session's.
    let name: [String]
    /// The method and the path, with `*` in place of ids and names.
    let key: String
    let body: Data
    let parameters: Parameters

    /// - Throws: ``WebDriverError`` for an unknown command, and a body that is no object.
    init(_ method: String, _ name: [String], _ body: Data) throws(WebDriverError) {
        (self.method, self.name, self.body) = (method, name, body)
        let path = Self.pattern(of: name)
        key = "\(method) \(path)"
        guard let methods = Self.methods[path] else {
            throw WebDriverError(.unknownCommand, "\(method) \(name.joined(separator: "/")) is no command of WebDriver")
        }
        guard methods.contains(method) else {
            throw WebDriverError(.unknownMethod, "\(name.joined(separator: "/")) is no command for \(method)")
        }
        guard method == "POST" else {
            parameters = Parameters([:])
            return
        }
        guard let members = try? JSONValue(json: body).members else {
            throw WebDriverError(.invalidArgument, "the body is no JSON object")
        }
        parameters = Parameters(members)
    }

    /// The id of the element or the shadow root, or the name of the cookie.
    var subject: String { name.count > 1 ? name[1] : "" }

    private static func pattern(of name: [String]) -> String {
        guard name.count > 1, ["cookie", "element", "shadow"].contains(name[0]), name != ["element", "active"] else {
            return name.joined(separator: "/")
        }
        var parts = name
        parts[1] = "*"
        if parts.count == 4, ["attribute", "css", "property"].contains(parts[2]) { parts[3] = "*" }
        return parts.joined(separator: "/")
    }

    private static let methods: [String: Set<String>] = [
        "timeouts": ["GET", "POST"], "url": ["GET", "POST"], "back": ["POST"], "forward": ["POST"],
        "refresh": ["POST"], "title": ["GET"], "window": ["GET", "DELETE", "POST"], "window/handles": ["GET"],
        "window/new": ["POST"], "frame": ["POST"], "frame/parent": ["POST"], "window/rect": ["GET", "POST"],
        "window/maximize": ["POST"], "window/minimize": ["POST"], "window/fullscreen": ["POST"],
        "element/active": ["GET"], "element/*/shadow": ["GET"], "element": ["POST"], "elements": ["POST"],
        "element/*/element": ["POST"], "element/*/elements": ["POST"], "shadow/*/element": ["POST"],
        "shadow/*/elements": ["POST"], "element/*/selected": ["GET"], "element/*/attribute/*": ["GET"],
        "element/*/property/*": ["GET"], "element/*/css/*": ["GET"], "element/*/text": ["GET"],
        "element/*/name": ["GET"], "element/*/rect": ["GET"], "element/*/enabled": ["GET"],
        "element/*/displayed": ["GET"], "element/*/computedrole": ["GET"], "element/*/computedlabel": ["GET"],
        "element/*/click": ["POST"], "element/*/clear": ["POST"], "element/*/value": ["POST"], "source": ["GET"],
        "execute/sync": ["POST"], "execute/async": ["POST"], "cookie": ["GET", "POST", "DELETE"],
        "cookie/*": ["GET", "DELETE"], "actions": ["POST", "DELETE"], "alert/dismiss": ["POST"],
        "alert/accept": ["POST"], "alert/text": ["GET", "POST"], "screenshot": ["GET"],
        "element/*/screenshot": ["GET"], "print": ["POST"],
    ]
}
