import Testing

@MainActor
struct AddressTests {
    @Test(
        "An address under sw is shown as servers know it, another one as it is",
        arguments: [
            ("sw://app.example/x#y", "https://app.example/x#y"),
            ("sw://app.example:8443/", "https://app.example:8443/"),
            ("http://app.example/", "http://app.example/"), ("swx://app.example/", "swx://app.example/"),
            ("data:,sw://x", "data:,sw://x"), ("", ""),
        ])
    func webAddresses(_ address: String, _ expected: String) {
        runShared("same(webAddress('\(address)'), '\(expected)');")
    }

    @Test(
        "WebKit loads addresses of other schemes than http and https unchanged",
        arguments: [
            "sw://app.example/", "data:,http://x", "blob:https://x/1", "httpx://x/", "",
        ])
    func engineAddresses(_ address: String) {
        runShared("same(engineAddress('\(address)'), '\(address)');")
    }
}
