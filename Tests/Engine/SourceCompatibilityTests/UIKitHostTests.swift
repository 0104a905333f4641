import TestSupport
import Testing
import UIKit
import WebKit

/// A host that imports UIKit runs, and a test answers its alerts and taps its buttons.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct UIKitHostTests {
    let changed = Signal()
    let browser: BrowserViewController
    let window = UIWindow(frame: UIScreen.main.bounds)

    init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        browser = BrowserViewController(configuration: configuration)
        window.rootViewController = browser
        window.makeKeyAndVisible()
    }

    /// Waits until a condition holds, after each change that the browser reports.
    private func wait(until isTrue: () -> Bool) async {
        while !isTrue() {
            await withCheckedContinuation { continuation in
                browser.onChange = {
                    browser.onChange = nil
                    continuation.resume()
                }
            }
        }
    }

    private func show(_ html: String) async {
        browser.webView.loadHTMLString(html, baseURL: URL(string: "https://browser.example/"))
        await wait { browser.title != nil && !browser.webView.isLoading }
    }

    @Test func `observers of key paths get the changes of a load, with old and new values, until they are removed`()
        async throws
    {
        UIAccessibility.posted = []
        #expect(browser.changes["loading"]?.first as? Bool == false)
        await show("<title>First</title>")
        #expect(browser.title == "First" && browser.navigationItem.title == "First")
        #expect((browser.changes["title"]?.last as? String) == "First")
        #expect(browser.changes["loading"]?.compactMap { $0 as? Bool }.contains(true) == true)
        #expect(browser.progressView.progress == 1 && !browser.spinner.isAnimating && browser.spinner.isHidden)
        #expect(UIAccessibility.posted.last?.argument as? String == "First")
        browser.stopObserving()
        let misuse = WKException.recording { browser.webView.removeObserver(browser, forKeyPath: "title") }
        #expect(misuse.map(\.name) == [.rangeException])
        let unknown = WKException.recording {
            browser.webView.addObserver(browser, forKeyPath: "nothing", options: .new, context: nil)
        }
        #expect(unknown.map(\.name) == [.undefinedKeyException])
        let count = browser.changes["title"]?.count
        _ = try await browser.webView.callAsyncJavaScript(
            "document.title = 'Second'; await new Promise(requestAnimationFrame)", contentWorld: .page)
        #expect(browser.webView.title == "Second" && browser.changes["title"]?.count == count)
    }

    @Test func `a test answers the dialogs of a page in the application's alerts`() async throws {
        await show("<title>Asking</title>")
        let page = Task { [webView = browser.webView] in
            try await webView.callAsyncJavaScript(
                "return [confirm('Sure?'), confirm('Really?'), prompt('Mail?', 'a@b.example')]", contentWorld: .page)
                as? [Any]
        }
        for title in ["OK", "Cancel"] {
            await wait { browser.presentedViewController is UIAlertController }
            let alert = try #require(browser.presentedViewController as? UIAlertController)
            #expect(alert.message == (title == "OK" ? "Sure?" : "Really?"))
            alert.choose(title)
        }
        await wait { browser.presentedViewController is UIAlertController }
        let alert = try #require(browser.presentedViewController as? UIAlertController)
        #expect(alert.textFields?.first?.text == "a@b.example")
        alert.textFields?.first?.text = "c@d.example"
        #expect(alert.choose("OK"))
        let answers = try await page.value
        #expect(answers?[0] as? Bool == true && answers?[1] as? Bool == false)
        #expect(answers?[2] as? String == "c@d.example")
    }

    @Test func `buttons call methods, links open other applications, and the page is printed`() async throws {
        UIFeedbackGenerator.played = []
        UIApplication.shared.openedURLs = []
        UIPrintInteractionController.shared.printedDocuments = []
        await show("<title>Tools</title><a id=call href=tel:112>call</a><p>words to print</p>")
        #expect(browser.navigationItem.rightBarButtonItem?.tap() == true)
        browser.webView.scrollView.refreshControl?.sendActions(for: .valueChanged)
        #expect(browser.retries == 2 && UIFeedbackGenerator.played.count == 2)
        browser.webView.evaluateJavaScript("document.getElementById('call').click()", completionHandler: nil)
        await wait { !UIApplication.shared.openedURLs.isEmpty }
        #expect(UIApplication.shared.openedURLs.map(\.absoluteString) == ["tel:112"])
        #expect(browser.toolbarItems?.last?.tap() == true)
        await wait { browser.statusLabel.text != nil }
        #expect(browser.statusLabel.text == "Printed")
        let document = try #require(UIPrintInteractionController.shared.printedDocuments.first)
        #expect(document.starts(with: Data("%PDF".utf8)))
    }

    @Test func `a view's scroll view can be observed, and a frame's properties have keys`() async throws {
        final class Scrolled: UIViewController {
            let changed = Signal()
            var sizes: [CGSize] = []
            override func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
                context: UnsafeMutableRawPointer?
            ) {
                if keyPath == "contentSize", let size = change?[.newKey] as? CGSize { sizes.append(size) }
                changed.fire()
            }
        }
        let observer = Scrolled()
        let scrollView = browser.webView.scrollView
        scrollView.addObserver(observer, forKeyPath: "contentSize", options: .new, context: nil)
        await show("<title>Tall</title><div style='height: 3000px'></div>")
        while observer.sizes.last.map({ $0.height < 3000 }) ?? true {
            await observer.changed.wait(for: observer.sizes.count + 1)
        }
        scrollView.removeObserver(observer, forKeyPath: "contentSize")
        let frame = WKFrameInfo()
        #expect(frame.value(forKey: "isMainFrame") as? Bool == true && frame.value(forKey: "request") is URLRequest)
        let misuse = WKException.recording { _ = frame.value(forKey: "handle") }
        #expect(misuse.map(\.name) == [.undefinedKeyException])
    }
}
