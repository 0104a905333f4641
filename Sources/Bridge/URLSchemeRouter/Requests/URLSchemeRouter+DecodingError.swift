public import Foundation

extension URLSchemeRouter {
    /// A handler's input that cannot be made from a URL, with a sentence that names the parameter.
    public struct DecodingError: Error, LocalizedError {
        /// The error that the decoder threw. Its coding path is made of the names in the URL.
        public let decodingError: Swift.DecodingError

        /// The sentence, for people.
        ///
        /// URLSchemeRouter 1.0.1 has the system's text without a name for data that is corrupted; here it says what and
        /// why.
        public var errorDescription: String? {
            switch decodingError {
            case .valueNotFound(_, let context): "Required value for parameter \"\(name(context))\" not found."
            case .keyNotFound(let key, _): "Required parameter \"\(key.stringValue.quoted)\" not found."
            case .typeMismatch(_, let context): "Value for parameter \"\(name(context))\" has incorrect type."
            case .dataCorrupted(let context):
                context.codingPath.isEmpty
                    ? "The parameters cannot be read. \(context.debugDescription.quoted)"
                    : "Value for parameter \"\(name(context))\" cannot be read. \(context.debugDescription.quoted)"
            @unknown default: decodingError.localizedDescription
            }
        }

        private func name(_ context: Swift.DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".").quoted
        }
    }
}
