import CWebKitGTK
import ProcessFiles
import UIKitSubset

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
    /// Makes a PDF of the page, or of a part of it, on one sheet: a CSS pixel is a point. Apple API. Unlike on iOS the page has its
    /// styles for print, and a page that is higher than 14,400 points has one sheet, too.
    public func createPDF(
        configuration: WKPDFConfiguration = .init(),
        completionHandler: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) {
        let rect = configuration.rect.flatMap { $0.isNull ? nil : $0.standardized }
        let isClear = configuration.allowTransparentBackground
        // A script measures the page. A picture has its size, too, and costs more: it serves where scripts are off.
        let script = """
            (({ scrollWidth, scrollHeight }) => scrollWidth + " " + scrollHeight)(document.scrollingElement ?? document.documentElement)
            """
        evaluate(script, in: PageWatch.world) { [weak self] result in
            guard let self else { return completionHandler(.failure(WKError(.webViewInvalidated))) }
            let numbers = (try? result.get() as? String)?.split(separator: " ").compactMap { Double($0) } ?? []
            if numbers.count == 2, numbers.allSatisfy({ $0 >= 1 && $0 < 1e7 }) {
                let page = CGSize(width: numbers[0] * pageZoom, height: numbers[1] * pageZoom)
                return printSheet(of: page, rect, isClear: isClear, completionHandler)
            }
            Task { @MainActor in
                do {
                    let page = try await self.takeFullPageSnapshot().size
                    self.printSheet(of: page, rect, isClear: isClear, completionHandler)
                } catch {
                    completionHandler(.failure(error))
                }
            }
        }
    }

    private func printSheet(
        of page: CGSize, _ part: CGRect?, isClear: Bool,
        _ completion: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) {
        guard let sheet = PDFSheet(page: page, part: part, zoom: pageZoom) else {
            let info = [NSLocalizedDescriptionKey: "The configuration's rect has no area"]
            return completion(.failure(WKError(.unknown, userInfo: info)))
        }
        // An opaque view draws its page over white anyway.
        guard isClear || !isOpaque else { return printPDF(sheet.options, pages: [1...1], completion) }
        drawPage(over: isClear ? .clear : .white)
        printPDF(sheet.options, pages: [1...1]) { [weak self] result in
            self?.applyBackground()
            completion(result)
        }
    }

    /// Makes a PDF of the page, or of a part of it. Apple API.
    public func pdf(configuration: WKPDFConfiguration = .init()) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            createPDF(configuration: configuration) { continuation.resume(with: $0) }
        }
    }

    /// Makes a PDF of the page on sheets of the locale's usual paper.
    package func pdfOnPaper() async throws -> Data {
        var options = CWKPrintOptions()
        options.backgrounds = liveConfiguration.preferences.shouldPrintBackgrounds
        return try await withCheckedThrowingContinuation { continuation in
            printPDF(options) { continuation.resume(with: $0) }
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
        return try await withCheckedThrowingContinuation { continuation in
            printPDF(options, pages: settings.ranges) { continuation.resume(with: $0) }
        }
    }

    private func printPDF(
        _ options: CWKPrintOptions, pages: [ClosedRange<Int>] = [],
        _ completion: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) {
        guard let handle else { return completion(.failure(WKError(.webViewInvalidated))) }
        let file: URL
        do { file = try TemporaryFolder.ofProcess().appending(path: "\(UUID().uuidString).pdf") } catch {
            return completion(.failure(error))
        }
        let job = PrintJob(file: file, completion: completion)
        let bounds = pages.flatMap { [Int32(clamping: $0.lowerBound - 1), Int32(clamping: $0.upperBound - 1)] }
        bounds.withUnsafeBufferPointer { bounds in
            var options = options
            (options.ranges, options.range_count) = (bounds.baseAddress, Int32(pages.count))
            cwk_view_print(
                handle, file.absoluteString, options,
                { error, context in
                    let failure = error.map { ShimError($0.pointee) }
                    ShimCallback.retained(context, PrintJob.self) { $0.conclude(failure) }
                }, Unmanaged.passRetained(job).toOpaque())
        }
    }
}

extension WKWebView: PrintableView {}

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
