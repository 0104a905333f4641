import Testing

@testable import WebKit

struct UserAgentTextTests {
    @Test(arguments: ["App/1.0", "App/1.0 (x; y) Other", "App", "(a: [b]) App/2"])
    func `products and comments stay as they are`(text: String) {
        #expect(UserAgentText.words(text) == text)
    }

    @Test(arguments: [
        ("Native/1.0; bridge-components: [menu form]", "(Native/1.0; bridge-components: [menu form])"),
        ("App/1.0 ", "(App/1.0 )"), ("Größe/1 (x", "(Gre/1 x)"),
    ])
    func `other text becomes a comment`(text: String, comment: String) {
        #expect(UserAgentText.words(text) == comment)
        #expect(UserAgentText.whole(text) == "Mozilla/5.0 \(comment)")
    }

    @Test func `a user agent that begins with a comment gets a product`() {
        #expect(UserAgentText.whole("(x) App/1") == "Mozilla/5.0 (x) App/1")
        #expect(UserAgentText.whole("App/1 (x)") == "App/1 (x)")
    }
}
