public import Foundation
public import SWWebView
public import WebKit

/// The system of a simulated phone or tablet: everything that pages, plugins and servers learn about it is derived from this value.
///
/// ```swift
/// var system = SimulatedSystem(device: try .named("iPad Air 11"), version: .ios16, locale: "de-DE")
/// system.timeZone = TimeZone(identifier: "Europe/Berlin")
/// try configuration.simulate(system)
/// ```
public struct SimulatedSystem: Sendable, Equatable {
    /// The device; nil for a view of any size, whose plugins report an iPhone.
    public var device: SimulatedDevice?
    /// The version of iOS whose differences views simulate; nil for none, and plugins report 18.7.
    public var version: IOSVersion?
    /// The user's language, as a BCP 47 tag such as `de-DE`; nil for what `WebKitEnvironment.preferredLanguages` says, and plugins report
    /// `en-US`.
    public var locale: String?
    /// The user's time zone; nil for this machine's.
    public var timeZone: TimeZone?
    /// The device pixels to a CSS pixel, from 1 to 3; nil for the device's, or without a device what `WebKitEnvironment.displayScale` says.
    public var scale: Int?
    /// Whether pages find `prefers-color-scheme: dark`; nil for what `WebKitEnvironment.isDark` says.
    public var isDark: Bool?
    /// Whether pages find `prefers-reduced-motion: reduce`; nil for what `WebKitEnvironment.reducesMotion` says.
    public var reducesMotion: Bool?
    /// Whether pages find fonts of Debian under the names of iOS's fonts, such as `-apple-system`; nil for the process's choice, at first
    /// false. The first view of the process traps where the fonts are not installed; `WebKitEnvironment.prepare()` throws an error that names them.
    public var hasIOSFonts: Bool?
    /// The APIs of an app on the home screen; nil for an app with a `WKWebView`. ``webAppFeatures`` has those that the version has.
    public var webApp: WebApp.Features?
    /// The clock of scripts; nil for this machine's.
    public var clock: FixedClock?

    /// Puts a system together. Its other properties are set afterwards.
    public init(
        device: SimulatedDevice? = nil, version: IOSVersion? = nil, locale: String? = nil,
        timeZone: TimeZone? = nil
    ) {
        (self.device, self.version, self.locale, self.timeZone) = (device, version, locale, timeZone)
    }

    /// The user agent that a `WKWebView` of an app sends; nil for WebKitGTK's own.
    public var userAgent: String? {
        guard let device else { return version?.userAgent }
        return version?.userAgent(of: device) ?? device.userAgent
    }

    /// The APIs of an app on the home screen that pages have: those of ``webApp`` without the ones that the version lacks. Push messages and
    /// notifications came with iOS 16.4.
    public var webAppFeatures: WebApp.Features {
        guard let webApp else { return [] }
        let hasPush = version.map { WebAPI.push?.exists(in: $0, isWebApp: true) ?? false } ?? true
        return hasPush ? webApp : webApp.subtracting(.push)
    }

    /// The identifier of the model, as `uname` reports it: `iPhone18,1`.
    public var modelIdentifier: String { device?.modelIdentifier ?? "iPhone18,1" }

    /// The value of `UIDevice.current.name`, which names no user since iOS 16.
    public var deviceName: String { modelIdentifier.hasPrefix("iPad") ? "iPad" : "iPhone" }

    /// The value of `UIDevice.current.systemVersion`, such as `16.0`.
    public var systemVersion: String { version.map { "\($0.rawValue).0" } ?? "18.7" }

    /// The language that plugins report.
    public var languageTag: String { locale ?? "en-US" }

    /// The language without script and region, such as `de`.
    public var languageCode: String { String(languageTag.prefix { $0 != "-" }) }
}

extension SimulatedSystem {
    /// Gives the process what WebKitGTK has once for all views: language, appearance and fonts. Call it before `WebKitEnvironment.prepare()`.
    ///
    /// - Throws: ``SimulatedSystemError`` where the process has views of another system.
    @MainActor
    package func prepareProcess() throws(SimulatedSystemError) {
        if let locale, !WebKitEnvironment.setPreferredLanguages([locale]) { throw .language(locale) }
        if let hasIOSFonts, !WebKitEnvironment.setHasIOSFonts(hasIOSFonts) { throw .fonts }
        guard WebKitEnvironment.setAppearance(isDark: isDark, reducesMotion: reducesMotion) else { throw .appearance }
    }

    /// Sets the time zone of a data store, which WebKit reads when the store's first view is made, and what the process has once.
    ///
    /// - Throws: ``SimulatedSystemError`` where the store already has views of another time zone, or the process of another system.
    @MainActor
    package func prepare(_ store: WKWebsiteDataStore) throws(SimulatedSystemError) {
        try prepareProcess()
        guard store.setTimeZone(timeZone?.identifier) else { throw .timeZone(timeZone?.identifier) }
    }
}

extension WKWebViewConfiguration {
    /// Has views simulate a system: user agent, safe area, language, time zone, appearance, clock, and what scripts ask for. The caller sets the
    /// size of a view.
    ///
    /// - Throws: ``SimulatedSystemError`` for what WebKitGTK cannot have apart: all views of a process have one language and appearance, and
    ///   all views of a data store one time zone.
    public func simulate(_ system: SimulatedSystem) throws(SimulatedSystemError) {
        try system.prepare(websiteDataStore)
        addFacts(of: system)
    }

    /// Adds what single views have of a system: user agent, safe area, and the scripts of frames and workers.
    func addFacts(of system: SimulatedSystem) {
        if let device = system.device { simulate(device) }
        displayScale = system.scale ?? displayScale
        if let userAgent = system.userAgent { customUserAgent = userAgent }
        if let version = system.version { simulate(version, isWebApp: system.webApp != nil) }
        if let clock = system.clock { simulate(clock) }
    }
}

/// A system that a view cannot simulate beside the views that there are.
public enum SimulatedSystemError: Error, Equatable, CustomStringConvertible {
    /// Views of the process have another language.
    case language(String)
    /// Views of the process have another colour scheme or motion.
    case appearance
    /// The process is prepared with the other choice of fonts.
    case fonts
    /// Views of the data store have another time zone; nil for this machine's.
    case timeZone(String?)

    /// The problem, and the way to solve it.
    public var description: String {
        switch self {
        case .language(let locale):
            "a view with the language \(locale) needs a process of its own: WebKitGTK has one language for all views of a process, and there "
                + "are views with another."
        case .appearance:
            "a view with another colour scheme or motion needs a process of its own: WebKitGTK has one of each for all views of a process, "
                + "and there are views with others. WebKitEnvironment.isDark and reducesMotion change all views."
        case .fonts:
            "a view with other fonts needs a process of its own: the fonts of this one are chosen. Choose them before the first view."
        case .timeZone(let zone):
            "a view with the time zone \(zone ?? "of this machine") needs a data store of its own: this one has views with another. Give the "
                + "configuration another websiteDataStore."
        }
    }
}
