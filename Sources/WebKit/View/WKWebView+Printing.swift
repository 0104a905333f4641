import CWebKitGTK

/// Paper and pages. Lengths are in millimetres.
package struct PrintSettings: Sendable {
    /// The paper as it lies in the printer.
    package var paper: CGSize
    /// The white margins.
    package var margins: (top: Double, right: Double, bottom: Double, left: Double)
    /// Whether the paper's sides change places.
    package var isLandscape = false
    /// The factor by which the page is enlarged; 1 is the size as laid out.
    package var scale = 1.0
    /// Whether backgrounds are printed.
    package var hasBackgrounds = false
    /// The pages, counted from 1; none is all of them.
    package var ranges: [ClosedRange<Int>] = []

    /// All pages on that paper.
    package init(paper: CGSize, margins: (top: Double, right: Double, bottom: Double, left: Double)) {
        self.paper = paper
        self.margins = margins
    }
}

extension WKWebView {
    /// Makes a PDF of the page. Apple API. Unlike on iOS it always has the whole page, on sheets of paper.
    public func createPDF(
        configuration: WKPDFConfiguration = .init(),
        completionHandler: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) {
        var options = CWKPrintOptions()
        options.backgrounds = liveConfiguration.preferences.shouldPrintBackgrounds
        printPDF(options, completionHandler)
    }

    /// Makes a PDF of the page. Apple API.
    public func pdf(configuration: WKPDFConfiguration = .init()) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            createPDF(configuration: configuration) { continuation.resume(with: $0) }
        }
    }

    /// Makes a PDF of the page on paper of a size.
    package func pdf(printing settings: PrintSettings) async throws -> Data {
        var options = CWKPrintOptions()
        options.backgrounds = settings.hasBackgrounds
        options.landscape = settings.isLandscape
        options.scale = settings.scale
        (options.width, options.height) = (Double(settings.paper.width), Double(settings.paper.height))
        (options.top, options.right) = (settings.margins.top, settings.margins.right)
        (options.bottom, options.left) = (settings.margins.bottom, settings.margins.left)
        let ranges = settings.ranges.flatMap {
            [Int32(clamping: $0.lowerBound - 1), Int32(clamping: $0.upperBound - 1)]
        }
        return try await withCheckedThrowingContinuation { continuation in
            ranges.withUnsafeBufferPointer { ranges in
                options.ranges = ranges.baseAddress
                options.range_count = Int32(settings.ranges.count)
                printPDF(options) { continuation.resume(with: $0) }
            }
        }
    }

    private func printPDF(
        _ options: CWKPrintOptions, _ completion: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) {
        guard let handle else { return completion(.failure(WKError(.webViewInvalidated))) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("swwebview-\(UUID().uuidString).pdf")
        let job = PrintJob(file: file, completion: completion)
        cwk_view_print(
            handle, file.absoluteString, options,
            { error, context in
                let failure = error.map { ShimError($0.pointee) }
                ShimCallback.retained(context, PrintJob.self) { $0.conclude(failure) }
            }, Unmanaged.passRetained(job).toOpaque())
    }
}

/// A page on its way to a PDF file, which is read and removed.
@MainActor
private final class PrintJob {
    private let file: URL
    private let completion: @MainActor (Result<Data, any Error>) -> Void

    init(file: URL, completion: @escaping @MainActor (Result<Data, any Error>) -> Void) {
        self.file = file
        self.completion = completion
    }

    func conclude(_ failure: ShimError?) {
        defer { try? FileManager.default.removeItem(at: file) }
        if let failure {
            let info = [NSLocalizedDescriptionKey: "The page could not be printed: \(failure.message)"]
            return completion(.failure(WKError(.unknown, userInfo: info)))
        }
        completion(Result { try Data(contentsOf: file) })
    }
}
