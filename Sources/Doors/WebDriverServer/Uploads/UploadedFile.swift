import Foundation
import HTTPMessages

/// A file of the client's machine, for an `<input type=file>`. Selenium and WebdriverIO send it as a ZIP archive of this one file, in
/// Base64.
///
/// Source: Selenium, `UploadFile`, https://www.selenium.dev/documentation/webdriver/drivers/remote_webdriver/#local-file-detector
struct UploadedFile {
    /// The most bytes of a file. A deflated file may be a thousand times as long as the request.
    private static let mostBytes = 512 * 1024 * 1024

    let name: String
    let contents: Data

    /// - Throws: ``WebDriverError``, an invalid argument.
    init(_ body: JSONValue) throws(WebDriverError) {
        guard case .object(let members) = body, case .string(let text)? = members["file"],
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        else { throw WebDriverError(.invalidArgument, "“file” must be a ZIP archive in Base64") }
        do {
            let archive = try ZIPArchive(data)
            guard let entry = archive.entries.first, archive.entries.count == 1 else {
                throw ZIPArchive.Flaw("it has \(archive.entries.count) files: send one at a time")
            }
            guard entry.size <= Self.mostBytes else {
                throw ZIPArchive.Flaw("“\(entry.name)” has \(entry.size) bytes, and may have \(Self.mostBytes)")
            }
            name = try Self.safeName(entry.name)
            contents = try archive.contents(of: entry)
        } catch let flaw as ZIPArchive.Flaw {
            throw WebDriverError(.invalidArgument, "the archive cannot be read: \(flaw.description)")
        } catch {
            throw WebDriverError(.unknownError, "\(error)")
        }
    }

    /// Returns the last part of an entry's path: no archive chooses the folder.
    private static func safeName(_ path: String) throws(ZIPArchive.Flaw) -> String {
        let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        guard !["", ".", ".."].contains(name), !name.contains("\0"), name.utf8.count <= 255 else {
            throw ZIPArchive.Flaw("“\(path)” is no name of a file")
        }
        return name
    }
}

extension DriverSession {
    /// Keeps a file of the client's until the session ends.
    ///
    /// - Returns: the file's path on this machine.
    /// - Throws: ``WebDriverError``.
    func upload(_ file: UploadedFile) throws -> JSONValue {
        if let reason { throw WebDriverError(.invalidSessionID, "this session is over: \(reason)") }
        let uploads = try self.uploads ?? SessionFolder()
        self.uploads = uploads
        return .string(try uploads.add(file.contents, named: file.name))
    }
}
