import Foundation
import Testing

@testable import Simulator

struct HotwireScreensTests {
    private static let list = "https://app.example/notes?page=1", note = "https://app.example/notes/1"
    private static let edit = "https://app.example/notes/1/edit"
    private static let redirected: NativeValue = ["action": "advance", "response": ["redirected": true]]

    /// The screens of a list, a note and its form.
    private var screens: HotwireScreens {
        var screens = HotwireScreens()
        screens.load(Self.list, restorationIdentifier: "list")
        for location in [Self.note, Self.edit] {
            _ = screens.propose(location, options: ["action": "advance"])
            screens.identify(location == Self.note ? "note" : "edit")
        }
        return screens
    }

    /// Describes a visit, and the locations that the back button shows after it.
    private func outcome(_ visit: HotwireScreens.Visit?, _ screens: HotwireScreens) -> [String] {
        var (screens, back) = (screens, [String]())
        while let visit = screens.pop() { back.append(visit.screen.location) }
        let text = visit.map { visit in
            [
                visit.options["action"]?.string ?? "none", visit.screen.location,
                visit.screen.restorationIdentifier ?? "new",
            ]
        }
        return (text ?? []) + back
    }

    @Test func `a visit is pushed, and one with another action replaces the screen`() {
        for (action, back) in [("advance", [Self.edit, Self.note, Self.list]), ("replace", [Self.note, Self.list])] {
            var screens = screens
            let location = "https://app.example/other"
            let visit = screens.propose(location, options: ["action": .string(action)])
            #expect(outcome(visit, screens) == [action, location, "new"] + back)
        }
    }

    @Test func `a visit of the page on top replaces its screen, and one of the page below goes back to it`() {
        var same = screens
        let again = same.propose(Self.edit + "#name", options: ["action": "advance"])
        #expect(outcome(again, same) == ["advance", Self.edit + "#name", "new", Self.note, Self.list])
        var below = screens
        let back = below.propose(Self.note, options: ["action": "advance"])
        #expect(outcome(back, below) == ["restore", Self.note, "note", Self.list])
        // The query counts.
        var other = screens
        let pushed = other.propose(Self.note + "?a", options: [:])
        #expect(outcome(pushed, other) == ["none", Self.note + "?a", "new", Self.edit, Self.note, Self.list])
    }

    @Test func `the location of a redirect takes the place of the redirected screen`() {
        var screens = screens
        let visit = screens.propose("https://app.example/notes/2", options: Self.redirected)
        #expect(outcome(visit, screens) == ["advance", "https://app.example/notes/2", "new", Self.note, Self.list])
        var refused = self.screens
        let restored = refused.propose("https://other.example/", options: Self.redirected, .elsewhere)
        #expect(outcome(restored, refused) == ["restore", Self.note, "note", Self.list])
        #expect(refused.propose("https://other.example/", options: [:], .elsewhere) == nil)
    }

    @Test(
        "A server's historical location changes the screens, and is no page",
        arguments: [
            ("recede", false, ["restore", note, "note", list]), ("recede", true, ["restore", list, "list"]),
            ("resume", false, [note, list]), ("resume", true, ["restore", note, "note", list]),
            ("refresh", false, ["replace", edit, "edit", note, list]),
            ("refresh", true, ["replace", note, "note", list]),
        ])
    func historicalLocation(_ name: String, isRedirected: Bool, _ expected: [String]) {
        var screens = screens
        let location = "https://app.example/\(name)_historical_location?turbo"
        let visit = screens.propose(location, options: isRedirected ? Self.redirected : [:])
        #expect(outcome(visit, screens) == expected)
    }

    @Test func `a native screen covers the page, and going back from it shows the page again`() {
        var screens = screens
        let settings = "https://app.example/settings"
        #expect(screens.propose(settings, options: ["action": "advance"], .nativeScreen) == nil)
        // The visit of the page that is covered ends.
        screens.identify("later")
        #expect(outcome(screens.pop(), screens) == ["restore", Self.edit, "later", Self.note, Self.list])
        _ = screens.propose(settings, options: [:], .nativeScreen)
        let pushed = screens.propose(Self.list, options: ["action": "advance"])
        #expect(pushed?.screen.location == Self.list)
        #expect(screens.pop() == nil)
        #expect(outcome(screens.pop(), screens) == ["restore", Self.edit, "later", Self.note, Self.list])
    }

    @Test func `the last screen stays`() {
        var screens = HotwireScreens()
        #expect(screens.pop() == nil && screens.isEmpty)
        screens.load(Self.list, restorationIdentifier: nil)
        let visit = screens.propose("https://app.example/recede_historical_location", options: Self.redirected)
        #expect(outcome(visit, screens) == [] && !screens.isEmpty)
    }

    @Test func `the app loads a page anew where Turbo's request failed, and leaves it for another host`() throws {
        let page = try #require(URL(string: "https://app.example/a"))
        let login = try #require(URL(string: "https://app.example/login"))
        let other = try #require(URL(string: "https://other.example/a"))
        #expect(FailedTurboRequest(page, reached: page) == .repeats)
        #expect(FailedTurboRequest(page, reached: login) == .fails)
        #expect(FailedTurboRequest(page, reached: other) == .leaves(other))
    }
}
