public import Foundation

/// The object that receives the changes of an application's state. UIKit API. Main actor only.
///
/// Unlike on iOS nothing makes the object or launches the application: a test sets ``UIApplication/delegate`` and calls the methods for
/// a launch and for links. Every method does nothing unless implemented.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The application was launched; false refuses the URL that it was launched for. UIKit API.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// A URL of the application's own scheme was opened; false refuses it. UIKit API.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
    /// The application has come to the front. UIKit API.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The application is about to lose the events. UIKit API.
    func applicationWillResignActive(_ application: UIApplication)
    /// The application has gone behind. UIKit API.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The application is about to come to the front. UIKit API.
    func applicationWillEnterForeground(_ application: UIApplication)
}

extension UIApplicationDelegate {
    /// Returns true.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// Returns false.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
}
