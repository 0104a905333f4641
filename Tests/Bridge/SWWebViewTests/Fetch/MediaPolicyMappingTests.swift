import Testing

@testable import SWWebView

/// Content security policies, as pages with media on a custom scheme get them.
struct MediaPolicyMappingTests {
    @Test(arguments: [
        ("media-src sw://a.example", "media-src sw://a.example https://a.example"),
        ("media-src SW:", "media-src SW: https://app.example https://b.example:8443"),
        (
            "default-src sw://*.example/m/",
            "default-src sw://*.example/m/; media-src sw://*.example/m/ https://*.example/m/"
        ),
        ("img-src sw:; default-src sw:; media-src 'none'", "img-src sw:; default-src sw:; media-src 'none'"),
        ("media-src 'self'; media-src sw:", "media-src 'self'; media-src sw:"),
        ("media-src sw: https:", "media-src sw: https:"),
        ("media-src sw://a.example https://a.example", "media-src sw://a.example https://a.example"),
        (
            "default-src 'self' *, media-src sw://a.example",
            "default-src 'self' *,media-src sw://a.example https://a.example"
        ),
        ("script-src sw:", "script-src sw:"), ("", ""),
    ])
    func `sources of the scheme have https sources beside them for media`(_ policy: String, _ expected: String) {
        let mapping = MediaPolicyMapping(scheme: "sw", hosts: ["app.example", "b.example:8443"])
        #expect(mapping.map(policy) == expected)
    }
}
