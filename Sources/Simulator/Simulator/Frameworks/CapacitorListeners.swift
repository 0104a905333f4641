/// The listeners that a page adds with `Capacitor.addListener`: at most ``most``. Main actor only.
///
/// As on iOS, the listeners of an earlier document stay. They are removed when a new listener needs their place.
@MainActor
struct CapacitorListeners {
    /// The maximum number of listeners of a page.
    static let most = 1000

    private struct Listener {
        let call: PluginCall
        let document: Int
    }

    /// The listeners by plugin and event. No list is empty.
    private var lists: [String: [String: [Listener]]] = [:]
    private var count = 0
    private var document = 0

    /// Notes that a new document begins.
    mutating func beginDocument() { document += 1 }

    /// Adds a listener.
    ///
    /// - Throws: `NativeCallError` for a listener beyond the limit.
    mutating func add(_ call: PluginCall, for event: String) throws(NativeCallError) {
        if count == Self.most { removeEarlierDocuments() }
        guard count < Self.most else {
            throw NativeCallError(
                "\(call.plugin).addListener: the page has \(Self.most) listeners already. Remove listeners with "
                    + "remove() or removeAllListeners() before you add others.", code: "TOO_MANY_LISTENERS")
        }
        lists[call.plugin, default: [:]][event, default: []].append(Listener(call: call, document: document))
        count += 1
    }

    /// Removes a listener by the page's identifier of its call.
    mutating func remove(_ id: String, of plugin: String, for event: String) {
        filter(plugin, event) { $0.call.id != id }
    }

    /// Removes all listeners of a plugin.
    mutating func removeAll(of plugin: String) {
        count -= lists.removeValue(forKey: plugin)?.values.reduce(0) { $0 + $1.count } ?? 0
    }

    /// Returns the calls that added the listeners of an event, in their order.
    func all(of plugin: String, for event: String) -> [PluginCall] { lists[plugin]?[event]?.map(\.call) ?? [] }

    private mutating func removeEarlierDocuments() {
        for (plugin, events) in lists {
            for event in events.keys { filter(plugin, event) { [document] in $0.document == document } }
        }
    }

    private mutating func filter(_ plugin: String, _ event: String, _ isKept: (Listener) -> Bool) {
        guard let list = lists[plugin]?[event] else { return }
        let kept = list.filter(isKept)
        count -= list.count - kept.count
        lists[plugin]?[event] = kept.isEmpty ? nil : kept
        if lists[plugin]?.isEmpty == true { lists[plugin] = nil }
    }
}
