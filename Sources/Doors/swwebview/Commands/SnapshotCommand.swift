import ArgumentParser
import Foundation
import ProcessFiles
import Simulator
import WebKit
import WebViewTesting

/// `swwebview snapshot`: a picture or a PDF of a page.
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Take a picture (PNG) or a PDF of a page, or compare it with an earlier one.",
        discussion: """
            swwebview snapshot Pages/demo -o demo.png
            swwebview snapshot Pages/demo -o demo.pdf --wait-for 'document.documentElement.dataset.ready'
            swwebview snapshot Pages/demo -o phone.png --device 'iPhone 17' --dark --full-page
            swwebview snapshot Pages/demo -o notes.png --selector '#notes' --scale 2
            swwebview snapshot Pages/demo --compare demo.png --threshold 0.1 --diff difference.png
            swwebview snapshot Pages/demo -o demo.png --mask .advert --timezone Europe/Berlin --clock 2026-01-01T12:00

            Standard error names resources that did not load, errors that no script caught, and the console's errors.
            Exit code: 0 when the file is written and the pictures are alike, 1 when the page or a part of it could not be loaded, or the \
            picture differs.
            """)

    @Argument(help: ArgumentHelp("A page, a folder with an index.html, or an address.", valueName: "page"))
    var page: String

    @Option(name: [.short, .long], help: ArgumentHelp("The file to write: .png or .pdf.", valueName: "file"))
    var output: String?

    @Flag(name: .long, help: "Also show what is out of sight.")
    var fullPage = false

    @Option(name: .long, help: ArgumentHelp("Show the first element that this finds.", valueName: "css"))
    var selector: String?

    @Option(name: .long, help: "Wait for the page's load, its fonts as well, or until the network is idle as well.")
    var wait: Visit.Milestone = .fonts

    @Option(name: .long, help: ArgumentHelp("Wait until this JavaScript is true.", valueName: "expression"))
    var waitFor: String?

    @Option(name: .long, help: ArgumentHelp("Give up after this long.", valueName: "seconds"))
    var timeout: Double = 30

    @Option(name: .long, help: ArgumentHelp("Show this area of the page.", valueName: "x,y,WxH"))
    var clip: PictureArea?

    @Option(name: .long, help: ArgumentHelp("Cover all elements that this finds. May be repeated.", valueName: "css"))
    var mask: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Finish animations and wait until two frames are equal, or show animations as they are.",
            valueName: "disabled|allow"))
    var animations: Visit.Animations = .disabled

    @Flag(name: .long, help: "Do not end with 1 for resources that did not load.")
    var allowFailedLoads = false

    @OptionGroup(title: "Comparison") var comparison: ComparisonOptions

    @OptionGroup(title: "Options of HTTP archives") var archives: ArchiveOptions

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        let isDocument = try checkedFormat() == "pdf"
        var options = try await view.pageOptions()
        let reference = try PageArgument.reference(page, map: options.origins, host: options.app)
        view.nameIdleOptions(for: [reference], map: options.origins)
        let baseline = try comparison.baseline()
        try archives.apply(to: &options)
        options.har?.begin(page)
        try WebKitEnvironment.prepare()
        do {
            let address = try PageAddress(of: reference, options)
            let visit = try await Visit(of: address.url, origins: address.map, options: options, timeout: timeout)
            visit.hearProblem = { complain($0) }
            try await visit.load(until: wait, waitingFor: waitFor)
            try await visit.hold(animations, masking: mask)
            if isDocument {
                try write(try await visit.pdf())
            } else {
                let picture = try await visit.picture(of: extent)
                try write(picture.pngData() ?? Data())
                try comparison.check(picture, against: baseline)
            }
            try ArchiveOptions.finish(options)
            if visit.failedLoads > 0, !allowFailedLoads {
                let count = visit.failedLoads == 1 ? "1 resource" : "\(visit.failedLoads) resources"
                throw report("\(count) of \(page) did not load (--allow-failed-loads)")
            }
        } catch let error as VisitError {
            throw report(error.description)
        } catch let error as ComparisonFailure {
            throw report(error.description)
        } catch let error as UsageError {
            throw error
        } catch let status as ExitStatus {
            throw status
        } catch {
            throw report("\(page): \((error as NSError).localizedDescription)")
        }
    }

    private var extent: Visit.Extent {
        selector.map { .element(selector: $0) } ?? clip.map { .area($0.area) } ?? (fullPage ? .fullPage : .visible)
    }

    /// Returns the extension of the output, where there is one.
    private func checkedFormat() throws -> String? {
        try SecondsOption.check(timeout, "--timeout")
        guard [selector != nil, fullPage, clip != nil].count(where: \.self) <= 1 else {
            throw UsageError("--selector, --clip and --full-page: give one of them.")
        }
        let format = output.map { URL(fileURLWithPath: $0).pathExtension.lowercased() }
        guard let output, let format else {
            if comparison.compare == nil { throw UsageError("--output: name the file to write, or one to --compare.") }
            return nil
        }
        guard format == "png" || format == "pdf" else {
            throw UsageError("--output: \(output) is neither a .png nor a .pdf file.")
        }
        if format == "pdf", comparison.compare != nil || selector != nil || clip != nil {
            throw UsageError("--output: \(output) is a PDF; --compare, --selector and --clip need a .png file.")
        }
        return format
    }

    private func write(_ bytes: Data) throws {
        guard let output else { return }
        do {
            try PrivateFiles.write(bytes, to: URL(fileURLWithPath: output))
        } catch {
            throw UsageError("--output: \(output) cannot be written: \(error.fileReason).")
        }
        print(output)
    }

    private func report(_ text: String) -> ExitStatus {
        complain(text)
        return .failure
    }
}

extension Visit.Milestone: ExpressibleByArgument {}
extension Visit.Animations: ExpressibleByArgument {}
