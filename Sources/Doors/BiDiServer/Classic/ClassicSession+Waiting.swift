import Foundation
import HTTPMessages
import WebDriverServer
import WebKit

/// The end of work that a dialog may stop.
enum ClassicOutcome<Value: Sendable>: Sendable {
    case ended(Value)
    /// A dialog of the page has opened. The work goes on once the dialog is answered.
    case prompt
    /// The work takes too long, and goes on.
    case late
}

/// Work of a page whose end, a dialog or the end of its time comes first. Main actor only.
@MainActor
private final class Race<Value: Sendable> {
    private var continuation: CheckedContinuation<ClassicOutcome<Value>, any Error>?

    func run(
        in page: BiDiPage, within limit: Duration?, _ work: @escaping @MainActor () async throws -> Value
    ) async throws -> ClassicOutcome<Value> {
        if page.prompt != nil { return .prompt }
        let subscription = page.openedPrompts.add { [weak self] in self?.end(.success(.prompt)) }
        let timer = limit.map { limit in
            // This sleep stays: the client sets the time.
            Task {
                try await ContinuousClock().sleep(for: limit)
                end(.success(.late))
            }
        }
        defer {
            timer?.cancel()
            subscription.end()
        }
        return try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            Task {
                do { end(.success(.ended(try await work()))) } catch { end(.failure(error)) }
            }
        }
    }

    private func end(_ result: Result<ClassicOutcome<Value>, any Error>) { continuation.take()?.resume(with: result) }
}

extension ClassicSession {
    /// Runs work until it ends, a dialog opens, or its time is over.
    func run<Value: Sendable>(
        in page: BiDiPage, within limit: Duration? = nil, _ work: @escaping @MainActor () async throws -> Value
    ) async throws -> ClassicOutcome<Value> {
        try await Race().run(in: page, within: limit, work)
    }

    // MARK: Loads

    /// Waits until the current document has loaded, as far as the page load strategy says.
    ///
    /// - Throws: ``WebDriverError``, a timeout.
    func waitForLoad(of page: BiDiPage) async throws {
        guard let stage else { return }
        let frame = frame ?? page.main
        let outcome = try await run(in: page, within: timeouts.pageLoad) { await page.settle(stage, frame) }
        guard case .late = outcome else { return }
        // Later commands do not wait for this load again.
        page.loads.giveUp()
        throw late
    }

    /// The error of a command that takes longer than a page may load.
    var late: WebDriverError { WebDriverError(.timeout, "the page did not load in \(timeouts.pageLoad)") }

    /// Does something that may navigate, and waits for the navigation.
    ///
    /// - Parameter url: the address that the client itself navigates to; nil for a navigation of the page.
    /// - Throws: ``WebDriverError``, an unknown error where the navigation has failed.
    func navigate(
        _ page: BiDiPage, to url: URL? = nil, _ work: @escaping @MainActor () async throws -> Void
    ) async throws {
        // An app's framework takes away navigations of its page.
        browser.simulator.native.clientNavigation = url
        let outcome = try await run(in: page, within: timeouts.pageLoad) {
            try await work()
            await page.roundTrip()
        }
        switch outcome {
        case .ended: break
        case .prompt: return
        case .late: throw late
        }
        try await waitForLoad(of: page)
        guard let failure = page.loads.failure, url != nil || failure.hasErrorPage, stage != nil else { return }
        throw WebDriverError(.unknownError, failure.description)
    }

    // MARK: Dialogs

    /// Answers a dialog that is open, as the capability `unhandledPromptBehavior` says.
    ///
    /// Source: WebDriver, "handle any user prompts", https://www.w3.org/TR/webdriver2/#dfn-handle-any-user-prompts
    ///
    /// - Throws: ``WebDriverError``, where the client is to know of the dialog.
    func handlePrompt(of page: BiDiPage) throws(WebDriverError) {
        guard let prompt = page.prompt else { return }
        let behavior = promptBehaviors[prompt.type] ?? promptBehaviors["default"] ?? "dismiss and notify"
        if behavior != "ignore" { answer(prompt, of: page, behavior.hasPrefix("accept")) }
        guard ["accept", "dismiss"].contains(behavior) else {
            throw WebDriverError(
                .unexpectedAlertOpen, "the page shows the dialog “\(prompt.message)”",
                details: ["text": .string(prompt.message)])
        }
    }

    private func answer(_ prompt: UserPrompt, of page: BiDiPage, _ isAccepted: Bool) {
        page.prompt = nil
        prompt.answer(isAccepted, prompt.text)
    }

    /// Carries out a command about a dialog.
    ///
    /// Source: WebDriver, "User Prompts", https://www.w3.org/TR/webdriver2/#user-prompts
    func answerPrompt(_ command: ClassicCommand, _ page: BiDiPage) throws -> JSONValue {
        guard let prompt = page.prompt else { throw WebDriverError(.noSuchAlert, "the window shows no dialog") }
        switch command.key {
        case "GET alert/text": return .string(prompt.message)
        case "POST alert/text":
            let text = try command.parameters.string("text")
            guard prompt.type == "prompt" else {
                throw prompt.type == "beforeunload"
                    ? WebDriverError(.unsupportedOperation, "the dialog takes no text")
                    : WebDriverError(.elementNotInteractable, "the dialog takes no text")
            }
            prompt.text = text
        default: answer(prompt, of: page, command.key == "POST alert/accept")
        }
        return .null
    }
}
