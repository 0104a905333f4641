import Foundation
import HTTPMessages

extension Tool {
    private static let runParameters: [ToolParameter] = [
        ToolParameter("paths", .texts, "Pages, scripts, folders or globs of tests.", required: true),
        ToolParameter("app", .text, "The framework whose native half is simulated."),
        ToolParameter("device", .text, "A device, such as iPhone 17."),
        ToolParameter("ios", .text, "The version of iOS."),
        ToolParameter("root", .text, "The folder that the app's origin shows."),
        ToolParameter("map", .texts, "Origins and the folders or servers that answer."),
        ToolParameter("options", .texts, "Further options of `swwebview test`, such as --retries=1."),
    ]

    /// The tools that run tests of pages.
    static let tests: [Tool] = [
        Tool(
            name: "list_tests", summary: "Lists the pages and scripts of tests.", parameters: runParameters + [.limit],
            isReading: true,
            run: { session, arguments in
                ToolResult.cut(
                    try await session.tests.list(arguments.texts("paths"), options(of: arguments)),
                    limit: arguments.limit)
            }),
        Tool(
            name: "run_tests", summary: "Runs tests of pages in a process of their own, and lists the failures.",
            parameters: runParameters + [
                ToolParameter("grep", .text, "A regular expression: only tests whose names match."), .limit,
            ],
            run: { session, arguments in
                let grep = arguments.text("grep").map { ["--grep=\($0)"] } ?? []
                return try await session.tests.run(
                    arguments.texts("paths"), options(of: arguments) + grep, limit: arguments.limit)
            }),
        Tool(
            name: "last_failure",
            summary:
                "Shows a failure of the last run of tests: its text, its place, the console and the picture of the page.",
            parameters: [
                ToolParameter("number", .integer, "The number of the failure, from 1 (default 1)."),
                ToolParameter("picture", .flag, "Whether the result has the picture (default true)."), .limit,
            ],
            isReading: true,
            run: { session, arguments in
                try session.tests.failure(
                    arguments["number"]?.number ?? 1, hasPicture: arguments["picture"]?.flag ?? true,
                    limit: arguments.limit)
            }),
    ]
}

extension ToolResult {
    fileprivate static func cut(_ lines: [String], limit: Int) -> ToolResult {
        ToolResult(cut(lines, at: limit).joined(separator: "\n"))
    }
}
