import ArgumentParser
import Foundation
import WebKit

/// The notebook of Pages/demo as an app: what its pages get from Swift, and a picture of it all.
@main
struct FieldNotes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "FieldNotes", abstract: "Show the notebook in an app of its own, and take a picture of it.")

    @Option(name: [.short, .long], help: ArgumentHelp("The picture to write.", valueName: "file"))
    var output = "demo.png"

    @Option(name: .long, help: ArgumentHelp("The notebook's pages.", valueName: "folder"))
    var pages = "Pages/demo"

    @MainActor
    mutating func run() async throws {
        try WebKitEnvironment.prepare()
        let app = try NotebookApp(pages: URL(fileURLWithPath: pages, isDirectory: true))
        let picture = try await app.picture()
        try picture.write(to: URL(fileURLWithPath: output))
        print(output)
    }
}
