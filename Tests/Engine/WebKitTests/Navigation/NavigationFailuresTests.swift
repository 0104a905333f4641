import Foundation
import Testing

@testable import WebKit

@MainActor
struct NavigationFailuresTests {
    static let url = URL(string: "app://host/")

    @Test(arguments: [
        ("WebKitPolicyError", 100, "WebKitErrorDomain", 101),
        ("WebKitPolicyError", 101, NSURLErrorDomain, NSURLErrorUnsupportedURL),
        ("WebKitPolicyError", 102, "WebKitErrorDomain", 102),
        ("WebKitPolicyError", 103, "WebKitErrorDomain", 103),
        ("WebKitNetworkError", 301, NSURLErrorDomain, NSURLErrorUnsupportedURL),
        ("WebKitNetworkError", 302, NSURLErrorDomain, NSURLErrorCancelled),
        ("WebKitNetworkError", 303, NSURLErrorDomain, NSURLErrorFileDoesNotExist),
        ("WebKitNetworkError", 399, NSURLErrorDomain, NSURLErrorUnknown),
        ("g-resolver-error-quark", 0, NSURLErrorDomain, NSURLErrorCannotFindHost),
        ("g-io-error-quark", 1, NSURLErrorDomain, NSURLErrorFileDoesNotExist),
        ("g-io-error-quark", 24, NSURLErrorDomain, NSURLErrorTimedOut),
        ("g-io-error-quark", 39, NSURLErrorDomain, NSURLErrorCannotConnectToHost),
        ("g-io-error-quark", 44, NSURLErrorDomain, NSURLErrorNetworkConnectionLost),
        ("g-tls-error-quark", 2, NSURLErrorDomain, NSURLErrorServerCertificateUntrusted),
        ("g-tls-error-quark", 99, NSURLErrorDomain, NSURLErrorSecureConnectionFailed),
        (NSURLErrorDomain, -1234, NSURLErrorDomain, -1234),
        ("nobody knows", 1, NSURLErrorDomain, NSURLErrorUnknown),
    ])
    func `a failure of WebKitGTK becomes an error with the domain and code of iOS`(
        _ domain: String, _ code: Int, _ expectedDomain: String, _ expectedCode: Int
    ) {
        var failures = NavigationFailures()
        let error = failures.error(for: ShimError(domain: domain, code: code, message: "text"), url: Self.url)
        #expect(error.domain == expectedDomain)
        #expect(error.code == expectedCode)
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == Self.url)
        #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == Self.url?.absoluteString)
        #expect(!error.localizedDescription.isEmpty)
    }

    @Test func `the error of a handler comes back once, as the same object`() {
        var failures = NavigationFailures()
        let first = NSError(domain: "Custom", code: 1, userInfo: ["key": "value"])
        let second = NSError(domain: "Custom", code: 1)
        let names = [failures.remember(first), failures.remember(second)]
        #expect(names[0] != names[1])
        for (name, error) in zip(names, [first, second]) {
            let failure = ShimError(domain: name.domain, code: name.code, message: "")
            #expect(failures.error(for: failure, url: nil) === error)
            #expect(failures.error(for: failure, url: nil).domain == NSURLErrorDomain, "it is forgotten by now")
        }
    }

    @Test func `an error of the network names the address of its load, and other errors stay as they are`() {
        let bare = NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut, userInfo: ["key": "value"])
        let error = NavigationFailures.located(bare, Self.url)
        #expect(error.code == NSURLErrorTimedOut && error.userInfo["key"] as? String == "value")
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == Self.url)
        #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == "app://host/")
        let other = NSError(domain: "Custom", code: 1)
        #expect(NavigationFailures.located(other, Self.url) === other)
    }

    @Test func `remembered errors that nobody asks for are forgotten, and the latest is kept`() {
        var failures = NavigationFailures()
        let oldest = failures.remember(NSError(domain: "Old", code: 1))
        var latest = oldest
        for code in 0..<1000 { latest = failures.remember(NSError(domain: "New", code: code)) }
        #expect(
            failures.error(for: ShimError(domain: oldest.domain, code: oldest.code, message: ""), url: nil).domain
                != "Old")
        #expect(
            failures.error(for: ShimError(domain: latest.domain, code: latest.code, message: ""), url: nil).code == 999)
    }
}
