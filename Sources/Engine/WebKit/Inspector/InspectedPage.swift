/// The page of a view as a target of WebKit's inspector. Main actor only.
///
/// A navigation to another site can replace the page's process. The page then has a second realm until the new document is there.
@MainActor
package final class InspectedPage {
    private struct Target: Decodable {
        struct Info: Decodable {
            var targetId: String
            var type: String
            var isPaused: Bool?
        }

        var targetInfo: Info
    }

    private struct TargetMessage: Codable {
        var targetId: String
        var message: String
    }

    private struct TargetName: Codable { var targetId: String }
    private struct PauseOnStart: Encodable { var pauseOnStart = true }

    private let root: InspectorChannel
    private let prepare: @MainActor (InspectedRealm) -> Void
    /// The page's processes by WebKit's names: one, but while a navigation replaces it.
    package private(set) var realms: [String: InspectedRealm] = [:]
    /// The number of the page, see `cwk_view_page_number`; nil before WebKit has named it.
    private(set) var number: UInt64?
    /// Whether the realms of the page are to be prepared.
    private(set) var isWanted = false
    var named: (@MainActor () -> Void)?
    /// Receives the name of each realm that begins, with true, and of each that has gone.
    package var targetChanged: (@MainActor (String, Bool) -> Void)?

    init(prepare: @escaping @MainActor (InspectedRealm) -> Void, post: @escaping @MainActor (String) -> Void) {
        self.prepare = prepare
        root = InspectorChannel(post: post)
        root.heard = { [weak self] in self?.hear($0, $1) }
        // The realm of a new process waits for `Target.resume`.
        root.send("Target.setPauseOnStart", PauseOnStart())
    }

    func receive(_ message: Data) { root.receive(message) }

    private func hear(_ method: String, _ message: Data) {
        switch method {
        case "Target.targetCreated":
            guard let info = InspectorChannel.parameters(Target.self, of: message)?.targetInfo, info.type == "page"
            else { return }
            add(info.targetId)
            if info.isPaused == true { root.send("Target.resume", TargetName(targetId: info.targetId)) }
        case "Target.targetDestroyed":
            guard let id = InspectorChannel.parameters(TargetName.self, of: message)?.targetId else { return }
            realms.removeValue(forKey: id)?.close()
            targetChanged?(id, false)
        case "Target.dispatchMessageFromTarget":
            guard let inner = InspectorChannel.parameters(TargetMessage.self, of: message) else { return }
            realms[inner.targetId]?.channel.receive(Data(inner.message.utf8))
        default: break
        }
    }

    private func add(_ id: String) {
        let realm = InspectedRealm(isWorker: false, prepare: prepare) { [weak root] text in
            root?.send("Target.sendMessageToTarget", TargetMessage(targetId: id, message: text))
        }
        realms[id] = realm
        if isWanted { begin(realm) }
        targetChanged?(id, true)
        if number == nil, id.hasPrefix("page-") {
            number = UInt64(id.dropFirst("page-".count))
            named?()
        }
    }

    private func begin(_ realm: InspectedRealm) {
        realm.begin()
        realm.channel.send("Inspector.initialized")
    }

    /// Prepares the page's realms, and returns once they have taken the commands.
    func begin() async {
        isWanted = true
        for realm in realms.values where !realm.isPrepared {
            begin(realm)
            // Replies come in the order of the commands.
            await realm.channel.synchronize()
        }
    }

    func close() {
        for realm in realms.values { realm.close() }
        realms = [:]
        root.close()
    }
}
