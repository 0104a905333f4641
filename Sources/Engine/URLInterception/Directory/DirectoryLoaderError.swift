/// Why a folder cannot be served.
public enum DirectoryLoaderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The folder does not exist.
    case missing(path: String)
    /// The path names a file.
    case notAFolder(path: String)
    /// The system does not allow reading the folder; `code` is an errno.
    case unreadable(path: String, code: Int32)

    /// A message that says what is wrong and what to do.
    public var message: String {
        switch self {
        case .missing(let path): "There is no folder \(path). Check the path, or build the site first."
        case .notAFolder(let path): "\(path) is not a folder. Give the folder that holds it."
        case .unreadable(let path, let code): "\(path) cannot be read (error \(code)). Check its permissions."
        }
    }

    /// The message.
    public var description: String { message }
}
