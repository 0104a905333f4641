import Testing

@testable import Fetch

struct MixedContentTests {
    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("localhost.", true), ("app.localhost", true), ("127.0.0.1", true),
        ("127.8.9.10", true), ("::1", true), ("[::1]", true), ("notlocalhost", false), ("localhost.example", false),
        ("127.0.0.1.example", false), ("127.example", false), ("128.0.0.1", false), ("192.168.0.1", false), ("", false),
    ])
    func `hosts of this machine are secure`(host: String, isOwn: Bool) {
        #expect(MixedContent.isOfThisMachine(host) == isOwn)
    }
}
