import Foundation
import TestSupport
import Testing

extension CommandLineSuite {
    /// The samples of the README and the guides that are no Swift: files of pages, and command lines.
    @Suite("Samples of guides") struct GuideSampleTests {
        private static let repository = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        private static let guides = [
            "README.md", ".github/CONTRIBUTING.md", "Sources/Bridge/SWWebView/SWWebView.docc/CommandLine.md",
            "Sources/Bridge/SWWebView/SWWebView.docc/Debugging.md",
            "Sources/Bridge/SWWebView/SWWebView.docc/Gallery.md",
            "Sources/Bridge/SWWebView/SWWebView.docc/ServiceWorkers.md",
        ]

        private struct Sample {
            let language: Substring
            let text: String
            var lines: [Substring] { text.split(separator: "\n") }
        }

        private static func samples(of guide: String) throws -> [Sample] {
            let parts = try String(contentsOf: repository.appending(path: guide), encoding: .utf8)
                .components(separatedBy: "\n```")
            // Every second part is inside a block, and begins with the block's language.
            return stride(from: 1, to: parts.count, by: 2).map { index in
                let end = parts[index].firstIndex(of: "\n") ?? parts[index].endIndex
                return Sample(language: parts[index][..<end], text: String(parts[index][end...].dropFirst()))
            }
        }

        /// Returns the words of a command line, with the shell's quotes removed and without its comment.
        private static func words(_ line: Substring) -> [String] {
            let code = line.range(of: #"\s#.*$"#, options: .regularExpression).map { line[..<$0.lowerBound] } ?? line
            var words: [String] = []
            var (word, quote): (String, Character?) = ("", nil)
            for character in code + " " {
                switch character {
                case quote: quote = nil
                case "'" where quote == nil, "\"" where quote == nil: quote = character
                case " " where quote == nil:
                    if !word.isEmpty { words.append(word) }
                    word = ""
                default: word.append(character)
                }
            }
            return words
        }

        @Test(arguments: ["README.md", "Sources/Bridge/SWWebView/SWWebView.docc/ServiceWorkers.md"])
        func `the offline example of a guide runs and writes its pictures`(guide: String) async throws {
            let folder = try TemporaryFolder()
            let samples = try Self.samples(of: guide)
            // A page's file is named in the first line of its sample.
            for sample in samples {
                guard let name = sample.lines.first?.firstMatch(of: /^(?:<!--|\/\/) (app\/\S+)/)?.1 else { continue }
                try folder.write(sample.text, to: String(name))
            }
            let commands = samples.filter { $0.language == "sh" && $0.text.contains("--offline") }.flatMap(\.lines)
            try #require(commands.count == 2)
            for command in commands {
                let words = Self.words(command)
                try #require(words.first == "swwebview")
                let run = try await Command.start(Array(words.dropFirst()), in: folder).result()
                #expect(run.status == 0, "\(command): \(run.errors)")
                let picture = try #require(words.firstIndex(of: "-o").map { words[$0 + 1] })
                #expect(try folder.data(picture).count > 1000)
            }
        }

        @Test func `the sample of AssetsAndTables runs with a folder and a database`() async throws {
            let folder = try TemporaryFolder()
            let guide = "Sources/Bridge/SchemeHandlers/SchemeHandlers.docc/AssetsAndTables.md"
            let sample = try #require(Self.samples(of: guide).first { $0.language == "js" })
            try folder.write("export const chart = 'a chart';", to: "files/charts/chart.mjs")
            try folder.makeDatabase(
                "shop.sqlite",
                """
                CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL DEFAULT 1);
                INSERT INTO products VALUES (1, 'milk', 9), (2, 'coffee', 10), (3, 'saffron', 40), (42, 'green tea', 12)
                """)
            // The stream of events opens some time after the sample. From then on each change is shown.
            try folder.write(
                """
                <script type="module">
                let shown;
                const show = (row) => { shown = row; };
                \(sample.text)
                while (!shown) {
                    const change = { method: "PATCH", headers: { "Content-Type": "application/json" }, body: '{"price":5}' };
                    await fetch("sqlite://products/42", change);
                }
                const added = await (await fetch("sqlite://products?name=tea")).json();
                const found = [chart, rows.map(({ name }) => name).join(), [tea].flat()[0].id, added.length, shown.id].join(" ");
                const isRight = found === "a chart saffron,green tea,coffee 42 1 42";
                console.log(`1..1\\n${isRight ? "" : "not "}ok 1 - ${found}`);
                </script>
                """, to: "page.html")
            let run = try await Command.run(
                "test", "page.html", "--assets", "files", "--sqlite", "shop.sqlite", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test(arguments: guides)
        func `the command lines of a guide name options and scripts that exist`(guide: String) async throws {
            let folder = try TemporaryFolder()
            for line in try Self.samples(of: guide).filter({ $0.language == "sh" }).flatMap(\.lines) {
                let words = Self.words(line)
                let options = words.dropFirst().filter { $0.hasPrefix("-") }
                if words.first == "swwebview" {
                    let help = try await Command.run(words[1], "--help", in: folder)
                    try #require(help.status == 0, "\(line)")
                    for option in options { #expect(help.output.contains(" \(option)"), "\(line)") }
                } else if let script = words.first(where: { $0.hasPrefix("Scripts/") }) {
                    let file = Self.repository.appending(path: script)
                    #expect(FileManager.default.isExecutableFile(atPath: file.path), "\(line)")
                    let text = try String(contentsOf: file, encoding: .utf8)
                    // Scripts/pages and Scripts/gallery hand other options on.
                    let own = options.filter { $0 != "--bridge" }
                    for option in own { #expect(text.contains(option) || text.contains("\"$@\""), "\(line)") }
                }
            }
        }
    }
}
