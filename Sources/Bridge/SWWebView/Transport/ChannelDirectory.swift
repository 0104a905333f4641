import WebKit

/// The channels that documents opened, by document id. Main actor only.
@MainActor
final class ChannelDirectory {
    /// The most documents that are remembered after they have gone, because their last commands wait for their first report.
    private static let mostGone = 100

    private var channels: [String: DocumentChannel] = [:]
    private var ofPages: [String: PageChannel] = [:]
    /// The documents that have gone and whose commands wait, the oldest first.
    private var gone: [String] = []
    private var takers: [String: @MainActor (DocumentChannel) -> Void] = [:]
    /// Returns the frame with a document id, once its runtime has reported it.
    private let realm: @MainActor (String) -> Realm?

    init(realm: @escaping @MainActor (String) -> Realm?) { self.realm = realm }

    /// The number of pages' channels that are open.
    var count: Int { ofPages.count - gone.count }

    /// Returns the channel of a page's document, or nil where it has none.
    func channel(ofPage document: String) -> (any RealmChannel)? { ofPages[document] }

    /// Sends an event over a realm's channel, even if the realm has not asked for events; without a channel, as other events.
    func post(event: String, json: String, to realm: Realm) {
        guard let channel = ofPages[realm.id] else { return realm.post(event: event, json: json) }
        channel.send(event: event, json: json)
    }

    /// Adds a channel that a document has opened.
    func add(_ channel: DocumentChannel) {
        let id = channel.document
        if let taker = takers.removeValue(forKey: id) { return taker(channel) }
        channels[id] = channel
        channel.closed = { [weak self, weak channel] in
            guard let self, let channel, channels[id] === channel else { return }
            channels[id] = nil
            if ofPages[id]?.keepsWaiting == true { keep(id) } else { ofPages[id] = nil }
        }
        gone.removeAll { $0 == id }
        ofPages[id] = PageChannel(channel) { [realm] in realm(id) }
    }

    private func keep(_ document: String) {
        if gone.count == Self.mostGone { ofPages[gone.removeFirst()] = nil }
        gone.append(document)
    }

    /// Hands the channel of a document that is no page over to `taker`, now or when it opens.
    func claim(_ document: String, _ taker: @escaping @MainActor (DocumentChannel) -> Void) {
        ofPages[document] = nil
        guard let channel = channels.removeValue(forKey: document) else { return takers[document] = taker }
        taker(channel)
    }

    /// Forgets the caller that waits for a document's channel.
    func abandon(_ document: String) { takers[document] = nil }

    /// Delivers the messages that a frame sent before its runtime reported it.
    func frameIsReady(_ document: String) {
        ofPages[document]?.deliver()
        guard let index = gone.firstIndex(of: document) else { return }
        gone.remove(at: index)
        ofPages[document] = nil
    }
}
