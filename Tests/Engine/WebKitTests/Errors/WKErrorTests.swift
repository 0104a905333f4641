import Testing

@testable import WebKit

struct WKErrorTests {
    let error = WKError(
        .javaScriptExceptionOccurred,
        userInfo: [WKError.exceptionMessageKey: "something bad", WKError.exceptionLineNumberKey: 3])

    @Test func `an error becomes an NSError with its domain, code and user info`() {
        let bridged = error as NSError
        #expect(bridged.domain == "WKErrorDomain")
        #expect(bridged.code == 4)
        #expect(bridged.userInfo["WKJavaScriptExceptionMessage"] as? String == "something bad")
        #expect(bridged.userInfo["WKJavaScriptExceptionLineNumber"] as? Int == 3)
        #expect(bridged.localizedDescription == "A JavaScript exception occurred")
    }

    @Test(arguments: [
        (
            WKError.Code.javaScriptResultTypeIsUnsupported,
            "JavaScript execution returned a result of an unsupported type"
        ),
        (.webViewInvalidated, "The WKWebView was invalidated"),
        (.webContentProcessTerminated, "The Web Content process was terminated"),
        (.javaScriptInvalidFrameTarget, "JavaScript execution targeted an invalid frame"),
        (.contentRuleListStoreLookUpFailed, "Looking up a WKContentRuleList failed"),
    ])
    func `an error describes itself with the words of iOS, which applications compare`(
        _ code: WKError.Code, _ text: String
    ) {
        #expect((WKError(code) as NSError).localizedDescription == text)
    }

    @Test func `an error that is thrown as any Error casts back to WKError`() {
        let thrown: any Error = error
        #expect((thrown as? WKError)?.code == .javaScriptExceptionOccurred)
        #expect(thrown.localizedDescription == "A JavaScript exception occurred")
    }

    @Test func `a catch pattern matches a WKError and its NSError, and no other error`() {
        func caught(_ error: any Error) -> Bool {
            do { throw error } catch WKError.javaScriptExceptionOccurred { return true } catch { return false }
        }
        #expect(caught(error))
        #expect(caught(error as NSError))
        #expect(!caught(WKError(.unknown)))
        #expect(!caught(NSError(domain: "Other", code: 4)))
    }

    @Test func `a localized description in the user info replaces that of the code`() {
        let own = WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "own"])
        #expect(own.localizedDescription == "own")
    }

    @Test func `error codes run from 1 to 17`() {
        #expect((1...17).allSatisfy { WKError.Code(rawValue: $0) != nil })
        #expect(WKError.Code.credentialNotFound.rawValue == 17)
    }

    @Test func `policy errors have the WebKit domain, a code and the URL that failed`() throws {
        let url = try #require(URL(string: "nowhere://x"))
        let error = WebKitPolicyError.interrupted(url)
        #expect(error.domain == WebKitErrorDomain && error.code == 102)
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
        #expect(WebKitPolicyError.cannotShow(nil).code == 101)
    }

    @Test func `an NSError casts to the Swift error of its domain, and back`() {
        let lost: any Error = NSError(
            domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet,
            userInfo: NSError.failingURL(
                URL(string: "https://host/")))
        #expect((lost as? URLError)?.code == .notConnectedToInternet)
        #expect((lost as? URLError)?.failingURL == URL(string: "https://host/"))
        #expect((lost as NSError).code == -1009 && lost as? WKError == nil && lost as? POSIXError == nil)
        let ended: any Error = NSError(domain: WKErrorDomain, code: 2)
        #expect((ended as? WKError)?.code == .webContentProcessTerminated && ended as? URLError == nil)
        let missing: any Error = NSError(domain: NSPOSIXErrorDomain, code: 2)
        #expect((missing as? POSIXError)?.code == .ENOENT)
        let thrown: any Error = URLError(.timedOut)
        #expect((thrown as Any as? NSError)?.code == NSURLErrorTimedOut)
        func caught(_ error: any Error) -> Bool {
            do { throw error } catch URLError.notConnectedToInternet { return true } catch { return false }
        }
        #expect(caught(lost) && !caught(ended))
    }

    @Test func `a WKError is made of an NSError, and gives it back`() {
        let stored = NSError(domain: WKErrorDomain, code: 4, userInfo: ["key": "value"])
        let error = WKError(_nsError: stored)
        #expect(error.code == .javaScriptExceptionOccurred)
        #expect(error.userInfo["key"] as? String == "value")
        #expect(error._nsError === stored)
    }
}
