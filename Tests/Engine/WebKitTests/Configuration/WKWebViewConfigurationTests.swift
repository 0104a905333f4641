import Testing

@testable import WebKit

@MainActor
struct WKWebViewConfigurationTests {
    @Test func `native, malformed and repeated schemes are misuse with the reasons of Apple`() {
        let configuration = WKWebViewConfiguration()
        let handler = SilentHandler()
        #expect(
            WKException.recording {
                configuration.setURLSchemeHandler(handler, forURLScheme: "app")
            } == [])
        let misuse = WKException.recording {
            configuration.setURLSchemeHandler(handler, forURLScheme: "HTTPS")
            configuration.setURLSchemeHandler(handler, forURLScheme: "1 scheme")
            configuration.setURLSchemeHandler(handler, forURLScheme: "APP")
        }
        #expect(misuse.map(\.name) == .init(repeating: .invalidArgumentException, count: 3))
        #expect(
            misuse.map(\.reason) == [
                "'HTTPS' is a URL scheme that WKWebView handles natively",
                "'1 scheme' is not a valid URL scheme",
                "URL scheme 'APP' already has a registered URL scheme handler",
            ])
        #expect(configuration.schemeHandlers.keys.sorted() == ["app"])
    }

    @Test func `a handler is found by its scheme in any letter case`() {
        let configuration = WKWebViewConfiguration()
        let handler = SilentHandler()
        configuration.setURLSchemeHandler(handler, forURLScheme: "My-App")
        #expect(configuration.urlSchemeHandler(forURLScheme: "mY-aPP") === handler)
        #expect(configuration.urlSchemeHandler(forURLScheme: "other") == nil)
        #expect(configuration.urlSchemeHandler(forURLScheme: "not a scheme") == nil)
    }

    @Test func `the configuration keeps a handler alive`() {
        let configuration = WKWebViewConfiguration()
        configuration.setURLSchemeHandler(SilentHandler(), forURLScheme: "app")
        #expect(configuration.urlSchemeHandler(forURLScheme: "app") != nil)
    }

    @Test func `a copy shares the objects and has a scheme table of its own`() throws {
        let original = WKWebViewConfiguration()
        original.setURLSchemeHandler(SilentHandler(), forURLScheme: "one")
        original.applicationNameForUserAgent = "App/1"
        original.mediaTypesRequiringUserActionForPlayback = [.audio]
        let copy = try #require(original.copy() as? WKWebViewConfiguration)
        #expect(copy !== original)
        #expect(copy.preferences === original.preferences)
        #expect(copy.userContentController === original.userContentController)
        #expect(copy.websiteDataStore === original.websiteDataStore)
        #expect(copy.processPool === original.processPool)
        #expect(copy.defaultWebpagePreferences === original.defaultWebpagePreferences)
        #expect(copy.applicationNameForUserAgent == "App/1")
        #expect(copy.mediaTypesRequiringUserActionForPlayback == [.audio])
        #expect(copy.urlSchemeHandler(forURLScheme: "one") != nil)
        copy.setURLSchemeHandler(SilentHandler(), forURLScheme: "two")
        #expect(original.urlSchemeHandler(forURLScheme: "two") == nil)
    }

    @Test func `nil resets the default webpage preferences`() {
        let configuration = WKWebViewConfiguration()
        configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        configuration.defaultWebpagePreferences = nil
        #expect(configuration.defaultWebpagePreferences?.allowsContentJavaScript == true)
    }

    @Test func `a key that applications use is set, and an unknown one is misuse`() {
        let configuration = WKWebViewConfiguration()
        configuration.setValue(true, forKey: "allowUniversalAccessFromFileURLs")
        #expect(configuration.allowsUniversalAccessFromFileURLs)
        let misuse = WKException.recording { configuration.setValue(true, forKey: "nonsense") }
        #expect(misuse.map(\.name) == [.undefinedKeyException])
    }

    @Test func `public switches are set and read by their keys, and are kept by a copy`() throws {
        let configuration = WKWebViewConfiguration()
        configuration.setValue(true, forKey: "allowsInlineMediaPlayback")
        configuration.setValue(false, forKey: "drawsBackground")
        #expect(configuration.allowsInlineMediaPlayback)
        let copy = try #require(configuration.copy() as? WKWebViewConfiguration)
        #expect(copy.value(forKey: "allowsInlineMediaPlayback") as? Bool == true)
        #expect(copy.value(forKey: "drawsBackground") as? Bool == false)
    }
}

final class SilentHandler: NSObject, WKURLSchemeHandler {
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {}
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
}
