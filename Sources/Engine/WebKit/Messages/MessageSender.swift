import CWebKitGTK

/// A document that posts script messages, in one world, as the web-process extension sees it. Nothing of it comes from a
/// script.
struct MessageSender: Sendable, Equatable {
    var isMainFrame: Bool
    var url: String
    /// The origin as it is written in an address; "null" or empty for an opaque one.
    var origin: String
    /// The name that WebKit knows the world by; nil for the page's own.
    var worldName: String?
    /// WebKit's id of the frame.
    var frameID: UInt64 = 0

    init(isMainFrame: Bool, url: String, origin: String, worldName: String? = nil) {
        (self.isMainFrame, self.url, self.origin, self.worldName) = (isMainFrame, url, origin, worldName)
    }

    init(_ sender: CWKSender) {
        let text = { (value: UnsafePointer<CChar>?) in value.map { String(cString: $0) } ?? "" }
        let world = text(sender.world)
        self.init(
            isMainFrame: sender.is_main_frame, url: text(sender.url), origin: text(sender.origin),
            worldName: world.isEmpty ? nil : world)
        frameID = sender.frame
    }
}

/// The documents of a view that post script messages, by their random ids.
///
/// Each is forgotten when its scripts are no more. A web process that is killed tells nothing, so their number is limited.
struct MessageSenders {
    /// The most main frames, and ten times as many other frames.
    static let most = 512

    private var senders: [String: MessageSender] = [:]
    /// Ids in the order of their documents, of main frames and of others.
    private var mainFrames: [String] = []
    private var otherFrames: [String] = []

    subscript(id: String) -> MessageSender? { senders[id] }

    var count: Int { senders.count }

    /// WebKit's ids of the frames other than the main one; some may be gone.
    var otherFrameIDs: Set<UInt64> { Set(senders.values.filter { !$0.isMainFrame }.map(\.frameID)) }

    /// WebKit's id of the frame whose document came last.
    private(set) var latestFrame: UInt64 = 0

    /// Remembers a document, or its new address. Of too many, the oldest of its kind is forgotten: frames displace no page.
    ///
    /// - Returns: whether the document is new.
    @discardableResult
    mutating func note(_ sender: MessageSender, id: String) -> Bool {
        guard senders.updateValue(sender, forKey: id) == nil else { return false }
        if sender.worldName == nil { latestFrame = sender.frameID }
        if sender.isMainFrame {
            Self.add(id, to: &mainFrames, limit: Self.most, &senders)
        } else {
            Self.add(id, to: &otherFrames, limit: 10 * Self.most, &senders)
        }
        return true
    }

    /// Forgets a document.
    mutating func forget(_ id: String) { senders[id] = nil }

    private static func add(
        _ id: String, to ids: inout [String], limit: Int, _ senders: inout [String: MessageSender]
    ) {
        ids.append(id)
        guard ids.count > limit else { return }
        ids.removeAll { senders[$0] == nil }
        // Many at once: each removal costs the length of the list.
        let excess = ids.count > limit * 3 / 4 ? ids.count - limit * 3 / 4 : 0
        for old in ids.prefix(excess) { senders[old] = nil }
        ids.removeFirst(excess)
    }
}
