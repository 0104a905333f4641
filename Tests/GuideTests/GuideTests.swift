import Foundation
import Testing

let repository = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

/// The Swift samples of the README and the guides are parts of the files in `Samples`, which are compiled.
struct GuideTests {
    private static let compiled = repository.appending(path: "Tests/GuideTests/Samples")

    /// The README and every file of the DocC catalogs.
    private static var guides: [URL] {
        let sources = repository.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        let pages = files?.filter { $0.pathExtension == "md" && $0.deletingLastPathComponent().pathExtension == "docc" }
        return [repository.appending(path: "README.md")] + (pages ?? [])
    }

    /// Returns the code blocks of a guide that are marked as Swift, line by line.
    private static func samples(of guide: URL) throws -> [[Substring]] {
        var samples: [[Substring]] = []
        var isInside = false
        for line in try String(contentsOf: guide, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("```") {
                isInside = line == "```swift"
                if isInside { samples.append([]) }
            } else if isInside {
                samples[samples.count - 1].append(line)
            }
        }
        return samples
    }

    @Test func `every Swift sample of the README and the guides is part of a compiled file`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.compiled, includingPropertiesForKeys: nil)
        let programs = try files.map { try String(contentsOf: $0, encoding: .utf8).filter { !$0.isWhitespace } }
        var count = 0
        for guide in Self.guides {
            for sample in try Self.samples(of: guide) {
                count += 1
                let imports = sample.filter { $0.hasPrefix("import ") }.map { $0.filter { !$0.isWhitespace } }
                let code = sample.filter { !$0.hasPrefix("import ") }.joined().filter { !$0.isWhitespace }
                #expect(
                    programs.contains { $0.contains(code) && imports.allSatisfy($0.contains) },
                    "no file of Tests/GuideTests/Samples has this sample of \(guide.path): \(sample[0])")
            }
        }
        #expect(count >= 5)
    }
}
