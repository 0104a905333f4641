public import Foundation
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

    /// Puts a system together.
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
    /// Gives a data store the system's language and time zone, which WebKit takes over when the store's first view is made.
    ///
    /// - Throws: ``SimulatedSystemError`` where the store already has views of another time zone, or the process of another language.
    @MainActor
    package func prepare(_ store: WKWebsiteDataStore) throws(SimulatedSystemError) {
        if let locale, !WebKitEnvironment.setPreferredLanguages([locale]) { throw .language(locale) }
        guard store.setTimeZone(timeZone?.identifier) else { throw .timeZone(timeZone?.identifier) }
    }
}

extension WKWebViewConfiguration {
    /// Has views simulate a system: user agent, safe area, language, time zone, and what scripts ask for. The caller sets the size of a view.
    ///
    /// - Throws: ``SimulatedSystemError`` for what WebKitGTK cannot have apart: all views of a process have one language, and all views of a data
    ///   store one time zone.
    public func simulate(_ system: SimulatedSystem) throws(SimulatedSystemError) {
        try system.prepare(websiteDataStore)
        if let device = system.device { simulate(device) }
        if let userAgent = system.userAgent { customUserAgent = userAgent }
        if let version = system.version { simulate(version) }
    }
}

/// A system that a view cannot simulate beside the views that there are.
public enum SimulatedSystemError: Error, Equatable, CustomStringConvertible {
    /// Views of the process have another language.
    case language(String)
    /// Views of the data store have another time zone; nil for this machine's.
    case timeZone(String?)

    /// The problem, and the way to solve it.
    public var description: String {
        switch self {
        case .language(let locale):
            "a view with the language \(locale) needs a process of its own: WebKitGTK has one language for all views of a process, and there "
                + "are views with another."
        case .timeZone(let zone):
            "a view with the time zone \(zone ?? "of this machine") needs a data store of its own: this one has views with another. Give the "
                + "configuration another websiteDataStore."
        }
    }
}
