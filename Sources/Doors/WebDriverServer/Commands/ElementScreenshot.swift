import Foundation
import HTTPMessages
import LocalServer

/// Take Element Screenshot, of whose pictures WebKitWebDriver 2.50 leaves all pixels black.
///
/// Source: WebDriver, "Take Element Screenshot", https://www.w3.org/TR/webdriver2/#take-element-screenshot
enum ElementScreenshot {
    /// Returns the script that brings an element into view, and answers its place in the window.
    static func script(element: String) -> JSONValue {
        ["script": .string(source), "args": [["element-6066-11e4-a52e-4f735466cecf": .string(element)]]]
    }

    /// Returns the place that the script answered; nil when a frame of another origin hides it.
    static func place(in answer: JSONValue) -> JSONValue? {
        guard case .object(let members) = answer, case .array(let numbers)? = members["value"], numbers.count == 4,
            numbers.allSatisfy({ $0.double != nil })
        else { return nil }
        return .array(numbers)
    }

    private static let source = """
        const element = arguments[0];
        const seen = element.getBoundingClientRect();
        if (seen.top < 0 || seen.left < 0 || seen.bottom > innerHeight || seen.right > innerWidth)
            element.scrollIntoView({ behavior: 'instant', block: 'end', inline: 'nearest' });
        const { left, top, right, bottom } = element.getBoundingClientRect();
        let box = [left, top, right, bottom];
        for (let view = window; ; view = view.parent) {
            // Only what the window shows is in a picture of it.
            const { innerWidth: width, innerHeight: height } = view;
            box = box.map((edge, index) => Math.min(Math.max(edge, 0), index % 2 ? height : width));
            if (view === view.parent) break;
            const frame = view.frameElement;
            if (!frame) return null;
            const outer = frame.getBoundingClientRect();
            box = box.map((edge, index) => edge + (index % 2 ? outer.top + frame.clientTop : outer.left + frame.clientLeft));
        }
        const [x, y] = [Math.floor(box[0]), Math.floor(box[1])];
        return [x, y, Math.ceil(box[2]) - x, Math.ceil(box[3]) - y];
        """
}

extension DriverSession {
    /// Returns a picture of an element.
    ///
    /// - Throws: ``WebDriverError``.
    func screenshot(ofElement element: String) async throws -> HTTPResponse {
        let id = try runningID
        let body = ElementScreenshot.script(element: element).data
        let response = try await forward("POST", "/session/\(id)/execute/sync", body: body)
        guard response.status == 200 else { return response }
        let answer = try JSONValue(json: response.body)
        guard let place = ElementScreenshot.place(in: answer) else {
            throw WebDriverError(
                .unsupportedOperation, "the element is in a frame of another origin, which hides its place")
        }
        return try await ask("picture", inWindowWith: ["rect": place])
    }

    /// Prints the page that the session is at.
    ///
    /// - Throws: ``WebDriverError``.
    func print(_ parameters: PrintParameters) async throws -> HTTPResponse {
        try await ask("print", inWindowWith: ["page": parameters.json])
    }

    /// Asks the browser about the current window of WebKitWebDriver. The browser has views, and does not know their handles.
    func ask(_ name: String, inWindowWith parameters: [String: JSONValue]) async throws -> HTTPResponse {
        let id = try runningID
        var parameters = parameters
        // These two commands also handle open prompts and closed windows, as every command must.
        for place in ["url", "title"] {
            let response = try await forward("GET", "/session/\(id)/\(place)", body: nil)
            guard response.status == 200,
                case .object(let members) = try JSONValue(json: response.body)
            else { return response }
            parameters[place] = members["value"]
        }
        return try await ask(name, .object(parameters))
    }
}
