import Foundation

/// The screens of a Hotwire Native app, one on top of the other, and the visits that show them.
///
/// Sources: hotwire-native-ios, `Source/Turbo/Navigator/{Navigator,NavigationHierarchyController}.swift`,
/// `Source/Turbo/Navigator/Extensions/URL+Compare.swift`, `Source/Turbo/Path Configuration/PathRule+ServerRoutes.swift`.
struct HotwireScreens {
    /// A screen with the page that it shows, or a native screen.
    struct Screen: Equatable {
        var location: String
        var isNative = false
        /// Turbo's identifier of the page's scroll position and snapshot; nil before the visit ends.
        var restorationIdentifier: String?
    }

    /// A visit that Turbo starts.
    struct Visit: Equatable {
        var screen: Screen
        var options: NativeValue

        static func restoring(_ screen: Screen) -> Visit { Visit(screen: screen, options: ["action": "restore"]) }
    }

    /// The decision about a proposed visit.
    enum Decision {
        case page, nativeScreen
        /// No screen of the app shows the location.
        case elsewhere
    }

    /// An address that a server redirects to so that the app changes its screens, as turbo-rails does with
    /// `recede_or_redirect_to`.
    private enum HistoricalLocation: String, CaseIterable {
        case recede = "/recede_historical_location"
        case resume = "/resume_historical_location"
        case refresh = "/refresh_historical_location"
    }

    private static let mostScreens = 1000

    private var screens: [Screen] = []

    var isEmpty: Bool { screens.isEmpty }

    /// Notes that the page on top has loaded. The first page is the first screen.
    mutating func load(_ location: String, restorationIdentifier: String?) {
        if screens.isEmpty { screens.append(Screen(location: location)) }
        identify(restorationIdentifier)
    }

    /// Keeps the identifier of the page that the web view shows, which a native screen may cover.
    mutating func identify(_ restorationIdentifier: String?) {
        guard let index = screens.lastIndex(where: { !$0.isNative }) else { return }
        screens[index].restorationIdentifier = restorationIdentifier
    }

    /// Goes back to the screen below. Returns its visit; nil for a native screen, and where no screen is below.
    mutating func pop() -> Visit? {
        guard screens.count > 1 else { return nil }
        screens.removeLast()
        return screens.last.flatMap { $0.isNative ? nil : Visit.restoring($0) }
    }

    /// Changes the screens for a proposed visit.
    ///
    /// - Returns: the visit that shows the screen on top; nil where the web view shows the page already, and for a native screen.
    mutating func propose(_ location: String, options: NativeValue, _ decision: Decision = .page) -> Visit? {
        // The screen that the server redirected goes first, also where the app refuses the visit.
        let popped = options["response"]?["redirected"]?.bool == true ? pop() : nil
        guard decision != .elsewhere else { return popped }
        switch Self.historicalLocation(location) {
        case .recede: return pop() ?? popped
        case .resume: return popped
        case .refresh: return screens.last.map { Visit(screen: $0, options: ["action": "replace"]) }
        case nil: break
        }
        let screen = Screen(location: location, isNative: decision == .nativeScreen)
        if isSame(screens.last, screen) {
            screens[screens.count - 1] = screen
        } else if isSame(screens.dropLast().last, screen) {
            return pop()
        } else {
            if options["action"]?.string ?? "advance" != "advance", !screens.isEmpty { screens.removeLast() }
            if screens.count == Self.mostScreens { screens.removeFirst() }
            screens.append(screen)
        }
        return screen.isNative ? nil : Visit(screen: screen, options: options)
    }

    private static func historicalLocation(_ location: String) -> HistoricalLocation? {
        guard let (path, query) = parts(of: location) else { return nil }
        let text = query.map { "\(path)?\($0)" } ?? path
        // The rules of a path configuration are regular expressions, and the last that matches counts.
        return HistoricalLocation.allCases.last { text.contains($0.rawValue) }
    }

    private func isSame(_ shown: Screen?, _ screen: Screen) -> Bool {
        guard let shown, let parts = Self.parts(of: shown.location), let other = Self.parts(of: screen.location) else {
            return false
        }
        return parts == other && shown.isNative == screen.isNative
    }

    private static func parts(of location: String) -> (path: String, query: String?)? {
        URL(string: location).map { ($0.path, $0.query) }
    }
}
