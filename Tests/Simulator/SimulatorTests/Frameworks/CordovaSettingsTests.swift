import Foundation
import Testing

@testable import Simulator

struct CordovaSettingsTests {
    @Test(
        "The patterns of <allow-navigation> allow addresses as CDVAllowList.m does",
        arguments: [
            ("*", "data:text/html,a", true), ("https://*/*", "https://a.example/b", true),
            ("https://*/*", "http://a.example/", false), ("a.example", "https://a.example/x", true),
            ("a.example", "https://b.a.example/", false), ("https://*.a.example/*", "https://b.a.example/x", true),
            ("https://*.a.example/*", "https://a.example/", true),
            ("https://*.a.example", "https://ba.example/", false),
            ("https://a.example:8443", "https://a.example/", false),
            ("https://a.example:8443", "https://a.example:8443/", true),
            ("https://a.example/in/*", "https://a.example/in/b", true),
            ("https://a.example/in/*", "https://a.example/in", true),
            ("https://a.example/in/*", "https://a.example/out", false), ("*://a.example/*", "ws://a.example/", true),
            ("data:*", "data:text/html,a", true), ("about:*", "about:srcdoc", true),
            ("https://*", "about:srcdoc", false),
            ("https://*", "data:text/html,a", false),
        ])
    func allowedNavigation(_ pattern: String, _ address: String, _ isAllowed: Bool) throws {
        let url = try #require(URL(string: address))
        var settings = CordovaSettings()
        #expect(!settings.allowsNavigation(to: url))
        settings.allowedNavigation = [pattern]
        #expect(settings.allowsNavigation(to: url) == isAllowed)
    }

    @Test func `a new app opens web pages, calls and mails, and has no navigation but its own`() throws {
        let settings = CordovaSettings()
        for address in ["https://a.example/", "tel:+12025550123", "mailto:a@b.example"] {
            #expect(settings.allowsIntent(try #require(URL(string: address))), "\(address)")
        }
        #expect(!settings.allowsIntent(try #require(URL(string: "itms:1"))))
        #expect(settings.allowsNavigation(to: URL(fileURLWithPath: "/a")))
    }

    @Test func `a config.xml has the lists`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = """
            <widget><!-- <allow-navigation href="https://no.example" /> -->
            <allow-navigation href="https://a.example/?a&amp;b" /><allow-intent launch='x' href='tel:*'/></widget>
            """
        try Data(text.utf8).write(to: file)
        let settings = try CordovaSettings(file: file)
        #expect(settings.allowedNavigation == ["https://a.example/?a&b"])
        #expect(settings.allowedIntents == ["tel:*"])
        try Data("{}".utf8).write(to: file)
        #expect(throws: (any Error).self) { try CordovaSettings(file: file) }
    }
}
