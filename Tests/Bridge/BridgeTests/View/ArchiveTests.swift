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

    @Test func `a view from an archive has its frame and the default configuration, and shows pages`() async throws {
        let configuration = WKWebViewConfiguration()
        configuration.applicationNameForUserAgent = "App/2"
        let view = WKWebView(frame: CGRect(x: 1, y: 2, width: 320, height: 240), configuration: configuration)
        let made = try copy(of: view)
        #expect(made.frame == view.frame && made.configuration.applicationNameForUserAgent == nil)
        let navigations = Navigations()
        made.navigationDelegate = navigations
        made.loadHTMLString("<p>text", baseURL: nil)
        await navigations.over()
        #expect(try await made.evaluateJavaScript("innerWidth") as? Int == 320)
    }

    @Test func `a subclass of a configuration keeps in an archive what it writes`() throws {
        let configuration = ConfigurationSubclass()
        configuration.title = "Notes"
        let data = try NSKeyedArchiver.archivedData(withRootObject: configuration, requiringSecureCoding: false)
        let archive = try NSKeyedUnarchiver(forReadingFrom: data)
        archive.requiresSecureCoding = false
        let made = try #require(archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? ConfigurationSubclass)
        #expect(made.title == "Notes")
        let pool = try NSKeyedArchiver.archivedData(withRootObject: WKProcessPool(), requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: WKProcessPool.self, from: pool) != nil)
    }

    @Test func `a bridged view is archived likewise, and a coder without a view gives a plain one`() throws {
        let view = SWWebView(
            frame: CGRect(x: 0, y: 0, width: 200, height: 100), configuration: WKWebViewConfiguration())
        #expect(try copy(of: view).frame == view.frame)
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.finishEncoding()
        let plain = WKWebView(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
        #expect(plain?.frame == .zero && plain?.customUserAgent == nil)
    }
}

/// At the top level, because Foundation on Linux archives no other classes.
final class ConfigurationSubclass: WKWebViewConfiguration {
    var title = ""

    override init() { super.init() }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        title = coder.decodeObject(forKey: "title") as? String ?? ""
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(title, forKey: "title")
    }
}
