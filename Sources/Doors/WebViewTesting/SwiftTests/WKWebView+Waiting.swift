import Foundation
import HTTPMessages
import ProcessFiles
import Simulator
public import WebKit

/// An error of waiting for a page, or of comparing its picture.
public struct PageExpectationError: Error, CustomStringConvertible {
    /// A message with the expected and the actual state.
    public let description: String
}

extension WKWebView {
    /// Waits until a JavaScript expression is true in the page. Main actor only.
    ///
    /// The page looks whenever its document changes and before each frame that it draws. An expression that throws is not true yet.
    ///
    /// - Parameter timeout: seconds.
    /// - Throws: ``PageExpectationError`` when it is not true in time, or is no expression.
    public func waitFor(_ expression: String, timeout: Double = 30) async throws {
        let deadline = ContinuousClock.now + .clamping(seconds: timeout)
        while ContinuousClock.now < deadline {
            let left = ContinuousClock.now.duration(to: deadline).seconds
            // A page that is left takes what it was asked along, and sometimes no answer comes: the next page is asked anew.
            let outcome: Outcome? = await withTimeLimit(seconds: min(left, Self.longestQuestion)) {
                await self.outcome(of: expression)
            }
            switch outcome {
            case .holds: return
            case .isWrong(let message): throw PageExpectationError(description: "\(expression): \(message)")
            // Questions fail at once when the page has been left and the next is not there yet, or when its process has ended.
            case .pageLeft: try await ContinuousClock().sleep(for: .milliseconds(20))
            case nil: continue
            }
        }
        // A page in a tight loop answers no more than it looks.
        let last: String? = await withTimeLimit(seconds: 1) { await self.valueText(of: expression) }
        let late = "not true after \(timeout.formatted()) s; \(last ?? "the page does not answer")"
        throw PageExpectationError(description: "\(expression): \(late)")
    }

    private func valueText(of expression: String) async -> String {
        do {
            let script = "return String(\(expression)\n)"
            let value = try await callAsyncJavaScript(script, in: nil, contentWorld: .page)
            return "it is \(value as? String ?? "undefined")"
        } catch {
            return Self.message(error)
        }
    }

    private enum Outcome: Sendable { case holds, pageLeft, isWrong(String) }

    /// Seconds after which the page is asked again.
    private static let longestQuestion = 0.5

    private func outcome(of expression: String) async -> Outcome {
        do {
            _ = try await callAsyncJavaScript(Self.waiting(for: expression), in: nil, contentWorld: .page)
            return .holds
        } catch {
            let message = Self.message(error)
            return message.contains("SyntaxError") ? .isWrong(message) : .pageLeft
        }
    }

    private static func message(_ error: any Error) -> String {
        let thrown = (error as? WKError)?.userInfo[WKError.exceptionMessageKey] as? String
        return thrown ?? (error as NSError).localizedDescription
    }

    private static func waiting(for expression: String) -> String {
        """
        const holds = () => { try { return !!(\(expression)
        ); } catch { return false; } };
        if (holds()) return;
        await new Promise((resolve) => {
            let isOver = false;
            const look = () => {
                if (isOver || !holds()) return;
                isOver = true;
                observer.disconnect();
                resolve();
            };
            const observer = new MutationObserver(look);
            observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            const frame = () => { look(); if (!isOver) requestAnimationFrame(frame); };
            requestAnimationFrame(frame);
        });
        """
    }
}

extension WKWebView {
    /// Compares a picture of the page with one that is kept: the same machine draws the same page into the same bytes. Main actor only.
    ///
    /// Keeps the picture where there is none yet; the error says so. Where the two differ, puts the new one beside the kept one,
    /// with `.actual.png` at its end.
    ///
    /// - Throws: ``PageExpectationError``, and what taking and writing a picture throws.
    public func expectSnapshot(matches file: URL) async throws {
        guard let picture = try await takeSnapshot(configuration: nil).pngData() else {
            throw PageExpectationError(description: "The page could not be pictured.")
        }
        let actual = file.deletingPathExtension().appendingPathExtension("actual.png")
        guard let kept = try? Data(contentsOf: file) else {
            try PrivateFiles.makeFolder(file.deletingLastPathComponent())
            try PrivateFiles.write(picture, to: file)
            throw PageExpectationError(
                description:
                    "There was no picture \(file.relativePath): it is there now. Look at it, and run the test again.")
        }
        guard kept != picture else {
            try? FileManager.default.removeItem(at: actual)
            return
        }
        try PrivateFiles.write(picture, to: actual)
        throw PageExpectationError(
            description: "The page does not look like \(file.relativePath): see \(actual.relativePath) for how it does."
        )
    }
}
