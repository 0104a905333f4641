import Foundation
import HTTPMessages
import SWWebView
import Simulator
import WebDriverServer
import WebKit

extension ClassicSession {
    /// Carries out a command that is for the whole window; nil for any other.
    func onWindow(_ command: ClassicCommand, _ page: BiDiPage) async throws -> JSONValue? {
        switch command.key {
        case "GET url": return .string(page.view.url?.absoluteString ?? page.main.url)
        case "POST url": try await navigate(page, to: command.parameters.string("url"))
        case "POST back": try await navigate(page, at: -1)
        case "POST forward": try await navigate(page, at: 1)
        case "POST refresh":
            let url = page.view.url
            try await navigate(page, to: url) { [browser] in
                _ = try await browser.carryOut(
                    "browsingContext.reload", Parameters(["context": .string(page.id), "wait": "none"]))
            }
            show(page)
        case "DELETE window":
            browser.closed(page)
            return handles
        case "POST window/new":
            let type = try command.parameters.optionalString("type") == "tab" ? "tab" : "window"
            let opened = try await browser.open(in: page.userContext)
            return ["handle": .string(opened.id), "type": .string(type)]
        case "POST frame": try await switchFrame(command.parameters, page)
        case "POST frame/parent": show(try frame(of: page).parent ?? page.main)
        case "GET window/rect": return Self.rect(of: page)
        case "POST window/rect":
            let size = page.view.frame.size
            page.view.frame = CGRect(
                origin: .zero,
                size: CGSize(
                    width: try Self.length("width", command.parameters) ?? size.width,
                    height: try Self.length("height", command.parameters) ?? size.height))
            for name in ["x", "y"] { _ = try command.parameters.optionalNumber(name) }
            return Self.rect(of: page)
        case "POST window/maximize", "POST window/fullscreen":
            page.view.frame = CGRect(origin: .zero, size: browser.simulator.options.viewSize)
            return Self.rect(of: page)
        case "POST window/minimize":
            throw WebDriverError(.unsupportedOperation, "the window of a phone has no smaller form")
        case "GET screenshot":
            return try await browser.carryOut(
                "browsingContext.captureScreenshot", Parameters(["context": .string(page.id)]))["data"]
        case "POST print":
            let given = try PrintParameters(.object(command.parameters.members))
            return .string(try await page.view.pdf(printing: PrintSettings(given)).base64EncodedString())
        default: return nil
        }
        return .null
    }

    // MARK: Navigation

    private func navigate(_ page: BiDiPage, to text: String) async throws {
        guard let url = URL(string: text), url.scheme != nil else {
            throw WebDriverError(.invalidArgument, "“url” is no address: \(text)")
        }
        show(page)
        try await navigate(page, to: url) { [browser] in
            _ = try await browser.carryOut(
                "browsingContext.navigate",
                Parameters(["context": .string(page.id), "url": .string(text), "wait": "none"]))
        }
    }

    private func navigate(_ page: BiDiPage, at delta: Int) async throws {
        guard let item = page.view.backForwardList.item(at: delta) else { return }
        show(page)
        try await navigate(page, to: item.url) { _ = page.view.go(to: item) }
    }

    // MARK: Rectangles

    private static func rect(of page: BiDiPage) -> JSONValue {
        let size = page.view.frame.size
        return ["x": 0, "y": 0, "width": .integer(Int(size.width)), "height": .integer(Int(size.height))]
    }

    private static func length(_ name: String, _ parameters: Parameters) throws -> CGFloat? {
        guard let number = try parameters.optionalNumber(name) else { return nil }
        guard (0...2_147_483_647).contains(number) else {
            throw WebDriverError(.invalidArgument, "“\(name)” must be a number from 0 to 2^31 - 1")
        }
        return CGFloat(min(max(number, 1), 10_000))
    }

    // MARK: Frames

    /// Source: WebDriver, "Switch To Frame", https://www.w3.org/TR/webdriver2/#switch-to-frame
    private func switchFrame(_ parameters: Parameters, _ page: BiDiPage) async throws {
        guard let id = parameters.members["id"] else {
            throw WebDriverError(.invalidArgument, "“id” must be null, a number or an element, and is missing")
        }
        if id == .null { return show(page) }
        let current = try frame(of: page)
        let index: Int
        if let number = id.double {
            guard (0...65_535).contains(number), number == number.rounded() else {
                throw WebDriverError(.invalidArgument, "“id” must be a number from 0 to 65535")
            }
            index = Int(number)
        } else {
            guard let element = id[Self.elementKey]?.text else {
                throw WebDriverError(.invalidArgument, "“id” must be null, a number or an element")
            }
            let found = try await value("frameIndex", ["element": .string(element)], page)
            index = found.number ?? 0
        }
        await page.readFrames()
        await page.synchronize()
        guard current.children.indices.contains(index) else {
            throw WebDriverError(.noSuchFrame, "there is no frame \(index)")
        }
        show(current.children[index])
        try await waitForLoad(of: page)
    }
}
