import Foundation
import TestSupport
import Testing

extension CommandLineSuite {
    /// The samples of the README and the guides that are no Swift: files of pages, and command lines.
    @Suite("Samples of guides") struct GuideSampleTests {
        private static let repository = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        private static let guides = [
            "README.md", ".github/CONTRIBUTING.md", "Sources/SWWebView/SWWebView.docc/CommandLine.md",
            "Sources/SWWebView/SWWebView.docc/Debugging.md", "Sources/SWWebView/SWWebView.docc/Gallery.md",
            "Sources/SWWebView/SWWebView.docc/ServiceWorkers.md",
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

        @Test(arguments: ["README.md", "Sources/SWWebView/SWWebView.docc/ServiceWorkers.md"])
        func theOfflineExampleRuns(guide: String) async throws {
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

        @Test(arguments: guides)
        func commandLinesNameOptionsThatThereAre(guide: String) async throws {
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
