import Foundation

/// One of the two that are compared: a program and the page it measures with.
///
/// Both take `roundtrip PAGE` and `start PAGE STARTED`, and print one line of JSON.
struct Side {
    private let program: URL
    private let arguments: [String]
    private let page: URL
    private let startPage: URL

    /// - Throws: `BenchmarkError` when the program or a page isn't there.
    init(program: URL, arguments: [String], page: String, folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        self.program = program
        self.arguments = arguments
        self.page = folder.appendingPathComponent(page)
        startPage = folder.appendingPathComponent("start.html")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw BenchmarkError("\(program.path) is not there: run Scripts/bench, which builds it")
        }
        for file in [self.page, startPage] where !FileManager.default.isReadableFile(atPath: file.path) {
            throw BenchmarkError("\(file.path) is not there: run Scripts/bench, or name the folder with --pages")
        }
    }

    /// Runs the program twice, once for each kind of measurement.
    func measure(with launcher: PinnedLauncher) throws -> Figures {
        let exchange = try decode(
            ExchangeFigures.self, from: launcher.output(of: program, arguments: arguments + ["roundtrip", page.path]))
        let start = try decode(
            StartFigures.self,
            from: launcher.output(
                of: program,
                arguments: arguments + ["start", startPage.path, String(MonotonicClock.nanoseconds())]))
        return Figures(exchange: exchange, start: start)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from output: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: output)
        } catch {
            let text = String(decoding: output, as: UTF8.self)
            throw BenchmarkError("\(program.lastPathComponent) printed no figures but: \(text)")
        }
    }
}
