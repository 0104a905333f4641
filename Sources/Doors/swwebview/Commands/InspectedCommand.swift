import ArgumentParser
import Foundation
import LocalServer
import PagePreview
import RemoteInspector
import WebKit
import WebViewTesting

/// `swwebview inspected`: a page for one client of WebKit's inspector protocol. `swwebview driver` starts it for each.
struct InspectedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "inspected", shouldDisplay: false)

    @OptionGroup var view: ViewOptions

    @MainActor
    mutating func run() async throws {
        guard let blank = URL(string: "about:blank") else { return }
        do {
            try RemoteInspector.prepare()
            let options = PreviewOptions(view: try await view.pageOptions())
            try WebKitEnvironment.prepare(screenWidth: 4096, screenHeight: 4096)
            let page = PageReference(displayName: blank.absoluteString, location: .url(blank))
            let preview = try await PagePreview(of: page, options: options)
            let token = ProcessInfo.processInfo.environment["SWWEBVIEW_TOKEN"]
            try await preview.serveOneClient(at: try LocalServerAddress(port: 0, token: token)) { url in
                print("Connect a debugger to \(url)")
                fflush(nil)
            }
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("\(error)")
        }
    }
}
