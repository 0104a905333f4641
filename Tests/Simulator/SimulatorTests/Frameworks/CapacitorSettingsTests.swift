import Testing

@testable import Simulator

struct CapacitorSettingsTests {
    @Test(
        "A pattern allows hosts with as many parts, and * stands for any part",
        arguments: [
            ("*", "a.example", true), ("a.example", "A.example", true), ("*.example", "a.example", true),
            ("*.example", "b.a.example", false), ("*.example", "example", false), ("*.a.example", "b.a.example", true),
            ("a.*", "a.example", true), ("a.example", "a.example.evil", false), ("", "a.example", false),
            ("a.example", "b.example", false),
        ])
    func allowedNavigation(_ pattern: String, _ host: String, _ isAllowed: Bool) {
        var settings = CapacitorSettings()
        #expect(!settings.allowsNavigation(to: host))
        settings.allowedNavigation = [pattern]
        #expect(settings.allowsNavigation(to: host) == isAllowed)
    }
}
