import Testing

@MainActor
struct AddressTests {
    @Test(arguments: [
        ("sw://app.example/x#y", "https://app.example/x#y"),
        ("sw://app.example:8443/", "https://app.example:8443/"),
        ("http://app.example/", "http://app.example/"), ("swx://app.example/", "swx://app.example/"),
        ("data:,sw://x", "data:,sw://x"), ("", ""),
    ])
    func `an address under sw is shown as servers know it, and another one as it is`(
        _ address: String, _ expected: String
    ) {
        runShared("same(webAddress('\(address)'), '\(expected)');")
    }

    @Test(arguments: [
        "sw://app.example/", "data:,http://x", "blob:https://x/1", "httpx://x/", "",
    ])
    func `WebKit loads addresses of schemes other than http and https unchanged`(_ address: String) {
        runShared("same(engineAddress('\(address)'), '\(address)');")
    }
}
