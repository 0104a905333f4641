import Testing

@testable import WebKit

@MainActor @Suite(.serialized)
struct SettingWithoutEffectTests {
    @Test func `a change is logged, and a setting that is set to what it is is not`() {
        SettingWithoutEffect.noteChange(of: "Test.setting", false, "something happens")
        #expect(!SettingWithoutEffect.logged.contains("Test.setting"))
        SettingWithoutEffect.noteChange(of: "Test.setting", true, "something happens")
        #expect(SettingWithoutEffect.logged.contains("Test.setting"))
    }

    @Test func `a setting without effect keeps its value, also in copies`() {
        let configuration = WKWebViewConfiguration()
        configuration.supportsAdaptiveImageGlyph = true
        #expect(configuration.supportsAdaptiveImageGlyph)
        #expect((configuration.copy() as? WKWebViewConfiguration)?.supportsAdaptiveImageGlyph == true)
    }

    @Test func `each setting that is documented as without effect is logged`() throws {
        let preferences = WKPreferences()
        preferences.isFraudulentWebsiteWarningEnabled = false
        preferences.isLookToScrollEnabled = true
        preferences.inactiveSchedulingPolicy = .none
        let configuration = WKWebViewConfiguration()
        configuration.dataDetectorTypes = .all
        #expect(!SettingWithoutEffect.logged.contains("WKWebViewConfiguration.dataDetectorTypes"))
        configuration.dataDetectorTypes = .lookupSuggestion
        configuration.upgradeKnownHostsToHTTPS = false
        configuration.ignoresViewportScaleLimits = true
        configuration.selectionGranularity = .character
        configuration.userInterfaceDirectionPolicy = .system
        configuration.allowsInlinePredictions = true
        configuration.supportsAdaptiveImageGlyph = true
        configuration.showsSystemScreenTimeBlockingView = false
        configuration.writingToolsBehavior = .complete
        let expected = ["WKPreferences": 3, "WKWebViewConfiguration": 9]
        for (type, count) in expected {
            #expect(SettingWithoutEffect.logged.filter { $0.hasPrefix(type + ".") }.count == count, "\(type)")
        }
    }
}
