import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Views that are archived, and made from the archive.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ArchiveTests {
    private func copy<View: WKWebView>(of view: View) throws -> View {
        let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
        let archive = try NSKeyedUnarchiver(forReadingFrom: data)
        archive.requiresSecureCoding = false
        return try #require(archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? View)
    }

    private func set(_ configuration: WKWebViewConfiguration) {
        configuration.websiteDataStore = .nonPersistent()
        configuration.applicationNameForUserAgent = "App/2"
        configuration.allowsInlineMediaPlayback = true
        configuration.dataDetectorTypes = .link
        configuration.preferences.minimumFontSize = 20
        configuration.defaultWebpagePreferences.allowsContentJavaScript = false
    }

    @Test func `a view from an archive has the frame and settings of the archived one, and shows pages`() async throws {
        let configuration = WKWebViewConfiguration()
        set(configuration)
        let view = WKWebView(frame: CGRect(x: 1, y: 2, width: 320, height: 240), configuration: configuration)
        view.allowsBackForwardNavigationGestures = true
        let made = try copy(of: view)
        #expect(made.frame == view.frame && made.allowsBackForwardNavigationGestures)
        let settings = made.configuration
        #expect(!settings.websiteDataStore.isPersistent && settings.applicationNameForUserAgent == "App/2")
        #expect(settings.allowsInlineMediaPlayback && settings.dataDetectorTypes == .link)
        #expect(settings.preferences.minimumFontSize == 20)
        #expect(!settings.defaultWebpagePreferences.allowsContentJavaScript)
        let navigations = Navigations()
        made.navigationDelegate = navigations
        made.loadHTMLString("<p style='font-size: 10px'>text", baseURL: nil)
        await navigations.over()
        let script = "`${innerWidth} ${getComputedStyle(document.querySelector('p')).fontSize} ${navigator.userAgent}`"
        let seen = try #require(try await made.evaluateJavaScript(script) as? String)
        #expect(seen.hasPrefix("320 ") && seen.hasSuffix(" App/2"))
    }

    @Test func `a configuration from an archive has the settings of the archived one, also in a subclass`() throws {
        let configuration = ConfigurationSubclass()
        set(configuration)
        let data = try NSKeyedArchiver.archivedData(withRootObject: configuration, requiringSecureCoding: false)
        let archive = try NSKeyedUnarchiver(forReadingFrom: data)
        archive.requiresSecureCoding = false
        let made = try #require(archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? ConfigurationSubclass)
        #expect(!made.websiteDataStore.isPersistent && made.applicationNameForUserAgent == "App/2")
        #expect(made.preferences.minimumFontSize == 20 && made.dataDetectorTypes == .link)
        let pool = try NSKeyedArchiver.archivedData(withRootObject: WKProcessPool(), requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: WKProcessPool.self, from: pool) != nil)
    }

    @Test func `a bridged view is archived likewise, and a coder without a view gives a plain one`() throws {
        let configuration = WKWebViewConfiguration()
        set(configuration)
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 200, height: 100), configuration: configuration)
        view.customUserAgent = "Mine/1.0"
        let made = try copy(of: view)
        #expect(made.frame == view.frame && made.customUserAgent == "Mine/1.0")
        #expect(made.configuration.applicationNameForUserAgent == "App/2")
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.finishEncoding()
        let plain = WKWebView(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
        #expect(plain?.frame == .zero && plain?.customUserAgent == nil)
    }
}

/// At the top level, because Foundation on Linux archives no other classes.
final class ConfigurationSubclass: WKWebViewConfiguration {
    override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}
