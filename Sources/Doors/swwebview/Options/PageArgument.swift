import Foundation
import Simulator
import URLInterception
import WebViewTesting

/// The page that a command names.
enum PageArgument {
    /// Returns the page that an argument names: a file, a folder with an index.html, or an address.
    ///
    /// - Parameters:
    ///   - map: the mapped origins, whose addresses are pages whatever their scheme.
    ///   - host: the framework, whose origin shows the folder of the app's pages.
    /// - Throws: ``UsageError`` when there is no such page, ``ExitStatus/failure`` for one that cannot be reached.
    static func reference(_ argument: String, map: OriginMap, host: AppFramework) throws -> PageReference {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue {
            let folder = URL(fileURLWithPath: argument, isDirectory: true)
            let index = folder.appendingPathComponent("index.html")
            guard FileManager.default.fileExists(atPath: index.path) else {
                throw UsageError("\(argument) has no index.html. Name a page in it.")
            }
            let root = WebFolder.containing(index, of: host)
            // The address of a folder would show the app's start page.
            let location = root == nil || root == folder.standardizedFileURL ? folder : index
            return PageReference(displayName: argument, location: .file(location), root: root ?? folder)
        }
        do {
            let found = try PageSuiteDiscovery(map: map, host: host).pages(for: [argument])
            guard found.count == 1, let page = found.first else {
                throw UsageError("\(argument) stands for \(found.count) pages. Name one.")
            }
            return page
        } catch let error as PageSuiteDiscoveryError {
            if error.code == .blockedPort {
                complain(error.message)
                throw ExitStatus.failure
            }
            throw UsageError(error.message)
        }
    }
}
