import Foundation
import HTTPMessages
import SWWebView
import WebDriverServer
import WebKit

extension ClassicSession {
    // MARK: Click

    /// Source: WebDriver, "Element Click", https://www.w3.org/TR/webdriver2/#element-click
    func click(_ element: String, _ page: BiDiPage) async throws {
        try await navigate(page) {
            guard
                let place = try await self.place(try await self.value("aim", ["element": .string(element)], page), page)
            else { return }
            let modifiers = page.input.modifiers
            _ = await page.view.carryOut([
                .pointer(.move, place, button: 1, held: 0, modifiers, clicks: nil),
                .pointer(.press, place, button: 1, held: 0, modifiers, clicks: 1),
                .pointer(.release, place, button: 1, held: 1, modifiers, clicks: nil),
            ])
        }
    }

    /// Returns the place in the window of a point in the current frame; nil for no point.
    private func place(_ point: JSONValue, _ page: BiDiPage) async throws -> CGPoint? {
        guard let x = point["x"]?.double, let y = point["y"]?.double else { return nil }
        let origin = try await browser.origin(of: try frame(of: page), in: page)
        return CGPoint(x: origin.x + x, y: origin.y + y)
    }

    // MARK: Keys

    /// Source: WebDriver, "Element Send Keys", https://www.w3.org/TR/webdriver2/#element-send-keys
    func sendKeys(_ text: String, to element: String, _ page: BiDiPage) async throws {
        let order: [String: JSONValue] = [
            "element": .string(element), "text": .string(text), "isStrict": .bool(isStrictAboutFiles),
        ]
        switch try await value("take", order, page) {
        case "file", "files":
            let files = text.split(separator: "\n").map { JSONValue.string(String($0)) }
            guard !files.isEmpty else { throw WebDriverError(.invalidArgument, "“text” names no file") }
            let order = Parameters([
                "context": .string(try frame(of: page).id), "element": ["sharedId": .string(element)],
                "files": .array(files),
            ])
            // The page's listeners may open a dialog.
            try await navigate(page) { _ = try await self.browser.carryOut("input.setFiles", order) }
        case "focused":
            try await navigate(page) {
                _ = try await self.browser.carryOut(
                    "input.performActions", self.order(KeyActions.typing(text)["actions"]?.elements ?? [], page))
            }
        default: break
        }
    }

    // MARK: Actions

    private func order(_ actions: [JSONValue], _ page: BiDiPage) throws -> Parameters {
        Parameters(["context": .string(try frame(of: page).id), "actions": .array(actions.map(Self.shared))])
    }

    /// Returns actions whose elements are those of WebDriver BiDi.
    private static func shared(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(shared))
        case .object(let members):
            if let element = members[elementKey] {
                ["type": "element", "element": ["sharedId": element]]
            } else {
                .object(members.mapValues(shared))
            }
        default: value
        }
    }

    /// Source: WebDriver, "Perform Actions", https://www.w3.org/TR/webdriver2/#perform-actions
    func perform(_ actions: [JSONValue], _ page: BiDiPage) async throws {
        let order = try order(actions, page)
        try await navigate(page) { _ = try await self.browser.carryOut("input.performActions", order) }
    }

    func release(_ page: BiDiPage) async throws {
        let order = try order([], page)
        try await navigate(page) { _ = try await self.browser.carryOut("input.releaseActions", order) }
    }
}
