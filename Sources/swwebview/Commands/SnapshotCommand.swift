import ArgumentParser
import Foundation
import WebKit
import WebViewTesting

/// `swwebview snapshot`: a picture or a PDF of a page.
struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Take a picture (PNG) or a PDF of a page.",
        discussion: """
            swwebview snapshot Pages/demo -o demo.png
            swwebview snapshot Pages/demo -o demo.pdf --wait-for 'document.documentElement.dataset.ready'

            Exit code: 0 when the file is written, 1 when the page could not be shown.
            """)

    @Argument(help: ArgumentHelp("A page, a folder with an index.html, or an address.", valueName: "page"))
    var page: String

    @Option(name: [.short, .long], help: ArgumentHelp("The file to write: .png or .pdf.", valueName: "file"))
    var output: String

    @Flag(name: .long, help: "Also show what is out of sight.")
    var fullPage = false

    @Option(name: .long, help: ArgumentHelp("Wait until this JavaScript is true.", valueName: "expression"))
    var waitFor: String?

    @Option(name: .long, help: ArgumentHelp("Give up after this long.", valueName: "seconds"))
    var timeout: Double = 30

    @OptionGroup(title: "View options") var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        guard timeout > 0 else { throw UsageError("--timeout: give a number of seconds above 0.") }
        let format = URL(fileURLWithPath: output).pathExtension.lowercased()
        guard format == "png" || format == "pdf" else {
            throw UsageError("--output: \(output) is neither a .png nor a .pdf file.")
        }
        let options = try view.pageOptions()
        let reference = try PageArgument.reference(page)
        try WebKitEnvironment.prepare()
        do {
            let visit = try PageVisit(of: reference, options: options, timeout: timeout)
            try await visit.load(waitingFor: waitFor)
            let bytes = format == "pdf" ? try await visit.pdf() : try await visit.picture(fullPage: fullPage)
            try bytes.write(to: URL(fileURLWithPath: output))
        } catch let error as PageVisitError {
            throw report(error.description)
        } catch let error as CocoaError {
            throw UsageError("--output: \(output) cannot be written: \(error.localizedDescription)")
        } catch {
            throw report("\(page): \((error as NSError).localizedDescription)")
        }
        print(output)
    }

    private func report(_ text: String) -> ExitStatus {
        FileHandle.standardError.write(Data("swwebview: \(text)\n".utf8))
        return .failure
    }
}

/// The page that a command names.
enum PageArgument {
    /// A file, a folder's index.html, or an address.
    ///
    /// - Throws: ``UsageError`` when there is no such page.
    static func reference(_ argument: String) throws -> PageReference {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue {
            let folder = URL(fileURLWithPath: argument, isDirectory: true)
            let index = folder.appendingPathComponent("index.html")
            guard FileManager.default.fileExists(atPath: index.path) else {
                throw UsageError("\(argument) has no index.html. Name a page in it.")
            }
            return PageReference(displayName: argument, location: .file(index), root: folder)
        }
        do {
            let found = try PageSuiteDiscovery().pages(for: [argument])
            guard found.count == 1, let page = found.first else {
                throw UsageError("\(argument) stands for \(found.count) pages. Name one.")
            }
            return page
        } catch let error as PageSuiteDiscoveryError {
            throw UsageError(error.message)
        }
    }
}
