import Foundation
import Testing

@testable import SWWebView

/// The content security policies that govern the scripts of service workers.
struct WorkerSourcePolicyTests {
    private static func allows(_ values: String...) -> Bool {
        WorkerSourcePolicy(values: values).allows(address("sw://app.example/js/sw.js"))
    }

    private static func address(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
        return url
    }

    @Test(arguments: [
        "", "img-src 'none'", "connect-src 'none'", "worker-src 'self'", "worker-src *", "worker-src https:",
        "worker-src sw:",
        "worker-src app.example", "worker-src https://app.example", "worker-src https://*.example:443",
        "worker-src *:*",
        "worker-src https://app.example/js/", "worker-src https://app.example/js/sw.js", "WORKER-SRC 'SELF'",
        "default-src 'none'; worker-src 'self'", "script-src 'none'; child-src 'self'",
        "script-src 'self'; default-src 'none'",
        "script-src 'nonce-a' 'strict-dynamic'", "worker-src 'self'; worker-src 'none'",
    ])
    func `a policy allows the script`(_ policy: String) { #expect(Self.allows(policy)) }

    @Test(arguments: [
        "worker-src 'none'", "worker-src", "worker-src data: blob:", "worker-src other.example",
        "worker-src https://app.example:8443",
        "worker-src https://app.example/js", "worker-src https://app.example/other/", "worker-src *.app.example",
        "child-src 'none'", "script-src 'unsafe-inline'", "default-src 'none'", "worker-src 'strict-dynamic'",
        "script-src 'self'; child-src 'none'", "worker-src wss://app.example", "worker-src 'self', worker-src 'none'",
    ])
    func `a policy does not allow the script`(_ policy: String) { #expect(!Self.allows(policy)) }

    @Test func `each of several policies must allow the script`() {
        #expect(!Self.allows("worker-src 'self'", "worker-src 'none'"))
        #expect(Self.allows("worker-src 'self'", "default-src 'self'"))
    }
}
