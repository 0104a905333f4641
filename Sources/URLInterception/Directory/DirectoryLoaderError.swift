/// Why a folder cannot be served.
public enum DirectoryLoaderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Nothing is there.
    case missing(path: String)
    /// It is a file.
    case notAFolder(path: String)
    /// The system does not let us look into it; `code` is an errno.
    case unreadable(path: String, code: Int32)

    /// What is wrong and what to do.
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
