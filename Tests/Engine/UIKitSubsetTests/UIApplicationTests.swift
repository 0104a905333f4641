import Foundation
import Testing
import UIKitSubset

@MainActor
struct UIApplicationTests {
    @Test func `links that an application of the phone opens are recorded, and others are refused`() async throws {
        let application = UIApplication.shared
        application.openedURLs = []
        defer { application.openedURLs = [] }
        let (call, unknown) = (try #require(URL(string: "tel:112")), try #require(URL(string: "unknown-app://x")))
        #expect(application.canOpenURL(call) && !application.canOpenURL(unknown))
        let opened = await application.open(call)
        let refused = await application.open(unknown)
        #expect(opened && !refused)
        #expect(application.openedURLs == [call])
        let usual = application.opensURL
        application.opensURL = { $0.scheme == "unknown-app" }
        #expect(application.canOpenURL(unknown) && !application.canOpenURL(call))
        application.opensURL = usual
    }

    @Test func `a visible window is the application's and its scene's`() throws {
        let window = UIWindow(frame: UIScreen.main.bounds)
        #expect(!UIApplication.shared.windows.contains(window) && window.windowScene == nil)
        window.makeKeyAndVisible()
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        #expect(scenes.flatMap(\.windows).first { $0.isKeyWindow } === window)
        #expect(UIApplication.shared.keyWindow === window && window.windowScene === scenes.first)
        let other = UIWindow(windowScene: try #require(scenes.first))
        other.isHidden = false
        #expect(UIApplication.shared.keyWindow === window && UIApplication.shared.windows.last === other)
        #expect(other.frame == UIScreen.main.bounds)
        window.isHidden = true
        #expect(UIApplication.shared.keyWindow == nil && !UIApplication.shared.windows.contains(window))
    }

    @Test func `the application does not keep its windows`() {
        weak var window: UIWindow?
        do {
            let made = UIWindow(frame: .zero)
            made.makeKeyAndVisible()
            window = made
        }
        #expect(window == nil)
    }

    final class Delegate: NSObject, UIApplicationDelegate {
        var calls: [String] = []
        func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active") }
        func applicationWillResignActive(_ application: UIApplication) { calls.append("inactive") }
        func applicationDidEnterBackground(_ application: UIApplication) { calls.append("background") }
        func applicationWillEnterForeground(_ application: UIApplication) { calls.append("foreground") }
    }

    @Test func `leaving the application and coming back calls the delegate and posts the notifications in order`() {
        let (application, delegate) = (UIApplication.shared, Delegate())
        application.delegate = delegate
        nonisolated(unsafe) var names: [Notification.Name] = []
        let expected = [
            UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
            UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification,
        ]
        let observers = expected.map {
            NotificationCenter.default.addObserver(forName: $0, object: nil, queue: nil) { names.append($0.name) }
        }
        application.moveToForeground()
        application.moveToBackground()
        #expect(application.applicationState == .background)
        #expect(application.connectedScenes.first?.activationState == .background)
        application.moveToForeground()
        #expect(application.applicationState == .active)
        #expect(names == expected)
        #expect(delegate.calls == ["inactive", "background", "foreground", "active"])
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}
