import Foundation
import HTTPMessages
import Simulator
import WebKit

/// The state of a client: the page that it has opened, and the tests that it has run. Main actor only.
@MainActor
final class AgentSession {
    /// The limit of a call in seconds. Calls that wait for something have limits of their own.
    private static let usualLimit = 60.0

    let environment: AgentEnvironment
    /// The open page; nil before the tool `open`.
    var opened: AgentPage?
    let tests: TestRuns

    init(_ environment: AgentEnvironment) {
        self.environment = environment
        tests = TestRuns(environment)
    }

    /// The page.
    ///
    /// - Throws: ``ToolError`` where no page is open.
    func page() throws -> AgentPage {
        guard let opened else {
            throw ToolError("No page is open. Call open with a folder, a page or an address first.")
        }
        return opened
    }

    /// Returns the page, where its web process runs and answers.
    ///
    /// - Throws: ``ToolError``.
    func livePage() async throws -> AgentPage {
        let page = try page()
        if let problem = page.problem { throw ToolError(problem) }
        guard await page.answers(within: page.isStuck ? 1 : AgentPage.patience) else {
            throw ToolError("The page does not answer. \(AgentPage.stuck)")
        }
        return page
    }

    /// Runs a tool.
    func run(_ tool: Tool, _ values: [String: JSONValue]) async -> ToolResult {
        do {
            let arguments = try ToolArguments(values, of: tool)
            let seconds = arguments.number("seconds").map { min(max($0, 0), 3600) + Self.usualLimit }
            let limit = seconds ?? (tool.isSlow ? 86_400 : Self.usualLimit)
            let work = Task { () async -> Result<ToolResult, any Error> in
                do { return .success(try await tool.run(self, arguments)) } catch { return .failure(error) }
            }
            let outcome = await withTaskCancellationHandler {
                await withTimeLimit(seconds: limit) { await work.value }
            } onCancel: {
                work.cancel()
            }
            guard let outcome else {
                work.cancel()
                if !Task.isCancelled { opened?.isStuck = true }
                return ToolResult(
                    failure:
                        "\(tool.name) did not end within \(Int(limit)) seconds: the page does not answer. \(AgentPage.stuck)"
                )
            }
            return try outcome.get()
        } catch {
            return ToolResult(failure: Self.sentence(error))
        }
    }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as ToolError: error.message
        case let error as WKError: error.userInfo[WKError.exceptionMessageKey] as? String ?? error.localizedDescription
        default: "\(error)"
        }
    }
}

extension Tool {
    /// Whether the tool has no limit of time.
    fileprivate var isSlow: Bool { name == "run_tests" }
}
