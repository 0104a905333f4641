import Testing

@testable import WebKit

@MainActor
struct WKPreferencesTests {
    @Test func `an observer hears of every change while its owner lives`() {
        let preferences = WKPreferences()
        var owner: NSObject? = NSObject()
        var seen: [Bool] = []
        if let owner {
            preferences.observers.add(owner) { seen.append(preferences.javaScriptCanOpenWindowsAutomatically) }
        }
        preferences.javaScriptCanOpenWindowsAutomatically = true
        preferences.setValue(true, forKey: "developerExtrasEnabled")
        #expect(seen == [true, true])
        owner = nil
        preferences.javaScriptCanOpenWindowsAutomatically = false
        #expect(seen.count == 2)
    }

    @Test func `a removed observer hears nothing`() {
        let preferences = WKWebpagePreferences()
        let owner = NSObject()
        var count = 0
        preferences.observers.add(owner) { count += 1 }
        preferences.allowsContentJavaScript = false
        preferences.observers.remove(owner)
        preferences.allowsContentJavaScript = true
        #expect(count == 1)
    }

    @Test(arguments: [
        "allowFileAccessFromFileURLs", "allowUniversalAccessFromFileURLs", "developerExtrasEnabled",
        "_allowFileAccessFromFileURLs", "fullScreenEnabled",
    ])
    func `a preference is false at first, and is set and read by its key`(_ key: String) {
        let preferences = WKPreferences()
        #expect(preferences.value(forKey: key) as? Bool == false)
        preferences.setValue(NSNumber(value: true), forKey: key)
        #expect(preferences.value(forKey: key) as? Bool == true)
    }

    @Test func `an unknown key and a wrong value are misuse`() {
        let preferences = WKPreferences()
        let misuse = WKException.recording {
            preferences.setValue(true, forKey: "nonsense")
            preferences.setValue("yes", forKey: "developerExtrasEnabled")
        }
        #expect(misuse.map(\.name) == [.undefinedKeyException, .invalidArgumentException])
        #expect(!preferences.enablesDeveloperExtras)
    }

    @Test func `preferences have the defaults of iOS`() {
        let preferences = WKPreferences()
        #expect(!preferences.javaScriptCanOpenWindowsAutomatically)
        #expect(preferences.runsJavaScript)
        #expect(preferences.minimumFontSize == 0)
        #expect(!preferences.isElementFullscreenEnabled)
        #expect(WKWebpagePreferences().preferredContentMode == .recommended)
        #expect(WKSnapshotConfiguration().rect.isNull && WKSnapshotConfiguration().afterScreenUpdates)
        #expect(WKPDFConfiguration().rect == nil)
    }
}
