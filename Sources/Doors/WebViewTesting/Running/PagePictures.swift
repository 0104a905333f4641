import Foundation
import ProcessFiles
import SWWebView
import Simulator
import WebKit

/// Takes pictures of a page as its tests fail, each into a file of its own: `FOLDER/page/test.png`.
@MainActor
final class PagePictures {
    /// Seconds that the last pictures of a page may take: a page in a tight loop gives none.
    private static let patience = 3.0
    private static let mostPictures = 100

    private let folder: URL
    /// The folder of all pages' pictures.
    private let root: URL
    private let suffix: String
    private var names: Set<String> = []
    private var saved: Set<String> = []
    private var underway: [Task<Void, Never>] = []

    init(folder: URL, page: String, attempt: Int) {
        root = folder
        self.folder = folder.appending(path: Self.name(page), directoryHint: .isDirectory)
        suffix = attempt > 1 ? "-attempt-\(attempt)" : ""
    }

    /// Takes a picture, and answers at once with the path that it will have; nil once there are very many.
    func take(of view: SWWebView, named name: String) -> String? {
        guard names.count < Self.mostPictures else { return nil }
        let base = Self.name(name) + suffix
        var unique = base
        var number = 2
        while !names.insert(unique).inserted {
            unique = "\(base)-\(number)"
            number += 1
        }
        let file = folder.appending(path: unique + ".png")
        underway.append(
            Task { @MainActor in
                // A page that hangs or has gone gives none; a folder that cannot be written is reported.
                guard let picture = try? await view.takeSnapshot(configuration: nil), let data = picture.pngData()
                else {
                    return
                }
                do {
                    try PrivateFiles.claimFolders(of: file, below: root)
                    try PrivateFiles.write(data, to: file)
                    saved.insert(file.relativePath)
                } catch {
                    let text =
                        "swwebview: --screenshots: \(file.relativePath): \((error as NSError).localizedDescription)\n"
                    FileHandle.standardError.write(Data(text.utf8))
                }
            })
        return file.relativePath
    }

    /// The result without the pictures that did not come about.
    func confirmed(_ result: PageRunResult) -> PageRunResult {
        var result = result
        for index in result.tests.indices where !isSaved(result.tests[index].screenshot) {
            result.tests[index].screenshot = nil
        }
        for index in result.failures.indices where !isSaved(result.failures[index].screenshot) {
            result.failures[index].screenshot = nil
        }
        return result
    }

    private func isSaved(_ path: String?) -> Bool { path.map { saved.contains($0) } ?? true }

    /// Waits for the pictures that were begun, but not for ever.
    func finish() async {
        let pictures = underway
        guard !pictures.isEmpty else { return }
        _ = await withTimeLimit(seconds: Self.patience) {
            for picture in pictures { await picture.value }
        }
    }

    /// A file's name made of any text.
    private static func name(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
                || scalar == "." && name.last != "." && name.last != "-"
            if isPlain { name.unicodeScalars.append(scalar) } else if name.last != "-" { name.append("-") }
        }
        let trimmed = name.drop { $0 == "." || $0 == "-" }.prefix(80)
        return trimmed.isEmpty ? "page" : String(trimmed)
    }
}
