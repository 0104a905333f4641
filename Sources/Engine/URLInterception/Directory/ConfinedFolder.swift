import Foundation

/// A folder whose files can be read by their paths. Neither a path nor a symbolic link can leave the folder. Any thread.
package struct ConfinedFolder: Sendable {
    /// The error for a file that cannot be read. Its text can end a sentence.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The folder's path, without symbolic links.
    package let root: String

    /// Opens a folder.
    ///
    /// - Throws: ``Failure`` for a missing folder.
    package init(_ folder: URL) throws(Failure) {
        guard let resolved = realpath(folder.path, nil) else {
            throw Failure(description: "there is no folder \(folder.path)")
        }
        defer { free(resolved) }
        root = String(cString: resolved)
    }

    /// Reads a whole file.
    ///
    /// - Parameter limit: the maximum size of the file in bytes.
    package func read(_ path: String, upTo limit: Int) throws(Failure) -> Data {
        do throws(ConfinedFile.Refusal) {
            guard !path.utf8.contains(0) else { throw .missing }
            let file = try ConfinedFile(root: root, relativePath: path)
            guard !file.facts.isFolder else { throw .forbidden("It is a folder.") }
            guard file.facts.size <= limit else {
                throw .forbidden("It has \(file.facts.size) bytes; the maximum is \(limit).")
            }
            return file.facts.size == 0 ? Data() : try file.read(at: 0, count: Int(file.facts.size))
        } catch {
            switch error {
            case .missing: throw Failure(description: "there is no file “\(path)”")
            case .forbidden(let reason): throw Failure(description: "“\(path)” cannot be read. \(reason)")
            case .outside: throw Failure(description: "“\(path)” lies outside the folder \(root)")
            case .failed(let code):
                throw Failure(description: "“\(path)” cannot be read: \(String(cString: strerror(code)))")
            }
        }
    }
}
