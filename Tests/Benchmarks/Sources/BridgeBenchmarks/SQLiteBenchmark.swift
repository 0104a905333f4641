import ArgumentParser
import Foundation
import GRDB
import SWWebView
import SchemeHandlers
import WebKit

/// Compares a table's JSON from the scheme handler with `sqlite3 -json` on the same file.
struct SQLiteBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sqlite",
        abstract: "A table as JSON: the scheme handler's, a page's, and the sqlite3 command's.",
        discussion: """
            100,000 rows of 6 columns, in turns; the medians are compared. Then 1,000,000 rows as NDJSON through a page, and \
            what that takes of this process's memory. A ratio over its target is shown, and is no failure. For one core, start \
            it with taskset -c 1.
            """)

    @Option(help: "How often each side runs.")
    var rounds = 5

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Option(help: "Rows of the table that is streamed.")
    var streamed = 1_000_000

    func validate() throws {
        guard rounds > 0, streamed > 0 else { throw ValidationError("--rounds and --streamed must be at least 1") }
    }

    @MainActor
    func run() async throws {
        try WebKitEnvironment.prepare()
        let shop = try BenchmarkShop(streamed: streamed)
        defer { try? FileManager.default.removeItem(at: shop.folder) }
        let handler = try SQLiteSchemeHandler(file: shop.file)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(handler, forURLScheme: "sqlite")
        let view = SWWebView(frame: HostedPage.frame, configuration: configuration)
        let page = BenchmarkPage(view)
        await page.load()
        // First, so that nothing is counted as idle that an answer has left behind.
        let memory = try await PeakMemory.during {
            try await page.milliseconds(
                """
                const response = await fetch("sqlite://large", { headers: { Accept: "application/x-ndjson" } });
                let lines = 0;
                for (const reader = response.body.getReader(); ;) {
                    const { value, done } = await reader.read();
                    if (done) break;
                    for (let index = -1; (index = value.indexOf(10, index + 1)) >= 0;) lines++;
                }
                if (lines !== \(streamed)) throw new Error(`${lines} lines`);
                """)
        }
        var comparison = Comparison(of: Measure.sqlite, core: 0)
        for round in 1...rounds {
            FileHandle.standardError.write(Data("round \(round) of \(rounds)\n".utf8))
            let command = try await shop.commandMilliseconds()
            let bytes = try await BytesOfTask.milliseconds(handler, view)
            let inPage = try await page.milliseconds(
                "const rows = await (await fetch('sqlite://products')).json(); if (rows.length !== 100000) throw rows.length;"
            )
            comparison.add(
                ours: ["bytesMilliseconds": bytes, "pageMilliseconds": inPage],
                baseline: ["bytesMilliseconds": command, "pageMilliseconds": command])
        }
        print(json ? try comparison.json() : comparison.table())
        print(
            "\(streamed) rows as NDJSON in a page: \(Int(memory.value)) ms, \(memory.mebibytes) MiB above idle (target 64)"
        )
        withExtendedLifetime(view) {}
    }
}

/// The files that are measured.
struct BenchmarkShop {
    let folder: URL
    let file: URL

    init(streamed: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sqlite-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "shop.sqlite")
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in
            for (table, rows) in [("products", 100_000), ("large", streamed)] {
                try db.execute(
                    literal: """
                        CREATE TABLE \(identifier: table) (
                            id INTEGER PRIMARY KEY, name TEXT, price REAL, stock INTEGER, category TEXT, changed TEXT);
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                        INSERT INTO \(identifier: table)
                        SELECT i, printf('Product number %06d, with a "name" of some length', i), (i * 7919 % 100000) / 100.0,
                            i * 31 % 1000, substr('teacoffeemilkjuicewater', 1 + i % 19, 5),
                            strftime('%Y-%m-%dT%H:%M:%S', 1600000000 + i * 61, 'unixepoch')
                        FROM n
                        """)
            }
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// Returns the time that the command takes to write the table to the null device, its start included.
    func commandMilliseconds() async throws -> Double {
        let command = Process()
        command.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        command.arguments = ["sqlite3", "-json", file.path, "SELECT * FROM products"]
        command.standardOutput = FileHandle.nullDevice
        let start = MonotonicClock.nanoseconds()
        try command.run()
        command.waitUntilExit()
        guard command.terminationStatus == 0 else {
            throw BenchmarkError("sqlite3 failed: apt-get install sqlite3")
        }
        return Double(MonotonicClock.nanoseconds() - start) / 1e6
    }
}

extension Measure {
    /// Tables as JSON.
    static let sqlite = [
        Measure(key: "bytesMilliseconds", name: "100,000 rows to JSON bytes", unit: "ms", target: 0.8),
        Measure(key: "pageMilliseconds", name: "and to response.json() in a page", unit: "ms", target: 2.0),
    ]
}
