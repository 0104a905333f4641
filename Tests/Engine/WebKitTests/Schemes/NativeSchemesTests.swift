import Testing

@testable import WebKit

struct NativeSchemesTests {
    @Test(arguments: [
        "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "webkit-fake-url", "ws",
        "wss", "HTTPS", "htt\nps",
    ])
    func `the schemes of WebKit are native, in any spelling`(_ scheme: String) {
        #expect(NativeSchemes.handles(scheme))
    }

    @Test(arguments: ["gopher", "my-custom-scheme", "sw", "", "https:"])
    func `a scheme that WebKit does not handle is not native`(_ scheme: String) {
        #expect(!NativeSchemes.handles(scheme))
    }

    @Test(arguments: [
        ("sw", "sw"), ("My-App.1+x", "my-app.1+x"), ("a\tb\n", "ab"),
    ])
    func `a canonical scheme is in small letters, without tabs and line breaks`(_ scheme: String, _ name: String) {
        #expect(NativeSchemes.canonical(scheme) == name)
    }

    @Test(arguments: ["", "1app", "-app", "my app", "app:", "äpp", "app/", "\n"])
    func `a malformed scheme has no canonical name`(_ scheme: String) {
        #expect(NativeSchemes.canonical(scheme) == nil)
    }
}
