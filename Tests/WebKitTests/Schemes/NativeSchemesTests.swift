import Testing

@testable import WebKit

struct NativeSchemesTests {
    @Test(arguments: [
        "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "webkit-fake-url", "ws",
        "wss", "HTTPS", "htt\nps",
    ])
    func native(_ scheme: String) {
        #expect(NativeSchemes.handles(scheme))
    }

    @Test(arguments: ["gopher", "my-custom-scheme", "sw", "", "https:"]) func foreign(_ scheme: String) {
        #expect(!NativeSchemes.handles(scheme))
    }

    @Test(arguments: [
        ("sw", "sw"), ("My-App.1+x", "my-app.1+x"), ("a\tb\n", "ab"),
    ])
    func canonicalNames(_ scheme: String, _ name: String) {
        #expect(NativeSchemes.canonical(scheme) == name)
    }

    @Test(arguments: ["", "1app", "-app", "my app", "app:", "äpp", "app/", "\n"]) func malformed(_ scheme: String) {
        #expect(NativeSchemes.canonical(scheme) == nil)
    }
}
