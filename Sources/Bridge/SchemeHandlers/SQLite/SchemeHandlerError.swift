/// Why a handler cannot be made.
public enum SchemeHandlerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file does not exist.
    case missing(path: String)
    /// The file is no SQLite database, or is damaged.
    case notADatabase(path: String)
    /// The system or SQLite does not allow opening the file.
    case unreadable(path: String, reason: String)

    /// A message that says what is wrong and what to do.
    public var message: String {
        switch self {
        case .missing(let path): "There is no file \(path). Check the path, or make the database first."
        case .notADatabase(let path): "\(path) is not a SQLite database. Name a file that sqlite3 opens."
        case .unreadable(let path, let reason): "\(path) cannot be opened: \(reason). Check its permissions."
        }
    }

    /// The message.
    public var description: String { message }
}
