import Foundation
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

// Source: WebDriver BiDi, "The emulation Module", https://w3c.github.io/webdriver-bidi/#module-emulation
extension BiDiBrowser {
    func emulation(_ method: String, _ parameters: Parameters) throws -> JSONValue {
        switch method {
        case "emulation.setUserAgentOverride":
            let agent = try parameters.optionalString("userAgent")
            try change(parameters) { $0.userAgent = agent }
        case "emulation.setNetworkConditions":
            let conditions = try parameters.optionalObject("networkConditions")
            _ = try conditions?.choice("type", of: ["offline"])
            try change(parameters) { $0.connectivity = conditions == nil ? nil : .offline }
        case "emulation.setScreenSettingsOverride":
            let area = try parameters.optionalObject("screenArea").map {
                CGSize(width: try $0.number("width"), height: try $0.number("height"))
            }
            if let area, !(1...10_000 ~= area.width && 1...10_000 ~= area.height) {
                throw BiDiError(.unsupportedOperation, "a screen has from 1 to 10000 pixels each way")
            }
            try change(parameters) { $0.screen = area }
        case "emulation.setScreenOrientationOverride":
            let orientation = try parameters.optionalObject("screenOrientation").map { given in
                let type = try given.choice(
                    "type",
                    of: ["portrait-primary", "portrait-secondary", "landscape-primary", "landscape-secondary"])
                let natural = try given.choice("natural", of: ["portrait", "landscape"])
                return (type: type, angle: Self.angle(of: type, natural))
            }
            try change(parameters) { $0.orientation = orientation }
        case "emulation.setTimezoneOverride": try setTimeZone(parameters)
        case "emulation.setMediaFeaturesOverride": try setMediaFeatures(parameters)
        default: throw Self.unknown(method)
        }
        return [:]
    }

    /// Source: Screen Orientation, https://w3c.github.io/screen-orientation/#dfn-screen-orientation-values-table
    private static func angle(of type: String, _ natural: String) -> Int {
        let isNatural = type.hasPrefix(natural)
        return (isNatural ? 0 : 90) + (type.hasSuffix("secondary") ? 180 : 0)
    }

    /// Changes the system around the windows that a command is for.
    func change(_ parameters: Parameters, _ change: (inout Emulation) -> Void) throws {
        let scope = try scope(parameters)
        for context in scope.userContexts { change(&context.emulation) }
        for page in scope.pages {
            var emulation = page.emulation
            change(&emulation)
            apply(emulation, to: page)
            installScripts(in: page)
        }
    }

    /// Gives a window the system that its client asks for. The caller installs the scripts.
    func apply(_ emulation: Emulation, to page: BiDiPage) {
        page.emulation = emulation
        if let viewport = emulation.viewport { page.view.frame = CGRect(origin: .zero, size: viewport) }
        page.view.customUserAgent = emulation.userAgent ?? page.baseUserAgent
        page.sendHeaders()
        let connectivity = emulation.connectivity ?? simulator.options.connectivity
        if page.view.connectivity != connectivity { page.view.connectivity = connectivity }
    }

    private func setTimeZone(_ parameters: Parameters) throws {
        let name = try parameters.optionalString("timezone")
        let zone = name.flatMap { TimeZone(identifier: $0) }
        if name != nil, zone == nil { throw BiDiError(.invalidArgument, "there is no time zone “\(name ?? "")”") }
        let scope = try scope(parameters)
        guard scope.pages.isEmpty else {
            throw BiDiError(
                .unsupportedOperation,
                "the time zone of a user context can be set before its first window, and the option “timezone” sets it for all"
            )
        }
        for context in scope.userContexts { context.emulation.timeZone = zone }
    }

    /// Changes the features of all windows, whichever the command names: WebKitGTK has one of each for a process.
    private func setMediaFeatures(_ parameters: Parameters) throws {
        for (name, value) in try parameters.optionalObject("features")?.members ?? [:] {
            switch (name, value) {
            case ("prefers-color-scheme", .null): WebKitEnvironment.isDark = simulator.options.system.isDark ?? false
            case ("prefers-color-scheme", "dark"), ("prefers-color-scheme", "light"):
                WebKitEnvironment.isDark = value == "dark"
            case ("prefers-reduced-motion", .null):
                WebKitEnvironment.reducesMotion = simulator.options.system.reducesMotion ?? false
            case ("prefers-reduced-motion", "reduce"), ("prefers-reduced-motion", "no-preference"):
                WebKitEnvironment.reducesMotion = value == "reduce"
            case (_, .null): break
            default:
                throw BiDiError(
                    .unsupportedOperation, "the media features are prefers-color-scheme and prefers-reduced-motion")
            }
        }
        for page in pages { page.view.updateMediaStyles() }
    }
}
