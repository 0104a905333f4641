/// The use of one Web API by a page, its frames and its workers.
public struct WebAPIUse: Sendable, Equatable, Codable {
    /// The name, such as `URL.canParse`.
    public var api: String
    /// The number of calls, or of reads and writes of an attribute.
    public var count: Int
    /// The position of the first use; nil where the engine does not tell.
    public var position: SourcePosition?

    /// A use.
    public init(api: String, count: Int, position: SourcePosition? = nil) {
        (self.api, self.count, self.position) = (api, count, position)
    }
}
