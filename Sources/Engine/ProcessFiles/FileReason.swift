internal import Foundation

extension Error {
    /// The system's reason for a file that cannot be read or written, such as "No such file or directory".
    package var fileReason: String { (self as? CocoaError)?.reason ?? localizedDescription }
}
