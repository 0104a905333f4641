/// The reasons why a storage folder cannot be used.
public enum StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another process uses the folder.
    case inUse(folder: String)
    /// The folder cannot be made, or not be written to; `code` is an errno.
    case unwritable(folder: String, code: Int32)
    /// The disk of the folder is full.
    case full(folder: String)
    /// The folder's database is damaged, or of another program.
    case unreadable(folder: String, reason: String)

    /// The problem, and the way to solve it.
    public var message: String {
        switch self {
        case .inUse(let folder):
            "The storage folder \(folder) is in use by another process. End that one, or give this one its own folder."
        case .unwritable(let folder, let code):
            "The storage folder \(folder) cannot be written to (error \(code)). Check its permissions."
        case .full(let folder):
            "The disk of the storage folder \(folder) is full. Make room on it; what the folder holds is whole."
        case .unreadable(let folder, let reason):
            "The storage folder \(folder) cannot be read: \(reason). Delete it to begin anew."
        }
    }

    /// The message.
    public var description: String { message }
}
