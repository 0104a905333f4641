import Foundation

/// One of the two that are compared: a program and the page it measures with.
///
/// Both take `roundtrip PAGE`. Where the start of a view is compared too, they take `start PAGE STARTED`, and where that of a worker is,
/// `cold PAGE`. They print one line of JSON.
struct Side {
    private let program: URL
    private let arguments: [String]
    private let page: URL
    private let startPage: URL?
    private let coldPage: URL?

    /// - Throws: `BenchmarkError` when the program or a page isn't there.
    init(
        program: URL, arguments: [String], page: String, startPage: String? = nil, coldPage: String? = nil,
        folder: String
    ) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        self.program = program
        self.arguments = arguments
        self.page = folder.appendingPathComponent(page)
        self.startPage = startPage.map { folder.appendingPathComponent($0) }
        self.coldPage = coldPage.map { folder.appendingPathComponent($0) }
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw BenchmarkError("\(program.path) is not there: run Scripts/bench, which builds it")
        }
        for file in [self.page, self.startPage, self.coldPage].compactMap({ $0 })
        where !FileManager.default.isReadableFile(atPath: file.path) {
            throw BenchmarkError("\(file.path) is not there: run Scripts/bench, or name the folder with --pages")
        }
    }

    /// The program that runs now.
    static func ownProgram() throws -> URL {
        URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }

    /// Runs the program once for each kind of measurement.
    func measure(with launcher: PinnedLauncher) async throws -> Figures {
        var figures = try await decode(launcher.output(of: program, arguments: arguments + ["roundtrip", page.path]))
        if let startPage {
            let started = String(MonotonicClock.nanoseconds())
            let start = try await decode(
                launcher.output(of: program, arguments: arguments + ["start", startPage.path, started]))
            figures.merge(start) { _, new in new }
        }
        if let coldPage {
            let cold = try await decode(launcher.output(of: program, arguments: arguments + ["cold", coldPage.path]))
            figures.merge(cold) { _, new in new }
        }
        return figures
    }

    private func decode(_ output: Data) throws -> Figures {
        do {
            return try JSONDecoder().decode(Figures.self, from: output)
        } catch {
            let text = String(decoding: output, as: UTF8.self)
            throw BenchmarkError("\(program.lastPathComponent) printed no figures but: \(text)")
        }
    }
}
